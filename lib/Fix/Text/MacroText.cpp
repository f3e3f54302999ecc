//===- MacroText.cpp - Text that macros write -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/MacroText.h"
#include "clang/Lex/Lexer.h"

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;

namespace {
/// Follows the first and the last token of an expression to a text that has
/// both.
class SpellingFinder {
public:
  explicit SpellingFinder(const ASTContext &Context)
      : Sources(Context.getSourceManager()), Options(Context.getLangOpts()) {}

  std::optional<Spelling> find(SourceLocation Begin, SourceLocation Last,
                               Spelling Passed) const;

private:
  using Places = llvm::SmallVector<SourceLocation, 4>;
  SourceLocation behind(SourceLocation Token) const {
    return Token.getLocWithOffset(int(Lexer::MeasureTokenLength(
        Sources.getSpellingLoc(Token), Sources, Options)));
  }
  bool isArgument(SourceLocation Token) const {
    return Token.isMacroID() && Sources.isMacroArgExpansion(Token);
  }
  Places usesBegunBy(SourceLocation Token) const;
  Places usesEndedBy(SourceLocation Token) const;
  bool isOneText(SourceLocation A, SourceLocation B) const;
  std::optional<Spelling> inFile(SourceLocation Begin, SourceLocation Last,
                                 Spelling Passed) const;

  const SourceManager &Sources;
  const LangOptions &Options;
};
} // namespace

/// A token, and where the macros that it begins the text of were used.
SpellingFinder::Places SpellingFinder::usesBegunBy(SourceLocation Token) const {
  Places Result{Token};
  SourceLocation Use;
  while (Token.isMacroID() &&
         Sources.isAtStartOfImmediateMacroExpansion(Token, &Use))
    Result.push_back(Token = Use);
  return Result;
}

SpellingFinder::Places SpellingFinder::usesEndedBy(SourceLocation Token) const {
  Places Result{Token};
  SourceLocation Use;
  while (Token.isMacroID() &&
         Sources.isAtEndOfImmediateMacroExpansion(behind(Token), &Use))
    Result.push_back(Token = Use);
  return Result;
}

/// Whether two tokens stand in one file, one use of a macro, or one argument.
bool SpellingFinder::isOneText(SourceLocation A, SourceLocation B) const {
  if (Sources.getFileID(A) == Sources.getFileID(B))
    return true;
  return isArgument(A) && isArgument(B) &&
         Sources.getImmediateExpansionRange(A).getBegin() ==
             Sources.getImmediateExpansionRange(B).getBegin();
}

std::optional<Spelling> SpellingFinder::inFile(SourceLocation Begin,
                                               SourceLocation Last,
                                               Spelling Passed) const {
  if (!Sources.isWrittenInSameFile(Begin, Last) || Last < Begin ||
      !Sources.getFileEntryRefForID(Sources.getFileID(Begin)))
    return std::nullopt; // a command line, or what `x##y` makes
  Passed.Places.push_back(Begin);
  Passed.Range = CharSourceRange::getCharRange(Begin, behind(Last));
  return Passed;
}

std::optional<Spelling> SpellingFinder::find(SourceLocation Begin,
                                             SourceLocation Last,
                                             Spelling Passed) const {
  if (Begin.isFileID() && Last.isFileID())
    return inFile(Begin, Last, std::move(Passed));
  const Places Begun = usesBegunBy(Begin), Ended = usesEndedBy(Last);
  for (size_t Sum = 0; Sum + 1 < Begun.size() + Ended.size(); ++Sum)
    for (size_t I = 0; I <= Sum && I < Begun.size(); ++I) {
      const size_t J = Sum - I;
      if (J >= Ended.size() || !isOneText(Begun[I], Ended[J]))
        continue;
      const SourceLocation From = Begun[I], To = Ended[J];
      llvm::append_range(Passed.Places, llvm::ArrayRef(Begun).take_front(I));
      if (From.isFileID())
        return inFile(From, To, std::move(Passed));
      Passed.Places.push_back(From);
      if (isArgument(From)) {
        Passed.IsInArgument = true;
        return find(Sources.getImmediateSpellingLoc(From),
                    Sources.getImmediateSpellingLoc(To), std::move(Passed));
      }
      // All that a macro writes: its use.
      if (I + 1 < Begun.size() && J + 1 < Ended.size())
        if (auto Use = find(Begun[I + 1], Ended[J + 1], Passed))
          return Use;
      Passed.Body = Sources.getFileID(From);
      return inFile(Sources.getImmediateSpellingLoc(From),
                    Sources.getImmediateSpellingLoc(To), std::move(Passed));
    }
  return std::nullopt;
}

std::optional<Spelling> banklint::spellingOf(SourceRange Tokens,
                                             const ASTContext &Context) {
  if (Tokens.isInvalid())
    return std::nullopt;
  return SpellingFinder(Context).find(Tokens.getBegin(), Tokens.getEnd(), {});
}

std::string banklint::spelledText(const Expr *E, const ASTContext &Context) {
  const auto Text = spellingOf(E->getSourceRange(), Context);
  return Text ? Lexer::getSourceText(Text->Range, Context.getSourceManager(),
                                     Context.getLangOpts())
                    .str()
              : "";
}

bool banklint::isSpelledBeside(const Expr *A, const Expr *B,
                               const ASTContext &Context) {
  const auto TextOfA = spellingOf(A->getSourceRange(), Context);
  const auto TextOfB = spellingOf(B->getSourceRange(), Context);
  return TextOfA && TextOfB && TextOfA->Body == TextOfB->Body &&
         Context.getSourceManager().isWrittenInSameFile(
             TextOfA->Range.getBegin(), TextOfB->Range.getBegin());
}

//===----------------------------------------------------------------------===//
// What else a text makes
//===----------------------------------------------------------------------===//

MacroText::MacroText(llvm::ArrayRef<const Expr *> Edited, const SourceMap &Map,
                     const ASTContext &Context)
    : Map(Map), Context(Context) {
  for (const Expr *E : Edited)
    if (E->getBeginLoc().isMacroID() || E->getEndLoc().isMacroID())
      add(E, /*Depth=*/1);
}

/// What is in the parentheses of an expression, and its operands, are edited
/// with it.
void MacroText::add(const Expr *E, unsigned Depth) {
  if (const auto Text = spellingOf(E->getSourceRange(), Context))
    PlacesOf[{Text->Range.getBegin(), Text->Range.getEnd()}].insert_range(
        Text->Places);
  const Expr *Inner = E->IgnoreImpCasts();
  if (const auto *Constant = dyn_cast<ConstantExpr>(Inner))
    return add(Constant->getSubExpr(), Depth);
  if (const auto *Parens = dyn_cast<ParenExpr>(Inner))
    return add(Parens->getSubExpr(), Depth);
  if (const auto *Binary = dyn_cast<BinaryOperator>(Inner); Binary && Depth)
    for (const Expr *Operand : {Binary->getLHS(), Binary->getRHS()})
      add(Operand, Depth - 1);
}

bool MacroText::isEditedOnly(const Spelling &Text) const {
  const auto Known =
      PlacesOf.find({Text.Range.getBegin(), Text.Range.getEnd()});
  return llvm::all_of(Text.Places, [&](SourceLocation Place) {
    return llvm::all_of(Map.copiesOf(Place), [&](SourceLocation Copy) {
      return llvm::is_contained(Text.Places, Copy) ||
             (Known != PlacesOf.end() && Known->second.contains(Copy));
    });
  });
}
