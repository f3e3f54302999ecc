//===- Edits.cpp - Edits of expressions -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/Edits.h"
#include "Cuda/Locations.h"
#include "Text/MacroText.h"
#include "Text/RepeatedText.h"
#include "Text/SourceObstacle.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Lex/Lexer.h"
#include "clang/Tooling/FixIt.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <vector>

using namespace banklint;
using namespace clang;

llvm::SmallVector<ArrayTypeLoc, 3>
banklint::extentsOf(const DeclaratorDecl *Array, const SourceMap &Map) {
  llvm::SmallVector<ArrayTypeLoc, 3> Result;
  const TypeSourceInfo *Info = Array->getTypeSourceInfo();
  if (const TypedefNameDecl *Name = typeNameOf(Array);
      Name && !Map.arraysOf(Name).empty())
    Info = Name->getTypeSourceInfo();
  TypeLoc Type = Info ? Info->getTypeLoc() : TypeLoc();
  while (Type) {
    Type = Type.getUnqualifiedLoc();
    if (auto Attributed = Type.getAs<AttributedTypeLoc>()) {
      Type = Attributed.getModifiedLoc();
      continue;
    }
    auto Extent = Type.getAs<ArrayTypeLoc>();
    if (!Extent)
      break;
    Result.push_back(Extent);
    Type = Extent.getElementLoc();
  }
  return Result;
}

const Expr *banklint::withoutMacroParens(const Expr *E,
                                         const ASTContext &Context) {
  while (const auto *Parens = llvm::dyn_cast<ParenExpr>(E->IgnoreImpCasts())) {
    if (!Parens->getBeginLoc().isMacroID())
      break;
    const auto Text = spellingOf(Parens->getSourceRange(), Context);
    const auto Inner =
        spellingOf(Parens->getSubExpr()->getSourceRange(), Context);
    const bool IsUse = Text && *Context.getSourceManager().getCharacterData(
                                   Text->Range.getBegin()) != '(';
    if (Text && (Text->Body.isInvalid() || IsUse || !Inner ||
                 Inner->Body == Text->Body))
      break;
    E = Parens->getSubExpr();
  }
  return E;
}

llvm::Expected<CharSourceRange>
banklint::editableRange(const Expr *E, const SourceMap &Map,
                        const ASTContext &Context, const MacroText *Alike) {
  if (llvm::isa<CXXDefaultArgExpr>(E->IgnoreImplicit()))
    return obstacle(ObstacleKind::DefaultArgument);
  const auto Text = spellingOf(E->getSourceRange(), Context);
  if (!Text || (Text->Body.isValid() && !Alike))
    return obstacle(Text && Text->IsInArgument ? ObstacleKind::MacroArgument
                                               : ObstacleKind::MacroBody);
  if (Text->IsInArgument && Map.makesText(E->getBeginLoc()))
    return obstacle(ObstacleKind::MacroArgument);
  if (!(Alike ? *Alike : MacroText(E, Map, Context)).isEditedOnly(*Text))
    return obstacle(Text->Body.isValid() ? ObstacleKind::SharedMacro
                                         : ObstacleKind::MacroArgument);
  if (Context.getSourceManager().isInSystemHeader(Text->Range.getBegin()))
    return obstacle(ObstacleKind::ForeignHeader);
  return Text->Range;
}

bool banklint::hasWord(llvm::StringRef Text, llvm::StringRef Word) {
  auto IsPart = [](char C) { return llvm::isAlnum(C) || C == '_'; };
  for (size_t At = Text.find(Word); At != llvm::StringRef::npos;
       At = Text.find(Word, At + 1)) {
    const size_t End = At + Word.size();
    if ((At == 0 || !IsPart(Text[At - 1])) &&
        (End == Text.size() || !IsPart(Text[End])))
      return true;
  }
  return false;
}

bool banklint::holds(SourceRange Range, SourceLocation Where,
                     const SourceManager &Sources) {
  const SourceLocation Begin = Sources.getFileLoc(Range.getBegin());
  const SourceLocation End = Sources.getFileLoc(Range.getEnd());
  Where = Sources.getFileLoc(Where);
  return Range.isValid() && Sources.isWrittenInSameFile(Begin, Where) &&
         !(Where < Begin) && !(End < Where);
}

EditedPlaces::EditedPlaces(const Fix &Edits, const ASTContext &Context)
    : Context(Context) {
  for (const Edit &E : Edits.Edits)
    OffsetsOf[E.File].push_back(E.OffsetBytes);
  for (auto &Entry : OffsetsOf)
    llvm::sort(Entry.second);
}

