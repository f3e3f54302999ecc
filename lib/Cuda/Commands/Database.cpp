//===- Database.cpp - compile_commands.json -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cuda/Database.h"
#include "Cuda/Includers.h"
#include "Cuda/NvccArguments.h"
#include "Files/Nesting.h"
#include "Files/Paths.h"
#include "Files/ReadFile.h"
#include "clang/Tooling/JSONCompilationDatabase.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <map>

using namespace llvm;
using namespace banklint;
using clang::tooling::JSONCompilationDatabase;

/// The arguments are read only where the name does not decide it.
static bool isCudaEntry(const DatabaseEntry &Entry) {
  CompilerCall Call = findCompiler(Entry.CommandLine);
  if (sys::path::filename(Call.Compiler).starts_with("hipcc"))
    return false;
  StringRef Extension = sys::path::extension(Entry.File);
  bool HasName = Extension == ".cu" || Extension == ".cuh";
  ArrayRef<std::string> Words = Entry.CommandLine;
  if (none_of(Words, [](StringRef W) {
        return W.starts_with("-x") || W.starts_with("--x");
      }))
    return HasName;
  auto Translated = translateArguments(Words.drop_front(Call.FirstArgument),
                                       Entry.Folder, Call.Style);
  if (Translated)
    return Translated->isCuda(Entry.File);
  // It is reported when this source is asked for.
  consumeError(Translated.takeError());
  return HasName;
}

/// The system ends a name there: it would be another one than those that are
/// compared here.
static bool hasNul(const clang::tooling::CompileCommand &Command) {
  auto HasNul = [](StringRef Text) { return Text.contains('\0'); };
  return HasNul(Command.Directory) || HasNul(Command.Filename) ||
         any_of(Command.CommandLine, HasNul);
}

Expected<Database> Database::load(StringRef Path) {
  auto Buffer = readRegularFile(Path);
  if (!Buffer)
    return createStringError("cannot read '" + shownPath(Path) +
                             "': " + toString(Buffer.takeError()) +
                             "; CMake writes it with "
                             "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON");
  return parse(Path, (*Buffer)->getBuffer());
}

Expected<Database> Database::parse(StringRef Path, StringRef Text) {
  auto Fail = [&](StringRef Reason) {
    return createStringError("cannot read '" + shownPath(Path) +
                             "': " + Reason.split('\n').first);
  };
  if (Text.trim().empty())
    return Fail("it is empty; CMake writes it with "
                "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON");
  if (Error E = checkYaml(Text))
    return Fail(toString(std::move(E)));
  std::string Message;
  auto Loaded = JSONCompilationDatabase::loadFromBuffer(
      Text, Message, clang::tooling::JSONCommandLineSyntax::AutoDetect);
  if (!Loaded)
    return Fail(Message);
  Database Result;
  std::map<std::string, std::vector<DatabaseEntry>> ByFile;
  for (clang::tooling::CompileCommand &Command :
       Loaded->getAllCompileCommands()) {
    if (hasNul(Command))
      return Fail("a text in it has a NUL");
    SmallString<128> File(Command.Filename);
    sys::path::make_absolute(Command.Directory, File);
    DatabaseEntry Entry{absolutePath(File), std::move(Command.Directory),
                        std::move(Command.CommandLine)};
    if (Entry.CommandLine.empty())
      continue;
    if (isCudaEntry(Entry))
      ByFile[Entry.File].push_back(std::move(Entry));
    else
      Result.OtherEntries.push_back(std::move(Entry));
  }
  Result.Path = Path.str();
  for (auto &[File, Entries] : ByFile)
    for (DatabaseEntry &Entry : Entries)
      Result.Entries.push_back(std::move(Entry));
  return Result;
}

std::string Database::findAbove(StringRef Place) {
  SmallString<128> Folder(absolutePath(Place));
  if (!sys::fs::is_directory(Folder))
    sys::path::remove_filename(Folder);
  for (; !Folder.empty(); sys::path::remove_filename(Folder))
    for (StringRef Below : {"", "build"}) {
      SmallString<128> Path(Folder);
      sys::path::append(Path, Below, "compile_commands.json");
      if (sys::fs::exists(Path))
        return Path.str().str();
    }
  return "";
}

static ArrayRef<DatabaseEntry> rangeOf(ArrayRef<DatabaseEntry> Entries,
                                       StringRef File) {
  const auto *First = llvm::partition_point(
      Entries, [&](const DatabaseEntry &Entry) { return Entry.File < File; });
  const auto *Last = First;
  while (Last != Entries.end() && Last->File == File)
    ++Last;
  return ArrayRef(First, Last);
}

ArrayRef<DatabaseEntry> Database::entriesOf(StringRef File) const {
  std::string Full = absolutePath(File);
  ArrayRef<DatabaseEntry> Found = rangeOf(Entries, Full);
  if (!Found.empty())
    return Found;
  // Through a symbolic link the same file has another name.
  sys::fs::UniqueID Wanted, Id;
  if (sys::fs::getUniqueID(Full, Wanted))
    return {};
  for (const DatabaseEntry &Entry : Entries)
    if (sys::path::filename(Entry.File) == sys::path::filename(Full) &&
        !sys::fs::getUniqueID(Entry.File, Id) && Id == Wanted)
      return rangeOf(Entries, Entry.File);
  return {};
}

/// How near two files are: the larger, the nearer.
static std::pair<int, size_t> nearness(StringRef A, StringRef B) {
  bool IsSameFolder = sys::path::parent_path(A) == sys::path::parent_path(B);
  bool IsSameName = sys::path::stem(A) == sys::path::stem(B);
  size_t Common =
      std::mismatch(A.begin(), A.end(), B.begin(), B.end()).first - A.begin();
  return {IsSameFolder + (IsSameFolder && IsSameName), Common};
}

const DatabaseEntry *Database::nearestTo(StringRef File) const {
  std::string Full = absolutePath(File);
  IncludeTable Included;
  for (const DatabaseEntry &Entry : Entries)
    if (IncludeWalk(Entry, Included).reach(Full) == Inclusion::Yes)
      return &Entry;
  const DatabaseEntry *Nearest = nullptr;
  for (const DatabaseEntry &Entry : Entries)
    if (!Nearest || nearness(Entry.File, Full) > nearness(Nearest->File, Full))
      Nearest = &Entry;
  return Nearest;
}
