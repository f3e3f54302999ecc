//===- SROA.cpp - Members instead of whole objects ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SROA: an object that is loaded into a variable is taken apart, and what
// nobody looks at of it is not loaded.
//
//   float4 v = s[t]; v.y        a load of 4 bytes
//
// Members that are loaded merge again where they are neighbours. Of narrow
// members the smallest block that holds them is loaded; where both words of
// eight bytes are used in part, it is inexact by sroa, and so is an object that
// is loaded and stored to its place again. Evidence: lit/merging/members.cu
// (nvcc 13.0 -O3, sm_90).
//
//===----------------------------------------------------------------------===//

#include "Bank/Gpu.h"
#include "Nvcc/Rules/Modes.h"
#include "LLVM/AvailableValues.h"
#include "LLVM/RegionPasses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

using namespace banklint;

using Records = std::vector<AccessRecord>;
/// A part of what a record loads.
static AccessRecord partOf(const AccessRecord &Whole, unsigned OffsetBytes,
                           unsigned Bytes, Pool &P) {
  AccessRecord Part = Whole;
  Part.UsedBytes = AccessRecord::AllBytes;
  Part.BytesPerLane = Bytes;
  Part.ElementBytes = std::min(Whole.ElementBytes, Bytes);
  if (Whole.Where && OffsetBytes) {
    auto *Moved = new (P.storage()) SharedAddress(*Whole.Where);
    Moved->WithinBytes = P.add(Moved->WithinBytes, Value(int64_t(OffsetBytes)));
    Part.Where = Moved;
  }
  return Part;
}

/// Members in both words of eight bytes are used, but not all of them: mostly
/// each is loaded by itself, and sometimes the eight bytes are.
static bool isUsedInWords(const AccessRecord &Record) {
  constexpr unsigned LowWord = 0xf, HighWord = 0xf0, Both = 0xff;
  const unsigned Used = Record.UsedBytes & Both;
  return Record.ElementBytes == 2 * WordBytes && Used != Both &&
         Used & LowWord && Used & HighWord;
}

/// A load of a whole object becomes loads of the members that are used, which
/// merge again where they are neighbours: `float4 v = s[t]; v.y` is a load of 4
/// bytes. Of narrow members the smallest block that holds them is loaded.
void banklint::loadUsedMembers(Records &All, Pool &P) {
  auto IsWhole = [](const AccessRecord &Record) {
    return Record.UsedBytes == AccessRecord::AllBytes;
  };
  if (llvm::all_of(All, IsWhole))
    return;
  Records Result;
  for (AccessRecord &Record : All) {
    if (!IsWhole(Record) && !applies(ModelRule::Sroa)) {
      Record.UsedBytes = AccessRecord::AllBytes;
      Record.InexactBy |= inexactBy(ModelRule::Sroa);
    }
    if (IsWhole(Record)) {
      Result.push_back(Record);
      continue;
    }
    assert(llvm::isPowerOf2_32(Record.ElementBytes) && "elements are aligned");
    Records Parts;
    unsigned Loaded = 0;
    const bool IsInWords = isUsedInWords(Record);
    const unsigned Step = IsInWords ? WordBytes : Record.ElementBytes;
    for (unsigned Element = 0; Element < Record.BytesPerLane; Element += Step) {
      unsigned Used =
          unsigned(Record.UsedBytes) >> Element & ((1u << Step) - 1);
      if (!Used)
        continue;
      unsigned First = llvm::countr_zero(Used);
      unsigned Last = llvm::Log2_32(Used);
      unsigned Bytes = 1;
      while (First / Bytes != Last / Bytes)
        Bytes *= 2;
      First -= First % Bytes;
      AccessRecord &New =
          Parts.emplace_back(partOf(Record, Element + First, Bytes, P));
      if (IsInWords || unsigned(llvm::popcount(Used)) != Bytes)
        New.InexactBy |= inexactBy(ModelRule::Sroa);
      Loaded += Bytes;
    }
    if (Loaded == Record.BytesPerLane)
      Parts = {partOf(Record, 0, Record.BytesPerLane, P)};
    llvm::append_range(Result, Parts);
  }
  All = std::move(Result);
}

/// Whether an access is one of several that one expression makes of neighbours:
/// of an object, or in a loop that is unrolled.
bool AvailableValues::isPart(uint32_t Which) const {
  auto IsOther = [&](uint32_t Other) {
    return Items.recordOf(Other).Site == Items.recordOf(Which).Site &&
           Items.recordOf(Other).Operation == Items.recordOf(Which).Operation &&
           Items[Other].BaseId == Items[Which].BaseId &&
           Items[Other].OffsetBytes != Items[Which].OffsetBytes;
  };
  return (Which > 0 && IsOther(Which - 1)) ||
         (Which + 1 < Items.size() && IsOther(Which + 1));
}

/// Of an object, or a row, that is loaded and stored to the same place again,
/// the compiler stores the parts that have changed, and loads what it needs:
///
///   Particle p = s[t]; p.x += p.v; s[t] = p;
void AvailableValues::markStoredAgain(uint32_t Which,
                                      const ValuesOfArray &Array) {
  const AvailableValue *Before =
      isPart(Which) ? availableFor(Which, Array) : nullptr;
  if (!Before || !Items.isLoad(Before->Which) || !isPart(Before->Which))
    return;
  Items.markInexact(Before->Which, inexactBy(ModelRule::Sroa));
  Items.markInexact(Which, inexactBy(ModelRule::Sroa));
}
