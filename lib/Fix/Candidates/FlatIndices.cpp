//===- FlatIndices.cpp - Indices that run through all rows ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Candidates/FlatIndices.h"
#include "Candidates/WrittenValues.h"
#include "Text/Edits.h"
#include "Text/MacroText.h"
#include "Text/RepeatedText.h"
#include "Text/SharedText.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include <optional>

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;
using llvm::isa;

/// Without what Clang adds around a constant, and parentheses.
static const Expr *asWritten(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  while (const auto *Constant = dyn_cast<ConstantExpr>(E))
    E = Constant->getSubExpr()->IgnoreParenImpCasts();
  return E;
}

/// Whether a number stands in the text, and not a name that an instance of a
/// template has replaced by it.
static bool isWrittenNumber(const Expr *Length, const ASTContext &Context) {
  const Expr *E = asWritten(Length);
  const std::string Text = textOf(E, Context);
  return isa<IntegerLiteral>(E) && !E->getBeginLoc().isMacroID() &&
         !Text.empty() && llvm::isDigit(Text[0]);
}

/// The one step of an access that is no constant.
static const Step *stepOf(const Expr *Access, const ArrayUses &Uses,
                          const SourceMap &Map) {
  const Step *Found = nullptr;
  for (const Step &S : Uses.Steps) {
    if (Map.constantOf(S.Count) || !isPartOf(S.Count, Access))
      continue;
    if (Found)
      return nullptr;
    Found = &S;
  }
  return Found;
}

/// Whether all pointers of the functions around a step lead into the array
/// alone.
static bool servesOnly(const Step &S, const ArrayUses &Uses,
                       const SourceMap &Map) {
  llvm::ArrayRef<const FunctionDecl *> Around = Map.functionsAround(S.Count);
  return llvm::all_of(Uses.Pointers, [&](const ValueDecl *Pointer) {
    const auto *Function =
        llvm::dyn_cast_or_null<FunctionDecl>(Pointer->getDeclContext());
    if (Function && !llvm::is_contained(Around, Function))
      return true;
    return llvm::all_of(Map.valuesOf(Pointer), [&](const Expr *Value) {
      return Uses.Followed.contains(Value);
    });
  });
}

/// The text from a place to another one behind it in the same file; nothing
/// where there is none.
static std::optional<llvm::StringRef>
textBetween(SourceLocation From, SourceLocation To, const ASTContext &Context) {
  const SourceManager &Sources = Context.getSourceManager();
  if (From.isMacroID() || To.isMacroID() ||
      !Sources.isWrittenInSameFile(From, To) || !(From < To))
    return std::nullopt;
  return Lexer::getSourceText(CharSourceRange::getCharRange(From, To), Sources,
                              Context.getLangOpts());
}

/// Whether a text includes another one, which may define macros.
static bool includesText(llvm::StringRef Text) {
  llvm::SmallVector<llvm::StringRef, 32> Lines;
  Text.split(Lines, '\n');
  return llvm::any_of(Lines, [](llvm::StringRef Line) {
    Line = Line.ltrim();
    return Line.consume_front("#") && Line.ltrim().starts_with("include");
  });
}

bool banklint::meansTheSame(const Expr *Length, const Expr *Where,
                            const SourceMap &Map, const ASTContext &Context) {
  if (Map.mayOverload(Length))
    return false;
  const Expr *E = asWritten(Length);
  const SourceLocation Place =
      Context.getSourceManager().getExpansionLoc(Where->getBeginLoc());
  if (const auto *Name = dyn_cast<DeclRefExpr>(E)) {
    const auto *D = dyn_cast<VarDecl>(Name->getDecl());
    return D && llvm::all_of(Map.functionsAround(Where),
                             [&](const FunctionDecl *Function) {
                               return isVisibleAt(Place, Function, D, Context);
                             });
  }
  if (isWrittenNumber(Length, Context))
    return true;
  if (!E->getBeginLoc().isMacroID()) // a parameter of a template
    return Map.functionsAround(Where) == Map.functionsAround(Length);
  // A macro that stands for a number, and for no other one in between.
  const SourceManager &Sources = Context.getSourceManager();
  const std::optional<llvm::StringRef> Between =
      textBetween(Sources.getSpellingLoc(E->getBeginLoc()), Place, Context);
  return isa<IntegerLiteral>(E) && Between && !Between->contains("undef") &&
         !Between->contains("pop_macro") && !includesText(*Between) &&
         !Between->contains("define " + textOf(Length, Context));
}

