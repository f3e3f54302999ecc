//===- OtherArms.h - Accesses on other arms of branches ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM makes one access of several on the arms of branches, in more ways than
// pay for being imitated (SimplifyCFG hoists and sinks, GVN removes partial
// redundancies, InstCombine joins the operands of a phi). Where it may, this
// says so, and leaves the accesses what they are.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_NVCC_PASSES_LLVM_OTHERARMS_H
#define BANKLINT_NVCC_PASSES_LLVM_OTHERARMS_H

#include "MergeItems.h"
#include "llvm/ADT/DenseMap.h"

namespace banklint {

/// The arms on the way to an access, its own last.
llvm::SmallVector<unsigned, 8> armsTo(const AccessRecord &Record);

/// Whether the ways to two accesses part at the arms of one branch, as those to
/// these stores do:
///
///     if (t < 16) { if (c) s[t] = 0; } else s[t] = 1;
bool areOnBothArms(llvm::ArrayRef<unsigned> A, llvm::ArrayRef<unsigned> B);

/// The accesses on arms since the last fence, by their array.
class OtherArms {
public:
  explicit OtherArms(MergeItems &Items);

  /// Doubts an item and the earlier ones that the compiler may make one access
  /// of with it. To be called for each that has a base, in order.
  void step(uint32_t Which);
  void clear() { Earlier.clear(); }

private:
  void markBehind(uint32_t Other, uint32_t Which);
  void markBoth(uint32_t Other, uint32_t Which, unsigned Common,
                bool AreOfOneBranch);
  bool mayBeChoice(const AccessRecord &A, const AccessRecord &B) const;

  /// What an access of one basic block does to which array.
  using BlockKind =
      std::pair<std::pair<unsigned, unsigned>, const SharedArray *>;
  static BlockKind kindOf(const AccessRecord &Record) {
    return {{Record.Block, unsigned(Record.Operation)}, Record.Where->Array};
  }

  MergeItems &Items;
  /// The one site that does; none where there are several.
  llvm::DenseMap<BlockKind, SiteId> LoneSites;
  llvm::DenseMap<const SharedArray *, llvm::SmallVector<uint32_t, 8>> Earlier;
};

} // namespace banklint

#endif // BANKLINT_NVCC_PASSES_LLVM_OTHERARMS_H
