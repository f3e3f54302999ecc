//===- Search.h - The layout that is best for all accesses ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_LAYOUT_SEARCH_H
#define BANKLINT_LAYOUT_SEARCH_H

#include "Layout/Proof.h"
#include "Layout/Replay.h"
#include <map>

namespace banklint {

/// The elements that paddings come in multiples of: whole words, and whole
/// accesses of the widest kind, whatever the element is in each instance.
int64_t unitElements(const std::vector<ArrayInKernel> &Uses);

/// The shared memory of a block of the kernel, static and dynamic.
int64_t bytesOfBlock(const ArrayInKernel &Use);

/// By how much a layout makes that larger, at most: what lies behind the array
/// stays aligned.
int64_t growthOfBlock(const ArrayInKernel &Use, const Layout &L);

/// By how much a layout makes the memory of all kernels larger, with what it
/// adds to the other arrays of a kernel that change with one.
class GrowthOfBlocks {
public:
  GrowthOfBlocks(const std::vector<ArrayInKernel> &Uses, const Layout &L);

  int64_t of(const ArrayInKernel &Use) const;
  /// Without the array itself.
  int64_t ofOthers(const ArrayInKernel &Use) const;

private:
  const Layout &NewLayout;
  std::map<const SharedLayout *, std::map<const SharedArray *, int64_t>>
      OfArrays;
  std::map<const SharedLayout *, int64_t> Sums;
};

/// Whether rows that are a word longer would take more than 48 KB in some
/// kernel.
bool isMemoryShort(const std::vector<ArrayInKernel> &Uses);

/// How much longer rows may get: half as long again, or three times as long.
enum class PaddingReach { Usual, Far };

/// The paddings that are worth a try, without their cost: of declared rows in
/// one dimension or in two, of others the rows; in whole multiples of
/// `UnitElements` and of what accesses ask for, up to 128 bytes, since the
/// banks repeat beyond. Those that would move what lies behind the array off
/// its alignment are left out, as are those that take more than 48 KB. The
/// smallest come first; `InTwo` asks for pairs of dimensions. Without
/// `WholeWords`, those of narrow elements may also be parts of a word.
std::vector<Proof> fittingPaddings(const std::vector<ArrayInKernel> &Uses,
                                   int64_t UnitElements, bool InTwo,
                                   bool WholeWords = true,
                                   PaddingReach Reach = PaddingReach::Usual);

/// The best of them leaves the fewest wavefronts over all accesses, then the
/// fewest requests, and is then the smallest; with it, all indices fit their
/// types. None where nothing lowers them. The search ends with the budget.
/// Those that reach far have to leave an SM room for as many blocks.
std::optional<Proof> bestPadding(Replay &Accesses, int64_t UnitElements,
                                 const LayoutCost &Now, uint64_t &StepBudget,
                                 PaddingReach Reach = PaddingReach::Usual);

/// Declared rows, without what stands behind a power of two and no access
/// reaches, or without a part of that: without their
/// cost, and the best of them.
std::vector<Proof> fittingShorterRows(const std::vector<ArrayInKernel> &Uses,
                                      int64_t UnitElements);
std::optional<Proof> bestShorterRows(Replay &Accesses, int64_t UnitElements,
                                     const LayoutCost &Now,
                                     uint64_t &StepBudget);

/// Whether a limit keeps some longer rows from being tried, where two
/// dimensions of an array grow together.
bool hasUntriedPaddings(const std::vector<ArrayInKernel> &Uses,
                        int64_t UnitElements);

/// The swizzles that are worth a try, without their cost: those that mix no
/// bits of an index beyond so many bytes from where it counts.
std::vector<Proof> fittingSwizzles(const std::vector<ArrayInKernel> &Uses,
                                   int64_t MostBytes);

/// The best swizzle of rows whose length is a power of two, in units of the
/// widest access; it takes no memory, but for what an array of one dimension
/// lacks to whole blocks. None that weighs more than `MostWeight`, and of those
/// that fit into `MostBytes`.
std::optional<Proof> bestSwizzle(Replay &Accesses, const LayoutCost &Now,
                                 double MostWeight, int64_t MostBytes,
                                 uint64_t &StepBudget);

/// The least swizzle of a library's layout that leaves no access with more
/// wavefronts than its ideal: of the fewest bits, then of the nearest. Each
/// request more has to save two wavefronts. `Undone` is the one that the layout
/// has now.
std::optional<Proof> librarySwizzle(Replay &Accesses, const LayoutCost &Now,
                                    const std::optional<Swizzle> &Undone,
                                    uint64_t &StepBudget);

/// The strides of a library's tensor that leave no access with more wavefronts
/// than its ideal: of the fewest wavefronts, then of the fewest requests and
/// bytes. The second mode is moved apart, or the two change places. `Now` tells
/// the extents and the strides of today.
std::optional<Proof> libraryStrides(Replay &Accesses, const LayoutCost &Before,
                                    const TensorStrides &Now,
                                    uint64_t &StepBudget);

} // namespace banklint

#endif // BANKLINT_LAYOUT_SEARCH_H
