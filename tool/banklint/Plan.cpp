//===- Plan.cpp - Which parses a run is made of ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan.h"
#include "Check/Source.h"
#include "Configure.h"
#include "Cuda/CompileCommand.h"
#include "Cuda/Database.h"
#include "Files/PathGlobs.h"
#include "Files/Paths.h"
#include "Files/ReadFile.h"
#include "Files/Shown.h"
#include "Options.h"
#include "Project/Sources.h"
#include "ProjectFolder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <iterator>
#include <string>
#include <utility>
#include <vector>

using namespace banklint;
using namespace llvm;

void Plan::add(CompileCommand Command, const SourceSetup &Setup) {
  Tasks.push_back({std::move(Command), Setup.Analysis});
  Setups.push_back(&Setup);
}

/// Whether the settings leave out a source; of one that was named, a line says
/// so. Settings that make no sense leave out none.
static bool isExcluded(StringRef File, const LintOptions &Options,
                       Configurator &Configured) {
  Expected<SourceSetup *> Setup = Configured.setupFor(File);
  if (!Setup) {
    consumeError(Setup.takeError());
    return false;
  }
  const PathGlob *Glob = (*Setup)->Excluded.match(File);
  if (Glob && !Options.Quiet && is_contained(Options.Sources, File))
    StderrLine() << "remark: '" << shownPath(File) << "' is excluded by '"
                 << Glob->Source << "'";
  return Glob;
}

/// How a source is compiled: as the database says or, of one that it does not
/// name, as the options do.
static std::vector<DatabaseEntry> commandLinesOf(StringRef File,
                                                 const Database &Commands,
                                                 const ParseOptions &Options) {
  std::vector<DatabaseEntry> Result = Commands.entriesOf(File).vec();
  if (!Result.empty())
    return Result;
  DatabaseEntry &Entry = Result.emplace_back();
  Entry.File = absolutePath(File);
  Entry.Folder = absolutePath(".");
  Entry.CommandLine = {"nvcc"};
  if (Options.Arguments)
    append_range(Entry.CommandLine, *Options.Arguments);
  append_range(Entry.CommandLine, Options.ExtraArguments);
  Entry.CommandLine.push_back(Entry.File);
  return Result;
}

/// Says once which sources are read with arguments that no command of theirs
/// asks for. Headers have none anywhere, and a database without CUDA that was
/// come across is none.
static void noteUnnamed(ArrayRef<std::string> Sources, const Database &Commands,
                        const ParseOptions &Options) {
  const bool HasCuda = !Commands.cudaEntries().empty();
  if (Options.Arguments || (!HasCuda && Options.DatabaseFolder.empty()))
    return;
  std::vector<StringRef> Unnamed;
  copy_if(Sources, std::back_inserter(Unnamed), [&](StringRef File) {
    return sys::path::extension(File) == ".cu" &&
           Commands.entriesOf(File).empty();
  });
  if (Unnamed.empty())
    return;
  StderrLine Line;
  Line << "remark: '" << shownPath(Commands.path()) << "' has no command for ";
  if (!HasCuda)
    Line << "any CUDA source: without arguments after '--', they are read as "
            "C++17 for "
         << MeasuredGpuArch;
  else if (Unnamed.size() == 1)
    Line << '\'' << shownPath(Unnamed.front()) << "', which takes that of '"
         << shownPath(Commands.nearestTo(Unnamed.front())->File) << '\'';
  else
    Line << '\'' << shownPath(Unnamed.front()) << "' and " << Unnamed.size() - 1
         << (Unnamed.size() == 2 ? " more source" : " more sources")
         << ", which take those of the nearest that it has";
}

/// The entries of the database for sources that are neither in the run nor
/// excluded.
static std::vector<DatabaseEntry> othersOf(const Database &Commands,
                                           ArrayRef<std::string> Sources,
                                           ArrayRef<DatabaseEntry> Excluded) {
  StringSet<> Known;
  for (const std::string &File : Sources)
    Known.insert(absolutePath(File));
  for (const DatabaseEntry &Entry : Excluded)
    Known.insert(Entry.File);
  std::vector<DatabaseEntry> Result;
  for (ArrayRef<DatabaseEntry> Entries :
       {Commands.cudaEntries(), Commands.otherEntries()})
    copy_if(Entries, std::back_inserter(Result),
            [&](const DatabaseEntry &E) { return !Known.contains(E.File); });
  return Result;
}

