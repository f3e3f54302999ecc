// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// A group of any kind knows its size and the ranks of its threads.

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__device__ int reduce(cg::thread_group group, int *s, int value) {
  int rank = group.thread_rank();
  for (int i = group.size() / 2; i > 0; i /= 2) {
    s[rank] = value;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 256x1x1, 64 requests
    group.sync();
    if (rank < i)
      value += s[rank + i];
// CHECK: :[[@LINE-1]]:16: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 256x1x1, 12 requests
    group.sync();
  }
  return value;
}

__global__ void sum(int *out, const int *in) {
  __shared__ int s[256];
  cg::thread_block block = cg::this_thread_block();
  int total = reduce(block, s, in[threadIdx.x]);
  if (block.thread_rank() == 0)
    out[blockIdx.x] = total;
}
void run(int *out, const int *in) { sum<<<8, 256>>>(out, in); }
