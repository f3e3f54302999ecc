//===- Outputs.cpp - Where the report goes, and in which form -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Outputs.h"
#include "Edit/Apply.h"
#include "Edit/UnifiedDiff.h"
#include "Files/Paths.h"
#include "Files/WholeFile.h"
#include "Report/Concise.h"
#include "Report/Github.h"
#include "Report/Gitlab.h"
#include "Report/Html.h"
#include "Report/Json.h"
#include "Report/Junit.h"
#include "Report/Rdjson.h"
#include "Report/Sarif.h"
#include "Report/Text.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"
#include <cstddef>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace banklint;
using namespace llvm;

//===----------------------------------------------------------------------===//
// What is asked for.
//===----------------------------------------------------------------------===//

namespace {
struct FormatName {
  StringLiteral Name;
  Format Form;
};
} // namespace

static constexpr FormatName Formats[] = {
    {"text", Format::Text},     {"concise", Format::Concise},
    {"json", Format::Json},     {"sarif", Format::Sarif},
    {"github", Format::Github}, {"gitlab", Format::Gitlab},
    {"rdjson", Format::Rdjson}, {"junit", Format::Junit},
    {"html", Format::Html},     {"diff", Format::Diff},
};

std::vector<StringRef> banklint::formatNames() {
  std::vector<StringRef> Names;
  for (const FormatName &Known : Formats)
    Names.push_back(Known.Name);
  return Names;
}

std::vector<Format> banklint::allFormats() {
  std::vector<Format> Forms;
  for (const FormatName &Known : Formats)
    Forms.push_back(Known.Form);
  return Forms;
}

static Expected<Format> parseFormat(StringRef Name, StringRef Option,
                                    ArrayRef<Format> Taken) {
  std::vector<StringRef> Names;
  for (const FormatName &Known : Formats) {
    if (!is_contained(Taken, Known.Form))
      continue;
    if (Known.Name == Name)
      return Known.Form;
    Names.push_back(Known.Name);
  }
  return createStringError("unknown format '" + Name + "': " + Option +
                           " takes " + join(drop_end(Names), ", ") + " or " +
                           Names.back());
}

/// "sarif:FILE" in two; the first is empty where nothing like the name of a
/// format stands before a colon.
static std::pair<StringRef, StringRef> splitOutput(StringRef Text) {
  auto [Name, File] = Text.split(':');
  bool IsName = Text.contains(':') && !Name.empty() && all_of(Name, isAlpha);
  return IsName ? std::pair(Name, File) : std::pair(StringRef(), Text);
}

static Error checkFiles(ArrayRef<Output> Outputs) {
  for (size_t I = 0; I != Outputs.size(); ++I) {
    const std::string &File = Outputs[I].File;
    if (File.empty())
      return createStringError("--output names no file");
    auto IsSame = [&](const Output &Other) { return Other.File == File; };
    if (any_of(Outputs.take_front(I), IsSame))
      return createStringError(File == "-"
                                   ? "standard output cannot hold two reports"
                                   : "'" + File + "' cannot hold two reports");
  }
  return Error::success();
}

/// What the file's name says of its format.
static Format formatOf(StringRef File, ArrayRef<Format> Taken) {
  const Format Meant = StringSwitch<Format>(sys::path::extension(File))
                           .Case(".json", Format::Json)
                           .Case(".sarif", Format::Sarif)
                           .Cases({".html", ".htm"}, Format::Html)
                           .Case(".xml", Format::Junit)
                           .Cases({".diff", ".patch"}, Format::Diff)
                           .Default(Format::Text);
  return is_contained(Taken, Meant) ? Meant : Format::Text;
}

Expected<std::vector<Output>>
banklint::parseOutputs(std::optional<StringRef> FormatName,
                       ArrayRef<std::string> Outputs, ArrayRef<Format> Taken) {
  Expected<Format> Main =
      parseFormat(FormatName.value_or("text"), "--format", Taken);
  if (!Main)
    return Main.takeError();
  std::vector<Output> Result;
  bool HasMain = false;
  for (StringRef Text : Outputs) {
    auto [Name, File] = splitOutput(Text);
    Expected<Format> Form = FormatName ? *Main : formatOf(File, Taken);
    if (!Name.empty())
      Form = parseFormat(Name, "--output", Taken);
    if (!Form)
      return Form.takeError();
    HasMain |= Name.empty();
    Result.push_back({*Form, File == "/dev/stdout" ? "-" : File.str()});
  }
  if (!HasMain)
    Result.insert(Result.begin(), {*Main, "-"});
  if (Error E = checkFiles(Result))
    return std::move(E);
  return Result;
}

//===----------------------------------------------------------------------===//
// Writing it.
//===----------------------------------------------------------------------===//

/// The changes that the fixes make, named from the current folder.
static Error writeDiff(raw_ostream &OS, const OutputData &Data) {
  Expected<std::vector<EditedFile>> Files =
      makeContents(Data.Plan, Data.Contents, Data.Edited);
  if (!Files)
    return Files.takeError();
  std::string Here = realPath(".");
  for (const EditedFile &File : *Files) {
    StringRef Name = pathBelow(Here, File.Name);
    if (Name.empty())
      return createStringError("a diff names files below the current folder, "
                               "and '" +
                               File.Name + "' is outside");
    writeUnifiedDiff(OS, Name, File.Before, Data.Plan.Edits.at(File.Name));
  }
  return Error::success();
}

bool banklint::hasColors(Coloring Asked) {
  if (Asked != Coloring::Auto)
    return Asked == Coloring::Always;
  const char *Without = std::getenv("NO_COLOR");
  return !(Without && *Without) && sys::Process::StandardOutHasColors();
}

static void writeText(raw_ostream &OS, const OutputData &Data, bool UseColors) {
  writeFindings(OS, Data.Shown, UseColors, Data.Edited);
  if (Data.AllAccesses)
    writeAccesses(OS, Data.Result.Accesses);
}

static Error write(raw_ostream &OS, const Output &To, const OutputData &Data) {
  const Report &R = Data.Result;
  RepositoryPaths Paths;
  switch (To.Form) {
  case Format::Text:
    writeText(OS, Data, To.File == "-" && hasColors(Data.Colors));
    break;
  case Format::Concise:
    writeConcise(OS, Data.Shown, To.File == "-" && hasColors(Data.Colors));
    break;
  case Format::Json:
    writeJson(OS, R, Data.AllAccesses, Data.KernelTotals);
    break;
  case Format::Sarif:
    writeSarif(OS, R, Paths, Data.Texts);
    break;
  case Format::Github:
    writeGithub(OS, R, Paths, Data.Texts);
    break;
  case Format::Gitlab:
    writeGitlab(OS, R, Paths);
    break;
  case Format::Rdjson:
    writeRdjson(OS, R, Paths, Data.Texts);
    break;
  case Format::Junit:
    writeJunit(OS, R, Data.Analysed, Paths);
    break;
  case Format::Html:
    writeHtml(OS, R, Data.Texts);
    break;
  case Format::Diff:
    return writeDiff(OS, Data);
  }
  return Error::success();
}

Error banklint::writeOutput(const Output &To, const OutputData &Data) {
  std::string Text;
  raw_string_ostream OS(Text);
  if (Error E = write(OS, To, Data))
    return E;
  return writeWholeFile(To.File, Text);
}
