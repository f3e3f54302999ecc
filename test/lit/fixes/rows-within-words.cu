// Rows of 17 halves end within a word. The best length is 18, in which 16 rows
// begin in banks 9 apart, and no multiple of a word more than 17.
//
// RUN: %lint --exit-zero --sort=place %s 2>&1 | FileCheck %s
// RUN: cd %S && %lint --exit-zero --format=diff %{s:basename} -- \
// RUN:   | FileCheck %s --check-prefix=DIFF
#include <cuda_fp16.h>
#include <cuda_runtime.h>

constexpr int C = 16;

// CHECK: [[#@LINE+7]]:22: warning: 2-way bank conflict in load from 't': 2 wavefronts
// CHECK: note: pad the rows of 't' to 18 elements (+32 bytes), which leaves no conflict
__global__ void transpose(const half *in, half *out) {
  __shared__ half t[C][C + 1];
  int x = threadIdx.x % C, y = threadIdx.x / C;
  t[y][x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = t[x][y];
}
// DIFF: +  __shared__ half t[C][C + 2];

void launch(const half *in, half *out) { transpose<<<1, 256>>>(in, out); }
