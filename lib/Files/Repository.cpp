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
#include "llvm/Support/Errno.h"
#include "llvm/Support/ErrorOr.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <fcntl.h>
#include <optional>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
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

/// A folder below that of temporary files, gone with this object. What a run
/// that was killed has left, the next one takes away: the system has ended its
/// lock.
class OwnFolder {
public:
  OwnFolder() = default;
  OwnFolder(const OwnFolder &) = delete;
  OwnFolder &operator=(const OwnFolder &) = delete;
  ~OwnFolder() { remove(); }

  Error make();
  void remove();
  std::string file(StringRef Name) const {
    SmallString<128> File(Path);
    sys::path::append(File, Name);
    return File.str().str();
  }
  StringRef path() const { return Path; }

private:
  SmallString<128> Path;
  int FD = -1;
};
} // namespace

static constexpr StringLiteral FolderName = "banklint-git";

/// Of another user's folder nothing is taken away.
static int openOwnFolder(const char *Path) {
  const int FD = ::open(Path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  struct stat Status = {};
  if (FD < 0 || (::fstat(FD, &Status) == 0 && Status.st_uid == ::geteuid()))
    return FD;
  ::close(FD);
  return -1;
}

static void clearLeftFolders() {
  SmallString<128> Above;
  sys::path::system_temp_directory(/*ErasedOnReboot=*/true, Above);
  std::error_code EC;
  for (sys::fs::directory_iterator It(Above, EC), End; It != End && !EC;
       It.increment(EC)) {
    if (!sys::path::filename(It->path()).starts_with(FolderName))
      continue;
    const int FD = openOwnFolder(It->path().c_str());
    if (FD < 0)
      continue;
    if (::flock(FD, LOCK_EX | LOCK_NB) == 0)
      (void)sys::fs::remove_directories(It->path());
    ::close(FD);
  }
}

Error OwnFolder::make() {
  clearLeftFolders();
  if (std::error_code EC = sys::fs::createUniqueDirectory(FolderName, Path))
    return createStringError("cannot make a temporary folder: " + EC.message());
  FD = openOwnFolder(Path.c_str());
  if (FD < 0 || (::flock(FD, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK))
    return createStringError("cannot keep the temporary folder '" + Path + "'");
  return Error::success();
}

void OwnFolder::remove() {
  if (!Path.empty())
    (void)sys::fs::remove_directories(Path);
  Path.clear();
  if (FD >= 0)
    ::close(std::exchange(FD, -1));
}

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

/// Words as the system takes them, which have to outlive the result.
static std::vector<char *> pointersTo(std::vector<std::string> &Words) {
  std::vector<char *> Result;
  for (std::string &Word : Words)
    Result.push_back(Word.data());
  Result.push_back(nullptr);
  return Result;
}

/// In the child: its streams, and an end with the parent, however that ends.
[[noreturn]] static void becomeGit(pid_t Parent, const std::string &Program,
                                   const OwnFolder &Folder, char *const *Words,
                                   char *const *Environment) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  const int Flags = O_WRONLY | O_CREAT | O_TRUNC;
  const int Streams[] = {
      ::open("/dev/null", O_RDONLY),
      ::open(Folder.file("banklint-output").c_str(), Flags, 0600),
      ::open(Folder.file("banklint-errors").c_str(), Flags, 0600)};
  for (int I = 0; I != 3; ++I)
    if (Streams[I] < 0 || ::dup2(Streams[I], I) < 0)
      ::_exit(127);
  if (::getppid() == Parent)
    ::execve(Program.c_str(), Words, Environment);
  ::_exit(127);
}

namespace {
/// Signals that end a program, held back while this object lives.
class HeldSignals {
public:
  HeldSignals() {
    sigemptyset(&Held);
    for (int Signal : {SIGCHLD, SIGHUP, SIGINT, SIGTERM})
      sigaddset(&Held, Signal);
    ::pthread_sigmask(SIG_BLOCK, &Held, &Before);
  }
  HeldSignals(const HeldSignals &) = delete;
  HeldSignals &operator=(const HeldSignals &) = delete;
  ~HeldSignals() { release(); }

  void release() const { ::pthread_sigmask(SIG_SETMASK, &Before, nullptr); }

  /// The next one, or a negative number where a second passes without.
  int wait() const {
    const timespec Second = {1, 0};
    return ::sigtimedwait(&Held, nullptr, &Second);
  }

private:
  sigset_t Held, Before;
};
} // namespace

/// Whether a signal ends this program. LLVM's handlers take one, too, that
/// whoever started the program has it ignore.
static bool endsProgram(int Signal) {
  if (Signal <= 0 || Signal == SIGCHLD)
    return false;
  sys::unregisterHandlers();
  struct sigaction Action = {};
  return ::sigaction(Signal, nullptr, &Action) != 0 ||
         Action.sa_handler != SIG_IGN;
}

/// Its status, or nothing where time is up. A signal that ends this program
/// ends git and takes the folder away before.
static std::optional<int> waitFor(pid_t Child, const HeldSignals &Signals,
                                  OwnFolder &Folder) {
  const auto End =
      std::chrono::steady_clock::now() + std::chrono::seconds(SecondsOfGit);
  int Status = 0;
  while (true) {
    if (::waitpid(Child, &Status, WNOHANG) != 0)
      return Status;
    const int Signal = Signals.wait();
    const bool Ends = endsProgram(Signal);
    if (!Ends && std::chrono::steady_clock::now() < End)
      continue;
    ::kill(Child, SIGKILL);
    ::waitpid(Child, &Status, 0);
    if (!Ends)
      return std::nullopt;
    Folder.remove();
    Signals.release();
    ::raise(Signal);
    return Status;
  }
}

/// In `Variables` one that ends with `=` is taken out of the environment.
static Expected<GitResult> git(StringRef Verb, ArrayRef<StringRef> Arguments,
                               std::vector<std::string> Variables,
                               OwnFolder &Folder) {
  ErrorOr<std::string> Program = sys::findProgramByName("git", foldersOfPath());
  if (!Program)
    return createStringError("--diff asks git, and there is no 'git' on PATH");
  std::vector<std::string> Command = {"git"};
  for (StringRef Argument : Arguments)
    Command.push_back(Argument.str());
  // What is missing is not fetched, the index is not written, and no terminal
  // is asked.
  append_range(Variables, ArrayRef<std::string>{
                              "GIT_ALLOW_PROTOCOL=none", "GIT_NO_LAZY_FETCH=1",
                              "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0"});
  std::vector<std::string> Environment = environmentWith(Variables);
  const std::vector<char *> Words = pointersTo(Command),
                            Pairs = pointersTo(Environment);
  const HeldSignals Signals;
  const pid_t Parent = ::getpid(), Child = ::fork();
  if (Child < 0)
    return createStringError("cannot run '" + *Program +
                             "': " + errnoAsErrorCode().message());
  if (Child == 0) {
    Signals.release();
    becomeGit(Parent, *Program, Folder, Words.data(), Pairs.data());
  }
  std::optional<int> Status = waitFor(Child, Signals, Folder);
  if (!Status || !WIFEXITED(*Status))
    return createStringError("'git " + Verb + "' does not end within " +
                             Twine(SecondsOfGit) + " seconds, or crashes");
  return GitResult{WEXITSTATUS(*Status),
                   contentsOf(Folder.file("banklint-output")),
                   contentsOf(Folder.file("banklint-errors"))};
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
static Expected<GitResult> ask(ArrayRef<StringRef> Arguments,
                               OwnFolder &Folder) {
  SmallVector<StringRef, 16> Words = {"-c", "safe.bareRepository=explicit",
                                      "-c", "core.fsmonitor=false"};
  append_range(Words, Arguments);
  return git(Arguments.front(), Words, {}, Folder);
}

static Expected<std::string> lineOf(ArrayRef<StringRef> Arguments,
                                    OwnFolder &Folder) {
  Expected<std::string> Output =
      succeeded(ask(Arguments, Folder), Arguments.front());
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
  mutable OwnFolder Folder;
  /// What of the repository's configuration counts, as arguments of `-c`.
  std::vector<std::string> Settings;

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
  const std::string File = Folder.file(Name);
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
  if (sys::fs::exists(File))
    (void)sys::fs::create_link(File, Folder.file(Name));
}

Error Repository::Private::make(StringRef Real, StringRef ObjectFormat,
                                StringRef Excluded) {
  for (StringRef Name : {"objects", "refs", "info"}) {
    const std::string Below = Folder.file(Name);
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
  auto Of = std::make_unique<Private>();
  if (Error E = Of->Folder.make())
    return std::move(E);
  Expected<GitResult> Top = ask({"rev-parse", "--show-toplevel"}, Of->Folder);
  if (!Top)
    return Top.takeError();
  if (Top->Status != 0 && StringRef(Top->Errors).contains("dubious"))
    return createStringError("--diff needs a git work tree of your own: git " +
                             StringRef(Top->Errors).split('\n').first);
  if (Top->Status != 0)
    return createStringError("--diff needs a git work tree, and '" +
                             realPath(".") + "' is in none");
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
    Expected<std::string> Line = lineOf(Words, Of->Folder);
    if (!Line)
      return Line.takeError();
    *Answer = std::move(*Line);
  }
  // None at all is a failure of git's, and no news.
  Expected<GitResult> Settings =
      ask({"config", "-z", "--get-regexp", SettingsThatCount}, Of->Folder);
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
      ask({"rev-parse", "--verify", "--quiet", "--end-of-options", Commit},
          Of->Folder);
  if (!Result)
    return Result.takeError();
  StringRef Name = StringRef(Result->Output).rtrim('\n');
  if (Result->Status == 0 && all_of(Name, isHexDigit))
    return Name.str();
  return createStringError("unknown git revision '" + Base +
                           "' (in a shallow clone, fetch it first)");
}

Expected<std::string> Repository::output(ArrayRef<StringRef> Arguments) const {
  SmallVector<StringRef, 32> Words = {"-C", Of->Root, "-c",
                                      "core.quotePath=false"};
  for (StringRef Setting : Of->Settings)
    append_range(Words, ArrayRef<StringRef>{"-c", Setting});
  append_range(Words, Arguments);
  return succeeded(
      git(Arguments.front(), Words,
          {("GIT_DIR=" + Of->Folder.path()).str(), "GIT_WORK_TREE=" + Of->Root,
           "GIT_OBJECT_DIRECTORY=" + Of->Objects, "GIT_INDEX_FILE=" + Of->Index,
           "GIT_COMMON_DIR=", "GIT_CONFIG_NOSYSTEM=1",
           "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null",
           "GIT_CONFIG_PARAMETERS=", "GIT_CONFIG_COUNT=", "GIT_ATTR_NOSYSTEM=1",
           "GIT_EXTERNAL_DIFF=", "GIT_NAMESPACE=", "GIT_DIFF_OPTS=",
           "GIT_ATTR_SOURCE="},
          Of->Folder),
      Arguments.front());
}
