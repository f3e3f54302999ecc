//===- CompileCommand.cpp - How a source is parsed ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cuda/CompileCommand.h"
#include "Cuda/BundledHeaders.h"
#include "Cuda/NvccArguments.h"
#include "clang/Basic/Version.h"
#include "clang/Tooling/JSONCompilationDatabase.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace banklint;
using clang::tooling::JSONCompilationDatabase;

/// The newest architecture whose shared memory was measured.
static constexpr StringLiteral MeasuredGpuArch = "sm_90";

/// The newest CUDA_VERSION that Clang knows: a newer toolkit is declared as
/// this one, or every launch fails for want of cudaConfigureCall.
static constexpr unsigned NewestCudaVersionOfClang = 12090;

std::string banklint::resourceFolder(StringRef Executable) {
  for (StringRef Library : {"lib/banklint/clang", "lib/clang"}) {
    SmallString<128> Beside(sys::path::parent_path(Executable));
    sys::path::append(Beside, "..", Library, CLANG_VERSION_MAJOR_STRING);
    if (!Executable.empty() && sys::fs::is_directory(Beside))
      return Beside.str().str();
  }
  return CLANG_RESOURCE_FOLDER;
}

static Expected<std::unique_ptr<JSONCompilationDatabase>>
loadDatabase(StringRef Path) {
  std::string Message;
  auto Loaded = JSONCompilationDatabase::loadFromFile(
      Path, Message, clang::tooling::JSONCommandLineSyntax::AutoDetect);
  if (!Loaded)
    return createStringError("cannot read '" + Path +
                             "': " + StringRef(Message).split('\n').first);
  return std::move(Loaded);
}

/// The compile_commands.json of `File`'s folder or the nearest one above it.
static std::string databaseAbove(StringRef File) {
  SmallString<128> Folder(File);
  if (sys::fs::make_absolute(Folder))
    return "";
  sys::path::remove_dots(Folder, /*remove_dot_dot=*/true);
  while (sys::path::has_parent_path(Folder)) {
    sys::path::remove_filename(Folder);
    SmallString<128> Path(Folder);
    sys::path::append(Path, "compile_commands.json");
    if (sys::fs::exists(Path))
      return Path.str().str();
  }
  return "";
}

Expected<CommandFinder> CommandFinder::create(ParseOptions Options,
                                              StringRef FirstFile) {
  CommandFinder Finder;
  if (!Options.GpuArch.empty() &&
      knownGpuArch(Options.GpuArch) != Options.GpuArch)
    return createStringError("unknown architecture '" + Options.GpuArch +
                             "': --gpu-arch takes sm_NN, for example sm_90");
  Expected<Toolkit> Found = findToolkit(Options.CudaPath);
  if (!Found)
    return Found.takeError();
  Finder.Headers = std::move(*Found);
  std::string Path;
  if (!Options.DatabaseFolder.empty()) {
    SmallString<128> Joined(Options.DatabaseFolder);
    if (sys::path::filename(Joined) != "compile_commands.json")
      sys::path::append(Joined, "compile_commands.json");
    Path = Joined.str().str();
  } else if (!Options.Arguments) {
    Path = databaseAbove(FirstFile);
  }
  if (!Path.empty()) {
    auto Loaded = loadDatabase(Path);
    if (!Loaded)
      return Loaded.takeError();
    Finder.Database = std::move(*Loaded);
  }
  Finder.Options = std::move(Options);
  return Finder;
}

static void addHeaderArguments(const Toolkit &Headers,
                               std::vector<std::string> &Arguments) {
  auto Add = [&](std::initializer_list<StringRef> List) {
    Arguments.insert(Arguments.end(), List.begin(), List.end());
  };
  unsigned Version = NewestCudaVersionOfClang;
  if (Headers.isBundled()) {
    Add({"-nocudainc", "-isystem", bundledHeaderFolder(), "-include",
         "cuda_runtime.h"});
  } else {
    // Before /usr/local/include, which may hold another toolkit's headers.
    SmallString<128> Include(Headers.Folder), Cccl(Headers.Folder);
    sys::path::append(Include, "include");
    sys::path::append(Cccl, "include", "cccl");
    Add({"--cuda-path=" + Headers.Folder, "-isystem", Include, "-include",
         nvccOnlyHeader()});
    if (sys::fs::is_directory(Cccl))
      Add({"-isystem", Cccl});
    if (Headers.CudaVersion)
      Version = std::min(Version, Headers.CudaVersion);
  }
  std::string Sdk = "-target-sdk-version=" + std::to_string(Version / 1000) +
                    "." + std::to_string(Version % 1000 / 10);
  Add({"-nocudalib", "--no-cuda-version-check", "-Xclang", Sdk});
}

