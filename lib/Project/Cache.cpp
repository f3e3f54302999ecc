//===- Cache.cpp - Results kept from run to run ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Project/Cache.h"
#include "Analysis/Kernel.h"
#include "Check/Check.h"
#include "Check/Source.h"
#include "Cuda/CompileCommand.h"
#include "Files/Paths.h"
#include "Files/PrivateFolder.h"
#include "Files/ReadFile.h"
#include "Files/Shown.h"
#include "Files/WholeFile.h"
#include "Finding/Finding.h"
#include "SourceArchive.h"
#include "clang/Basic/Version.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/CachePruning.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

using namespace llvm;
using namespace banklint;

static constexpr uint64_t LargestCacheBytes = uint64_t(512) << 20;

static std::optional<uint64_t> hashFile(StringRef File) {
  auto Buffer = readRegularFile(File);
  if (Buffer)
    return xxh3_64bits((*Buffer)->getBuffer());
  consumeError(Buffer.takeError());
  return std::nullopt;
}

/// The running program is as large as it is.
static uint64_t hashProgram(StringRef Executable) {
  auto Buffer = MemoryBuffer::getFile(Executable, /*IsText=*/false,
                                      /*RequiresNullTerminator=*/false);
  return Buffer ? xxh3_64bits((*Buffer)->getBuffer()) : 0;
}

/// The parts of a key, with ends that no part contains.
static void addPart(std::string &Key, StringRef Part) {
  Key += Part;
  Key += '\0';
}

Expected<std::unique_ptr<Cache>> Cache::open(StringRef Folder,
                                             StringRef Executable) {
  if (std::error_code EC = makePrivateFolder(Folder))
    return createStringError("cannot make the cache '" + Folder +
                             "': " + EC.message());
  if (Error E = checkPrivateFolder(Folder)) {
    StderrLine()
        << "warning: the cache '" << shownPath(Folder)
        << "' is not used: " << toString(std::move(E))
        << "; it takes a folder of your own outside of the sources, as "
           "~/.cache/banklint";
    return nullptr;
  }
  auto Result = std::make_unique<Cache>();
  Result->Folder = absolutePath(Folder);
  std::string &Program = Result->Program;
  addPart(Program, BANKLINT_VERSION);
  addPart(Program, clang::getClangFullVersion());
  addPart(Program, utohexstr(hashProgram(Executable)));
  for (const char *Name : {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH"})
    addPart(Program, sys::Process::GetEnv(Name).value_or(""));
  SmallString<128> Working;
  if (!sys::fs::current_path(Working))
    addPart(Program, Working);
  return std::move(Result);
}

std::string Cache::keyOf(const CompileCommand &Command,
                         const AnalysisOptions &Options) const {
  std::string Key = Program;
  addPart(Key, Command.File);
  for (StringRef Argument : Command.Arguments)
    addPart(Key, Argument);
  addPart(Key, banklint::keyOf(Options));
  XXH128_hash_t Hash = xxh3_128bits(arrayRefFromStringRef(Key));
  return utohexstr(Hash.high64, /*LowerCase=*/true, /*Width=*/16) +
         utohexstr(Hash.low64, /*LowerCase=*/true, /*Width=*/16);
}

/// `pruneCache` removes files of this name only.
std::string Cache::pathOf(StringRef Key) const {
  SmallString<128> Path(Folder);
  sys::path::append(Path, "llvmcache-" + Key);
  return Path.str().str();
}

/// Headers are the same for many sources, so each file is read once a run.
std::optional<uint64_t> Cache::hashOf(const std::string &File) const {
  {
    std::lock_guard<std::mutex> Guard(Lock);
    auto Known = Hashes.find(File);
    if (Known != Hashes.end())
      return Known->second;
  }
  std::optional<uint64_t> Hash = hashFile(File);
  std::lock_guard<std::mutex> Guard(Lock);
  return Hashes.try_emplace(File, Hash).first->second;
}

bool Cache::isCurrent(const FileHash &File) const {
  return hashOf(File.Name) == File.Hash;
}

/// Whether all that `--fix` and `--add-nolint` may edit by a report is one of
/// the files, which hold what they held.
static bool editsOnly(ArrayRef<FileHash> Files, const Report &R) {
  StringSet<> Names;
  for (const FileHash &File : Files)
    Names.insert(File.Name);
  for (const Finding &F : R.Findings) {
    // What it stands for is joined to it later.
    if (!F.Others.empty() ||
        (F.Span.Begin.Line && !Names.contains(F.Span.Begin.File)))
      return false;
    for (const Fix &X : F.Fixes)
      for (const Edit &E : X.Edits)
        if (!Names.contains(E.File))
          return false;
  }
  return true;
}

std::optional<CheckedSource> Cache::find(StringRef Key) const {
  auto Buffer = readOwnFile(pathOf(Key), MaxFileBytes);
  if (!Buffer) {
    consumeError(Buffer.takeError());
    return std::nullopt;
  }
  std::optional<CheckedSource> Result = restoreSource((*Buffer)->getBuffer());
  if (!Result || !editsOnly(Result->Files, Result->Result) ||
      !all_of(Result->Files,
              [&](const FileHash &File) { return isCurrent(File); }))
    return std::nullopt;
  return Result;
}

void Cache::store(StringRef Key, const CheckedSource &Result) const {
  if (!Result.IsComplete)
    return;
  std::optional<std::string> Text = archiveSource(Result);
  if (!Text)
    return;
  Error E = replaceFile(pathOf(Key), *Text);
  if (E && !HasWarned.exchange(true))
    StderrLine() << "warning: the cache is not kept: "
                 << toString(std::move(E));
  else
    consumeError(std::move(E));
}

void Cache::prune() const {
  CachePruningPolicy Policy;
  Policy.MaxSizeBytes = LargestCacheBytes;
  pruneCache(Folder, Policy);
}
