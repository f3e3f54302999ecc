//===- BundledHeaders.h - The CUDA headers that banklint brings -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The files of lib/Cuda/Headers are part of the library. They appear to Clang
// as the files of one folder, which exists in memory only.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_CUDA_BUNDLEDHEADERS_H
#define BANKLINT_CUDA_BUNDLEDHEADERS_H

#include "llvm/Support/VirtualFileSystem.h"

namespace banklint {

/// The folder in which the bundled headers appear.
llvm::StringRef bundledHeaderFolder();

/// The file system `Base` with the bundled headers in bundledHeaderFolder().
/// Nothing is copied: the cost is one entry a header.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
overlayBundledHeaders(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Base);

} // namespace banklint

#endif // BANKLINT_CUDA_BUNDLEDHEADERS_H
