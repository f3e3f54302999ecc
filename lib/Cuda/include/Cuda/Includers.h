//===- Includers.h - Which source includes a header -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_CUDA_INCLUDERS_H
#define BANKLINT_CUDA_INCLUDERS_H

#include "Cuda/Database.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem/UniqueID.h"
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace banklint {

/// What a file includes, whatever conditions stand around it.
struct IncludedNames {
  std::vector<std::string> Names; ///< as they are written
  bool AreOpen = false;           ///< a macro writes one, or nobody can tell
};

/// A folder that `#include` searches.
struct IncludeFolder {
  std::string Path;
  bool IsOfSystem = false;
  bool operator<(const IncludeFolder &Other) const {
    return std::tie(Path, IsOfSystem) < std::tie(Other.Path, Other.IsOfSystem);
  }
};

/// What files include, kept from one source to the next.
class IncludeTable {
public:
  /// A file where certain folders are searched.
  struct File {
    std::string Path;
    llvm::sys::fs::UniqueID Id;
    bool IsOfSystem = false;
    /// By number; without a value as long as nobody has asked.
    std::optional<std::vector<unsigned>> Included;
    bool IsOpen = false; ///< includes what a macro names
  };
  /// What a folder holds.
  struct Listing {
    llvm::sys::fs::UniqueID Id;
    llvm::StringSet<> Names;
  };
  /// The files that are found where certain folders are searched.
  struct Graph {
    std::vector<IncludeFolder> Folders;
    std::vector<const Listing *> Listings; ///< of these
    std::vector<File> Files;
    /// By what tells a file from others, and what it includes from what the
    /// same text includes elsewhere: the file, its folder, and whether it is of
    /// the system. Links that lead back to a folder above make endlessly many
    /// paths, and a few of these.
    std::map<std::tuple<llvm::sys::fs::UniqueID, llvm::sys::fs::UniqueID, bool>,
             unsigned>
        Numbers;
  };

  Graph &graphOf(const std::vector<IncludeFolder> &Folders);
  /// The number of a file; nothing if there is no regular file of this name.
  std::optional<unsigned> find(Graph &In, llvm::StringRef Path,
                               bool IsOfSystem);
  /// A file, with what it includes directly.
  const File &look(Graph &In, unsigned Number);

private:
  const Listing &listingOf(llvm::StringRef Folder);
  const IncludedNames &namesOf(llvm::StringRef File);

  llvm::StringMap<IncludedNames> Names; ///< by paths
  llvm::StringMap<Listing>
      Listings; ///< most places where a file may be have none
  /// By paths that folders have; without a value where there is no such file.
  llvm::StringMap<std::optional<llvm::sys::fs::UniqueID>> Regular;
  std::map<std::vector<IncludeFolder>, Graph> Graphs;
  /// How many places are looked at, for all sources together: more than any
  /// project has, and some seconds. What is not looked at is open.
  uint64_t PlacesLeft = 50'000'000;
};

enum class Inclusion { No, Open, Yes };

/// A walk through what a source includes, which each question takes on from
/// where the last one left it.
///
///   IncludeWalk Walk(Source, Table);
///   for (StringRef Header : Headers)
///     if (Walk.reach(Header) == Inclusion::Yes) ...
class IncludeWalk {
public:
  IncludeWalk(const DatabaseEntry &Source, IncludeTable &Table);

  /// Whether the source reads a header, by `#include` or by its command, also
  /// through other headers. `Open`: it does not by what is written, but
  /// includes what a macro names.
  Inclusion reach(llvm::StringRef Header);

private:
  void wait(std::optional<unsigned> File);

  IncludeTable &Table;
  IncludeTable::Graph *Graph;
  std::vector<unsigned> Waiting;
  llvm::DenseSet<unsigned> Met; ///< all that have waited
  /// What was looked at beside the source itself.
  std::set<llvm::sys::fs::UniqueID> Included;
  bool IsOpen = false;
};

} // namespace banklint

#endif // BANKLINT_CUDA_INCLUDERS_H
