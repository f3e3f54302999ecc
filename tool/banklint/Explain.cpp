//===- Explain.cpp - banklint explain: a rule, or one line ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explain.h"
#include "Analysis/Kernel.h"
#include "Check/Source.h"
#include "Config/Rules.h"
#include "Configure.h"
#include "Cuda/CompileCommand.h"
#include "Cuda/PrecompiledHeaders.h"
#include "Edit/AnalysedContents.h"
#include "Edit/Apply.h"
#include "Edit/FixPlan.h"
#include "Finding/Finding.h"
#include "Finding/Wording.h"
#include "Lint.h"
#include "Options.h"
#include "Outputs.h"
#include "Project/Schedule.h"
#include "Report/Explain.h"
#include "Report/PlainText.h"
#include "Report/ShownNames.h"
#include "Source/AccessKey.h"
#include "Source/Place.h"
#include "Source/SourceTexts.h"
#include "Status.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

using namespace banklint;
using namespace llvm;

cl::SubCommand
    banklint::ExplainCommand("explain",
                             "explain a rule, or a line of a source");

static cl::opt<std::string> Subject(cl::Positional,
                                    cl::desc("[RULE | FILE:LINE[:COLUMN]]"),
                                    cl::sub(ExplainCommand));
static cl::opt<std::string> Includer(cl::Positional,
                                     cl::desc("[SOURCE that includes FILE]"),
                                     cl::sub(ExplainCommand));

//===----------------------------------------------------------------------===//
// Rules.
//===----------------------------------------------------------------------===//

static Status listRules() {
  for (const Rule &R : allRules()) {
    outs() << R.Name << (R.IsOnByDefault ? "" : " (off by default)") << "\n  ";
    writePlainText(outs(), R.summary());
  }
  return Clean;
}

static Status explainRule(StringRef Name) {
  Expected<const Rule *> Found = findRule(Name);
  if (Found) {
    writePlainText(outs(), (*Found)->page());
    return Clean;
  }
  handleAllErrors(Found.takeError(), [](const UnknownRule &Unknown) {
    fail(Unknown.message() +
         (Unknown.meant() ? "" : "; a line of a source is FILE:LINE"));
  });
  return Misuse;
}

//===----------------------------------------------------------------------===//
// One line of a source.
//===----------------------------------------------------------------------===//

namespace {
/// Tells an access from all others of a source, whatever a fix changes in it:
/// its kernel and block, what it does to which array in which function, and
/// which of the same it is.
using AccessInSource =
    std::tuple<std::string, std::array<unsigned, 3>, std::string,
               std::vector<std::string>, AccessOperation>;
} // namespace

/// A column of 0 is all of the line.
static std::optional<SourcePoint> readLineOfFile(StringRef Text) {
  auto [File, Number] = Text.rsplit(':');
  SourcePoint Result{File.str()};
  if (File.empty() || Number.getAsInteger(10, Result.Line) || !Result.Line)
    return std::nullopt;
  // Unless that is the name of a file.
  auto [Shorter, Line] = File.rsplit(':');
  unsigned Read = 0;
  if (!Shorter.empty() && !Line.getAsInteger(10, Read) &&
      !sys::fs::exists(File))
    return SourcePoint{Shorter.str(), Read, Result.Line};
  return Result;
}

static AccessInSource keyOf(const Access &A) {
  return {A.Kernel, A.Block, A.Function, A.Arrays, A.Operation};
}

static const Access *findAgain(const Access &Known, const Report &Before,
                               const Report &After) {
  auto IsSame = [&](const Access &A) {
    return !A.IsAtCall && keyOf(A) == keyOf(Known);
  };
  size_t Number = 0;
  for (const Access &A : Before.Accesses) {
    if (&A == &Known)
      break;
    Number += IsSame(A);
  }
  for (const Access &A : After.Accesses)
    if (IsSame(A) && Number-- == 0)
      return &A;
  return nullptr;
}

/// The finding of a report in the same one with other names of files.
static const Finding &inOther(const Finding &F, const Report &R,
                              const Report &Same) {
  for (auto List : {&Report::Findings, &Report::Silenced})
    for (auto [Here, There] : zip_equal(R.*List, Same.*List))
      if (&Here == &F)
        return There;
  llvm_unreachable("it is one of them");
}

