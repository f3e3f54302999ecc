//===- Multiples.cpp - Sums that are a multiple of one number ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FactorFinder.h"
#include "Syntax/SameText.h"
#include "llvm/ADT/Hashing.h"

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;
using llvm::isa;
using llvm::SmallVector;
using llvm::SmallVectorImpl;

/// Whether two expressions are written alike, or are the same constant.
bool FactorFinder::isWritten(const Expr *A, const Expr *B) const {
  const std::optional<llvm::APSInt> OfA = constantOf(A), OfB = constantOf(B);
  if (OfA && OfB)
    return llvm::APSInt::isSameValue(*OfA, *OfB);
  return areSameTextWithin(A, B, Context);
}

/// Whether the compiler knows that a number has none of the bits of a constant:
/// it is a product with a greater power of two.
bool FactorFinder::isMultipleOf(const Expr *Number, const llvm::APSInt &Bits,
                                unsigned Depth) const {
  Number = Number->IgnoreParenImpCasts();
  if (Depth == MostDepth || Bits.isNegative())
    return false;
  if (const auto *Binary = dyn_cast<BinaryOperator>(Number)) {
    const std::optional<llvm::APSInt> Right = constantOf(Binary->getRHS()),
                                      Left = constantOf(Binary->getLHS());
    auto IsAbove = [&](uint64_t Factor) {
      return Factor && Bits.getLimitedValue() < (Factor & (0 - Factor));
    };
    switch (Binary->getOpcode()) {
    case BO_Mul:
      return (Right && IsAbove(Right->getLimitedValue())) ||
             (Left && IsAbove(Left->getLimitedValue()));
    case BO_Shl:
      return Right && Right->getLimitedValue(64) < 63 &&
             IsAbove(uint64_t(1) << Right->getZExtValue());
    case BO_And:
      return (Right || Left) &&
             ((Right ? *Right : *Left).extOrTrunc(64).getZExtValue() &
              Bits.getLimitedValue()) == 0;
    case BO_Add:
    case BO_Or:
      return isMultipleOf(Binary->getLHS(), Bits, Depth + 1) &&
             isMultipleOf(Binary->getRHS(), Bits, Depth + 1);
    default:
      return false;
    }
  }
  if (const std::optional<llvm::APSInt> Value = constantOf(Number))
    return (Value->extOrTrunc(64).getZExtValue() & Bits.getLimitedValue()) == 0;
  const Expr *Value = valueOf(Number);
  return Value && isMultipleOf(Value, Bits, Depth + 1);
}

/// t - t % 4 and t - (t & 3), of which LLVM makes t & ~3. Of a variable that
/// stands for the rest, which may be of use elsewhere, that is open.
std::optional<NumberFactors> FactorFinder::ofRounded(const BinaryOperator &E,
                                                     unsigned Depth) const {
  if (E.getOpcode() != BO_Sub)
    return std::nullopt;
  const Expr *Rest = E.getRHS()->IgnoreParenImpCasts();
  const Expr *Value = valueOf(Rest);
  const auto *Part =
      dyn_cast<BinaryOperator>(Value ? Value->IgnoreParenImpCasts() : Rest);
  const std::optional<llvm::APSInt> By =
      Part ? constantOf(Part->getRHS()) : std::nullopt;
  if (!By || By->isNegative() || !isWritten(E.getLHS(), Part->getLHS()))
    return std::nullopt;
  const uint64_t Bits = Part->getOpcode() == BO_Rem
                            ? (By->isPowerOf2() ? By->getLimitedValue() - 1 : 0)
                        : Part->getOpcode() == BO_And ? By->getLimitedValue()
                                                      : 0;
  if (!Bits || (Bits & (Bits + 1)) != 0)
    return std::nullopt;
  NumberFactors Result = masked({}, ~Bits);
  Result.IsRounded = true;
  if (Value)
    Result.ZeroBitsInDoubt = 0;
  return Result;
}

