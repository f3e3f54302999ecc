//===- HostTables.cpp - The tables that unordered maps consist of ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// libstdc++ has `std::unordered_map` and `std::unordered_set` in its headers,
// but for how texts are hashed and when a table grows. Here all has the same
// hash, and a table keeps the one bucket that it begins with, so that what is
// looked for is found by its key alone. The order of the elements is another
// one, which no program may depend on.
//
//===----------------------------------------------------------------------===//

#include "Interpreter.h"

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;

std::optional<Scalar> Interpreter::callTable(const CallExpr *E,
                                             const FunctionDecl &Callee,
                                             const Pointer *Target) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&Callee);
  if (!Method || !Method->getParent()->getIdentifier())
    return std::nullopt;
  const llvm::StringRef Class = Method->getParent()->getName();
  if (Class == "hash" && Method->getParent()->isInStdNamespace() &&
      Method->getOverloadedOperator() == OO_Call)
    return Value(0);
  if (Class != "_Prime_rehash_policy" || !Method->getIdentifier())
    return std::nullopt;
  if (Method->getName() == "_M_next_bkt")
    return Value(1);
  const RecordDecl *Answer = E->getType()->getAsRecordDecl();
  if (Method->getName() != "_M_need_rehash" || !Target || !Answer)
    return std::nullopt;
  // Whether it grows, and to how many buckets.
  for (const FieldDecl *Field : Answer->fields())
    storeLocal(memberOf(Target, Field), Field->getType(), Value(0));
  return nobody();
}
