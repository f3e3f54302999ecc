//===- Effects.h - What evaluating code does beside its value ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Libraries of templates compute with types: most of their calls pass objects
// without members and give one back. Code that does nothing beside giving a
// value need not be walked where that value holds nothing, and need be walked
// once where it is given the same numbers again. These are the questions about
// source text that tell such code from other code.
//
//   size<0>(Shape<_8, _4>{}), i * stride      None
//   get<1>(shape), where that is `int &`      ReadsGiven
//   threadIdx.x, table[i], *p                 Reads
//   x = 1, ++*p, __syncthreads()              Acts
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_WALK_EXPRESSIONS_EFFECTS_H
#define BANKLINT_WALK_EXPRESSIONS_EFFECTS_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseMap.h"

namespace banklint {

/// Whether objects of a type hold no bits that anyone could look at: classes
/// without members, and classes of such classes.
class EmptyTypes {
public:
  bool contains(clang::QualType Type);

private:
  llvm::DenseMap<const clang::CXXRecordDecl *, bool> Known;
};

/// What evaluating code does, the least first.
enum class Effect {
  None,       ///< gives a value that depends on its own variables alone
  ReadsGiven, ///< or on objects that it is given by reference
  Reads,      ///< or on other memory and on registers
  Acts,       ///< writes to what outlives it, waits, or nobody knows what
};

/// What a function does with what it is given by reference: its parameters, by
/// their position, and the object that it is called on.
using GivenSet = uint64_t;
inline constexpr unsigned ThisObject = 63;

struct Conduct {
  Effect What = Effect::None;
  /// What it looks at.
  GivenSet Looked = 0;
  /// What the reference that it gives back may lead into, and whether that may
  /// be something else.
  GivenSet Returned = 0;
  bool ReturnsOther = false;
};

/// Finds the effects of expressions and functions, each of them once.
class EffectFinder {
public:
  explicit EffectFinder(const clang::ASTContext &Context) : Context(Context) {}

  /// Of evaluating an expression, with the calls in it. Writing to the
  /// variables that it declares, and to the object that it makes, is none.
  Effect of(const clang::Expr *E);

  /// Of a call of a function, apart from its arguments. One whose body is not
  /// seen, a virtual one and a recursive one act.
  Conduct of(const clang::FunctionDecl *Function);

  bool isEmpty(clang::QualType Type) { return Empty.contains(Type); }
  /// Whether nothing is left of evaluating what gives a value that holds
  /// nothing.
  bool isOfNothing(const clang::Expr *E) {
    return Empty.contains(E->getType()) && of(E) == Effect::None;
  }

private:
  class Visitor;

  const clang::ASTContext &Context;
  EmptyTypes Empty;
  llvm::DenseMap<const clang::Expr *, Effect> OfExpressions;
  llvm::DenseMap<const clang::FunctionDecl *, Conduct> OfFunctions;
};

} // namespace banklint

#endif // BANKLINT_WALK_EXPRESSIONS_EFFECTS_H
