//===- WideAccess.h - Neighbours that become one access ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compiler merges accesses to neighbouring places twice, by different
// rules: as chains (LLVM/LoadStoreVectorizer.cpp), in LLVM's intermediate
// language, and as merge groups (Ptxas/Vectorizer.cpp), in machine code.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_NVCC_PASSES_WIDEACCESS_H
#define BANKLINT_NVCC_PASSES_WIDEACCESS_H

#include "MergeItems.h"
#include "Ptxas/AddressRegisters.h"

namespace banklint {

/// An access of the machine, and the items that make it.
struct WideAccess {
  /// From the base of the item that it stands for, as `standingOf` has it.
  int64_t OffsetBytes = 0;
  int64_t WidthBytes = 0;
  llvm::SmallVector<uint32_t, 4> Members;
  ModelRules InexactBy; ///< the compiler may do otherwise
  /// Its members are by themselves in iterations that may be left over.
  bool HasEpilogueLoop = false;

  /// "16 bytes at 0 of items 0 1 2 3".
  void print(llvm::raw_ostream &OS) const;
  void dump() const;
};

/// Where the declaration of an array promises an alignment, its accesses merge
/// before there is machine code: of one basic block, whatever lies in between
/// and does not meet them. Gives those that merge. Items that a limit keeps
/// apart are doubted.
std::vector<WideAccess> mergeChains(MergeItems &Items,
                                    const AddressRegisters &Loops);

/// What is left merges in machine code: loads between two stores or barriers,
/// and unbroken runs of stores, each of one base; chains of up to a word with
/// it, which go from `Chains`. Gives all accesses of the items that are in no
/// chain left there, those that stay as they are included, but not what can
/// never merge.
std::vector<WideAccess> mergeGroups(const MergeItems &Items,
                                    const AddressRegisters &Loops,
                                    std::vector<WideAccess> &Chains);

/// Where an access stands in the machine code: of loads where the first is, of
/// stores where the last is.
uint32_t standingOf(const MergeItems &Items, const WideAccess &Access);

} // namespace banklint

#endif // BANKLINT_NVCC_PASSES_WIDEACCESS_H
