//===- AddressBits.cpp - Operators on the bits of shared addresses --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interpreter.h"

using namespace banklint;
using namespace clang;

/// Shared memory is laid out from a multiple of this on, so that the low bits
/// of an address are those of its offset.
static constexpr int64_t AlignmentBytes = 1024;

Scalar Interpreter::addressBits(BinaryOperatorKind Op, const Pointer *Address,
                                const Value &Bits) {
  assert(Address->Base->Array && "an address in shared memory");
  Value Offset = flatten(Address)->WithinBytes;
  letEscape(*Address->Base->Array);
  switch (Op) {
  case BO_Shr:
    return P.shr(Offset, Bits, Int64);
  case BO_Div:
    return P.div(Offset, Bits, Int64);
  case BO_Rem:
    return P.rem(Offset, Bits, Int64);
  case BO_And: {
    Range Mask = P.range(Bits);
    bool AreLowBits = Mask.Min >= 0 && Mask.Max < AlignmentBytes;
    Offset = P.bitAnd(Offset, Bits, Int64);
    if (AreLowBits)
      return Offset;
    break;
  }
  case BO_Or:
    Offset = P.bitOr(Offset, Bits, Int64);
    break;
  default:
    assert(Op == BO_Xor && "one of & | ^ >> / %");
    Offset = P.bitXor(Offset, Bits, Int64);
    break;
  }
  return Scalar(new (P.storage()) Pointer(&Memory.window(*Address->Base), {},
                                          Offset, Address->IsGeneric));
}
