//===- FixPlan.h - Which fixes to apply -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_EDIT_FIXPLAN_H
#define BANKLINT_EDIT_FIXPLAN_H

#include "Edit/EditSet.h"
#include <map>

namespace banklint {

/// Which fixes to apply.
struct FixPlan {
  /// For each finding: the fix that is part of the plan, or null.
  std::vector<const Fix *> Chosen;
  /// The edits of all chosen fixes, by the real name of their file.
  std::map<std::string, EditSet> Edits;
  /// Findings left out because their fixes are unsafe.
  unsigned UnsafeLeft = 0;
  /// Findings left out because their source has errors.
  unsigned BrokenLeft = 0;
  /// Findings left out because their fixes overlap those of others.
  unsigned OverlapLeft = 0;

  /// The number of findings that a fix in the plan rids of all excess, and of
  /// those that keep some.
  unsigned fixedFindings() const;
  unsigned improvedFindings() const;
};

/// The first safe fix of every finding; with `AllowUnsafe` its first fix, if
/// none is safe. Each is whole in the plan or not at all: one that overlaps an
/// earlier one is left out. The same edit in two fixes counts once, whatever
/// names lead to its file.
FixPlan planFixes(llvm::ArrayRef<Finding> Findings, bool AllowUnsafe);

} // namespace banklint

#endif // BANKLINT_EDIT_FIXPLAN_H
