//===- Apply.h - Edits made and written -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   planFixes (FixPlan.h)   which fix of which finding, and what it edits
//   makeContents            what the files hold afterwards
//   writeContents           onto the disk
//
// Every content is made before the first file is written.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_EDIT_APPLY_H
#define BANKLINT_EDIT_APPLY_H

#include "Edit/AnalysedContents.h"
#include "Edit/FixPlan.h"
#include "llvm/Support/Error.h"

namespace banklint {

/// A file before and after its edits.
struct EditedFile {
  std::string Name; ///< the real one
  std::string Before, After;
};

/// What the plan makes of the files. Fails with a sentence where a file cannot
/// be read or has changed since the analysis, and, if the contents are to be
/// written, where it is read-only.
llvm::Expected<std::vector<EditedFile>>
makeContents(const FixPlan &Plan, const AnalysedContents &Contents,
             bool AreToBeWritten);

/// Writes the files, each of them atomically. Fails with a sentence at the
/// first that cannot be written, which then is as it was.
llvm::Error writeContents(llvm::ArrayRef<EditedFile> Files);

} // namespace banklint

#endif // BANKLINT_EDIT_APPLY_H