/// A number and what it is multiplied by: m * 33, m << 5, m + m.
std::pair<const Expr *, int64_t>
FactorFinder::multipleOf(const Expr *E, unsigned Depth) const {
  E = E->IgnoreParens();
  while (const auto *Cast = dyn_cast<ImplicitCastExpr>(E)) {
    const QualType From = Cast->getSubExpr()->getType();
    // What an extended sign hides, a product of it hides.
    if (Cast->getCastKind() == CK_IntegralCast &&
        From->isSignedIntegerOrEnumerationType() &&
        Context.getTypeSize(From) < 32)
      return {E, 1};
    E = Cast->getSubExpr()->IgnoreParens();
  }
  if (Depth == MostDepth)
    return {E, 1};
  if (const Expr *Value = valueOf(E))
    if (const auto [Of, By] = multipleOf(Value, Depth + 1);
        isa<DeclRefExpr>(Of))
      return {Of, By};
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  if (!Binary)
    return {E, 1};
  const std::optional<llvm::APSInt> Right = constantOf(Binary->getRHS()),
                                    Left = constantOf(Binary->getLHS());
  if (Binary->getOpcode() == BO_Mul && (Right || Left)) {
    const auto [Of, By] =
        multipleOf(Right ? Binary->getLHS() : Binary->getRHS(), Depth + 1);
    return {Of,
            int64_t(uint64_t(By) *
                    (Right ? *Right : *Left).extOrTrunc(64).getZExtValue())};
  }
  if (!Binary->isAdditiveOp())
    return {E, 1};
  const auto [OfA, ByA] = multipleOf(Binary->getLHS(), Depth + 1);
  const auto [OfB, ByB] = multipleOf(Binary->getRHS(), Depth + 1);
  if (!isWritten(OfA, OfB))
    return {E, 1};
  return {OfA, Binary->getOpcode() == BO_Add
                   ? int64_t(uint64_t(ByA) + uint64_t(ByB))
                   : int64_t(uint64_t(ByA) - uint64_t(ByB))};
}

/// m * 33 + m, of which LLVM makes m * 34.
std::optional<NumberFactors> FactorFinder::ofMultiples(const BinaryOperator &E,
                                                       unsigned Depth) const {
  const auto [Of, By] = multipleOf(&E, Depth);
  if (Of == E.IgnoreParenImpCasts() || By == 0 || constantOf(Of))
    return std::nullopt;
  return multipliedBy(ofNumber(Of, Depth + 1), llvm::APSInt::get(By));
}

/// The numbers that a sum is made of, without constants and what they do to the
/// numbers: `x` and `y` of `(x + 1) * 33 + y * 4`, `n` of `n % 4`.
void FactorFinder::addAddends(const Expr *E,
                              SmallVectorImpl<const Expr *> &Addends,
                              unsigned Depth) const {
  E = E->IgnoreParenImpCasts();
  if (Depth == MostDepth || isConstant(E))
    return;
  if (const Expr *Of = multipleOf(E, Depth).first->IgnoreParenImpCasts();
      Of != E)
    return addAddends(Of, Addends, Depth + 1);
  if (const auto *Binary = dyn_cast<BinaryOperator>(E)) {
    const bool IsOfConstant = constantOf(Binary->getRHS()).has_value();
    switch (Binary->getOpcode()) {
    case BO_Sub:
      if (ofRounded(*Binary, Depth))
        break;
      [[fallthrough]];
    case BO_Add:
    case BO_Mul:
      addAddends(Binary->getLHS(), Addends, Depth + 1);
      return addAddends(Binary->getRHS(), Addends, Depth + 1);
    case BO_Shl:
    case BO_Rem:
    case BO_And:
      if (IsOfConstant)
        return addAddends(Binary->getLHS(), Addends, Depth + 1);
      break;
    default:
      break;
    }
  }
  if (const Expr *Value = valueOf(E))
    if (const auto *Made =
            dyn_cast<BinaryOperator>(Value->IgnoreParenImpCasts());
        Made && (Made->isAdditiveOp() || Made->isMultiplicativeOp()))
      return addAddends(Made, Addends, Depth + 1);
  Addends.push_back(E);
}

/// Whether sums have one number in them twice, with something in between that
/// keeps LLVM from making one multiple of both: `x * 33 + y * 4 + x`. What
/// divides x * 34 + y * 4 is then hidden or not, as LLVM orders the sum.
bool FactorFinder::addOneTwice(llvm::ArrayRef<const Expr *> Sums) const {
  SmallVector<const Expr *, 8> Addends;
  for (const Expr *Sum : Sums)
    addAddends(Sum, Addends, /*Depth=*/0);
  if (Addends.size() > MostAddends)
    return true;
  for (size_t I = 1; I < Addends.size(); ++I)
    for (size_t J = 0; J != I; ++J)
      if (isWritten(Addends[I], Addends[J]))
        return true;
  return false;
}

static bool isCommutative(BinaryOperatorKind Op) {
  return Op == BO_Add || Op == BO_Mul || Op == BO_And || Op == BO_Or ||
         Op == BO_Xor;
}

