// Shared memory of a cluster. In the block's own, an access through a cluster's
// address is that of a generic one; in another block's, no wavefronts are
// counted, since the other block answers, by sectors of 32 bytes. Which block
// answers is not always known: "unknown".

#include "hopper.h"
#include "host.h"
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

// The same place in the block of this number.
__device__ unsigned mapped(unsigned own, unsigned rank) {
  unsigned other;
  asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(other) : "r"(own), "r"(rank));
  return other;
}

// Addresses of this block are addresses of the cluster, too.

template <int Step> __global__ void __cluster_dims__(2) ownLoad(int *out) {
  __shared__ int s[32 * Step];
  int t = threadIdx.x, value;
  s[t] = t;
  syncCluster();
  asm volatile("ld.shared::cluster.b32 %0, [%1];" : "=r"(value) : "r"(sharedOffset(&s[t * Step])) : "memory");
  out[t] = value;
}

template <int Step> __global__ void __cluster_dims__(2) ownLoadWide(int4 *out) {
  __shared__ int4 s[32 * Step + 1];
  int t = threadIdx.x;
  int4 v;
  s[t] = make_int4(t, t, t, t);
  syncCluster();
  asm volatile("ld.shared::cluster.v4.b32 {%0, %1, %2, %3}, [%4];" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "r"(sharedOffset(&s[t * Step])) : "memory");
  out[t] = v;
}

// Pairs of lanes at one address.
__global__ void __cluster_dims__(2) ownLoadPaired(int4 *out) {
  __shared__ int4 s[32];
  int t = threadIdx.x;
  int4 v;
  s[t] = make_int4(t, t, t, t);
  syncCluster();
  asm volatile("ld.shared::cluster.v4.b32 {%0, %1, %2, %3}, [%4];" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "r"(sharedOffset(&s[t / 2])) : "memory");
  out[t] = v;
}

template <int Step> __global__ void __cluster_dims__(2) ownStore(int *out) {
  __shared__ int s[32 * Step];
  int t = threadIdx.x;
  asm volatile("st.shared::cluster.b32 [%0], %1;" ::"r"(sharedOffset(&s[t * Step])), "r"(t) : "memory");
  syncCluster();
  out[t] = s[t];
}

template <int Step> __global__ void __cluster_dims__(2) ownAtomic(int *out) {
  __shared__ int s[32 * Step + 1];
  int t = threadIdx.x;
  s[t] = t;
  syncCluster();
  asm volatile("red.shared::cluster.add.u32 [%0], %1;" ::"r"(sharedOffset(&s[t * Step])), "r"(t + 2) : "memory");
  syncCluster();
  out[t] = s[t];
}

__global__ void __cluster_dims__(2) ownLoadOfPairs(int2 *out) {
  __shared__ int2 s[32];
  int t = threadIdx.x;
  int2 v;
  s[t] = make_int2(t, t);
  syncCluster();
  asm volatile("ld.shared::cluster.v2.b32 {%0, %1}, [%2];" : "=r"(v.x), "=r"(v.y) : "r"(sharedOffset(&s[t / 2])) : "memory");
  out[t] = v;
}

template <int Step> __global__ void __cluster_dims__(2) ownStoreWide(int4 *out) {
  __shared__ int4 s[32 * Step];
  int t = threadIdx.x;
  asm volatile("st.shared::cluster.v4.b32 [%0], {%1, %1, %1, %1};" ::"r"(sharedOffset(&s[t * Step])), "r"(t) : "memory");
  syncCluster();
  out[t] = s[t];
}

// All lanes on one word take turns; those that count up do, too, as they do not
// where the space is known.
__global__ void __cluster_dims__(2) ownCount(int *out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = t;
  syncCluster();
  asm volatile("red.shared::cluster.add.u32 [%0], %1;" ::"r"(sharedOffset(&s[t / 16])), "r"(1) : "memory");
  syncCluster();
  out[t] = s[t];
}

template <int Step> __global__ void __cluster_dims__(2) ownExtreme(int *out) {
  __shared__ int s[32 * Step + 1];
  int t = threadIdx.x, before;
  s[t] = t;
  syncCluster();
  asm volatile("atom.shared::cluster.max.s32 %0, [%1], %2;" : "=r"(before) : "r"(sharedOffset(&s[t * Step])), "r"(t + 2) : "memory");
  out[t] = before;
}

// By its own number.

template <int Step> __global__ void __cluster_dims__(2) mappedOwnLoad(int *out) {
  __shared__ int s[32 * Step];
  int t = threadIdx.x, value;
  s[t] = t;
  syncCluster();
  asm volatile("ld.shared::cluster.b32 %0, [%1];" : "=r"(value) : "r"(mapped(sharedOffset(&s[t * Step]), rankInCluster())) : "memory");
  out[t] = value;
}

