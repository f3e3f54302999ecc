//===- Replay.h - What an array's accesses cost in another layout -*- C++ -*-=//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The proof of every proposal: the records of all walks are laid out anew,
// merged anew, and counted anew.
//
// Rows come in two kinds. Those of `float s[32][32]` are declared: the records
// keep the subscripts, and the strides change. Those of `float s[1024]` are
// made by the indices: the kernel was walked with a symbol for the units by
// which its strides are longer (walkWithStrides), and a number is put in.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FIX_REPLAY_H
#define BANKLINT_FIX_REPLAY_H

#include "Analysis/Kernel.h"
#include "llvm/Support/MathExtras.h"
#include <limits>
#include <tuple>

namespace banklint {

/// One array as one kernel, with one block shape, uses it.
struct ArrayInKernel {
  const WalkedKernel *Walked = nullptr;
  const Object *Array = nullptr;
  /// Of rows that the indices make; 0 where they are declared.
  int64_t RowBytes = 0;
  /// Of memory whose size the launch sets; 0 where that is not known.
  int64_t DynamicBytes = 0;

  int64_t sizeBytes() const {
    return Array->SizeBytes ? Array->SizeBytes : DynamicBytes;
  }

  /// The elements of an innermost row; of the whole array, where it has one
  /// dimension: 0 where the launch sets its size.
  int64_t rowElements() const {
    return Array->Extents.size() < 2 ? sizeBytes() / elementBytes()
                                     : Array->Extents.back();
  }

  int64_t elementBytes() const {
    return Array->StrideBytes.empty() ? Array->SizeBytes
                                      : Array->StrideBytes.back();
  }
  /// Of the innermost rows.
  int64_t rowBytes() const;
};

/// Element (row, column) lies at
///
///     column ^ (column / Divisor & Mask) * UnitElements, or
///     column ^ (row / Divisor & Mask) * UnitElements
///
/// of its row. An array of one dimension is one row. The divisor is a power of
/// two, and the mask is one less.
struct Swizzle {
  bool IsByRow = false;
  int64_t Divisor = 1;
  int64_t Mask = 0;
  int64_t UnitElements = 1;

  /// Elements change places in aligned blocks of so many.
  int64_t blockElements() const {
    return int64_t(llvm::PowerOf2Ceil(uint64_t(Mask * UnitElements + 1)));
  }
};

/// A layout to try.
struct Layout {
  /// What each dimension is longer by, in elements; empty for none.
  llvm::SmallVector<int64_t, 3> ExtraElements;
  /// What each row that indices make is longer by, in units of elements.
  int64_t Units = 0, UnitElements = 1;
  std::optional<Swizzle> Swizzled;
  /// What each element is shorter by.
  int64_t DroppedBytes = 0;

  /// Of the whole array.
  int64_t sizeBytes(const ArrayInKernel &A) const;
  /// Of a row, in bytes, of the dimension that is longer.
  int64_t rowBytes(const ArrayInKernel &A) const;
};

/// What the accesses at one place of the source cost a block, with the warps
/// and block shapes added up.
struct SiteCost {
  double Wavefronts = 0, Ideal = 0, Requests = 0;
  double UnknownRequests = 0; ///< not part of the others
};

/// File, line, column and operation of an access.
using Site = std::tuple<std::string, unsigned, unsigned, AccessOperation>;

struct LayoutCost {
  std::map<Site, SiteCost> Sites;
  /// The same for each kernel and block shape alone, by its number.
  std::map<std::pair<size_t, Site>, SiteCost> SitesByUse;
  SiteCost Total;

  bool hasExcess() const { return Total.Wavefronts > Total.Ideal + 1e-9; }
};

/// What a layout may take to be of interest.
struct CostLimit {
  double Wavefronts = std::numeric_limits<double>::max();
  /// Beyond the ideal; what has to be known for that is the ideal of all.
  double Excess = std::numeric_limits<double>::max();
};

/// The accesses to one array, laid out in one way after the other.
class Replay {
public:
  /// `Uses` has to outlive this.
  Replay(const std::vector<ArrayInKernel> &Uses, clang::ASTContext &Context);
  ~Replay();

  const std::vector<ArrayInKernel> &uses() const { return Uses; }
  /// What one layout costs, in steps of a walk.
  uint64_t steps() const;
  /// Counts all requests of all kernels to the array.
  LayoutCost costOf(const Layout &L);
  /// The same for a search: accesses merge as they did in a layout before whose
  /// rows are aligned alike. Nothing where it takes more than the limit.
  std::optional<LayoutCost> estimate(const Layout &L, const CostLimit &Limit);

private:
  class Group;
  class Sums;

  const std::vector<ArrayInKernel> &Uses;
  std::vector<std::unique_ptr<Group>> Groups;
  std::unique_ptr<Sums> Counted;
};

/// The first access that may leave its row, of those that do not subscript the
/// row itself; null if none does. The language lets no subscript leave a row.
const clang::Expr *leavesRow(const std::vector<ArrayInKernel> &Uses,
                             int64_t UnitElements);

/// The accesses to one array, with the group of warps that makes them.
void forEachRecord(
    const std::vector<ArrayInKernel> &Uses,
    llvm::function_ref<void(const ArrayInKernel &, const WarpGroupRecords &,
                            const AccessRecord &)>
        F);

} // namespace banklint

#endif // BANKLINT_FIX_REPLAY_H
