//===- ClearCache.cpp - Removes what runs have left -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ClearCache.h"
#include "Cuda/PrecompiledHeaders.h"
#include "Files/Paths.h"
#include "Files/PrivateFolder.h"
#include "Files/Shown.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <cstdint>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

using namespace banklint;
using namespace llvm;

/// Removes the files of a cache, by the names that both caches have for them
/// and `pruneCache` for its own.
static Status clear(const std::string &Folder, bool IsQuiet) {
  if (!sys::fs::exists(Folder)) {
    if (!IsQuiet)
      StderrLine() << "nothing is kept in '" << Folder << '\'';
    return Clean;
  }
  if (Error E = checkPrivateFolder(Folder))
    return fail("'" + Folder + "' is not cleared: " + toString(std::move(E)));
  std::vector<std::string> Names;
  std::error_code EC;
  for (sys::fs::directory_iterator I(Folder, EC, /*follow_symlinks=*/false), E;
       !EC && I != E; I.increment(EC))
    if (sys::path::filename(I->path()).starts_with("llvmcache"))
      Names.push_back(I->path());
  uint64_t Bytes = 0;
  for (const std::string &Name : Names) {
    uint64_t Size = 0;
    if (!EC)
      EC = sys::fs::file_size(Name, Size);
    if (!EC)
      EC = sys::fs::remove(Name);
    // Another run may remove what it has no room for.
    if (EC == std::errc::no_such_file_or_directory)
      EC.clear();
    Bytes += Size;
  }
  if (EC)
    return fail("cannot clear '" + Folder + "': " + EC.message());
  // Only an empty folder can be removed.
  (void)sys::fs::remove(Folder);
  if (!IsQuiet)
    StderrLine() << "removed " << Names.size()
                 << (Names.size() == 1 ? " file, " : " files, ")
                 << ((Bytes + (1 << 19)) >> 20) << " MB, from '" << Folder
                 << '\'';
  return Clean;
}

Status banklint::runClearCache(const LintOptions &Options) {
  Status Result = Clean;
  if (std::optional<std::string> Headers =
          PrecompiledHeaders::defaultFolder()) {
    Result = clear(*Headers, Options.Quiet);
    (void)sys::fs::remove(sys::path::parent_path(*Headers));
  }
  if (!Options.CacheFolder.empty())
    if (Status Failed = clear(absolutePath(Options.CacheFolder), Options.Quiet))
      Result = Failed;
  return Result;
}
