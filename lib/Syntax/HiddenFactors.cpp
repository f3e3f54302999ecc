//===- HiddenFactors.cpp - What the compiler loses of an alignment --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Syntax/HiddenFactors.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/APSInt.h"
#include <algorithm>

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;
using llvm::isa;

namespace {

/// Whether LLVM takes a number for one that is not negative.
enum class Sign { NeverNegative, MayBeNegative, Open };

/// Goes through a place and what it is made of.
class FactorFinder {
public:
  FactorFinder(const CompileTime &Known, const ASTContext &Context)
      : Known(Known), Context(Context) {}

  SeenFactors ofPlace(const Expr *Place, unsigned Depth = 0) const;

private:
  SeenFactors ofPointer(const Expr *Pointer, unsigned Depth) const;
  SeenFactors ofElement(const Expr *Base, const Expr *Index, QualType Element,
                        unsigned Depth) const;
  SeenFactors ofNumber(const Expr *Number, unsigned Depth) const;
  SeenFactors ofBinary(const BinaryOperator &E, unsigned Depth) const;
  SeenFactors ofRemainder(const BinaryOperator &E, unsigned Depth) const;
  Sign signOf(const Expr *Number, unsigned Depth) const;
  Sign signOfBinary(const BinaryOperator &E, unsigned Depth) const;

  const Expr *valueOf(const Expr *Name) const { return Known.valueOf(Name); }
  std::optional<llvm::APSInt> constantOf(const Expr *E) const;
  bool isConstant(const Expr *E) const {
    return constantOf(E) || Known.isConstant(E);
  }

  /// Names that stand for each other; what is deeper is not looked into.
  static constexpr unsigned MostDepth = 64;

  const CompileTime &Known;
  const ASTContext &Context;
};

} // namespace

std::optional<llvm::APSInt> FactorFinder::constantOf(const Expr *E) const {
  Expr::EvalResult Result;
  if (E->isValueDependent() || !E->getType()->isIntegralOrEnumerationType() ||
      !E->EvaluateAsInt(Result, Context))
    return std::nullopt;
  return Result.Val.getInt();
}

static SeenFactors constant() {
  SeenFactors Result;
  Result.Terms = 0;
  return Result;
}

static SeenFactors sumOf(const SeenFactors &A, const SeenFactors &B) {
  SeenFactors Result;
  Result.ZeroBits = std::min(A.ZeroBits, B.ZeroBits);
  Result.ZeroBitsInDoubt = std::min(A.ZeroBitsInDoubt, B.ZeroBitsInDoubt);
  Result.Terms = A.Terms + B.Terms;
  Result.HasProduct = A.HasProduct || B.HasProduct;
  return Result;
}

/// A number made of the bits of others: by ^ and &, or one of both.
static SeenFactors bitsOf(const SeenFactors &A, const SeenFactors &B) {
  SeenFactors Result;
  Result.ZeroBitsInDoubt = std::min(A.ZeroBitsInDoubt, B.ZeroBitsInDoubt);
  return Result;
}

/// A number made of others in another way, as a quotient.
static SeenFactors madeOf(const SeenFactors &A, const SeenFactors &B) {
  SeenFactors Result;
  if (A.isHidden() || B.isHidden())
    Result.ZeroBitsInDoubt = 0;
  return Result;
}

static unsigned addBits(unsigned Bits, unsigned More) {
  return Bits == SeenFactors::All ? Bits
                                  : std::min(Bits + More, SeenFactors::All - 1);
}

/// LLVM multiplies out sums that have a product among their terms:
/// (4 * a + b) * 8, not (a + b) * 8.
static SeenFactors multipliedBy(SeenFactors A, unsigned Bits) {
  A.ZeroBits = addBits(A.ZeroBits, Bits);
  A.ZeroBitsInDoubt = addBits(A.ZeroBitsInDoubt, Bits);
  if (!A.HasProduct)
    A.Terms = std::min(A.Terms, 1u);
  A.HasProduct = true;
  return A;
}

