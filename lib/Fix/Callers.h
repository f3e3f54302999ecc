//===- Callers.h - Who comes to a function ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Text that is edited for an array is executed by whoever comes to the function
// around it, over however many calls. Walks prove what the kernels of the array
// do with it; nothing proves that of other kernels and of host code.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FIX_CALLERS_H
#define BANKLINT_FIX_CALLERS_H

#include "clang/AST/Decl.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"

namespace banklint {

/// The functions of the user by whom they are called, in all instances: calls
/// that are written, and those that Clang makes, of constructors, destructors,
/// iterators of a range-for and the `get` of structured bindings.
class Callers {
public:
  Callers(llvm::ArrayRef<const clang::FunctionDecl *> Bodies,
          const clang::SourceManager &Sources);

  /// The functions that come to one of these, and these themselves, by
  /// canonical declaration. Launches are not gone beyond: a kernel has no
  /// callers.
  llvm::SetVector<const clang::FunctionDecl *>
  leadingTo(llvm::ArrayRef<const clang::FunctionDecl *> Functions) const;

private:
  llvm::DenseMap<const clang::FunctionDecl *,
                 llvm::SmallSetVector<const clang::FunctionDecl *, 4>>
      CallersOf;
};

} // namespace banklint

#endif // BANKLINT_FIX_CALLERS_H
