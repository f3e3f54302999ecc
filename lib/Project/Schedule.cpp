//===- Schedule.cpp - Sources checked beside each other -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Project/Schedule.h"
#include "Check/Source.h"
#include "Files/Paths.h"
#include "Isolated.h"
#include "Nvcc/Rules/Modes.h"
#include "Nvcc/Rules/Rules.h"
#include "Progress.h"
#include "Project/Cache.h"
#include "SourceArchive.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/ScopedPrinter.h"
#include "llvm/Support/Threading.h"
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace llvm;
using namespace banklint;

/// The sentence on a source that was lost with its process.
static CheckedSource lostSource(const Task &T, Error Reason) {
  return failedSource(T.Command.File, "cannot analyse '" +
                                          shownPath(T.Command.File) + "': it " +
                                          toString(std::move(Reason)));
}

/// In the process of a source: the rules that it came to, a line, and what was
/// found.
static std::string checkAsText(const Task &T, PrecompiledHeaders *Headers) {
  const CheckedSource Checked = checkFile(T.Command, T.Analysis, Headers);
  return to_string(consultedRules()) + '\n' +
         archiveSource(Checked).value_or("");
}

static CheckedSource readText(const Task &T, Expected<std::string> Text) {
  if (!Text)
    return lostSource(T, Text.takeError());
  const auto [Rules, Archived] = StringRef(*Text).split('\n');
  if (std::optional<ModelRules> Consulted = readRules(Rules))
    Consulted->forEach([](ModelRule R) { (void)consult(R); });
  if (std::optional<CheckedSource> Checked = restoreSource(Archived))
    return std::move(*Checked);
  return lostSource(T, createStringError("has a result that cannot be handed "
                                         "over; please report it"));
}

namespace {
/// The tasks of a run, each in a process of its own.
class Schedule {
public:
  Schedule(ArrayRef<Task> Tasks, const ScheduleOptions &Options)
      : Tasks(Tasks), Options(Options), Results(Tasks.size()),
        Shown(Options.ShowsProgress ? Progress::form() : Progress::Form::None,
              Tasks.size()) {}

  std::vector<CheckedSource> run();

private:
  struct Running {
    size_t Number;
    std::string Key; ///< in the cache
    std::unique_ptr<IsolatedWork> Work;
  };

  void start(size_t Number);
  void end(Running &Done);
  void waitForOne();

  ArrayRef<Task> Tasks;
  const ScheduleOptions &Options;
  std::vector<CheckedSource> Results;
  std::vector<Running> AtWork;
  Progress Shown;
};
} // namespace

void Schedule::end(Running &Done) {
  CheckedSource &Result = Results[Done.Number];
  Result = readText(Tasks[Done.Number], Done.Work->take());
  if (Options.Results)
    Options.Results->store(Done.Key, Result);
  Shown.end(Result.Result.Findings.size());
}

void Schedule::waitForOne() {
  std::vector<IsolatedWork *> All;
  All.reserve(AtWork.size());
  for (Running &Each : AtWork)
    All.push_back(Each.Work.get());
  IsolatedWork::waitForAny(All);
  erase_if(AtWork, [&](Running &Each) {
    if (!Each.Work->hasEnded())
      return false;
    end(Each);
    return true;
  });
}

void Schedule::start(size_t Number) {
  const Task &T = Tasks[Number];
  Shown.begin(T.Command.File);
  std::string Key;
  if (Options.Results) {
    Key = Options.Results->keyOf(T.Command, T.Analysis);
    if (std::optional<CheckedSource> Known = Options.Results->find(Key)) {
      Results[Number] = std::move(*Known);
      Shown.end(Results[Number].Result.Findings.size());
      return;
    }
  }
  while (true) {
    auto Work = IsolatedWork::start(
        [&] { return checkAsText(T, Options.Headers); }, Options.Limits);
    if (Work) {
      AtWork.push_back({Number, std::move(Key), std::move(*Work)});
      return;
    }
    // The system may have more once others have ended.
    if (AtWork.empty()) {
      Results[Number] =
          lostSource(T, createStringError("cannot have a process: " +
                                          toString(Work.takeError())));
      return;
    }
    consumeError(Work.takeError());
    waitForOne();
  }
}

std::vector<CheckedSource> Schedule::run() {
  const size_t Jobs = hardware_concurrency(Options.Jobs).compute_thread_count();
  for (size_t I = 0; I < Tasks.size(); ++I) {
    start(I);
    while (AtWork.size() >= Jobs)
      waitForOne();
  }
  while (!AtWork.empty())
    waitForOne();
  return std::move(Results);
}

std::vector<CheckedSource> banklint::checkAll(ArrayRef<Task> Tasks,
                                              const ScheduleOptions &Options) {
  return Schedule(Tasks, Options).run();
}
