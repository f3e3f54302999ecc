//===- Places.cpp - Places in arrays whose rows are longer ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Places.h"

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
    Index.push_back(P.substitute(I, Number));
  Result.Index = llvm::ArrayRef<Value>(Index).copy(P.storage());
  Result.WithinBytes = P.substitute(Where.WithinBytes, Number);
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
