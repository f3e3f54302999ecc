//===- HiddenFactors.cpp - What the compiler loses of an alignment --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FactorFinder.h"

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;
using llvm::isa;

static SeenFactors noFactors() {
  SeenFactors Result;
  Result.Terms = 0;
  return Result;
}

static NumberFactors constant(std::optional<llvm::APSInt> Value) {
  NumberFactors Result = noFactors();
  Result.Offset = Value ? std::optional(Value->extOrTrunc(64).getZExtValue())
                        : std::nullopt;
  return Result;
}

/// Of a number whose factors are done with: it goes into a sum, or says how far
/// an element is.
static SeenFactors settle(const NumberFactors &Number) {
  SeenFactors Result = Number;
  const Loss Lost = std::max(Number.lossOfDifference(), Number.Extension);
  if (Lost == Loss::None)
    return Result;
  Result.ZeroBitsInDoubt = 0;
  ++Result.Losses;
  if (Lost == Loss::All)
    Result.ZeroBits = 0;
  return Result;
}

static SeenFactors sumOf(const SeenFactors &A, const SeenFactors &B) {
  SeenFactors Result;
  Result.ZeroBits = std::min(A.ZeroBits, B.ZeroBits);
  Result.ZeroBitsInDoubt = std::min(A.ZeroBitsInDoubt, B.ZeroBitsInDoubt);
  Result.Terms = A.Terms + B.Terms;
  Result.HasProduct = A.HasProduct || B.HasProduct;
  Result.Losses = A.Losses + B.Losses;
  Result.HasClamp = A.HasClamp || B.HasClamp;
  return Result;
}

static NumberFactors addNumbers(const NumberFactors &A,
                                const NumberFactors &B) {
  if (A.Terms != 0 && B.Terms != 0)
    return sumOf(settle(A), settle(B));
  NumberFactors Result = A.Terms != 0 ? A : B;
  Result.Offset = A.Offset && B.Offset ? std::optional(*A.Offset + *B.Offset)
                                       : std::nullopt;
  return Result;
}

static NumberFactors negate(NumberFactors Number) {
  Number.IsNegated = !Number.IsNegated;
  if (Number.Offset)
    Number.Offset = 0 - *Number.Offset;
  return Number;
}

/// A number made of others in another way, as a quotient.
static SeenFactors madeOf(const SeenFactors &A, const SeenFactors &B) {
  SeenFactors Result;
  Result.HasClamp = A.HasClamp || B.HasClamp;
  if (A.isHidden() || B.isHidden())
    Result.ZeroBitsInDoubt = 0;
  return Result;
}

static unsigned addBits(unsigned Bits, unsigned More) {
  return Bits == SeenFactors::All ? Bits
                                  : std::min(Bits + More, SeenFactors::All - 1);
}

NumberFactors banklint::multipliedBy(NumberFactors Of, const llvm::APSInt &By) {
  const unsigned Bits = By.isZero() ? 0 : By.countr_zero();
  if (By.isPowerOf2() && Bits < 64) {
    // What else the kernel multiplies is not looked for.
    if (Bits && Of.IsName && Of.IsNegated && Of.Offset != 0)
      Of.Extension = std::max(Of.Extension, Loss::Open);
    if (Of.MaskedBits != ~uint64_t(0))
      Of.MaskedBits <<= Bits;
    if (Of.Offset)
      *Of.Offset <<= Bits;
  } else {
    // A multiplication is left, and machine code sees what it is by.
    Of.IsMasked = false;
    Of.Extension = Loss::None;
  }
  Of.IsName = false;
  Of.ZeroBits = addBits(Of.ZeroBits, Bits);
  Of.ZeroBitsInDoubt = Of.StaysOpen ? 0 : addBits(Of.ZeroBitsInDoubt, Bits);
  if (!Of.HasProduct)
    Of.Terms = std::min(Of.Terms, 1u);
  Of.HasProduct = true;
  return Of;
}

NumberFactors FactorFinder::ofNumber(const Expr *Number, unsigned Depth) const {
  Number = Number->IgnoreParens();
  if (Depth == MostDepth)
    return {};
  if (std::optional<llvm::APSInt> Value = constantOf(Number))
    return constant(Value);
  if (Known.isConstant(Number))
    return constant(std::nullopt);
  if (const auto *Cast = dyn_cast<CastExpr>(Number))
    return Cast->getType()->isIntegralOrEnumerationType() &&
                   Cast->getSubExpr()->getType()->isIntegralOrEnumerationType()
               ? ofExtension(*Cast, Depth + 1)
               : NumberFactors();
  if (const auto *Unary = dyn_cast<UnaryOperator>(Number))
    return ofUnary(*Unary, Depth + 1);
  if (const auto *Binary = dyn_cast<BinaryOperator>(Number))
    return ofBinary(*Binary, Depth + 1);
  if (const auto *Choice = dyn_cast<ConditionalOperator>(Number))
    return ofChoice(*Choice, Depth + 1);
  if (const auto *Call = dyn_cast<CallExpr>(Number))
    if (std::optional<NumberFactors> Smaller = ofSmaller(*Call, Depth + 1))
      return *Smaller;
  if (const Expr *Value = valueOf(Number))
    return ofNumber(Value, Depth + 1);
  return ofName(Number, Depth + 1);
}

