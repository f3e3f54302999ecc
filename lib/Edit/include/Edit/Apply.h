//===- Apply.h - Edits made and written -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   planFixes (FixPlan.h)   which fix of which finding, and what it edits
//   makeContents            what the files hold afterwards
//   applyFixes              onto the disk, by groups of files
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_EDIT_APPLY_H
#define BANKLINT_EDIT_APPLY_H

#include "Edit/AnalysedContents.h"
#include "Edit/EditRoots.h"
#include "Edit/FixPlan.h"
#include "Source/EditedFiles.h"
#include "llvm/Support/Error.h"
#include <cstddef>
#include <set>
#include <string>
#include <vector>

namespace banklint {

/// A file before and after its edits.
struct EditedFile {
  std::string Name; ///< the real one
  std::string Before, After;
};

/// What the plan makes of the files, or of what is `Edited` in their place.
/// Fails with a sentence where a file cannot be read or has changed since the
/// analysis.
llvm::Expected<std::vector<EditedFile>>
makeContents(const FixPlan &Plan, const AnalysedContents &Contents,
             const EditedFiles &Edited = {});

/// What became of a plan.
struct AppliedFixes {
  size_t Files = 0; ///< that were written
  /// Findings that were rid of all excess, and those that keep some.
  unsigned Fixed = 0, Improved = 0;
  /// A sentence for each group of files that stayed as it was.
  std::vector<std::string> Failures;
  /// The real names of these files.
  std::set<std::string> FilesLeft;
};

/// Writes the files, all of a group or none: what the fixes of one group cannot
/// do keeps no other from being done. A group stays as it is where one of its
/// files cannot be read or written, is read-only, lies outside of `Roots`, or
/// has changed since the analysis.
AppliedFixes applyFixes(const FixPlan &Plan, const AnalysedContents &Contents,
                        const EditRoots &Roots = {});

} // namespace banklint

#endif // BANKLINT_EDIT_APPLY_H
