//===- Sources.cpp - Which sources a run checks ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Project/Sources.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

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

Expected<PathGlobs> PathGlobs::create(ArrayRef<std::string> Globs) {
  PathGlobs Result;
  for (StringRef Text : Globs) {
    Expected<GlobPattern> Glob = GlobPattern::create(Text.rtrim('/'));
    if (!Glob)
      return createStringError("invalid glob '" + Text +
                               "': " + toString(Glob.takeError()));
    Result.Globs.push_back(std::move(*Glob));
  }
  return Result;
}

/// True where the path itself matches, or what is behind one of its slashes.
static bool matchEnd(const GlobPattern &Glob, StringRef Path) {
  for (;;) {
    if (Glob.match(Path))
      return true;
    size_t Slash = Path.find('/');
    if (Slash == StringRef::npos)
      return false;
    Path = Path.drop_front(Slash + 1);
  }
}

bool PathGlobs::match(StringRef File) const {
  if (Globs.empty())
    return false;
  std::string Full = absolutePath(File);
  for (StringRef Path = Full; Path.size() > 1;
       Path = sys::path::parent_path(Path))
    if (any_of(Globs, [&](const GlobPattern &G) { return matchEnd(G, Path); }))
      return true;
  return false;
}

static void addFilesBelow(StringRef Folder, std::vector<std::string> &Out) {
  size_t First = Out.size();
  std::error_code EC;
  for (sys::fs::recursive_directory_iterator It(Folder, EC), End;
       It != End && !EC; It.increment(EC))
    if (sys::path::extension(It->path()) == ".cu" &&
        sys::fs::is_regular_file(It->path()))
      Out.push_back(It->path());
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
    return createStringError("no CUDA source in '" + Name + "'");
  return Error::success();
}

Expected<std::vector<std::string>>
banklint::selectSources(ArrayRef<std::string> Named, const Database &Commands,
                        StringRef DatabasePath, const PathGlobs &Excluded,
                        Shard Part) {
  std::vector<std::string> All;
  if (Named.empty()) {
    if (DatabasePath.empty())
      return createStringError(
          "no source named; 'banklint --help' lists what it takes");
    for (const DatabaseEntry &Entry : Commands.cudaEntries())
      All.push_back(Entry.File);
    if (All.empty())
      return createStringError("no CUDA source in '" + DatabasePath + "'");
  }
  for (StringRef Name : Named)
    if (Error E = addNamed(Name, Commands, All))
      return std::move(E);

  std::vector<std::string> Result;
  StringSet<> Met;
  size_t Count = 0;
  for (std::string &File : All)
    if (Met.insert(absolutePath(File)).second && !Excluded.match(File) &&
        Count++ % Part.Count == Part.Index - 1)
      Result.push_back(std::move(File));
  return Result;
}

void banklint::dropExcluded(Report &R, const PathGlobs &Excluded) {
  if (Excluded.empty())
    return;
  StringMap<bool> Known;
  auto IsExcluded = [&](const auto &Item) {
    StringRef File = Item.Span.Begin.File;
    auto [Entry, IsNew] = Known.try_emplace(File);
    if (IsNew)
      Entry->second = Excluded.match(File);
    return Entry->second;
  };
  erase_if(R.Findings, IsExcluded);
  erase_if(R.Silenced, IsExcluded);
  erase_if(R.Accesses, IsExcluded);
  erase_if(R.Gaps, [&](const NotAnalysed &Gap) {
    return !Gap.IsError && IsExcluded(Gap);
  });
}
