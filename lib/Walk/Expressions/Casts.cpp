//===- Casts.cpp - What conversions are worth in all lanes ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interpreter.h"
#include "Nvcc/Source/InstCombine.h"

// Each cast that Clang has is thought about.
#pragma GCC diagnostic error "-Wswitch"

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;

Scalar Interpreter::evaluateMemberPointerCast(const CastExpr *E) {
  Scalar V = evaluate(E->getSubExpr());
  if (V.Function)
    return V;
  int64_t Sign = E->getCastKind() == CK_BaseToDerivedMemberPointer ? 1 : -1;
  const auto *From = E->getSubExpr()->getType()->castAs<MemberPointerType>();
  const auto *To = E->getType()->castAs<MemberPointerType>();
  const CXXRecordDecl *Derived =
      (Sign > 0 ? To : From)->getMostRecentCXXRecordDecl();
  int64_t OffsetBytes = 0;
  for (const CXXBaseSpecifier *Base :
       llvm::reverse(llvm::ArrayRef(E->path_begin(), E->path_end()))) {
    if (Base->isVirtual() || !Derived)
      return evaluateUnsupported(E);
    OffsetBytes += Types.offsetOf(Derived, Base->getType());
    Derived = Base->getType()->getAsCXXRecordDecl();
  }
  return P.add(V.Number, Value(Sign * OffsetBytes));
}

Scalar Interpreter::convert(Scalar V, QualType From, QualType To,
                            SourceLocation Where) {
  bool FromInt = Types.isInteger(From), ToInt = Types.isInteger(To);
  if (FromInt && ToInt)
    return P.convert(V.Number, Types.intType(From), Types.intType(To));
  if (ToInt && !FromInt) {
    const Scalar Rounded =
        unknownOf(To, V.Number.isUniform(),
                  ReasonKind::ComputedFromFloatingPoint, Where);
    // The same number makes the same one, however often it is written.
    if (Recorded.countsNumbers())
      P.noteLoaded(Rounded.Number, V.Number);
    return Rounded;
  }
  if (FromInt && To->isRealFloatingType())
    return unknownOf(To, V.Number.isUniform(), ReasonKind::FloatingPoint,
                     Where);
  return V;
}

Scalar Interpreter::evaluateLoad(const CastExpr *E) {
  assert(E->getCastKind() == CK_LValueToRValue && "other casts load nothing");
  const Expr *Operand = E->getSubExpr();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Operand->IgnoreParens());
      Ref && Ref->isNonOdrUse() == NOUR_Constant)
    if (std::optional<Scalar> Known = constantOf(E))
      return *Known;
  noteUse(Operand->IgnoreParens());
  if (const auto *C = dyn_cast<ConditionalOperator>(Operand->IgnoreParens()))
    return evaluateConditional(C->getCond(), C->getTrueExpr(),
                               C->getFalseExpr(), /*Loaded=*/C);
  return load(place(Operand), Operand->getType(), Operand->IgnoreParens());
}

/// To another type of numbers.
Scalar Interpreter::evaluateNumberCast(const CastExpr *E) {
  const Expr *Operand = E->getSubExpr();
  const size_t First = Recorded.size();
  Scalar V = evaluate(Operand);
  if (E->getCastKind() == CK_IntegralCast && Recorded.isOn())
    markWideLoads(E->getType(), Recorded.recordsFrom(First), Context);
  if (V.Address) // a pointer kept in an integer
    return V;
  if (E->getCastKind() == CK_FloatingToIntegral)
    if (std::optional<Value> Known = knownInteger(Operand, E->getType()))
      return *Known;
  return convert(V, Operand->getType(), E->getType(), E->getBeginLoc());
}

Scalar Interpreter::evaluateFloatingToBoolean(const CastExpr *E) {
  return unknownOf(E->getType(), evaluate(E->getSubExpr()).Number.isUniform(),
                   ReasonKind::FloatingPointData, E->getBeginLoc());
}

Scalar Interpreter::evaluateMemberPointerToBoolean(const CastExpr *E) {
  const Scalar V = evaluate(E->getSubExpr());
  if (V.Function)
    return Value(1);
  if (E->getSubExpr()->getType()->isMemberFunctionPointerType())
    return P.truth(V.Number);
  return P.logicalNot(P.equal(V.Number, Value(-1), Int64));
}

/// Addresses travel through integers unchanged. Of one whose bits were changed
/// on the way, as in `(x + 127) & ~127`, nothing shows any more that it is
/// shared.
Scalar Interpreter::evaluateAddressAsNumber(const CastExpr *E) {
  const Scalar V = evaluate(E->getSubExpr());
  if (V.Address && V.Address->Base->Kind == Object::Shared &&
      V.Address->Base->Type.isNull() &&
      E->getCastKind() == CK_IntegralToPointer) {
    auto *Generic = new (P.storage()) Pointer(*V.Address);
    Generic->IsGeneric = true;
    return Scalar(Generic);
  }
  if (V.Address || V.Number.isNumber(0) ||
      E->getCastKind() != CK_IntegralToPointer)
    return V;
  return Scalar(lost(why(ReasonKind::PointerFromNumber, E->getBeginLoc())));
}

