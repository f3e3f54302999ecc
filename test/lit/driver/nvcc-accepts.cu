// What nvcc takes and Clang does not neither hides a kernel nor its launch.
//
// RUN: not %lint %s 2>&1 | FileCheck %s

#include <algorithm>
#include <cuda_fp16.h>

__global__ void columns(float *out) {
  __shared__ float s[32][32];
  __syncthreads();
  // CHECK: nvcc-accepts.cu:[[@LINE+1]]:24: warning: 32-way bank conflict in load from 's': 32 wavefronts, ideal 1 [banklint-bank-conflict]
  __stcs(out + 1, 2. * s[threadIdx.x][1]);
  __stcg(out + 2, 1);
  __stwt(out + 3, 1);
  __stwb(out + 4, 1);
  half2 sum;
  sum = {};
  out[5] = __low2float(sum);
}

void run(int n, unsigned m) {
  long long k = max(min(n, 3), min(m, 4));
  columns<<<max(n, 1), min(32, 33)>>>(nullptr);
}
// CHECK-NOT: not analysed
// CHECK: 1 file, 1 kernel, 1 access: 1 conflict, 0 possible, 0 unknown, 0 suppressed{{$}}
