//===- Region.h - Stretches of a trace that one statement made --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_TRACE_REGION_H
#define BANKLINT_TRACE_REGION_H

#include "Trace/Site.h"
#include "Values/Decision.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <utility>
#include <variant>

namespace banklint {

/// The two arms of an `if` with an `else`: which records they made, and which
/// of their stores the text has in common.
struct BranchArms {
  /// The first record of each arm, and the first behind both.
  size_t ThenBegin = 0, ElseBegin = 0, End = 0;
  unsigned ThenArm = 0, ElseArm = 0;
  /// The path that the branch itself lies on, and the paths around that.
  unsigned Arm = 0;
  llvm::ArrayRef<unsigned> OuterArms;

  /// A store of the first arm and its like in the second. Only the text was
  /// compared: whether it means the same place in both is for the records to
  /// say.
  using SitePair = std::pair<SiteId, SiteId>;
  /// What both end with, the last first.
  llvm::ArrayRef<SitePair> Stores;

  /// How an access behind the branch would have been recorded.
  struct InsertionPoint {
    Certainty Confidence = Certainty::Exact;
    SiteId Guard = NoSite;
    unsigned Block = 0;
    unsigned Times = 0; ///< as of a record
  };
  InsertionPoint Behind;

  void print(llvm::raw_ostream &OS) const;
  void dump() const;
};

/// All iterations of a loop that tests a condition.
struct LoopRecords {
  size_t Begin = 0, End = 0; ///< records
  SiteId Condition = NoSite;
  /// What is the same in every iteration is loaded in front of the loop, since
  /// nothing that it does is in the way; `MayHoist` where that is not known.
  bool Hoists = false, MayHoist = false;
  /// All of its accesses stand on the line of the condition.
  bool IsOneLine = false;
  /// The arm and the unroll block in which the loop stands.
  unsigned Arm = 0, OuterUnroll = 0;

  void print(llvm::raw_ostream &OS) const;
  void dump() const;
};

using Region = std::variant<BranchArms, LoopRecords>;

} // namespace banklint

#endif // BANKLINT_TRACE_REGION_H
