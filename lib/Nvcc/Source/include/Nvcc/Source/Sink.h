//===- Sink.h - Where local variables are used ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compiler computes a value where it is used. These are the questions about
// source text that tell where that is.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_NVCC_SOURCE_SINK_H
#define BANKLINT_NVCC_SOURCE_SINK_H

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <memory>

namespace banklint {

/// The uses of variables in bodies of functions, and in parts of them; kept
/// from one question to the next.
class UsesInCode {
public:
  /// Whether a part of a body that stands in some statements has all uses of a
  /// variable, also by way of variables that are made of it. An assignment to a
  /// variable is no use of it.
  ///
  ///     int a = s[t], b = a + 1;
  ///     if (t < 13)
  ///       out[t] = b;          // has all uses of a, and of b
  bool areAllIn(const clang::VarDecl *Variable,
                llvm::ArrayRef<const clang::Stmt *> Part,
                const clang::Stmt *Body) {
    return areAllIn(Variable, Part, in(Body), 0);
  }

private:
  /// For each use of a variable: the variable that is made of it
  /// there, or null.
  using Makers = llvm::DenseMap<const clang::VarDecl *,
                                llvm::SmallVector<const clang::VarDecl *, 2>>;
  const Makers &in(const clang::Stmt *S);
  static void count(const clang::Stmt *S, const clang::VarDecl *Made,
                    Makers &Into);
  bool areAllIn(const clang::VarDecl *Variable,
                llvm::ArrayRef<const clang::Stmt *> Part, const Makers &Body,
                unsigned Depth);

  llvm::DenseMap<const clang::Stmt *, std::unique_ptr<Makers>> Known;
};

/// Whether an expression names a variable of a function, which is in registers.
bool isLocalVariable(const clang::Expr *E);

/// Whether an arm stays a branch where the compiler could also select between
/// two values: it writes to memory, reads it, or computes what is dear.
bool staysBranch(const clang::Stmt *Arm);

} // namespace banklint

#endif // BANKLINT_NVCC_SOURCE_SINK_H