/// `First` and then `Second`, which wins.
static ClangArguments follow(ClangArguments First, ClangArguments Second) {
  append_range(First.Arguments, Second.Arguments);
  append_range(First.Ignored, Second.Ignored);
  if (!Second.GpuArch.empty())
    First.GpuArch = std::move(Second.GpuArch);
  if (!Second.CudaPath.empty())
    First.CudaPath = std::move(Second.CudaPath);
  return First;
}

Expected<CompileCommand> CommandFinder::commandFor(StringRef File) {
  if (Options.Arguments)
    return commandFrom(File, *Options.Arguments, "", /*IsDefault=*/false);
  std::vector<clang::tooling::CompileCommand> Commands;
  SmallString<128> Full(File);
  if (Database && !sys::fs::make_absolute(Full)) {
    sys::path::remove_dots(Full, /*remove_dot_dot=*/true);
    Commands = Database->getCompileCommands(Full);
  }
  if (Commands.empty() || Commands.front().CommandLine.empty())
    return commandFrom(File, {}, "", /*IsDefault=*/true);
  return commandOf(File, Commands.front().CommandLine,
                   Commands.front().Directory);
}

Expected<CompileCommand>
CommandFinder::commandOf(StringRef File, ArrayRef<std::string> CommandLine,
                         StringRef Folder) {
  return commandFrom(File, CommandLine.drop_front(), Folder,
                     /*IsDefault=*/false);
}

Expected<CompileCommand>
CommandFinder::commandFrom(StringRef File, ArrayRef<std::string> Arguments,
                           StringRef Folder, bool IsDefault) {
  CompileCommand Result;
  Result.File = File.str();
  auto Translated = translateArguments(Arguments, Folder);
  if (!Translated)
    return Translated.takeError();
  ClangArguments User = std::move(*Translated);
  auto Extra = translateArguments(Options.ExtraArguments, Options.ExtraFolder);
  if (!Extra)
    return Extra.takeError();
  User = Options.Arguments ? follow(std::move(*Extra), std::move(User))
                           : follow(std::move(User), std::move(*Extra));
  for (const std::string &Argument : User.Ignored)
    if (Warned.insert(Argument).second)
      errs() << "banklint: warning: ignoring unknown compiler argument '"
             << Argument << "'\n";

  Toolkit Used = Headers;
  if (Options.CudaPath.empty() && !User.CudaPath.empty()) {
    Expected<Toolkit> Found = findToolkit(User.CudaPath);
    if (!Found)
      return Found.takeError();
    Used = std::move(*Found);
  }
  Result.UsesBundledHeaders = Used.isBundled();

  std::string Arch = Options.GpuArch;
  if (Arch.empty())
    Arch = knownGpuArch(User.GpuArch);
  if (Arch.empty())
    Arch = MeasuredGpuArch.str();

  std::vector<std::string> &Out = Result.Arguments;
  Out = {"clang++",
         "-fsyntax-only",
         "--cuda-device-only",
         "--cuda-gpu-arch=" + Arch,
         "-std=c++17",
         "-w",
         "-ferror-limit=0",
         "-resource-dir=" + resourceFolder(Options.Executable)};
  addHeaderArguments(Used, Out);
  if (IsDefault) {
    StringRef Folder = sys::path::parent_path(File);
    Out.push_back(("-I" + (Folder.empty() ? "." : Folder)).str());
  }
  Out.insert(Out.end(), User.Arguments.begin(), User.Arguments.end());
  Out.insert(Out.end(), {"-x", "cuda", File.str()});
  return Result;
}
