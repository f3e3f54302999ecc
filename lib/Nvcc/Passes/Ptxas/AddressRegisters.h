//===- AddressRegisters.h - What the compiler knows in loops ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The walk knows the address of every iteration. The compiler sees a loop that
// stays a loop once, for all iterations: an address is a register that moves on
// and a constant, and only what holds in every iteration is known of it.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_NVCC_PASSES_PTXAS_ADDRESSREGISTERS_H
#define BANKLINT_NVCC_PASSES_PTXAS_ADDRESSREGISTERS_H

#include "Bank/Gpu.h"
#include "MergeItems.h"
#include "Nvcc/Rules/Modes.h"
#include "llvm/ADT/DenseSet.h"

namespace banklint {

class AddressRegisters {
public:
  explicit AddressRegisters(const MergeItems &Items);

  /// What the compiler knows of an item's alignment, in bytes, beyond that of
  /// its base.
  int64_t alignmentOf(uint32_t Which) const;
  /// An item has no fixed distance to its neighbours.
  bool isLoose(uint32_t Which) const;
  /// Some of these were met in one iteration of many, which does not tell how
  /// far they are apart in others. Parts of one object are as they are.
  bool mayBeLoose(llvm::ArrayRef<uint32_t> Which) const;

  /// The offset that is aligned as `alignmentOf` says: that to which the loop's
  /// address register points; 0 outside of loops.
  struct Origin {
    int64_t OffsetBytes = 0;
    int64_t AlignmentBytes =
        MaxAccessBytes; ///< of that place, in all iterations
    /// The register may point elsewhere, with another alignment.
    bool IsInexact = false;
  };
  Origin originOf(uint32_t BaseId) const {
    return isMoving(BaseId) ? Origins.lookup(BaseId) : Origin();
  }
  bool hasOrigin(uint32_t BaseId) const { return Origins.contains(BaseId); }
  /// A loop moves it, so that it is in a register.
  bool isMoving(uint32_t BaseId) const {
    return hasOrigin(BaseId) && applies(ModelRule::PtxasLsr);
  }

  /// The iterations of a base do not merge with each other: of a pointer that
  /// walks through a static array the compiler knows no more than each
  /// iteration shows.
  bool areIterationsApart(const MergeBase &B) const;

private:
  struct SiteFacts {
    int64_t AlignmentBytes = MaxAccessBytes; ///< over all iterations
    unsigned Unrolls = 0, LastUnroll = 0;    ///< that it was met in
    unsigned Runs = 0, LastRun = 0;          ///< of the loop, likewise
    bool IsLoose = false, IsLooseElsewhere = false, IsMetOnce = false;
  };
  void findConstants();
  void findOrigins();
  std::vector<llvm::SmallVector<int64_t, 8>> offsetsOfBases();
  void findOrigins(llvm::ArrayRef<uint32_t> BaseIds,
                   llvm::ArrayRef<llvm::SmallVector<int64_t, 8>> Offsets);
  bool moveApart(llvm::ArrayRef<uint32_t> BaseIds,
                 llvm::ArrayRef<llvm::SmallVector<int64_t, 8>> Offsets,
                 unsigned Unrolled) const;
  bool isArrayAlone(const MergeBase &B) const;
  bool isShortRow(uint32_t BaseId, llvm::ArrayRef<int64_t> Offsets) const;

  const MergeItems &Items;
  std::vector<SiteFacts> Sites; ///< by the plan's number; the first is of none
  llvm::DenseMap<uint32_t, Origin> Origins; ///< of moving bases
  llvm::DenseSet<uint32_t> StoredTo;        ///< bases of stores in loops
  /// Bases whose accesses come back to 16 bytes that they were at before.
  llvm::DenseSet<uint32_t> Returning;
};

} // namespace banklint

#endif // BANKLINT_NVCC_PASSES_PTXAS_ADDRESSREGISTERS_H
