//===- FixOffers.h - Which edits a host is given, and where -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Hosts apply the edits that they are given, whatever gave them. So a host that
// applies many at once gets those that the command line would make, each of
// them once. It sees one source: what other files hold is not edited.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_TOOL_FIXOFFERS_H
#define BANKLINT_TOOL_FIXOFFERS_H

#include "Finding/Finding.h"
#include "Tidy/BankConflictCheck.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace banklint {

/// What a host has to know of a source to place edits.
struct OfferRules {
  FixPlace Place = FixPlace::Warning;
  bool AllowUnsafe = false; ///< of warnings; a quick fix is chosen by its name
  /// Whether no other source includes the file of that name.
  std::function<bool(llvm::StringRef File)> IsEdited;
  /// Whether an earlier parse of the source has given the edit away.
  std::function<bool(const Edit &)> IsMade;
  /// Whether the host drops the finding, with all that it carries.
  std::function<bool(const Finding &)> IsDropped;
};

/// The edits of the fixes of all findings of a source.
class FixOffers {
public:
  /// `Findings` have to live as long.
  FixOffers(llvm::ArrayRef<Finding> Findings, OfferRules Rules);

  /// What the warning of the finding of that number carries: the edits of its
  /// fix, and of all that share some of them.
  llvm::ArrayRef<Edit> editsOfWarning(size_t Number) const {
    return Carried[Number];
  }
  /// What the note of a fix of it carries.
  llvm::ArrayRef<Edit> editsOfNote(size_t Number, const Fix &X) const;

  /// What the note of a fix says beside what the fix does: "; the fix of line 9
  /// makes it". Empty where the edits are offered right there.
  std::string remark(size_t Number, const Fix &X) const;

private:
  void plan();
  void carryTogether();
  const Edit *elsewhere(const Fix &X) const;

  llvm::ArrayRef<Finding> Findings;
  OfferRules Rules;
  // For each finding; all but `Carried` is of FixPlace::Warning alone.
  std::vector<const Fix *> Wanted; ///< what it asks for by itself, or null
  std::vector<const Fix *> Chosen; ///< the same, where it goes with the others
  /// The number of the finding with its edits; none if they are made already.
  std::vector<std::optional<size_t>> CarriedBy;
  std::vector<std::vector<Edit>> Carried;
};

} // namespace banklint

#endif // BANKLINT_TOOL_FIXOFFERS_H