SeenFactors FactorFinder::ofNumber(const Expr *Number, unsigned Depth) const {
  Number = Number->IgnoreParens();
  if (Depth == MostDepth)
    return {};
  if (isConstant(Number))
    return constant();
  if (const auto *Cast = dyn_cast<CastExpr>(Number))
    return Cast->getType()->isIntegralOrEnumerationType() &&
                   Cast->getSubExpr()->getType()->isIntegralOrEnumerationType()
               ? ofNumber(Cast->getSubExpr(), Depth + 1)
               : SeenFactors();
  if (const auto *Binary = dyn_cast<BinaryOperator>(Number))
    return ofBinary(*Binary, Depth + 1);
  if (const auto *Choice = dyn_cast<ConditionalOperator>(Number))
    return bitsOf(ofNumber(Choice->getTrueExpr(), Depth + 1),
                  ofNumber(Choice->getFalseExpr(), Depth + 1));
  const Expr *Value = valueOf(Number);
  return Value ? ofNumber(Value, Depth + 1) : SeenFactors();
}

SeenFactors FactorFinder::ofBinary(const BinaryOperator &E,
                                   unsigned Depth) const {
  if (E.isAssignmentOp() || E.isCommaOp() || E.isLogicalOp() ||
      !E.getLHS()->getType()->isIntegralOrEnumerationType() ||
      !E.getRHS()->getType()->isIntegralOrEnumerationType())
    return {};
  if (E.getOpcode() == BO_Rem)
    return ofRemainder(E, Depth);
  const SeenFactors A = ofNumber(E.getLHS(), Depth),
                    B = ofNumber(E.getRHS(), Depth);
  switch (E.getOpcode()) {
  case BO_Add:
  case BO_Or:
    return sumOf(A, B);
  case BO_Sub: {
    // Which differences are left depends on how LLVM orders the sum.
    SeenFactors Result = sumOf(A, B);
    if (B.Terms != 0)
      Result.ZeroBitsInDoubt = 0;
    return Result;
  }
  case BO_Mul:
    if (std::optional<llvm::APSInt> By = constantOf(E.getRHS()))
      return multipliedBy(A, By->isZero() ? 0 : By->countr_zero());
    if (std::optional<llvm::APSInt> By = constantOf(E.getLHS()))
      return multipliedBy(B, By->isZero() ? 0 : By->countr_zero());
    break;
  case BO_Shl:
    if (std::optional<llvm::APSInt> By = constantOf(E.getRHS()))
      return multipliedBy(A, unsigned(By->getLimitedValue(63)));
    break;
  case BO_And:
  case BO_Xor:
    return bitsOf(A, B);
  default:
    break;
  }
  return madeOf(A, B);
}

/// x % 16: of a number that may be negative it is a difference.
SeenFactors FactorFinder::ofRemainder(const BinaryOperator &E,
                                      unsigned Depth) const {
  const SeenFactors Of = ofNumber(E.getLHS(), Depth);
  SeenFactors Result;
  Result.ZeroBits = Of.ZeroBits;
  Result.ZeroBitsInDoubt = Of.ZeroBitsInDoubt;
  const std::optional<llvm::APSInt> By = constantOf(E.getRHS());
  if (!By || !By->isPowerOf2() ||
      !E.getType()->isSignedIntegerOrEnumerationType())
    return Result;
  switch (signOf(E.getLHS(), Depth)) {
  case Sign::NeverNegative:
    break;
  case Sign::MayBeNegative:
    Result.ZeroBits = Result.ZeroBitsInDoubt = 0;
    break;
  case Sign::Open:
    Result.ZeroBitsInDoubt = 0;
    break;
  }
  return Result;
}

/// What a kernel is given, or reads from a register.
static bool isFromLaunch(const Expr *Number) {
  if (isa<PseudoObjectExpr>(Number))
    return true; // threadIdx.x, by Clang's headers
  if (const auto *Member = dyn_cast<MemberExpr>(Number))
    return isFromLaunch(Member->getBase()->IgnoreParenImpCasts());
  const auto *Named = dyn_cast<DeclRefExpr>(Number);
  if (!Named)
    return false;
  if (const auto *Parameter = dyn_cast<ParmVarDecl>(Named->getDecl())) {
    const auto *Of = dyn_cast<FunctionDecl>(Parameter->getDeclContext());
    return Of && Of->hasAttr<CUDAGlobalAttr>();
  }
  const IdentifierInfo *Name = Named->getDecl()->getIdentifier();
  return Name && (Name->isStr("threadIdx") || Name->isStr("blockIdx") ||
                  Name->isStr("blockDim") || Name->isStr("gridDim"));
}

