//===- HeaderSearch.cpp - Where a project has a header --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Files/HeaderSearch.h"
#include "Files/Paths.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <algorithm>
#include <cstddef>
#include <deque>
#include <iterator>
#include <system_error>
#include <utility>

using namespace llvm;
using namespace banklint;

/// Names that all searches of a run look at, and those of one folder: some
/// tenths of a second on a slow disk.
static constexpr unsigned MostEntries = 1U << 15, MostOfFolder = 1U << 12;
/// How many folders lie within each other.
static constexpr unsigned MostDepth = 16;
/// Of one header.
static constexpr size_t MostPlaces = 64;

/// A name without `.` and needless slashes.
static std::string plainName(StringRef Name) {
  SmallString<128> Path(Name);
  sys::path::remove_dots(Path);
  return Path.str().str();
}

HeaderSearch::HeaderSearch(ArrayRef<std::string> Names)
    : EntriesLeft(MostEntries) {
  for (const std::string &Name : Names) {
    auto [Entry, IsNew] = Headers.try_emplace(Name);
    Header &New = Entry->second;
    New.Path = plainName(Name);
    const bool LeadsUp =
        any_of(make_range(sys::path::begin(New.Path), sys::path::end(New.Path)),
               [](StringRef Part) { return Part == ".."; });
    if (IsNew && !New.Path.empty() && !LeadsUp &&
        !sys::path::is_absolute(New.Path))
      ByFileName[sys::path::filename(New.Path)].push_back(&New);
  }
}

/// Notes a file if one of the headers is named so.
void HeaderSearch::note(StringRef Path, bool IsLink, StringRef Root) {
  auto Known = ByFileName.find(sys::path::filename(Path));
  if (Known == ByFileName.end() || !sys::fs::is_regular_file(Path) ||
      (IsLink && pathBelow(Root, realPath(Path)).empty()))
    return;
  for (Header *H : Known->second)
    if (const std::string Folder = includeFolder(Path, H->Path);
        !Folder.empty() && H->Places.size() < MostPlaces) {
      H->Places.push_back(Path.str());
      ++HeadersIn[Folder];
    }
}

/// What lies near is found first.
void HeaderSearch::searchBelow(StringRef Folder, StringRef Root) {
  std::deque<std::pair<std::string, unsigned>> Open = {{Folder.str(), 0}};
  for (; !Open.empty() && EntriesLeft; Open.pop_front()) {
    const auto &[Now, Depth] = Open.front();
    if (!Seen.insert(Now).second)
      continue;
    unsigned OfFolder = MostOfFolder;
    std::error_code EC;
    for (sys::fs::directory_iterator It(Now, EC, /*follow_symlinks=*/false),
         End;
         It != End && !EC && EntriesLeft && OfFolder;
         It.increment(EC), --EntriesLeft, --OfFolder) {
      const StringRef Name = sys::path::filename(It->path());
      sys::fs::file_type Type = It->type();
      sys::fs::file_status Status;
      if (Type == sys::fs::file_type::type_unknown &&
          !sys::fs::status(It->path(), Status, /*follow=*/false))
        Type = Status.type();
      if (Name.starts_with("."))
        continue;
      if (Type == sys::fs::file_type::directory_file && Depth < MostDepth)
        Open.emplace_back(It->path(), Depth + 1);
      else if (Type == sys::fs::file_type::regular_file ||
               Type == sys::fs::file_type::symlink_file)
        note(It->path(), Type == sys::fs::file_type::symlink_file, Root);
    }
  }
}

void HeaderSearch::search(StringRef Folder, StringRef Root) {
  const std::string RealRoot = realPath(Root);
  std::string Now = realPath(Folder);
  while (EntriesLeft && any_of(ByFileName, [](const auto &Entry) {
           return any_of(Entry.second,
                         [](const Header *H) { return H->Places.empty(); });
         })) {
    searchBelow(Now, RealRoot);
    if (Now == RealRoot || pathBelow(RealRoot, Now).empty())
      return;
    Now = sys::path::parent_path(Now).str();
  }
}

/// How many folders two files have in common.
static size_t sharedFolders(StringRef File, StringRef Other) {
  auto [A, B] = std::mismatch(sys::path::begin(File), sys::path::end(File),
                              sys::path::begin(Other), sys::path::end(Other));
  return size_t(std::distance(sys::path::begin(File), A));
}

std::vector<std::string> HeaderSearch::placesFor(StringRef Name,
                                                 StringRef File) const {
  auto Known = Headers.find(Name);
  if (Known == Headers.end())
    return {};
  const std::string Real = realPath(File);
  auto RankOf = [&](StringRef Place) {
    return std::pair(HeadersIn.lookup(includeFolder(Place, Name)),
                     sharedFolders(Real, Place));
  };
  std::vector<std::string> Best;
  decltype(RankOf("")) Highest;
  for (const std::string &Place : Known->second.Places) {
    const auto Rank = RankOf(Place);
    if (Best.empty() || Highest < Rank) {
      Best.clear();
      Highest = Rank;
    }
    if (Rank == Highest)
      Best.push_back(Place);
  }
  sort(Best);
  return Best;
}

std::string HeaderSearch::onlyPlaceFor(StringRef Name) const {
  auto Known = Headers.find(Name);
  return Known != Headers.end() && Known->second.Places.size() == 1
             ? Known->second.Places.front()
             : "";
}

std::string banklint::includeFolder(StringRef Place, StringRef Name) {
  const std::string Path = plainName(Name);
  if (Place == Path)
    return ".";
  if (!Place.consume_back(Path) || !Place.consume_back("/"))
    return "";
  return Place.empty() ? "/" : Place.str();
}