Error banklint::checkWritten(
    const LintOptions &Options,
    function_ref<std::string(sys::fs::UniqueID, StringRef)> ReadAs) {
  std::vector<std::pair<StringRef, std::string>> Written = {
      {"--export-fixes", Options.ExportFixesFile}};
  const SelectionOptions &Findings = Options.Findings;
  if (!sys::fs::equivalent(Findings.BaselineFile, Findings.WriteBaselineFile))
    Written.emplace_back("--write-baseline", Findings.WriteBaselineFile);
  if (!Options.ExportCommandsFolder.empty())
    Written.emplace_back("--export-commands", Options.ExportCommandsFolder +
                                                  "/compile_commands.json");
  for (const Output &To : Options.Outputs)
    Written.emplace_back("--output", To.File);
  for (const auto &[Option, File] : Written) {
    sys::fs::UniqueID Id;
    if (File.empty() || File == "-" || sys::fs::getUniqueID(File, Id))
      continue;
    std::string Read = ReadAs ? ReadAs(Id, File) : "";
    if (Read.empty() && wasRead(Id))
      Read = "'" + shownPath(File) + "' is read by this run";
    if (!Read.empty())
      return createStringError(Read + ": " + Option + " would write over it");
  }
  return Error::success();
}

/// "'a.cu' is a source of this run"; "" where it is none.
static std::string sourceAt(sys::fs::UniqueID Id,
                            ArrayRef<std::string> Sources) {
  sys::fs::UniqueID Other;
  for (StringRef Source : Sources)
    if (!sys::fs::getUniqueID(Source, Other) && Id == Other)
      return "'" + shownPath(Source) + "' is a source of this run";
  return "";
}

Expected<PlannedRun> PlannedRun::create(const LintOptions &Options) {
  auto Commands = findDatabase(
      Options.Parsing, Options.Sources.empty() ? "." : Options.Sources.front());
  if (!Commands)
    return Commands.takeError();
  Expected<Configurator> Configured = Configurator::create(Options, *Commands);
  if (!Configured)
    return Configured.takeError();
  std::vector<DatabaseEntry> Excluded;
  auto IsLeftOut = [&](StringRef File) {
    const bool IsExcluded = isExcluded(File, Options, *Configured);
    if (IsExcluded)
      append_range(Excluded, commandLinesOf(File, **Commands, Options.Parsing));
    return IsExcluded;
  };
  // Without a name all are meant, but for an empty list of names.
  std::vector<std::string> None;
  Expected<std::vector<std::string>> Sources =
      Options.HasFileList && Options.Sources.empty()
          ? Expected<std::vector<std::string>>(std::move(None))
          : selectSources(Options.Sources, **Commands, IsLeftOut, Options.Part);
  if (!Sources)
    return Sources.takeError();
  if (!Options.Quiet)
    noteUnnamed(*Sources, **Commands, Options.Parsing);
  PlannedRun Planned = {std::move(*Configured), {}, {}};
  Planned.HasDatabase =
      !Options.Parsing.Arguments && !(*Commands)->cudaEntries().empty();
  Planned.Parses.Others = othersOf(**Commands, *Sources, Excluded);
  Planned.Parses.Excluded = std::move(Excluded);
  std::vector<std::string> Unset; // why sources have no settings
  for (const std::string &File : *Sources) {
    Expected<SourceSetup *> Setup = Planned.Configured.setupFor(File);
    if (!Setup) {
      Unset.push_back(toString(Setup.takeError()));
      Planned.Failures.add(failedSource(File, Unset.back()).Result);
      continue;
    }
    auto Found = (*Setup)->Commands.commandsFor(File);
    if (!Found && Options.Parsing.Arguments)
      return Found.takeError();
    if (!Found) {
      Planned.Failures.add(
          failedSource(File, toString(Found.takeError())).Result);
      continue;
    }
    for (CompileCommand &Command : *Found) {
      Command.EditedFiles = Options.Edited;
      if (!Options.Parsing.Arguments && (*Commands)->cudaEntries().empty())
        Command.ProjectFolder = projectAround(folderOf(File));
      Planned.Parses.add(std::move(Command), **Setup);
    }
  }
  // Settings of one folder do not end the run for the others.
  if (!Unset.empty() && Unset.size() == Sources->size())
    return createStringError(Unset.front());
  // Now the configurations and option files are read, too.
  if (Error E =
          checkWritten(Options, [&](sys::fs::UniqueID Id, StringRef /*File*/) {
            return sourceAt(Id, *Sources);
          }))
    return std::move(E);
  return Planned;
}
