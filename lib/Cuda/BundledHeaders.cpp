//===- BundledHeaders.cpp - The CUDA headers that banklint brings ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cuda/BundledHeaders.h"
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

StringRef banklint::bundledHeaderFolder() { return "/banklint/cuda/include"; }

StringRef banklint::nvccOnlyHeader() { return "/banklint/nvcc/NvccOnly.h"; }

StringRef banklint::standInFolder() { return "/banklint/stand-in"; }

bool banklint::isInMemory(StringRef Path) {
  return Path.starts_with("/banklint/");
}

IntrusiveRefCntPtr<vfs::FileSystem>
banklint::overlayHeaders(IntrusiveRefCntPtr<vfs::FileSystem> Base,
                         bool HasBundled) {
  auto Memory = makeIntrusiveRefCnt<vfs::InMemoryFileSystem>();
  auto Add = [&](const Twine &Path, StringRef Text) {
    Memory->addFile(Path, 0, MemoryBuffer::getMemBuffer(Text));
  };
  Add(nvccOnlyHeader(), NvccOnly[0].Text);
  for (const BundledHeader &Header : Headers)
    if (Header.Name == NvccAtomics) // beside the header that includes it
      Add(sys::path::parent_path(nvccOnlyHeader()) + "/" + NvccAtomics,
          Header.Text);
  Add(standInFolder() + "/curand_mtgp32_kernel.h", "");
  if (HasBundled)
    for (const BundledHeader &Header : Headers)
      if (!Header.Name.empty())
        Add(bundledHeaderFolder() + "/" + Header.Name, Header.Text);
  auto Overlay = makeIntrusiveRefCnt<vfs::OverlayFileSystem>(std::move(Base));
  Overlay->pushOverlay(std::move(Memory));
  return Overlay;
}
