// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s
// There the headers themselves are not for Clang, which is told besides.
// UNSUPPORTED: 11.8, 12.4

// Copies by a group: its threads take pieces by turns, each as long as the types
// promise alignment, 16 bytes at most. Pieces of 16 bytes pass the first-level
// cache by, and the counters see no conflict there.

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/pipeline>

namespace cg = cooperative_groups;

__global__ void byGroup(float *out, const float *in) {
  __shared__ __align__(16) float s[1024];
  auto block = cg::this_thread_block();
  // 1,024 words, 256 threads: 4 rounds of 8 warps.
  cg::memcpy_async(block, s, in, sizeof(float) * 1024);
// CHECK: :[[@LINE-1]]:3: remark: cp.async of 4 bytes to 's': 1/1 wavefronts, conflict-free{{(, inexact)?}}, block 256x1x1, 32 requests
  cg::wait(block);
  out[threadIdx.x] = s[threadIdx.x];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 256x1x1, 8 requests
  // Counted in elements; every warp on its own: 2 rounds.
  auto tile = cg::tiled_partition<32>(block);
  cg::memcpy_async(tile, s, 64, in, 64);
// CHECK: :[[@LINE-1]]:3: remark: cp.async of 4 bytes to 's': 1/1 wavefronts, conflict-free{{(, inexact)?}}, block 256x1x1, 16 requests
  cg::wait_prior<0>(tile);
  cg::memcpy_async(block, s, in, cuda::aligned_size_t<16>(4096));
// CHECK: :[[@LINE-1]]:3: remark: cp.async of 16 bytes to 's': 4/4 wavefronts, conflict-free (assumes that the copy's source is aligned to 128 bytes, as allocations are), inexact, block 256x1x1, 8 requests
  cg::wait(block);
  // Of bytes the alignment is found when the kernel runs.
  cg::memcpy_async(block, (char *)s, (const char *)in, 4096);
// CHECK: :[[@LINE-1]]:3: remark: cp.async of 4 bytes to shared memory: ?/? wavefronts, unknown (asynchronous copy by a cooperative group, whose access width depends on the alignment at run time), inexact, block 256x1x1, 8 requests
  cg::wait(block);
}

__global__ void byThread(float *out, const float *in) {
  __shared__ __align__(16) float s[1024];
  int t = threadIdx.x;
  auto pipe = cuda::make_pipeline();
  pipe.producer_acquire();
  cuda::memcpy_async(s + t * 4, in + t * 4, cuda::aligned_size_t<16>(16), pipe);
// CHECK: :[[@LINE-1]]:3: remark: cp.async of 16 bytes to 's': 4/4 wavefronts, conflict-free (assumes that the copy's source is aligned to 128 bytes, as allocations are), inexact, block 256x1x1, 8 requests
  // One word a thread, two words apart.
  cuda::memcpy_async(&s[t * 2], &in[t], sizeof(float), pipe);
// CHECK: :[[@LINE-1]]:3: remark: cp.async of 4 bytes to 's': 2/1 wavefronts, conflict, block 256x1x1, 8 requests
  // Two words a thread, one after the other, two apart.
  cuda::memcpy_async(&s[t * 2], &in[t * 2], sizeof(float) * 2, pipe);
// CHECK: :[[@LINE-1]]:3: remark: cp.async of 4 bytes to 's': 2/1 wavefronts, by lines of global memory, block 256x1x1, 16 requests
  pipe.producer_commit();
  pipe.consumer_wait();
  __syncthreads();
  out[t] = s[t];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 256x1x1, 8 requests
  pipe.consumer_release();
}

void run(float *out, const float *in) {
  byGroup<<<1, 256>>>(out, in);
  byThread<<<1, 256>>>(out, in);
}
