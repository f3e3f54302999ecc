//===- Arithmetic.cpp - Operations on numbers and pointers ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Expressions/RowSteps.h"
#include "Interpreter.h"
#include "Nvcc/Source/SlowPaths.h"

// Each operator that Clang has is thought about.
#pragma GCC diagnostic error "-Wswitch"

using namespace banklint;
using namespace clang;

int64_t Interpreter::pointeeBytes(QualType Pointer) const {
  return Types.sizeOf(Pointer->getPointeeType().getUnqualifiedType());
}

/// A pointer and a number of elements.
Scalar Interpreter::movePointer(BinaryOperatorKind Op, QualType Type,
                                const Scalar &A, const Scalar &B) {
  assert((Op == BO_Add || Op == BO_Sub) && "pointers move by sums");
  const Scalar &Base = A.Address ? A : B;
  Value Count = A.Address ? B.Number : A.Number;
  if (!Base.Address)
    return Scalar(lost(ReasonKind::PointerOfUnknownOrigin));
  if (Op == BO_Sub)
    Count = P.negate(Count, Int64);
  const ElementStep By = stepOver(Type->getPointeeType(), pointeeBytes(Type),
                                  *Base.Address, Count, P);
  const Pointer *To = step(Base.Address, By.Count, By.ElementBytes);
  if (Changed)
    To = changedStep(Base.Address, To, Count,
                     Strides->OfMember.growthOf(Type->getPointeeType()));
  return Scalar(To);
}

/// Whether two pointers differ for sure: to two objects, or to one and null.
static bool areApart(const Scalar &A, const Scalar &B) {
  auto IsOneObject = [](const Scalar &S) {
    return S.Address && S.Address->Base->StandsFor.empty() &&
           (S.Address->Base->Kind == Object::Local ||
            S.Address->Base->Kind == Object::Shared);
  };
  auto IsNull = [](const Scalar &S) {
    return !S.Address && !S.Function && S.Number.isNumber(0);
  };
  if (IsOneObject(A) && IsOneObject(B))
    return A.Address->Base->Kind == Object::Local &&
           B.Address->Base->Kind == Object::Local &&
           A.Address->Base != B.Address->Base;
  return (IsOneObject(A) && IsNull(B)) || (IsNull(A) && IsOneObject(B));
}

/// An operation of which an operand at least is an address, and whose result is
/// not of pointer type.
Scalar Interpreter::addressArithmetic(BinaryOperatorKind Op, QualType Type,
                                      QualType OperandType, const Scalar &A,
                                      const Scalar &B) {
  assert((A.Address || B.Address) && "one operand is an address");
  bool Comparable =
      A.Address && B.Address && A.Address->Base == B.Address->Base;
  if (Comparable && (Op == BO_Sub || BinaryOperator::isComparisonOp(Op))) {
    Value Bytes =
        P.sub(flatten(A.Address)->WithinBytes, flatten(B.Address)->WithinBytes);
    if (Op != BO_Sub)
      return arithmetic(Op, Type, Context.LongTy, Bytes, Value(0));
    return OperandType->isPointerType()
               ? P.div(Bytes,
                       Value(std::max<int64_t>(1, pointeeBytes(OperandType))),
                       Int64)
               : Bytes;
  }
  if (Types.isInteger(Type) && (Op == BO_Add || Op == BO_Sub)) {
    // Address arithmetic in integers: of shared offsets, in inline assembly.
    const Scalar &Base = A.Address ? A : B;
    const Scalar &Other = A.Address ? B : A;
    if (!Other.Address)
      return Scalar(
          step(Base.Address,
               Op == BO_Sub ? P.negate(Other.Number, Int64) : Other.Number, 1));
  }
  if (BinaryOperator::isEqualityOp(Op) && areApart(A, B))
    return Value(Op == BO_NE);
  if (BinaryOperator::isComparisonOp(Op))
    return P.symbol(ReasonKind::PointerComparison, SymbolKind::Choice, {0, 1});
  const Pointer *Known = A.Address ? A.Address : B.Address;
  const Value &Other = A.Address ? B.Number : A.Number;
  const bool HasNumber = !(A.Address && B.Address);
  bool IsMask = Op == BO_And || Op == BO_Or || Op == BO_Xor ||
                (A.Address && (Op == BO_Shr || Op == BO_Div || Op == BO_Rem));
  if (Known->Base->Kind == Object::Shared)
    return IsMask && HasNumber ? addressBits(Op, Known, Other)
                               : Scalar(lost(ReasonKind::AddressBits));
  // Aligned downwards it is still an address of the same memory.
  if (Known->Base->Kind == Object::Foreign && Op == BO_And && HasNumber &&
      Other.isNumber() && Other.constant().same() < 0)
    return Scalar(foreign(P.varying(ReasonKind::AlignedAddress)));
  return unknownOf(Type, false, ReasonKind::ComputedFromAddress,
                   SourceLocation());
}

