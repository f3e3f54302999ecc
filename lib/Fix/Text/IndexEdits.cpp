//===- IndexEdits.cpp - Longer rows, in indices ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Candidates/RowForm.h"
#include "Candidates/WrittenValues.h"
#include "Cuda/Locations.h"
#include "Text/Edits.h"
#include "Text/MacroText.h"
#include "Text/RepeatedText.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/CharInfo.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;
using llvm::isa;

namespace {
/// Edits the indices of one array.
class IndexEditor {
public:
  IndexEditor(const RowStride &S, int64_t ExtraBytes, const MacroText &Alike,
              const SourceMap &Map, const ASTContext &Context)
      : S(S), ExtraBytes(ExtraBytes), Alike(Alike), Map(Map), Context(Context) {
  }

  llvm::Error run(Fix &Out);

private:
  llvm::Error editShift(const BinaryOperator *Shift, int64_t Sum, Fix &Into);
  llvm::Error editSum(const BinaryOperator *Or, Fix &Into);
  llvm::Error editLoads(const VarDecl *Around);
  llvm::Expected<std::string> textOfValue(const VarDecl *D);
  llvm::Error writeOut(const Expr *Load, const VarDecl *D, Fix &Into);
  bool isProduct(const Expr *E) const;
  /// What a macro writes in a value is not written out with that.
  const MacroText *alikeIn(const Fix &Into) const {
    return &Into == &InValues ? nullptr : &Alike;
  }

  const RowStride &S;
  const int64_t ExtraBytes;
  const MacroText &Alike;
  const SourceMap &Map;
  const ASTContext &Context;
  /// Edits of initializers, for where these are written.
  Fix InValues;
};
} // namespace

static bool isOneOperand(const Expr *E) {
  return !isa<BinaryOperator, AbstractConditionalOperator, UnaryOperator,
              ExplicitCastExpr>(E->IgnoreImpCasts());
}

/// Whether an expression is a product, or becomes one.
bool IndexEditor::isProduct(const Expr *E) const {
  const auto *Binary = dyn_cast<BinaryOperator>(E->IgnoreImpCasts());
  return Binary && (Binary->isMultiplicativeOp() || S.Factors.contains(Binary));
}

/// The operator of an expression in the text of that.
static llvm::Expected<CharSourceRange> operatorIn(const Spelling &Text,
                                                  const BinaryOperator *Of,
                                                  const ASTContext &Context) {
  const auto Operator = spellingOf(Of->getOperatorLoc(), Context);
  if (!Operator || Operator->Body != Text.Body ||
      !(Text.Range.getBegin() < Operator->Range.getBegin()) ||
      !(Operator->Range.getEnd() < Text.Range.getEnd()))
    return obstacle(ObstacleKind::MacroBody);
  return Operator->Range;
}

