//===- BundledHeaders.h - The CUDA headers that banklint brings -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The files of lib/Cuda/Headers are part of the library. They appear to Clang
// as the files of one folder, which exists in memory only; so does NvccOnly.h,
// which serves in their place where a toolkit is used.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_CUDA_BUNDLEDHEADERS_H
#define BANKLINT_CUDA_BUNDLEDHEADERS_H

#include "llvm/Support/Error.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace banklint {

/// The folder in which the bundled headers appear.
llvm::StringRef bundledHeaderFolder();

/// The header that goes before each source parsed with a toolkit's headers.
llvm::StringRef nvccOnlyHeader();

/// The folder of empty headers, to be searched last: those that Clang's wrapper
/// around a toolkit insists on although they are packages of their own.
llvm::StringRef standInFolder();

/// True for the files of all these, which are on no disk.
bool isInMemory(llvm::StringRef Path);

/// The file system `Base` with nvccOnlyHeader(), the stand-ins and, with
/// `HasBundled`, the bundled headers in bundledHeaderFolder(). Nothing is
/// copied: the cost is one entry a header.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
overlayHeaders(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Base,
               bool HasBundled);

/// Writes these files below `Folder`, for programs that read a disk: there they
/// lie as behind "/banklint". Fails where a file cannot be written.
llvm::Error writeHeaders(llvm::StringRef Folder, bool HasBundled);

/// `Path`, or where writeHeaders() puts it if it is on no disk.
std::string pathOnDisk(llvm::StringRef Path, llvm::StringRef Folder);

} // namespace banklint

#endif // BANKLINT_CUDA_BUNDLEDHEADERS_H
