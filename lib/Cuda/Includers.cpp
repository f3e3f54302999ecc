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
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

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

namespace {
/// A walk through what one source includes.
class IncludeWalk {
public:
  IncludeWalk(const DatabaseEntry &Entry, IncludeTable &Table);

  Inclusion reach(StringRef Header);

private:
  struct Place {
    std::string File;
    bool IsOfSystem = false;
  };
  struct Folder {
    std::string Path;
    bool IsOfSystem = false;
  };

  const IncludedNames &namesOf(StringRef File);
  std::vector<Place> find(StringRef Name, const Place &Includer);
  bool isFile(StringRef Path);
  std::vector<std::string> folderNames() const;

  std::vector<Folder> Folders;
  std::vector<Place> Waiting;
  StringSet<> Met;
  IncludeTable &Table;
};
} // namespace

IncludeWalk::IncludeWalk(const DatabaseEntry &Entry, IncludeTable &Table)
    : Waiting{{Entry.File}}, Table(Table) {
  CompilerCall Call = findCompiler(Entry.CommandLine);
  std::vector<std::string> Given(
      ArrayRef(Entry.CommandLine).drop_front(Call.FirstArgument).vec());
  if (Call.Style == CompilerStyle::Nvcc)
    Given = withNvccEnvironment(Given);
  auto Translated = translateArguments(Given, Entry.Folder, Call.Style);
  if (!Translated) {
    consumeError(Translated.takeError());
    return;
  }
  ArrayRef<std::string> Arguments = Translated->Arguments;
  for (size_t I = 0; I < Arguments.size(); ++I) {
    StringRef Argument = Arguments[I];
    const bool HasNext = I + 1 < Arguments.size();
    if (HasNext && (Argument == "-I" || Argument == "-iquote"))
      Folders.push_back({Arguments[I + 1]});
    else if (HasNext && (Argument == "-isystem" || Argument == "-idirafter"))
      Folders.push_back({Arguments[I + 1], /*IsOfSystem=*/true});
    else if (HasNext && (Argument == "-include" || Argument == "-imacros"))
      Waiting.push_back({absolutePath(Arguments[I + 1])});
    else if (Argument.consume_front("-I") && !Argument.empty())
      Folders.push_back({Argument.str()});
    else if (Argument.consume_front("-isystem") && !Argument.empty())
      Folders.push_back({Argument.str(), /*IsOfSystem=*/true});
  }
  for (StringRef Variable : {"CPATH", "CPLUS_INCLUDE_PATH"})
    if (auto Listed = sys::Process::GetEnv(Variable))
      for (StringRef Path : split(*Listed, sys::EnvPathSeparator))
        Folders.push_back({absolutePath(Path)});
}

const IncludedNames &IncludeWalk::namesOf(StringRef File) {
  auto [Entry, IsNew] = Table.Names.try_emplace(File);
  if (IsNew)
    if (auto Buffer = readFile(File, {}))
      Entry->second = namesIn(Buffer->getBuffer());
  return Entry->second;
}

bool IncludeWalk::isFile(StringRef Path) {
  auto [Folder, IsNew] =
      Table.Listings.try_emplace(sys::path::parent_path(Path));
  std::error_code Failed;
  if (IsNew)
    for (sys::fs::directory_iterator In(Folder->first(), Failed), End;
         !Failed && In != End; In.increment(Failed))
      Folder->second.insert(sys::path::filename(In->path()));
  return Folder->second.contains(sys::path::filename(Path)) &&
         sys::fs::is_regular_file(Path);
}

/// All files that a name may be: `#include_next` takes another one than the
/// first.
std::vector<IncludeWalk::Place> IncludeWalk::find(StringRef Name,
                                                  const Place &Includer) {
  std::vector<Place> Found;
  auto LookIn = [&](StringRef Folder, bool IsOfSystem) {
    SmallString<128> Path(Folder);
    sys::path::append(Path, Name);
    if (isFile(Path))
      Found.push_back({absolutePath(Path), IsOfSystem});
  };
  LookIn(sys::path::parent_path(Includer.File), Includer.IsOfSystem);
  for (const Folder &In : Folders)
    LookIn(In.Path, In.IsOfSystem);
  return Found;
}

std::vector<std::string> IncludeWalk::folderNames() const {
  std::vector<std::string> Names;
  Names.reserve(Folders.size());
  for (const Folder &In : Folders)
    Names.push_back((In.IsOfSystem ? "system " : "own ") + In.Path);
  return Names;
}

Inclusion IncludeWalk::reach(StringRef Header) {
  sys::fs::UniqueID Wanted;
  const bool IsThere = !sys::fs::getUniqueID(Header, Wanted);
  // A symbolic link has another name.
  auto IsHeader = [&](const Place &At) {
    sys::fs::UniqueID Id;
    return At.File == Header ||
           (IsThere && !sys::fs::getUniqueID(At.File, Id) && Id == Wanted);
  };
  const std::string Source = Waiting.front().File;
  StringSet<> &Apart = Table.Apart[{Header.str(), folderNames()}];
  bool IsOpen = false;
  while (!Waiting.empty()) {
    const Place At = std::move(Waiting.back());
    Waiting.pop_back();
    if (Apart.contains(At.File) || !Met.insert(At.File).second)
      continue;
    if (At.File != Source && IsHeader(At))
      return Inclusion::Yes;
    const IncludedNames &Included = namesOf(At.File);
    IsOpen |= Included.AreOpen && !At.IsOfSystem;
    for (const std::string &Name : Included.Names)
      append_range(Waiting, find(Name, At));
  }
  if (IsOpen)
    return Inclusion::Open;
  for (StringRef File : Met.keys())
    if (File != Source && !namesOf(File).AreOpen)
      Apart.insert(File);
  return Inclusion::No;
}

Inclusion banklint::inclusionOf(const DatabaseEntry &Source, StringRef Header,
                                IncludeTable &Table) {
  return IncludeWalk(Source, Table).reach(Header);
}
