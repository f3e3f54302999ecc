//===- Main.cpp - banklint's command line ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compare.h"
#include "Completion.h"
#include "Configure.h"
#include "Dump.h"
#include "Explain.h"
#include "ExportCommands.h"
#include "Launch.h"
#include "Lint.h"
#include "Manual.h"
#include "Model.h"
#include "Options.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/PrettyStackTrace.h"
#include <utility>

using namespace banklint;
using namespace llvm;

int main(int Argc, const char **Argv) {
  InitLLVM Init(Argc, Argv);
  setBugReportMsg("banklint crashed: please report it with the source, the "
                  "arguments and what follows\n");
  if (Argc > 1 && StringRef(Argv[1]) == "launch")
    return runLaunch(ArrayRef(Argv, Argc));
  if (Error E = parseCommandLine(Argc, Argv))
    return fail(toString(std::move(E)));
  if (ModelCommand)
    return runModel();
  if (CompareCommand)
    return runCompare();
  if (CompletionCommand)
    return runCompletion();
  if (ManualCommand)
    return runManual();
  Expected<LintOptions> Options =
      ExplainCommand ? sourceOptions(Argv[0]) : lintOptions(Argv[0]);
  if (!Options)
    return fail(toString(Options.takeError()));
  if (ExplainCommand)
    return runExplain(*Options);
  if (Options->DumpConfig || Options->VerifyConfig)
    return runConfiguration(*Options);
  if (!Options->ExportCommandsFolder.empty())
    return runExportCommands(*Options);
  if (Options->DumpedTraces || Options->DumpedRequests)
    return runDump(*Options);
  return runLint(*Options);
}
