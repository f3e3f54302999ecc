//===- UnifiedDiff.h - Edits as `diff -u` shows them ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FIX_UNIFIEDDIFF_H
#define BANKLINT_FIX_UNIFIEDDIFF_H

#include "Finding/Finding.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

namespace banklint {

/// Writes what `Edits`, sorted by offset and free of overlaps, make of `Before`
/// as a unified diff with three lines around each change, for `patch -p1` and
/// `git apply`. `Name` is the file's name as seen from the folder in which
/// these are run. Lines keep their ends, carriage returns included.
void writeUnifiedDiff(llvm::raw_ostream &OS, llvm::StringRef Name,
                      llvm::StringRef Before, llvm::ArrayRef<Edit> Edits);

} // namespace banklint

#endif // BANKLINT_FIX_UNIFIEDDIFF_H
