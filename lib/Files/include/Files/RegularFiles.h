//===- RegularFiles.h - What a parse may open -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FILES_REGULARFILES_H
#define BANKLINT_FILES_REGULARFILES_H

#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace banklint {

/// The files on the disk, for Clang, which reads whatever a source includes:
/// what is neither a regular file nor /dev/null is not opened ("Operation not
/// supported"), nor is one larger than `MaxFileBytes` ("File too large"). Files
/// are read, not mapped: one that is cut off meanwhile ends no program. Where
/// the working folder has been removed, "/" stands for it.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> regularFiles();

} // namespace banklint

#endif // BANKLINT_FILES_REGULARFILES_H