/// `row << 5` as `row * (32 + 1)`.
llvm::Error IndexEditor::editShift(const BinaryOperator *Shift, int64_t Sum,
                                   Fix &Into) {
  const Expr *Left = Shift->getLHS(), *Right = Shift->getRHS();
  if (Map.mayOverload(Left) || Map.mayOverload(Right))
    return obstacle(ObstacleKind::OverloadedOperator);
  if (llvm::Error E =
          editableRange(Shift, Map, Context, alikeIn(Into)).takeError())
    return E;
  const auto Text = spellingOf(Shift->getSourceRange(), Context);
  llvm::Expected<CharSourceRange> Operator = operatorIn(*Text, Shift, Context);
  if (!Operator)
    return Operator.takeError();
  const SourceManager &Sources = Context.getSourceManager();
  auto TextOf = [&](SourceLocation From, SourceLocation To) {
    return Lexer::getSourceText(CharSourceRange::getCharRange(From, To),
                                Sources, Context.getLangOpts());
  };
  llvm::StringRef Before = TextOf(Text->Range.getBegin(), Operator->getBegin());
  const bool IsBeside = isOfOneLine(Before);
  if (IsBeside)
    Before = Before.rtrim();
  const llvm::StringRef Bits =
      TextOf(Operator->getEnd(), Text->Range.getEnd()).trim();
  if (!isOfOneLine(Bits))
    return obstacle(ObstacleKind::MacroBody);
  const bool IsNumber = isa<IntegerLiteral>(Right->IgnoreParenImpCasts()) &&
                        isSpelledBeside(Right, Shift, Context) &&
                        llvm::isDigit(Bits.ltrim("( ")[0]);
  const std::string Factor =
      IsNumber ? std::to_string(1 << *Map.constantOf(Right))
      : isOneOperand(Right) && isSpelledBeside(Right, Shift, Context)
          ? "(1 << " + Bits.str() + ")"
          : "(1 << (" + Bits.str() + "))";
  // What a macro is given may be anything.
  const bool IsOperand =
      isSpelledBeside(Left, Shift, Context) &&
      (isOneOperand(Left) || isProduct(Left) ||
       isa<UnaryOperator, ExplicitCastExpr>(Left->IgnoreImpCasts()));
  if (!IsOperand)
    if (llvm::Error E =
            surround(Shift, "(", "", Map, Context, Into, alikeIn(Into)))
      return E;
  const SourceLocation Begin =
      Text->Range.getBegin().getLocWithOffset(int(Before.size()));
  return replace(CharSourceRange::getCharRange(Begin, Text->Range.getEnd()),
                 std::string(IsOperand ? "" : ")") +
                     (IsOperand && !IsBeside ? "* (" : " * (") + Factor +
                     " + " + std::to_string(Sum) + ")",
                 Context, Into);
}

/// `a | b` as `a + b`.
llvm::Error IndexEditor::editSum(const BinaryOperator *Or, Fix &Into) {
  if (llvm::Error E =
          editableRange(Or, Map, Context, alikeIn(Into)).takeError())
    return E;
  const auto Text = spellingOf(Or->getSourceRange(), Context);
  // It may be spelled `bitor`.
  llvm::Expected<CharSourceRange> Operator = operatorIn(*Text, Or, Context);
  if (!Operator)
    return Operator.takeError();
  for (const Expr *Operand : {Or->getLHS(), Or->getRHS()}) {
    if (Map.mayOverload(Operand))
      return obstacle(ObstacleKind::OverloadedOperator);
    const auto *Binary = dyn_cast<BinaryOperator>(Operand->IgnoreImpCasts());
    const bool IsSum = Operand == Or->getLHS() && Binary &&
                       (Binary->isAdditiveOp() || S.Sums.contains(Binary));
    // What a macro is given may be anything.
    const bool IsBeside = isSpelledBeside(Operand, Or, Context);
    if (IsBeside && (!Binary || isProduct(Operand) || IsSum))
      continue;
    if (!IsBeside)
      return obstacle(ObstacleKind::MacroBody);
    if (llvm::Error E =
            surround(Operand, "(", ")", Map, Context, Into, alikeIn(Into)))
      return E;
  }
  return replace(*Operator, "+", Context, Into);
}

/// What stands around a load, and the load or what it is converted to.
static std::pair<const Stmt *, const Expr *> aroundLoad(const Expr *Load,
                                                        const SourceMap &Map) {
  const Expr *Part = Load;
  for (llvm::ArrayRef<SourceParent> Parents = Map.parentsOf(Part);
       !Parents.empty(); Parents = Map.parentsOf(Part)) {
    const Stmt *Around = Parents[0].Statement;
    const auto *Cast = llvm::dyn_cast_or_null<ImplicitCastExpr>(Around);
    if (!Cast)
      return {Around, Part};
    Part = Cast;
  }
  return {nullptr, Part};
}

/// Whether a value needs parentheses where a variable was.
static bool needsParens(const Expr *Load, const Expr *Value,
                        const SourceMap &Map, bool IsProduct, bool IsCast) {
  if (!IsCast && isOneOperand(Value))
    return false;
  const auto [Around, Part] = aroundLoad(Load, Map);
  if (!Around || isa<ParenExpr, ReturnStmt>(Around))
    return false;
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(Around))
    return Subscript->getRHS() != Part;
  if (IsCast)
    return false;
  const auto *Binary = dyn_cast<BinaryOperator>(Around);
  return !Binary || !Binary->isAdditiveOp() || !IsProduct;
}

