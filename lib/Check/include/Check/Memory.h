//===- Memory.h - What was said of a source before an edit ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For hosts that check a source after every edit: findings are kept by the part
// of the source that they follow from (Parts.h), and repeated, at their new
// places, while that part stays as it is. What is said is what a check from
// scratch would say; where that cannot be known, one is made.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_CHECK_MEMORY_H
#define BANKLINT_CHECK_MEMORY_H

#include "Analysis/Kernel.h"
#include "Check/EditedSource.h"
#include "Check/Parts.h"
#include "Cuda/Parse.h"
#include "Finding/Finding.h"
#include <list>
#include <map>
#include <mutex>

namespace banklint {

/// Remembers the findings of the latest parts. Safe to use from several
/// threads.
class CheckMemory {
public:
  /// What `checkSource` says, but that of kernels that are remembered there are
  /// the findings and accesses alone, and of these no reason that names a line.
  /// A budget is for what is new: of a source that exceeds it, each check says
  /// more.
  /// `Surroundings` tells apart all that a parse depends on beside the main
  /// file: the headers and the command.
  Report check(clang::ASTContext &Context, llvm::ArrayRef<SourceError> Errors,
               const AnalysisOptions &Options, llvm::StringRef Surroundings);
  EditMemory &edits() { return Edits; }

private:
  /// The findings and accesses of a part; the places in the main file are
  /// anchored, in the order in which `movePlaces` visits them.
  struct Remembered {
    std::vector<Finding> Findings;
    std::vector<Access> Accesses;
    std::vector<AnchoredPlace> Places;
  };
  using Key = std::pair<uint64_t, uint64_t>;
  class Run;

  std::optional<Remembered> recall(const Key &Part);
  void keep(const Key &Part, Remembered What);

  /// Parts; a source has some tens at most.
  static constexpr size_t MaxParts = 1024;
  EditMemory Edits;
  std::mutex Lock;
  std::list<std::pair<Key, Remembered>> Latest; ///< the last used first
  std::map<Key, std::list<std::pair<Key, Remembered>>::iterator> ByKey;
};

} // namespace banklint

#endif // BANKLINT_CHECK_MEMORY_H
