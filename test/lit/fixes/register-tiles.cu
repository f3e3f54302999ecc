// A kernel that keeps a tile of its results in registers has none to spare for
// indices that get longer in each round. Longer rows need none, nor do gaps that
// are counted in front of the loop.
//
// RUN: %lint --exit-zero --sort=place %s 2>&1 | FileCheck %s
#include <cuda_runtime.h>

// CHECK: note: leave gaps in 's', in the form 's[i + i / 32 * 4]' (+256 bytes), which leaves no conflict; index arithmetic gets longer; 4 edits
__global__ void small(const float *in, float *out) {
  __shared__ float s[512];
  float sums[7][8] = {};
  int x = threadIdx.x;
  s[x] = in[x];
  s[x + 256] = in[x + 256];
  __syncthreads();
#pragma unroll
  for (int i = 0; i < 7; ++i)
#pragma unroll
    for (int j = 0; j < 8; ++j)
      sums[i][j] += s[x % 32 * 8 + j] * in[i];
  for (int i = 0; i < 7; ++i)
    out[i * 256 + x] = sums[i][0];
}

// CHECK: note: leave gaps in 's', in the form 's[i + i / 32 * 4]' (+256 bytes), which leaves no conflict; index arithmetic gets longer; 4 edits
__global__ void large(const float *in, float *out) {
  __shared__ float s[512];
  float sums[8][8] = {};
  int x = threadIdx.x;
  s[x] = in[x];
  s[x + 256] = in[x + 256];
  __syncthreads();
#pragma unroll
  for (int i = 0; i < 8; ++i)
#pragma unroll
    for (int j = 0; j < 8; ++j)
      sums[i][j] += s[x % 32 * 8 + j] * in[i];
  for (int i = 0; i < 8; ++i)
    out[i * 256 + x] = sums[i][0];
}

// CHECK: note: leave gaps in 's', in the form 's[i + i / 32 * 4]' (+256 bytes), which leaves no conflict (unsafe: index arithmetic gets longer; a kernel that keeps so much in registers may then fit fewer blocks on an SM); 4 edits
__global__ void moving(const float *in, float *out) {
  __shared__ float s[512];
  float sums[8][8] = {};
  int x = threadIdx.x, at = x % 32 * 8;
  s[x] = in[x];
  s[x + 256] = in[x + 256];
  __syncthreads();
  for (int i = 0; i < 8; ++i) {
#pragma unroll
    for (int j = 0; j < 8; ++j)
      sums[i][j] += s[at + j] * in[i];
    at ^= 8;
  }
  for (int i = 0; i < 8; ++i)
    out[i * 256 + x] = sums[i][0];
}

// CHECK: note: pad the rows of 's' to 36 floats (+128 bytes), which leaves no conflict{{$}}
__global__ void declared(const float *in, float *out) {
  __shared__ float s[8][32];
  float sums[8][8] = {};
  int x = threadIdx.x;
  s[x / 32][x % 32] = in[x];
  __syncthreads();
#pragma unroll
  for (int i = 0; i < 8; ++i)
    sums[i][x % 8] = s[x % 8][x / 8];
  out[x] = sums[x % 8][0];
}

void run(const float *in, float *out) {
  small<<<1, 256>>>(in, out);
  large<<<1, 256>>>(in, out);
  moving<<<1, 256>>>(in, out);
  declared<<<1, 256>>>(in, out);
}
