//===- BundledHeaders.cpp - The CUDA headers that banklint brings ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cuda/BundledHeaders.h"
#include "Files/WholeFile.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace {
struct BundledHeader {
  StringLiteral Name;
  StringLiteral Text;
};
} // namespace

static constexpr BundledHeader Headers[] = {
#include "BundledHeaders.inc"
    {"", ""}};

static constexpr BundledHeader NvccOnly[] = {
#include "NvccOnly.inc"
};

/// The bundled header that serves beside a toolkit's as well.
static constexpr StringRef NvccAtomics = "nvcc_atomics.h";

/// Behind it is what exists in memory only.
static constexpr StringLiteral MemoryRoot = "/banklint/";

StringRef banklint::bundledHeaderFolder() { return "/banklint/cuda"; }

StringRef banklint::nvccOnlyHeader() { return "/banklint/nvcc/NvccOnly.h"; }

StringRef banklint::standInFolder() { return "/banklint/stand-in"; }

bool banklint::isInMemory(StringRef Path) {
  return Path.starts_with(MemoryRoot);
}

/// Calls `Take` with the path and the text of every header.
static void
forEachHeader(bool HasBundled,
              function_ref<void(const Twine &Path, StringRef Text)> Take) {
  Take(banklint::nvccOnlyHeader(), NvccOnly[0].Text);
  Take(banklint::standInFolder() + "/curand_mtgp32_kernel.h", "");
  for (const BundledHeader &Header : Headers) {
    if (Header.Name == NvccAtomics) // beside the header that includes it
      Take(sys::path::parent_path(banklint::nvccOnlyHeader()) + "/" +
               NvccAtomics,
           Header.Text);
    if (HasBundled && !Header.Name.empty())
      Take(banklint::bundledHeaderFolder() + "/" + Header.Name, Header.Text);
  }
}

IntrusiveRefCntPtr<vfs::FileSystem>
banklint::overlayHeaders(IntrusiveRefCntPtr<vfs::FileSystem> Base,
                         bool HasBundled) {
  auto Memory = makeIntrusiveRefCnt<vfs::InMemoryFileSystem>();
  forEachHeader(HasBundled, [&](const Twine &Path, StringRef Text) {
    Memory->addFile(Path, 0, MemoryBuffer::getMemBuffer(Text));
  });
  auto Overlay = makeIntrusiveRefCnt<vfs::OverlayFileSystem>(std::move(Base));
  Overlay->pushOverlay(std::move(Memory));
  return Overlay;
}

std::string banklint::pathOnDisk(StringRef Path, StringRef Folder) {
  if (!Path.consume_front(MemoryRoot))
    return Path.str();
  SmallString<128> OnDisk(Folder);
  sys::path::append(OnDisk, Path);
  return OnDisk.str().str();
}

Error banklint::writeHeaders(StringRef Folder, bool HasBundled) {
  Error Failed = Error::success();
  forEachHeader(HasBundled, [&](const Twine &Path, StringRef Text) {
    if (!Failed)
      Failed = writeWholeFile(pathOnDisk(Path.str(), Folder), Text);
  });
  return Failed;
}
