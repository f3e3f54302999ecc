//===- nvcc_atomics.h - The atomics that nvcc has built in ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// nvcc knows these without any header since CUDA 12.8. A toolkit's headers only
// name their orders and scopes, where Clang does not come by.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_NVCC_ATOMICS_H
#define BANKLINT_NVCC_ATOMICS_H

#pragma clang system_header

enum {
  __NV_ATOMIC_RELAXED,
  __NV_ATOMIC_CONSUME,
  __NV_ATOMIC_ACQUIRE,
  __NV_ATOMIC_RELEASE,
  __NV_ATOMIC_ACQ_REL,
  __NV_ATOMIC_SEQ_CST
};
enum {
  __NV_THREAD_SCOPE_THREAD,
  __NV_THREAD_SCOPE_BLOCK,
  __NV_THREAD_SCOPE_CLUSTER,
  __NV_THREAD_SCOPE_DEVICE,
  __NV_THREAD_SCOPE_SYSTEM
};
#define BANKLINT_SCOPE int = __NV_THREAD_SCOPE_SYSTEM
__device__ void __nv_atomic_thread_fence(int, BANKLINT_SCOPE);
template <typename T>
__device__ void __nv_atomic_load(const T *, T *, int, BANKLINT_SCOPE);
template <typename T>
__device__ T __nv_atomic_load_n(const T *, int, BANKLINT_SCOPE);
template <typename T>
__device__ void __nv_atomic_store(T *, T *, int, BANKLINT_SCOPE);
template <typename T, typename V>
__device__ void __nv_atomic_store_n(T *, V, int, BANKLINT_SCOPE);
template <typename T>
__device__ void __nv_atomic_exchange(T *, T *, T *, int, BANKLINT_SCOPE);
template <typename T, typename V>
__device__ T __nv_atomic_exchange_n(T *, V, int, BANKLINT_SCOPE);
template <typename T>
__device__ bool __nv_atomic_compare_exchange(T *, T *, T *, bool, int, int,
                                             BANKLINT_SCOPE);
template <typename T, typename V>
__device__ bool __nv_atomic_compare_exchange_n(T *, T *, V, bool, int, int,
                                               BANKLINT_SCOPE);
#define BANKLINT_ATOMIC(NAME)                                                  \
  template <typename T, typename V>                                            \
  __device__ T __nv_atomic_fetch_##NAME(T *, V, int, BANKLINT_SCOPE);          \
  template <typename T, typename V>                                            \
  __device__ void __nv_atomic_##NAME(T *, V, int, BANKLINT_SCOPE);
BANKLINT_ATOMIC(add)
BANKLINT_ATOMIC(sub)
BANKLINT_ATOMIC(and)
BANKLINT_ATOMIC(or)
BANKLINT_ATOMIC(xor)
BANKLINT_ATOMIC(min)
BANKLINT_ATOMIC(max)
#undef BANKLINT_ATOMIC
#undef BANKLINT_SCOPE

#endif // BANKLINT_NVCC_ATOMICS_H