/// The loads in a value that are written out there.
llvm::Error IndexEditor::editLoads(const VarDecl *Around) {
  const SourceRange Range = Around->getInit()->getSourceRange();
  for (const auto &[Load, Value] : S.Written)
    if (Value.IsInValue && !(Load->getBeginLoc() < Range.getBegin()) &&
        !(Range.getEnd() < Load->getBeginLoc()))
      if (llvm::Error E = writeOut(Load, Value.Variable, InValues))
        return E;
  return llvm::Error::success();
}

llvm::Expected<std::string> IndexEditor::textOfValue(const VarDecl *D) {
  if (llvm::Error E = editLoads(D))
    return std::move(E);
  const Expr *Init = D->getInit();
  llvm::Expected<CharSourceRange> Range = editableRange(Init, Map, Context);
  if (!Range)
    return Range.takeError();
  const SourceManager &Sources = Context.getSourceManager();
  std::string Text =
      Lexer::getSourceText(*Range, Sources, Context.getLangOpts()).str();
  const std::string File = pointOf(Range->getBegin(), Context).File;
  const unsigned Begin = Sources.getFileOffset(Range->getBegin());
  const unsigned End = Sources.getFileOffset(Range->getEnd());
  std::vector<Edit> Inner;
  llvm::copy_if(InValues.Edits, std::back_inserter(Inner), [&](const Edit &E) {
    return E.File == File && E.OffsetBytes >= Begin &&
           E.OffsetBytes + E.LengthBytes <= End;
  });
  llvm::sort(Inner);
  for (const Edit &E : llvm::reverse(Inner))
    Text.replace(E.OffsetBytes - Begin, E.LengthBytes, E.Text);
  // One line, as it is part of another.
  std::string Line;
  for (char C : Text)
    if (!isWhitespace(C))
      Line += C;
    else if (!Line.empty() && Line.back() != ' ')
      Line += ' ';
  return Line;
}

llvm::Error IndexEditor::writeOut(const Expr *Load, const VarDecl *D,
                                  Fix &Into) {
  if (Map.mayOverload(D->getInit()))
    return obstacle(ObstacleKind::OverloadedOperator);
  llvm::Expected<std::string> Text = textOfValue(D);
  if (!Text)
    return Text.takeError();
  llvm::Expected<CharSourceRange> Range = editableRange(Load, Map, Context);
  if (!Range)
    return Range.takeError();
  const Expr *Init = D->getInit();
  const bool IsCast = needsCast(Load, D, Map, Context);
  if (IsCast)
    *Text = "(" +
            D->getType().getCanonicalType().getUnqualifiedType().getAsString(
                Context.getPrintingPolicy()) +
            ")" + (isOneOperand(Init) ? *Text : "(" + *Text + ")");
  if (needsParens(Load, Init, Map, isProduct(Init), IsCast))
    *Text = "(" + *Text + ")";
  return replace(*Range, *Text, Context, Into);
}

llvm::Error IndexEditor::run(Fix &Out) {
  for (const auto &[Factor, How] : S.Factors) {
    const int64_t Sum = ExtraBytes / How.ElementBytes * How.Rows;
    Fix &Into = How.IsInValue ? InValues : Out;
    const auto *Shift = How.IsShift ? cast<BinaryOperator>(Factor) : nullptr;
    if (llvm::Error E =
            Shift ? editShift(Shift, Sum, Into)
                  : addToFactor(Factor, Sum, Map, Context, Into, alikeIn(Into)))
      return E;
  }
  for (const auto &[Or, IsInValue] : S.Sums)
    if (llvm::Error E = editSum(Or, IsInValue ? InValues : Out))
      return E;
  for (const auto &[Load, Value] : S.Written)
    if (!Value.IsInValue)
      if (llvm::Error E = writeOut(Load, Value.Variable, Out))
        return E;
  return llvm::Error::success();
}

llvm::Error banklint::editIndices(const RowStride &S, int64_t ExtraBytes,
                                  const MacroText &Alike, const SourceMap &Map,
                                  const ASTContext &Context, Fix &Out) {
  return IndexEditor(S, ExtraBytes, Alike, Map, Context).run(Out);
}
