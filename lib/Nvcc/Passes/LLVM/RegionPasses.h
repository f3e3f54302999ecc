//===- RegionPasses.h - Passes over the records of a walk -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_LLVM_REGIONPASSES_H
#define BANKLINT_LLVM_REGIONPASSES_H

#include "Trace/Trace.h"

namespace banklint {

/// SimplifyCFG.cpp: what both arms store last is stored behind the branch: such
/// accesses stand side by side, as if they were there.
void sinkCommonStores(std::vector<AccessRecord> &All, BranchArms Arms);

/// LICM.cpp: loads that are the same in every iteration of a loop move in front
/// of it.
void hoistLoads(std::vector<AccessRecord> &All, const LoopRecords &Loop);

/// SROA.cpp: a load of a whole object becomes loads of the members that are
/// used.
void loadUsedMembers(std::vector<AccessRecord> &All, Pool &P);

} // namespace banklint

#endif // BANKLINT_LLVM_REGIONPASSES_H
