//===- CompileCommand.cpp - How a source is parsed ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cuda/CompileCommand.h"
#include "Cuda/BundledHeaders.h"
#include "Cuda/NvccArguments.h"
#include "Files/Shown.h"
#include "clang/Basic/Version.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace banklint;

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

Expected<std::shared_ptr<const Database>>
banklint::findDatabase(const ParseOptions &Options, StringRef Place) {
  std::string Path;
  if (!Options.DatabaseFolder.empty()) {
    SmallString<128> Joined(Options.DatabaseFolder);
    if (sys::path::filename(Joined) != "compile_commands.json")
      sys::path::append(Joined, "compile_commands.json");
    Path = Joined.str().str();
  } else if (!Options.Arguments) {
    Path = Database::findAbove(Place);
  }
  if (Path.empty())
    return std::make_shared<const Database>();
  Expected<Database> Loaded = Database::load(Path);
  if (!Loaded)
    return Loaded.takeError();
  return std::make_shared<const Database>(std::move(*Loaded));
}

/// Fails for what compiler arguments name as an architecture and is none. One
/// that Clang does not know may be of a newer nvcc, as "sm_100f" is.
static Error checkGpuArch(const std::string &GpuArch) {
  if (GpuArch.empty() || !knownGpuArch(GpuArch).empty())
    return Error::success();
  return createStringError("unknown architecture '" + GpuArch +
                           "' in the compiler arguments");
}

Expected<CommandFinder>
CommandFinder::create(ParseOptions Options,
                      std::shared_ptr<const Database> Commands) {
  CommandFinder Finder;
  if (!Options.GpuArch.empty() &&
      knownGpuArch(Options.GpuArch) != Options.GpuArch)
    return createStringError("unknown architecture '" + Options.GpuArch +
                             "': --gpu-arch takes sm_NN, for example sm_90");
  auto Queried = queriedDrivers(Options.QueriedDrivers);
  if (!Queried)
    return Queried.takeError();
  Finder.Scripts.Allowed = std::move(*Queried);
  Expected<Toolkit> Found = findToolkit(Options.CudaPath, Finder.Scripts);
  if (!Found)
    return Found.takeError();
  // What nobody looked behind matters where nothing else is found.
  if (!Found->isBundled())
    Finder.Scripts.NotAsked.clear();
  Finder.Headers = std::move(*Found);
  auto Extra = translateArguments(Options.ExtraArguments, Options.ExtraFolder,
                                  styleOf(Options.ExtraArguments));
  if (!Extra)
    return Extra.takeError();
  if (Error E = checkGpuArch(Extra->GpuArch))
    return std::move(E);
  Finder.Extra = std::move(*Extra);
  Finder.Commands = std::move(Commands);
  Finder.Options = std::move(Options);
  return Finder;
}

/// Sources ask for the version of nvcc before they compile what an old one
/// cannot, and find nothing with Clang. It is the toolkit's, but for the build.
static void addNvccVersion(unsigned CudaVersion,
                           std::vector<std::string> &Arguments) {
  for (auto [Part, Number] :
       {std::pair("MAJOR", CudaVersion / 1000),
        std::pair("MINOR", CudaVersion % 1000 / 10), std::pair("BUILD", 0u)})
    Arguments.push_back("-D__CUDACC_VER_" + std::string(Part) +
                        "__=" + std::to_string(Number));
}

static void addHeaderArguments(const Toolkit &Headers, CompilerStyle Style,
                               std::vector<std::string> &Arguments) {
  auto Add = [&](std::initializer_list<StringRef> List) {
    Arguments.insert(Arguments.end(), List.begin(), List.end());
  };
  // Whether `__host__ __device__`, or a whole kernel, is compiled hangs on it
  // in sources that know nvcc and other compilers. What a build compiles by
  // Clang does not have it there either.
  if (Style == CompilerStyle::Nvcc)
    Add({"-D__NVCC__"});
  unsigned Version = NewestCudaVersionOfClang;
  if (Headers.isBundled()) {
    Add({"-nocudainc", "-isystem", bundledHeaderFolder(), "-include",
         "cuda_runtime.h"});
  } else {
    // Before /usr/local/include, which may hold another toolkit's headers. What
    // `--cuda-path` would add is named: Python packages are no toolkit to it.
    Add({"-nocudainc"});
    for (StringRef Folder : Headers.IncludeFolders)
      Add({"-isystem", Folder});
    Add({"-idirafter", standInFolder(), "-include",
         "__clang_cuda_runtime_wrapper.h", "-include", nvccOnlyHeader()});
    // Clang has the functions that cooperative groups ask for: nvcc's groups of
    // a cluster are there.
    Add({"-D_CG_CLUSTER_INTRINSICS_AVAILABLE"});
    if (Headers.CudaVersion) {
      addNvccVersion(Headers.CudaVersion, Arguments);
      Version = std::min(Version, Headers.CudaVersion);
    }
  }
  std::string Sdk = "-target-sdk-version=" + std::to_string(Version / 1000) +
                    "." + std::to_string(Version % 1000 / 10);
  Add({"-nocudalib", "--no-cuda-version-check", "-Xclang", Sdk});
}

