//===- BitFields.cpp - Members of some bits -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Locals hold numbers by their first byte. Bit-fields that lie side by side
// share one of 64 bits, which stands at the first byte of them: no other member
// begins there. Those of another view in a union share it, too, as in the
// groups of the cooperative groups, which tell by bits what they are. In shared
// memory the machine moves whole numbers of the declared type; of one that is a
// number by itself, it stores that.
//
//===----------------------------------------------------------------------===//

#include "State/Machine.h"

using namespace banklint;
using namespace clang;

/// The number around a bit-field, and the first bit of that.
std::pair<Pointer, Value> Machine::unitAt(const Pointer *At) const {
  Pointer Unit = *At;
  Unit.BitField = nullptr;
  return {Unit, Value(int64_t(Types.firstBitOf(At->BitField)) -
                      8 * Types.unitOf(At->BitField))};
}

Scalar Machine::loadBits(const Pointer *At, SourceLocation Where) {
  auto [Unit, First] = unitAt(At);
  QualType Type = At->BitField->getType();
  Value Number =
      loadScalar(&Unit, Context.UnsignedLongLongTy, Where, /*IsUnit=*/true)
          .Number;
  IntType Bits = {At->BitField->getBitWidthValue(),
                  Type->isSignedIntegerOrEnumerationType()};
  return P.convert(P.shr(Number, First, BitFieldUnit), BitFieldUnit, Bits);
}

/// Bits that nobody has set count as 0: a program does not look at them.
void Machine::storeBits(const Pointer *At, const Scalar &V) {
  auto [Unit, First] = unitAt(At);
  QualType Type = Context.UnsignedLongLongTy;
  Value Mask(int64_t(
      llvm::maskTrailingOnes<uint64_t>(At->BitField->getBitWidthValue())));
  Object &O = *Unit.Base;
  bool IsNew =
      O.Initial == Object::Undefined && Unit.WithinBytes.isNumber() &&
      O.Cells.find(Unit.WithinBytes.constant().same()) == O.Cells.end();
  Value Others =
      IsNew ? Value(0)
            : P.bitAnd(
                  loadScalar(&Unit, Type, SourceLocation(), /*IsUnit=*/true)
                      .Number,
                  P.complement(P.shl(Mask, First, BitFieldUnit), BitFieldUnit),
                  BitFieldUnit);
  Value New =
      P.shl(P.bitAnd(V.Number, Mask, BitFieldUnit), First, BitFieldUnit);
  storeScalar(&Unit, P.bitOr(Others, New, BitFieldUnit));
}

/// The place of the number of so many bytes, on a boundary of these, that has
/// the bits.
const Pointer *Machine::storageOf(const Pointer *At, int64_t Bytes) {
  Pointer Storage = unitAt(At).first;
  return stepBytes(new (P.storage()) Pointer(Storage),
                   int64_t(llvm::alignDown(Types.firstBitOf(At->BitField) / 8,
                                           uint64_t(Bytes))) -
                       Types.unitOf(At->BitField));
}
