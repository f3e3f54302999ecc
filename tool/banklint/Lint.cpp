//===- Lint.cpp - A run over sources --------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lint.h"
#include "Check/Source.h"
#include "Finish.h"
#include "llvm/Support/raw_ostream.h"

using namespace banklint;
using namespace llvm;

Status banklint::fail(const Twine &Sentence) {
  errs() << "banklint: error: " << Sentence << '\n';
  return Misuse;
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

Run banklint::checkTasks(ArrayRef<Task> Tasks, const LintOptions &Options,
                         const Cache *Results, ReportMerger All) {
  Run Checked;
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
  return Checked;
}

Status banklint::runLint(const LintOptions &Options) {
  Expected<Selection> Reported = Selection::create(Options.Findings);
  if (!Reported)
    return fail(toString(Reported.takeError()));
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
  Run R = checkTasks(*Tasks, Options, Results->get(), std::move(All));
  return finish(R, Options, *Reported);
}
