//===- LeadingIncludes.h - What a source begins with ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_CUDA_LEADINGINCLUDES_H
#define BANKLINT_CUDA_LEADINGINCLUDES_H

#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <string>
#include <vector>

namespace clang {
class CompilerInvocation;
class LangOptions;
} // namespace clang

namespace banklint {

/// An include that a source begins with.
struct LeadingInclude {
  std::string Name; ///< with its delimiters: `<cstdio>`, `"mma.h"`
  /// Where the line behind it begins, counted in bytes from the begin of the
  /// source; 0 for one of the command line.
  unsigned EndBytes = 0;
};

/// The includes of `Text` that stand before anything else but comments and
/// `#pragma once`, which means nothing in a source. One whose line goes on
/// behind it, or whose name is a macro's, is not among them.
std::vector<LeadingInclude> leadingIncludes(llvm::StringRef Text,
                                            const clang::LangOptions &Language);

/// The includes of a parse, those of the command line first, up to the first
/// that is not a header of the system's, or that Clang would name otherwise
/// once it comes from a precompiled header.
std::vector<LeadingInclude>
leadingSystemIncludes(const clang::CompilerInvocation &Invocation,
                      llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files);

/// True for a path that Clang writes to a precompiled header as it is: it makes
/// paths absolute, and takes single dots out of them.
bool isKeptByClang(llvm::StringRef Path);

} // namespace banklint

#endif // BANKLINT_CUDA_LEADINGINCLUDES_H
