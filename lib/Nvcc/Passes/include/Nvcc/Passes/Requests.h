//===- Requests.h - Which accesses become one request -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compiler stands between the accesses of the source and the requests of
// the machine. nvcc drops loads of what it already holds, and stores that
// nothing reads; then neighbours become accesses of 8 and
// 16 bytes a lane. LLVM merges those of one basic block (Chains.cpp), and ptxas
// what is left in straight-line code (Groups.cpp):
//
//   records, in program order
//     -> without repeated loads, forwarded loads and dead stores
//     -> before there is machine code: accesses of one basic block to arrays of
//        a declared alignment, whatever stands between them and meets none
//     -> loads between two stores or barriers, by base; runs of stores
//     -> of each, aligned blocks of four and of two elements
//     -> requests
//
// The *base* of an address is its array and all of it that is not constant; the
// constant rest is the *offset*. Elements merge where their offsets fall in one
// aligned block and the alignment of the base is known to be that of the block:
//
//   s[4 * t + 1], s[4 * t + 2], s[4 * t + 3]    16 bytes: 3 of the block of 4
//   s[3 * t], s[3 * t + 1]                      not merged: 12 * t is at 4
//   s[4 * t + n], s[4 * t + n + 1]              not merged: n is at anything
//   s[2 * t] = ..., q[2 * t] = ..., s[2 * t + 1] = ...   a run is unbroken
//
// What only the launch decides is no constant: to the compiler, n is at
// anything even where every launch passes 0. And of dynamic memory it knows
// more than of static arrays: places of one base stay apart whatever happens to
// the others of that base, or in static arrays.
//
// The rules were read off the machine code that nvcc 13.0 (-O3, sm_90) made of
// some 6,000 small kernels.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_NVCC_PASSES_REQUESTS_H
#define BANKLINT_NVCC_PASSES_REQUESTS_H

#include "Nvcc/Passes/Addresses.h"

namespace banklint {

class TraceNames;

/// What merging needs of a walk's accesses, whatever places their arrays have.
class MergePlan {
public:
  /// `Only` leaves out the accesses of other arrays; they still stand between
  /// those of this one.
  MergePlan(llvm::ArrayRef<AccessRecord> Records,
            llvm::ArrayRef<UnrollBlock> Unrolls,
            const SharedArray *Only = nullptr);

  /// A record, or one of the iterations that it stands for.
  struct Step {
    uint32_t Record = 0;
    unsigned Iteration = 0;
    bool HasBase = false;  ///< it has a place that is understood
    bool IsKnown = false;  ///< and may merge
    bool IsWanted = false; ///< it is not one of another array
    /// Of an array apart from the wanted one.
    bool IsApart = false;
    /// Of those in a loop that stays: its number among them, and how often it
    /// was met before in its unroll block.
    uint32_t Site = 0, Occurrence = 0;
  };
  llvm::ArrayRef<Step> steps() const { return Steps; }
  llvm::ArrayRef<UnrollBlock> unrolls() const { return Unrolls; }
  /// How many of the sites in loops there are; they count from 1.
  uint32_t siteCount() const { return SiteCount; }

private:
  void append(llvm::ArrayRef<AccessRecord> Records, uint32_t Index,
              unsigned Iteration, const SharedArray *Only);
  void numberSites(llvm::ArrayRef<AccessRecord> Records);

  llvm::ArrayRef<UnrollBlock> Unrolls;
  std::vector<Step> Steps;
  uint32_t SiteCount = 0;
};

/// A request of the machine, or the part that one access of the source has in
/// it.
struct MachineRequest {
  const AccessRecord *Part = nullptr; ///< the access of the source
  /// That which machine code names: of loads the first, of stores the last.
  const AccessRecord *Standing = nullptr;
  std::optional<ShapedPlace> Place; ///< where it was worked out
  /// That whose request carries the part out: `Standing`, or for a load without
  /// any the store whose value it has.
  const AccessRecord *CarriedBy = nullptr;
  int64_t MovedBytes = 0; ///< from where `Standing` is
  unsigned Iteration = 0; ///< of `Standing`
  unsigned BytesPerLane = 0;
  ModelRules InexactBy;
  bool IsPartOf = false, IsLeftOver = false;
  Reason Limit; ///< as of the record, or that of a stage of merging
  double Share = 1;

  /// All of it in one record.
  AccessRecord record(Pool &P) const;

  /// "load 16 bytes s[4 * lane][k1], at k.cu:14:10, share 1/4"; what moves it
  /// from where `Standing` is stands behind the place.
  void print(llvm::raw_ostream &OS, const TraceNames &Names) const;
  void print(llvm::raw_ostream &OS) const;
  void dump() const;
};

/// The requests that the machine makes of one walk's accesses, in program
/// order.
///
/// Each access of the source that takes part in a request has an entry there:
/// `IsPartOf` is set for all but the one that stands for it. Accesses that are
/// dropped without a request of their own keep an entry with a `Share` of 0.
///
/// `Records` are those of the plan, which may have other places. O(n log n) in
/// their number.
std::vector<MachineRequest> mergeAccesses(AddressShapes &Shapes,
                                          const MergePlan &Plan,
                                          llvm::ArrayRef<AccessRecord> Records);

} // namespace banklint

#endif // BANKLINT_NVCC_PASSES_REQUESTS_H