bool banklint::canBeFlat(const Step &S, const ArrayUses &Uses,
                         const SourceMap &Map, const ASTContext &Context) {
  return isRepeatable(S.Count, Context) && !readsShared(S.Count, Map) &&
         !leadsInto(S.Count, Uses) && S.Count->getType()->isIntegerType() &&
         servesOnly(S, Uses, Map);
}

bool banklint::addFlatIndex(const Expr *Access, const Expr *Length,
                            const DeclaredArray &Array, const SourceMap &Map,
                            const ASTContext &Context,
                            llvm::DenseMap<const VarDecl *, FlatIndices> &To) {
  const Step *First = nullptr;
  for (const VarDecl *Instance : Array.Instances)
    if (!First)
      First = stepOf(Access, Array.usesOf(Instance), Map);
  if (!First)
    return false;
  const SourceLocation Where = First->Count->getBeginLoc();
  bool IsNew = false;
  for (const VarDecl *Instance : Array.Instances) {
    const ArrayUses &Uses = Array.usesOf(Instance);
    for (const Step &S : Uses.Steps) {
      if (S.Count->getBeginLoc() != Where || Map.constantOf(S.Count))
        continue;
      if ((Length && !meansTheSame(Length, S.Count, Map, Context)) ||
          !canBeFlat(S, Uses, Map, Context))
        return false;
      IsNew |= To[Instance].insert({S.Count, S.ElementBytes}).second;
    }
  }
  llvm::SmallVector<const Expr *, 4> Edited;
  for (const auto &[Instance, Indices] : To)
    for (const auto &Entry : Indices)
      Edited.push_back(Entry.first);
  return IsNew && !sharedText(Edited, Array, {}, Map);
}

std::string banklint::lengthText(const Expr *Length,
                                 const ASTContext &Context) {
  const Expr *E = asWritten(Length);
  if (isa<IntegerLiteral>(E) && !E->getBeginLoc().isMacroID())
    return textOf(E, Context); // a number, or the parameter of a template
  const auto *Name = dyn_cast<DeclRefExpr>(E);
  const auto *D = Name ? dyn_cast<VarDecl>(Name->getDecl()) : nullptr;
  if (D && D->isFileVarDecl() && !E->getBeginLoc().isMacroID())
    return textOf(E, Context);
  // A macro that is no more than a name.
  const std::string Text = textOf(Length, Context);
  const bool IsName = !Text.empty() && llvm::all_of(Text, [](char C) {
    return llvm::isAlnum(C) || C == '_';
  }) && !llvm::isDigit(Text[0]);
  return IsName && isa<IntegerLiteral>(E) && E->getBeginLoc().isMacroID() ? Text
                                                                          : "";
}

/// "(a + b)", "a * 8": what can be divided.
static std::string dividendText(llvm::ArrayRef<const Expr *> Terms,
                                const ASTContext &Context) {
  if (Terms.size() == 1) {
    const Expr *Term = withoutMacroParens(Terms[0], Context);
    const auto *Product = dyn_cast<BinaryOperator>(Term->IgnoreImpCasts());
    return Product && Product->isMultiplicativeOp()
               ? lineOf(Term, Context)
               : operandText(Term, Context);
  }
  std::string Text;
  for (const Expr *Term : Terms)
    Text += (Text.empty() ? "(" : " + ") + lineOf(Term, Context);
  return Text + ")";
}

llvm::Error banklint::editFlatIndex(const Expr *Index,
                                    llvm::ArrayRef<const Expr *> RowTerms,
                                    const std::string &Length, int64_t Sum,
                                    const SourceMap &Map,
                                    const ASTContext &Context, Fix &Out,
                                    const MacroText &Alike) {
  Index = withoutMacroParens(Index, Context);
  if (llvm::Error E = editableRange(Index, Map, Context, &Alike).takeError())
    return E;
  // A name may be another one in a macro: that of its parameter.
  const auto Text = spellingOf(Index->getSourceRange(), Context);
  if (Text->Body.isValid() && !llvm::isDigit(Length[0]))
    return obstacle(ObstacleKind::MacroBody);
  if (RowTerms.empty())
    RowTerms = Index;
  std::string Behind = shareText(dividendText(RowTerms, Context), Length, Sum);
  const bool IsOperand = bindsTighterThanSum(Index);
  std::string Before = IsOperand ? "" : "(";
  if (!IsOperand)
    Behind = ")" + Behind;
  if (isBoundTighterThanSum(Index, Map)) {
    Before = "(" + Before;
    Behind += ")";
  }
  return surround(Index, Before, Behind, Map, Context, Out, &Alike);
}
