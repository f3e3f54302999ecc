//===- Schedule.cpp - Sources checked beside each other -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Project/Schedule.h"
#include "Check/Source.h"
#include "Files/Paths.h"
#include "Project/Cache.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/ThreadPool.h"
#include "llvm/Support/Threading.h"
#include "llvm/Support/raw_ostream.h"
#include <atomic>
#include <cstddef>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace llvm;
using namespace banklint;

namespace {
/// One line, which the next takes the place of, and which is gone at the end.
class Progress {
public:
  /// A terminal that has no colours may not be able to erase a line either.
  Progress(bool IsAsked, size_t Total)
      : IsShown(IsAsked && Total > 1 && sys::Process::StandardErrHasColors()),
        Total(Total) {}
  ~Progress() {
    if (IsShown)
      errs() << EraseLine;
  }

  void begin(StringRef File) {
    if (!IsShown)
      return;
    std::lock_guard<std::mutex> Guard(Lock);
    const int Width = std::to_string(Total).size();
    std::string Line;
    raw_string_ostream Text(Line);
    Text << format("[%*zu/%zu", Width, ++Begun, Total);
    if (Conflicts)
      Text << ", " << Conflicts
           << (Conflicts == 1 ? " conflict" : " conflicts");
    Text << "] " << shownPath(File);
    // What goes on in the next line of the terminal is not erased.
    const unsigned Columns = sys::Process::StandardErrColumns();
    errs() << EraseLine
           << StringRef(Line).take_front(Columns ? Columns - 1 : 79);
  }

  /// What a source has is shown from the next one on.
  void end(size_t ConflictsOfSource) {
    std::lock_guard<std::mutex> Guard(Lock);
    Conflicts += ConflictsOfSource;
  }

private:
  static constexpr StringLiteral EraseLine = "\r\x1b[K";
  bool IsShown;
  size_t Total, Begun = 0, Conflicts = 0;
  std::mutex Lock;
};
} // namespace

static std::atomic<bool> AnyCrashed = false;

bool banklint::hasCrashed() { return AnyCrashed; }

static CheckedSource check(const Task &T, PrecompiledHeaders *Headers) {
  CheckedSource Result;
  CrashRecoveryContext Context;
  if (!Context.RunSafely(
          [&] { Result = checkFile(T.Command, T.Analysis, Headers); })) {
    AnyCrashed = true;
    return failedSource(T.Command.File,
                        "cannot analyse '" + shownPath(T.Command.File) +
                            "': banklint crashed on it, please report it");
  }
  return Result;
}

static CheckedSource checkOrRecall(const Task &T,
                                   const ScheduleOptions &Options) {
  if (!Options.Results)
    return check(T, Options.Headers);
  std::string Key = Options.Results->keyOf(T.Command, T.Analysis);
  if (std::optional<CheckedSource> Known = Options.Results->find(Key))
    return std::move(*Known);
  CheckedSource Result = check(T, Options.Headers);
  Options.Results->store(Key, Result);
  return Result;
}

std::vector<CheckedSource> banklint::checkAll(ArrayRef<Task> Tasks,
                                              const ScheduleOptions &Options) {
  std::vector<CheckedSource> Results(Tasks.size());
  Progress Shown(Options.ShowsProgress, Tasks.size());
  auto Run = [&](size_t I) {
    Shown.begin(Tasks[I].Command.File);
    Results[I] = checkOrRecall(Tasks[I], Options);
    Shown.end(Results[I].Result.Findings.size());
  };
  CrashRecoveryContext::Enable();
  ThreadPoolStrategy Strategy = hardware_concurrency(Options.Jobs);
  if (Options.Jobs == 1 || Tasks.size() <= 1) {
    for (size_t I = 0; I < Tasks.size(); ++I)
      Run(I);
  } else {
    DefaultThreadPool Pool(Strategy);
    for (size_t I = 0; I < Tasks.size(); ++I)
      Pool.async([&Run, I] { Run(I); });
    Pool.wait();
  }
  CrashRecoveryContext::Disable();
  return Results;
}