/// Of a variable that is set again: where that clamps it, as in `if (i > 60) i
/// = 60`.
NumberFactors FactorFinder::ofName(const Expr *Name, unsigned Depth) const {
  NumberFactors Result;
  Result.IsName = true;
  const auto *Ref = dyn_cast<DeclRefExpr>(Name->IgnoreParenImpCasts());
  const auto *Variable = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!Variable || !Variable->hasLocalStorage())
    return Result;
  for (const VariableSetting *Setting : Known.settingsBefore(*Variable, *Ref)) {
    const auto *To = llvm::dyn_cast_or_null<Expr>(Setting->Assigned);
    if (!To || !To->getType()->isIntegralOrEnumerationType())
      continue;
    if (Setting->Conditions.size() == 1) {
      const Clamp How = clampOf(Setting->Conditions.front(), To, Ref,
                                /*IsVariable=*/true);
      // With more on that arm, a branch may be left.
      Result =
          ofClamp(Setting->IsAlone ? How : std::min(How, Clamp::Open), Result);
    }
    const Expr *Of = To->IgnoreParenImpCasts();
    if (isa<CallExpr, ConditionalOperator>(Of))
      Result = bitsOf(Result, ofNumber(Of, Depth));
    if (isa<ConditionalOperator>(Of)) // it may be taken away
      Result.ZeroBitsInDoubt = 0;
  }
  return Result;
}

NumberFactors FactorFinder::ofUnary(const UnaryOperator &E,
                                    unsigned Depth) const {
  if (!E.getSubExpr()->getType()->isIntegralOrEnumerationType())
    return {};
  switch (E.getOpcode()) {
  case UO_Plus:
    return ofNumber(E.getSubExpr(), Depth);
  case UO_Minus:
    return negate(ofNumber(E.getSubExpr(), Depth));
  case UO_Not: {
    NumberFactors Result = negate(ofNumber(E.getSubExpr(), Depth));
    if (Result.Offset)
      --*Result.Offset;
    return Result;
  }
  default:
    return {};
  }
}

NumberFactors FactorFinder::ofBinary(const BinaryOperator &E,
                                     unsigned Depth) const {
  if (E.isAssignmentOp() || E.isCommaOp() || E.isLogicalOp() ||
      !E.getLHS()->getType()->isIntegralOrEnumerationType() ||
      !E.getRHS()->getType()->isIntegralOrEnumerationType())
    return {};
  if (E.getOpcode() == BO_Rem)
    return ofRemainder(E, Depth);
  const NumberFactors A = ofNumber(E.getLHS(), Depth),
                      B = ofNumber(E.getRHS(), Depth);
  const std::optional<llvm::APSInt> Left = constantOf(E.getLHS()),
                                    Right = constantOf(E.getRHS());
  if (E.isAdditiveOp()) {
    if (std::optional<NumberFactors> Rounded = ofRounded(E, Depth))
      return *Rounded;
    if (std::optional<NumberFactors> Multiple = ofMultiples(E, Depth))
      return *Multiple;
  }
  switch (E.getOpcode()) {
  case BO_Add:
    return addNumbers(A, B);
  case BO_Or: {
    NumberFactors Result = addNumbers(A, B);
    // Whose bits it sets is known of multiples alone.
    if (Right && !isMultipleOf(E.getLHS(), *Right, Depth))
      Result.ZeroBits = Result.ZeroBitsInDoubt = 0;
    return Result;
  }
  case BO_Sub: {
    // Which differences are left depends on how LLVM orders the sum.
    NumberFactors Result = addNumbers(A, negate(B));
    if (B.Terms != 0)
      Result.ZeroBitsInDoubt = 0;
    return Result;
  }
  case BO_Mul:
    // LLVM makes bits of the sign of such a comparison.
    if (E.getLHS()->IgnoreParenImpCasts()->isKnownToHaveBooleanValue() ||
        E.getRHS()->IgnoreParenImpCasts()->isKnownToHaveBooleanValue()) {
      NumberFactors Result =
          multipliedBy(Right ? A : B, Right  ? *Right
                                      : Left ? *Left
                                             : llvm::APSInt::get(1));
      Result.ZeroBitsInDoubt = 0;
      return Result;
    }
    if (Right)
      return multipliedBy(A, *Right);
    if (Left)
      return multipliedBy(B, *Left);
    break;
  case BO_Shl:
    if (Right && !Right->isNegative() && Right->getLimitedValue(64) < 63)
      return multipliedBy(
          A, llvm::APSInt::getUnsigned(uint64_t(1) << Right->getZExtValue()));
    break;
  case BO_Div:
  case BO_Shr: {
    NumberFactors Result = madeOf(A, B);
    Result.StaysOpen = Result.HasClamp;
    if (Right && (E.getOpcode() == BO_Shr || Right->isPowerOf2()))
      return masked(Result, ~uint64_t(0));
    return Result;
  }
  case BO_And: {
    NumberFactors Result = bitsOf(A, B);
    if (!Right && !Left)
      return Result;
    const uint64_t Bits = (Right ? Right : Left)->extOrTrunc(64).getZExtValue();
    if (Result.HasClamp) {
      Result.ZeroBits =
          std::max(Result.ZeroBits, unsigned(llvm::countr_zero(Bits)));
      Result.StaysOpen = true;
    }
    return masked(Result, Bits);
  }
  case BO_Xor: {
    NumberFactors Result = bitsOf(A, B);
    if (std::max(A.Extension, B.Extension) != Loss::None)
      Result.Extension = Loss::Open;
    return Result;
  }
  default:
    break;
  }
  return madeOf(A, B);
}

