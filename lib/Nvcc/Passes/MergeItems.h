//===- MergeItems.h - The accesses that may become one ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the stages of merging share: the steps of a plan, each with the base and
// the offset of its address, and what became of it so far.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_NVCC_PASSES_MERGEITEMS_H
#define BANKLINT_NVCC_PASSES_MERGEITEMS_H

#include "Bank/Gpu.h"
#include "Nvcc/Passes/Requests.h"
#include "Nvcc/Rules/Modes.h"

namespace banklint {

/// The shape of an address, and what decides with it whether two accesses can
/// be one: the same lanes, on the same arm, in the same unroll block of code.
struct MergeBase {
  const SharedArray *Array = nullptr;
  LaneMask Active = 0;
  unsigned Arm = 0, Unroll = 0;
  unsigned Iteration = 0; ///< on arms that each iteration takes or not
  uint32_t Shape = 0;
  unsigned Apart = 0; ///< of places that only this walk has at one distance
  /// The power of two, up to 16, that divides the base: in bytes. And what of
  /// that holds wherever the array may be placed.
  int64_t AlignmentBytes = MaxAccessBytes, DeclaredBytes = MaxAccessBytes;
  /// The array alone, and a number of bytes from there.
  bool IsConstant = true;
  /// A term takes part that the loop it is in moves.
  bool IsMoving = false;

  bool isDynamic() const { return Array->IsDynamic; }

  /// "s, shape 2, lanes 0000ffff, arm 1, align 16, declared align 4, moving".
  void print(llvm::raw_ostream &OS) const;
  void dump() const;
};

/// A step of the plan, where it is.
struct MergeItem {
  uint32_t BaseId = 0;
  int64_t ShiftBytes = 0;  ///< of the iteration
  int64_t OffsetBytes = 0; ///< from the base
  /// The item that made this one unnecessary.
  uint32_t Instead = None;
  /// The limit that kept this stage from seeing what the compiler does with
  /// it.
  ReasonKind Limit = ReasonKind::None;
  /// The rules by which the compiler may leave it out: a store that another one
  /// replaces behind a branch, by what becomes of the branch; a load of what a
  /// register holds, by what it sees of the stores in between.
  ModelRules InexactBy;

  static constexpr uint32_t None = ~0u;

  bool isDropped() const { return Instead != None; }

  /// "base 0, offset 12, shift 8, dropped for 2".
  void print(llvm::raw_ostream &OS) const;
  void dump() const;
};

/// The items of a plan, in program order; they are named by their number.
class MergeItems {
public:
  /// Finds the base and offset of every step that has them.
  MergeItems(AddressShapes &Shapes, const MergePlan &Plan,
             llvm::ArrayRef<AccessRecord> Records);

  uint32_t size() const { return uint32_t(Items.size()); }
  const MergeItem &operator[](uint32_t Which) const {
    assert(Which < Items.size() && "an item of this plan");
    return Items[Which];
  }
  const MergePlan::Step &stepOf(uint32_t Which) const {
    return Plan.steps()[Which];
  }
  const AccessRecord &recordOf(uint32_t Which) const {
    return Records[stepOf(Which).Record];
  }
  bool isLoad(uint32_t Which) const {
    return recordOf(Which).Operation == AccessOperation::Load;
  }
  bool isStore(uint32_t Which) const {
    return recordOf(Which).Operation == AccessOperation::Store;
  }
  /// Of an item that has a base.
  const ShapedPlace &placeOf(uint32_t Which) const {
    assert(stepOf(Which).HasBase && "only a base gives an item a place");
    return Places[stepOf(Which).Record];
  }
  llvm::ArrayRef<MergeBase> bases() const { return Bases; }
  /// Likewise.
  const MergeBase &baseOf(uint32_t Which) const {
    assert(stepOf(Which).HasBase && "the item has a base");
    return Bases[Items[Which].BaseId];
  }
  const AddressShape &shapeOf(const MergeBase &B) const {
    return Shapes[B.Shape];
  }
  llvm::ArrayRef<UnrollBlock> unrolls() const { return Plan.unrolls(); }
  const UnrollBlock &unrollOf(const MergeBase &B) const {
    return Plan.unrolls()[B.Unroll];
  }
  /// Accesses for which this is not the same do not merge in machine code: each
  /// iteration of a loop that is walked once takes the slow paths of its body.
  std::pair<unsigned, unsigned> slowPathAt(uint32_t Which) const {
    const AccessRecord &Record = recordOf(Which);
    if (Record.SlowPath != 0 && !applies(ModelRule::SlowPath))
      return {};
    const bool IsInEachIteration = unrolls()[Record.Unroll].HasSlowPath;
    return {Record.SlowPath, IsInEachIteration ? stepOf(Which).Iteration : 0};
  }
  /// The sites in loops, which count from 1.
  uint32_t siteCount() const { return Plan.siteCount(); }

