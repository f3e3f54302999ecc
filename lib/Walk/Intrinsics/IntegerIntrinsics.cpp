//===- IntegerIntrinsics.cpp - min, __clz and the like --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bank/Gpu.h"
#include "Intrinsics/IntrinsicCall.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

using namespace banklint;
using namespace clang;

std::optional<Scalar> Interpreter::IntrinsicCall::runInteger() {
  switch (Function) {
  case Intrinsic::Min:
  case Intrinsic::Max:
    return extremum();
  case Intrinsic::Abs:
    return absolute();
  case Intrinsic::Mul24: {
    // Of each operand the low 24 bits, with the sign that these have.
    const IntType T = I.Types.intType(Type);
    const IntType Narrow = {24, T.IsSigned};
    Value A = I.P.convert(number(0), T, Narrow);
    Value B = I.P.convert(number(1), T, Narrow);
    return Scalar(I.P.mul(A, B, T));
  }
  case Intrinsic::MulHigh:
    return highProduct();
  case Intrinsic::PopCount:
  case Intrinsic::LeadingZeros:
  case Intrinsic::FirstSet:
  case Intrinsic::ReverseBits:
    return bitFunction();
  default:
    llvm_unreachable("no function of integers");
  }
}

/// Not std::min, which has a body and gives a reference.
std::optional<Scalar> Interpreter::IntrinsicCall::extremum() {
  if (argumentCount() != 2 || Call->isGLValue() || !I.Types.isInteger(Type))
    return std::nullopt;
  Value A = number(0), B = number(1);
  IntType T = I.Types.intType(Type);
  return Scalar(Function == Intrinsic::Min ? I.P.min(A, B, T)
                                           : I.P.max(A, B, T));
}

std::optional<Scalar> Interpreter::IntrinsicCall::absolute() {
  if (argumentCount() != 1 || !I.Types.isInteger(Type))
    return std::nullopt;
  Value A = number(0);
  IntType T = I.Types.intType(Type);
  return Scalar(I.P.max(A, I.P.negate(A, T), T));
}

Scalar Interpreter::IntrinsicCall::highProduct() {
  Value A = number(0), B = number(1);
  IntType T = I.Types.intType(Type);
  if (T.Bits > 32) // values have no 128 bits
    return unknown(A.isUniform() && B.isUniform(), ReasonKind::HighProduct);
  IntType Product = {64, T.IsSigned};
  return I.P.shr(I.P.mul(A, B, Product), Value(32), Product);
}

/// One lane's result, of a number without bits beyond those of its type.
static int64_t evaluateBits(Intrinsic Function, uint64_t N, unsigned Bits) {
  assert(Bits && Bits <= 64 && "a word of at most 64 bits");
  switch (Function) {
  case Intrinsic::PopCount:
    return llvm::popcount(N);
  case Intrinsic::LeadingZeros:
    return int64_t(llvm::countl_zero(N)) - (64 - int64_t(Bits));
  case Intrinsic::FirstSet:
    return N ? int64_t(llvm::countr_zero(N)) + 1 : 0;
  case Intrinsic::ReverseBits: {
    uint64_t Reversed = 0;
    for (unsigned Bit = 0; Bit != Bits; ++Bit)
      Reversed |= (N >> Bit & 1) << (Bits - 1 - Bit);
    return int64_t(Reversed);
  }
  default:
    llvm_unreachable("no function of bits");
  }
}

