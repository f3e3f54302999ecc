//===- FixPlan.h - Which fixes to apply -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_EDIT_FIXPLAN_H
#define BANKLINT_EDIT_FIXPLAN_H

#include "Edit/EditSet.h"
#include "Finding/Finding.h"
#include <map>
#include <string>
#include <vector>

namespace banklint {

/// Files that are edited together: no fix edits one of them and a file of
/// another group.
struct FixGroup {
  std::vector<std::string> Files; ///< by their real names, in order
  /// The findings that its fixes rid of all excess, and those that keep some.
  unsigned Fixed = 0, Improved = 0;
};

/// Which fixes to apply.
struct FixPlan {
  /// For each finding: the fix that is part of the plan, or null.
  std::vector<const Fix *> Chosen;
  /// The edits of all chosen fixes, by the real name of their file.
  std::map<std::string, EditSet> Edits;
  /// The files of `Edits`, each in one group.
  std::vector<FixGroup> Groups;
  /// Findings left out because their fixes are unsafe.
  unsigned UnsafeLeft = 0;
  /// Findings left out because their fixes overlap those of others.
  unsigned OverlapLeft = 0;
  /// Findings left out because a kernel has no memory for their fixes beside
  /// those of others.
  unsigned SizeLeft = 0;

  /// Whether a fix in the plan rids this finding of all excess.
  bool fixes(size_t Number) const {
    return Chosen[Number] && !Chosen[Number]->leavesExcess();
  }
  /// The number of findings that a fix in the plan rids of all excess.
  unsigned fixedFindings() const;
};

/// The first safe fix of every finding; with `AllowUnsafe` its first fix, if
/// none is safe, behind all safe ones. Each is whole in the plan or not at all:
/// one that overlaps an earlier one is left out, as is one that changes the
/// array of an earlier one in the other way, or that takes some kernel's shared
/// memory over its limit together with earlier ones. The same edit in two fixes
/// counts once, whatever names lead to its file.
FixPlan planFixes(llvm::ArrayRef<Finding> Findings, bool AllowUnsafe);

} // namespace banklint

#endif // BANKLINT_EDIT_FIXPLAN_H
