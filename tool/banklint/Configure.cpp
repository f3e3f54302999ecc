//===- Configure.cpp - Configuration files and command line ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Configure.h"
#include "llvm/Support/raw_ostream.h"

using namespace banklint;
using namespace llvm;

Expected<Configurator> Configurator::create(const LintOptions &Options) {
  Configurator Result(Options);
  switch (Options.Configured) {
  case ConfigurationUse::Nearest:
    break;
  case ConfigurationUse::None:
    Result.Finder = ConfigurationFinder(Configuration());
    break;
  case ConfigurationUse::File: {
    Expected<Configuration> Settings = readConfiguration(Options.ConfigFile);
    if (!Settings)
      return Settings.takeError();
    Result.Finder = ConfigurationFinder(std::move(*Settings));
    break;
  }
  }
  return Result;
}

void SourceSetup::select(Report &R) const {
  Rules.apply(R);
  applyThresholds(R, Least);
}

static Expected<RuleSet> rulesOf(const Configuration &Settings) {
  std::vector<std::string> Enabled, Disabled;
  for (const auto &[Rule, IsOn] : Settings.Rules)
    (IsOn ? Enabled : Disabled).push_back(Rule);
  return RuleSet::create(Enabled, Disabled);
}

Expected<SourceSetup *> Configurator::setupFor(StringRef Source) {
  Expected<const Configuration *> Found = Finder.forSource(Source);
  if (!Found)
    return Found.takeError();
  std::unique_ptr<SourceSetup> &Known = ByFile[*Found];
  if (Known)
    return Known.get();
  Configuration Settings = overlay(**Found, Options.Settings);
  ParseOptions Parsing = Options.Parsing;
  Parsing.GpuArch = Settings.GpuArch;
  Parsing.CudaPath = Settings.CudaPath;
  Parsing.ExtraArguments = Settings.ExtraArguments;
  Parsing.ExtraFolder = Settings.folder().str();
  Expected<CommandFinder> Commands =
      CommandFinder::create(std::move(Parsing), Source);
  if (!Commands)
    return Commands.takeError();
  Expected<RuleSet> Rules = rulesOf(Settings);
  if (!Rules)
    return Rules.takeError();
  AnalysisOptions Analysis;
  Analysis.BlockDims = Settings.BlockDims;
  Analysis.FindsUselessPadding = Rules->contains(UselessPaddingRule);
  Thresholds Least{Settings.MinWays.value_or(0),
                   Settings.MinExcess.value_or(0)};
  Known = std::make_unique<SourceSetup>(
      SourceSetup{std::move(Settings), std::move(*Commands),
                  std::move(Analysis), std::move(*Rules), Least});
  return Known.get();
}

Status banklint::runConfiguration(const LintOptions &Options) {
  Expected<Configurator> Configured = Configurator::create(Options);
  if (!Configured)
    return fail(toString(Configured.takeError()));
  std::vector<std::string> Sources = Options.Sources;
  if (Sources.empty())
    Sources.push_back("./");
  for (const std::string &Source : Sources) {
    Expected<SourceSetup *> Setup = Configured->setupFor(Source);
    if (!Setup)
      return fail(toString(Setup.takeError()));
    if (!Options.DumpConfig)
      continue;
    const Configuration &Settings = (*Setup)->Settings;
    if (!Settings.File.empty())
      outs() << "# " << Settings.File << '\n';
    writeConfiguration(outs(), Settings);
    break;
  }
  return Clean;
}
