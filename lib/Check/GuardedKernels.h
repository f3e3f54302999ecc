//===- GuardedKernels.h - Kernels for other architectures -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Libraries guard kernels by the architecture that these are for:
//
//   __global__ void k(float *o) {
//   #if __CUDA_ARCH__ >= 1000
//     ...
//   #endif
//   }
//
// For another one nothing is left of such a kernel, and nothing to report. Who
// is not told takes that for a good sign.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_CHECK_GUARDEDKERNELS_H
#define BANKLINT_CHECK_GUARDEDKERNELS_H

#include "Cuda/CompileCommand.h"
#include "Cuda/PrecompiledHeaders.h"
#include "Finding/Finding.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/ArrayRef.h"
#include <set>
#include <string>
#include <vector>

namespace banklint {

/// The kernels of a source that have no code, and text that they, or functions
/// that they call, may have for other architectures.
struct GuardedKernels {
  struct Kernel {
    SourceSpan Span;
    std::string Name;
  };
  std::vector<Kernel> Kernels;
  /// They, and the functions that they call, of which nothing is left.
  std::set<SourcePoint> Functions;
  /// For which there may be code, the likeliest first.
  std::vector<std::string> Archs;
};

/// `LeftOut` is what the parse left out.
GuardedKernels guardedKernels(clang::ASTContext &Context,
                              llvm::ArrayRef<clang::SourceRange> LeftOut);

/// Names in the gaps of the report those that have code for one of their
/// architectures, which takes a parse.
void nameGuardedKernels(GuardedKernels Guarded, const CompileCommand &Command,
                        PrecompiledHeaders *Precompiled, Report &R);

} // namespace banklint

#endif // BANKLINT_CHECK_GUARDEDKERNELS_H
