//===- Lint.cpp - A run over sources --------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lint.h"
#include "Check/Source.h"
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
};
} // namespace

Status banklint::fail(const Twine &Sentence) {
  errs() << "banklint: error: " << Sentence << '\n';
  return Misuse;
}

/// Applies the first safe fix of every finding, and says how many it applied.
static Expected<unsigned> applySafeFixes(const Run &R) {
  std::vector<const Fix *> Fixes;
  bool IsAnyLeft = false;
  for (const Finding &F : R.Result.Findings) {
    auto Safe = find_if(F.Fixes, [](const Fix &X) { return X.IsSafe; });
    if (Safe == F.Fixes.end())
      continue;
    if (F.IsEditable)
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

/// The parses that the sources ask for. A source whose arguments make no sense
/// is a gap of the run; arguments of the command line are the user's mistake.
static Expected<std::vector<Task>> tasksFor(ArrayRef<std::string> Sources,
                                            CommandFinder &Commands,
                                            const LintOptions &Options,
                                            ReportMerger &All) {
  std::vector<Task> Tasks;
  for (const std::string &File : Sources) {
    Expected<std::vector<CompileCommand>> Found = Commands.commandsFor(File);
    if (!Found && Options.Parsing.Arguments)
      return Found.takeError();
    if (!Found) {
      All.add(failedSource(File, toString(Found.takeError())).Result);
      continue;
    }
    for (CompileCommand &Command : *Found)
      Tasks.push_back({std::move(Command), Options.Analysis});
  }
  return std::move(Tasks);
}

/// What was found in a source, once for all its parses.
static void add(ReportMerger &All, AnalysedContents &Contents,
                CheckedSource &&Source, bool IsRepeat,
                const PathGlobs &Excluded) {
  dropExcluded(Source.Result, Excluded);
  for (Finding &F : Source.Result.Findings)
    F.IsEditable = Source.IsEditable;
  if (IsRepeat)
    Source.Result.Totals = {};
  All.add(std::move(Source.Result));
  Contents.add(Source.Contents);
}

Expected<std::unique_ptr<Cache>>
banklint::openCache(const LintOptions &Options) {
  if (Options.CacheFolder.empty())
    return nullptr;
  return Cache::open(Options.CacheFolder, Options.Parsing.Executable);
}

CheckedRun banklint::checkTasks(ArrayRef<Task> Tasks,
                                const LintOptions &Options,
                                const Cache *Results, ReportMerger All) {
  CheckedRun Checked;
  bool IsWatched = !Options.Quiet && errs().is_displayed();
  std::vector<CheckedSource> Sources =
      checkAll(Tasks, {Options.Jobs, IsWatched, Results});
  for (size_t I = 0; I < Tasks.size(); ++I)
    add(All, Checked.Contents, std::move(Sources[I]),
        I && Tasks[I].Command.File == Tasks[I - 1].Command.File,
        Options.Excluded);
  if (Results)
    Results->prune();
  Checked.Result = All.take();
  computeTotals(Checked.Result);
  return Checked;
}

Status banklint::runLint(const LintOptions &Options) {
  Expected<CommandFinder> Commands = CommandFinder::create(
      Options.Parsing, Options.Sources.empty() ? "." : Options.Sources.front());
  if (!Commands)
    return fail(toString(Commands.takeError()));
  Expected<std::vector<std::string>> Sources =
      selectSources(Options.Sources, Commands->database(),
                    Commands->databasePath(), Options.Excluded, Options.Part);
  if (!Sources)
    return fail(toString(Sources.takeError()));
  Expected<std::unique_ptr<Cache>> Results = openCache(Options);
  if (!Results)
    return fail(toString(Results.takeError()));
  ReportMerger All;
  Expected<std::vector<Task>> Tasks =
      tasksFor(*Sources, *Commands, Options, All);
  if (!Tasks)
    return fail(toString(Tasks.takeError()));
  CheckedRun Checked =
      checkTasks(*Tasks, Options, Results->get(), std::move(All));
  Run R{Options, std::move(Checked.Result), std::move(Checked.Contents)};
  return finish(R);
}
