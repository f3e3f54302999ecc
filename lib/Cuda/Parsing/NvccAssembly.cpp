//===- NvccAssembly.cpp - Inline assembly as nvcc takes it ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cuda/NvccAssembly.h"
#include "Parsing/TokenWatcher.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/StringExtras.h"
#include <memory>

using namespace banklint;
using llvm::StringRef;
namespace tok = clang::tok;

/// Clang's way to write a percent sign and what follows it.
static std::string escaped(StringRef Escape) {
  // What Clang knows behind a percent sign, and what is part of no text.
  static constexpr StringRef Known = "%{}|=*#[\"\\";
  const char First = Escape[1], Second = Escape.size() > 2 ? Escape[2] : '"';
  if (llvm::isAlpha(First) && !llvm::isDigit(Second) && Second != '[')
    return {'%', '%', First};
  if (llvm::isAlnum(First) || Known.contains(First))
    return {'%', First};
  return {};
}

std::string banklint::escapedAssembly(StringRef Literal) {
  std::string Result;
  size_t At = 0;
  for (size_t Next; (Next = Literal.find('%', At)) != StringRef::npos &&
                    Next + 1 < Literal.size();
       At = Next + 2) {
    Result += Literal.slice(At, Next);
    Result += escaped(Literal.substr(Next, 3));
  }
  return Result += Literal.substr(At);
}

NvccAssembly::NvccAssembly(clang::Preprocessor &Source) : Source(Source) {
  addTokenWatcher(Source, [this](const clang::Token &Next) {
    // The preprocessor is about to hand this token out: it is no constant.
    see(const_cast<clang::Token &>(Next)); // NOLINT(*-const-cast)
  });
}

void NvccAssembly::see(clang::Token &Next) {
  if (!Depth) {
    begin(Next);
    return;
  }
  if (Depth == 1 && isBehindOperand() &&
      Next.isOneOf(tok::string_literal, tok::l_square))
    insertComma(Next);
  else if (Depth == 1 && Section == 0 && tok::isStringLiteral(Next.getKind()))
    escape(Next);
  Previous = Next.getKind();
  if (Next.is(tok::l_paren))
    ++Depth;
  else if (Next.is(tok::r_paren))
    --Depth;
  else if (Depth == 1 && Next.is(tok::colon))
    ++Section;
  else if (Depth == 1 && Next.is(tok::coloncolon))
    Section += 2;
}

void NvccAssembly::begin(const clang::Token &Next) {
  if (Next.is(tok::kw_asm)) {
    IsKeywordSeen = true;
  } else if (IsKeywordSeen && Next.is(tok::l_paren)) {
    IsKeywordSeen = false;
    Depth = 1;
    Section = 0;
    Previous = tok::l_paren;
  } else if (!Next.isOneOf(tok::kw_volatile, tok::kw_inline, tok::kw_goto)) {
    IsKeywordSeen = false;
  }
}

bool NvccAssembly::isBehindOperand() const {
  return (Section == 1 || Section == 2) && Previous == tok::r_paren;
}

void NvccAssembly::escape(clang::Token &Text) const {
  const std::string Spelling = Source.getSpelling(Text);
  const std::string Escaped = escapedAssembly(Spelling);
  if (Escaped == Spelling)
    return;
  const clang::SourceLocation Where = Text.getLocation();
  Text.clearFlag(clang::Token::NeedsCleaning);
  Source.CreateString(Escaped, Text, Where, Where);
}

void NvccAssembly::insertComma(clang::Token &Operand) const {
  const clang::SourceLocation Where = Operand.getLocation();
  auto Behind = std::make_unique<clang::Token[]>(1);
  Behind[0] = Operand;
  Source.EnterTokenStream(std::move(Behind), 1, /*DisableMacroExpansion=*/true,
                          /*IsReinject=*/true);
  Operand.startToken();
  Operand.setKind(tok::comma);
  Operand.setLocation(Where);
}
