//===- Requests.h - What the recorded accesses cost -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_COST_REQUESTS_H
#define BANKLINT_COST_REQUESTS_H

#include "Bank/BankModel.h"
#include "Nvcc/Passes/Requests.h"

namespace banklint {

/// What one record costs, a request, over the warps it stands for.
struct CostEstimate {
  enum {
    Certain, ///< these wavefronts, whatever the unknowns are
    Depends, ///< more than ideal for some values of the unknowns
    NotKnown,
  } Confidence = NotKnown;
  double Wavefronts = 0; ///< mean a request; the least case where it depends
  double Ideal = 0;
  /// As `RequestCost::InAnyLayout`, for any numbers of the unknowns; the ideal
  /// where another layout helps for some, and not for others that cost more.
  double InAnyLayout = 0;
  double Worst = 1; ///< the largest wavefronts / ideal
  /// The largest wavefronts / `InAnyLayout`.
  double WorstOfLayout = 1;
  double Fewest = 0, Most = 0; ///< wavefronts of any request
  /// The share of the warps and iterations that make a request: where fewer
  /// lanes run in each iteration of a loop, some warps make none.
  double Share = 1;
  /// False where nobody knows how often each of the requests comes up.
  bool IsMeanKnown = true;
  bool IsExact = true;
  /// Some request may take more, for reasons that no number stands for.
  bool IsLeast = false;
  Reason Why; ///< where it depends or is not known
  /// The limit that keeps it from being exact; none where none was reached.
  Reason Limit;
  /// For how many numbers of its unknowns and warps it was worked out.
  unsigned Tried = 0;
  /// Of the first warp: what the lanes ask for, for explanations.
  Request Example;

  bool hasExcess() const { return Wavefronts > Ideal; }

  /// "certain, 32 wavefronts, ideal 1, offsets 128 * lane".
  void print(llvm::raw_ostream &OS) const;
  void dump() const;
};

/// Works out the bytes that each lane asks for, and what the bank model says of
/// it. Offsets that all lanes share do not matter where they are whole words;
/// other unknowns are tried with the numbers that they can be. Why the cost is
/// not certain is kept in the pool.
CostEstimate estimateCost(Pool &P, const AccessRecord &Record,
                          llvm::ArrayRef<Assignment> Warps);

/// The costs of many requests of one group of warps. Those that differ in
/// nothing but whole words that all lanes share cost the same.
class CostEstimator {
public:
  /// `Shapes` are those of `P`.
  CostEstimator(Pool &P, AddressShapes &Shapes,
                llvm::ArrayRef<Assignment> Warps)
      : P(P), Shapes(Shapes), Warps(Warps) {}

  /// As `estimateCost` has it, but that the example may be that of a request of
  /// the same cost. Valid until the next call.
  const CostEstimate &of(const MachineRequest &Request);
  /// Requests that were tried for this, one for each case of their unknowns.
  uint64_t triedRequests() const { return Tried; }

private:
  bool mayLeaveArray(const MachineRequest &Request, const ShapedPlace &Place,
                     uint32_t Shape);

  Pool &P;
  AddressShapes &Shapes;
  llvm::ArrayRef<Assignment> Warps;
  /// All that the cost depends on beside the shape of the address.
  struct Costed {
    std::array<uint64_t, 6> Key;
    std::optional<Value> Source; ///< of copies: the global side
    const CostEstimate *Cost;
  };
  struct OfShape {
    llvm::SmallVector<Costed, 2> Alike;
    /// What the address can be, from its offset; of one with unknowns in it.
    std::optional<Range> FromOffset;
  };
  std::vector<OfShape> ByShape;
  std::deque<CostEstimate> Costs;
  CostEstimate Unplaced;
  uint64_t Tried = 0;
};

/// Whether a warp certainly goes beyond the end of an array or of a row of it:
/// the block is not one that the kernel is made for.
bool leavesArray(Pool &P, const AccessRecord &Record,
                 llvm::ArrayRef<Assignment> Warps);

} // namespace banklint

#endif // BANKLINT_COST_REQUESTS_H
