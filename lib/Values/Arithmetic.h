//===- Arithmetic.h - Operations on numbers and their bounds ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_VALUES_ARITHMETIC_H
#define BANKLINT_VALUES_ARITHMETIC_H

#include "Bank/Gpu.h"
#include "Values/Value.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cassert>

namespace banklint {

/// Interpreted programs overflow; the interpreter must not.
inline int64_t wrapAdd(int64_t A, int64_t B) {
  return int64_t(uint64_t(A) + uint64_t(B));
}
inline int64_t wrapSub(int64_t A, int64_t B) {
  return int64_t(uint64_t(A) - uint64_t(B));
}
inline int64_t wrapMul(int64_t A, int64_t B) {
  return int64_t(uint64_t(A) * uint64_t(B));
}

/// As `IntType::wrap`, in the loops over lanes.
inline int64_t wrapped(int64_t Number, IntType T) {
  if (T.Bits >= 64)
    return Number;
  if (T.Bits == 1)
    return Number & 1;
  const unsigned Unused = 64 - T.Bits;
  return T.IsSigned ? int64_t(uint64_t(Number) << Unused) >> Unused
                    : int64_t(uint64_t(Number) << Unused >> Unused);
}

/// Counts from `T.Bits` on shift everything out. C++ leaves them undefined; the
/// hardware clamps them (PTX: shl, shr).
inline bool shiftsAllOut(int64_t Count, IntType T) {
  return uint64_t(Count) >= std::max(T.Bits, 32u);
}

/// A < B; numbers of unsigned 64-bit types are kept in signed ones.
inline bool isBelow(int64_t A, int64_t B, IntType T) {
  return T.Bits == 64 && !T.IsSigned ? uint64_t(A) < uint64_t(B) : A < B;
}

/// One lane of an operation on known numbers, as C++ defines it. The numbers
/// may stand for others that are congruent in the type, as -1 for 0xffffffff.
LLVM_ATTRIBUTE_ALWAYS_INLINE int64_t compute(Operation Op, int64_t A, int64_t B,
                                             IntType T) {
  auto Wrap = [&](int64_t N) { return wrapped(N, T); };
  auto Unsigned = [&](int64_t N) { return uint64_t(wrapped(N, T)); };
  switch (Op) {
  case Operation::Add:
    return Wrap(wrapAdd(A, B));
  case Operation::Sub:
    return Wrap(wrapSub(A, B));
  case Operation::Mul:
    return Wrap(wrapMul(A, B));
  case Operation::Div:
    if (Wrap(B) == 0)
      return 0;
    if (!T.IsSigned)
      return int64_t(Unsigned(A) / Unsigned(B));
    return Wrap(B) == -1 ? Wrap(wrapSub(0, A)) : Wrap(A) / Wrap(B);
  case Operation::Rem:
    if (Wrap(B) == 0)
      return 0;
    if (!T.IsSigned)
      return int64_t(Unsigned(A) % Unsigned(B));
    return Wrap(B) == -1 ? 0 : Wrap(A) % Wrap(B);
  case Operation::Shl:
    return shiftsAllOut(B, T) ? 0 : Wrap(int64_t(uint64_t(A) << B));
  case Operation::Shr:
    if (!T.IsSigned)
      return shiftsAllOut(B, T) ? 0 : int64_t(Unsigned(A) >> B);
    return Wrap(A) >> (shiftsAllOut(B, T) ? 63 : B);
  case Operation::And:
    return Wrap(A & B);
  case Operation::Or:
    return Wrap(A | B);
  case Operation::Xor:
    return Wrap(A ^ B);
  case Operation::Min:
    return isBelow(Wrap(A), Wrap(B), T) ? Wrap(A) : Wrap(B);
  case Operation::Max:
    return isBelow(Wrap(A), Wrap(B), T) ? Wrap(B) : Wrap(A);
  case Operation::IsNegative:
    return A < 0;
  case Operation::IsZero:
    return A == 0;
  case Operation::LogicalAnd:
    return A && B;
  case Operation::LogicalOr:
    return A || B;
  case Operation::Convert:
    return T.Bits == 1 ? A != 0 : Wrap(A);
  }
  llvm_unreachable("every operation is listed");
}

/// Past the ends of 64 bits a bound stays there; `NoBound`, the end on the
/// bound's own side, absorbs everything.
inline int64_t boundAdd(int64_t A, int64_t B, int64_t NoBound) {
  if (A == NoBound || B == NoBound)
    return NoBound;
  int64_t Sum;
  if (__builtin_add_overflow(A, B, &Sum))
    return A < 0 ? INT64_MIN : INT64_MAX;
  return Sum;
}
inline int64_t leastAdd(int64_t A, int64_t B) {
  return boundAdd(A, B, INT64_MIN);
}
inline int64_t mostAdd(int64_t A, int64_t B) {
  return boundAdd(A, B, INT64_MAX);
}
inline int64_t boundMul(int64_t A, int64_t B) {
  if (A == 0 || B == 0)
    return 0;
  int64_t Product;
  bool Unbounded =
      A == INT64_MIN || A == INT64_MAX || B == INT64_MIN || B == INT64_MAX;
  if (Unbounded || __builtin_mul_overflow(A, B, &Product))
    return (A < 0) == (B < 0) ? INT64_MAX : INT64_MIN;
  return Product;
}

/// All products of a number in A and one in B: the extremes are at the corners.
inline Range product(Range A, Range B) {
  int64_t Corners[] = {boundMul(A.Min, B.Min), boundMul(A.Min, B.Max),
                       boundMul(A.Max, B.Min), boundMul(A.Max, B.Max)};
  return {*std::min_element(Corners, Corners + 4),
          *std::max_element(Corners, Corners + 4)};
}

/// Sum + Factor * (a number within the bounds), in any lane.
inline Range addTerm(Range Sum, const LaneNumbers &Factor, Range Bounds) {
  Range Added = product({Factor.min(), Factor.max()}, Bounds);
  return {leastAdd(Sum.Min, Added.Min), mostAdd(Sum.Max, Added.Max)};
}

inline int64_t wrapShl(int64_t A, int64_t Count) {
  return int64_t(uint64_t(A) << Count);
}

inline int64_t floorDiv(int64_t A, int64_t B) {
  assert(B != 0 && "nothing is divided by zero");
  int64_t Quotient = A / B;
  return A % B != 0 && (A < 0) != (B < 0) ? Quotient - 1 : Quotient;
}
inline int64_t floorMod(int64_t A, int64_t B) {
  return wrapSub(A, wrapMul(B, floorDiv(A, B)));
}

inline bool isPowerOfTwo(int64_t Number) {
  return Number > 0 && llvm::isPowerOf2_64(uint64_t(Number));
}

/// The largest power of two that divides `Number`; at most 2^62, as for 0.
inline int64_t lowestBit(int64_t Number) {
  int64_t Bit = Number & wrapSub(0, Number);
  return Bit <= 0 ? int64_t(1) << 62 : Bit;
}

/// What a quotient, or a shift to the right, divides by; 0 where that is no
/// number whatever the launch.
inline int64_t divisorOf(Operation Op, const Value &By) {
  if (!By.isNumber() || !By.launchTerms().empty())
    return 0;
  const int64_t Number = By.constant().same();
  if (Op == Operation::Shr)
    return Number >= 0 && Number < 62 ? int64_t(1) << Number : 0;
  return Op == Operation::Div && Number > 0 ? Number : 0;
}

/// A power of two that divides the sum of the terms in every case.
inline int64_t multipleOf(llvm::ArrayRef<Term> Terms) {
  int64_t Common = int64_t(1) << 62;
  for (const Term &T : Terms) {
    int64_t OfFactor = int64_t(1) << 62;
    for (unsigned Lane = 0; Lane != (T.Factor.isSame() ? 1 : LaneCount); ++Lane)
      OfFactor = std::min(OfFactor, lowestBit(T.Factor[Lane]));
    int64_t OfVariable = lowestBit(T.What->MultipleOf);
    Common = std::min(Common, boundMul(OfFactor, OfVariable));
  }
  return Common;
}

/// The bounds of a variable where it is divided.
inline Range boundsDivided(const Variable &A) {
  return {A.LeastDivided, A.Bounds.Max};
}

/// A symbol that `oneUnknown` made.
inline bool isOneForMany(const Variable &A) {
  return A.Kind == Variable::Symbol && A.Op == Operation::Add &&
         !A.Left.isKnown() && A.Right.isNumber(0);
}

template <typename Function>
LaneNumbers Pool::mapLanes(LaneNumbers A, LaneNumbers B, Function F) {
  if (A.isSame() && B.isSame())
    return F(A.same(), B.same());
  Lanes Each;
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane)
    Each[Lane] = F(A[Lane], B[Lane]);
  return lanes(Each).constant();
}

/// One operation on known numbers: most are constants, and allocate nothing.
template <Operation Op>
Value Pool::computeKnown(const Value &A, const Value &B, IntType T) {
  return Value(mapLanes(A.constant(), B.constant(), [T](int64_t X, int64_t Y) {
    return compute(Op, X, Y, T);
  }));
}

} // namespace banklint

#endif // BANKLINT_VALUES_ARITHMETIC_H
