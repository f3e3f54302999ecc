//===- Trace.cpp - What a walk leaves -------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trace/Trace.h"

using namespace banklint;
using llvm::SmallVector;

Value banklint::bytesApart(Pool &P, const SharedAddress &A,
                           const SharedAddress &B) {
  assert(A.Array == B.Array && "both are of one array");
  Value Apart = P.sub(A.WithinBytes, B.WithinBytes);
  for (auto [InA, InB, Stride] :
       llvm::zip(A.Index, B.Index, A.Array->StrideBytes))
    Apart = P.add(Apart, P.mul(P.sub(InA, InB), Value(Stride)));
  return Apart;
}

namespace {
/// Copies what belongs to one pool into another.
class Copier {
public:
  explicit Copier(Pool &To) : To(To) {}

  const Variable *copy(const Variable *A) { return To.copy(A, Variables); }
  const SharedAddress *copy(const SharedAddress *From);
  Assignment copy(const Assignment &From);
  AccessRecord copy(const AccessRecord &From);

private:
  Pool &To;
  Pool::VariableCopies Variables;
  llvm::DenseMap<const SharedAddress *, const SharedAddress *> Addresses;
};
} // namespace

const SharedAddress *Copier::copy(const SharedAddress *From) {
  const SharedAddress *&Copy = Addresses[From];
  if (Copy)
    return Copy;
  SmallVector<Value, 3> Index;
  for (const Value &I : From->Index)
    Index.push_back(To.copy(I, Variables));
  Copy = new (To.storage()) SharedAddress{
      From->Array, llvm::ArrayRef<Value>(Index).copy(To.storage()),
      To.copy(From->WithinBytes, Variables)};
  return Copy;
}

Assignment Copier::copy(const Assignment &From) {
  Assignment Copy;
  for (const auto &[Symbol, Number] : From)
    Copy[copy(Symbol)] = Number;
  return Copy;
}

AccessRecord Copier::copy(const AccessRecord &From) {
  AccessRecord Copy = From;
  Copy.Calls = llvm::ArrayRef(From.Calls).copy(To.storage());
  Copy.OuterArms = llvm::ArrayRef(From.OuterArms).copy(To.storage());
  Copy.Why = From.Why.copy(To.storage());
  Copy.Doubt = From.Doubt.copy(To.storage());
  Copy.Limit = From.Limit.copy(To.storage());
  if (From.Where)
    Copy.Where = copy(From.Where);
  for (const Value *AccessRecord::*Part :
       {&AccessRecord::From, &AccessRecord::Condition})
    if (From.*Part)
      Copy.*Part = new (To.storage()) Value(To.copy(*(From.*Part), Variables));
  return Copy;
}

Trace banklint::compact(const Trace &Group) {
  assert(Group.Regions.empty() && "the passes have not used the regions");
  Trace Copy;
  Copy.Values = std::make_unique<Pool>();
  Copy.Unrolls = Group.Unrolls;
  Copy.Times = Group.Times;
  Copier From(*Copy.Values);
  Copy.Records.reserve(Group.Records.size());
  for (const AccessRecord &Record : Group.Records)
    Copy.Records.push_back(From.copy(Record));
  for (const Assignment &Warp : Group.Warps)
    Copy.Warps.push_back(From.copy(Warp));
  if (Group.StrideUnits)
    Copy.StrideUnits = From.copy(Group.StrideUnits);
  for (UnrollBlock &Unroll : Copy.Unrolls)
    if (Unroll.Counter)
      Unroll.Counter = From.copy(Unroll.Counter);
  return Copy;
}
