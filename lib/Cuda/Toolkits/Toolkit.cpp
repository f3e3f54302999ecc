//===- Toolkit.cpp - Where the CUDA headers come from ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cuda/Toolkit.h"
#include "Files/PathGlobs.h"
#include "Files/Paths.h"
#include "Source/EditedFiles.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include <optional>

using namespace llvm;
using namespace banklint;

/// The value of `#define CUDA_VERSION`, 0 where the text has none.
static unsigned cudaVersionIn(StringRef Text) {
  StringRef Rest = Text.split("#define CUDA_VERSION").second.ltrim(" \t");
  unsigned Version = 0;
  if (Rest.consumeInteger(10, Version))
    return 0;
  return Version;
}

static std::string pathIn(StringRef Folder, const Twine &A,
                          const Twine &B = "") {
  SmallString<128> Path(Folder);
  sys::path::append(Path, A, B);
  return Path.str().str();
}

/// The version that `cuda.h` of an include folder names; nothing without one.
static std::optional<unsigned> versionOfHeaders(StringRef Include) {
  auto Buffer = readFile(pathIn(Include, "cuda.h"), {});
  if (!Buffer)
    return std::nullopt;
  return cudaVersionIn(Buffer->getBuffer());
}

/// A toolkit in one folder: include, and CCCL's headers where they lie apart.
static std::optional<Toolkit> wholeToolkitIn(StringRef Folder) {
  std::string Include = pathIn(Folder, "include");
  std::optional<unsigned> Version = versionOfHeaders(Include);
  if (!Version)
    return std::nullopt;
  Toolkit Found{{Include}, *Version};
  std::string Cccl = pathIn(Include, "cccl");
  if (sys::fs::is_directory(Cccl))
    Found.IncludeFolders.push_back(Cccl);
  return Found;
}

/// A toolkit as PyPI has it. From 13 on its packages fill one folder, `cu13`;
/// before, each has one of its own, and the runtime's comes first.
static std::optional<Toolkit> packagesIn(StringRef Folder) {
  std::vector<std::string> Packages;
  std::error_code EC;
  for (sys::fs::directory_iterator It(Folder, EC), End; It != End && !EC;
       It.increment(EC))
    Packages.push_back(It->path());
  sort(Packages, std::greater<>());
  for (StringRef Package : Packages)
    if (sys::path::filename(Package).starts_with("cu1"))
      if (auto Found = wholeToolkitIn(Package))
        return Found;
  std::optional<Toolkit> Found = wholeToolkitIn(pathIn(Folder, "cuda_runtime"));
  if (!Found)
    return std::nullopt;
  for (StringRef Package : reverse(Packages)) {
    std::string Include = pathIn(Package, "include");
    if (sys::fs::is_directory(Include) &&
        !is_contained(Found->IncludeFolders, Include))
      Found->IncludeFolders.push_back(Include);
  }
  return Found;
}

static std::optional<Toolkit> toolkitIn(StringRef Folder) {
  if (Folder.empty())
    return std::nullopt;
  std::optional<Toolkit> Whole = wholeToolkitIn(Folder);
  StringRef Above = sys::path::parent_path(Folder);
  // A package alone, cuda_runtime say, lacks what lies in those beside it.
  if (Whole && !sys::fs::is_directory(pathIn(Folder, "include", "crt")) &&
      sys::path::filename(Above) == "nvidia")
    return packagesIn(Above);
  if (Whole)
    return Whole;
  if (auto Found = packagesIn(Folder))
    return Found;
  return packagesIn(pathIn(Folder, "nvidia"));
}

static StringRef folderOfPrefix(StringRef Executable) {
  return sys::path::parent_path(sys::path::parent_path(Executable));
}

