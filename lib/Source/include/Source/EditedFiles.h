//===- EditedFiles.h - Contents that are not on the disk --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_SOURCE_EDITEDFILES_H
#define BANKLINT_SOURCE_EDITEDFILES_H

#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <map>
#include <memory>
#include <string>

namespace banklint {

/// Contents by name, in place of those on the disk, where the file may be older
/// or missing: standard input, or a fix that is tried.
using EditedFiles = std::map<std::string, std::string>;

/// The files of `Base`, with the edited ones laid over them.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
overlayFiles(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Base,
             const EditedFiles &Edited);

/// What the file of this very name holds: edited, or else on the disk. Null
/// where it cannot be read. The buffer may refer to `Edited`.
std::unique_ptr<llvm::MemoryBuffer> readFile(llvm::StringRef File,
                                             const EditedFiles &Edited);

} // namespace banklint

#endif // BANKLINT_SOURCE_EDITEDFILES_H