Sign FactorFinder::signOf(const Expr *Number, unsigned Depth) const {
  Number = Number->IgnoreParens();
  if (Depth == MostDepth)
    return Sign::Open;
  if (std::optional<llvm::APSInt> Value = constantOf(Number))
    return Value->isSigned() && Value->isNegative() ? Sign::MayBeNegative
                                                    : Sign::NeverNegative;
  if (isConstant(Number))
    return Sign::Open;
  if (const auto *Binary = dyn_cast<BinaryOperator>(Number))
    return signOfBinary(*Binary, Depth + 1);
  if (isFromLaunch(Number))
    return Sign::MayBeNegative;
  if (const auto *Cast = dyn_cast<CastExpr>(Number)) {
    const Expr *Of = Cast->getSubExpr();
    if (!Of->getType()->isIntegralOrEnumerationType())
      return Sign::Open;
    if (Of->getType()->isUnsignedIntegerOrEnumerationType() &&
        Context.getTypeSize(Of->getType()) <
            Context.getTypeSize(Cast->getType()))
      return Sign::NeverNegative;
    return signOf(Of, Depth + 1);
  }
  const Expr *Value = valueOf(Number);
  return Value ? signOf(Value, Depth + 1) : Sign::Open;
}

Sign FactorFinder::signOfBinary(const BinaryOperator &E, unsigned Depth) const {
  const Sign A = signOf(E.getLHS(), Depth), B = signOf(E.getRHS(), Depth);
  const bool IsUnsigned = E.getType()->isUnsignedIntegerOrEnumerationType();
  switch (E.getOpcode()) {
  case BO_And:
    if (A == Sign::NeverNegative || B == Sign::NeverNegative)
      return Sign::NeverNegative;
    break;
  case BO_Shr:
  case BO_Div:
  case BO_Rem:
    return IsUnsigned && isConstant(E.getRHS()) ? Sign::NeverNegative : A;
  case BO_Shl:
    return A;
  case BO_Add:
  case BO_Mul:
    break;
  default:
    return Sign::Open;
  }
  if (A == Sign::NeverNegative && B == Sign::NeverNegative)
    return IsUnsigned ? Sign::Open : Sign::NeverNegative;
  return A == Sign::MayBeNegative || B == Sign::MayBeNegative
             ? Sign::MayBeNegative
             : Sign::Open;
}

SeenFactors FactorFinder::ofElement(const Expr *Base, const Expr *Index,
                                    QualType Element, unsigned Depth) const {
  const SeenFactors From = ofPointer(Base, Depth);
  if (Element->isIncompleteType() || Element->isDependentType())
    return From;
  SeenFactors Step = ofNumber(Index, Depth);
  const unsigned Bits = unsigned(llvm::countr_zero(
      uint64_t(Context.getTypeSizeInChars(Element).getQuantity())));
  Step.ZeroBits = addBits(Step.ZeroBits, Bits);
  Step.ZeroBitsInDoubt = addBits(Step.ZeroBitsInDoubt, Bits);
  return sumOf(From, Step);
}

SeenFactors FactorFinder::ofPlace(const Expr *Place, unsigned Depth) const {
  Place = Place->IgnoreParens();
  if (Depth == MostDepth)
    return constant();
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
                             : constant();
  const auto *Named = dyn_cast<DeclRefExpr>(Place);
  if (Named && Named->getDecl()->getType()->isReferenceType())
    if (const Expr *To = valueOf(Named))
      return ofPlace(To, Depth + 1);
  return constant();
}

SeenFactors FactorFinder::ofPointer(const Expr *Pointer, unsigned Depth) const {
  Pointer = Pointer->IgnoreParens();
  if (Depth == MostDepth)
    return constant();
  if (const auto *Cast = dyn_cast<CastExpr>(Pointer)) {
    if (Cast->getCastKind() == CK_ArrayToPointerDecay)
      return ofPlace(Cast->getSubExpr(), Depth + 1);
    return Cast->getSubExpr()->getType()->isPointerType()
               ? ofPointer(Cast->getSubExpr(), Depth + 1)
               : constant();
  }
  if (const auto *Unary = dyn_cast<UnaryOperator>(Pointer))
    return Unary->getOpcode() == UO_AddrOf
               ? ofPlace(Unary->getSubExpr(), Depth + 1)
               : constant();
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
  const Expr *Value = valueOf(Pointer);
  return Value ? ofPointer(Value, Depth + 1) : constant();
}

SeenFactors banklint::factorsOfPlace(const Expr &Place,
                                     const CompileTime &Known,
                                     const ASTContext &Context) {
  return FactorFinder(Known, Context).ofPlace(&Place);
}