bool EditedPlaces::hasAnyIn(CharSourceRange Text) const {
  const SourceManager &Sources = Context.getSourceManager();
  const auto Found = OffsetsOf.find(pointOf(Text.getBegin(), Context).File);
  if (Found == OffsetsOf.end())
    return false;
  const auto First =
      llvm::lower_bound(Found->second, Sources.getFileOffset(Text.getBegin()));
  return First != Found->second.end() &&
         *First <= Sources.getFileOffset(Text.getEnd());
}

bool EditedPlaces::hasAnyIn(SourceRange Range) const {
  const SourceManager &Sources = Context.getSourceManager();
  const SourceLocation Begin = Sources.getFileLoc(Range.getBegin());
  const SourceLocation Last = Sources.getFileLoc(Range.getEnd());
  const int Length =
      int(Lexer::MeasureTokenLength(Last, Sources, Context.getLangOpts()));
  if (hasAnyIn(
          CharSourceRange::getCharRange(Begin, Last.getLocWithOffset(Length))))
    return true;
  const auto Text = Range.getBegin().isMacroID() || Range.getEnd().isMacroID()
                        ? spellingOf(Range, Context)
                        : std::nullopt;
  return Text && Text->Body.isValid() && hasAnyIn(Text->Range);
}

bool banklint::bindsTighterThanSum(const Expr *E) {
  E = E->IgnoreImpCasts();
  if (const auto *Constant = llvm::dyn_cast<ConstantExpr>(E))
    return bindsTighterThanSum(Constant->getSubExpr());
  if (const auto *Binary = llvm::dyn_cast<BinaryOperator>(E))
    return Binary->isMultiplicativeOp() || Binary->isAdditiveOp();
  if (const auto *Call = llvm::dyn_cast<CXXOperatorCallExpr>(E))
    return Call->getOperator() == OO_Call ||
           Call->getOperator() == OO_Subscript;
  return !llvm::isa<AbstractConditionalOperator, CXXRewrittenBinaryOperator>(E);
}

bool banklint::isBoundTighterThanSum(const Expr *E, const SourceMap &Map) {
  return llvm::any_of(Map.parentsOf(E), [&](const SourceParent &Parent) {
    const auto *Around = llvm::dyn_cast_or_null<Expr>(Parent.Statement);
    if (!Around)
      return false;
    if (isa<ImplicitCastExpr, FullExpr, SubstNonTypeTemplateParmExpr>(Around))
      return isBoundTighterThanSum(Around, Map);
    if (const auto *Binary = dyn_cast<BinaryOperator>(Around))
      return Binary->isMultiplicativeOp() || Binary->isPtrMemOp() ||
             (Binary->getOpcode() == BO_Sub && Binary->getRHS() == E);
    if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(Around))
      return Subscript->getLHS() == E; // the one that is written first
    return isa<UnaryOperator, CStyleCastExpr, MemberExpr>(Around);
  });
}

llvm::Error banklint::insert(Edit Wanted, Fix &Out) {
  for (const Edit &Known : Out.Edits)
    if (Known.OffsetBytes == Wanted.OffsetBytes && Known.File == Wanted.File)
      return Known.Text == Wanted.Text &&
                     Known.LengthBytes == Wanted.LengthBytes
                 ? llvm::Error::success()
                 : obstacle(ObstacleKind::DifferentInstances);
  Out.Edits.push_back(std::move(Wanted));
  return llvm::Error::success();
}

/// What a fix edits first is where it points at.
static void pointAt(CharSourceRange Edited, const ASTContext &Context,
                    Fix &Out) {
  if (Out.Where.Begin.Line)
    return;
  Out.Where.Begin = pointOf(Edited.getBegin(), Context);
  SourcePoint After = pointOf(Edited.getEnd(), Context);
  Out.Where.EndLine = After.Line;
  Out.Where.EndColumn = After.Column;
}

llvm::Error banklint::replace(CharSourceRange Range, const std::string &Text,
                              const ASTContext &Context, Fix &Out) {
  const SourceManager &Sources = Context.getSourceManager();
  if (Range.getBegin().isMacroID() || Range.getEnd().isMacroID() ||
      !Sources.isWrittenInSameFile(Range.getBegin(), Range.getEnd()))
    return obstacle(ObstacleKind::MacroBody);
  const unsigned Begin = Sources.getFileOffset(Range.getBegin());
  const unsigned End = Sources.getFileOffset(Range.getEnd());
  assert(Begin <= End && "the end of a range lies behind its begin");
  if (llvm::Error Clash = insert(
          {pointOf(Range.getBegin(), Context).File, Begin, End - Begin, Text},
          Out))
    return Clash;
  pointAt(Range, Context, Out);
  return llvm::Error::success();
}

