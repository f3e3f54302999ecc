//===- Compare.cpp - banklint compare: reports and profiles ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compare.h"
#include "Files/Paths.h"
#include "Files/ReadFile.h"
#include "Files/WholeFile.h"
#include "Finding/Finding.h"
#include "Lint.h"
#include "Options.h"
#include "Outputs.h"
#include "Plan.h"
#include "Profile/Comparison.h"
#include "Profile/Export.h"
#include "Profile/Prediction.h"
#include "Profile/SourceFiles.h"
#include "Report/Compare.h"
#include "Report/Json.h"
#include "Report/Prediction.h"
#include "Report/ProfileComparison.h"
#include "Report/Summary.h"
#include "Source/EditedFiles.h"
#include "Status.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <cstddef>
#include <iterator>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

using namespace banklint;
using namespace llvm;

cl::SubCommand banklint::CompareCommand(
    "compare", "compare two JSON reports, or a profile of Nsight Compute with "
               "what is predicted");

static cl::list<std::string>
    Files(cl::Positional,
          cl::desc("OLD.json NEW.json | PROFILE.csv... [REPORT.json | "
                   "SOURCE...]"),
          cl::OneOrMore, cl::sub(CompareCommand));

/// What a file holds. It is read once, whoever asks: a second time, a pipe is
/// empty.
static Expected<StringRef> read(StringRef File) {
  static StringMap<std::unique_ptr<MemoryBuffer>> Known;
  std::unique_ptr<MemoryBuffer> &Text = Known[File];
  if (!Text) {
    auto Buffer = readNamedFile(File);
    if (!Buffer)
      return createStringError("cannot read '" + File +
                               "': " + toString(Buffer.takeError()));
    Text = std::move(*Buffer);
  }
  return Text->getBuffer();
}

static Expected<std::vector<ReportedAccess>> readAccesses(StringRef File) {
  Expected<StringRef> Text = read(File);
  if (!Text)
    return Text.takeError();
  return readReport(File, *Text);
}

/// Writes each form of a comparison to its file, whole or not at all.
static Error
writeOutputs(const LintOptions &Options,
             function_ref<void(raw_ostream &OS, Format Form)> Write) {
  if (Error E = checkWritten(Options))
    return E;
  for (const Output &To : Options.Outputs) {
    std::string Text;
    raw_string_ostream OS(Text);
    Write(OS, To.Form);
    if (Error E = writeWholeFile(To.File, Text))
      return E;
  }
  return Error::success();
}

static Status statusOf(bool HasChanged, const LintOptions &Options) {
  return HasChanged && !Options.ExitZero ? Conflicts : Clean;
}

//===----------------------------------------------------------------------===//
// Two reports.
//===----------------------------------------------------------------------===//

static Status compareTwoReports(StringRef OldFile, StringRef NewFile,
                                const LintOptions &Options) {
  if (Error E = checkNoSources("two reports need none"))
    return fail(toString(std::move(E)));
  if (any_of(Options.Outputs,
             [](const Output &To) { return To.Form != Format::Text; }))
    return fail("two reports are compared as text: json is for the comparison "
                "with a profile");
  Expected<std::vector<ReportedAccess>> Old = readAccesses(OldFile);
  if (!Old)
    return fail(toString(Old.takeError()));
  Expected<std::vector<ReportedAccess>> New = readAccesses(NewFile);
  if (!New)
    return fail(toString(New.takeError()));
  std::vector<ComparedAccess> Compared = compareReports(*Old, *New);
  if (Error E = writeOutputs(Options, [&](raw_ostream &OS, Format /*Form*/) {
        writeComparison(OS, Compared);
      }))
    return fail(toString(std::move(E)));
  size_t Changed =
      count_if(Compared, [](const ComparedAccess &C) { return C.isChanged(); });
  size_t Worse =
      count_if(Compared, [](const ComparedAccess &C) { return C.isWorse(); });
  if (!Options.Quiet)
    errs() << Compared.size() << " accesses: " << Changed << " changed, "
           << Worse << " worse\n";
  return statusOf(Worse != 0, Options);
}

//===----------------------------------------------------------------------===//
// A profile.
//===----------------------------------------------------------------------===//

namespace {
/// What the command line names, by kind.
struct Inputs {
  std::vector<std::string> Profiles, Reports, Sources;
};
} // namespace

static bool isProfile(StringRef File) {
  if (File.ends_with_insensitive(".csv"))
    return true;
  Expected<StringRef> Text = read(File);
  if (Text)
    return looksLikeExport(*Text);
  consumeError(Text.takeError());
  return false;
}

static Inputs sortInputs() {
  Inputs Result;
  for (const std::string &File : Files)
    (isProfile(File)                                  ? Result.Profiles
     : StringRef(File).ends_with_insensitive(".json") ? Result.Reports
                                                      : Result.Sources)
        .push_back(File);
  return Result;
}

