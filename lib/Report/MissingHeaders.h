//===- MissingHeaders.h - Headers that a run did not find -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One header that is not found can cost hundreds of statements in dozens of
// sources. People need to know which header it is, what depends on it, and what
// to do; the statements are in reports that programs read.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_REPORT_MISSINGHEADERS_H
#define BANKLINT_REPORT_MISSINGHEADERS_H

#include "Finding/Finding.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringRef.h"
#include <set>
#include <string>
#include <vector>

namespace banklint {

/// "'a.h' and 2 more headers are read from the project, as with '-- -I inc'"; ""
/// of none.
std::string assumedSentence(llvm::ArrayRef<FoundHeader> Assumed);

class MissingHeaders {
public:
  explicit MissingHeaders(llvm::ArrayRef<NotAnalysed> Gaps);

  /// What is said in a line; without a place, of no file.
  struct Line {
    SourcePoint Where;
    bool IsError = false;
    std::string Sentence;
  };
  /// The headers, those of most files first; of many, how many there are
  /// besides. Those that settings expect to be missing are one line.
  std::vector<Line> lines() const;

  /// Whether these lines tell of a gap.
  bool tellsOf(const NotAnalysed &Gap) const;

private:
  /// What may depend on headers.
  struct Consequences {
    unsigned Statements = 0;
    std::set<std::string> Kernels; ///< that these are part of
    unsigned WholeKernels = 0;
    bool IsCertain = true; ///< nothing else may be the cause

    void add(const NotAnalysed &Gap);
    std::string text(bool OfMany) const;
  };
  struct Header {
    const NotAnalysed *First = nullptr;
    std::set<std::string> Files; ///< that include it
    std::set<FoundHeader> FoundAt;
    bool IsError = false;
    Consequences Costs;
  };

  Line lineOf(const Header &H) const;
  void addFolders(llvm::ArrayRef<const Header *> Shown,
                  std::vector<Line> &Out) const;

  llvm::MapVector<llvm::StringRef, Header> Headers; ///< but those expected
  std::set<std::string> Expected;
  Consequences OfExpected;
};

} // namespace banklint

#endif // BANKLINT_REPORT_MISSINGHEADERS_H
