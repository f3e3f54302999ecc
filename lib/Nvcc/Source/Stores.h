//===- Stores.h - Assignments, as source text has them ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_NVCC_SOURCE_STORES_H
#define BANKLINT_NVCC_SOURCE_STORES_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include <optional>

namespace banklint {

/// An assignment: `place = value`, `place += value`, of numbers or of objects.
struct Store {
  const clang::Expr *Place = nullptr;
  const clang::Expr *Value = nullptr;
  clang::BinaryOperatorKind Operator = clang::BO_Assign;
  /// A whole object is copied, member by member: `s[i] = make_float2(x, y)`.
  bool IsObject = false;

  bool isCompound() const { return Operator != clang::BO_Assign; }
};

/// What a statement assigns; nothing where it is no assignment, or where an
/// operator of the class does it.
std::optional<Store> storeOf(const clang::Stmt *S);

/// Whether a place is neither a variable by its name nor a part of one: the
/// thread keeps these in registers.
bool isInMemory(const clang::Expr *E);

/// A value that no instruction makes: a constant, a local variable or a part of
/// one.
bool isAtHand(const clang::Expr *E);

/// An object that a constructor of its class makes: what the compiler knows of
/// its members is not told by the text.
bool isConstructed(const Store &S);

/// A number that is zero, or an object all of whose members are.
bool isZero(const clang::Expr *E);

/// Whether an arm of a condition knows the value of something that a place is
/// computed from: `s[t]` where `t == 0` is `s[0]` to the compiler, and no
/// longer the place that the other arm has. Of `t == 0 || c` it may know it, if
/// it finds that `c` is false.
enum class Knowledge { None, Possible, Sure };
Knowledge knowledgeOfPlace(const clang::Expr *Place,
                           const clang::Expr *Condition,
                           const clang::ASTContext &Context);

} // namespace banklint

#endif // BANKLINT_NVCC_SOURCE_STORES_H
