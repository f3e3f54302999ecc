//===- hopper.h - What programs for Hopper have in common -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_TEST_HARDWARE_HOPPER_H
#define BANKLINT_TEST_HARDWARE_HOPPER_H

/// An address of shared memory as PTX wants it.
__device__ inline unsigned sharedOffset(const void *Address) {
  return static_cast<unsigned>(__cvta_generic_to_shared(Address));
}

/// What was written by lanes is there for what hardware reads by itself.
__device__ inline void fenceForHardware() {
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
}

/// All blocks of the cluster are here.
__device__ inline void syncCluster() {
  asm volatile("barrier.cluster.arrive.aligned;" ::: "memory");
  asm volatile("barrier.cluster.wait.aligned;" ::: "memory");
}

/// This block's number in its cluster.
__device__ inline unsigned rankInCluster() {
  unsigned Rank;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(Rank));
  return Rank;
}

#endif