template <int Step> __global__ void __cluster_dims__(2) groupsOwn(int *out) {
  __shared__ int s[32 * Step];
  int t = threadIdx.x;
  cg::cluster_group cluster = cg::this_cluster();
  s[t] = t;
  cluster.sync();
  int *own = cluster.map_shared_rank(s, cluster.block_rank());
  own[t * Step] = t + 1; // unknown
  cluster.sync();
  out[t] = own[31 * Step - t * Step]; // unknown
}

// Of the other block.

template <int Step> __global__ void __cluster_dims__(2) otherLoad(int *out) {
  __shared__ int s[32 * Step];
  int t = threadIdx.x, value;
  s[t] = t;
  syncCluster();
  asm volatile("ld.shared::cluster.b32 %0, [%1];" : "=r"(value) : "r"(mapped(sharedOffset(&s[t * Step]), rankInCluster() ^ 1)) : "memory"); // unknown
  syncCluster();
  out[t] = value;
}

template <int Step> __global__ void __cluster_dims__(2) otherStore(int *out) {
  __shared__ int s[32 * Step];
  int t = threadIdx.x;
  asm volatile("st.shared::cluster.b32 [%0], %1;" ::"r"(mapped(sharedOffset(&s[t * Step]), rankInCluster() ^ 1)), "r"(t) : "memory"); // unknown
  syncCluster();
  out[t] = s[t];
}

template <int Step> __global__ void __cluster_dims__(2) otherAtomic(int *out) {
  __shared__ int s[32 * Step];
  int t = threadIdx.x;
  s[t] = t;
  syncCluster();
  asm volatile("red.shared::cluster.add.u32 [%0], %1;" ::"r"(mapped(sharedOffset(&s[t * Step]), rankInCluster() ^ 1)), "r"(t + 2) : "memory"); // unknown
  syncCluster();
  out[t] = s[t];
}

template <int Step> __global__ void __cluster_dims__(2) groupsOther(int *out) {
  __shared__ int s[32 * Step];
  int t = threadIdx.x;
  cg::cluster_group cluster = cg::this_cluster();
  s[t] = t;
  cluster.sync();
  int *other = cluster.map_shared_rank(s, cluster.block_rank() ^ 1);
  other[t * Step] = t + 1; // unknown
  cluster.sync();
  out[t] = other[31 * Step - t * Step]; // unknown
  cluster.sync();
}

// A sum over all blocks, this one and the others.
__global__ void __cluster_dims__(2) sum(int *out) {
  __shared__ int s[32];
  int t = threadIdx.x, total = 0;
  cg::cluster_group cluster = cg::this_cluster();
  s[t] = t;
  cluster.sync();
  for (unsigned rank = 0; rank < cluster.num_blocks(); ++rank)
    total += cluster.map_shared_rank(s, rank)[t]; // unknown
  cluster.sync();
  out[t] = total;
}

// Stores and reductions that end in a barrier.

__device__ void initialize(unsigned long long *barrier, unsigned bytes) {
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(sharedOffset(barrier)) : "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(sharedOffset(barrier)), "r"(bytes) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  syncCluster();
}

__device__ void wait(unsigned long long *barrier) {
  unsigned done = 0;
  while (!done)
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0; selp.u32 %0, 1, 0, p; }" : "=r"(done) : "r"(sharedOffset(barrier)) : "memory");
}

template <int Step> __global__ void __cluster_dims__(2) storeAsync(int *out) {
  __shared__ int s[32 * Step];
  __shared__ unsigned long long barrier;
  int t = threadIdx.x;
  unsigned other = rankInCluster() ^ 1;
  initialize(&barrier, 128);
  asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.b32 [%0], %1, [%2];" ::"r"(mapped(sharedOffset(&s[t * Step]), other)), "r"(t), "r"(mapped(sharedOffset(&barrier), other)) : "memory"); // unknown
  wait(&barrier);
  syncCluster();
  out[t] = s[t * Step];
}

__global__ void __cluster_dims__(2) storeAsyncWide(int *out) {
  __shared__ int4 s[32];
  __shared__ unsigned long long barrier;
  int t = threadIdx.x;
  unsigned other = rankInCluster() ^ 1;
  initialize(&barrier, 512);
  asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.v4.b32 [%0], {%1, %1, %1, %1}, [%2];" ::"r"(mapped(sharedOffset(&s[t]), other)), "r"(t), "r"(mapped(sharedOffset(&barrier), other)) : "memory"); // unknown
  wait(&barrier);
  syncCluster();
  out[t] = s[t].x;
}

template <int Step> __global__ void __cluster_dims__(2) reduceAsync(int *out) {
  __shared__ int s[32 * Step];
  __shared__ unsigned long long barrier;
  int t = threadIdx.x;
  unsigned other = rankInCluster() ^ 1;
  s[t * Step] = t;
  initialize(&barrier, 128);
  asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%0], %1, [%2];" ::"r"(mapped(sharedOffset(&s[t * Step]), other)), "r"(t), "r"(mapped(sharedOffset(&barrier), other)) : "memory"); // unknown
  wait(&barrier);
  syncCluster();
  out[t] = s[t * Step];
}