llvm::Error banklint::surround(const Expr *E, const std::string &Before,
                               const std::string &Behind, const SourceMap &Map,
                               const ASTContext &Context, Fix &Out,
                               const MacroText *Alike) {
  if (Map.mayOverload(E))
    return obstacle(ObstacleKind::OverloadedOperator);
  llvm::Expected<CharSourceRange> Spelled =
      editableRange(E, Map, Context, Alike);
  if (!Spelled)
    return Spelled.takeError();
  const SourceManager &Sources = Context.getSourceManager();
  std::string Name = pointOf(Spelled->getBegin(), Context).File;
  unsigned Begin = Sources.getFileOffset(Spelled->getBegin());
  unsigned End = Sources.getFileOffset(Spelled->getEnd());
  assert(Begin <= End && "an editable range lies in one file, in order");
  if (!Before.empty())
    if (llvm::Error Clash = insert({Name, Begin, 0, Before}, Out))
      return Clash;
  if (!Behind.empty())
    if (llvm::Error Clash = insert({Name, End, 0, Behind}, Out))
      return Clash;
  pointAt(*Spelled, Context, Out);
  return llvm::Error::success();
}

/// The number at the end of a sum, written in plain digits where it stands:
/// that of `COLUMNS + 1`. Null where there is none.
static const IntegerLiteral *lastSummand(const Expr *E,
                                         const ASTContext &Context) {
  E = E->IgnoreImpCasts();
  if (const auto *Constant = llvm::dyn_cast<ConstantExpr>(E))
    E = Constant->getSubExpr()->IgnoreImpCasts();
  const auto *Sum = llvm::dyn_cast<BinaryOperator>(E);
  if (!Sum || Sum->getOpcode() != BO_Add)
    return nullptr;
  const auto *Number =
      llvm::dyn_cast<IntegerLiteral>(Sum->getRHS()->IgnoreImpCasts());
  if (!Number || Number->getLocation().isMacroID())
    return nullptr;
  const std::string Text = textOf(Number, Context);
  bool IsPlain = !Text.empty() && llvm::all_of(Text, llvm::isDigit) &&
                 (Text.size() == 1 || Text.front() != '0') && Text.size() < 8;
  return IsPlain ? Number : nullptr;
}

/// What stands in the braces of `int w{32}`.
static const Expr *withoutBraces(const Expr *E) {
  const auto *List = llvm::dyn_cast<InitListExpr>(E->IgnoreImplicit());
  return List && List->getNumInits() == 1 ? List->getInit(0) : E;
}

bool banklint::isPromoted(const Expr *E, const ASTContext &Context) {
  const Expr *Inner = withoutBraces(E);
  return llvm::any_of(llvm::ArrayRef({spelledTypeOf(E), spelledTypeOf(Inner)}),
                      [&](QualType Type) {
                        return Type->isEnumeralType() ||
                               Context.isPromotableIntegerType(Type);
                      });
}

llvm::Error banklint::addToWhole(const Expr *Extent, int64_t Sum,
                                 const SourceMap &Map,
                                 const ASTContext &Context, Fix &Out,
                                 const MacroText *Alike) {
  Extent = withoutMacroParens(withoutBraces(Extent), Context);
  if (const IntegerLiteral *Number = lastSummand(Extent, Context)) {
    llvm::Expected<CharSourceRange> Spelled =
        editableRange(Number, Map, Context, Alike);
    if (!Spelled)
      return Spelled.takeError();
    return replace(*Spelled,
                   std::to_string(Number->getValue().getSExtValue() + Sum),
                   Context, Out);
  }
  std::string Text = " + " + std::to_string(Sum);
  return bindsTighterThanSum(Extent)
             ? surround(Extent, "", Text, Map, Context, Out, Alike)
             : surround(Extent, "(", ")" + Text, Map, Context, Out, Alike);
}

/// The sum in parentheses that stand where it does: that of `(N + 1)`. Null
/// where there is none.
static const Expr *sumInParens(const Expr *E, const ASTContext &Context) {
  const auto *Parens = llvm::dyn_cast<ParenExpr>(E->IgnoreImpCasts());
  const Expr *Inner = Parens ? Parens->getSubExpr() : nullptr;
  const auto *Sum = llvm::dyn_cast_or_null<BinaryOperator>(Inner);
  return Sum && Sum->isAdditiveOp() && isSpelledBeside(Sum, Parens, Context)
             ? Inner
             : nullptr;
}

