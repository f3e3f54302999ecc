//===- Apply.h - Fixes chosen, made and written -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   planFixes      which fix of which finding, and what it edits
//   makeContents   what the files hold afterwards
//   writeContents  onto the disk
//
// Every content is made before the first file is written.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FIX_APPLY_H
#define BANKLINT_FIX_APPLY_H

#include "Finding/Finding.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"
#include <map>

namespace banklint {

/// What the files held when they were analysed: a hash of the contents by name.
/// Offsets of edits hold for these contents only.
class AnalysedContents {
public:
  void note(llvm::StringRef File, llvm::StringRef Contents);
  /// The same where the xxh3 hash of the contents is known.
  void noteHash(llvm::StringRef File, uint64_t Hash);

  /// Adds what another source noted.
  void add(const AnalysedContents &Other);

  /// All contents that were seen of each file, whatever names lead to it: one
  /// that two sources include may change between them.
  llvm::StringMap<std::vector<uint64_t>> byRealName() const;

private:
  llvm::StringMap<std::vector<uint64_t>> Hashes;
};

/// Which fixes to apply.
struct FixPlan {
  /// For each finding: the fix that is part of the plan, or null.
  std::vector<const Fix *> Chosen;
  /// All edits, by the real name of their file; each once, by offset.
  std::map<std::string, std::vector<Edit>> Edits;
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

/// A file before and after its edits.
struct EditedFile {
  std::string Name; ///< the real one
  std::string Before, After;
};

/// What the plan makes of the files. Edits count bytes, so that line ends stay
/// as they are. Fails with a sentence where a file cannot be read or has
/// changed since the analysis, and, if they are to be written, where it is
/// read-only.
llvm::Expected<std::vector<EditedFile>>
makeContents(const FixPlan &Plan, const AnalysedContents &Contents,
             bool AreToBeWritten);

/// Writes the files, each at one stroke. Fails with a sentence at the first
/// that cannot be written, which then is as it was.
llvm::Error writeContents(llvm::ArrayRef<EditedFile> Files);

} // namespace banklint

#endif // BANKLINT_FIX_APPLY_H
