//===- Placement.h - Where shared variables lie -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// GlobalOpt, SROA and ptxas place the shared variables that a kernel uses one
// behind the other, each at its alignment: those at namespace scope first, then
// the kernel's own, then those of the functions it calls, each in the order of
// declaration. Behind them lie the elements by which small arrays and objects
// are replaced. Dynamic memory follows at the next multiple of 16. Arrays whose
// elements are assigned, and of which nothing else is done, are dropped with
// the stores to them; here they have a place behind the others.
//
//   __shared__ float mean, rows[32], pair[2];     pair[0] and pair[1] may lie
//                                                 behind rows, or apart
//
// What merges by a place that is open is inexact by placement. Evidence:
// lit/merging/replaced-arrays.cu (nvcc 13.0 -O3, sm_90).
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_NVCC_SOURCE_PLACEMENT_H
#define BANKLINT_NVCC_SOURCE_PLACEMENT_H

#include "clang/AST/Decl.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <vector>

namespace banklint {

/// What dynamic memory is aligned to, whatever its type.
inline constexpr int64_t DynamicMemoryAlignment = 16;

struct Placement {
  struct Variable {
    const clang::VarDecl *Declared;
    /// It may lie elsewhere, as `SharedArray::HasOpenPlacement` says, and is
    /// replaced by those of its elements that are used.
    bool IsOpen, IsReplaced;
  };
  std::vector<Variable> InOrder; ///< in which they are placed
  /// The kernel may come to shared memory: it names some, or makes an address
  /// of a number, or calls what is not known by name.
  bool MayReachShared = false;
};

/// The shared variables of a kernel. The functions that it calls are added to
/// `Reached`.
Placement
placementOf(const clang::FunctionDecl &Kernel, const clang::ASTContext &Context,
            llvm::SmallPtrSetImpl<const clang::FunctionDecl *> &Reached);

/// Whether the body of a function names a `__shared__` variable.
bool namesSharedVariables(const clang::FunctionDecl &Function);

} // namespace banklint

#endif // BANKLINT_NVCC_SOURCE_PLACEMENT_H
