//===- NodeClasses.h - What becomes of each class of Clang ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// No construct is dropped: each class of Clang's tree is interpreted, or makes
// a value that is not known, with the construct as its reason. The tables
// NodeClasses.def and DeclarationKinds.def say which. A class that Clang adds,
// and a visitor that disagrees with the table, fail the build.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_WALK_EXPRESSIONS_NODECLASSES_H
#define BANKLINT_WALK_EXPRESSIONS_NODECLASSES_H

#include "clang/AST/DeclBase.h"
#include "clang/AST/Stmt.h"
#include "clang/AST/StmtVisitor.h"
#include "llvm/ADT/StringRef.h"

namespace banklint {

enum class NodeTreatment { Interpreted, Unknown, Absent };

struct NodeClass {
  NodeTreatment Treatment;
  llvm::StringRef What; ///< it is, or why it does not stand in device code
};

NodeClass nodeClassOf(clang::Stmt::StmtClass Class);

enum class DeclarationEffect { Variable, None, Elsewhere };

DeclarationEffect effectOf(clang::Decl::Kind Kind);

/// The visitors of expressions.
namespace node {
enum Visitor : unsigned {
  AsValue = 1,
  AsPlace = 2,
  AsInit = 4,
  InAll = AsValue | AsPlace | AsInit,
};

template <typename T> struct IsClangs : std::false_type {};
template <template <typename> class Pointer, typename Impl, typename Result,
          typename... Parameters>
struct IsClangs<clang::StmtVisitorBase<Pointer, Impl, Result, Parameters...>>
    : std::true_type {};

/// Whether a method of a visitor is its own, or one of Clang's base, which
/// leads to `VisitExpr`.
template <typename Class, typename Result, typename Node>
constexpr bool isOwn(Result (Class::*)(Node)) {
  return !IsClangs<Class>::value;
}
} // namespace node

} // namespace banklint

/// In a visitor: its methods are those that the table names for `WHICH`.
#define BANKLINT_CHECK_EXPRESSION(VISITOR, WHICH, CLASS, METHOD, WHERE)        \
  static_assert(node::isOwn(&VISITOR::Visit##METHOD) ==                        \
                    bool((WHERE) & node::WHICH),                               \
                #VISITOR " and NodeClasses.def disagree on " #CLASS);
#define BANKLINT_CHECK_UNKNOWN(VISITOR, CLASS)                                 \
  static_assert(!node::isOwn(&VISITOR::Visit##CLASS),                          \
                #VISITOR " has a method for " #CLASS                           \
                         ", which is unknown in NodeClasses.def");

#endif // BANKLINT_WALK_EXPRESSIONS_NODECLASSES_H
