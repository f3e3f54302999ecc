//===- Main.cpp - banklint's command line ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compare.h"
#include "Explain.h"
#include "Launch.h"
#include "Lint.h"
#include "Model.h"
#include "Options.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/PrettyStackTrace.h"

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
  Expected<LintOptions> Options =
      ExplainCommand ? sourceOptions(Argv[0]) : lintOptions(Argv[0]);
  if (!Options)
    return fail(toString(Options.takeError()));
  return ExplainCommand ? runExplain(*Options) : runLint(*Options);
}
