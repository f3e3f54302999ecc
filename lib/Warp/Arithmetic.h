//===- Arithmetic.h - Operations on one lane's numbers ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_WARP_ARITHMETIC_H
#define BANKLINT_WARP_ARITHMETIC_H

#include "Warp/Value.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/ErrorHandling.h"
#include <algorithm>

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
  auto Unsigned = [&](int64_t N) { return uint64_t(T.wrap(N)); };
  switch (Op) {
  case Operation::Add:
    return T.wrap(wrapAdd(A, B));
  case Operation::Sub:
    return T.wrap(wrapSub(A, B));
  case Operation::Mul:
    return T.wrap(wrapMul(A, B));
  case Operation::Div:
    if (T.wrap(B) == 0)
      return 0;
    if (!T.IsSigned)
      return int64_t(Unsigned(A) / Unsigned(B));
    return T.wrap(B) == -1 ? T.wrap(wrapSub(0, A)) : T.wrap(A) / T.wrap(B);
  case Operation::Rem:
    if (T.wrap(B) == 0)
      return 0;
    if (!T.IsSigned)
      return int64_t(Unsigned(A) % Unsigned(B));
    return T.wrap(B) == -1 ? 0 : T.wrap(A) % T.wrap(B);
  case Operation::Shl:
    return shiftsAllOut(B, T) ? 0 : T.wrap(int64_t(uint64_t(A) << B));
  case Operation::Shr:
    if (!T.IsSigned)
      return shiftsAllOut(B, T) ? 0 : int64_t(Unsigned(A) >> B);
    return T.wrap(A) >> (shiftsAllOut(B, T) ? 63 : B);
  case Operation::And:
    return T.wrap(A & B);
  case Operation::Or:
    return T.wrap(A | B);
  case Operation::Xor:
    return T.wrap(A ^ B);
  case Operation::Min:
    return isBelow(T.wrap(A), T.wrap(B), T) ? T.wrap(A) : T.wrap(B);
  case Operation::Max:
    return isBelow(T.wrap(A), T.wrap(B), T) ? T.wrap(B) : T.wrap(A);
  case Operation::IsNegative:
    return A < 0;
  case Operation::IsZero:
    return A == 0;
  case Operation::LogicalAnd:
    return A && B;
  case Operation::LogicalOr:
    return A || B;
  case Operation::Convert:
    return T.Bits == 1 ? A != 0 : T.wrap(A);
  }
  llvm_unreachable("every operation is listed");
}

} // namespace banklint

#endif // BANKLINT_WARP_ARITHMETIC_H
