//===- ExportCommands.cpp - Commands for other tools ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExportCommands.h"
#include "Cuda/BundledHeaders.h"
#include "Cuda/CompileCommand.h"
#include "Files/Paths.h"
#include "Files/WholeFile.h"
#include "Finding/Finding.h"
#include "Finding/Merge.h"
#include "Finding/Wording.h"
#include "Options.h"
#include "Plan.h"
#include "Project/Schedule.h"
#include "Status.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include <string>
#include <utility>

using namespace banklint;
using namespace llvm;

/// The limit of errors is for the other tool to choose, and so are its
/// warnings, but for those of the command itself.
static json::Array argumentsFor(const CompileCommand &Command,
                                StringRef Folder) {
  json::Array Result;
  for (StringRef Argument : Command.Arguments) {
    if (Argument == "-w") {
      Result.push_back("-Wno-unknown-cuda-version");
      Result.push_back("-Wno-unused-command-line-argument");
    } else if (Argument != "-ferror-limit=0") {
      Result.push_back(pathOnDisk(Argument, Folder));
    }
  }
  return Result;
}

/// One entry of the database. The input is the last argument.
static json::Object entryFor(const CompileCommand &Command, StringRef Folder) {
  std::string File = absolutePath(Command.File);
  json::Array Arguments = argumentsFor(Command, Folder);
  Arguments.back() = File;
  return json::Object{{"directory", absolutePath(".")},
                      {"file", File},
                      {"arguments", std::move(Arguments)}};
}

static Error write(const Plan &Planned, StringRef Folder) {
  json::Array Entries;
  for (const Task &T : Planned.Tasks)
    Entries.push_back(entryFor(T.Command, Folder));
  bool HasBundled = any_of(Planned.Tasks, [](const Task &T) {
    return T.Command.UsesBundledHeaders;
  });
  if (Error E = writeHeaders(Folder, HasBundled))
    return E;
  SmallString<128> File(Folder);
  sys::path::append(File, "compile_commands.json");
  std::string Text = formatv("{0:2}\n", json::Value(std::move(Entries))).str();
  return writeWholeFile(File, Text);
}

Status banklint::runExportCommands(const LintOptions &Options) {
  Expected<PlannedRun> Planned = PlannedRun::create(Options);
  if (!Planned)
    return fail(toString(Planned.takeError()));
  if (Error E =
          write(Planned->Parses, absolutePath(Options.ExportCommandsFolder)))
    return fail(toString(std::move(E)));
  Report Failed = Planned->Failures.take();
  for (const NotAnalysed &Gap : Failed.Gaps)
    fail(gapReason(Gap));
  return Failed.Gaps.empty() ? Clean : SourceFailed;
}
