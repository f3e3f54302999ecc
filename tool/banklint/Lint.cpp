//===- Lint.cpp - A run over sources --------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lint.h"
#include "Check/Source.h"
#include "Configure.h"
#include "Cuda/CompileCommand.h"
#include "Cuda/Database.h"
#include "Cuda/Includers.h"
#include "Cuda/PrecompiledHeaders.h"
#include "Files/HeaderSearch.h"
#include "Files/Paths.h"
#include "Files/Shown.h"
#include "Finding/Finding.h"
#include "Finding/Merge.h"
#include "Finish.h"
#include "Options.h"
#include "Plan.h"
#include "Project/Cache.h"
#include "Project/Links.h"
#include "Project/Schedule.h"
#include "ProjectFolder.h"
#include "Report/ShownNames.h"
#include "Selection.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem/UniqueID.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace banklint;
using namespace llvm;

/// Adds one parse of a source to what others found.
static void add(ReportMerger &Source, AnalysedContents &Contents,
                CheckedSource &&Parse, bool IsRepeat) {
  if (IsRepeat)
    Parse.Result.Totals.Files = Parse.Result.Totals.Kernels = 0;
  Source.add(Parse.takeReport());
  Contents.add(Parse.contents());
}

Expected<std::unique_ptr<Cache>>
banklint::openCache(const LintOptions &Options) {
  // An entry holds as long as the files do, and standard input is none.
  if (Options.CacheFolder.empty() || Options.ReadsStandardInput)
    return nullptr;
  return Cache::open(Options.CacheFolder, Options.Parsing.Executable);
}

std::unique_ptr<PrecompiledHeaders>
banklint::openHeaders(const LintOptions &Options) {
  std::optional<std::string> Folder = PrecompiledHeaders::defaultFolder();
  if (!Options.KeepsHeaders || !Folder)
    return nullptr;
  auto Opened = PrecompiledHeaders::open(
      {std::move(*Folder), Options.Parsing.Executable, Options.HeadersBytes});
  if (Opened)
    return std::move(*Opened);
  const std::string Reason = toString(Opened.takeError());
  if (!Options.Quiet)
    StderrLine() << "warning: " << Reason
                 << "; XDG_CACHE_HOME can name a folder outside of the "
                    "sources, and --no-pch keeps none";
  return nullptr;
}

/// Adds of sources that are not read which of the edited files they include, or
/// may: nothing is proved for them.
static void addUnread(ArrayRef<DatabaseEntry> Sources,
                      const std::set<std::string> &Edited,
                      IncludeTable &Included, ReportMerger &All) {
  for (const DatabaseEntry &Entry : Sources) {
    if (Edited.empty())
      return;
    Report Unproved;
    CompiledText &Text = Unproved.Texts.emplace_back();
    Text.Source = Entry.File;
    Text.IsKnown = Text.HasErrors = true;
    IncludeWalk Walk(Entry, Included);
    for (const std::string &File : Edited)
      if (Walk.reach(absolutePath(File)) != Inclusion::No)
        Text.Files.push_back({File, {}});
    if (!Text.Files.empty())
      All.add(std::move(Unproved));
  }
}

/// Says once of each architecture that is not known which sources ask for it,
/// and what is assumed.
static void noteUnknownArchitectures(ArrayRef<Task> Tasks) {
  std::map<std::pair<StringRef, StringRef>, SetVector<StringRef>> SourcesOf;
  for (const Task &T : Tasks)
    if (const CompileCommand &C = T.Command; !C.UnknownGpuArch.empty())
      SourcesOf[{C.UnknownGpuArch, C.GpuArch}].insert(C.File);
  for (const auto &[Archs, Sources] : SourcesOf) {
    StderrLine Line;
    Line << "remark: unknown architecture '" << Archs.first
         << "' in the compile command of '" << shownPath(Sources.front())
         << '\'';
    if (Sources.size() > 1)
      Line << " and of " << Sources.size() - 1 << " more";
    Line << "; assuming " << Archs.second;
  }
}

/// Says once which architectures are judged by the rules of another.
static void noteArchitectures(ArrayRef<Task> Tasks) {
  std::set<StringRef> Others;
  for (const Task &T : Tasks)
    if (!isMeasuredGpuArch(T.Command.GpuArch))
      Others.insert(T.Command.GpuArch);
  if (!Others.empty())
    StderrLine() << "remark: the bank model was measured on " << MeasuredGpuArch
                 << " and is assumed to hold for " << join(Others, ", ");
}

