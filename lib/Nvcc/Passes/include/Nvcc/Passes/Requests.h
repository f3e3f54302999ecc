//===- Requests.h - The plan of merging, and what comes of it ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A plan is what merging needs to know of a walk's accesses, whatever places
// their arrays have; a request is what comes out.
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

} // namespace banklint

#endif // BANKLINT_NVCC_PASSES_REQUESTS_H
