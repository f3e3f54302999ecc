//===- Main.cpp - banklint's command line ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ClearCache.h"
#include "Compare.h"
#include "Completion.h"
#include "Configure.h"
#include "Dump.h"
#include "Explain.h"
#include "ExportCommands.h"
#include "Files/Shown.h"
#include "Launch.h"
#include "Lint.h"
#include "Manual.h"
#include "Model.h"
#include "Nvcc/Rules/Modes.h"
#include "Options.h"
#include "Status.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>
#include <cstdlib>
#include <sys/resource.h>
#include <system_error>
#include <utility>

using namespace banklint;
using namespace llvm;

/// What standard output did not take is said, and the status is that of a
/// failure; what standard error did not take, nobody can be told. LLVM's
/// streams end a program with a crash report for either.
static void closeStreams() {
  outs().flush();
  std::error_code Failed = outs().error();
  outs().clear_error();
  if (Failed)
    fail("cannot write '-': " + Failed.message());
  errs().clear_error();
  if (Failed)
    std::_Exit(Misuse);
}

/// The least stack that reading the command line and writing reports takes. A
/// source has one of its own.
static constexpr rlim_t LeastStackBytes = 512 << 10;

static Error checkStack() {
  rlimit Given;
  if (::getrlimit(RLIMIT_STACK, &Given) || Given.rlim_cur >= LeastStackBytes)
    return Error::success();
  return createStringError("a stack of " + Twine(Given.rlim_cur >> 10) +
                           " KB is too small: 'ulimit -s " +
                           Twine(LeastStackBytes >> 10) + "' gives enough");
}

int main(int Argc, const char **Argv) {
  if (Error E = checkStack())
    return fail(toString(std::move(E)));
  // A trace of a crash would be read by a program that PATH names.
  ::setenv("LLVM_DISABLE_SYMBOLIZATION", "1", /*overwrite=*/1);
  InitLLVM Init(Argc, Argv);
  // A file that becomes larger than the user may make one is an error of its
  // stream, as a full disk is.
  std::signal(SIGXFSZ, SIG_IGN);
  outs(), errs(); // made before, they end after
  std::atexit(closeStreams);
  setBugReportMsg("banklint crashed: please report it with the source, the "
                  "arguments and what follows\n");
  if (Argc > 1 && StringRef(Argv[1]) == "launch")
    return runLaunch(ArrayRef(Argv, Argc));
  if (Error E = parseCommandLine(Argc, Argv))
    return fail(toString(std::move(E)));
  if (ModelCommand)
    return runModel();
  if (CompletionCommand)
    return runCompletion();
  if (ManualCommand)
    return runManual();
  Expected<LintOptions> Options = ExplainCommand   ? sourceOptions(Argv[0])
                                  : CompareCommand ? compareOptions(Argv[0])
                                                   : lintOptions(Argv[0]);
  if (!Options)
    return fail(toString(Options.takeError()));
  if (ExplainCommand)
    return runExplain(*Options);
  if (CompareCommand)
    return runCompare(std::move(*Options));
  if (Options->ClearCache)
    return runClearCache(*Options);
  if (Options->DumpConfig || Options->VerifyConfig)
    return runConfiguration(*Options);
  if (!Options->ExportCommandsFolder.empty())
    return runExportCommands(*Options);
  if (Error E = readStandardInput(*Options))
    return fail(toString(std::move(E)));
  if (Options->DumpedTraces || Options->DumpedRequests)
    return runDump(*Options);
  const int Status = runLint(*Options);
  if (Options->ListConsulted)
    StderrLine() << "consulted rules: " << consultedRules();
  return Status;
}
