//===- Sources.cpp - Which sources a run checks ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Project/Sources.h"
#include "Cuda/Database.h"
#include "Files/Paths.h"
#include "Files/Shown.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <cstddef>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

using namespace llvm;
using namespace banklint;

std::optional<Shard> Shard::parse(StringRef Text) {
  Shard Result;
  auto [Index, Count] = Text.split('/');
  if (Index.getAsInteger(10, Result.Index) ||
      Count.getAsInteger(10, Result.Count) || Result.Index == 0 ||
      Result.Index > Result.Count)
    return std::nullopt;
  return Result;
}

/// A link to a folder leads to what is listed where it lies, or to what nobody
/// has named: it is not followed.
static void addFilesBelow(StringRef Folder, std::vector<std::string> &Out) {
  size_t First = Out.size();
  std::vector<std::string> Open = {Folder.str()};
  while (!Open.empty()) {
    const std::string Now = std::move(Open.back());
    Open.pop_back();
    std::error_code EC;
    for (sys::fs::directory_iterator It(Now, EC), End; It != End && !EC;
         It.increment(EC)) {
      const std::string &Path = It->path();
      if (It->type() == sys::fs::file_type::directory_file)
        Open.push_back(Path);
      else if (sys::path::extension(Path) == ".cu" &&
               sys::fs::is_regular_file(Path))
        Out.push_back(Path);
    }
    if (EC)
      StderrLine() << "warning: cannot read folder '" << shownPath(Now)
                   << "': " << EC.message();
  }
  llvm::sort(Out.begin() + First, Out.end());
}

static void addEntriesBelow(StringRef Folder, const Database &Commands,
                            std::vector<std::string> &Out) {
  std::string Prefix = absolutePath(Folder);
  if (!StringRef(Prefix).ends_with("/"))
    Prefix += '/';
  for (const DatabaseEntry &Entry : Commands.cudaEntries())
    if (StringRef(Entry.File).starts_with(Prefix))
      Out.push_back(Entry.File);
}

static Error addNamed(StringRef Name, const Database &Commands,
                      std::vector<std::string> &Out) {
  if (!sys::fs::is_directory(Name)) {
    Out.push_back(Name.str());
    return Error::success();
  }
  size_t Before = Out.size();
  addEntriesBelow(Name, Commands, Out);
  if (Out.size() == Before)
    addFilesBelow(Name, Out);
  if (Out.size() == Before)
    return createStringError("no .cu file in '" + Name +
                             "'; name other files explicitly");
  return Error::success();
}

Expected<std::vector<std::string>>
banklint::selectSources(ArrayRef<std::string> Named, const Database &Commands,
                        function_ref<bool(StringRef)> IsExcluded, Shard Part) {
  std::vector<std::string> All;
  if (Named.empty()) {
    if (Commands.path().empty())
      return createStringError(
          "no input: name a .cu file or a folder, or run where a "
          "compile_commands.json is found, here, in 'build' or above (see "
          "--help)");
    for (const DatabaseEntry &Entry : Commands.cudaEntries())
      All.push_back(Entry.File);
    if (All.empty())
      return createStringError(
          "no CUDA source in '" + shownPath(Commands.path()) +
          "': name the sources, or a folder of them, or let the build write it "
          "(CMake with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON)");
  }
  for (StringRef Name : Named)
    if (Error E = addNamed(Name, Commands, All))
      return std::move(E);

  std::vector<std::string> Result;
  StringSet<> Met;
  size_t Count = 0;
  for (std::string &File : All) {
    if (!Met.insert(absolutePath(File)).second)
      continue;
    if (!IsExcluded(File) && Count++ % Part.Count == Part.Index - 1)
      Result.push_back(std::move(File));
  }
  return Result;
}
