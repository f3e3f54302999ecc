//===- Cache.h - Results kept from run to run -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An entry is found by what is known before a source is read: the program, the
// arguments, the options. It lists every file that the source consisted of with
// a hash of its contents, and holds if all of them are as they were.
//
// What it cannot notice is a new file in front of one that was read, in a
// folder that is searched earlier.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_PROJECT_CACHE_H
#define BANKLINT_PROJECT_CACHE_H

#include "Analysis/Kernel.h"
#include "Check/Source.h"
#include "Cuda/CompileCommand.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace banklint {

/// A folder of results. May be used by several threads, and the folder by
/// several programs at a time: entries are written at one stroke, and one that
/// makes no sense is as good as none.
class Cache {
public:
  /// Opens the cache in `Folder`, and makes the folder if need be. `Executable`
  /// is the running program, whose contents are part of every key. Fails where
  /// the folder cannot be made. Null where what lies in it may be another's
  /// (see PrivateFolder.h), which a warning on standard error says.
  static llvm::Expected<std::unique_ptr<Cache>>
  open(llvm::StringRef Folder, llvm::StringRef Executable);

  /// The name of an entry.
  std::string keyOf(const CompileCommand &Command,
                    const AnalysisOptions &Options) const;

  /// The result under `Key`, if nothing that it depends on has changed.
  std::optional<CheckedSource> find(llvm::StringRef Key) const;

  /// Keeps a result, unless a file could not be found or read: nobody notices
  /// when it appears. The first entry that cannot be written is named on
  /// standard error, and takes nothing from the run.
  void store(llvm::StringRef Key, const CheckedSource &Result) const;

  /// Removes entries that were not used for a week and, above 512 MB, the ones
  /// that were not used for longest; looks at most every 20 minutes.
  void prune() const;

private:
  std::string pathOf(llvm::StringRef Key) const;
  std::optional<uint64_t> hashOf(const std::string &File) const;
  bool isCurrent(const FileHash &File) const;

  std::string Folder;
  std::string Program; ///< what every key begins with
  mutable std::atomic<bool> HasWarned = false;
  mutable std::mutex Lock;
  mutable llvm::StringMap<std::optional<uint64_t>> Hashes;
};

} // namespace banklint

#endif // BANKLINT_PROJECT_CACHE_H
