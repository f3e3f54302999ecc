//===- Dump.cpp - Traces and requests, for developers ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dump.h"
#include "Analysis/Kernel.h"
#include "Analysis/TraceDump.h"
#include "Cuda/Parse.h"
#include "Files/Shown.h"
#include "Finding/Finding.h"
#include "Finding/Merge.h"
#include "Finding/Wording.h"
#include "Options.h"
#include "Plan.h"
#include "Project/Schedule.h"
#include "Status.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>
#include <string>
#include <tuple>
#include <utility>

using namespace banklint;
using namespace llvm;

static Error readGlob(StringRef Option, const std::optional<std::string> &Text,
                      std::optional<GlobPattern> &Into) {
  if (!Text)
    return Error::success();
  Expected<GlobPattern> Glob = GlobPattern::create(*Text);
  if (!Glob)
    return createStringError(Option + "=" + *Text + ": " +
                             toString(Glob.takeError()));
  Into = std::move(*Glob);
  return Error::success();
}

/// Says what stood in the way of a source; false if anything was lost.
static bool reportGaps(ArrayRef<NotAnalysed> Gaps) {
  bool IsWhole = true;
  for (const NotAnalysed &Gap : Gaps) {
    StderrLine() << (Gap.IsError ? "error: " : "remark: ") << gapSentence(Gap);
    IsWhole &= !Gap.IsError;
  }
  return IsWhole;
}

/// Walks the kernels of one source.
static bool dump(const Task &Source, TraceDump &To) {
  bool IsWhole = true;
  Error Failed =
      parseDevicePass(Source.Command, [&](clang::ASTContext &Context,
                                          ArrayRef<SourceError> Errors) {
        IsWhole = reportGaps(
            analyseKernels(Context, Errors, Source.Analysis, {}, &To).Gaps);
      });
  if (!Failed)
    return IsWhole;
  fail(toString(std::move(Failed)));
  return false;
}

Status banklint::runDump(const LintOptions &Options) {
  TraceDump::Options Asked;
  if (Error E = readGlob("--dump-trace", Options.DumpedTraces, Asked.Traces))
    return fail(toString(std::move(E)));
  if (Error E =
          readGlob("--dump-requests", Options.DumpedRequests, Asked.Requests))
    return fail(toString(std::move(E)));
  Expected<PlannedRun> Planned = PlannedRun::create(Options);
  if (!Planned)
    return fail(toString(Planned.takeError()));
  TraceDump To(outs(), std::move(Asked));
  bool IsWhole = reportGaps(Planned->Failures.take().Gaps);
  for (const Task &Source : Planned->Parses.Tasks)
    IsWhole &= dump(Source, To);
  for (auto [Option, Glob, IsPrinted] :
       {std::tuple("--dump-trace=", &Options.DumpedTraces, To.hasTraces()),
        {"--dump-requests=", &Options.DumpedRequests, To.hasRequests()}})
    if (*Glob && **Glob != "*" && !IsPrinted && IsWhole)
      return fail(Option + **Glob + ": no kernel that was walked is called so");
  return IsWhole ? Clean : SourceFailed;
}
