//===- PrecompiledHeaders.cpp - Headers that are parsed once --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cuda/PrecompiledHeaders.h"
#include "Files/Paths.h"
#include "Files/PrivateFolder.h"
#include "Files/ReadFile.h"
#include "Files/WholeFile.h"
#include "Toolkits/LeadingIncludes.h"
#include "Toolkits/PrecompiledHeader.h"
#include "clang/Basic/Version.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Object/BuildID.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/CachePruning.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/LockFileManager.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/xxhash.h"
#include <atomic>
#include <chrono>
#include <fcntl.h>
#include <sys/stat.h>
#include <utility>

using namespace banklint;
using namespace llvm;

/// How long one waits for what another makes: CUTLASS's headers take some 5 s.
static constexpr std::chrono::seconds LongestWait(60);

/// How many stay in memory while no parse uses them: sources of a project
/// differ in what they begin with, and come in the order of their names.
static constexpr size_t KeptInMemory = 4;

/// More than any tree has.
static constexpr uint64_t LargestFileBytes = uint64_t(1) << 30;

/// What is known under one key. Nothing is made twice at a time by one program.
struct PrecompiledHeaders::Slot {
  std::mutex Busy;
  std::weak_ptr<const PrecompiledHeader> Known;
  std::atomic<bool> IsUseless = false; ///< Clang crashed, or could not load it
};

/// What tells one build of the program from another: the linker's mark, or the
/// file's size and time.
static std::string buildOf(StringRef Executable) {
  if (auto Binary = object::ObjectFile::createObjectFile(Executable)) {
    object::BuildIDRef Mark = object::getBuildID(Binary->getBinary());
    if (!Mark.empty())
      return toHex(Mark);
  } else {
    consumeError(Binary.takeError());
  }
  sys::fs::file_status Status;
  if (sys::fs::status(Executable, Status))
    return "";
  return utostr(Status.getSize()) + "-" +
         utostr(Status.getLastModificationTime().time_since_epoch().count());
}

/// The parts of a key, with ends that no part contains.
static void addPart(std::string &Key, StringRef Part) {
  Key += Part;
  Key += '\0';
}

PrecompiledHeaders::PrecompiledHeaders(Options GivenOptions)
    : Given(std::move(GivenOptions)) {
  addPart(Program, BANKLINT_VERSION);
  addPart(Program, clang::getClangFullVersion());
  addPart(Program, buildOf(Given.Executable));
}

PrecompiledHeaders::~PrecompiledHeaders() = default;

Expected<std::unique_ptr<PrecompiledHeaders>>
PrecompiledHeaders::open(Options Given) {
  if (makePrivateFolder(Given.Folder))
    return nullptr;
  if (Error E = checkPrivateFolder(Given.Folder))
    return createStringError("parsed headers are not kept in '" +
                             shownPath(Given.Folder) +
                             "': " + toString(std::move(E)));
  return std::make_unique<PrecompiledHeaders>(std::move(Given));
}

/// Not by what LLVM calls the user's cache folder: without HOME it asks for the
/// user's entry, which a static program cannot read everywhere.
std::optional<std::string> PrecompiledHeaders::defaultFolder() {
  auto FolderOf = [](const char *Variable) {
    std::optional<std::string> Value = sys::Process::GetEnv(Variable);
    return SmallString<128>(Value && sys::path::is_absolute(*Value) ? *Value
                                                                    : "");
  };
  SmallString<128> Folder = FolderOf("XDG_CACHE_HOME");
  if (Folder.empty()) {
    Folder = FolderOf("HOME");
    // One that is not there stands for none, as /nonexistent of a service does.
    if (Folder.empty() || !sys::fs::is_directory(Folder))
      return std::nullopt;
    sys::path::append(Folder, ".cache");
  }
  sys::path::append(Folder, "banklint", "headers");
  return Folder.str().str();
}

/// `pruneCache` removes files of this name only.
std::string PrecompiledHeaders::pathOf(StringRef Key) const {
  SmallString<128> Path(Given.Folder);
  sys::path::append(Path, "llvmcache-" + Key);
  return Path.str().str();
}

/// All that Clang's frontend is told, but for what the name of the source makes
/// of it.
static std::string optionsOf(const clang::CompilerInvocation &Invocation) {
  clang::CompilerInvocation Own(Invocation);
  Own.getFrontendOpts().Inputs.clear();
  Own.getLangOpts().CUID.clear();
  Own.getCodeGenOpts().MainFileName.clear();
  Own.getCodeGenOpts().DebugCompilationDir.clear();
  Own.getCodeGenOpts().CoverageCompilationDir.clear();
  std::string Text;
  for (StringRef Argument : Own.getCC1CommandLine())
    addPart(Text, Argument);
  return Text;
}

/// The text of includes: one on each line.
static std::string textOf(ArrayRef<LeadingInclude> Includes) {
  std::string Text;
  for (const LeadingInclude &Include : Includes)
    if (Include.EndBytes)
      Text += "#include " + Include.Name + "\n";
  return Text;
}

