//===- Includers.cpp - Which source includes a header ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cuda/Database.h"
#include "Cuda/NvccArguments.h"
#include "Files/Paths.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace banklint;

/// The names behind `#include` in a text, of either form.
static std::vector<std::string> includedNames(StringRef Text) {
  std::vector<std::string> Names;
  for (StringRef Line : split(Text, '\n')) {
    Line = Line.ltrim();
    if (!Line.consume_front("#"))
      continue;
    Line = Line.ltrim();
    if (!Line.consume_front("include"))
      continue;
    Line = Line.ltrim();
    bool IsQuoted = Line.consume_front("\"");
    if (!IsQuoted && !Line.consume_front("<"))
      continue;
    Names.push_back(
        Line.take_until([](char C) { return C == '"' || C == '>'; }).str());
  }
  return Names;
}

namespace {
/// A walk through what one source includes.
class IncludeWalk {
public:
  IncludeWalk(const DatabaseEntry &Entry,
              StringMap<std::vector<std::string>> &Names);

  bool reaches(StringRef Header);

private:
  const std::vector<std::string> &namesIn(StringRef File);
  std::string find(StringRef Name, StringRef Includer) const;

  std::vector<std::string> Folders; ///< of -I, -iquote and -include
  std::vector<std::string> Waiting;
  StringSet<> Met;
  StringMap<std::vector<std::string>> &Names;
};
} // namespace

/// System folders are left out: they hold the headers of libraries.
IncludeWalk::IncludeWalk(const DatabaseEntry &Entry,
                         StringMap<std::vector<std::string>> &Names)
    : Waiting{Entry.File}, Names(Names) {
  CompilerCall Call = findCompiler(Entry.CommandLine);
  auto Translated = translateArguments(
      ArrayRef(Entry.CommandLine).drop_front(Call.FirstArgument), Entry.Folder,
      Call.Style);
  if (!Translated) {
    consumeError(Translated.takeError());
    return;
  }
  ArrayRef<std::string> Arguments = Translated->Arguments;
  for (size_t I = 0; I < Arguments.size(); ++I) {
    StringRef Argument = Arguments[I];
    bool HasNext = I + 1 < Arguments.size();
    if (HasNext && (Argument == "-I" || Argument == "-iquote"))
      Folders.push_back(Arguments[I + 1]);
    else if (HasNext && Argument == "-include")
      Waiting.push_back(absolutePath(Arguments[I + 1]));
    else if (Argument.consume_front("-I") && !Argument.empty())
      Folders.push_back(Argument.str());
  }
}

const std::vector<std::string> &IncludeWalk::namesIn(StringRef File) {
  auto [Entry, IsNew] = Names.try_emplace(File);
  if (IsNew)
    if (auto Buffer = MemoryBuffer::getFile(File))
      Entry->second = includedNames((*Buffer)->getBuffer());
  return Entry->second;
}

std::string IncludeWalk::find(StringRef Name, StringRef Includer) const {
  auto In = [&](StringRef Folder) -> std::string {
    SmallString<128> Path(Folder);
    sys::path::append(Path, Name);
    return sys::fs::is_regular_file(Path) ? absolutePath(Path) : "";
  };
  std::string Found = In(sys::path::parent_path(Includer));
  for (size_t I = 0; I < Folders.size() && Found.empty(); ++I)
    Found = In(Folders[I]);
  return Found;
}

bool IncludeWalk::reaches(StringRef Header) {
  while (!Waiting.empty()) {
    std::string File = std::move(Waiting.back());
    Waiting.pop_back();
    if (!Met.insert(File).second)
      continue;
    for (const std::string &Name : namesIn(File)) {
      std::string Found = find(Name, File);
      if (Found == Header)
        return true;
      if (!Found.empty())
        Waiting.push_back(std::move(Found));
    }
  }
  return false;
}

bool banklint::reachesHeader(const DatabaseEntry &Entry, StringRef Header,
                             StringMap<std::vector<std::string>> &Names) {
  return IncludeWalk(Entry, Names).reaches(Header);
}
