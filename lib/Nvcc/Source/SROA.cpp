//===- SROA.cpp - What is looked at of objects that are loaded ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Nvcc/Source/SROA.h"
#include "Nvcc/Rules/Modes.h"
#include "Values/Limits.h"
#include "llvm/ADT/DenseSet.h"

using namespace banklint;

void banklint::applyUses(llvm::MutableArrayRef<AccessRecord> Records,
                         llvm::ArrayRef<PartLoad> PartLoads, UseOfLoad UseOf,
                         Pool &P) {
  auto WholeOf = [&](const PartLoad &Part) {
    return uint16_t((1u << Records[Part.Record].BytesPerLane) - 1);
  };
  auto UsedOf = [&](const PartLoad &Part) {
    return uint16_t(UseOf(Part.Load).UsedBytes & WholeOf(Part));
  };
  llvm::DenseSet<unsigned> UsedObjects, PartlyUsed;
  for (const PartLoad &Part : PartLoads) {
    if (UseOf(Part.Load).MayBeOverwritten)
      Records[Part.Record].InexactBy |= inexactBy(ModelRule::Sroa);
    // A number at which nobody looks may be looked at where no walk comes.
    if (Part.IsScalar) {
      if (UseOf(Part.Load).UsedBytes == 0)
        Records[Part.Record].InexactBy |= inexactBy(ModelRule::Unused);
      continue;
    }
    if (UseOf(Part.Load).UsedBytes)
      UsedObjects.insert(Part.FirstOfObject);
    if (UsedOf(Part) != WholeOf(Part))
      PartlyUsed.insert(Part.FirstOfObject);
  }
  for (const PartLoad &Part : PartLoads) {
    if (Part.IsScalar)
      continue;
    AccessRecord &Record = Records[Part.Record];
    if (UsedObjects.contains(Part.FirstOfObject) &&
        PartlyUsed.contains(Part.FirstOfObject)) {
      // Members are loaded by themselves.
      Record.ElementBytes = Part.ElementBytes;
      if (UsedOf(Part) != WholeOf(Part))
        Record.UsedBytes = UsedOf(Part);
    }
    if (UseOf(Part.Load).IsGuessed) {
      Record.Where = nullptr;
      Record.Why = P.reason(ReasonKind::ManyLoads, limits::LoadedParts);
    }
  }
}
