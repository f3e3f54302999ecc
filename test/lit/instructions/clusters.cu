// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// What a block does in the shared memory of other blocks of its cluster is a
// load or store of a generic address (LD.E, ST.E, ATOM.E for sm_90): their cost
// is not known, and is not that of a load or store of its own.

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2) loads(const int *in, int *out) {
  __shared__ int s[128];
  cg::cluster_group cluster = cg::this_cluster();
  s[threadIdx.x] = in[threadIdx.x] + int(cluster.block_rank());
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [loads(
  cluster.sync();
  int *other = cluster.map_shared_rank(s, cluster.block_rank() ^ 1);
  out[threadIdx.x] = other[threadIdx.x] + s[threadIdx.x * 2 % 128];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from shared memory: ?/? wavefronts, unknown (distributed shared memory of a cluster: in another block, 32-byte sectors count, not banks), inexact, block 32x1x1, 1 request [loads(
// CHECK: :[[@LINE-2]]:43: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 32x1x1, 1 request [loads(
  cluster.sync();
}

__global__ void __cluster_dims__(4, 1, 1) stores(const int *in, int *out) {
  __shared__ int s[128];
  cg::cluster_group cluster = cg::this_cluster();
  cluster.map_shared_rank(s, 0)[threadIdx.x * 2] = in[threadIdx.x];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to shared memory: ?/? wavefronts, unknown (distributed shared memory of a cluster: in another block, 32-byte sectors count, not banks), inexact, block 32x1x1, 1 request [stores(
  atomicAdd(cluster.map_shared_rank(&s[threadIdx.x], 1), 1);
// CHECK: :[[@LINE-1]]:3: remark: atomic of 4 bytes on shared memory: ?/? wavefronts, unknown (distributed shared memory of a cluster: in another block, 32-byte sectors count, not banks), inexact, block 32x1x1, 1 request [stores(
  cluster.barrier_arrive();
  cluster.barrier_wait();
  out[threadIdx.x] = s[threadIdx.x];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [stores(
}

// All threads of a block have one rank.
__global__ void __cluster_dims__(2) ranks(const int *in, int *out) {
  __shared__ int s[1024];
  cg::cluster_group cluster = cg::this_cluster();
  s[cluster.block_rank() * 32 + threadIdx.x] = cluster.num_blocks();
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [ranks(
  if (cluster.query_shared_rank(s) == 0)
    cluster.sync();
  out[threadIdx.x] = in[cluster.thread_rank()];
}

// Its own array looks as the others' do: rows of 33 would have to be theirs.
__global__ void __cluster_dims__(2) columns(const int *in, int *out) {
  __shared__ int tile[32][32];
  cg::cluster_group cluster = cg::this_cluster();
  out[threadIdx.x] = tile[threadIdx.x][0];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 'tile': 32/1 wavefronts, conflict, block 32x1x1, 1 request [columns(
  int(*theirs)[32] = cluster.map_shared_rank(tile, 1);
  out[threadIdx.x + 32] = theirs[threadIdx.x][0];
// CHECK: :[[@LINE-1]]:27: remark: load of 4 bytes from shared memory: ?/? wavefronts, unknown (distributed shared memory of a cluster: in another block, 32-byte sectors count, not banks), inexact, block 32x1x1, 1 request [columns(
}

__global__ void __cluster_dims__(2) assembly(int *out) {
  __shared__ int tile[32][32];
  out[threadIdx.x] = tile[threadIdx.x][0];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 'tile': 32/1 wavefronts, conflict, block 32x1x1, 1 request [assembly(
  unsigned own = __cvta_generic_to_shared(&tile[0][0]), theirs, value;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;"
               : "=r"(theirs)
               : "r"(own), "r"(1));
  asm volatile("ld.shared::cluster.u32 %0, [%1];"
               : "=r"(value)
               : "r"(theirs));
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from shared memory: ?/? wavefronts, unknown (distributed shared memory of a cluster: in another block, 32-byte sectors count, not banks), inexact, block 32x1x1, 1 request [assembly(
  out[threadIdx.x + 32] = value;
}

// Addresses of the own block are addresses of the cluster, too, and are counted
// as those of shared memory; what the own number maps stays in the block.
__global__ void __cluster_dims__(2) own(int *out) {
  __shared__ int s[2048];
  int value, t = threadIdx.x;
  unsigned at = __cvta_generic_to_shared(&s[t * 4]), rank, mapped, next;
  asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(value) : "r"(at));
// CHECK: :[[@LINE-1]]:71: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, block 32x1x1, 1 request [own(
  asm volatile("st.shared::cluster.v4.u32 [%0], {%1, %1, %1, %1};" ::"r"(at), "r"(t));
// CHECK: :[[@LINE-1]]:74: remark: store of 16 bytes to 's': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request [own(
// Lanes that count up take turns, as they do not where the space is known.
  asm volatile("red.shared::cluster.add.u32 [%0], 1;" ::"r"((unsigned)__cvta_generic_to_shared(&s[t / 16])));
// CHECK: :[[@LINE-1]]:61: remark: atomic of 4 bytes on 's': 16/1 wavefronts, conflict, block 32x1x1, 1 request [own(
  asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(mapped) : "r"(at), "r"(rank));
  asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(next) : "r"(mapped));
// CHECK: :[[@LINE-1]]:70: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, block 32x1x1, 1 request [own(
  asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(mapped) : "r"(at), "r"(rank ^ 1));
  asm volatile("st.shared::cluster.u32 [%0], %1;" ::"r"(mapped), "r"(t));
// CHECK: :[[@LINE-1]]:57: remark: store of 4 bytes to shared memory: ?/? wavefronts, unknown (distributed shared memory of a cluster: in another block, 32-byte sectors count, not banks), inexact, block 32x1x1, 1 request [own(
// Of 64 bits and of floating point nothing was measured.
  asm volatile("red.shared::cluster.add.f32 [%0], %1;" ::"r"(at), "f"(1.f));
// CHECK: :[[@LINE-1]]:62: remark: atomic of 4 bytes on shared memory: ?/? wavefronts, unknown (distributed shared memory of a cluster: in another block, 32-byte sectors count, not banks), inexact, block 32x1x1, 1 request [own(
  out[t] = value + next;
}

void launch(int *n) {
  loads<<<2, 32>>>(n, n);
  stores<<<4, 32>>>(n, n);
  ranks<<<2, 32>>>(n, n);
  columns<<<2, 32>>>(n, n);
  assembly<<<2, 32>>>(n);
  own<<<2, 32>>>(n);
}
