//===- Lint.cpp - A run over sources --------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lint.h"
#include "Check/Source.h"
#include "Configure.h"
#include "Cuda/CompileCommand.h"
#include "Cuda/Database.h"
#include "Edit/Apply.h"
#include "Files/PathGlobs.h"
#include "Finding/Finding.h"
#include "Finding/Merge.h"
#include "Finish.h"
#include "Options.h"
#include "Project/Cache.h"
#include "Project/Schedule.h"
#include "Project/Sources.h"
#include "Selection.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <cstddef>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace banklint;
using namespace llvm;

Status banklint::fail(const Twine &Sentence) {
  errs() << "banklint: error: " << Sentence << '\n';
  return Misuse;
}

void Plan::add(CompileCommand Command, const SourceSetup &Setup) {
  Tasks.push_back({std::move(Command), Setup.Analysis});
  Setups.push_back(&Setup);
}

/// Whether the settings leave out a source; of one that was named that is told.
static Expected<bool> isExcluded(StringRef File, const LintOptions &Options,
                                 Configurator &Configured) {
  Expected<SourceSetup *> Setup = Configured.setupFor(File);
  if (!Setup)
    return Setup.takeError();
  const PathGlob *Glob = (*Setup)->Excluded.match(File);
  if (Glob && !Options.Quiet && is_contained(Options.Sources, File))
    errs() << "banklint: remark: '" << File << "' is excluded by '"
           << Glob->Source << "'\n";
  return Glob;
}

Expected<std::vector<std::string>>
banklint::sourcesOf(const LintOptions &Options, const Database &Commands,
                    Configurator &Configured) {
  auto IsLeftOut = [&](StringRef File) {
    return isExcluded(File, Options, Configured);
  };
  return selectSources(Options.Sources, Commands, IsLeftOut, Options.Part);
}

Expected<Plan> banklint::planFor(ArrayRef<std::string> Sources,
                                 const LintOptions &Options,
                                 Configurator &Configured, ReportMerger &All) {
  Plan Planned;
  for (const std::string &File : Sources) {
    Expected<SourceSetup *> Setup = Configured.setupFor(File);
    if (!Setup)
      return Setup.takeError();
    auto Found = (*Setup)->Commands.commandsFor(File);
    if (!Found && Options.Parsing.Arguments)
      return Found.takeError();
    if (!Found) {
      All.add(failedSource(File, toString(Found.takeError())).Result);
      continue;
    }
    for (CompileCommand &Command : *Found)
      Planned.add(std::move(Command), **Setup);
  }
  return Planned;
}

/// Adds one parse of a source to what others found.
static void add(ReportMerger &Source, AnalysedContents &Contents,
                CheckedSource &&Parse, bool IsRepeat) {
  for (Finding &F : Parse.Result.Findings)
    F.IsEditable = Parse.IsEditable;
  if (IsRepeat)
    Parse.Result.Totals.Files = Parse.Result.Totals.Kernels = 0;
  Source.add(std::move(Parse.Result));
  Contents.add(Parse.contents());
}

Expected<std::unique_ptr<Cache>>
banklint::openCache(const LintOptions &Options) {
  if (Options.CacheFolder.empty())
    return nullptr;
  return Cache::open(Options.CacheFolder, Options.Parsing.Executable);
}

/// Says once which architectures are judged by the rules of another.
static void noteArchitectures(ArrayRef<Task> Tasks) {
  std::set<StringRef> Others;
  for (const Task &T : Tasks)
    if (!isMeasuredGpuArch(T.Command.GpuArch))
      Others.insert(T.Command.GpuArch);
  if (!Others.empty())
    errs() << "banklint: remark: shared memory was measured on "
           << MeasuredGpuArch << "; " << join(Others, ", ")
           << (Others.size() == 1 ? " is" : " are")
           << " taken to follow the same rules\n";
}

Run banklint::carryOut(const Plan &Planned, const LintOptions &Options,
                       const Cache *Results, ReportMerger All) {
  Run Checked;
  bool IsWatched = !Options.Quiet && errs().is_displayed();
  ArrayRef<Task> Tasks = Planned.Tasks;
  if (!Options.Quiet)
    noteArchitectures(Tasks);
  std::vector<CheckedSource> Parses =
      checkAll(Tasks, {Options.Jobs, IsWatched, Results});
  for (size_t First = 0, I = 0; First < Tasks.size(); First = I) {
    ReportMerger Source;
    for (;
         I < Tasks.size() && Tasks[I].Command.File == Tasks[First].Command.File;
         ++I)
      add(Source, Checked.Contents, std::move(Parses[I]), I != First);
    Report Whole = Source.take();
    Planned.Setups[First]->select(Whole);
    All.add(std::move(Whole));
  }
  if (Results)
    Results->prune();
  Checked.Result = All.take();
  return Checked;
}

/// Plans the run and carries it out.
static Expected<Run> checkSources(const LintOptions &Options) {
  auto Commands = findDatabase(
      Options.Parsing, Options.Sources.empty() ? "." : Options.Sources.front());
  if (!Commands)
    return Commands.takeError();
  Expected<Configurator> Configured = Configurator::create(Options, *Commands);
  if (!Configured)
    return Configured.takeError();
  Expected<std::vector<std::string>> Sources =
      sourcesOf(Options, **Commands, *Configured);
  if (!Sources)
    return Sources.takeError();
  Expected<std::unique_ptr<Cache>> Results = openCache(Options);
  if (!Results)
    return Results.takeError();
  ReportMerger All;
  Expected<Plan> Planned = planFor(*Sources, Options, *Configured, All);
  if (!Planned)
    return Planned.takeError();
  return carryOut(*Planned, Options, Results->get(), std::move(All));
}

Status banklint::runLint(const LintOptions &Options) {
  Expected<Selection> Reported = Selection::create(Options.Findings);
  if (!Reported)
    return fail(toString(Reported.takeError()));
  Expected<Run> Checked = checkSources(Options);
  if (!Checked)
    return fail(toString(Checked.takeError()));
  return finish(*Checked, Options, *Reported);
}
