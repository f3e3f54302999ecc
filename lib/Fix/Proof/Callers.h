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
#include <optional>

namespace banklint {

/// The functions of a source by where they are called: by name, or by an
/// operator or constructor that Clang resolves, in the bodies of the user's
/// functions in all instances.
class Callers {
public:
  explicit Callers(const clang::ASTContext &Context);

  /// The functions that come to one of these, and these themselves, by
  /// canonical declaration. Launches are not gone beyond: a kernel has no
  /// callers.
  llvm::SetVector<const clang::FunctionDecl *>
  leadingTo(llvm::ArrayRef<const clang::FunctionDecl *> Functions) const;

  /// Where a function is named beside what executes at run time: in
  /// initializers outside functions and of constants, in types, template
  /// arguments, static assertions and default arguments.
  std::optional<clang::SourceLocation>
  namedOutside(const clang::FunctionDecl *Function) const;

private:
  friend class CallerVisitor;

  /// Of canonical declarations, as all keys here.
  llvm::DenseMap<const clang::FunctionDecl *,
                 llvm::SmallSetVector<const clang::FunctionDecl *, 4>>
      CallersOf;
  llvm::DenseMap<const clang::FunctionDecl *, clang::SourceLocation> Outside;
};

} // namespace banklint

#endif // BANKLINT_FIX_CALLERS_H
