//===- Repository.cpp - What git says of a work tree ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Repository.h"
#include "Files/Paths.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorOr.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>
#include <optional>
#include <system_error>
#include <unistd.h>
#include <utility>

using namespace llvm;
using namespace banklint;

//===----------------------------------------------------------------------===//
// Running git
//===----------------------------------------------------------------------===//

/// A work tree of 100,000 files takes some seconds.
static constexpr unsigned SecondsOfGit = 300;

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

/// The environment with these variables in place of those that there are.
static std::vector<std::string>
environmentWith(ArrayRef<std::string> Variables) {
  auto NameOf = [](StringRef Variable) { return Variable.split('=').first; };
  std::vector<std::string> Result;
  for (char **Each = environ; *Each; ++Each)
    if (none_of(Variables,
                [&](StringRef Own) { return NameOf(Own) == NameOf(*Each); }))
      Result.push_back(*Each);
  for (const std::string &Variable : Variables)
    if (!StringRef(Variable).ends_with("="))
      Result.push_back(Variable);
  return Result;
}

/// Those of PATH that do not depend on where the run takes place: a project may
/// have a `bin/git`.
static std::vector<StringRef> foldersOfPath() {
  const char *Path = std::getenv("PATH");
  std::vector<StringRef> Folders;
  for (StringRef Folder : split(Path ? Path : "", sys::EnvPathSeparator))
    if (sys::path::is_absolute(Folder))
      Folders.push_back(Folder);
  // Without any the whole of PATH would be searched.
  if (Folders.empty())
    Folders.push_back("/nowhere");
  return Folders;
}

/// In `Variables` one that ends with `=` is taken out of the environment.
static Expected<GitResult> git(ArrayRef<StringRef> Arguments,
                               std::vector<std::string> Variables) {
  ErrorOr<std::string> Program = sys::findProgramByName("git", foldersOfPath());
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
  // What is missing is not fetched, the index is not written, and no terminal
  // is asked.
  append_range(Variables, ArrayRef<std::string>{
                              "GIT_ALLOW_PROTOCOL=none", "GIT_NO_LAZY_FETCH=1",
                              "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0"});
  const std::vector<std::string> Environment = environmentWith(Variables);
  const std::vector<StringRef> Words(Environment.begin(), Environment.end());
  std::string Failure;
  GitResult Result;
  Result.Status = sys::ExecuteAndWait(
      *Program, Command, ArrayRef(Words),
      {StringRef(""), StringRef(Output), StringRef(Errors)}, SecondsOfGit,
      /*MemoryLimit=*/0, &Failure);
  if (Result.Status == -2)
    return createStringError("'git " + Arguments.front() +
                             "' does not end within " + Twine(SecondsOfGit) +
                             " seconds, or crashes");
  if (Result.Status < 0)
    return createStringError("cannot run '" + *Program + "': " + Failure);
  Result.Output = contentsOf(Output);
  Result.Errors = contentsOf(Errors);
  return Result;
}

static Expected<std::string> succeeded(Expected<GitResult> Result,
                                       StringRef Verb) {
  if (!Result)
    return Result.takeError();
  if (Result->Status == 0)
    return std::move(Result->Output);
  StringRef Reason = StringRef(Result->Errors).split('\n').first.rtrim('.');
  Reason.consume_front("fatal: ");
  return createStringError("git " + Verb + " failed: " + Reason);
}

/// Asks with the repository's configuration, which says where its parts lie.
/// `rev-parse` and `config` start nothing.
static Expected<GitResult> ask(ArrayRef<StringRef> Arguments) {
  SmallVector<StringRef, 16> Words = {"-c", "safe.bareRepository=explicit",
                                      "-c", "core.fsmonitor=false"};
  append_range(Words, Arguments);
  return git(Words, {});
}

static Expected<std::string> lineOf(ArrayRef<StringRef> Arguments) {
  Expected<std::string> Output = succeeded(ask(Arguments), Arguments.front());
  if (!Output)
    return Output.takeError();
  StringRef Line = *Output;
  Line.consume_back("\n");
  return Line.str();
}

//===----------------------------------------------------------------------===//
// A git directory of banklint's own
//===----------------------------------------------------------------------===//

struct Repository::Private {
  std::string Root, Objects, Index;
  /// The git directory.
  SmallString<128> Folder;
  /// What of the repository's configuration counts, as arguments of `-c`.
  std::vector<std::string> Settings;

  ~Private() {
    if (!Folder.empty())
      (void)sys::fs::remove_directories(Folder);
  }

  Error make(StringRef Real, StringRef ObjectFormat, StringRef Excluded);

private:
  Error write(StringRef Name, StringRef Text) const;
  void link(StringRef File, StringRef Name) const;
};

/// How lines end in the work tree, and which files are no sources of anybody.
static constexpr StringLiteral SettingsThatCount =
    "^core\\.(autocrlf|eol|excludesfile|ignorecase)$";

/// What an attribute may do to the text that is compared, but for line ends.
static constexpr StringLiteral Attributes =
    "* !working-tree-encoding !filter !ident !diff\n";

Error Repository::Private::write(StringRef Name, StringRef Text) const {
  SmallString<128> File(Folder);
  sys::path::append(File, Name);
  std::error_code EC;
  raw_fd_ostream OS(File, EC);
  if (!EC) {
    OS << Text;
    OS.close();
    EC = OS.error();
    OS.clear_error();
  }
  return EC ? createStringError("cannot write '" + File + "': " + EC.message())
            : Error::success();
}