/// The source with the fix, checked; nothing is written.
static std::optional<CheckedSource> withFix(const Finding &F,
                                            const AnalysedContents &Contents,
                                            CompileCommand Command,
                                            const AnalysisOptions &Analysis,
                                            const ScheduleOptions &Alone) {
  FixPlan Plan = planFixes(F, /*AllowUnsafe=*/true);
  auto Files = makeContents(Plan, Contents);
  if (!Files || Files->empty()) {
    consumeError(Files.takeError());
    return std::nullopt;
  }
  // By all names that its edits have.
  for (const EditedFile &File : *Files) {
    Command.EditedFiles[File.Name] = File.After;
    for (const Edit &E : Plan.Chosen.front()->Edits)
      if (sys::fs::equivalent(E.File, File.Name))
        Command.EditedFiles[E.File] = File.After;
  }
  return std::move(checkAll({{std::move(Command), Analysis}}, Alone).front());
}

/// What to do where no access was met.
static std::string adviceFor(const SourcePoint &Where) {
  if (Includer.empty() && isHeader(Where.File) && sys::fs::exists(Where.File))
    return "; of a header, name a source that includes it and has kernels: "
           "banklint explain " +
           Subject + " SOURCE";
  return "; --all-accesses lists those that there are";
}

static Status explainLine(const SourcePoint &Where,
                          const LintOptions &Options) {
  std::string Source = Includer.empty() ? Where.File : Includer;
  auto Build = findDatabase(Options.Parsing, Source);
  if (!Build)
    return fail(toString(Build.takeError()));
  Expected<Configurator> Configured = Configurator::create(Options, *Build);
  if (!Configured)
    return fail(toString(Configured.takeError()));
  Expected<SourceSetup *> Setup = Configured->setupFor(Source);
  if (!Setup)
    return fail(toString(Setup.takeError()));
  Expected<std::vector<CompileCommand>> Commands =
      (*Setup)->Commands.commandsFor(Source);
  if (!Commands)
    return fail(toString(Commands.takeError()));
  const CompileCommand &Command = Commands->front();
  const AnalysisOptions &Analysis = (*Setup)->Analysis;
  std::unique_ptr<PrecompiledHeaders> Headers = openHeaders(Options);
  ScheduleOptions Alone;
  Alone.Headers = Headers.get();
  Alone.Limits = Options.Limits;
  CheckedSource Checked =
      std::move(checkAll({{Command, Analysis}}, Alone).front());
  Report R = Checked.Result;
  nameFiles(R);
  allowHeaders(R, (*Setup)->Missing);
  for (const NotAnalysed &Gap : R.Gaps)
    if (Gap.IsError &&
        (Gap.Kind == GapKind::MissingHeader || !Gap.isOfHeaders()))
      fail(gapSentence(Gap));
  std::vector<Explanation> Operations = explanationsAt(Where, R);
  if (Operations.empty()) {
    Status Failed =
        fail("no shared-memory access at '" + Subject + "'" + adviceFor(Where));
    return Checked.IsIntact ? Failed : SourceFailed;
  }
  SourceTexts Texts(Options.Edited);
  outs().enable_colors(hasColors(Options.Colors));
  for (Explanation &E : Operations) {
    if (&E != &Operations.front())
      outs() << '\n';
    std::optional<CheckedSource> Fixed;
    if (E.Proposed)
      Fixed = withFix(inOther(*E.Reported, R, Checked.Result),
                      Checked.contents(), Command, Analysis, Alone);
    if (Fixed)
      E.AfterFix = findAgain(E.worst(), R, Fixed->Result);
    writeExplanation(outs(), E, Texts);
  }
  return Clean;
}

Status banklint::runExplain(const LintOptions &Options) {
  if (std::optional<SourcePoint> Where = readLineOfFile(Subject))
    return explainLine(*Where, Options);
  if (auto [File, Number] = StringRef(Subject).rsplit(':');
      sys::fs::exists(File))
    return fail("'" + Number + "' is no line of '" + File +
                "': lines count from 1");
  if (Error E = checkNoSources("a rule has none"))
    return fail(toString(std::move(E)));
  if (!Includer.empty())
    return fail("'" + Includer + "' follows a rule, which has no sources");
  return Subject.empty() ? listRules() : explainRule(Subject);
}
