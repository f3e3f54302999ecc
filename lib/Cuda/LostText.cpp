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

using namespace banklint;
using namespace clang;

static bool isWordOfJump(llvm::StringRef Word) {
  return llvm::StringSwitch<bool>(Word)
      .Cases({"return", "goto", "break", "continue"}, true)
      .Cases({"case", "default", "co_return"}, true)
      .Default(false);
}

LostText::LostText(FileID File, Extent Where, const ASTContext &Context,
                   const Preprocessor *Macros)
    : Context(Context), Macros(Macros),
      Begin(Context.getSourceManager()
                .getLocForStartOfFile(File)
                .getLocWithOffset(int(Where.Begin))),
      LastToken(Where.Begin) {
  const SourceManager &Sources = Context.getSourceManager();
  llvm::StringRef Text = Sources.getBufferData(File);
  Lexer Raw(Sources.getLocForStartOfFile(File), Context.getLangOpts(),
            Text.begin(), Text.begin() + Where.Begin, Text.end());
  bool IsDirective = false;
  while (true) {
    Token T;
    Raw.LexFromRawLexer(T);
    if (T.is(tok::eof) || Sources.getFileOffset(T.getLocation()) >= Where.End)
      return;
    if (T.isAtStartOfLine())
      IsDirective = T.is(tok::hash);
    if (IsDirective || (T.is(tok::semi) && !HasTokens))
      continue;
    LastToken = Sources.getFileOffset(T.getLocation());
    if (T.is(tok::semi))
      continue;
    HasTokens = true;
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
      All->findDirectiveAtLoc(Begin, Context.getSourceManager());
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
