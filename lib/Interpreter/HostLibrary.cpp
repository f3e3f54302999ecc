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

#include "Interpreter.h"
#include "Warp/Limits.h"
#include "clang/Basic/Builtins.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"

using namespace banklint;
using namespace clang;

/// Whether a header of libstdc++ has containers, callables, or what they are
/// made of.
static bool hasContainers(llvm::StringRef File) {
  return llvm::StringSwitch<bool>(llvm::sys::path::filename(File))
      .Cases({"stl_vector.h", "vector.tcc", "std_function.h", "unique_ptr.h",
              "shared_ptr.h", "shared_ptr_base.h"},
             true)
      .Cases({"stl_iterator.h", "stl_iterator_base_funcs.h",
              "stl_iterator_base_types.h", "range_access.h",
              "initializer_list"},
             true)
      .Cases({"stl_algobase.h", "stl_uninitialized.h", "stl_construct.h",
              "stl_algo.h", "stl_numeric.h"},
             true)
      .Cases({"new_allocator.h", "alloc_traits.h", "allocator.h",
              "ptr_traits.h", "aligned_buffer.h", "allocated_ptr.h"},
             true)
      .Cases({"move.h", "invoke.h", "tuple", "array", "utility", "stl_pair.h",
              "optional", "functional", "refwrap.h"},
             true)
      .Default(false);
}

bool Interpreter::isEntered(const FunctionDecl &Defined) const {
  const SourceManager &Sources = Context.getSourceManager();
  return !IsHost || Defined.isConstexpr() ||
         !Sources.isInSystemHeader(Defined.getLocation()) ||
         hasContainers(Sources.getFilename(
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
