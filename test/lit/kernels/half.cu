// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// Two halves share a word. Columns: rows of 64 halves are 32 words, one bank,
// 32; rows of 66 are 33 words, 1.

#include <cuda_fp16.h>

__global__ void halves(float *out, const __half *in) {
  __shared__ __half plain[32][64];
  __shared__ __half padded[32][66];
  int x = threadIdx.x, y = threadIdx.y, i = y * 32 + x;
  plain[y][x] = in[i];
// CHECK: :[[@LINE-1]]:3: remark: store of 2 bytes to 'plain': 1/1 wavefronts, conflict-free, block 32x32x1, 32 requests
  padded[y][x] = in[i];
// CHECK: :[[@LINE-1]]:3: remark: store of 2 bytes to 'padded': 1/1 wavefronts, conflict-free, block 32x32x1, 32 requests
  __syncthreads();
  out[i] = __half2float(plain[x][y]);
// CHECK: :[[@LINE-1]]:25: remark: load of 2 bytes from 'plain': 32/1 wavefronts, conflict, block 32x32x1, 32 requests
  out[i + 1024] = __half2float(padded[x][y]);
// CHECK: :[[@LINE-1]]:32: remark: load of 2 bytes from 'padded': 1/1 wavefronts, conflict-free, block 32x32x1, 32 requests
}

void run(float *out, const __half *in) {
  halves<<<1, dim3(32, 32)>>>(out, in);
}
