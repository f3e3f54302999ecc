//===- ErrorIndex.h - The errors in a function -------------------*- C++ -*-==//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Sources have thousands of functions, most of them of libraries, and
/// where a header is missing thousands of errors: nothing may look at all of
/// both.
///
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_LIB_CUDA_PARSING_ERRORINDEX_H
#define BANKLINT_LIB_CUDA_PARSING_ERRORINDEX_H

#include "Cuda/Parse.h"
#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace banklint {

/// The file, behind all that it is included from. What has an error in the file
/// between its begin and its end begins or ends in one of these.
llvm::SmallVector<clang::FileID>
includersOf(clang::FileID File, const clang::SourceManager &Sources);

class ErrorIndex {
public:
  void add(const SourceError &E, const clang::SourceManager &Sources);
  /// Those that stand in a function, in the order they were added.
  llvm::SmallVector<const SourceError *>
  in(const clang::FunctionDecl &Function) const;

private:
  std::vector<const SourceError *> All;
  /// By their files, and those that these are included from.
  llvm::DenseMap<clang::FileID, std::vector<const SourceError *>> ByFile;
};

} // namespace banklint

#endif // BANKLINT_LIB_CUDA_PARSING_ERRORINDEX_H
