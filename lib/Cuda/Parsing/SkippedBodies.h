//===- SkippedBodies.h - Function bodies that need no parsing ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_CUDA_SKIPPEDBODIES_H
#define BANKLINT_CUDA_SKIPPEDBODIES_H

#include "clang/Basic/SourceLocation.h"

namespace clang {
class Decl;
class SourceManager;
} // namespace clang

namespace banklint {

/// Which bodies of functions one parse leaves out.
class SkippedBodies {
public:
  explicit SkippedBodies(const clang::SourceManager &Sources)
      : Sources(Sources) {}

  /// Clang itself keeps the bodies of constexpr functions and of those whose
  /// return type is deduced, and asks for the others. Of these, in system
  /// headers, those stay that a kernel may enter: `__device__` functions, and
  /// templates, which may become such. For a tiny kernel, skipping saves 70 of
  /// 240 ms with the headers of a toolkit, most of it in the intrinsics.
  bool contains(const clang::Decl *D);

private:
  const clang::SourceManager &Sources;
  clang::FileID LastFile; ///< functions of one header come together
  bool IsLastIntrinsic = false, HoldsLastContainers = false;
};

} // namespace banklint

#endif // BANKLINT_CUDA_SKIPPEDBODIES_H
