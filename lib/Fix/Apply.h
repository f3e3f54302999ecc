//===- Apply.h - Writing fixes into the sources -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FIX_APPLY_H
#define BANKLINT_FIX_APPLY_H

#include "Finding/Finding.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"

namespace banklint {

/// What the files held when they were analysed: a hash of the contents by name.
/// Offsets of edits hold for these contents only.
class AnalysedContents {
public:
  void note(llvm::StringRef File, llvm::StringRef Contents);

  /// Adds what another source noted.
  void add(const AnalysedContents &Other);

  /// True unless `File` was analysed with other contents.
  bool isUnchanged(llvm::StringRef File, llvm::StringRef Contents) const;

private:
  llvm::StringMap<uint64_t> Hashes;
};

/// What applyFixes did.
struct AppliedFixes {
  std::vector<bool> IsApplied; ///< for each fix that was given
  unsigned ChangedFiles = 0;
};

/// Applies `Fixes`, each whole or not at all. The same edit in two fixes counts
/// once; a fix that overlaps an earlier one is left out. Every new content is
/// made before the first file is written, and every file is replaced at one
/// stroke, keeping its permissions. Edits count bytes, so that line ends stay
/// as they are.
///
/// Fails with a sentence, before anything is written, where a file cannot be
/// read, is read-only or has changed since the analysis; and where writing
/// itself fails.
llvm::Expected<AppliedFixes> applyFixes(llvm::ArrayRef<const Fix *> Fixes,
                                        const AnalysedContents &Contents);

} // namespace banklint

#endif // BANKLINT_FIX_APPLY_H
