//===- Finish.cpp - From what was found to what the user sees -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Finish.h"
#include "AddNolint.h"
#include "Config/BlockDims.h"
#include "Edit/AnalysedContents.h"
#include "Edit/Apply.h"
#include "Edit/EditRoots.h"
#include "Edit/FixPlan.h"
#include "ExportFixes.h"
#include "Files/Paths.h"
#include "Files/Shown.h"
#include "Files/WholeFile.h"
#include "Finding/Finding.h"
#include "Finding/Grouping.h"
#include "Finding/Suppression.h"
#include "Lint.h"
#include "Options.h"
#include "Outputs.h"
#include "ProjectFolder.h"
#include "Report/Statistics.h"
#include "Report/Summary.h"
#include "Report/Text.h"
#include "Selection.h"
#include "Source/EditedFiles.h"
#include "Source/SourceTexts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace banklint;
using namespace llvm;

namespace {
/// The end of one run. Whatever fails is reported, and the rest goes on.
class Finisher {
public:
  Finisher(Run &R, const LintOptions &Options)
      : Result(R.Result), Contents(R.Contents), Analysed(R.Analysed),
        Options(Options), Texts(Options.Edited) {}

  Status run(const Selection &Reported);

private:
  void check(Error E);
  std::vector<Finding> remaining() const;
  void writeReports();
  void writeUnfixed() const;
  void exportFixes();
  void applyFixes();
  void addNolintComments();
  void sayWhatIsDone() const;
  void sayWhatIsLeft() const;
  void sayWhatCanBeDone() const;
  void sayWhatWouldDecide() const;
  bool isReadable() const;
  void writeTables() const;
  void sumUp() const;
  Status status() const;

  Report &Result;
  const AnalysedContents &Contents;
  const std::vector<std::string> &Analysed;
  const LintOptions &Options;
  SourceTexts Texts;
  FixPlan Plan;
  AppliedFixes Applied;
  bool HasFailed = false;
};
} // namespace

void Finisher::check(Error E) {
  if (!E)
    return;
  HasFailed = true;
  fail(toString(std::move(E)));
}

/// The findings that the fixes, once they are made, leave; all without --fix.
std::vector<Finding> Finisher::remaining() const {
  std::vector<Finding> Left;
  for (size_t I = 0; I != Result.Findings.size(); ++I)
    if (!Options.Fix || !Plan.fixes(I))
      Left.push_back(Result.Findings[I]);
  return Left;
}

/// Tells of the findings whose fixes could not be written.
void Finisher::writeUnfixed() const {
  std::vector<Finding> Left;
  for (size_t I = 0; I != Result.Findings.size(); ++I)
    if (Plan.fixes(I) && any_of(Plan.Chosen[I]->Edits, [&](const Edit &E) {
          return Applied.FilesLeft.count(realPath(E.File)) != 0;
        }))
      Left.push_back(Result.Findings[I]);
  std::string Written;
  raw_string_ostream Text(Written);
  if (any_of(Options.Outputs, [](const Output &To) {
        return To.Form == Format::Text && To.File == "-";
      }))
    writeFindings(Text, Left, hasColors(Options.Colors));
  outs() << Text.str();
}

void Finisher::writeReports() {
  const std::vector<Finding> Shown = remaining();
  OutputData Data{Result,
                  Analysed,
                  Shown,
                  Plan,
                  Contents,
                  Texts,
                  Options.Edited,
                  Options.AllAccesses,
                  Options.KernelTotals,
                  Options.Colors};
  for (const Output &To : Options.Outputs)
    check(writeOutput(To, Data));
}

void Finisher::exportFixes() {
  std::string Text;
  raw_string_ostream OS(Text);
  writeExportedFixes(OS, Result.Findings, Plan, Texts);
  check(writeWholeFile(Options.ExportFixesFile, Text));
}

/// "1 finding", "2 findings".
static std::string counted(unsigned Count, StringRef One) {
  return (Twine(Count) + " " + One + (Count == 1 ? "" : "s")).str();
}