/// The same file under this name, if there is one.
void Repository::Private::link(StringRef File, StringRef Name) const {
  SmallString<128> To(Folder);
  sys::path::append(To, Name);
  if (sys::fs::exists(File))
    (void)sys::fs::create_link(File, To);
}

Error Repository::Private::make(StringRef Real, StringRef ObjectFormat,
                                StringRef Excluded) {
  if (std::error_code EC =
          sys::fs::createUniqueDirectory("banklint-git", Folder))
    return createStringError("cannot make a temporary folder: " + EC.message());
  for (StringRef Name : {"objects", "refs", "info"}) {
    SmallString<128> Below(Folder);
    sys::path::append(Below, Name);
    if (std::error_code EC = sys::fs::create_directory(Below))
      return createStringError("cannot make '" + Below + "': " + EC.message());
  }
  std::string Configuration =
      "[core]\n\trepositoryformatversion = 1\n"
      "\tbare = false\n\tfilemode = false\n\tsparseCheckout = true\n"
      "[extensions]\n\tobjectformat = " +
      ObjectFormat.str() + "\n";
  if (Error E = write("HEAD", "ref: refs/heads/none\n"))
    return E;
  if (Error E = write("config", Configuration))
    return E;
  if (Error E = write("info/attributes", Attributes))
    return E;
  link(Excluded, "info/exclude");
  // The larger part of an index that is split.
  std::error_code EC;
  for (sys::fs::directory_iterator It(Real, EC), End; It != End && !EC;
       It.increment(EC))
    if (StringRef Name = sys::path::filename(It->path());
        Name.starts_with("sharedindex."))
      link(It->path(), Name);
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Repositories
//===----------------------------------------------------------------------===//

Repository::Repository(std::unique_ptr<Private> Of) : Of(std::move(Of)) {}
Repository::Repository(Repository &&) = default;
Repository::~Repository() = default;

StringRef Repository::root() const { return Of->Root; }

Expected<Repository> Repository::ofWorkingFolder() {
  Expected<GitResult> Top = ask({"rev-parse", "--show-toplevel"});
  if (!Top)
    return Top.takeError();
  if (Top->Status != 0 && StringRef(Top->Errors).contains("dubious"))
    return createStringError("--diff needs a git work tree of your own: git " +
                             StringRef(Top->Errors).split('\n').first);
  if (Top->Status != 0)
    return createStringError("--diff needs a git work tree, and '" +
                             realPath(".") + "' is in none");
  auto Of = std::make_unique<Private>();
  StringRef Root = Top->Output;
  Root.consume_back("\n");
  Of->Root = Root.str();
  std::string Real, Format, Excluded;
  const std::pair<std::string *, SmallVector<StringRef, 4>> Questions[] = {
      {&Real, {"rev-parse", "--absolute-git-dir"}},
      {&Format, {"rev-parse", "--show-object-format"}},
      {&Of->Objects,
       {"rev-parse", "--path-format=absolute", "--git-path", "objects"}},
      {&Excluded,
       {"rev-parse", "--path-format=absolute", "--git-path", "info/exclude"}},
      {&Of->Index,
       {"rev-parse", "--path-format=absolute", "--git-path", "index"}}};
  for (const auto &[Answer, Words] : Questions) {
    Expected<std::string> Line = lineOf(Words);
    if (!Line)
      return Line.takeError();
    *Answer = std::move(*Line);
  }
  // None at all is a failure of git's, and no news.
  Expected<GitResult> Settings =
      ask({"config", "-z", "--get-regexp", SettingsThatCount});
  if (!Settings)
    return Settings.takeError();
  for (StringRef Setting : split(Settings->Output, '\0'))
    if (auto [Name, Value] = Setting.split('\n'); !Name.empty())
      Of->Settings.push_back((Name + "=" + Value).str());
  if (Error E = Of->make(Real, Format, Excluded))
    return std::move(E);
  return Repository(std::move(Of));
}

Expected<std::string> Repository::commit(StringRef Base) const {
  std::string Commit = (Base + "^{commit}").str();
  Expected<GitResult> Result =
      ask({"rev-parse", "--verify", "--quiet", "--end-of-options", Commit});
  if (!Result)
    return Result.takeError();
  StringRef Name = StringRef(Result->Output).rtrim('\n');
  if (Result->Status == 0 && all_of(Name, isHexDigit))
    return Name.str();
  return createStringError("git knows no commit '" + Base +
                           "' to compare with; a shallow clone has to fetch "
                           "it first");
}

Expected<std::string> Repository::output(ArrayRef<StringRef> Arguments) const {
  SmallVector<StringRef, 32> Words = {"-C", Of->Root, "-c",
                                      "core.quotePath=false"};
  for (StringRef Setting : Of->Settings)
    append_range(Words, ArrayRef<StringRef>{"-c", Setting});
  append_range(Words, Arguments);
  return succeeded(
      git(Words,
          {("GIT_DIR=" + Of->Folder).str(), "GIT_WORK_TREE=" + Of->Root,
           "GIT_OBJECT_DIRECTORY=" + Of->Objects, "GIT_INDEX_FILE=" + Of->Index,
           "GIT_COMMON_DIR=", "GIT_CONFIG_NOSYSTEM=1",
           "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null",
           "GIT_CONFIG_PARAMETERS=", "GIT_CONFIG_COUNT=", "GIT_ATTR_NOSYSTEM=1",
           "GIT_EXTERNAL_DIFF=", "GIT_NAMESPACE=", "GIT_DIFF_OPTS=",
           "GIT_ATTR_SOURCE="}),
      Arguments.front());
}