std::shared_ptr<const PrecompiledHeader>
PrecompiledHeaders::use(const CompileCommand &Command,
                        clang::CompilerInvocation &Invocation,
                        IntrusiveRefCntPtr<vfs::FileSystem> &Files) {
  // Other files than the source are edited while nobody wants to wait.
  const bool IsEdited = any_of(Command.EditedFiles, [&](const auto &File) {
    return File.first != Command.File;
  });
  if (IsEdited || !Invocation.getPreprocessorOpts().MacroIncludes.empty())
    return nullptr;
  const std::vector<LeadingInclude> All =
      leadingSystemIncludes(Invocation, Files);
  const std::string Options = optionsOf(Invocation);
  ArrayRef<LeadingInclude> Includes = All;
  while (!Includes.empty()) {
    const std::string Text = textOf(Includes);
    const unsigned ImplicitIncludes =
        count_if(Includes, [](const LeadingInclude &I) { return !I.EndBytes; });
    std::string Key = Program;
    addPart(Key, Options);
    addPart(Key, utostr(ImplicitIncludes));
    addPart(Key, Text);
    const XXH128_hash_t Hash = xxh3_128bits(arrayRefFromStringRef(Key));
    auto Found = find(utohexstr(Hash.high64, /*LowerCase=*/true, /*Width=*/16) +
                          utohexstr(Hash.low64, /*LowerCase=*/true,
                                    /*Width=*/16),
                      Invocation, Files, Text, ImplicitIncludes);
    if (!Found)
      return nullptr;
    if (!Found->Fewer) {
      load(*Found, Text, Includes.back().EndBytes, Invocation, Files);
      return Found;
    }
    if (*Found->Fewer >= Includes.size())
      return nullptr; // no file that we wrote
    Includes = Includes.take_front(*Found->Fewer);
  }
  return nullptr;
}

/// What a file holds, if it is one of ours.
static std::shared_ptr<const PrecompiledHeader> read(StringRef Key,
                                                     const std::string &Path) {
  auto Contents = readOwnFile(Path, LargestFileBytes);
  if (!Contents) {
    consumeError(Contents.takeError());
    return nullptr;
  }
  std::optional<PrecompiledHeader> Restored =
      restoreHeader(std::move(*Contents));
  if (!Restored)
    return nullptr;
  Restored->Key = Key.str();
  return std::make_shared<PrecompiledHeader>(std::move(*Restored));
}

/// The same, if nothing has changed since it was written.
static std::shared_ptr<const PrecompiledHeader>
readCurrent(StringRef Key, const std::string &Path, vfs::FileSystem &Files) {
  auto Found = read(Key, Path);
  return Found && isCurrent(*Found, Files) ? Found : nullptr;
}

/// Notes that a file was used: what was used last is kept longest.
static void touch(const std::string &Path) {
  (void)::utimensat(AT_FDCWD, Path.c_str(), /*times=*/nullptr,
                    AT_SYMLINK_NOFOLLOW);
}

PrecompiledHeaders::Slot &PrecompiledHeaders::slotOf(StringRef Key) {
  std::lock_guard<std::mutex> Guard(Lock);
  std::unique_ptr<Slot> &Known = Slots[Key];
  if (!Known)
    Known = std::make_unique<Slot>();
  return *Known;
}

void PrecompiledHeaders::keep(std::shared_ptr<const PrecompiledHeader> Header) {
  std::lock_guard<std::mutex> Guard(Lock);
  Recent.push_back(std::move(Header));
  if (Recent.size() > KeptInMemory)
    Recent.pop_front();
}

std::shared_ptr<const PrecompiledHeader>
PrecompiledHeaders::find(const std::string &Key,
                         const clang::CompilerInvocation &Invocation,
                         IntrusiveRefCntPtr<vfs::FileSystem> Files,
                         StringRef Text, unsigned ImplicitIncludes) {
  Slot &Mine = slotOf(Key);
  std::lock_guard<std::mutex> Guard(Mine.Busy);
  if (Mine.IsUseless)
    return nullptr;
  if (auto Known = Mine.Known.lock())
    return Known;
  const std::string Path = pathOf(Key);
  std::shared_ptr<const PrecompiledHeader> Found =
      readCurrent(Key, Path, *Files);
  if (Found) {
    touch(Path);
  } else {
    const bool HasCrashed = !CrashRecoveryContext().RunSafely([&] {
      Found = make(
          Key,
          [&] { return precompile(Invocation, Files, Text, ImplicitIncludes); },
          *Files);
    });
    if (HasCrashed)
      Mine.IsUseless = true;
  }
  if (Found) {
    Mine.Known = Found;
    keep(Found);
  }
  return Found;
}

std::shared_ptr<const PrecompiledHeader>
PrecompiledHeaders::make(StringRef Key,
                         function_ref<PrecompiledHeader()> Precompile,
                         vfs::FileSystem &Files) {
  if (sys::fs::access(Given.Folder, sys::fs::AccessMode::Write))
    return nullptr;
  const std::string Path = pathOf(Key);
  LockFileManager Making(Path);
  Expected<bool> IsMine = Making.tryLock();
  if (!IsMine) {
    consumeError(IsMine.takeError());
    return nullptr;
  }
  if (!*IsMine)
    (void)Making.waitForUnlockFor(LongestWait);
  // Another may have made it by now.
  if (auto Found = readCurrent(Key, Path, Files))
    return Found;
  PrecompiledHeader Made = Precompile();
  Made.Key = Key.str();
  if (Error E = replaceFile(Path, archiveHeader(Made))) {
    consumeError(std::move(E));
    return std::make_shared<PrecompiledHeader>(std::move(Made));
  }
  // Pages of the file can be taken back, and the memory of the tree cannot.
  Made.Storage.reset();
  auto Written = read(Key, Path);
  CachePruningPolicy Policy;
  Policy.Interval = std::chrono::seconds(0);
  Policy.MaxSizeBytes = Given.LargestBytes;
  pruneCache(Given.Folder, Policy);
  return Written;
}

void PrecompiledHeaders::discard(const PrecompiledHeader &Header) {
  slotOf(Header.Key).IsUseless = true;
  (void)sys::fs::remove(pathOf(Header.Key));
}