llvm::Error banklint::addToOperand(const Expr *Factor, int64_t Sum,
                                   const SourceMap &Map,
                                   const ASTContext &Context, Fix &Out,
                                   const MacroText *Alike) {
  std::string Text = " + " + std::to_string(Sum) + ")";
  Factor = withoutMacroParens(Factor, Context);
  if (const Expr *Inner = sumInParens(Factor, Context))
    return addToWhole(Inner, Sum, Map, Context, Out, Alike);
  return bindsTighterThanSum(Factor)
             ? surround(Factor, "(", Text, Map, Context, Out, Alike)
             : surround(Factor, "((", ")" + Text, Map, Context, Out, Alike);
}

std::string banklint::shareText(llvm::StringRef Dividend,
                                llvm::StringRef Period, int64_t Sum) {
  std::string Text = (" + " + Dividend + " / " + Period).str();
  return Sum == 1 ? Text : Text + " * " + std::to_string(Sum);
}

llvm::Error banklint::addShare(const Expr *Factor, const std::string &Period,
                               int64_t Sum, const SourceMap &Map,
                               const ASTContext &Context, Fix &Out,
                               const MacroText &Alike) {
  Factor = withoutMacroParens(Factor, Context);
  const std::string Text =
      shareText(operandText(Factor, Context), Period, Sum) + ")";
  return bindsTighterThanSum(Factor)
             ? surround(Factor, "(", Text, Map, Context, Out, &Alike)
             : surround(Factor, "((", ")" + Text, Map, Context, Out, &Alike);
}

bool banklint::isSwizzled(const Expr *Index) {
  const auto *Mixed =
      llvm::dyn_cast<BinaryOperator>(Index->IgnoreParenImpCasts());
  return Mixed && Mixed->getOpcode() == BO_Xor;
}

std::string banklint::textOf(const Expr *E, const ASTContext &Context) {
  return tooling::fixit::getText(*E, Context).str();
}

/// The factors of a product, the last first.
static void listFactors(const Expr *Product, std::vector<const Expr *> &Out) {
  const Expr *E = Product->IgnoreImpCasts();
  if (const auto *Constant = llvm::dyn_cast<ConstantExpr>(E))
    E = Constant->getSubExpr()->IgnoreImpCasts();
  if (const auto *Parens = llvm::dyn_cast<ParenExpr>(E))
    return listFactors(Parens->getSubExpr(), Out);
  const auto *Binary = llvm::dyn_cast<BinaryOperator>(E);
  if (!Binary || Binary->getOpcode() != BO_Mul)
    return;
  for (const Expr *Operand : {Binary->getRHS(), Binary->getLHS()}) {
    Out.push_back(Operand);
    listFactors(Operand, Out);
  }
}

const Expr *banklint::rowLengthIn(const Expr *Size, int64_t Length,
                                  const std::set<std::string> &Spellings,
                                  const ASTContext &Context) {
  std::vector<const Expr *> Factors;
  listFactors(Size, Factors);
  llvm::erase_if(Factors, [&](const Expr *Factor) {
    return constantValueOf(Factor, Context) != Length ||
           llvm::isa<UnaryExprOrTypeTraitExpr>(Factor->IgnoreParenImpCasts());
  });
  for (const Expr *Factor : Factors)
    if (Spellings.count(textOf(Factor->IgnoreParenImpCasts(), Context)))
      return Factor;
  return Factors.empty() ? nullptr : Factors.front();
}

llvm::Error banklint::scaleSize(const Expr *Size, int64_t Length, int64_t Sum,
                                const SourceMap &Map, const ASTContext &Context,
                                Fix &Out) {
  assert(Length > 0 && "a row without elements");
  std::optional<int64_t> Elements = constantValueOf(Size, Context);
  if (!Elements || *Elements % Length)
    return obstacle(ObstacleKind::DifferentInstances);
  std::string Number = std::to_string(Length);
  std::string Text =
      " / " + Number + " * (" + Number + " + " + std::to_string(Sum) + ")";
  const auto *Binary = llvm::dyn_cast<BinaryOperator>(Size->IgnoreImplicit());
  bool IsSum = Binary && Binary->isAdditiveOp();
  return bindsTighterThanSum(Size) && !IsSum
             ? surround(Size, "", Text, Map, Context, Out)
             : surround(Size, "(", ")" + Text, Map, Context, Out);
}
