//===- OpenArguments.h - Counts whatever a launch passes --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Machine code is the same whatever a launch passes. So what is counted of a
// kernel with unknown arguments, as a formula in them, holds for a launch that
// passes numbers. A walk with these numbers mostly counts more, but for loops
// of which it meets too few iterations to tell how they merge.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_ANALYSIS_OPENARGUMENTS_H
#define BANKLINT_ANALYSIS_OPENARGUMENTS_H

#include "Analysis/Kernel.h"
#include "Cost/AccessSums.h"
#include "Finding/Finding.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/ArrayRef.h"
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace banklint {

/// Where an access was met, and what was counted of it.
using CountedSite = std::pair<SiteKey, AccessCount *>;

/// Walks a kernel with unknown arguments where that may say more.
class OpenArguments {
public:
  explicit OpenArguments(clang::ASTContext &Context) : Context(Context) {}

  /// Makes the counts of a walk with known arguments exact where some are not,
  /// and those of a walk with unknown ones are. Spends no more steps than that
  /// walk has spent and `StepBudget` has left, and takes none of these; changes
  /// nothing where they do not do.
  void complete(const WalkedKernel &Walked, llvm::ArrayRef<CountedSite> Counted,
                uint64_t StepBudget);

private:
  /// What a walk with unknown arguments counts; nothing where it had no end.
  struct Open {
    std::array<unsigned, 3> Block;
    std::array<std::optional<int64_t>, 3> Grid;
    std::unique_ptr<WalkedKernel> Walked;
    AccessSums::SumsBySite Sums;
  };
  const Open &openOf(const WalkedKernel &Walked, uint64_t StepBudget);

  clang::ASTContext &Context;
  std::vector<Open> Known; ///< launches often differ by their arguments alone
};

} // namespace banklint

#endif // BANKLINT_ANALYSIS_OPENARGUMENTS_H
