//===- Setup.h - What the settings make of a check --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_CHECK_SETUP_H
#define BANKLINT_CHECK_SETUP_H

#include "Analysis/Kernel.h"
#include "Config/Config.h"
#include "Config/Rules.h"
#include "Config/Thresholds.h"
#include "Cuda/CompileCommand.h"
#include "Finding/Selection.h"

namespace banklint {

/// How the sources of one configuration are checked, in every tool.
struct CheckSetup {
  PathGlobs Excluded;
  AnalysisOptions Analysis;
  RuleSet Rules;
  Thresholds Least;
  AllowedHeaders Missing; ///< headers that may be

  /// Fails where a rule or a glob of the settings makes no sense.
  static llvm::Expected<CheckSetup> create(const Configuration &Settings);

  /// Takes away what the settings do not ask for. What kept a source from being
  /// analysed stays, also in excluded files.
  void select(Report &R) const;
};

/// `Options` with what the settings say about how to parse.
ParseOptions withSettings(ParseOptions Options, const Configuration &Settings);

} // namespace banklint

#endif // BANKLINT_CHECK_SETUP_H