Scalar Interpreter::evaluateClassPointerCast(const CastExpr *E) {
  if (E->isGLValue() && E->getCastKind() == CK_BaseToDerived)
    return load(place(E), E->getType(), E);
  const Scalar V = evaluate(E->getSubExpr());
  if (!V.Address)
    return V;
  return Scalar(E->getCastKind() == CK_BaseToDerived ? derivedOf(V.Address, E)
                                                     : baseOf(V.Address, E));
}

Scalar Interpreter::evaluateCast(const CastExpr *E) {
  const Expr *Operand = E->getSubExpr();
  switch (E->getCastKind()) {
  case CK_LValueToRValue:
    return evaluateLoad(E);
  case CK_LValueToRValueBitCast:
    return load(place(Operand), E->getType(), Operand->IgnoreParens());
  case CK_ArrayToPointerDecay:
    return Scalar(place(Operand));
  case CK_FunctionToPointerDecay:
  case CK_BuiltinFnToFnPtr:
    return evaluate(Operand);
  case CK_NullToPointer:
  case CK_ZeroToOCLOpaqueType:
    return Value(0);
  case CK_NullToMemberPointer:
    return Value(E->getType()->isMemberFunctionPointerType() ? 0 : -1);
  case CK_BaseToDerivedMemberPointer:
  case CK_DerivedToBaseMemberPointer:
    return evaluateMemberPointerCast(E);
  case CK_MemberPointerToBoolean:
    return evaluateMemberPointerToBoolean(E);
  case CK_ToVoid:
    evaluateForEffect(Operand);
    return Value(0); // nobody can look at it
  case CK_IntegralCast:
  case CK_BooleanToSignedIntegral:
  case CK_FloatingToIntegral:
  case CK_IntegralToFloating:
  case CK_FloatingCast:
    return evaluateNumberCast(E);
  case CK_IntegralToBoolean:
    return P.truth(number(Operand));
  case CK_PointerToBoolean:
    return evaluateTruth(Operand);
  case CK_FloatingToBoolean:
    return evaluateFloatingToBoolean(E);
  case CK_PointerToIntegral:
  case CK_IntegralToPointer:
    return evaluateAddressAsNumber(E);
  case CK_UncheckedDerivedToBase:
  case CK_DerivedToBase:
  case CK_BaseToDerived:
    return evaluateClassPointerCast(E);
  case CK_UserDefinedConversion:
  case CK_ConstructorConversion:
    return evaluate(Operand);
  case CK_BitCast:
  case CK_ReinterpretMemberPointer:
  case CK_NoOp:
  case CK_AddressSpaceConversion:
  case CK_LValueBitCast:
  case CK_AtomicToNonAtomic:
  case CK_NonAtomicToAtomic:
  case CK_MatrixCast:
  case CK_HLSLArrayRValue:
    if (E->isGLValue())
      return load(place(E), E->getType(), E);
    return evaluate(Operand);
  case CK_FloatingRealToComplex:
  case CK_FloatingComplexToReal:
  case CK_FloatingComplexToBoolean:
  case CK_FloatingComplexCast:
  case CK_FloatingComplexToIntegralComplex:
  case CK_IntegralRealToComplex:
  case CK_IntegralComplexToReal:
  case CK_IntegralComplexToBoolean:
  case CK_IntegralComplexCast:
  case CK_IntegralComplexToFloatingComplex:
  case CK_VectorSplat:
  case CK_Dynamic:
  case CK_ToUnion:
  case CK_FixedPointCast:
  case CK_FixedPointToIntegral:
  case CK_IntegralToFixedPoint:
  case CK_FixedPointToBoolean:
  case CK_FloatingToFixedPoint:
  case CK_FixedPointToFloating:
  // None of CUDA's: see NodeClasses.def.
  case CK_Dependent:
  case CK_CPointerToObjCPointerCast:
  case CK_BlockPointerToObjCPointerCast:
  case CK_AnyPointerToBlockPointerCast:
  case CK_ObjCObjectLValueCast:
  case CK_ARCProduceObject:
  case CK_ARCConsumeObject:
  case CK_ARCReclaimReturnedObject:
  case CK_ARCExtendBlockObject:
  case CK_CopyAndAutoreleaseBlockObject:
  case CK_IntToOCLSampler:
  case CK_HLSLVectorTruncation:
  case CK_HLSLMatrixTruncation:
  case CK_HLSLElementwiseCast:
  case CK_HLSLAggregateSplatCast:
    return evaluateUnsupported(E);
  }
  llvm_unreachable("every kind of cast is listed");
}
