//===- Signs.cpp - Numbers that may be negative --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FactorFinder.h"

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;
using llvm::isa;

/// Whether the sign of a narrow number is extended for all the compiler knows,
/// and machine code does not see that a product with it is even.
Loss FactorFinder::lossOfExtension(const Expr *Narrow, unsigned Depth) const {
  Narrow = Narrow->IgnoreParens();
  if (Depth == MostDepth)
    return Loss::Open;
  if (isConstant(Narrow))
    return Loss::None;
  if (const auto *Cast = dyn_cast<CastExpr>(Narrow)) {
    const Expr *Of = Cast->getSubExpr();
    if (!Of->getType()->isIntegralOrEnumerationType())
      return Loss::All;
    if (Cast->getCastKind() != CK_LValueToRValue &&
        Of->getType()->isUnsignedIntegerOrEnumerationType() &&
        Context.getTypeSize(Of->getType()) <
            Context.getTypeSize(Cast->getType()))
      return Loss::None;
    return lossOfExtension(Of, Depth + 1);
  }
  if (const auto *Binary = dyn_cast<BinaryOperator>(Narrow)) {
    const bool ByConstant = constantOf(Binary->getRHS()).has_value();
    switch (Binary->getOpcode()) {
    case BO_Div:
    case BO_Shr:
    case BO_Rem:
    case BO_And:
      return ByConstant ? Loss::None : Loss::Open;
    case BO_Add:
    case BO_Sub:
      return ByConstant ? Loss::All : Loss::Open;
    default:
      return Loss::Open;
    }
  }
  const Expr *Value = valueOf(Narrow);
  return Value ? lossOfExtension(Value, Depth + 1) : Loss::All;
}

NumberFactors FactorFinder::ofExtension(const CastExpr &E,
                                        unsigned Depth) const {
  const Expr *Of = E.getSubExpr();
  NumberFactors Result = ofNumber(Of, Depth);
  // As a number without a sign it is masked.
  if (E.getType()->isUnsignedIntegerOrEnumerationType() &&
      Context.getTypeSize(E.getType()) < 32)
    Result.Extension = Loss::None;
  if (E.getCastKind() == CK_IntegralCast &&
      Of->getType()->isSignedIntegerOrEnumerationType() &&
      Context.getTypeSize(Of->getType()) <
          std::min<uint64_t>(32, Context.getTypeSize(E.getType())))
    Result.Extension = std::max(Result.Extension, lossOfExtension(Of, Depth));
  return Result;
}

/// x % 16: of a number that may be negative it is a difference.
NumberFactors FactorFinder::ofRemainder(const BinaryOperator &E,
                                        unsigned Depth) const {
  const NumberFactors Of = ofNumber(E.getLHS(), Depth);
  NumberFactors Result;
  Result.ZeroBits = Of.ZeroBits;
  Result.ZeroBitsInDoubt = Of.ZeroBitsInDoubt;
  Result.HasClamp = Of.HasClamp;
  const std::optional<llvm::APSInt> By = constantOf(E.getRHS());
  if (By && By->isOne()) {
    Result = NumberFactors();
    Result.Terms = 0;
    return Result; // 0
  }
  if (!By || !By->isPowerOf2())
    return Result;
  const NumberFactors Masked =
      masked(Result, By->extOrTrunc(64).getZExtValue() - 1);
  if (!E.getType()->isSignedIntegerOrEnumerationType())
    return Masked;
  switch (signOf(E.getLHS(), Depth)) {
  case Sign::NeverNegative:
    return Masked;
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
