//===- Toolkit.cpp - Where the CUDA headers come from ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cuda/Toolkit.h"
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

static std::optional<Toolkit> toolkitIn(StringRef Folder) {
  if (Folder.empty())
    return std::nullopt;
  SmallString<128> Header(Folder);
  sys::path::append(Header, "include", "cuda.h");
  auto Buffer = MemoryBuffer::getFile(Header);
  if (!Buffer)
    return std::nullopt;
  return Toolkit{Folder.str(), cudaVersionIn((*Buffer)->getBuffer())};
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
  auto Buffer = MemoryBuffer::getFileSlice(Path, 2, 0);
  return Buffer && (*Buffer)->getBuffer() == "#!";
}

static std::optional<Toolkit> toolkitOfNvcc(StringRef Nvcc) {
  SmallString<128> Real;
  if (sys::fs::real_path(Nvcc, Real))
    Real = Nvcc;
  if (auto Found = toolkitIn(folderOfPrefix(Real)))
    return Found;
  if (auto Found = toolkitIn(folderOfPrefix(Nvcc)))
    return Found;
  return isScript(Real) ? askWrapper(Nvcc) : std::nullopt;
}

static std::optional<Toolkit> toolkitOnPath() {
  std::optional<std::string> Path = sys::Process::GetEnv("PATH");
  if (!Path)
    return std::nullopt;
  SmallVector<StringRef, 16> Folders;
  SplitString(*Path, Folders, StringRef(&sys::EnvPathSeparator, 1));
  for (StringRef Folder : Folders) {
    SmallString<128> Nvcc(Folder);
    sys::path::append(Nvcc, "nvcc");
    if (!sys::fs::can_execute(Nvcc))
      continue;
    if (auto Found = toolkitOfNvcc(Nvcc))
      return Found;
  }
  return std::nullopt;
}

Expected<Toolkit> banklint::findToolkit(StringRef Requested) {
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
  if (auto Found = toolkitOnPath())
    return *Found;
  if (auto Found = toolkitIn("/usr/local/cuda"))
    return *Found;
  return Toolkit();
}
