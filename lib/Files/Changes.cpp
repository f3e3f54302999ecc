//===- Changes.cpp - What has changed since a commit ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Files/Changes.h"
#include "Files/Paths.h"
#include "Files/ReadFile.h"
#include "Repository.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <climits>
#include <iterator>
#include <string>
#include <unistd.h>
#include <utility>
#include <vector>

using namespace llvm;
using namespace banklint;

//===----------------------------------------------------------------------===//
// Reading what it prints.
//===----------------------------------------------------------------------===//

/// What git has put in quotes, as C does: "\\303\\244.cu", "a\\tb.cu".
static std::string withoutQuotes(StringRef Text) {
  std::string Name;
  while (!Text.empty()) {
    char C = Text.front();
    Text = Text.drop_front();
    if (C == '"')
      break;
    if (C != '\\' || Text.empty()) {
      Name += C;
      continue;
    }
    StringRef Digits = Text.take_while(isDigit).take_front(3);
    unsigned Byte = 0;
    if (Digits.size() == 3 && !Digits.getAsInteger(8, Byte)) {
      Name += char(Byte);
      Text = Text.drop_front(3);
      continue;
    }
    static constexpr StringLiteral Letters = "abfnrtv",
                                   Bytes = "\a\b\f\n\r\t\v";
    size_t Letter = Letters.find(Text.front());
    Name += Letter == StringRef::npos ? Text.front() : Bytes[Letter];
    Text = Text.drop_front();
  }
  return Name;
}

static std::string nameOf(StringRef Text) {
  return Text.consume_front("\"") ? withoutQuotes(Text) : Text.str();
}

/// The name behind `+++ `, which ends with a tab where it has a space.
static std::string nameInHeader(StringRef Text) {
  std::string Name = nameOf(Text.rtrim('\t'));
  StringRef Whole = Name;
  Whole.consume_front("b/");
  return Whole.str();
}

static constexpr StringLiteral ModeOfLink = "120000",
                               ModeOfSubmodule = "160000";

namespace {
/// "@@ -3,2 +4,5 @@": two lines from 3 on became five from 4 on.
struct Hunk {
  unsigned OldLines = 1;
  unsigned NewFirst = 0, NewLines = 1;
};
} // namespace

static Hunk readHunk(StringRef Header) {
  auto [Old, Rest] = Header.drop_front(StringRef("@@ -").size()).split(' ');
  Rest.consume_front("+");
  auto [First, Count] = Rest.split(' ').first.split(',');
  Hunk Result;
  First.getAsInteger(10, Result.NewFirst);
  if (!Count.empty())
    Count.getAsInteger(10, Result.NewLines);
  if (Old.contains(','))
    Old.split(',').second.getAsInteger(10, Result.OldLines);
  return Result;
}

Changes Changes::parse(StringRef Diff, StringRef Root) {
  Changes Result;
  Result.Root = realPath(Root);
  std::vector<LineRange> *Lines = nullptr;
  unsigned LinesToPass = 0;
  std::vector<StringRef> Listed;
  for (StringRef Line : split(Diff, '\n')) {
    // A line of a hunk may look like anything.
    if (LinesToPass && (Line.starts_with("-") || Line.starts_with("+"))) {
      --LinesToPass;
    } else if (Line.starts_with(":")) {
      Listed.push_back(Line);
    } else if (Line.consume_front("+++ ")) {
      Lines = &Result.ByFile[nameInHeader(Line)];
    } else if (Line.starts_with("@@ -") && Lines) {
      Hunk H = readHunk(Line);
      // Where lines are gone only, what stands on both sides of the gap.
      Lines->push_back(H.NewLines
                           ? LineRange{H.NewFirst, H.NewFirst + H.NewLines - 1}
                           : LineRange{H.NewFirst + 1, H.NewFirst});
      LinesToPass = H.OldLines + H.NewLines;
    }
  }
  for (StringRef Entry : Listed)
    Result.addUnshown(Entry);
  return Result;
}

void Changes::addWhole(StringRef Name) {
  ByFile[Name].push_back({1, UINT_MAX});
}

void Changes::addUnshown(StringRef Entry) {
  // ":100644 100755 bcd1234 0123456 R086", the name, and that after it moved.
  SmallVector<StringRef, 3> Fields;
  Entry.split(Fields, '\t');
  StringRef Header = Fields.front(), Status = Header.rsplit(' ').second;
  // A link that has moved leads elsewhere.
  if (Header.split(' ').second.starts_with(ModeOfLink) && Fields.size() > 1)
    return addWhole(nameOf(Fields.back()));
  // Text that becomes a source is new, if nothing else of it is.
  if (Fields.size() == 3 && sys::path::extension(nameOf(Fields[1])) !=
                                sys::path::extension(nameOf(Fields[2])))
    return addWhole(nameOf(Fields[2]));
  if (Fields.size() < 2 || Status == "R100" || Status == "C100")
    return;
  std::string Name = nameOf(Fields.back());
  if (Status == "D")
    return addFolderAt(Name);
  if (Header.split(' ').second.starts_with(ModeOfSubmodule))
    Submodules.insert(Name);
  else if (!ByFile.count(Name))
    addWhole(Name);
}

