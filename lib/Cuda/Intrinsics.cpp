//===- Intrinsics.cpp - Functions whose meaning is CUDA's -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cuda/Intrinsics.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"

using namespace banklint;
using llvm::StringRef;

/// Names are those of functions outside any class; a scope suffix of an atomic
/// (`_block`, `_system`) has been taken off.
static Intrinsic byName(StringRef Name) {
  return llvm::StringSwitch<Intrinsic>(Name)
      .Cases({"min", "umin", "llmin", "ullmin"}, Intrinsic::Min)
      .Cases({"max", "umax", "llmax", "ullmax"}, Intrinsic::Max)
      .Cases({"abs", "labs", "llabs", "__builtin_abs"}, Intrinsic::Abs)
      .Cases({"__mul24", "__umul24"}, Intrinsic::Mul24)
      .Cases({"__mulhi", "__umulhi", "__mul64hi", "__umul64hi"},
             Intrinsic::MulHigh)
      .Cases({"__popc", "__popcll", "__builtin_popcount"}, Intrinsic::PopCount)
      .Cases({"__clz", "__clzll", "__builtin_clz"}, Intrinsic::LeadingZeros)
      .Cases({"__ffs", "__ffsll", "__builtin_ffs"}, Intrinsic::FirstSet)
      .Cases({"__brev", "__brevll"}, Intrinsic::ReverseBits)
      .Cases({"__syncthreads", "__syncwarp", "__barrier_sync",
              "__nvvm_barrier0", "__nv_bar_sync"},
             Intrinsic::Barrier)
      .Cases({"__syncthreads_count", "__syncthreads_and", "__syncthreads_or"},
             Intrinsic::BlockVote)
      .Cases({"__ballot", "__any", "__all", "__ballot_sync", "__any_sync",
              "__all_sync"},
             Intrinsic::WarpVote)
      .Cases({"__reduce_add_sync", "__reduce_min_sync", "__reduce_max_sync",
              "__reduce_and_sync", "__reduce_or_sync", "__reduce_xor_sync"},
             Intrinsic::WarpVote)
      .Case("__activemask", Intrinsic::ActiveMask)
      .Cases({"__shfl", "__shfl_sync"}, Intrinsic::ShuffleIndex)
      .Cases({"__shfl_up", "__shfl_up_sync"}, Intrinsic::ShuffleUp)
      .Cases({"__shfl_down", "__shfl_down_sync"}, Intrinsic::ShuffleDown)
      .Cases({"__shfl_xor", "__shfl_xor_sync"}, Intrinsic::ShuffleXor)
      .Cases({"__ldg", "__ldcg", "__ldca", "__ldcs", "__ldlu", "__ldcv"},
             Intrinsic::CachedLoad)
      .Cases({"__stwb", "__stcg", "__stcs", "__stwt"}, Intrinsic::CachedStore)
      .Case("atomicAdd", Intrinsic::AtomicAdd)
      .Cases({"atomicSub", "atomicExch", "atomicMin", "atomicMax", "atomicInc",
              "atomicDec", "atomicAnd", "atomicOr"},
             Intrinsic::AtomicInteger)
      .Case("atomicXor", Intrinsic::AtomicInteger)
      .Case("atomicCAS", Intrinsic::AtomicCas)
      .Cases({"__cvta_generic_to_shared", "__nv_cvta_generic_to_shared_impl"},
             Intrinsic::SharedAddress)
      .Case("__cvta_shared_to_generic", Intrinsic::GenericAddress)
      .Case("__pipeline_memcpy_async", Intrinsic::PipelineCopy)
      .Cases({"memcpy", "memmove", "__builtin_memcpy", "__builtin_memmove"},
             Intrinsic::MemoryCopy)
      .Cases({"memset", "__builtin_memset"}, Intrinsic::MemorySet)
      .Cases({"load_matrix_sync"}, Intrinsic::MatrixLoad)
      .Cases({"store_matrix_sync"}, Intrinsic::MatrixStore)
      .Cases({"__threadfence", "__threadfence_block", "__threadfence_system",
              "__pipeline_commit", "__pipeline_wait_prior", "__nanosleep",
              "printf", "__assert_fail", "__assertfail", "__builtin_assume"},
             Intrinsic::NoEffect)
      .Cases({"__trap", "exit", "abort", "__builtin_trap",
              "__builtin_unreachable"},
             Intrinsic::Stop)
      .Cases({"__builtin_expect", "__builtin_assume_aligned", "__builtin_launder",
              "move", "forward", "addressof"},
             Intrinsic::SameValue)
      .Default(Intrinsic::None);
}

Intrinsic banklint::intrinsicOf(const clang::FunctionDecl &Function) {
  const clang::IdentifierInfo *Id = Function.getIdentifier();
  if (!Id || llvm::isa<clang::CXXMethodDecl>(Function))
    return Intrinsic::None;
  StringRef Name = Id->getName();
  if (Name.starts_with("atomic") && !Name.consume_back("_block"))
    Name.consume_back("_system");
  return byName(Name);
}

StringRef banklint::builtinVariableOf(const clang::FunctionDecl &Getter,
                                      char &Component) {
  const auto *Method = llvm::dyn_cast<clang::CXXMethodDecl>(&Getter);
  if (!Method || !Method->getIdentifier())
    return {};
  StringRef Name = Method->getName();
  StringRef Class = Method->getParent()->getName();
  if (!Name.consume_front("__fetch_builtin_") || Name.size() != 1 ||
      !Class.consume_front("__cuda_builtin_") || !Class.consume_back("_t"))
    return {};
  Component = Name[0];
  return Class;
}
