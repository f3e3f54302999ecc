//===- Outputs.h - Where the report goes, and in which form -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_TOOL_OUTPUTS_H
#define BANKLINT_TOOL_OUTPUTS_H

#include "Edit/AnalysedContents.h"
#include "Edit/FixPlan.h"
#include "Finding/Finding.h"
#include "Source/EditedFiles.h"
#include "Source/SourceTexts.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace banklint {

/// How the report is written.
enum class Format {
  Text,
  Concise,
  Json,
  Sarif,
  Github,
  Gitlab,
  Rdjson,
  Junit,
  Html,
  Diff
};

/// When text is coloured.
enum class Coloring { Auto, Always, Never };

/// One form of the report, and the file that it goes to: "-" is standard
/// output.
struct Output {
  Format Form = Format::Text;
  std::string File = "-";
};

/// The names that `--format` takes: "text", "json", ...
std::vector<llvm::StringRef> formatNames();

/// All forms of a report.
std::vector<Format> allFormats();

/// What `--format` and every `--output` ask for. `FILE` takes the report in the
/// form that `--format` names, in place of standard output; `FORMAT:FILE` is
/// one more. Fails with a sentence where a format is none of `Taken`, or one
/// file is to hold two.
llvm::Expected<std::vector<Output>>
parseOutputs(std::optional<llvm::StringRef> FormatName,
             llvm::ArrayRef<std::string> Outputs, llvm::ArrayRef<Format> Taken);

/// All that the forms show.
struct OutputData {
  const Report &Result;
  /// The sources that no error kept from being analysed.
  llvm::ArrayRef<std::string> Analysed;
  /// What text tells of: with --fix, what that leaves.
  llvm::ArrayRef<Finding> Shown;
  const FixPlan &Plan;
  const AnalysedContents &Contents;
  SourceTexts &Texts;
  const EditedFiles &Edited; ///< in place of what is on the disk
  bool AllAccesses = false;
  bool KernelTotals = false;
  Coloring Colors = Coloring::Auto;
};

/// Whether standard output gets colours: with `Auto` where it is a terminal
/// that has them, and NO_COLOR is not set.
bool hasColors(Coloring Asked);

/// Writes one form of the report, whole or not at all.
llvm::Error writeOutput(const Output &To, const OutputData &Data);

} // namespace banklint

#endif // BANKLINT_TOOL_OUTPUTS_H
