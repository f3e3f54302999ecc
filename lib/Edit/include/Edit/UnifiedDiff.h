//===- UnifiedDiff.h - Edits as `diff -u` shows them ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Neither LLVM nor Clang has a library that writes such a diff; `diff` itself
// is not on every machine. The edits tell what differs, so that nothing is
// searched.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_EDIT_UNIFIEDDIFF_H
#define BANKLINT_EDIT_UNIFIEDDIFF_H

#include "Edit/EditSet.h"
#include "llvm/Support/raw_ostream.h"

namespace banklint {

/// Writes what `Edits` make of `Before` as a unified diff with three lines
/// around each change, for `patch -p1` and `git apply`. `Name` is the file's
/// name as seen from the folder in which these are run, quoted as git does:
/// "a/caf\303\251.cu" for café.cu. Lines keep their ends, carriage returns
/// included.
void writeUnifiedDiff(llvm::raw_ostream &OS, llvm::StringRef Name,
                      llvm::StringRef Before, const EditSet &Edits);

} // namespace banklint

#endif // BANKLINT_EDIT_UNIFIEDDIFF_H
