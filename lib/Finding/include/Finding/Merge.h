//===- Merge.h - Reports of several sources in one --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What stands in a header is met by every source that includes it, under names
// that may differ ("../a.cuh", "/project/a.cuh"). It is said once.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FINDING_MERGE_H
#define BANKLINT_FINDING_MERGE_H

#include "Finding/Finding.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem/UniqueID.h"
#include <map>
#include <memory>
#include <set>
#include <tuple>

namespace banklint {

/// Merges reports in the order in which they come.
class ReportMerger {
public:
  /// An empty one, for a part of what this one merges. Both look each file up
  /// once: sources read hundreds of headers, and mostly the same.
  ReportMerger forPart() const {
    ReportMerger Part;
    Part.Files = Files;
    return Part;
  }

  /// Adds what `Other` says of another source, or of the same with other
  /// arguments, but for what is known already:
  ///   - a finding of the same rule, place, operation and array: the
  ///     costlier of the two stays, where the first stands. Notes on launches
  ///     are taken over from the other;
  ///   - a fix is kept only if each source that compiles text that it edits
  ///     proposes the same there, and so does each other build of a source: it
  ///     was proved for the code of one.
  ///     What these sources edit beside it becomes a part of it. It stays safe
  ///     if each of them calls it so, and its kernels are those of all;
  ///   - a silenced finding that was silenced before, or that another source
  ///     shows;
  ///   - an access that is the same in all that a report shows of it;
  ///   - a gap with the same place and reason.
  void add(Report &&Other);

  /// The whole; its totals of files, kernels and silenced findings are sums.
  Report take();

private:
  /// Place, rule, operation, and array with its declaration.
  using Meaning =
      std::tuple<SourcePoint, std::string, std::optional<AccessOperation>,
                 std::vector<std::string>, SourcePoint>;
  /// All that a report shows of an access.
  using ShownAccess =
      std::tuple<AccessKey, std::string, std::vector<std::string>, unsigned,
                 std::array<unsigned, 3>, BlockSource, Verdict, AccessReason,
                 std::optional<double>, std::optional<double>,
                 std::optional<double>, std::optional<double>,
                 std::optional<double>, ModelRules, bool, bool,
                 std::optional<uint64_t>>;

  /// All that a report shows of a gap.
  using SameGap = std::tuple<SourcePoint, GapKind, std::string, std::string,
                             SourcePoint, unsigned, unsigned, bool>;

  const std::string &realFile(const std::string &File);
  /// The same for all names of a file.
  SourcePoint realPlace(const SourcePoint &Point);
  Meaning meaningOf(const Finding &F);
  ShownAccess shownOf(const Access &A);
  void add(Finding &&F);
  void addSilenced(Finding &&F);
  void add(std::vector<Access> &&Accesses);

  /// What judges the fixes of others.
  struct Source {
    struct Fix {
      FileEdits Edits;
      bool IsSafe = false;
      const ProvedEdits *Of = nullptr;
    };
    std::string Name, Build;
    bool HasErrors = false, IsKnown = true;
    /// Its own files; of these the words, once they are asked for.
    std::vector<std::string> Files;
    mutable std::optional<llvm::StringSet<>> Words;
    std::vector<Fix> Proposed;
    /// Those that make an edit, in their order.
    std::map<FileEdits::value_type, std::vector<size_t>> ByEdit;
    /// The first of them, and best the first safe one, that makes all edits.
    const Fix *proposalOf(const FileEdits &Edits) const;
  };

  /// Under the real names of their files.
  FileEdits realEdits(llvm::ArrayRef<Edit> Edits);
  void note(const CompiledText &Text);
  std::map<size_t, FileEdits> seenBySource(const FileEdits &Edits) const;
  std::optional<Obstacle> complete(Fix &X, Finding &Of);
  void judgeFixes(Finding &F);

  Report Whole;
  std::vector<Source> Sources;
  std::vector<size_t> Unknown; ///< sources that could not be analysed
  /// Whether a source of which not all is known names one of these functions.
  bool mayBeNamed(const std::vector<std::string> &Symbols,
                  const std::map<size_t, FileEdits> &Seen) const;
  const llvm::StringSet<> &wordsOf(const Source &S) const;
  llvm::StringSet<> MainFiles;
  /// By file: its readers, each with what of it means nothing there.
  std::map<std::string, std::map<size_t, std::vector<TextRange>>> Readers;
  /// By the external name of a function: a source that calls it and does not
  /// define it.
  llvm::StringMap<size_t> Callers;
  struct FileTable {
    llvm::StringMap<std::string> RealNames; ///< by each of their names
    std::map<llvm::sys::fs::UniqueID, std::string> FirstNames;
  };
  std::shared_ptr<FileTable> Files = std::make_shared<FileTable>();
  /// Where a finding stands in `Whole`.
  std::map<Meaning, size_t> Findings;
  std::set<Meaning> Silenced;
  std::set<ShownAccess> Accesses;
  std::map<SameGap, size_t> Gaps; ///< where they stand in `Whole`
  llvm::StringMap<std::vector<size_t>> KernelsByName; ///< in `Whole`
};

} // namespace banklint

#endif // BANKLINT_FINDING_MERGE_H
