//===- ReducedAddresses.h - Addresses made of earlier ones ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Behind `s[t]`, LLVM computes the address of `s[64 * t]` as that of `s[t]` and
// 63 elements for each t. ptxas then knows no more of its alignment than that
// of `s[t]`, and leaves apart what it would have merged. Read off the machine
// code of 17 kernels (nvcc 13.0 -O3, sm_90): it happens to elements of 16 bits,
// of which LLVM has not merged the accesses itself; not to words. LLVM looks
// back over a few accesses only: with eight in between, it was not seen.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_COMPILER_REDUCEDADDRESSES_H
#define BANKLINT_COMPILER_REDUCEDADDRESSES_H

#include "MergeItems.h"
#include "llvm/ADT/DenseMap.h"

namespace banklint {

/// The bases of a plan by what LLVM may have computed them from.
class ReducedAddresses {
public:
  explicit ReducedAddresses(const MergeItems &Items);

  /// The alignment of a base in bytes, if it is computed from an earlier one.
  struct Alignment {
    int64_t Bytes = MaxAccessBytes;
    /// There is an earlier base that it may be computed from: a multiple of it,
    /// or one that is aligned to fewer bytes.
    bool IsInexact = false;
  };
  Alignment alignmentOf(uint32_t BaseId) const;

private:
  const MergeItems &Items;
  std::vector<uint32_t> FirstItems; ///< by base
  /// Of each array, the first base of each shape.
  llvm::DenseMap<const SharedArray *, llvm::SmallVector<uint32_t, 4>> Firsts;
};

} // namespace banklint

#endif // BANKLINT_COMPILER_REDUCEDADDRESSES_H
