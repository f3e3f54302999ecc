//===- Lint.cpp - A run over sources --------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lint.h"
#include "Check/Source.h"
#include "Configure.h"
#include "Report/Json.h"
#include "Report/Summary.h"
#include "Report/Text.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace banklint;
using namespace llvm;

namespace {
/// What the run knows besides its options.
struct Run {
  const LintOptions &Options;
  Report Result;
  AnalysedContents Contents;
  /// For each finding: its source has no errors, so that it may be edited.
  std::vector<bool> IsEditable;
};
} // namespace

Status banklint::fail(const Twine &Sentence) {
  errs() << "banklint: error: " << Sentence << '\n';
  return Misuse;
}

static void add(Run &R, CheckedSource &&Source) {
  R.IsEditable.insert(R.IsEditable.end(), Source.Result.Findings.size(),
                      Source.IsEditable);
  R.Result.append(std::move(Source.Result));
  R.Contents.add(Source.Contents);
}

/// Applies the first safe fix of every finding, and says how many it applied.
static Expected<unsigned> applySafeFixes(const Run &R) {
  std::vector<const Fix *> Fixes;
  bool IsAnyLeft = false;
  for (auto [F, IsEditable] : zip(R.Result.Findings, R.IsEditable)) {
    auto Safe = find_if(F.Fixes, [](const Fix &X) { return X.IsSafe; });
    if (Safe == F.Fixes.end())
      continue;
    if (IsEditable)
      Fixes.push_back(&*Safe);
    else
      IsAnyLeft = true;
  }
  if (IsAnyLeft)
    errs() << "banklint: sources with errors are not edited\n";
  if (Fixes.empty())
    return 0;
  Expected<AppliedFixes> Applied = applyFixes(Fixes, R.Contents);
  if (!Applied)
    return Applied.takeError();
  unsigned Fixed = count(Applied->IsApplied, true);
  if (!R.Options.Quiet)
    errs() << "banklint: fixed " << Fixed
           << (Fixed == 1 ? " conflict in " : " conflicts in ")
           << Applied->ChangedFiles
           << (Applied->ChangedFiles == 1 ? " file\n" : " files\n");
  return Fixed;
}

static Status finish(Run &R) {
  const LintOptions &Options = R.Options;
  computeTotals(R.Result);
  if (Options.Output == Format::Json) {
    writeJson(outs(), R.Result, Options.AllAccesses);
  } else {
    writeFindings(outs(), R.Result.Findings, outs().has_colors());
    if (Options.AllAccesses)
      writeAccesses(outs(), R.Result.Accesses);
  }
  outs().flush();
  writeGaps(errs(), R.Result, /*OnlyErrors=*/Options.Quiet);
  bool HasMisuse = false;
  unsigned Left = 0;
  for (const Finding &F : R.Result.Findings) {
    HasMisuse |= F.IsError;
    Left += !F.IsError;
  }
  if (Options.Fix) {
    Expected<unsigned> Fixed = applySafeFixes(R);
    if (Fixed) {
      Left -= *Fixed;
    } else {
      fail(toString(Fixed.takeError()));
      HasMisuse = true;
    }
  }
  if (Options.KernelTotals)
    writeKernelTotals(errs(), R.Result);
  if (!Options.Quiet)
    writeSummary(errs(), R.Result.Totals);
  if (any_of(R.Result.Gaps, [](const NotAnalysed &G) { return G.IsError; }))
    return SourceFailed;
  if (HasMisuse)
    return Misuse;
  return Left && !Options.ExitZero ? Conflicts : Clean;
}

/// Drops what the settings do not ask for.
static void select(Report &R, const SourceSetup &Setup) {
  erase_if(R.Findings, [&](const Finding &F) {
    auto Known = Setup.Settings.Rules.find(F.Rule);
    return Known != Setup.Settings.Rules.end() && !Known->second;
  });
  applyThresholds(R, Setup.Least);
}

Status banklint::runLint(const LintOptions &Options) {
  Expected<Configurator> Configured = Configurator::create(Options);
  if (!Configured)
    return fail(toString(Configured.takeError()));
  Run R{Options, {}, {}, {}};
  for (const std::string &File : Options.Sources) {
    Expected<SourceSetup *> Setup = Configured->setupFor(File);
    if (!Setup)
      return fail(toString(Setup.takeError()));
    if ((*Setup)->Settings.excludes(File)) {
      if (!Options.Quiet)
        errs() << "banklint: remark: '" << File << "' is excluded by '"
               << (*Setup)->Settings.File << "'\n";
      continue;
    }
    Expected<CompileCommand> Command = (*Setup)->Commands.commandFor(File);
    if (!Command)
      return fail(toString(Command.takeError()));
    CheckedSource Checked = checkFile(*Command, (*Setup)->Analysis);
    select(Checked.Result, **Setup);
    add(R, std::move(Checked));
  }
  return finish(R);
}