/// "fixed 2 findings and improved 1 finding in 1 file".
void Finisher::sayWhatIsDone() const {
  {
    StderrLine Line;
    if (Applied.Fixed || !Applied.Improved)
      Line << "fixed " << counted(Applied.Fixed, "finding");
    if (Applied.Improved)
      Line << (Applied.Fixed ? " and improved " : "improved ")
           << counted(Applied.Improved, "finding");
    Line << " in " << counted(Applied.Files, "file");
  }
  if (Applied.Improved)
    StderrLine() << "what is improved still conflicts";
}

void Finisher::sayWhatIsLeft() const {
  if (Plan.UnsafeLeft && !Options.Quiet)
    StderrLine()
        << "for " << counted(Plan.UnsafeLeft, "finding")
        << " there is only an unsafe fix, which --unsafe-fixes applies";
  if (Plan.OverlapLeft && !Options.Quiet)
    StderrLine() << "for " << counted(Plan.OverlapLeft, "finding")
                 << " the fix overlaps that of another, and is left out";
  if (Plan.SizeLeft && !Options.Quiet)
    StderrLine()
        << "for " << counted(Plan.SizeLeft, "finding")
        << " the fix does not fit in 48 KB of shared memory beside those of "
           "others, and is left out";
}

/// What a database names gives no right to edit it: the project may bring it
/// along.
static EditRoots editRoots(const LintOptions &Options) {
  if (Options.EditAnywhere)
    return EditRoots();
  std::set<std::string> Folders;
  for (StringRef Named : Options.Sources)
    Folders.insert(folderOf(Named));
  if (Folders.empty())
    Folders.insert(absolutePath("."));
  auto Roots = to_vector(map_range(Folders, projectAround));
  // Below the root of all folders lies everything.
  erase(Roots, "");
  return EditRoots(Roots);
}

void Finisher::applyFixes() {
  sayWhatIsLeft();
  Applied = banklint::applyFixes(Plan, Contents, editRoots(Options));
  for (const std::string &Failure : Applied.Failures)
    check(createStringError(Failure));
  writeUnfixed();
  if (Applied.Files && !Options.Quiet)
    sayWhatIsDone();
}

/// Findings that are covered then count as fixed.
void Finisher::addNolintComments() {
  const FixPlan Comments = planNolintComments(Result.Findings, Texts);
  Applied = banklint::applyFixes(Comments, Contents, editRoots(Options));
  for (const std::string &Failure : Applied.Failures)
    check(createStringError(Failure));
  if (!Options.Quiet)
    StderrLine() << "added " << counted(Applied.Fixed, "comment") << " in "
                 << counted(Applied.Files, "file");
  std::map<std::string, Suppressions> Now;
  auto IsCovered = [&](const Finding &F) {
    const SourcePoint &Where = F.Span.Begin;
    auto [Entry, IsNew] = Now.try_emplace(Where.File);
    if (IsNew)
      if (auto Buffer = readFile(Where.File, {}))
        Entry->second = Suppressions::parse(Where.File, Buffer->getBuffer());
    return Entry->second.covers(Where.Line, F.Rule);
  };
  Applied.Fixed = unsigned(count_if(Result.Findings, [&](const Finding &F) {
    return IsCovered(F) && all_of(F.Others, IsCovered);
  }));
}

/// "2 findings can be fixed with --fix, 1 more with --fix --unsafe-fixes".
void Finisher::sayWhatCanBeDone() const {
  if (Options.Fix || Options.AddNolint)
    return;
  const StringRef Way = Options.ReadsStandardInput ? "--format=diff" : "--fix";
  const unsigned Fixable = unsigned(
      count_if(Plan.Chosen, [](const Fix *F) { return F != nullptr; }));
  if (!Fixable && !Plan.UnsafeLeft)
    return;
  StderrLine Line;
  if (Fixable)
    Line << counted(Fixable, "finding") << " can be fixed with " << Way
         << (Options.UnsafeFixes ? " --unsafe-fixes" : "");
  if (Plan.UnsafeLeft && Fixable)
    Line << ", " << Plan.UnsafeLeft << " more with " << Way
         << " --unsafe-fixes";
  else if (Plan.UnsafeLeft)
    Line << counted(Plan.UnsafeLeft, "finding") << " can be fixed with " << Way
         << " --unsafe-fixes";
}

