//===- BundledHeaders.cpp - The CUDA headers that banklint brings ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cuda/BundledHeaders.h"
#include "llvm/Support/MemoryBuffer.h"

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

StringRef banklint::bundledHeaderFolder() { return "/banklint/cuda/include"; }

IntrusiveRefCntPtr<vfs::FileSystem>
banklint::overlayBundledHeaders(IntrusiveRefCntPtr<vfs::FileSystem> Base) {
  auto Memory = makeIntrusiveRefCnt<vfs::InMemoryFileSystem>();
  for (const BundledHeader &Header : Headers)
    if (!Header.Name.empty())
      Memory->addFile(bundledHeaderFolder() + "/" + Header.Name, 0,
                      MemoryBuffer::getMemBuffer(Header.Text, Header.Name));
  auto Overlay = makeIntrusiveRefCnt<vfs::OverlayFileSystem>(std::move(Base));
  Overlay->pushOverlay(std::move(Memory));
  return Overlay;
}
