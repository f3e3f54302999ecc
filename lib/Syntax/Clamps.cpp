//===- Clamps.cpp - The smaller or the larger of two numbers -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FactorFinder.h"

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;
using llvm::isa;

NumberFactors FactorFinder::ofClamp(Clamp How, NumberFactors Factors) const {
  if (How == Clamp::None)
    return Factors;
  Factors.ZeroBitsInDoubt = 0;
  if (How == Clamp::All)
    Factors.ZeroBits = 0;
  Factors.HasClamp = true;
  return Factors;
}

/// `IsVariable`: of the numbers that are compared one is a variable, and not
/// what it is made of.
Clamp FactorFinder::clampOf(const Expr *Condition, const Expr *True,
                            const Expr *False, bool IsVariable) const {
  const auto *Compared =
      dyn_cast<BinaryOperator>(Condition->IgnoreParenImpCasts());
  if (!Compared || !Compared->isRelationalOp())
    return Clamp::None;
  const Expr *A = Compared->getLHS(), *B = Compared->getRHS();
  BinaryOperatorKind Is = Compared->getOpcode();
  if (constantOf(A)) {
    std::swap(A, B);
    Is = BinaryOperator::reverseComparisonOp(Is);
  }
  const std::optional<llvm::APSInt> Limit = constantOf(B);
  const bool IsUnsigned = A->getType()->isUnsignedIntegerOrEnumerationType();
  if (IsUnsigned && Limit && Limit->isZero())
    return Clamp::None; // it decides nothing
  const bool IsNarrow = Context.getTypeSize(A->getType()) <= 32;
  bool IsSame = (isWritten(A, True) && isWritten(B, False)) ||
                (isWritten(B, True) && isWritten(A, False));
  bool IsStrict = Is == BO_LT || Is == BO_GT;
  if (Limit && !IsUnsigned) {
    // As i < c or i > c: of a sum with a constant, and with the next number.
    int64_t Than = Limit->extOrTrunc(64).getExtValue();
    if (!IsStrict)
      Than += Is == BO_LE ? 1 : -1;
    const Expr *Number = withoutConstant(A, Than);
    const Expr *Other = isWritten(Number, True) ? False : True;
    const std::optional<llvm::APSInt> Chosen = constantOf(Other);
    const bool IsClamp =
        (isWritten(Number, True) || isWritten(Number, False)) && Chosen &&
        Chosen->extOrTrunc(64) == Than;
    IsStrict = IsClamp;
    IsSame |= IsClamp;
  }
  if (!IsSame)
    return Clamp::None;
  if (IsUnsigned && IsNarrow)
    return Clamp::All;
  // LLVM divides both sides of 2 * t < 60.
  return IsStrict && (IsVariable || constantOf(True)) && IsNarrow ? Clamp::All
                                                                  : Clamp::Open;
}

/// The number that a sum adds a constant to, which goes to the other side of a
/// comparison.
const Expr *FactorFinder::withoutConstant(const Expr *Sum,
                                          int64_t &Than) const {
  const auto *Binary = dyn_cast<BinaryOperator>(Sum->IgnoreParenImpCasts());
  if (!Binary || !Binary->isAdditiveOp())
    return Sum;
  const std::optional<llvm::APSInt> Added = constantOf(Binary->getRHS());
  if (!Added)
    return Sum;
  const int64_t By = Added->extOrTrunc(64).getExtValue();
  Than += Binary->getOpcode() == BO_Sub ? By : -By;
  return Binary->getLHS();
}

NumberFactors FactorFinder::ofChoice(const ConditionalOperator &E,
                                     unsigned Depth) const {
  auto IsNamed = [&](const Expr *Side) {
    return isa<DeclRefExpr>(Side->IgnoreParenImpCasts()) || isConstant(Side);
  };
  const Expr *True = E.getTrueExpr(), *False = E.getFalseExpr();
  return ofClamp(
      clampOf(E.getCond(), True, False, IsNamed(True) && IsNamed(False)),
      bitsOf(ofNumber(True, Depth), ofNumber(False, Depth)));
}

