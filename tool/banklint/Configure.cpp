//===- Configure.cpp - Configuration files and command line ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Configure.h"
#include "Check/Setup.h"
#include "Config/Config.h"
#include "Cuda/CompileCommand.h"
#include "Cuda/Database.h"
#include "Files/Paths.h"
#include "Files/Shown.h"
#include "Options.h"
#include "Outputs.h"
#include "Status.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace banklint;
using namespace llvm;

Expected<Configurator>
Configurator::create(const LintOptions &Options,
                     std::shared_ptr<const Database> Commands) {
  Configurator Result(Options, std::move(Commands));
  switch (Options.Configured) {
  case ConfigurationUse::Nearest:
    break;
  case ConfigurationUse::None:
    Result.Files = ConfigurationFinder(Configuration());
    break;
  case ConfigurationUse::File: {
    Expected<Configuration> Settings = readConfiguration(Options.ConfigFile);
    if (!Settings)
      return Settings.takeError();
    Result.Files = ConfigurationFinder(std::move(*Settings));
    break;
  }
  }
  return Result;
}

/// Whether an output shows what a profiler counts of whole kernels.
static bool showsTotals(const LintOptions &Options) {
  return Options.KernelTotals || any_of(Options.Outputs, [](const Output &To) {
           return To.Form == Format::Html;
         });
}

Expected<SourceSetup *> Configurator::setupFor(StringRef Source) {
  Expected<const Configuration *> Found = Files.forSource(Source);
  if (!Found)
    return Found.takeError();
  std::unique_ptr<SourceSetup> &Known = ByFile[*Found];
  if (Known)
    return Known.get();
  Configuration Settings = overlay(**Found, Options.Settings);
  Expected<CommandFinder> Finder =
      CommandFinder::create(withSettings(Options.Parsing, Settings), Commands);
  if (!Finder)
    return Finder.takeError();
  Expected<CheckSetup> Check = CheckSetup::create(Settings);
  if (!Check)
    return Check.takeError();
  Check->Analysis.CountsTotals = showsTotals(Options);
  Check->Missing.AreAll = Options.AllowIncomplete;
  Known = std::make_unique<SourceSetup>(
      SourceSetup{std::move(*Check), std::move(Settings), std::move(*Finder)});
  return Known.get();
}

Status banklint::runConfiguration(const LintOptions &Options) {
  Expected<Configurator> Configured =
      Configurator::create(Options, std::make_shared<const Database>());
  if (!Configured)
    return fail(toString(Configured.takeError()));
  std::set<std::string> Read;
  std::vector<std::string> Sources = Options.Sources;
  if (Sources.empty())
    Sources.push_back("./");
  for (const std::string &Source : Sources) {
    Expected<SourceSetup *> Setup = Configured->setupFor(Source);
    if (!Setup)
      return fail(toString(Setup.takeError()));
    const Configuration &Settings = (*Setup)->Settings;
    if (!Options.DumpConfig) {
      Read.insert(Settings.File);
      continue;
    }
    if (!Settings.File.empty())
      outs() << "# " << shownText(shownPath(Settings.File)) << '\n';
    writeConfiguration(outs(), Settings);
    break;
  }
  if (Options.DumpConfig || Options.Quiet)
    return Clean;
  for (const std::string &File : Read)
    StderrLine() << (File.empty() ? "no configuration file: the defaults hold"
                                  : "'" + shownPath(File) + "' is valid");
  return Clean;
}
