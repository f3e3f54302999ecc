//===- HostLibrary.cpp - Containers and callables of host code ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sizes and launches go through `std::vector`, `std::function` and the like.
// Host code enters what these consist of, and what it allocates is an object of
// its own. The rest of the system's headers has nothing to do with launches.
//
//===----------------------------------------------------------------------===//

#include "Cuda/HostHeaders.h"
#include "Interpreter.h"
#include "Values/Limits.h"

using namespace banklint;
using namespace clang;

bool Interpreter::isEntered(const FunctionDecl &Defined) const {
  const SourceManager &Sources = Context.getSourceManager();
  return !IsHost || Defined.isConstexpr() ||
         !Sources.isInSystemHeader(Defined.getLocation()) ||
         holdsContainers(Sources.getFilename(
             Sources.getSpellingLoc(Defined.getLocation())));
}

std::optional<Scalar> Interpreter::callAllocator(const CallExpr *E,
                                                 const FunctionDecl &Callee) {
  const unsigned Builtin = Callee.getBuiltinID();
  const OverloadedOperatorKind Operator =
      Callee.getDeclName().getCXXOverloadedOperator();
  const bool IsReplaceable = Callee.isReplaceableGlobalAllocationFunction() ||
                             Builtin == Builtin::BI__builtin_operator_new ||
                             Builtin == Builtin::BI__builtin_operator_delete;
  if (Builtin == Builtin::BI__builtin_operator_delete ||
      (IsReplaceable && (Operator == OO_Delete || Operator == OO_Array_Delete)))
    return nobody();
  if (E->getNumArgs() == 0 || !(IsReplaceable || Builtin == Builtin::BImalloc ||
                                Builtin == Builtin::BI__builtin_malloc))
    return std::nullopt;
  const Value Bytes = number(E->getArg(0));
  if (!Bytes.isNumber() || Bytes.constant().same() <= 0 ||
      Bytes.constant().same() > limits::HostAllocationBytes)
    return std::nullopt;
  const QualType Type = Context.getConstantArrayType(
      Context.UnsignedCharTy,
      llvm::APInt(64, uint64_t(Bytes.constant().same())), nullptr,
      ArraySizeModifier::Normal, 0);
  return Scalar(temporary(Type, "allocated memory"));
}
