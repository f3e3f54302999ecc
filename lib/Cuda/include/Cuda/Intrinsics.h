//===- Intrinsics.h - Functions whose meaning is CUDA's ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one table of functions that are known by name: those that
// become instructions, and those whose bodies say less than their names.
// All others are entered when their bodies are visible.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_CUDA_INTRINSICS_H
#define BANKLINT_CUDA_INTRINSICS_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace clang {
class Decl;
class FunctionDecl;
} // namespace clang

namespace banklint {

enum class Intrinsic {
  None,
  // Integers, up to ReverseBits: see isOfIntegers.
  Min,
  Max,
  Abs,
  Mul24,
  MulHigh,
  PopCount,
  LeadingZeros,
  FirstSet,
  ReverseBits,
  // The warp and the block.
  Barrier,
  BlockVote, ///< a barrier with a result that all threads share
  WarpVote,  ///< a result that the warp shares
  ActiveMask,
  ShuffleIndex,
  ShuffleUp,
  ShuffleDown,
  ShuffleXor,
  ThreadRegister, ///< a register of the machine; see specialRegisterOf
  // Memory.
  CachedLoad,    ///< __ldg and its kind
  CachedStore,   ///< __stcs and its kind
  AtomicInteger, ///< one read-modify-write instruction
  AtomicAdd,     ///< depends on type, operand and use of the result
  AtomicCas,
  SharedAddress,  ///< generic pointer to an address in a space: shared, global
  GenericAddress, ///< the other way
  ClusterAddress, ///< an address in the shared memory of another block
  IsShared,       ///< does a generic pointer point to shared memory?
  IsGlobal,       ///< ... to global memory?
  PipelineCopy,   ///< __pipeline_memcpy_async(shared, global, bytes)
  GroupCopy,      ///< memcpy_async of cooperative groups and of cuda::
  BulkCopy,       ///< done by the copy engine, without a warp's addresses
  MemoryCopy,     ///< memcpy, memmove
  MemorySet,      ///< memset
  MatrixLoad,     ///< wmma::load_matrix_sync
  MatrixStore,    ///< wmma::store_matrix_sync
  // Nothing to see.
  NoEffect,   ///< fences, hints, printf
  AssertFail, ///< what a failed assertion calls; those on data hold
  Stop,       ///< __trap, exit: the lanes end
  // Assumptions and reinterpretations that keep the value.
  SameValue,
};

/// What a function is known to do; `None` where its body has to say it.
Intrinsic intrinsicOf(const clang::FunctionDecl &Function);

/// Whether a function computes an integer of others and does nothing else:
/// `__brev(i)`, `min(i, n)`.
inline bool isOfIntegers(Intrinsic Function) {
  return Function >= Intrinsic::Min && Function <= Intrinsic::ReverseBits;
}

/// Which register of the machine a function reads, as PTX names it: "%tid.x"
/// for
/// `__nvvm_read_ptx_sreg_tid_x`. Empty where it is not one.
std::string specialRegisterOf(const clang::FunctionDecl &Function);

/// Whether something is of CUDA's C++ libraries, as `cuda::barrier` is and
/// `cooperative_groups::memcpy_async`.
bool isOfCudaLibrary(const clang::Decl &D);

/// Whether objects of a class order accesses, and touch shared memory only to
/// keep count: `cuda::barrier`, `cuda::pipeline` and their kind.
bool isSynchronization(const clang::CXXRecordDecl &Class);

/// Whether such objects count by atomics on the memory where they lie: barriers
/// of another scope than the block, which is counted by hardware (mbarrier),
/// and pipelines of more than one thread, whose threads are counted as they
/// quit.
bool countsByAtomics(const clang::CXXRecordDecl &Class);

/// The outermost namespace of a declaration, if it is that of a library that
/// kernels are built with: "cute", "cub". What their functions do is shown at
/// the call of them, as for headers of the system. Empty for other code.
llvm::StringRef libraryOf(const clang::Decl &D);

/// Whether objects of the type are storage whose layout is a library's, as that
/// of CUB's `TempStorage`: a class of such a library, or a class or union of
/// the source that holds nothing else.
bool isStorageOfLibrary(clang::QualType Type);

/// Which built-in variable a Clang property getter reads: "threadIdx" and 'x'
/// for `__cuda_builtin_threadIdx_t::__fetch_builtin_x`. Empty where it is not
/// one.
llvm::StringRef builtinVariableOf(const clang::FunctionDecl &Getter,
                                  char &Component);

} // namespace banklint

#endif // BANKLINT_CUDA_INTRINSICS_H