/// `First` and then `Second`, which wins.
static ClangArguments follow(ClangArguments First, ClangArguments Second) {
  append_range(First.Arguments, Second.Arguments);
  append_range(First.Ignored, Second.Ignored);
  append_range(First.Refused, Second.Refused);
  append_range(First.Inputs, Second.Inputs);
  if (!Second.GpuArch.empty())
    First.GpuArch = std::move(Second.GpuArch);
  if (!Second.CudaPath.empty())
    First.CudaPath = std::move(Second.CudaPath);
  if (!Second.Language.empty())
    First.Language = std::move(Second.Language);
  First.IsRelocatable |= Second.IsRelocatable;
  First.MakesCode &= Second.MakesCode;
  return First;
}

/// Where the arguments of a source come from.
struct CommandFinder::Origin {
  ArrayRef<std::string> Words;
  StringRef Folder;
  CompilerCall Call;
  bool IsDefault = false;
};

std::vector<CommandFinder::Origin>
CommandFinder::originsOf(StringRef File) const {
  if (Options.Arguments) {
    CompilerCall Call{"", 0, styleOf(*Options.Arguments)};
    return {{*Options.Arguments, "", std::move(Call)}};
  }
  std::vector<Origin> Result;
  auto Add = [&](const DatabaseEntry &Entry) {
    Result.push_back(
        {Entry.CommandLine, Entry.Folder, findCompiler(Entry.CommandLine)});
  };
  for (const DatabaseEntry &Entry : Commands->entriesOf(File))
    Add(Entry);
  if (Result.empty())
    if (const DatabaseEntry *Nearest = Commands->nearestTo(File))
      Add(*Nearest);
  if (Result.empty())
    Result.push_back({{}, "", {"", 0}, /*IsDefault=*/true});
  return Result;
}

static Expected<ClangArguments> translateCall(ArrayRef<std::string> Words,
                                              StringRef Folder,
                                              const CompilerCall &Call) {
  Words = Words.drop_front(Call.FirstArgument);
  bool IsNvcc = Call.Style == CompilerStyle::Nvcc;
  return translateArguments(IsNvcc ? withNvccEnvironment(Words) : Words.vec(),
                            Folder, Call.Style);
}

Expected<ClangArguments> CommandFinder::translate(const Origin &From) {
  Expected<ClangArguments> Own =
      From.IsDefault ? ClangArguments()
                     : translateCall(From.Words, From.Folder, From.Call);
  if (!Own)
    return Own.takeError();
  ClangArguments User = Options.Arguments ? follow(Extra, std::move(*Own))
                                          : follow(std::move(*Own), Extra);
  for (const std::string &Argument : User.Ignored)
    if (Warned.insert(Argument).second)
      StderrLine() << "warning: ignoring unknown compiler argument '"
                   << Argument << "'";
  remark(User);
  return User;
}

void CommandFinder::remark(const ClangArguments &User) {
  const std::vector<std::string> &Refused = User.Refused;
  if (Refused.empty() || Options.IsQuiet ||
      std::exchange(HasRemarkedRefused, true))
    return;
  StderrLine Line;
  Line << "remark: compiler argument '" << Refused.front() << "'";
  if (Refused.size() > 1)
    Line << " and " << Refused.size() - 1
         << " more are left out: none of them is";
  else
    Line << " is left out: it is not";
  Line << " known to change only what the source means";
}

/// Says of each script once that it was not asked.
void CommandFinder::remarkScripts() {
  for (const std::string &Script : std::exchange(Scripts.NotAsked, {}))
    if (!Options.IsQuiet && Warned.insert(Script).second)
      StderrLine() << "remark: '" << Script
                   << "' is a script, and is not run to ask for its CUDA "
                      "toolkit; --query-driver="
                   << Script << " allows it, --cuda-path=DIR names the toolkit";
}

