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

static void add(Run &R, CheckedSource &&Source) {
  for (Finding &F : Source.Result.Findings)
    F.IsEditable = Source.IsEditable;
  R.Result.append(std::move(Source.Result));
  R.Contents.add(Source.Contents);
}

Status banklint::runLint(const LintOptions &Options) {
  Expected<Selection> Reported = Selection::create(Options.Findings);
  if (!Reported)
    return fail(toString(Reported.takeError()));
  Expected<CommandFinder> Commands =
      CommandFinder::create(Options.Parsing, Options.Sources.front());
  if (!Commands)
    return fail(toString(Commands.takeError()));
  Run R;
  for (const std::string &File : Options.Sources) {
    Expected<CompileCommand> Command = Commands->commandFor(File);
    if (!Command)
      return fail(toString(Command.takeError()));
    add(R, checkFile(*Command, Options.Analysis));
  }
  return finish(R, Options, *Reported);
}
