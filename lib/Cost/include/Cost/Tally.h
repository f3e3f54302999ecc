//===- Tally.h - What a kernel does at each place ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From requests to accesses: all that the warps of a block ask for at one place
// of the source is summed up, and gets its verdict.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_COST_TALLY_H
#define BANKLINT_COST_TALLY_H

#include "Analysis/Kernel.h"
#include "Cost/Requests.h"
#include "llvm/ADT/MapVector.h"

namespace banklint {

/// A place of the source, and what is done there.
using SiteKey = std::pair<const clang::Expr *, AccessOperation>;

/// The sum over all requests of one operation of the source.
struct AccessSum {
  /// Of the first request: where it was recorded, where line tables put it if
  /// that is not there, and to what.
  const clang::Expr *Site = nullptr;
  const clang::FunctionDecl *Function = nullptr; ///< in which the site stands
  clang::SourceRange Shown;
  const Object *Array = nullptr;
  CostEstimate WorstCost;
  unsigned BytesPerLane = 0;
  uint64_t Requests = 0;    ///< that were walked, of all warps
  double KnownRequests = 0; ///< of those, with a known cost
  double Wavefronts = 0, Ideal = 0;
  double WorstWays = 1;
  double FewestWavefronts = 0, MostWavefronts = 0; ///< of any known request
  bool IsMeanKnown = true;
  bool IsExact = true, IsCounted = true;
  bool HasConflict = false;
  /// The requests that are summed up: those of the best kind that was met.
  enum {
    NoRequest, ///< what was just stored is loaded from a register
    PartOf,    ///< none stands here: those of other accesses carry it out
    OfItsOwn,
  } Kind = NoRequest;
  /// Some conflict is that of a request with about half of its lanes.
  bool IsHalf = false;
  std::string PossibleReason, UnknownReason;
  clang::SourceLocation Guard;
  /// The worst of the rounds that an unrolled loop may leave over, if they
  /// conflict.
  std::optional<CostEstimate> LeftOver;
};

/// The accesses of one kernel with one block shape.
class Tally {
public:
  /// Adds what the machine makes of a group's accesses.
  void add(const WarpGroupRecords &Group);

  /// All that was added, by place; `Kernel` is the kernel's name.
  std::vector<std::pair<SiteKey, Access>>
  accesses(const WalkedKernel &Walked, const std::string &Kernel,
           const clang::ASTContext &Context) &&;

private:
  using Sums = llvm::MapVector<SiteKey, AccessSum>;
  void addLaterViews();

  Sums Sites;
  Sums Later; ///< by `AccessRecord::LaterView`
};

} // namespace banklint

#endif // BANKLINT_COST_TALLY_H
