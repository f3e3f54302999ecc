//===- Selection.h - Which findings are reported ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_TOOL_SELECTION_H
#define BANKLINT_TOOL_SELECTION_H

#include "Files/Changes.h"
#include "Finding/Baseline.h"
#include "Finding/Finding.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace banklint {

/// What the command line asks for.
struct SelectionOptions {
  std::string BaselineFile;      ///< empty for none
  std::string WriteBaselineFile; ///< empty for none
  std::string DiffBase;          ///< a commit; empty for all findings
  /// Findings in storage of libraries, too.
  bool HasLibraryStorage = false;
};

/// The old findings and changed lines of one run: read before the sources are,
/// so that a mistake shows at once.
class Selection {
public:
  static llvm::Expected<Selection> create(const SelectionOptions &Options);

  /// Adds those that configurations name, in the place of `--baseline`. Fails
  /// with a sentence where one cannot be read.
  llvm::Error addBaselines(const std::set<std::string> &Files);

  /// Gives the findings of `R` their fingerprints, writes the baseline if one
  /// is asked for, and takes away what is not to be reported. Fails with a
  /// sentence where the baseline cannot be written.
  llvm::Error apply(Report &R) const;

private:
  std::vector<Baseline> Old;
  bool IsOldNamed = false; ///< by the command line
  std::string WriteBaselineFile;
  bool HasLibraryStorage = false;
  std::optional<Changes> Changed;
};

} // namespace banklint

#endif // BANKLINT_TOOL_SELECTION_H