Scalar Interpreter::integerArithmetic(BinaryOperatorKind Op, IntType T,
                                      IntType In, const Value &X,
                                      const Value &Y) {
  switch (Op) {
  case BO_Add:
    return P.add(X, Y, T);
  case BO_Sub:
    return P.sub(X, Y, T);
  case BO_Mul:
    return P.mul(X, Y, T);
  case BO_Div:
    return P.div(X, Y, T);
  case BO_Rem:
    return P.rem(X, Y, T);
  case BO_Shl:
    return P.shl(X, Y, T);
  case BO_Shr:
    return P.shr(X, Y, T);
  case BO_And:
    return P.bitAnd(X, Y, T);
  case BO_Or:
    return P.bitOr(X, Y, T);
  case BO_Xor:
    return P.bitXor(X, Y, T);
  case BO_LT:
    return P.less(X, Y, In);
  case BO_GT:
    return P.less(Y, X, In);
  case BO_LE:
    return P.logicalNot(P.less(Y, X, In));
  case BO_GE:
    return P.logicalNot(P.less(X, Y, In));
  case BO_EQ:
    return P.equal(X, Y, In);
  case BO_NE:
    return P.logicalNot(P.equal(X, Y, In));
  default:
    return P.varying(ReasonKind::UnsupportedOperator);
  }
}

/// One arithmetic operation; floating point keeps only whether lanes share it.
Scalar Interpreter::arithmetic(BinaryOperatorKind Op, QualType Type,
                               QualType OperandType, const Scalar &A,
                               const Scalar &B) {
  if (ComparedInTest && BinaryOperator::isComparisonOp(Op))
    if (LoopTests *Into = std::exchange(ComparedInTest, nullptr)) {
      const Scalar Distance =
          arithmetic(BO_Sub, Context.getPointerDiffType(), OperandType, B, A);
      auto Position = [&](const Scalar &S) {
        return S.Address ? flatten(S.Address)->WithinBytes : S.Number;
      };
      Into->push_back({Position(A), Position(B), Distance.Number,
                       BinaryOperator::isRelationalOp(Op)});
      ComparedInTest = Into;
    }
  if (Type->isPointerType() && (Op == BO_Add || Op == BO_Sub))
    return movePointer(Op, Type, A, B);
  if (A.Address || B.Address)
    return addressArithmetic(Op, Type, OperandType, A, B);
  const Value &X = A.Number, &Y = B.Number;
  if (BinaryOperator::isRelationalOp(Op) && Pool::areAlike(X, Y))
    return P.evenOdds(ReasonKind::ComparedWithData);
  // Null, as default arguments are, and compared with itself.
  bool IsNull = OperandType->isPointerType() && !A.Function && !B.Function &&
                X.isNumber(0) && Y.isNumber(0);
  if ((Types.isInteger(OperandType) || IsNull) && Types.isInteger(Type))
    return integerArithmetic(Op, Types.intType(Type),
                             Types.intType(OperandType), X, Y);
  bool IsUniform = X.isUniform() && Y.isUniform();
  if (!Type->isBooleanType())
    return floating(IsUniform);
  return IsUniform
             ? P.symbol(ReasonKind::Comparison, SymbolKind::Choice, {0, 1})
             : P.varying(ReasonKind::ComparedFloatingPoint, {0, 1});
}

void Interpreter::noteSlowPath(const BinaryOperator *E) {
  if (hasSlowPath(*E, Context) &&
      (Counters.empty() || !isSameInAllIterations(E)))
    ++Recorded.Code.SlowPath;
}
