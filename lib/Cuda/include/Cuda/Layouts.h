//===- Layouts.h - Layouts that a library is given --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CuTe's tensors carry their layouts in their types. A swizzle stands there in
// a composed layout, but no longer in that of a thread's part, whose offset is
// only known when the kernel runs.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_CUDA_LAYOUTS_H
#define BANKLINT_CUDA_LAYOUTS_H

#include "clang/AST/Decl.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>

namespace banklint {

/// What the types of a function's variables say of its tensors in shared
/// memory.
struct SharedTensors {
  clang::QualType Element; ///< null where there are none
  /// cute::Swizzle<Bits, Base, Shift>; of no bits where no layout has one.
  struct {
    int64_t Bits = 0, Base = 0, Shift = 0;
  } Swizzle;
  /// They have several types of elements or several swizzles, or only some of
  /// them have one.
  bool IsAmbiguous = false;
};

SharedTensors sharedTensorsIn(const clang::FunctionDecl &Function);

/// A mode of a layout: `(128,8):(8,1)` has {128, 8} and {8, 1}.
struct LayoutMode {
  int64_t Extent = 0, Stride = 0;
};

/// The layout that a function's tensors over a shared array have, where it is
/// plain (no mode has modes of its own, nothing is swizzled) and a
/// constant, and all that are made of the array itself have the same; else
/// empty.
llvm::SmallVector<LayoutMode, 3>
layoutOver(const clang::VarDecl &Array, const clang::FunctionDecl &Function);

} // namespace banklint

#endif // BANKLINT_CUDA_LAYOUTS_H
