//===- SecondReading.cpp - What clangd's own parse does not show ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SecondReading.h"
#include "Analysis/Kernel.h"
#include "Check/Check.h"
#include "Check/EditedSource.h"
#include "Cuda/CompileCommand.h"
#include "Cuda/Database.h"
#include "Cuda/Includers.h"
#include "Cuda/Parse.h"
#include "Files/Paths.h"
#include "Finding/Finding.h"
#include "Hooks.h"
#include "Tidy/BankConflictCheck.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Chrono.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

using namespace banklint;
using namespace llvm;

/// The database that `Path` holds now; an empty one if it makes no sense.
static std::shared_ptr<const Database> databaseAt(const std::string &Path) {
  struct State {
    sys::TimePoint<> Changed;
    std::shared_ptr<const Database> Read;
  };
  static std::mutex OneAtATime;
  static std::map<std::string, State> Known;
  std::lock_guard<std::mutex> Lock(OneAtATime);
  sys::fs::file_status Status;
  if (sys::fs::status(Path, Status))
    return std::make_shared<const Database>();
  State &Here = Known[Path];
  if (Here.Read && Here.Changed == Status.getLastModificationTime())
    return Here.Read;
  Here.Changed = Status.getLastModificationTime();
  Expected<Database> Loaded = Database::load(Path);
  if (!Loaded)
    consumeError(Loaded.takeError());
  Here.Read = std::make_shared<const Database>(Loaded ? std::move(*Loaded)
                                                      : Database());
  return Here.Read;
}

static std::shared_ptr<const Database> databaseFor(StringRef Header) {
  SmallString<128> Path(commandsFolder());
  if (Path.empty())
    Path = Database::findAbove(Header);
  else
    sys::path::append(Path, "compile_commands.json");
  return databaseAt(Path.str().str());
}

static const DatabaseEntry *includerOf(StringRef Header,
                                       const Database &Commands) {
  if (!Commands.entriesOf(Header).empty())
    return nullptr;
  IncludeTable Included;
  const auto *Found =
      find_if(Commands.cudaEntries(), [&](const DatabaseEntry &Entry) {
        return IncludeWalk(Entry, Included).reach(Header) == Inclusion::Yes;
      });
  return Found == Commands.cudaEntries().end() ? nullptr : Found;
}

/// Leaves what stands in `Header`, whatever way to it the source goes.
static void keepFile(Report &R, StringRef Header) {
  std::string Wanted = realPath(Header);
  StringMap<bool> Known;
  auto IsElsewhere = [&](const auto &Item) {
    StringRef File = Item.Span.Begin.File;
    auto [Entry, IsNew] = Known.try_emplace(File);
    if (IsNew)
      Entry->second = realPath(File) != Wanted;
    return Entry->second;
  };
  erase_if(R.Findings, IsElsewhere);
  erase_if(R.Accesses, IsElsewhere);
  erase_if(R.Gaps, IsElsewhere);
}

/// What a source says of `File`; nothing if it has errors.
static std::optional<Report> readIn(CompileCommand Source, StringRef File,
                                    StringRef Text,
                                    const AnalysisOptions &Options) {
  Source.EditedFiles[File.str()] = Text.str();
  // A parse in this process must not be asked to end it.
  Source.Arguments.insert(std::next(Source.Arguments.begin()),
                          {"-Xclang", "-disable-pragma-debug-crash"});
  std::optional<Report> Result;
  Error Failed = parseDevicePass(Source, [&](clang::ASTContext &Context,
                                             ArrayRef<SourceError> Errors) {
    bool IsIntact =
        all_of(Errors, [](const SourceError &E) { return E.IsAcceptedByNvcc; });
    if (!IsIntact)
      return;
    Result = checkSource(Context, Errors, Options);
    auto ParseAgain = [&](const EditedParts &Edits,
                          ParsedSourceCallback Parsed) {
      return parseEdited(Source, Edits, Parsed);
    };
    refuteFixes(ParseAgain, Context, Errors, Options, *Result);
  });
  consumeError(std::move(Failed));
  if (Result)
    keepFile(*Result, File);
  return Result;
}

static bool hasUntriedTemplates(const Report &R) {
  return any_of(R.Gaps, [](const NotAnalysed &Gap) {
    return Gap.Kind == GapKind::UnusedTemplate && !Gap.IsTried;
  });
}

std::optional<OtherReading> banklint::readAgain(StringRef File, StringRef Text,
                                                const AnalysisOptions &Options,
                                                const Report &First) {
  std::shared_ptr<const Database> Commands = databaseFor(File);
  if (const DatabaseEntry *Entry = includerOf(File, *Commands))
    if (std::optional<CompileCommand> Source = commandIn(Commands, Entry->File))
      if (std::optional<Report> Found =
              readIn(std::move(*Source), File, Text, Options))
        return OtherReading{std::move(*Found), /*IsIncluded=*/true};
  if (!hasUntriedTemplates(First))
    return std::nullopt;
  if (std::optional<CompileCommand> Source = commandIn(Commands, File))
    if (std::optional<Report> Found =
            readIn(std::move(*Source), File, Text, Options))
      return OtherReading{std::move(*Found), /*IsIncluded=*/false};
  return std::nullopt;
}
