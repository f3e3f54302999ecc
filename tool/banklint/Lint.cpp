//===- Lint.cpp - A run over sources --------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lint.h"
#include "Check/Source.h"
#include "Configure.h"
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
  Expected<Configurator> Configured = Configurator::create(Options);
  if (!Configured)
    return fail(toString(Configured.takeError()));
  Run R;
  for (const std::string &File : Options.Sources) {
    Expected<SourceSetup *> Setup = Configured->setupFor(File);
    if (!Setup)
      return fail(toString(Setup.takeError()));
    if ((*Setup)->Settings.excludes(File)) {
      if (!Options.Quiet)
        errs() << "banklint: remark: '" << File << "' is excluded by '"
               << (*Setup)->Settings.File << "'\n";
      continue;
    }
    Expected<CompileCommand> Command = (*Setup)->Commands.commandFor(File);
    if (!Command)
      return fail(toString(Command.takeError()));
    CheckedSource Checked = checkFile(*Command, (*Setup)->Analysis);
    (*Setup)->select(Checked.Result);
    add(R, std::move(Checked));
  }
  return finish(R, Options, *Reported);
}
