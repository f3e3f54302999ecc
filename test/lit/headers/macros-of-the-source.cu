// Macros of the command line and of the source mean nothing in banklint's headers.
//
// REQUIRES: bundled
//
// RUN: %lint --exit-zero %s -- -DN=32 -DT=float -DX -DY=2 -DZ=3 -DA=1 -DB=2 -DM=3 -DK=4 \
// RUN:   -DU=char -DV=1 -DW -DSize=3 -DType=int -DValue=4 -DName=k -DGroup=2 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error: --implicit-check-not=remark:

#define R 7
#include <cooperative_groups.h>
#include <cuda_fp16.h>

__global__ void k(T *out) {
  __shared__ T s[N][N];
  __half2 halves = __float2half2_rn(R);
  // CHECK: :[[@LINE+1]]:3: warning: 32-way bank conflict in store to 's'
  s[threadIdx.x][0] = __low2float(halves);
  cooperative_groups::this_thread_block().sync();
  out[threadIdx.x] = s[0][threadIdx.x];
}

void run(T *out) { k<<<1, N>>>(out); }
// CHECK: 1 file, 1 kernel, 2 accesses: 1 conflict,