/// The most bits that are set in any lane: of `votes & lanesBelow`, as many as
/// there are lanes below.
static int64_t mostSetBits(const Value &V, unsigned Bits) {
  const auto Terms = V.terms();
  const bool IsMasked = V.constant().isZero() && Terms.size() == 1 &&
                        Terms[0].Factor.isSame() &&
                        Terms[0].Factor.same() == 1 &&
                        Terms[0].What->Kind == Variable::Unresolved &&
                        Terms[0].What->Op == Operation::And;
  if (!IsMasked)
    return Bits;
  int64_t Most = Bits;
  for (const Value &Side : {Terms[0].What->Left, Terms[0].What->Right}) {
    if (!Side.isKnown())
      continue;
    int64_t MostHere = 0;
    for (unsigned Lane = 0; Lane != LaneCount; ++Lane)
      MostHere = std::max(
          MostHere, evaluateBits(Intrinsic::PopCount,
                                 uint64_t(Side.constant()[Lane]) &
                                     llvm::maskTrailingOnes<uint64_t>(Bits),
                                 Bits));
    Most = std::min(Most, MostHere);
  }
  return Most;
}

/// Of a number whose lowest bits the lanes have, and the others all lanes
/// together, `lane + 32 * warp`, the reversed bits are the sum of both parts'.
std::optional<Scalar> Interpreter::IntrinsicCall::reversedParts(const Value &V,
                                                                unsigned Bits) {
  const int64_t Shared = I.P.termsMultipleOf(V);
  const Range All = I.P.range(V);
  if (V.isVarying() || !Pool::hasSameFactors(V) || All.Min < 0 || Bits > 32)
    return std::nullopt;
  const int64_t OfAll = V.constant()[0] & -Shared;
  Lanes Own;
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane) {
    const int64_t N = V.constant()[Lane] - OfAll;
    if (N < 0 || N >= Shared)
      return std::nullopt;
    Own[Lane] = evaluateBits(Function, uint64_t(N), Bits);
  }
  const unsigned Low = llvm::Log2_64(uint64_t(Shared));
  const unsigned High =
      std::min(Bits, llvm::Log2_64_Ceil(uint64_t(All.Max) + 1));
  if (Low >= High)
    return std::nullopt;
  const int64_t Unit = int64_t(1) << (Bits - High);
  const Range Bounds = {0, (int64_t(1) << (Bits - Low)) - Unit};
  return Scalar(
      I.P.add(I.P.lanes(Own), I.P.symbol(I.why(ReasonKind::UnknownBits, Loc),
                                         SymbolKind::Unknown, Bounds, Unit)));
}

/// The same number has the same bits each time.
Scalar Interpreter::IntrinsicCall::bitsOfUnknown(const Value &V,
                                                 unsigned Bits) {
  constexpr size_t MostKept = 64;
  for (const auto &[Of, Number, Result] : I.BitFunctions)
    if (Of == Function && Number == V)
      return Result;
  const Range Counts = {0, Function == Intrinsic::PopCount
                               ? mostSetBits(V, Bits)
                               : int64_t(Bits)};
  const Reason Why = I.why(ReasonKind::UnknownBits, Loc);
  const std::optional<Scalar> Parts = Function == Intrinsic::ReverseBits
                                          ? reversedParts(V, Bits)
                                          : std::nullopt;
  const Scalar Result =
      Parts ? *Parts
      : Function == Intrinsic::ReverseBits
          ? unknown(V.isUniform(), ReasonKind::UnknownBits)
      : V.isUniform() ? Scalar(I.P.symbol(Why, SymbolKind::Unknown, Counts))
                      : Scalar(I.P.varying(Why, Counts));
  if (I.BitFunctions.size() < MostKept)
    I.BitFunctions.emplace_back(Function, V, Result);
  return Result;
}

Scalar Interpreter::IntrinsicCall::bitFunction() {
  Value V = number(0);
  unsigned Bits = I.Types.intType(argument(0)->getType()).Bits;
  if (!V.isKnown())
    return bitsOfUnknown(V, Bits);
  Lanes Each;
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane) {
    uint64_t N =
        uint64_t(V.constant()[Lane]) & llvm::maskTrailingOnes<uint64_t>(Bits);
    Each[Lane] = evaluateBits(Function, N, Bits);
  }
  return I.P.lanes(Each);
}
