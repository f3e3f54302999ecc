//===- ResultBounds.cpp - What is known of an unknown result --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ResultBounds.h"
#include "Arithmetic.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cstdint>

using namespace banklint;

static Range boundsOfProduct(Range Left, Range Right, bool IsSquare) {
  Range Product = product(Left, Right);
  return IsSquare ? Range{std::max<int64_t>(Product.Min, 0), Product.Max}
                  : Product;
}

static Range boundsOfShl(Range Left, Range Right) {
  if (Left.Min < 0)
    return {};
  return {0, Right.Min < 0 || Right.Max > 62
                 ? INT64_MAX
                 : boundMul(Left.Max, int64_t(1) << Right.Max)};
}

static Range boundsOfShr(Range Left, Range Right) {
  if (Left.Min < 0)
    return {};
  if (Left.Max == INT64_MAX || Right.Min < 0 || Right.Max > 62)
    return {0, Left.Max};
  return {Left.Min >> Right.Max, Left.Max >> Right.Min};
}

/// `Number` is what divides, where that is known; else 0.
static Range boundsOfQuotient(Range Left, Range Right, int64_t Number) {
  if (Number > 0 && Left.Min >= 0)
    return {Left.Min / Number,
            Left.Max == INT64_MAX ? INT64_MAX : Left.Max / Number};
  return Left.Min >= 0 && Right.Min >= 0 ? Range{0, Left.Max} : Range{};
}

/// Likewise.
static Range boundsOfRemainder(Range Left, int64_t Number, IntType T) {
  if (Number > 0)
    return {!T.IsSigned || Left.Min >= 0 ? 0 : 1 - Number,
            Left.Min >= 0 ? std::min(Left.Max, Number - 1) : Number - 1};
  return Left.Min >= 0 ? Range{0, Left.Max} : Range{};
}

static Range boundsOfAnd(Range Left, Range Right) {
  if (Left.Min < 0 && Right.Min < 0)
    return {};
  return {0, Left.Min < 0    ? Right.Max
             : Right.Min < 0 ? Left.Max
                             : std::min(Left.Max, Right.Max)};
}

/// Of `|` and of `^`: no bit above those of the operands.
static Range boundsOfOr(Range Left, Range Right) {
  constexpr int64_t Limit = int64_t(1) << 61;
  if (Left.Min < 0 || Right.Min < 0)
    return {};
  int64_t Larger = std::max(Left.Max, Right.Max);
  return {0, Larger >= Limit
                 ? INT64_MAX
                 : int64_t(llvm::NextPowerOf2(uint64_t(Larger))) - 1};
}

static Range boundsOfType(IntType T) {
  if (T.Bits >= 64)
    return {};
  return T.IsSigned ? Range{-(int64_t(1) << (T.Bits - 1)),
                            (int64_t(1) << (T.Bits - 1)) - 1}
                    : Range{0, (int64_t(1) << T.Bits) - 1};
}

Range banklint::boundsOfResult(Operation Op, const Value &A, Range Left,
                               const Value &B, Range Right, IntType T) {
  int64_t Number = B.isNumber() ? B.constant().same() : 0;
  switch (Op) {
  case Operation::IsNegative:
  case Operation::IsZero:
  case Operation::LogicalAnd:
  case Operation::LogicalOr:
    return {0, 1};
  case Operation::Add:
    return addTerm(Left, 1, Right);
  case Operation::Sub:
    return addTerm(Left, -1, Right);
  case Operation::Mul:
    return boundsOfProduct(Left, Right, A == B);
  case Operation::Shl:
    return boundsOfShl(Left, Right);
  case Operation::Shr:
    return boundsOfShr(Left, Right);
  case Operation::Div:
    return boundsOfQuotient(Left, Right, Number);
  case Operation::Rem:
    return boundsOfRemainder(Left, Number, T);
  case Operation::And:
    return boundsOfAnd(Left, Right);
  case Operation::Or:
  case Operation::Xor:
    return boundsOfOr(Left, Right);
  case Operation::Min:
    return {std::min(Left.Min, Right.Min), std::min(Left.Max, Right.Max)};
  case Operation::Max:
    return {std::max(Left.Min, Right.Min), std::max(Left.Max, Right.Max)};
  case Operation::Convert:
    return boundsOfType(T);
  }
  llvm_unreachable("every operation is listed");
}

int64_t banklint::multipleOfResult(Operation Op, int64_t A, int64_t B) {
  switch (Op) {
  case Operation::Mul:
    return std::min<int64_t>(boundMul(A, B), int64_t(1) << 31);
  case Operation::And:
    return std::max(A, B);
  case Operation::Add:
  case Operation::Sub:
  case Operation::Or:
  case Operation::Xor:
  case Operation::Min:
  case Operation::Max:
  case Operation::Rem:
    return std::min(A, B);
  case Operation::Shl:
    return A;
  default:
    return 1;
  }
}
