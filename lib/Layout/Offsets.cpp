//===- Offsets.cpp - Offsets in arrays of other layouts -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Offsets.h"
#include "llvm/ADT/Hashing.h"

using namespace banklint;

SharedAddress banklint::withUnits(const Trace &Group,
                                  const SharedAddress &Where, int64_t Units) {
  SharedAddress Result = Where;
  if (!Group.StrideUnits)
    return Result;
  Pool &P = *Group.Values;
  Assignment Number;
  Number[Group.StrideUnits] = Units;
  llvm::SmallVector<Value, 3> Index;
  for (const Value &I : Where.Index)
    Index.push_back(P.substituteBesideLaunch(I, Number));
  Result.Index = llvm::ArrayRef<Value>(Index).copy(P.storage());
  Result.WithinBytes = P.substituteBesideLaunch(Where.WithinBytes, Number);
  return Result;
}

Value banklint::offsetIn(const Trace &Group, const SharedAddress &Where,
                         llvm::ArrayRef<int64_t> StrideBytes) {
  Pool &P = *Group.Values;
  Value Offset = Where.WithinBytes;
  for (auto [Index, Stride] : llvm::zip(Where.Index, StrideBytes))
    Offset = P.add(Offset, P.mul(Index, Value(Stride)));
  return Offset;
}

SharedAddress banklint::withStrides(const TensorStrides &S,
                                    const ArrayInKernel &Use,
                                    const Trace &Group,
                                    const SharedAddress &Where) {
  Pool &P = *Group.Values;
  const int64_t Element = S.ElementBytes;
  // A number that counts what lies so far apart, and what is left.
  auto Split = [&](const Value &Offset, int64_t Apart) {
    const Value Count = P.div(Offset, Value(Apart), Int64);
    return std::pair(Count, P.sub(Offset, P.mul(Count, Value(Apart))));
  };
  Value Rest = offsetIn(Group, Where, Use.Array->StrideBytes);
  Value New(0);
  if (S.StagesNow) {
    auto [Stage, Within] = Split(Rest, S.StagesNow * Element);
    New = P.mul(Stage, Value(S.stage() * Element));
    Rest = Within;
  }
  auto [Second, Row] = Split(Rest, S.ApartNow * Element);
  auto [First, Within] = Split(Row, Element);
  New = P.add(New, P.mul(Second, Value(S.Second * Element)));
  New = P.add(New, P.mul(First, Value(S.First * Element)));
  return {Where.Array, {}, P.add(New, Within)};
}

/// A pool keeps each vector of lanes once, so that its address identifies it.
static llvm::hash_code hashOf(const LaneNumbers &Numbers) {
  return llvm::hash_combine(Numbers.each(),
                            Numbers.isSame() ? Numbers.same() : 0);
}

static llvm::hash_code hashOf(const Value &V) {
  llvm::hash_code Hash = hashOf(V.constant());
  for (const Term &T : V.terms())
    Hash = llvm::hash_combine(Hash, T.What, hashOf(T.Factor));
  return Hash;
}

uint64_t banklint::hashOfPlace(const SharedAddress &Where) {
  llvm::hash_code Hash = hashOf(Where.WithinBytes);
  for (const Value &I : Where.Index)
    Hash = llvm::hash_combine(Hash, hashOf(I));
  return size_t(Hash) >> 1; // what DenseMap keeps for itself is larger
}

Value Swizzler::bitXor(const Value &Left, const Value &Right) {
  auto &Known = ByHash[llvm::hash_combine(hashOf(Left), hashOf(Right))];
  for (const KnownXor &K : Known)
    if (K.Left == Left && K.Right == Right)
      return K.Result;
  Known.push_back({Left, Right, P.bitXor(Left, Right, Int64)});
  return Known.back().Result;
}

SharedAddress Swizzler::apply(const Swizzle &S, int64_t RowElements,
                              const ArrayInKernel &Use, const Trace &Group,
                              const SharedAddress &Where) {
  assert(S.isValid() && "two elements would share a place");
  assert(Group.Values.get() == &P && "the values are those of another pool");
  // Row and column are bit fields of the offset in the array, counted in
  // elements, whichever of the two decides where an element goes.
  int64_t Divisor = S.Divisor * (S.IsByRow ? RowElements : 1);
  Value Offset = offsetIn(Group, Where, Where.Array->StrideBytes);
  Value Bits =
      P.bitAnd(Offset, Value(S.Mask * Divisor * Use.elementBytes()), Int64);
  Value Distance =
      P.mul(P.div(Bits, Value(Divisor), Int64), Value(S.UnitElements));
  return {Where.Array, {}, bitXor(Offset, Distance)};
}
