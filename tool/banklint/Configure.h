//===- Configure.h - Configuration files and command line -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_TOOL_CONFIGURE_H
#define BANKLINT_TOOL_CONFIGURE_H

#include "Check/Setup.h"
#include "Config/Config.h"
#include "Config/Finder.h"
#include "Cuda/CompileCommand.h"
#include "Cuda/Database.h"
#include "Options.h"
#include "Status.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <map>
#include <memory>
#include <utility>

namespace banklint {

/// How the sources of one configuration file are checked.
struct SourceSetup : CheckSetup {
  Configuration Settings; ///< the file's, with the command line laid over it
  CommandFinder Commands;
};

/// Lays the command line over the configuration of each source. For one thread.
class Configurator {
public:
  /// `Commands` is the run's compilation database, which may be empty. Fails
  /// where the file of `--config-file` cannot be read or makes no sense.
  static llvm::Expected<Configurator>
  create(const LintOptions &Options, std::shared_ptr<const Database> Commands);

  /// How a source is checked: one object for each configuration file. Fails as
  /// `ConfigurationFinder` and `CommandFinder` do.
  llvm::Expected<SourceSetup *> setupFor(llvm::StringRef Source);

private:
  Configurator(const LintOptions &Options,
               std::shared_ptr<const Database> Commands)
      : Options(Options), Commands(std::move(Commands)) {}

  const LintOptions &Options;
  std::shared_ptr<const Database> Commands;
  ConfigurationFinder Files;
  std::map<const Configuration *, std::unique_ptr<SourceSetup>> ByFile;
};

/// Does what `--verify-config` and `--dump-config` ask, for the sources or else
/// for the folder that the tool runs in.
Status runConfiguration(const LintOptions &Options);

} // namespace banklint

#endif // BANKLINT_TOOL_CONFIGURE_H