void Changes::addFolderAt(StringRef Name) {
  SmallString<128> Path(Root);
  sys::path::append(Path, Name);
  if (sys::fs::is_directory(Path))
    Submodules.insert(Name);
}

/// Clang ends a line at a carriage return, too; git does not.
static bool countsOtherLines(StringRef Text) {
  for (size_t At = 0; (At = Text.find('\r', At)) != StringRef::npos; ++At)
    if (!Text.substr(At + 1).starts_with("\n"))
      return true;
  return false;
}

void Changes::addMiscounted() {
  for (auto &File : ByFile) {
    SmallString<128> Path(Root);
    sys::path::append(Path, File.getKey());
    auto Buffer = readRegularFile(Path);
    if (!Buffer)
      consumeError(Buffer.takeError());
    if (!Buffer || countsOtherLines((*Buffer)->getBuffer()))
      File.second.push_back({1, UINT_MAX});
  }
}

Expected<Changes> Changes::since(StringRef Base) {
  Expected<Repository> Git = Repository::ofWorkingFolder();
  if (!Git)
    return Git.takeError();
  Expected<std::string> Commit = Git->commit(Base);
  if (!Commit)
    return Commit.takeError();
  // Attributes may call any file binary, and a file may have a zero in it.
  Expected<std::string> Diff = Git->output(
      {"diff", "--patch-with-raw", "-U0", "-M", "--text", "--no-color",
       "--no-ext-diff", "--no-textconv", "--no-relative", "--src-prefix=a/",
       "--dst-prefix=b/", "--ignore-submodules=dirty", "--submodule=short",
       *Commit, "--"});
  if (!Diff)
    return Diff.takeError();
  Changes Result = parse(*Diff, Git->root());
  Result.addMiscounted();
  Expected<std::string> Untracked =
      Git->output({"ls-files", "--others", "--exclude-standard", "-z"});
  if (!Untracked)
    return Untracked.takeError();
  // A repository in this one is named as a folder.
  for (StringRef Name : split(*Untracked, '\0'))
    if (Name.consume_back("/"))
      Result.Submodules.insert(Name);
    else if (!Name.empty())
      Result.addWhole(Name);
  return Result;
}

/// Where a link leads, or "" of what is none.
static std::string targetOf(const Twine &File) {
  char Target[PATH_MAX];
  const ssize_t Size =
      ::readlink(File.str().c_str(), Target, std::size(Target));
  return Size < 0 ? "" : std::string(Target, size_t(Size));
}

bool Changes::leadsThroughChange(StringRef File) const {
  SmallString<128> Name(File);
  if (sys::fs::make_absolute(Name))
    return true;
  std::string Rest = Name.str().str(), Real;
  for (unsigned Links = 0; !Rest.empty();) {
    auto [Part, Behind] = StringRef(Rest).ltrim('/').split('/');
    if (Part == "..") {
      Real = StringRef(Real).rsplit('/').first.str();
    } else if (std::string Target = targetOf(Real + "/" + Part);
               !Target.empty()) {
      // More than the system follows.
      if (ByFile.count(pathBelow(Root, Real + "/" + Part.str())) ||
          ++Links > 40)
        return true;
      if (sys::path::is_absolute(Target))
        Real.clear();
      Rest = Target + "/" + Behind.str();
      continue;
    } else if (!Part.empty() && Part != ".") {
      Real += "/" + Part.str();
    }
    Rest = Behind.str();
  }
  return false;
}

bool Changes::touches(StringRef File, LineRange Lines) const {
  std::string Real = realPath(File);
  StringRef Name = pathBelow(Root, Real);
  // git says nothing of what lies outside, and in its own folder.
  if (Name.empty() || Name.starts_with(".git/"))
    return true;
  for (StringRef Folder = Name; !Folder.empty();
       Folder = sys::path::parent_path(Folder))
    if (Submodules.contains(Folder))
      return true;
  if (leadsThroughChange(File))
    return true;
  auto Found = ByFile.find(Name);
  if (Found == ByFile.end())
    return false;
  return any_of(Found->second, [&](LineRange Changed) {
    return Changed.First <= Lines.Last && Lines.First <= Changed.Last;
  });
}
