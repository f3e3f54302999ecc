//===- EditedFiles.cpp - Contents that are not on the disk ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Source/EditedFiles.h"
#include "Files/ReadFile.h"
#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <memory>
#include <utility>

using namespace llvm;
using namespace banklint;

IntrusiveRefCntPtr<vfs::FileSystem>
banklint::overlayFiles(IntrusiveRefCntPtr<vfs::FileSystem> Base,
                       const EditedFiles &Edited) {
  if (Edited.empty())
    return Base;
  auto Memory = makeIntrusiveRefCnt<vfs::InMemoryFileSystem>();
  if (auto Here = Base->getCurrentWorkingDirectory())
    (void)Memory->setCurrentWorkingDirectory(*Here); // never fails
  for (const auto &[Name, Text] : Edited)
    Memory->addFile(Name, 0, MemoryBuffer::getMemBuffer(Text));
  auto Overlay = makeIntrusiveRefCnt<vfs::OverlayFileSystem>(std::move(Base));
  Overlay->pushOverlay(std::move(Memory));
  return Overlay;
}

std::unique_ptr<MemoryBuffer> banklint::readFile(StringRef File,
                                                 const EditedFiles &Edited) {
  if (auto Known = Edited.find(File.str()); Known != Edited.end())
    return MemoryBuffer::getMemBuffer(Known->second);
  auto Buffer = readRegularFile(File);
  if (Buffer)
    return std::move(*Buffer);
  consumeError(Buffer.takeError());
  return nullptr;
}