static Expected<Profile> readProfile(ArrayRef<std::string> Names) {
  ProfileReader Reader;
  for (const std::string &File : Names) {
    Expected<StringRef> Text = read(File);
    if (!Text)
      return Text.takeError();
    if (Error E = Reader.add(File, *Text))
      return std::move(E);
  }
  return Reader.take();
}

static Expected<Prediction> readReportOf(StringRef File) {
  Expected<StringRef> Text = read(File);
  if (!Text)
    return Text.takeError();
  return readPrediction(File, *Text);
}

/// Checks the sources, and reads what the report of them would say: one reader
/// for both, so that both say the same. `HasFailed` tells of sources with
/// errors.
static Expected<Prediction> predict(const LintOptions &Options,
                                    bool &HasFailed) {
  Expected<Run> Checked = checkSources(Options);
  if (!Checked)
    return Checked.takeError();
  Report &R = Checked->Result;
  computeTotals(R);
  for (const NotAnalysed &Gap : R.Gaps)
    HasFailed |= Gap.IsError;
  writeGaps(errs(), R, /*OnlyErrors=*/Options.Quiet);
  std::string Text;
  raw_string_ostream OS(Text);
  writeJson(OS, R, /*AllAccesses=*/true, /*WithKernels=*/true);
  return readPrediction("the report of the sources", Text);
}

/// What two texts of a line have in common, however a page quotes and indents
/// it.
static std::string plainText(StringRef Line) {
  std::string Text;
  copy_if(Line, std::back_inserter(Text),
          [](char C) { return !isSpace(C) && C != '"' && C != '\\'; });
  return Text;
}

/// Fails where a source is another one now than what was profiled: its lines
/// would be compared with others.
static Error checkTexts(const Profile &Measured, const Prediction &Predicted) {
  const auto FileHere = matchFiles(Measured.Files, Predicted.Files);
  std::map<std::string, std::unique_ptr<MemoryBuffer>> Read;
  for (const auto &[At, Text] : Measured.Texts) {
    const auto Here = FileHere.find(At.File);
    if (Here == FileHere.end() || plainText(Text).empty())
      continue;
    auto [Entry, IsNew] = Read.try_emplace(Here->second);
    if (IsNew)
      Entry->second = readFile(Here->second, {});
    if (!Entry->second)
      continue;
    SmallVector<StringRef, 0> Lines;
    Entry->second->getBuffer().split(Lines, '\n');
    const StringRef Now =
        At.Line <= Lines.size() ? Lines[At.Line - 1] : StringRef();
    if (plainText(Now) != plainText(Text))
      return createStringError(
          "'" + shownPath(Here->second) + "' is not what was profiled: line " +
          Twine(At.Line) + " is '" + StringRef(Text).trim() +
          "' in the export; take the source of that time, or profile it again");
  }
  return Error::success();
}

static Status compareWithProfile(const Inputs &Given, LintOptions Options) {
  if (Given.Reports.size() > 1 ||
      (!Given.Reports.empty() && !Given.Sources.empty()))
    return fail("a profile is compared with one report or with sources, not "
                "with both");
  if (!Given.Reports.empty())
    if (Error E = checkNoSources("a report needs none"))
      return fail(toString(std::move(E)));
  Expected<Profile> Measured = readProfile(Given.Profiles);
  if (!Measured)
    return fail(toString(Measured.takeError()));
  bool HasFailed = false;
  Options.Sources = Given.Sources;
  Expected<Prediction> Predicted = Given.Reports.empty()
                                       ? predict(Options, HasFailed)
                                       : readReportOf(Given.Reports.front());
  if (!Predicted)
    return fail(toString(Predicted.takeError()));
  if (HasFailed && Predicted->Kernels.empty())
    return SourceFailed;
  Expected<Comparison> Compared = compareProfile(*Measured, *Predicted);
  if (!Compared)
    return fail(toString(Compared.takeError()));
  if (Error E = checkTexts(*Measured, *Predicted))
    return fail(toString(std::move(E)));
  if (Error E = writeOutputs(Options, [&](raw_ostream &OS, Format Form) {
        Form == Format::Json ? writeComparisonJson(OS, *Compared)
                             : writeComparison(OS, *Compared);
      }))
    return fail(toString(std::move(E)));
  if (!Options.Quiet)
    writeComparisonSummary(errs(), *Compared);
  if (HasFailed)
    return SourceFailed;
  return statusOf(Compared->count(Agreement::Differs) != 0, Options);
}

Status banklint::runCompare(LintOptions Options) {
  const Inputs Given = sortInputs();
  if (!Given.Profiles.empty())
    return compareWithProfile(Given, std::move(Options));
  if (Files.size() != 2)
    return fail("banklint compare takes two JSON reports, or a CSV file of "
                "Nsight Compute and sources or a report");
  return compareTwoReports(Files[0], Files[1], Options);
}