/// Of what an expression computes, whatever names its parts have.
uint64_t FactorFinder::hashOf(const Expr *E, unsigned &Budget) const {
  E = E->IgnoreParenCasts();
  if (Budget == 0)
    return 0;
  --Budget;
  if (const std::optional<llvm::APSInt> Number = constantOf(E))
    return llvm::hash_combine(Number->extOrTrunc(64).getZExtValue());
  if (const Expr *Value = valueOf(E))
    return hashOf(Value, Budget);
  if (const auto *Binary = dyn_cast<BinaryOperator>(E)) {
    const uint64_t A = hashOf(Binary->getLHS(), Budget),
                   B = hashOf(Binary->getRHS(), Budget);
    return isCommutative(Binary->getOpcode())
               ? llvm::hash_combine(Binary->getOpcode(), A + B, A ^ B)
               : llvm::hash_combine(Binary->getOpcode(), A, B);
  }
  const bool IsName = isa<DeclRefExpr, MemberExpr, PseudoObjectExpr>(E);
  if (!IsName && !E->children().empty()) {
    uint64_t Result = llvm::hash_combine(E->getStmtClass());
    if (const auto *Unary = dyn_cast<UnaryOperator>(E))
      Result = llvm::hash_combine(Result, Unary->getOpcode());
    for (const Stmt *Child : E->children())
      if (const auto *Part = llvm::dyn_cast_or_null<Expr>(Child))
        Result = llvm::hash_combine(Result, hashOf(Part, Budget));
    return Result;
  }
  return textOf(E, Context).ComputeHash();
}

/// Of a sum in an index, without the order of what it adds.
uint64_t FactorFinder::operationsOf(const Expr *E, unsigned &Budget) const {
  E = E->IgnoreParenCasts();
  if (isConstant(E) || Budget == 0)
    return 0;
  --Budget;
  if (const auto *Binary = dyn_cast<BinaryOperator>(E)) {
    const bool ByConstant = isConstant(Binary->getRHS());
    const bool OfConstant = isConstant(Binary->getLHS());
    switch (Binary->getOpcode()) {
    case BO_Shl:
      if (!ByConstant)
        break;
      [[fallthrough]];
    case BO_Add:
    case BO_Sub:
      return operationsOf(Binary->getLHS(), Budget) +
             operationsOf(Binary->getRHS(), Budget);
    case BO_Mul:
      if (!ByConstant && !OfConstant)
        break;
      return operationsOf(ByConstant ? Binary->getLHS() : Binary->getRHS(),
                          Budget);
    default:
      break;
    }
    return hashOf(E, Budget);
  }
  if (const Expr *Value = valueOf(E))
    return operationsOf(Value, Budget);
  if (const auto *Unary = dyn_cast<UnaryOperator>(E);
      Unary && (Unary->getOpcode() == UO_Minus || Unary->getOpcode() == UO_Not))
    return operationsOf(Unary->getSubExpr(), Budget);
  if (isa<CallExpr, AbstractConditionalOperator>(E))
    return hashOf(E, Budget);
  return operationsOfSettings(E, Budget);
}

/// Of what a variable that is set again, or a part of one, may be made of.
uint64_t FactorFinder::operationsOfSettings(const Expr *Part,
                                            unsigned &Budget) const {
  while (isa<MemberExpr, ArraySubscriptExpr>(Part)) {
    const auto *Member = dyn_cast<MemberExpr>(Part);
    Part = (Member ? Member->getBase()
                   : llvm::cast<ArraySubscriptExpr>(Part)->getBase())
               ->IgnoreParenCasts();
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(Part);
  const auto *Variable = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!Variable || !Variable->hasLocalStorage() ||
      Variable->getType()->isReferenceType())
    return 0;
  uint64_t Result = 0;
  auto Add = [&](const Stmt *Assigned) {
    const auto *E = llvm::dyn_cast_or_null<Expr>(Assigned);
    if (const auto *List = llvm::dyn_cast_or_null<InitListExpr>(E))
      for (const Expr *Each : List->inits())
        Result += operationsOf(Each, Budget);
    else if (E && E->getType()->isIntegralOrEnumerationType())
      Result += operationsOf(E, Budget);
  };
  Add(Variable->getInit());
  for (const VariableSetting *Setting : Known.settingsBefore(*Variable, *Ref))
    Add(Setting->Assigned);
  return Result;
}
