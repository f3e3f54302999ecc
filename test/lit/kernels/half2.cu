// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// A half2 is a word: rows of 32 down a column are 32. Its copies are operators
// of a header; an access still stands where the kernel asks for it.

#include <cuda_fp16.h>

__global__ void pairs(float *out, const __half2 *in) {
  __shared__ __half2 s[32][32];
  int x = threadIdx.x, y = threadIdx.y, i = y * 32 + x;
  s[y][x] = in[i];
// CHECK: half2.cu:[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x32x1, 32 requests
  __syncthreads();
  out[i] = __low2float(s[x][y]);
// CHECK: half2.cu:[[@LINE-1]]:24: remark: load of 4 bytes from 's': 32/1 wavefronts, conflict, block 32x32x1, 32 requests
}

void run(float *out, const __half2 *in) {
  pairs<<<1, dim3(32, 32)>>>(out, in);
}
