//===- Suppression.h - NOLINT comments --------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The comments of clang-tidy, with the same meaning:
//
//   s[i * 32] = 0; // NOLINT
//   s[i * 32] = 0; // NOLINT(banklint-bank-conflict): rare path
//   // NOLINTNEXTLINE(banklint-*)
//   // NOLINTBEGIN(banklint-*) ... // NOLINTEND(banklint-*)
//
// A list holds names or globs, separated by commas; a leading `-` excepts.
// Without a list every rule is meant. BEGIN and END match if their lists do.
//
// clang-tidy's own handler cannot be asked: it takes the context and
// diagnostics of a clang-tidy that is running.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FINDING_SUPPRESSION_H
#define BANKLINT_FINDING_SUPPRESSION_H

#include "Finding/Finding.h"
#include "Source/EditedFiles.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <set>
#include <string>
#include <vector>

namespace banklint {

/// The comments of one file.
class Suppressions {
public:
  /// Reads the comments of `Text`, the contents of `File`. Linear in the text.
  static Suppressions parse(llvm::StringRef File, llvm::StringRef Text);

  /// True where a comment covers a finding of `Rule` at `Line` (from 1).
  bool covers(unsigned Line, llvm::StringRef Rule) const;

  /// An error for every BEGIN without END, and END without BEGIN, that may
  /// mean one of banklint's rules, and for every rule of banklint that a list
  /// names and that does not exist.
  const std::vector<Finding> &errors() const { return Errors; }

  /// A finding for every comment that names a rule and covers none of the
  /// lines, where that has findings.
  std::vector<Finding> unused(llvm::StringRef File, llvm::StringRef Rule,
                              const std::set<unsigned> &Lines) const;

private:
  struct Region {
    unsigned FirstLine, LastLine;
    std::string Rules;             ///< "*" where no list is given
    unsigned Line = 0, Column = 0; ///< of the comment that begins it
    unsigned Length = 0;           ///< of its word
  };
  std::vector<Region> Regions;
  std::vector<Finding> Errors;
};

/// Silences the findings of `R` that a comment at their first line covers,
/// counts them in its totals, and adds the errors of the comments, both in the
/// files of its findings and in `Sources`. Files that cannot be read suppress
/// nothing. `Edited` takes the place of what is on the disk.
void applySuppressions(Report &R, llvm::ArrayRef<std::string> Sources,
                       const EditedFiles &Edited);

} // namespace banklint

#endif // BANKLINT_FINDING_SUPPRESSION_H
