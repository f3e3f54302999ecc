//===- Configure.h - Configuration files and command line -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_TOOL_CONFIGURE_H
#define BANKLINT_TOOL_CONFIGURE_H

#include "Config/Finder.h"
#include "Finding/Rules.h"
#include "Finding/Thresholds.h"
#include "Kernel/Kernel.h"
#include "Lint.h"
#include <map>

namespace banklint {

/// How the sources of one configuration file are checked.
struct SourceSetup {
  Configuration Settings; ///< the file's, with the command line laid over it
  CommandFinder Commands;
  AnalysisOptions Analysis;
  RuleSet Rules;
  Thresholds Least;

  /// Takes away what the settings do not ask for.
  void select(Report &R) const;
};

/// Lays the command line over the configuration of each source.
class Configurator {
public:
  /// Fails where the file of `--config-file` cannot be read or makes no sense.
  static llvm::Expected<Configurator> create(const LintOptions &Options);

  /// How a source is checked: one object for each configuration file. Fails as
  /// `ConfigurationFinder` and `CommandFinder` do.
  llvm::Expected<SourceSetup *> setupFor(llvm::StringRef Source);

private:
  explicit Configurator(const LintOptions &Options) : Options(Options) {}

  const LintOptions &Options;
  ConfigurationFinder Finder;
  std::map<const Configuration *, std::unique_ptr<SourceSetup>> ByFile;
};

/// Does what `--verify-config` and `--dump-config` ask, for the sources or else
/// for the folder that the tool runs in.
Status runConfiguration(const LintOptions &Options);

} // namespace banklint

#endif // BANKLINT_TOOL_CONFIGURE_H