/// What the user says comes first, then what the compiler of the source says.
Expected<Toolkit> CommandFinder::headersFor(const Origin &From,
                                            const ClangArguments &User) {
  if (!Options.CudaPath.empty())
    return Headers;
  if (!User.CudaPath.empty())
    return findToolkit(User.CudaPath, Scripts);
  if (From.Call.Style != CompilerStyle::Nvcc || From.Call.Compiler.empty())
    return Headers;
  auto [Known, IsNew] = ToolkitsOfCompilers.try_emplace(From.Call.Compiler);
  if (IsNew)
    Known->second = toolkitOfCompiler(From.Call.Compiler, Scripts);
  return Known->second.value_or(Headers);
}

Expected<CompileCommand> CommandFinder::commandFrom(StringRef File,
                                                    const Origin &From) {
  Expected<ClangArguments> User = translate(From);
  if (!User)
    return User.takeError();
  // What a build says does not end the run.
  if (Options.Arguments)
    if (Error E = checkGpuArch(User->GpuArch))
      return std::move(E);
  Expected<Toolkit> Used = headersFor(From, *User);
  remarkScripts();
  if (!Used)
    return Used.takeError();
  CompileCommand Result;
  Result.File = File.str();
  Result.UsesBundledHeaders = Used->isBundled();

  std::string Arch = Options.GpuArch;
  if (Arch.empty())
    Arch = knownGpuArch(User->GpuArch);
  if (Arch.empty())
    Arch = MeasuredGpuArch.str();

  Result.GpuArch = Arch;
  if (Options.GpuArch.empty() && Arch != User->GpuArch)
    Result.UnknownGpuArch = User->GpuArch;

  std::vector<std::string> &Out = Result.Arguments;
  Out = {"clang++", "-fsyntax-only", "--cuda-device-only",
         "--cuda-gpu-arch=" + Arch, "-std=c++17", "-w", "-ferror-limit=0",
         // Only with it may a kernel launch another. That it does is not known
         // to the compiler of a file that stands alone, but to who links it:
         // what flags say of it does not matter.
         "-fgpu-rdc", "-resource-dir=" + resourceFolder(Options.Executable)};
  addHeaderArguments(*Used, From.Call.Style, Out);
  if (From.IsDefault) {
    StringRef Folder = sys::path::parent_path(File);
    Out.push_back(("-I" + (Folder.empty() ? "." : Folder)).str());
  }
  append_range(Out, User->Arguments);
  if (!User->IsRelocatable)
    Out.push_back("-U__CLANG_RDC__");
  Out.insert(Out.end(), {"-x", "cuda", File.str()});
  return Result;
}

bool CompileCommand::addFolder(StringRef Folder, bool OnlyQuoted) {
  const std::string Argument = ((OnlyQuoted ? "-iquote" : "-I") + Folder).str();
  if (is_contained(Arguments, Argument))
    return false;
  constexpr int Input = 3; // "-x", "cuda" and the file
  Arguments.insert(Arguments.end() - Input, Argument);
  return true;
}

Expected<std::vector<CompileCommand>>
CommandFinder::commandsFor(StringRef File) {
  std::vector<CompileCommand> Result;
  for (const Origin &From : originsOf(File)) {
    Expected<CompileCommand> Command = commandFrom(File, From);
    if (!Command)
      return Command.takeError();
    if (none_of(Result, [&](const CompileCommand &Known) {
          return Known.Arguments == Command->Arguments;
        }))
      Result.push_back(std::move(*Command));
  }
  return Result;
}

Expected<CompileCommand>
CommandFinder::commandOfCall(StringRef File, ArrayRef<std::string> CommandLine,
                             StringRef Folder) {
  return commandFrom(File, {CommandLine, Folder, findCompiler(CommandLine)});
}

Expected<std::vector<std::string>>
banklint::sourcesOfCall(ArrayRef<std::string> CommandLine) {
  Expected<ClangArguments> Arguments =
      translateCall(CommandLine, "", findCompiler(CommandLine));
  if (!Arguments)
    return Arguments.takeError();
  std::vector<std::string> Sources;
  if (Arguments->MakesCode)
    copy_if(Arguments->Inputs, std::back_inserter(Sources),
            [&](StringRef Input) { return Arguments->isCuda(Input); });
  return Sources;
}
