//===- PrecompiledHeader.h - The first headers of a source ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_CUDA_PRECOMPILEDHEADER_H
#define BANKLINT_CUDA_PRECOMPILEDHEADER_H

#include "Cuda/PrecompiledHeaders.h"
#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace clang {
class CompilerInvocation;
} // namespace clang

namespace banklint {

/// What was found under one key: Clang's tree of the headers, or that these do
/// not go into one.
struct PrecompiledHeader {
  std::string Key;
  /// How many of the includes can be precompiled, where not all can: the next
  /// has an error. There is no tree then.
  std::optional<unsigned> Fewer;
  std::vector<FileHash> Files;      ///< that were read
  std::vector<std::string> Absent;  ///< names that no file had
  std::vector<std::string> Present; ///< names of files that were not read
  std::unique_ptr<llvm::MemoryBuffer> Storage; ///< of the tree
  llvm::StringRef Tree;
};

/// The names under which a parse finds the tree, and the source of which it was
/// made: in memory only.
inline constexpr llvm::StringLiteral PrecompiledTreeFile =
    "/banklint/precompiled/includes.pch";
inline constexpr llvm::StringLiteral PrecompiledSourceFile =
    "/banklint/precompiled/includes.cu";

/// Parses `Text`, a source of nothing but includes, behind the first
/// `ImplicitIncludes` that the command line asks for.
PrecompiledHeader
precompile(const clang::CompilerInvocation &Invocation,
           llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files,
           llvm::StringRef Text, unsigned ImplicitIncludes);

/// Whether all files are as they were.
bool isCurrent(const PrecompiledHeader &Header, llvm::vfs::FileSystem &Files);

/// One as the contents of a file, and back: nothing where it is damaged.
std::string archiveHeader(const PrecompiledHeader &Header);
std::optional<PrecompiledHeader>
restoreHeader(std::unique_ptr<llvm::MemoryBuffer> Contents);

/// Makes a parse load it, and begin `SkippedBytes` behind the begin of its
/// source. `Text` is what it was made of.
void load(const PrecompiledHeader &Header, llvm::StringRef Text,
          unsigned SkippedBytes, clang::CompilerInvocation &Invocation,
          llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> &Files);

} // namespace banklint

#endif // BANKLINT_CUDA_PRECOMPILEDHEADER_H
