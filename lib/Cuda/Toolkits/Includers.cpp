//===- Includers.cpp - Which source includes a header ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cuda/Includers.h"
#include "Cuda/NvccArguments.h"
#include "Files/Paths.h"
#include "Source/EditedFiles.h"
#include "clang/Lex/DependencyDirectivesScanner.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include <system_error>
#include <utility>

using namespace llvm;
using namespace banklint;
using namespace clang::dependency_directives_scan;

static IncludedNames namesIn(StringRef Text) {
  IncludedNames Result;
  Text.consume_front("\xef\xbb\xbf");
  SmallVector<Token, 64> Tokens;
  SmallVector<Directive, 16> Directives;
  if (clang::scanSourceForDependencyDirectives(Text, Tokens, Directives)) {
    Result.AreOpen = true;
    return Result;
  }
  for (const Directive &D : Directives) {
    if (!is_contained(
            {pp_include, pp_include_next, pp_import, pp___include_macros},
            D.Kind))
      continue;
    const auto *Name = find_if(D.Tokens, [](const Token &T) {
      return T.is(clang::tok::header_name) || T.is(clang::tok::string_literal);
    });
    if (Name == D.Tokens.end() || Name->Length < 3)
      Result.AreOpen = true;
    else
      Result.Names.push_back(
          Text.substr(Name->Offset + 1, Name->Length - 2).str());
  }
  return Result;
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

IncludeTable::Graph &
IncludeTable::graphOf(const std::vector<IncludeFolder> &Folders) {
  auto [Entry, IsNew] = Graphs.try_emplace(Folders);
  Graph &Known = Entry->second;
  if (IsNew) {
    Known.Folders = Folders;
    for (const IncludeFolder &Folder : Folders)
      Known.Listings.push_back(&listingOf(Folder.Path));
  }
  return Known;
}

const IncludedNames &IncludeTable::namesOf(StringRef File) {
  auto [Entry, IsNew] = Names.try_emplace(File);
  if (IsNew) {
    if (auto Buffer = readFile(File, {}))
      Entry->second = namesIn(Buffer->getBuffer());
    else
      Entry->second.AreOpen = true;
  }
  return Entry->second;
}

const IncludeTable::Listing &IncludeTable::listingOf(StringRef Folder) {
  auto [Entry, IsNew] = Listings.try_emplace(Folder);
  Listing &Known = Entry->second;
  std::error_code Failed;
  if (IsNew && !sys::fs::getUniqueID(Folder, Known.Id))
    for (sys::fs::directory_iterator In(Folder, Failed), End;
         !Failed && In != End; In.increment(Failed))
      Known.Names.insert(sys::path::filename(In->path()));
  return Known;
}

std::optional<unsigned> IncludeTable::find(Graph &In, StringRef Path,
                                           bool IsOfSystem) {
  const Listing &Folder = listingOf(sys::path::parent_path(Path));
  if (!Folder.Names.contains(sys::path::filename(Path)))
    return std::nullopt;
  auto [Known, IsNewPath] = Regular.try_emplace(Path);
  sys::fs::file_status Status;
  if (IsNewPath && !sys::fs::status(Path, Status) &&
      sys::fs::is_regular_file(Status))
    Known->second = Status.getUniqueID();
  if (!Known->second)
    return std::nullopt;
  auto [Entry, IsNew] = In.Numbers.try_emplace(
      {*Known->second, Folder.Id, IsOfSystem}, In.Files.size());
  if (IsNew)
    In.Files.push_back(
        {absolutePath(Path), *Known->second, IsOfSystem, {}, false});
  return Entry->second;
}

/// All files count that a name may be: `#include_next` takes another one than
/// the first.
const IncludeTable::File &IncludeTable::look(Graph &In, unsigned Number) {
  if (In.Files[Number].Included)
    return In.Files[Number];
  const File Includer = In.Files[Number];
  const IncludedNames &Written = namesOf(Includer.Path);
  const uint64_t Places = Written.Names.size() * (In.Folders.size() + 1);
  const bool IsSearched = Places <= PlacesLeft;
  std::vector<unsigned> Included;
  auto Add = [&](StringRef Path, bool IsOfSystem) {
    if (auto Found = find(In, Path, IsOfSystem))
      Included.push_back(*Found);
  };
  const StringRef Own = sys::path::parent_path(Includer.Path);
  const Listing &Beside = listingOf(Own);
  for (StringRef Name : Written.Names) {
    if (!IsSearched)
      break;
    if (sys::path::is_absolute(Name)) {
      Add(Name, Includer.IsOfSystem);
      continue;
    }
    // Most folders do not even have the first part of a name.
    const StringRef First = *sys::path::begin(Name);
    auto LookIn = [&](const Listing &Has, StringRef Folder, bool IsOfSystem) {
      if (First != "." && First != ".." && !Has.Names.contains(First))
        return;
      SmallString<128> Path(Folder);
      sys::path::append(Path, Name);
      Add(Path, IsOfSystem);
    };
    LookIn(Beside, Own, Includer.IsOfSystem);
    for (auto [Folder, Has] : zip_equal(In.Folders, In.Listings))
      LookIn(*Has, Folder.Path, Folder.IsOfSystem);
  }
  if (IsSearched)
    PlacesLeft -= Places;
  File &Known = In.Files[Number];
  Known.Included = std::move(Included);
  Known.IsOpen = Written.AreOpen || !IsSearched;
  return Known;
}

//===----------------------------------------------------------------------===//
// Sources
//===----------------------------------------------------------------------===//

namespace {
/// What a command says of inclusion.
struct IncludeOptions {
  std::vector<IncludeFolder> Folders;
  std::vector<std::string> Files; ///< that are read before the source
  bool AreKnown = true;
};
} // namespace

static IncludeOptions includeOptions(const DatabaseEntry &Source) {
  IncludeOptions Result;
  CompilerCall Call = findCompiler(Source.CommandLine);
  std::vector<std::string> Given(
      ArrayRef(Source.CommandLine).drop_front(Call.FirstArgument).vec());
  if (Call.Style == CompilerStyle::Nvcc)
    Given = withNvccEnvironment(Given);
  auto Translated = translateArguments(Given, Source.Folder, Call.Style);
  if (!Translated) {
    consumeError(Translated.takeError());
    Result.AreKnown = false;
    return Result;
  }
  ArrayRef<std::string> Arguments = Translated->Arguments;
  for (size_t I = 0; I < Arguments.size(); ++I) {
    StringRef Argument = Arguments[I];
    const bool HasNext = I + 1 < Arguments.size();
    if (HasNext && (Argument == "-I" || Argument == "-iquote"))
      Result.Folders.push_back({Arguments[I + 1]});
    else if (HasNext && (Argument == "-isystem" || Argument == "-idirafter"))
      Result.Folders.push_back({Arguments[I + 1], /*IsOfSystem=*/true});
    else if (HasNext && (Argument == "-include" || Argument == "-imacros"))
      Result.Files.push_back(absolutePath(Arguments[I + 1]));
    else if (Argument.consume_front("-I") && !Argument.empty())
      Result.Folders.push_back({Argument.str()});
    else if (Argument.consume_front("-isystem") && !Argument.empty())
      Result.Folders.push_back({Argument.str(), /*IsOfSystem=*/true});
  }
  for (StringRef Variable : {"CPATH", "CPLUS_INCLUDE_PATH"})
    if (auto Listed = sys::Process::GetEnv(Variable))
      for (StringRef Path : split(*Listed, sys::EnvPathSeparator))
        Result.Folders.push_back({absolutePath(Path)});
  return Result;
}

IncludeWalk::IncludeWalk(const DatabaseEntry &Source, IncludeTable &Table)
    : Table(Table) {
  const IncludeOptions Options = includeOptions(Source);
  IsOpen = !Options.AreKnown;
  Graph = &Table.graphOf(Options.Folders);
  for (StringRef File : Options.Files)
    wait(Table.find(*Graph, File, /*IsOfSystem=*/false));
  // The source does not count as included, and what it includes does.
  if (auto Own = Table.find(*Graph, Source.File, /*IsOfSystem=*/false)) {
    const IncludeTable::File &Read = Table.look(*Graph, *Own);
    Met.insert(*Own);
    IsOpen |= Read.IsOpen;
    for_each(*Read.Included, [&](unsigned File) { wait(File); });
  }
}

void IncludeWalk::wait(std::optional<unsigned> File) {
  if (File && Met.insert(*File).second)
    Waiting.push_back(*File);
}

Inclusion IncludeWalk::reach(StringRef Header) {
  sys::fs::UniqueID Wanted;
  const bool IsThere = !sys::fs::getUniqueID(Header, Wanted);
  while (!(IsThere && Included.count(Wanted)) && !Waiting.empty()) {
    const unsigned Number = Waiting.back();
    Waiting.pop_back();
    const IncludeTable::File &At = Table.look(*Graph, Number);
    Included.insert(At.Id);
    IsOpen |= At.IsOpen && !At.IsOfSystem;
    for_each(*At.Included, [&](unsigned File) { wait(File); });
  }
  return IsThere && Included.count(Wanted) ? Inclusion::Yes
         : IsOpen                          ? Inclusion::Open
                                           : Inclusion::No;
}
