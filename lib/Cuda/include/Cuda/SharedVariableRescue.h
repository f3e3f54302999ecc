//===- SharedVariableRescue.h - Shared objects with constructors -*- C++ -*-==//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `__shared__ cuda::barrier<cuda::thread_scope_block> Ready;` has a constructor
// that is not empty. nvcc leaves it out, with a warning; Clang reports an error
// and marks the variable invalid. Every use of it is then lost, and of a
// template the whole body, since it is not instantiated.
//
// The error cannot be switched off, and the mark is set right behind it. So it
// is taken back at the next token, before the variable can be used. In a
// template the error would come at the instantiation, without a token behind
// it: there the constructor and the destructor of the class are declared
// trivial as soon as the template is parsed. A shared variable whose type
// depends on template arguments stays lost.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_CUDA_SHAREDVARIABLERESCUE_H
#define BANKLINT_CUDA_SHAREDVARIABLERESCUE_H

#include "clang/Basic/SourceLocation.h"

namespace clang {
class CompilerInstance;
class Decl;
} // namespace clang

namespace banklint {

/// Keeps the shared variables of one parse from being marked invalid for their
/// constructors.
class SharedVariableRescue {
public:
  explicit SharedVariableRescue(clang::CompilerInstance &Compiler)
      : Compiler(Compiler) {}

  /// The variable declared at `Where` was just rejected for its constructor.
  void rejected(clang::SourceLocation Where);

  /// A declaration at namespace scope was parsed; if it is a function template,
  /// it was not instantiated yet.
  void parsed(clang::Decl *D);

private:
  void rescue();

  clang::CompilerInstance &Compiler;
  clang::SourceLocation Rejected;
  bool IsWatching = false;
};

} // namespace banklint

#endif // BANKLINT_CUDA_SHAREDVARIABLERESCUE_H
