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

} // namespace banklint

#endif // BANKLINT_CUDA_LAYOUTS_H