/// What a number is at most, as far as masks tell.
std::optional<uint64_t> FactorFinder::boundOf(const Expr *Number,
                                              unsigned Depth) const {
  Number = Number->IgnoreParenImpCasts();
  if (Depth == MostDepth)
    return std::nullopt;
  if (const std::optional<llvm::APSInt> Value = constantOf(Number))
    return Value->isNegative() ? std::nullopt
                               : std::optional(Value->getLimitedValue(1 << 30));
  if (const auto *Binary = dyn_cast<BinaryOperator>(Number)) {
    const std::optional<uint64_t> A = boundOf(Binary->getLHS(), Depth + 1),
                                  B = boundOf(Binary->getRHS(), Depth + 1);
    constexpr uint64_t Most = 1 << 15; // so that nothing overflows
    switch (Binary->getOpcode()) {
    case BO_And:
      return A && B ? std::min(A, B) : A ? A : B;
    case BO_Add:
      return A && B ? std::optional(*A + *B) : std::nullopt;
    case BO_Mul:
      return A && B && *A < Most && *B < Most ? std::optional(*A * *B)
                                              : std::nullopt;
    case BO_Rem:
      return B && *B && signOf(Binary->getLHS(), Depth) == Sign::NeverNegative
                 ? std::optional(*B - 1)
                 : std::nullopt;
    default:
      return std::nullopt;
    }
  }
  const Expr *Value = valueOf(Number);
  return Value ? boundOf(Value, Depth + 1) : std::nullopt;
}

/// Whether a call gives the smaller of two numbers, or the larger; none where
/// it gives something else.
static std::optional<bool> isMinOrMax(const CallExpr &E) {
  const FunctionDecl *Callee = E.getDirectCallee();
  const IdentifierInfo *Name = Callee ? Callee->getIdentifier() : nullptr;
  if (!Name || E.getNumArgs() != 2)
    return std::nullopt;
  if (llvm::is_contained({"min", "umin", "llmin", "ullmin"}, Name->getName()))
    return true;
  if (llvm::is_contained({"max", "umax", "llmax", "ullmax"}, Name->getName()))
    return false;
  return std::nullopt;
}

/// Whether some code has the smaller or larger of two numbers in it.
Clamp FactorFinder::clampIn(const Stmt *S) const {
  if (!S)
    return Clamp::None;
  Clamp Result = Clamp::None;
  if (const auto *Choice = dyn_cast<ConditionalOperator>(S))
    Result = clampOf(Choice->getCond(), Choice->getTrueExpr(),
                     Choice->getFalseExpr(), /*IsVariable=*/true);
  else if (const auto *Call = dyn_cast<CallExpr>(S); Call && isMinOrMax(*Call))
    Result = Clamp::All;
  else if (const auto *If = dyn_cast<IfStmt>(S)) // that gives back one of both
    if (const auto *Compared =
            dyn_cast<BinaryOperator>(If->getCond()->IgnoreParenImpCasts());
        Compared && Compared->isRelationalOp())
      Result = Clamp::Open;
  for (const Stmt *Child : S->children())
    Result = std::max(Result, clampIn(Child));
  return Result;
}

/// Of a function that gives back the smaller or larger of two numbers.
std::optional<NumberFactors>
FactorFinder::ofResult(const FunctionDecl &Callee) const {
  const auto *Body = llvm::dyn_cast_or_null<CompoundStmt>(Callee.getBody());
  const Clamp Found = clampIn(Body);
  if (Found == Clamp::None)
    return std::nullopt;
  return ofClamp(Body->size() == 1 ? Found : Clamp::Open, {});
}

/// Of min(2 * t, 60), and of the larger one.
std::optional<NumberFactors> FactorFinder::ofSmaller(const CallExpr &E,
                                                     unsigned Depth) const {
  const FunctionDecl *Callee = E.getDirectCallee();
  if (!Callee ||
      !E.getType().getNonReferenceType()->isIntegralOrEnumerationType())
    return std::nullopt;
  const std::optional<bool> IsMin = isMinOrMax(E);
  // A product of its own kind: machine code sees no factor of it.
  if (const IdentifierInfo *Name = Callee->getIdentifier();
      Name && (Name->isStr("__mul24") || Name->isStr("__brev")))
    return ofClamp(Clamp::All, {});
  if (!IsMin)
    return ofResult(*Callee);
  const Expr *A = E.getArg(0), *B = E.getArg(1);
  if (constantOf(A))
    std::swap(A, B);
  const NumberFactors OfA = ofNumber(A, Depth), OfB = ofNumber(B, Depth);
  // One that never decides is none.
  const std::optional<uint64_t> Bound = boundOf(A, Depth),
                                Limit = boundOf(B, Depth);
  if (*IsMin && Bound && Limit && constantOf(B) && *Bound <= *Limit)
    return OfA;
  const QualType Type = E.getType().getNonReferenceType();
  const bool IsWide = Context.getTypeSize(Type) > 32;
  return ofClamp(IsWide ? Clamp::Open : Clamp::All, bitsOf(OfA, OfB));
}