/// What the user can tell it that would say more.
void Finisher::sayWhatWouldDecide() const {
  std::set<ArrayAccess> Open;
  for (const Access &A : Result.Accesses)
    if (A.Judgement == Verdict::Possible &&
        std::holds_alternative<SomeBlocks>(A.Reason))
      Open.insert(A.ofArray());
  if (!Open.empty())
    StderrLine()
        << Open.size()
        << (Open.size() == 1 ? " access conflicts" : " accesses conflict")
        << " in blocks of some shapes; no launch tells its block: pass "
           "--block-dim=X,Y";
  if (!Options.Settings.BlockDims.empty() && !Result.Accesses.empty() &&
      all_of(Result.Accesses, [](const Access &A) {
        return A.BlockFrom.Kind == BlockSource::Launch;
      }))
    StderrLine()
        << "--block-dim has no effect: the launches of all kernels are "
           "visible";
  if (Result.Totals.Kernels == 0 && !Analysed.empty() &&
      all_of(Analysed, isHeader))
    StderrLine() << "no kernel here: the functions of a header are "
                    "analysed where a kernel calls them, so name a source that "
                    "includes it";
}

/// Whether no program reads standard output.
bool Finisher::isReadable() const {
  return none_of(Options.Outputs, [](const Output &To) {
    return To.File == "-" && To.Form != Format::Text &&
           To.Form != Format::Concise;
  });
}

/// Behind the findings, where these are for people.
void Finisher::writeTables() const {
  raw_ostream &OS = isReadable() ? outs() : errs();
  if (Options.Statistics)
    writeStatistics(OS, Result);
  if (Options.KernelTotals) {
    writeSummaryTable(OS, Result);
    writeCounters(OS, Result);
  }
  OS.flush();
}

void Finisher::sumUp() const {
  writeTables();
  if (Options.Quiet)
    return;
  if (!Options.Findings.WriteBaselineFile.empty())
    StderrLine() << "wrote " << counted(Result.Totals.InBaseline, "conflict")
                 << " to '" << Options.Findings.WriteBaselineFile << "'";
  Summary Totals = Result.Totals;
  Totals.Fixed = Options.Fix ? Applied.Fixed : 0;
  writeSummary(errs(), Totals);
  sayWhatCanBeDone();
  sayWhatWouldDecide();
}

Status Finisher::status() const {
  if (any_of(Result.Gaps, [](const NotAnalysed &G) { return G.IsError; }))
    return SourceFailed;
  unsigned Errors =
      count_if(Result.Findings, [](const Finding &F) { return F.IsError; });
  if (HasFailed || Errors)
    return Misuse;
  bool IsLeft = Result.Findings.size() > Applied.Fixed;
  return IsLeft && !Options.ExitZero ? Conflicts : Clean;
}

Status Finisher::run(const Selection &Reported) {
  check(Reported.apply(Result));
  groupByCause(Result.Findings);
  sortFindings(Result.Findings, Options.Order);
  computeTotals(Result);
  Plan = planFixes(Result.Findings, Options.UnsafeFixes);
  writeReports();
  writeGaps(errs(), Result, /*OnlyErrors=*/Options.Quiet);
  if (!Options.ExportFixesFile.empty())
    exportFixes();
  if (Options.Fix)
    applyFixes();
  if (Options.AddNolint)
    addNolintComments();
  sumUp();
  return status();
}

Status banklint::finish(Run &R, const LintOptions &Options,
                        const Selection &Reported) {
  return Finisher(R, Options).run(Reported);
}
