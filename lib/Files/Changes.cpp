//===- Changes.cpp - What has changed since a commit ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Files/Changes.h"
#include "Files/Paths.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/ErrorOr.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include <climits>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

using namespace llvm;
using namespace banklint;

//===----------------------------------------------------------------------===//
// Running git.
//===----------------------------------------------------------------------===//

namespace {
struct GitResult {
  int Status = 0;
  std::string Output, Errors;
};
} // namespace

static std::string contentsOf(StringRef File) {
  auto Buffer = MemoryBuffer::getFile(File);
  return Buffer ? (*Buffer)->getBuffer().str() : "";
}

static Expected<GitResult> git(ArrayRef<StringRef> Arguments) {
  ErrorOr<std::string> Program = sys::findProgramByName("git");
  if (!Program)
    return createStringError("--diff asks git, and there is no 'git' on PATH");
  SmallString<128> Output, Errors;
  for (SmallString<128> *File : {&Output, &Errors})
    if (std::error_code EC =
            sys::fs::createTemporaryFile("banklint-git", "txt", *File))
      return createStringError("cannot make a temporary file: " + EC.message());
  FileRemover RemoveOutput(Output), RemoveErrors(Errors);
  SmallVector<StringRef, 16> Command = {"git"};
  append_range(Command, Arguments);
  std::string Failure;
  GitResult Result;
  Result.Status =
      sys::ExecuteAndWait(*Program, Command, /*Env=*/std::nullopt,
                          {StringRef(""), StringRef(Output), StringRef(Errors)},
                          /*SecondsToWait=*/0, /*MemoryLimit=*/0, &Failure);
  if (Result.Status < 0)
    return createStringError("cannot run '" + *Program + "': " + Failure);
  Result.Output = contentsOf(Output);
  Result.Errors = contentsOf(Errors);
  return Result;
}

/// Standard output of a command that has to succeed.
static Expected<std::string> outputOfGit(ArrayRef<StringRef> Arguments) {
  Expected<GitResult> Result = git(Arguments);
  if (!Result)
    return Result.takeError();
  if (Result->Status == 0)
    return std::move(Result->Output);
  StringRef Reason = StringRef(Result->Errors).split('\n').first.rtrim('.');
  Reason.consume_front("fatal: ");
  return createStringError("git " + Arguments.front() + " failed: " + Reason);
}

static Expected<std::string> rootOfRepository() {
  Expected<GitResult> Result = git({"rev-parse", "--show-toplevel"});
  if (!Result)
    return Result.takeError();
  if (Result->Status != 0)
    return createStringError("--diff needs a git work tree, and '" +
                             realPath(".") + "' is in none");
  return StringRef(Result->Output).rtrim('\n').str();
}

static Error checkCommit(StringRef Base) {
  std::string Commit = (Base + "^{commit}").str();
  Expected<GitResult> Result =
      git({"rev-parse", "--verify", "--quiet", "--end-of-options", Commit});
  if (!Result)
    return Result.takeError();
  if (Result->Status == 0)
    return Error::success();
  return createStringError("git knows no commit '" + Base +
                           "' to compare with; a shallow clone has to fetch "
                           "it first");
}

//===----------------------------------------------------------------------===//
// Reading what it prints.
//===----------------------------------------------------------------------===//

/// The name behind `+++ `, which git quotes as C does where it has to, and ends
/// with a tab where it has a space.
static std::string nameInHeader(StringRef Text) {
  std::string Name;
  if (!Text.consume_front("\"")) {
    Name = Text.rtrim('\t').str();
  } else {
    for (Text.consume_back("\""); !Text.empty(); Text = Text.drop_front()) {
      if (Text.front() == '\\' && Text.size() > 1) {
        Text = Text.drop_front();
        Name += Text.front() == 't'   ? '\t'
                : Text.front() == 'n' ? '\n'
                                      : Text.front();
      } else {
        Name += Text.front();
      }
    }
  }
  StringRef Whole = Name;
  Whole.consume_front("b/");
  return Whole.str();
}

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
  for (StringRef Line : split(Diff, '\n')) {
    // A line of a hunk may look like anything.
    if (LinesToPass && (Line.starts_with("-") || Line.starts_with("+"))) {
      --LinesToPass;
    } else if (Line.consume_front("+++ ")) {
      Lines = &Result.ByFile[nameInHeader(Line)];
    } else if (Line.starts_with("@@ -") && Lines) {
      Hunk H = readHunk(Line);
      if (H.NewLines)
        Lines->push_back({H.NewFirst, H.NewFirst + H.NewLines - 1});
      LinesToPass = H.OldLines + H.NewLines;
    }
  }
  return Result;
}

void Changes::addWhole(StringRef Name) {
  ByFile[Name].push_back({1, UINT_MAX});
}

Expected<Changes> Changes::since(StringRef Base) {
  Expected<std::string> Root = rootOfRepository();
  if (!Root)
    return Root.takeError();
  if (Error E = checkCommit(Base))
    return std::move(E);
  Expected<std::string> Diff = outputOfGit(
      {"-c", "core.quotePath=false", "diff", "-U0", "-M", "--no-color",
       "--no-ext-diff", "--no-textconv", "--no-relative", "--src-prefix=a/",
       "--dst-prefix=b/", "--end-of-options", Base, "--"});
  if (!Diff)
    return Diff.takeError();
  Changes Result = parse(*Diff, *Root);
  Expected<std::string> Untracked = outputOfGit(
      {"-C", *Root, "ls-files", "--others", "--exclude-standard", "-z"});
  if (!Untracked)
    return Untracked.takeError();
  for (StringRef Name : split(*Untracked, '\0'))
    if (!Name.empty())
      Result.addWhole(Name);
  return Result;
}

bool Changes::touches(StringRef File, LineRange Lines) const {
  std::string Real = realPath(File);
  StringRef Name = pathBelow(Root, Real);
  if (Name.empty())
    return true;
  auto Found = ByFile.find(Name);
  if (Found == ByFile.end())
    return false;
  return any_of(Found->second, [&](LineRange Changed) {
    return Changed.First <= Lines.Last && Lines.First <= Changed.Last;
  });
}
