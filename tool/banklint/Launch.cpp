//===- Launch.cpp - Linting what a build compiles -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Launch.h"
#include "Lint.h"
#include "Report/Summary.h"
#include "Report/Text.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace banklint;
using namespace llvm;

/// Checks what the call compiles. Other compilers write to the same stream, so
/// everything is printed at once.
static Error lintCall(ArrayRef<std::string> Call, LintOptions Options) {
  Options.Parsing.Arguments.emplace(); // no compile_commands.json
  Expected<CommandFinder> Finder = CommandFinder::create(Options.Parsing, ".");
  if (!Finder)
    return Finder.takeError();
  Expected<std::vector<CompileCommand>> Commands = Finder->commandsOfCall(Call);
  if (!Commands)
    return Commands.takeError();
  std::vector<Task> Tasks;
  for (CompileCommand &Command : *Commands)
    if (!Options.Excluded.match(Command.File))
      Tasks.push_back({std::move(Command), Options.Analysis});
  if (Tasks.empty())
    return Error::success();
  Expected<std::unique_ptr<Cache>> Results = openCache(Options);
  if (!Results)
    return Results.takeError();
  Run Checked = checkTasks(Tasks, Options, Results->get());
  std::string Text;
  raw_string_ostream OS(Text);
  writeFindings(OS, Checked.Result.Findings, errs().has_colors());
  writeGaps(OS, Checked.Result, /*OnlyErrors=*/true);
  errs() << Text;
  return Error::success();
}

static int execute(ArrayRef<std::string> Call) {
  ErrorOr<std::string> Program = sys::findProgramByName(Call.front());
  if (!Program)
    return fail("cannot run '" + Call.front() +
                "': " + Program.getError().message());
  std::vector<StringRef> Arguments(Call.begin(), Call.end());
  std::string Message;
  int Result = sys::ExecuteAndWait(*Program, Arguments, /*Env=*/std::nullopt,
                                   /*Redirects=*/{}, /*SecondsToWait=*/0,
                                   /*MemoryLimit=*/0, &Message);
  return Result >= 0 ? Result
                     : fail("cannot run '" + Call.front() + "': " + Message);
}

int banklint::runLaunch(ArrayRef<const char *> Words) {
  auto IsOption = [](StringRef Word) { return Word.starts_with("-"); };
  ArrayRef<const char *> Rest = Words.drop_front(2);
  size_t Count = find_if_not(Rest, IsOption) - Rest.begin();
  std::vector<const char *> Own = {Words.front()};
  append_range(Own, Rest.take_front(Count));
  if (Error E = parseCommandLine(Own.size(), Own.data()))
    return fail(toString(std::move(E)));
  Expected<LintOptions> Options = lintOptions(Words.front());
  if (!Options)
    return fail(toString(Options.takeError()));
  std::vector<std::string> Call(Rest.begin() + Count, Rest.end());
  if (Call.empty())
    return fail("no compiler named: 'banklint launch' takes its command line");
  Options->Quiet = true;
  if (Error E = lintCall(Call, std::move(*Options)))
    fail(toString(std::move(E)));
  return execute(Call);
}