// Whole ranges, to the other block and added there.

__global__ void __cluster_dims__(2) bulkToOther(int *out) {
  __shared__ __align__(128) int s[32], copy[32];
  __shared__ unsigned long long barrier;
  int t = threadIdx.x;
  unsigned other = rankInCluster() ^ 1;
  s[t] = t;
  fenceForHardware();
  initialize(&barrier, 128);
  if (t == 0)
    asm volatile("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(mapped(sharedOffset(copy), other)), "r"(sharedOffset(s)), "r"(128), "r"(mapped(sharedOffset(&barrier), other)) : "memory");
  wait(&barrier);
  syncCluster();
  out[t] = copy[31 - t];
}

__global__ void __cluster_dims__(2) bulkToOwn(int *out) {
  __shared__ __align__(128) int s[32][32], copy[32][32];
  __shared__ unsigned long long barrier;
  int t = threadIdx.x;
  s[t][t] = t;
  fenceForHardware();
  initialize(&barrier, 4096);
  if (t == 0)
    asm volatile("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(sharedOffset(copy)), "r"(sharedOffset(s)), "r"(4096), "r"(sharedOffset(&barrier)) : "memory");
  wait(&barrier);
  out[t] = copy[t][0];
}

__global__ void __cluster_dims__(2) bulkAddToOther(int *out) {
  __shared__ __align__(128) int s[32], total[32];
  __shared__ unsigned long long barrier;
  int t = threadIdx.x;
  unsigned other = rankInCluster() ^ 1;
  s[t] = t;
  total[31 - t] = 0;
  fenceForHardware();
  initialize(&barrier, 128);
  if (t == 0)
    asm volatile("cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.add.u32 [%0], [%1], %2, [%3];" ::"r"(mapped(sharedOffset(total), other)), "r"(sharedOffset(s)), "r"(128), "r"(mapped(sharedOffset(&barrier), other)) : "memory");
  wait(&barrier);
  syncCluster();
  out[t] = total[t];
}

// One load that both blocks receive.
__global__ void __cluster_dims__(2) multicast(int *out, const int *in) {
  __shared__ __align__(128) int s[32];
  __shared__ unsigned long long barrier;
  int t = threadIdx.x;
  initialize(&barrier, 128);
  if (t == 0 && rankInCluster() == 0)
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], %2, [%3], %4;" ::"r"(sharedOffset(s)), "l"(in), "r"(128), "r"(sharedOffset(&barrier)), "h"((unsigned short)3) : "memory");
  wait(&barrier);
  syncCluster();
  out[t] = s[31 - t];
}

// An arrival at the other block's barrier.
__global__ void __cluster_dims__(2) remoteArrival(int *out) {
  __shared__ unsigned long long barrier;
  int t = threadIdx.x;
  if (t == 0)
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 32;" ::"r"(sharedOffset(&barrier)) : "memory");
  syncCluster();
  asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(mapped(sharedOffset(&barrier), rankInCluster() ^ 1)) : "memory");
  wait(&barrier);
  syncCluster();
  out[t] = t;
}

template <int Step> static void each(int *out) {
  ownLoad<Step><<<2, 32>>>(out);
  ownLoadWide<Step><<<2, 32>>>((int4 *)out);
  ownStore<Step><<<2, 32>>>(out);
  ownStoreWide<Step><<<2, 32>>>((int4 *)out);
  ownAtomic<Step><<<2, 32>>>(out);
  ownExtreme<Step><<<2, 32>>>(out);
  mappedOwnLoad<Step><<<2, 32>>>(out);
  groupsOwn<Step><<<2, 32>>>(out);
  otherLoad<Step><<<2, 32>>>(out);
  otherStore<Step><<<2, 32>>>(out);
  otherAtomic<Step><<<2, 32>>>(out);
  groupsOther<Step><<<2, 32>>>(out);
  storeAsync<Step><<<2, 32>>>(out);
  reduceAsync<Step><<<2, 32>>>(out);
}

int main() {
  int *out = counting<int>(4096);
  each<1>(out);
  each<4>(out);
  each<32>(out);
  ownLoadPaired<<<2, 32>>>((int4 *)out);
  ownLoadOfPairs<<<2, 32>>>((int2 *)out);
  ownCount<<<2, 32>>>(out);
  sum<<<2, 32>>>(out);
  storeAsyncWide<<<2, 32>>>(out);
  bulkToOther<<<2, 32>>>(out);
  bulkToOwn<<<2, 32>>>(out);
  bulkAddToOther<<<2, 32>>>(out);
  multicast<<<2, 32>>>(out, counting<int>(4096));
  remoteArrival<<<2, 32>>>(out);
  return finish();
}
