//===- Launch.cpp - Linting what a build compiles -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Launch.h"
#include "Configure.h"
#include "Cuda/CompileCommand.h"
#include "Cuda/Database.h"
#include "Lint.h"
#include "Options.h"
#include "Plan.h"
#include "Project/Cache.h"
#include "Report/Summary.h"
#include "Report/Text.h"
#include "Selection.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/ErrorOr.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace banklint;
using namespace llvm;

/// Plans the parse of one source of the call.
static Error add(const std::string &File, ArrayRef<std::string> Call,
                 Configurator &Configured, Plan &Planned) {
  Expected<SourceSetup *> Setup = Configured.setupFor(File);
  if (!Setup)
    return Setup.takeError();
  if ((*Setup)->Excluded.match(File))
    return Error::success();
  Expected<CompileCommand> Command =
      (*Setup)->Commands.commandOfCall(File, Call);
  if (!Command)
    return Command.takeError();
  Planned.add(std::move(*Command), **Setup);
  return Error::success();
}

/// The parses of the CUDA sources that the call compiles. One that has none
/// costs no other its findings.
static Expected<Plan> planFor(ArrayRef<std::string> Call,
                              Configurator &Configured) {
  Expected<std::vector<std::string>> Sources = sourcesOfCall(Call);
  if (!Sources)
    return Sources.takeError();
  Plan Planned;
  for (const std::string &File : *Sources)
    if (Error E = add(File, Call, Configured, Planned))
      fail(toString(std::move(E)));
  return Planned;
}

/// Checks what the call compiles. Other compilers write to the same stream, so
/// everything is printed at once.
static Error lintCall(ArrayRef<std::string> Call, const LintOptions &Options) {
  Expected<Configurator> Configured =
      Configurator::create(Options, std::make_shared<const Database>());
  if (!Configured)
    return Configured.takeError();
  Expected<Plan> Planned = planFor(Call, *Configured);
  if (!Planned)
    return Planned.takeError();
  if (Planned->Tasks.empty())
    return Error::success();
  Expected<std::unique_ptr<Cache>> Results = openCache(Options);
  if (!Results)
    return Results.takeError();
  Run Checked = carryOut(*Planned, Options, Results->get());
  Expected<Selection> Reported = Selection::create(Options.Findings);
  if (!Reported)
    return Reported.takeError();
  if (Error E = Reported->addBaselines(Checked.Baselines))
    return E;
  if (Error E = Reported->apply(Checked.Result))
    return E;
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
  // The program is to begin as it would alone: what is ignored stays ignored.
  sys::unregisterHandlers();
  std::signal(SIGXFSZ, SIG_DFL);
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
  ArrayRef<const char *> Own = Words.take_front(2 + Count);
  if (Error E = parseCommandLine(Own.size(), Own.data()))
    return fail(toString(std::move(E)));
  Expected<LintOptions> Options = lintOptions(Words.front());
  if (!Options)
    return fail(toString(Options.takeError()));
  std::vector<std::string> Call(Rest.begin() + Count, Rest.end());
  if (Call.empty())
    return fail("no compiler named: 'banklint launch' takes its command line");
  Options->Quiet = true;
  if (Error E = lintCall(Call, *Options))
    fail(toString(std::move(E)));
  return execute(Call);
}
