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
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem/UniqueID.h"
#include <map>
#include <set>
#include <tuple>

namespace banklint {

/// Merges reports in the order in which they come.
class ReportMerger {
public:
  /// Adds what `Other` says of another source, or of the same with other
  /// arguments, but for what is known already:
  ///   - a finding of the same rule, place and operation: the worse of the two
  ///     stays, where the first stands. Notes on launches are taken over from
  ///     the other;
  ///   - a fix stays safe only if each report that has accesses to its array
  ///     proposes the same as safe: it was proved for those of one source.
  ///     Its kernels are those of all reports;
  ///   - a silenced finding that was silenced before, or that another source
  ///     shows;
  ///   - an access that is the same in all that a report shows of it;
  ///   - a gap with the same place and reason.
  void add(Report &&Other);

  /// The whole; its totals of files, kernels and silenced findings are sums.
  Report take();

private:
  /// Place, rule and operation.
  using Meaning =
      std::tuple<SourcePoint, std::string, std::optional<AccessOperation>>;
  /// All that a report shows of an access.
  using ShownAccess =
      std::tuple<AccessKey, std::string, std::vector<std::string>, unsigned,
                 std::array<unsigned, 3>, BlockSource, Verdict, AccessReason,
                 std::optional<double>, std::optional<double>,
                 std::optional<double>, bool, bool, bool,
                 std::optional<uint64_t>>;

  /// All that a report shows of a gap.
  using SameGap = std::tuple<SourcePoint, GapKind, std::string, std::string,
                             SourcePoint, unsigned, unsigned, bool>;

  std::string realFile(const std::string &File);
  /// The same for all names of a file.
  SourcePoint realPlace(const SourcePoint &Point);
  Meaning meaningOf(const Finding &F);
  ShownAccess shownOf(const Access &A);
  void add(Finding &&F);
  void addSilenced(Finding &&F);
  void add(std::vector<Access> &&Accesses);

  void noteFixes(const Report &Other);
  void noteGrowth(const Finding &F);
  void judgeFixes(Finding &F);

  /// What a fix does to which files, in order.
  using EditSet =
      std::set<std::tuple<std::string, unsigned, unsigned, std::string>>;
  EditSet editsOf(const Fix &X);

  Report Whole;
  /// For each array: the safe fixes that all reports agree on.
  std::map<SourcePoint, std::set<EditSet>> Agreed;
  /// For each array and fix: the kernels of all reports that it makes larger.
  std::map<std::pair<SourcePoint, EditSet>, std::set<KernelGrowth>> Growth;
  llvm::StringMap<std::string> RealFiles; ///< by each of their names
  std::map<llvm::sys::fs::UniqueID, std::string> FirstNames;
  /// Where a finding stands in `Whole`.
  std::map<Meaning, size_t> Findings;
  std::set<Meaning> Silenced;
  std::set<ShownAccess> Accesses;
  std::set<SameGap> Gaps;
};

} // namespace banklint

#endif // BANKLINT_FINDING_MERGE_H