  /// Where the address is a number once the arrays are placed: an offset from
  /// the base that is aligned to all that an access may be wide, whatever the
  /// declaration promises. None where it depends on anything else.
  std::optional<int64_t> alignedOffset(const MergeBase &B) const;

  /// Whether two accesses of one array may meet in one lane. With the same base
  /// the offsets say it; with others, the difference of the addresses is a
  /// multiple of some number, plus a constant.
  bool mayAlias(uint32_t A, uint32_t B) const;
  bool mayMeetAny(llvm::ArrayRef<uint32_t> Others, uint32_t Which) const;

  /// The bases that have the address of an item for the same lanes, of its own
  /// way and of those that lead there.
  llvm::SmallVector<uint32_t, 8> basesAround(uint32_t Which) const;

  /// A base and an offset from it.
  using Address = std::pair<uint32_t, int64_t>;
  /// The address that an item would have on an arm that leads to its own, where
  /// these lanes run.
  Address addressOn(uint32_t Which, unsigned Arm, LaneMask Active);

  /// How many bytes an item lies behind an earlier one of its array, in all
  /// lanes of its own; none where the compiler knows no such number.
  std::optional<int64_t> distanceOf(uint32_t Earlier, uint32_t Which) const;

  /// `Which` makes no request: `Instead` did or does all of it.
  void drop(uint32_t Which, uint32_t Instead);
  llvm::ArrayRef<uint32_t> droppedFor(uint32_t Which) const;
  /// The compiler may do otherwise with it than these stages have it, which did
  /// not look further than a limit.
  void markInexact(uint32_t Which, ReasonKind Limit) {
    Items[Which].Limit = Limit;
  }
  /// The compiler may leave it out.
  void markInexact(uint32_t Which, ModelRules By) {
    Items[Which].InexactBy |= By;
  }

  /// The bases and the items, each with its number.
  void print(llvm::raw_ostream &OS) const;
  void dump() const;

private:
  void locate(uint32_t Which);
  MergeBase baseAt(uint32_t Which, const ShapedPlace &Place, unsigned Arm,
                   LaneMask Active) const;
  int64_t shiftOf(const MergeBase &B, unsigned Iteration) const;
  uint32_t numberOf(const MergeBase &B);

  AddressShapes &Shapes;
  const MergePlan &Plan;
  llvm::ArrayRef<AccessRecord> Records;

  std::vector<ShapedPlace> Places; ///< of the records that have a base
  std::vector<MergeItem> Items;
  std::vector<MergeBase> Bases;
  /// What makes a base.
  using BaseKey = std::tuple<const SharedArray *, uint32_t, LaneMask, unsigned,
                             unsigned, unsigned, unsigned>;
  static BaseKey keyOf(const MergeBase &B) {
    return {B.Array, B.Shape, B.Active, B.Arm, B.Unroll, B.Iteration, B.Apart};
  }
  llvm::DenseMap<BaseKey, uint32_t> BaseNumbers;
  llvm::DenseMap<uint32_t, llvm::SmallVector<uint32_t, 2>> Dropped;
};

} // namespace banklint

#endif // BANKLINT_NVCC_PASSES_MERGEITEMS_H
