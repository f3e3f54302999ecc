//===- Search.h - The layout that is best for all accesses ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_LAYOUT_SEARCH_H
#define BANKLINT_LAYOUT_SEARCH_H

#include "Layout/Replay.h"

namespace banklint {

/// An access that a layout makes worse, in wavefronts a request.
struct Loser {
  AccessKey Where;
  double Before = 0, After = 0;
};

/// A layout with what was proved of it.
struct Proof {
  Layout How;
  LayoutCost Cost;
  int64_t ExtraBytes = 0; ///< of the largest instance

  /// The accesses that get worse in some kernel, instance or block, or of which
  /// that is not known.
  std::vector<Loser> losers(const LayoutCost &Before) const;
};

/// Static shared memory of a block on every architecture (CUDA C++ Programming
/// Guide, "Compute Capabilities").
constexpr int64_t MaxStaticBytes = 48 * 1024;

/// The elements that paddings come in multiples of: whole words, and whole
/// accesses of the widest kind, whatever the element is in each instance.
int64_t unitElements(const std::vector<ArrayInKernel> &Uses);

/// The paddings that are worth a try: of declared rows one dimension or two, of
/// others the rows; up to 128 bytes, beyond which the banks repeat. Those that
/// would move what lies behind the array off its alignment are left out, as are
/// those that take more than 48 KB.
///
/// The best leaves the fewest wavefronts over all accesses, then the fewest
/// requests, and is then the smallest. None where nothing lowers them. The
/// search ends with the budget.
std::optional<Proof> bestPadding(Replay &Accesses, int64_t UnitElements,
                                 const LayoutCost &Now, uint64_t &StepBudget);

/// Whether rows that are a word longer would take more than 48 KB in some
/// kernel.
bool isMemoryShort(const std::vector<ArrayInKernel> &Uses);

/// The best swizzle of rows whose length is a power of two, in units of the
/// widest access; it takes no memory. None that leaves more than
/// `MostWavefronts`.
std::optional<Proof> bestSwizzle(Replay &Accesses, const LayoutCost &Now,
                                 double MostWavefronts, uint64_t &StepBudget);

/// Blocks that an SM holds at once.
struct Residency {
  int64_t Now = 0, Then = 0;
};

/// What a larger array costs in blocks at once, in the kernel that loses most;
/// nothing where none loses any.
std::optional<Residency> lostResidency(const std::vector<ArrayInKernel> &Uses,
                                       int64_t ExtraBytes);

} // namespace banklint

#endif // BANKLINT_LAYOUT_SEARCH_H
