//===- Namings.h - Where local variables are looked at ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compiler computes a value where it is looked at. These are the questions
// about source text that tell where that is.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_SYNTAX_NAMINGS_H
#define BANKLINT_SYNTAX_NAMINGS_H

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <memory>

namespace banklint {

/// How a variable is looked at in a part of a function's body.
enum class LooksIn {
  Elsewhere, ///< outside of the part, or nowhere
  Part,      ///< by its name, in the part alone
  /// In the part alone, some of it through variables that are made of it.
  PartByOthers,
};

class Namings {
public:
  /// Where a body looks at a variable, for a part of it that stands in some
  /// statements. A variable that is assigned to is not looked at by that.
  ///
  ///     int a = s[t], b = a + 1;
  ///     if (t < 13)
  ///       out[t] = b;          // a: PartByOthers; b: Part
  LooksIn looksIn(const clang::VarDecl *Variable,
                  llvm::ArrayRef<const clang::Stmt *> Part,
                  const clang::Stmt *Body);

  /// Whether a body names a variable in one place.
  bool isNamedOnce(const clang::VarDecl *Variable, const clang::Stmt *Body);

private:
  /// For each time that a variable is named: the variable that is made of it
  /// there, or null.
  using Makers = llvm::DenseMap<const clang::VarDecl *,
                                llvm::SmallVector<const clang::VarDecl *, 2>>;
  const Makers &in(const clang::Stmt *S);
  static void count(const clang::Stmt *S, const clang::VarDecl *Made,
                    Makers &Into);
  bool areOthersIn(const clang::VarDecl *Variable,
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

#endif // BANKLINT_SYNTAX_NAMINGS_H
