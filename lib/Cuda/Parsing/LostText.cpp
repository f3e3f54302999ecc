//===- LostText.cpp - What text says that Clang rejects -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cuda/LostText.h"
#include "clang/AST/ASTContext.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/StringSwitch.h"
#include <optional>
#include <utility>

using namespace banklint;
using namespace clang;

static bool isWordOfJump(llvm::StringRef Word) {
  return llvm::StringSwitch<bool>(Word)
      .Cases({"return", "goto", "break", "continue"}, true)
      .Cases({"case", "default", "co_return"}, true)
      .Default(false);
}

namespace {
/// Finds the name of a declaration: the last word before a value or brackets,
/// behind a type.
class DeclaredName {
public:
  /// The name, where `T` ends the declarator.
  std::optional<llvm::StringRef> read(const Token &T) {
    if (T.isOneOf(tok::equal, tok::l_paren, tok::l_square, tok::l_brace,
                  tok::semi)) {
      const bool IsFound = !IsBehind && !Name.empty();
      IsBehind = T.isNot(tok::semi);
      IsTypeBefore = false;
      if (!IsBehind) {
        Angles = 0;
        IsUsing = false;
      }
      return IsFound ? std::optional(std::exchange(Name, {})) : std::nullopt;
    }
    const bool EndsArguments =
        Angles && T.isOneOf(tok::greater, tok::greatergreater);
    if (EndsArguments)
      Angles -= std::min(Angles, T.is(tok::greater) ? 1U : 2U);
    Angles += T.is(tok::less);
    if (Angles)
      return std::nullopt;
    const bool IsWord = T.is(tok::raw_identifier);
    Name = IsWord && IsTypeBefore ? T.getRawIdentifier() : llvm::StringRef();
    IsUsing = IsWord ? IsUsing || T.getRawIdentifier() == "using"
                     : IsUsing && T.is(tok::coloncolon);
    IsTypeBefore = IsWord || EndsArguments || T.isOneOf(tok::star, tok::amp) ||
                   (IsUsing && T.is(tok::coloncolon));
    return std::nullopt;
  }

private:
  llvm::StringRef Name;
  unsigned Angles = 0;
  bool IsBehind = false, IsTypeBefore = false, IsUsing = false;
};
} // namespace

LostText::LostText(FileID File, Extent Where, const ASTContext &Context,
                   const Preprocessor *Macros)
    : Context(Context), Macros(Macros), LastToken(Where.Begin) {
  const SourceManager &Sources = Context.getSourceManager();
  llvm::StringRef Text = Sources.getBufferData(File);
  Lexer Raw(Sources.getLocForStartOfFile(File), Context.getLangOpts(),
            Text.begin(), Text.begin() + Where.Begin, Text.end());
  bool IsDirective = false, IsInclude = false;
  DeclaredName Name;
  while (true) {
    Token T;
    Raw.LexFromRawLexer(T);
    if (T.is(tok::eof) || Sources.getFileOffset(T.getLocation()) >= Where.End)
      return;
    if (T.isAtStartOfLine())
      IsDirective = T.is(tok::hash);
    MakesNames |= IsDirective && IsInclude && T.is(tok::string_literal);
    IsInclude = T.is(tok::raw_identifier) &&
                T.getRawIdentifier().starts_with("include");
    if (IsDirective || (T.is(tok::semi) && !HasTokens))
      continue;
    LastToken = Sources.getFileOffset(T.getLocation());
    if (std::optional<llvm::StringRef> Found = Name.read(T))
      Declared.push_back(*Found);
    if (T.is(tok::semi))
      continue;
    HasTokens = true;
    At = T.getLocation();
    if (T.is(tok::raw_identifier))
      addWord(T.getRawIdentifier());
    else if (T.isOneOf(tok::l_brace, tok::r_brace))
      addBrace(T.is(tok::l_brace));
  }
}

void LostText::addBrace(bool Opens) {
  Depth += Opens ? 1 : -1;
  IsUnbalanced |= Depth < 0;
}

void LostText::addWord(llvm::StringRef Word) {
  Jumps |= isWordOfJump(Word);
  Words.insert(Word);
  auto Known = Context.Idents.find(Word);
  if (Known != Context.Idents.end() && Known->second->hadMacroDefinition())
    addMacro(*Known->second);
}

void LostText::addMacro(const IdentifierInfo &Name) {
  if (!Expanded.insert(Name.getName()).second)
    return;
  const MacroDirective *All =
      Macros ? Macros->getLocalMacroDirectiveHistory(&Name) : nullptr;
  if (!All) {
    Jumps = true; // for all that is known
    return;
  }
  // Elsewhere it may stand for something else, or be none.
  const MacroDirective::DefInfo Here =
      All->findDirectiveAtLoc(At, Context.getSourceManager());
  if (!Here)
    return;
  for (const Token &T : Here.getMacroInfo()->tokens()) {
    MakesNames |= T.is(tok::hashhash);
    if (const IdentifierInfo *Word = T.getIdentifierInfo())
      addWord(Word->getName());
    else if (T.isOneOf(tok::l_brace, tok::r_brace))
      addBrace(T.is(tok::l_brace));
  }
}
