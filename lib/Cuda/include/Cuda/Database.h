//===- Database.h - compile_commands.json -----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_CUDA_DATABASE_H
#define BANKLINT_CUDA_DATABASE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace banklint {

/// How one source is compiled.
struct DatabaseEntry {
  std::string File;   ///< absolute, without `.` and `..`
  std::string Folder; ///< where the compiler runs
  std::vector<std::string> CommandLine;
};

/// A compilation database, and what it says about files that it does not name.
class Database {
public:
  /// Reads `Path`, or fails with "cannot read 'PATH': REASON".
  static llvm::Expected<Database> load(llvm::StringRef Path);

  /// The same of `Text`, which is what `Path` holds.
  static llvm::Expected<Database> parse(llvm::StringRef Path,
                                        llvm::StringRef Text);

  /// The file that was read; "" where there is none.
  const std::string &path() const { return Path; }

  /// The database that belongs to `Place`, a file or folder: in the nearest
  /// folder at or above it, or in the folder `build` of one of these. "" if
  /// there is none.
  static std::string findAbove(llvm::StringRef Place);

  /// The entries that compile CUDA, in the order of their files' names; those
  /// of one file in the order of the database. A file counts by its name or by
  /// `-x cu` of its command; what hipcc compiles does not.
  llvm::ArrayRef<DatabaseEntry> cudaEntries() const { return Entries; }
  /// All others: what the host's compiler reads.
  llvm::ArrayRef<DatabaseEntry> otherEntries() const { return OtherEntries; }

  /// The CUDA entries of `File`, whatever way its path is written.
  llvm::ArrayRef<DatabaseEntry> entriesOf(llvm::StringRef File) const;

  /// For a file that the database does not name: the entry of a source that
  /// includes it, directly or through other headers of the project. Where none
  /// does, the nearest source: of the same name without extension in the same
  /// folder, else in the same folder, else with the longest common path. Null
  /// only without CUDA entries. Costs a reading of the sources up to the one
  /// that includes it.
  const DatabaseEntry *nearestTo(llvm::StringRef File) const;

private:
  std::string Path;
  std::vector<DatabaseEntry> Entries, OtherEntries;
};

} // namespace banklint

#endif // BANKLINT_CUDA_DATABASE_H