/// What a wrapper script starts in the end: nvcc prints its own folder as
/// `#$ TOP=` when it is asked what it would run.
static std::optional<Toolkit> askWrapper(StringRef Script) {
  SmallString<128> Output;
  if (sys::fs::createTemporaryFile("banklint-nvcc", "txt", Output))
    return std::nullopt;
  FileRemover Remover(Output);
  std::optional<StringRef> Redirects[] = {StringRef(""), Output.str(),
                                          Output.str()};
  sys::ExecuteAndWait(Script, {Script, "--dryrun", "-v", "banklint.cu"},
                      std::nullopt, Redirects, /*SecondsToWait=*/10);
  auto Buffer = MemoryBuffer::getFile(Output);
  if (!Buffer)
    return std::nullopt;
  StringRef Top = (*Buffer)->getBuffer().split("#$ TOP=").second;
  SmallString<128> Folder(Top.take_until([](char C) { return C == '\n'; }));
  sys::path::remove_dots(Folder, /*remove_dot_dot=*/true);
  return toolkitIn(Folder);
}

static bool isScript(StringRef Path) {
  if (!sys::fs::is_regular_file(Path))
    return false;
  auto Buffer = MemoryBuffer::getFileSlice(Path, 2, 0);
  return Buffer && (*Buffer)->getBuffer() == "#!";
}

static std::optional<Toolkit> toolkitOfNvcc(StringRef Nvcc, Wrappers &Scripts) {
  SmallString<128> Real;
  if (sys::fs::real_path(Nvcc, Real))
    Real = Nvcc;
  if (auto Found = toolkitIn(folderOfPrefix(Real)))
    return Found;
  if (auto Found = toolkitIn(folderOfPrefix(Nvcc)))
    return Found;
  if (!isScript(Real))
    return std::nullopt;
  // Without `..`: this is what matches, and what is run.
  std::string Script = absolutePath(Nvcc);
  if (Scripts.Allowed && Scripts.Allowed->match(Script))
    return askWrapper(Script);
  Scripts.NotAsked.insert(Script);
  return std::nullopt;
}

std::optional<Toolkit> banklint::toolkitOfCompiler(StringRef Nvcc,
                                                   Wrappers &Scripts) {
  if (!sys::path::has_parent_path(Nvcc) || !sys::fs::can_execute(Nvcc))
    return std::nullopt;
  return toolkitOfNvcc(Nvcc, Scripts);
}

static std::optional<Toolkit> toolkitOnPath(Wrappers &Scripts) {
  std::optional<std::string> Path = sys::Process::GetEnv("PATH");
  if (!Path)
    return std::nullopt;
  SmallVector<StringRef, 16> Folders;
  SplitString(*Path, Folders, StringRef(&sys::EnvPathSeparator, 1));
  for (StringRef Folder : Folders) {
    // One that is relative leads into the project.
    if (!sys::path::is_absolute(Folder))
      continue;
    SmallString<128> Nvcc(Folder);
    sys::path::append(Nvcc, "nvcc");
    if (!sys::fs::can_execute(Nvcc))
      continue;
    if (auto Found = toolkitOfNvcc(Nvcc, Scripts))
      return Found;
  }
  return std::nullopt;
}

Expected<std::shared_ptr<const PathGlobs>>
banklint::queriedDrivers(ArrayRef<std::string> Globs) {
  std::vector<PathGlob> All;
  for (const std::string &Glob : Globs) {
    if (!sys::path::is_absolute(Glob))
      return createStringError("'--query-driver=" + Glob +
                               "' names no absolute path: a relative one would "
                               "let a project choose what is run");
    All.push_back({Glob, "", "--query-driver"});
  }
  Expected<PathGlobs> Made = PathGlobs::create(All);
  if (!Made)
    return Made.takeError();
  return std::make_shared<const PathGlobs>(std::move(*Made));
}

Expected<Toolkit> banklint::findToolkit(StringRef Requested,
                                        Wrappers &Scripts) {
  if (Requested == "none")
    return Toolkit();
  if (!Requested.empty()) {
    if (auto Found = toolkitIn(Requested))
      return *Found;
    return createStringError("no CUDA toolkit in '" + Requested +
                             "': it has no readable include/cuda.h");
  }
  if (auto Folder = sys::Process::GetEnv("CUDA_PATH"))
    if (auto Found = toolkitIn(*Folder))
      return *Found;
  if (auto Found = toolkitOnPath(Scripts))
    return *Found;
  if (auto Found = toolkitIn("/usr/local/cuda"))
    return *Found;
  return Toolkit();
}