Run banklint::carryOut(const Plan &Planned, const LintOptions &Options,
                       const Cache *Results, ReportMerger All) {
  Run Checked;
  ArrayRef<Task> Tasks = Planned.Tasks;
  if (!Options.Quiet) {
    noteUnknownArchitectures(Tasks);
    noteArchitectures(Tasks);
  }
  std::unique_ptr<PrecompiledHeaders> Headers = openHeaders(Options);
  std::vector<CheckedSource> Parses =
      checkLinked(Tasks, {Options.Jobs, !Options.Quiet, Results, Headers.get(),
                          Options.Limits});
  std::set<std::string> Edited;
  for (const CheckedSource &Parse : Parses)
    for (const Finding &F : Parse.Result.Findings)
      for (const Fix &X : F.Fixes)
        for (const Edit &E : X.Edits)
          Edited.insert(E.File);
  IncludeTable Included;
  addUnread(Planned.Excluded, Edited, Included, All);
  // One source seldom includes another, and to look for that takes long.
  for (const Task &T : Tasks)
    Edited.erase(T.Command.File);
  addUnread(Planned.Others, Edited, Included, All);
  for (size_t First = 0, I = 0; First < Tasks.size(); First = I) {
    ReportMerger Source = All.forPart();
    for (;
         I < Tasks.size() && Tasks[I].Command.File == Tasks[First].Command.File;
         ++I)
      add(Source, Checked.Contents, std::move(Parses[I]), I != First);
    Report Whole = Source.take();
    Planned.Setups[First]->select(Whole);
    if (const std::string &Old = Planned.Setups[First]->Settings.Baseline;
        !Old.empty())
      Checked.Baselines.insert(Old);
    if (none_of(Whole.Gaps, [](const NotAnalysed &G) { return G.IsError; }))
      Checked.Analysed.push_back(Tasks[First].Command.File);
    All.add(std::move(Whole));
  }
  if (Results)
    Results->prune();
  Checked.Result = All.take();
  nameFiles(Checked.Result);
  return Checked;
}

/// Looks in the projects for headers that are missing.
static void findHeaders(Report &R, const LintOptions &Options,
                        bool HasDatabase) {
  auto IsLookedFor = [](const NotAnalysed &Gap) {
    return Gap.Kind == GapKind::MissingHeader && Gap.isOfHeaders() &&
           !Gap.IsExpected;
  };
  std::set<std::string> Names, Folders;
  for (const NotAnalysed &Gap : R.Gaps)
    if (IsLookedFor(Gap))
      Names.insert(Gap.Headers.front());
  if (Names.empty())
    return;
  for (StringRef Named : Options.Sources)
    Folders.insert(folderOf(Named));
  if (Folders.empty())
    Folders.insert(absolutePath("."));
  HeaderSearch Found(std::vector<std::string>(Names.begin(), Names.end()));
  for (StringRef Folder : Folders)
    if (std::string Root = projectAround(Folder); !Root.empty())
      Found.search(Folder, Root);
  for (NotAnalysed &Gap : R.Gaps) {
    if (!IsLookedFor(Gap))
      continue;
    StringRef Name = Gap.Headers.front();
    Gap.HasCommand = HasDatabase;
    for (StringRef Place : Found.placesFor(Name, Gap.Span.Begin.File)) {
      std::string File = shownPath(Place);
      std::string Folder = includeFolder(File, Name);
      Gap.FoundAt.push_back({std::move(File), std::move(Folder)});
    }
  }
}

Expected<Run> banklint::checkSources(const LintOptions &Options) {
  Expected<PlannedRun> Planned = PlannedRun::create(Options);
  if (!Planned)
    return Planned.takeError();
  Expected<std::unique_ptr<Cache>> Results = openCache(Options);
  if (!Results)
    return Results.takeError();
  Run Checked = carryOut(Planned->Parses, Options, Results->get(),
                         std::move(Planned->Failures));
  findHeaders(Checked.Result, Options, Planned->HasDatabase);
  for (FoundHeader &Header : Checked.Result.Assumed)
    for (std::string *Path : {&Header.File, &Header.Folder})
      *Path = shownPath(*Path);
  const auto ReadByRun = Checked.Contents.byFile();
  if (Error E =
          checkWritten(Options, [&](sys::fs::UniqueID Id, StringRef File) {
            return ReadByRun.count(Id) ? "'" + shownPath(File) +
                                             "' is read by a source of this run"
                                       : "";
          }))
    return std::move(E);
  return Checked;
}

bool banklint::isHeader(StringRef File) {
  return StringSwitch<bool>(sys::path::extension(File))
      .Cases({".cuh", ".h", ".hh", ".hpp", ".hxx", ".inl"}, true)
      .Default(false);
}

Status banklint::runLint(const LintOptions &Options) {
  Expected<Selection> Reported = Selection::create(Options.Findings);
  if (!Reported)
    return fail(toString(Reported.takeError()));
  Expected<Run> Checked = checkSources(Options);
  if (!Checked)
    return fail(toString(Checked.takeError()));
  if (Error E = Reported->addBaselines(Checked->Baselines))
    return fail(toString(std::move(E)));
  return finish(*Checked, Options, *Reported);
}