SeenFactors FactorFinder::ofElement(const Expr *Base, const Expr *Index,
                                    QualType Element, unsigned Depth) {
  const SeenFactors From = ofPointer(Base, Depth);
  if (Element->isIncompleteType() || Element->isDependentType())
    return From;
  const uint64_t Bytes = Context.getTypeSizeInChars(Element).getQuantity();
  SeenFactors Step = settle(ofNumber(Index, Depth));
  const unsigned Bits = unsigned(llvm::countr_zero(Bytes));
  Step.ZeroBits = addBits(Step.ZeroBits, Bits);
  // Of two differences, what is left depends on how they are put together.
  Step.ZeroBitsInDoubt =
      Step.Losses > 1 ? 0 : addBits(Step.ZeroBitsInDoubt, Bits);
  Indices.push_back(Index);
  return sumOf(From, Step);
}

SeenFactors FactorFinder::find(const Expr &Place) {
  SeenFactors Result = ofPlace(&Place, /*Depth=*/0);
  // Rows and columns of a declared array are no sum to LLVM.
  const bool HasTwice = HasPointer
                            ? addOneTwice(Indices)
                            : llvm::any_of(Indices, [&](const Expr *Index) {
                                return addOneTwice(Index);
                              });
  if (HasTwice)
    Result.ZeroBitsInDoubt = 0;
  unsigned Budget = MostOperations;
  for (const Expr *Index : Indices)
    Result.Operations += operationsOf(Index, Budget);
  return Result;
}

SeenFactors FactorFinder::ofPlace(const Expr *Place, unsigned Depth) {
  Place = Place->IgnoreParens();
  if (Depth == MostDepth)
    return noFactors();
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(Place))
    return ofElement(Element->getBase(), Element->getIdx(), Element->getType(),
                     Depth + 1);
  if (const auto *Unary = dyn_cast<UnaryOperator>(Place);
      Unary && Unary->getOpcode() == UO_Deref)
    return ofPointer(Unary->getSubExpr(), Depth + 1);
  if (const auto *Member = dyn_cast<MemberExpr>(Place))
    return Member->isArrow() ? ofPointer(Member->getBase(), Depth + 1)
                             : ofPlace(Member->getBase(), Depth + 1);
  if (const auto *Cast = dyn_cast<CastExpr>(Place))
    return Cast->isGLValue() ? ofPlace(Cast->getSubExpr(), Depth + 1)
                             : noFactors();
  const auto *Named = dyn_cast<DeclRefExpr>(Place);
  if (Named && Named->getDecl()->getType()->isReferenceType())
    if (const Expr *To = valueOf(Named))
      return ofPlace(To, Depth + 1);
  return noFactors();
}

SeenFactors FactorFinder::ofPointer(const Expr *Pointer, unsigned Depth) {
  Pointer = Pointer->IgnoreParens();
  if (Depth == MostDepth)
    return noFactors();
  if (const auto *Cast = dyn_cast<CastExpr>(Pointer)) {
    if (Cast->getCastKind() == CK_ArrayToPointerDecay)
      return ofPlace(Cast->getSubExpr(), Depth + 1);
    HasPointer = true;
    return Cast->getSubExpr()->getType()->isPointerType()
               ? ofPointer(Cast->getSubExpr(), Depth + 1)
               : noFactors();
  }
  if (const auto *Unary = dyn_cast<UnaryOperator>(Pointer))
    return Unary->getOpcode() == UO_AddrOf
               ? ofPlace(Unary->getSubExpr(), Depth + 1)
               : noFactors();
  if (const auto *Binary = dyn_cast<BinaryOperator>(Pointer);
      Binary && Binary->isAdditiveOp()) {
    const Expr *Base = Binary->getLHS(), *Index = Binary->getRHS();
    if (!Base->getType()->isPointerType())
      std::swap(Base, Index);
    SeenFactors Result =
        ofElement(Base, Index, Pointer->getType()->getPointeeType(), Depth + 1);
    if (Binary->getOpcode() == BO_Sub && !isConstant(Index))
      Result.ZeroBitsInDoubt = 0;
    return Result;
  }
  HasPointer = true;
  const Expr *Value = valueOf(Pointer);
  return Value ? ofPointer(Value, Depth + 1) : noFactors();
}

SeenFactors banklint::factorsOfPlace(const Expr &Place,
                                     const CompileTime &Known,
                                     const ASTContext &Context) {
  return FactorFinder(Known, Context).find(Place);
}
