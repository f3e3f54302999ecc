//===- HtmlIndex.h - What the parts of a page know of each other *- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_REPORT_HTMLINDEX_H
#define BANKLINT_REPORT_HTMLINDEX_H

#include "Finding/Finding.h"
#include "Source/Place.h"
#include "Source/SourceTexts.h"
#include "llvm/ADT/ArrayRef.h"
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace banklint {

/// A report, ordered and numbered for a page of it. Findings, kernels and files
/// have numbers, by which anchors and filters name them.
class HtmlIndex {
public:
  /// A file with an access or a finding.
  struct File {
    std::string Name;
    std::vector<const Access *> Accesses; ///< without those at calls
    /// Lines that are shown, not folded away: those that the report speaks of,
    /// with their surroundings.
    std::set<unsigned> Open;
    unsigned LineCount = 0;
  };

  HtmlIndex(const Report &R, SourceTexts &Texts);

  const Report &report() const { return R; }
  SourceTexts &texts() const { return Texts; }

  /// The costliest first.
  llvm::ArrayRef<const Finding *> findings() const { return Findings; }
  /// Without parameters' names, in the order of the source.
  llvm::ArrayRef<std::string> kernels() const { return Kernels; }
  llvm::ArrayRef<File> files() const { return Files; }

  /// All that is known of the access of a finding, under each kernel and block.
  std::vector<const Access *> accessesOf(const Finding &F) const;
  /// The number of the finding that tells of an access.
  std::optional<size_t> findingOf(const Access &A) const;
  size_t kernelNumber(const Access &A) const {
    return KernelNumbers.at(A.ShortKernel);
  }
  size_t kernelNumber(const KernelCount &Kernel) const {
    return KernelNumbers.at(Kernel.ShortKernel);
  }

  /// Whether a fold of so many lines holds their text.
  static bool holdsText(unsigned LineCount) { return LineCount <= MostFolded; }
  /// A link to a line that the page has, else the text alone, escaped:
  /// "src/a.cu:6:44".
  std::string linkTo(const SourcePoint &Where) const;

private:
  static constexpr unsigned MostFolded = 60;

  File *fileAt(const SourcePoint &Where);
  void open(const SourceSpan &Span);
  void openLines();
  void addKernel(const std::string &ShortName);
  bool hasLine(const File &Of, unsigned Line) const;

  const Report &R;
  SourceTexts &Texts;
  std::vector<const Finding *> Findings;
  std::vector<std::string> Kernels;
  std::map<std::string, size_t> KernelNumbers;
  std::map<ArrayAccess, std::vector<const Access *>> ByPlace;
  std::map<ArrayAccess, size_t> FindingNumbers;
  std::vector<File> Files;
  std::map<std::string, size_t> FileNumbers;
};

} // namespace banklint

#endif // BANKLINT_REPORT_HTMLINDEX_H
