// 16-bit and 8-bit floating point, with operators and intrinsics.

// RUN: %banklint --cuda-path=none --all-accesses --exit-zero %s -- 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error:
// RUN: %banklint --cuda-path=none --all-accesses --exit-zero %s -- -std=c++14 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error:
// RUN: %banklint --cuda-path=none --all-accesses --exit-zero %s -- -std=c++20 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error:

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

static_assert(sizeof(half) == 2 && alignof(half2) == 4, "half");
static_assert(sizeof(__nv_bfloat162) == 4 && sizeof(__nv_fp8_e4m3) == 1, "");

// Rows of 40 halves are 20 words. In a row two lanes share a word; in a column every
// eighth lane is in the same bank: 4. Pairs[0] and Pairs[1] are one load of 8 bytes.
__global__ void halves(half *H, half2 *P, __nv_bfloat16 *B, float *F, int N) {
  __shared__ half Tile[32][40];
  __shared__ half2 Pairs[64];
  Tile[threadIdx.y][threadIdx.x] = H[threadIdx.x] * H[1] + half(1.0f);
// CHECK: :[[@LINE-1]]:3: remark: store of 2 bytes to 'Tile': 1/1 wavefronts, conflict-free, block 32x8x1, 8 requests
  Pairs[threadIdx.x] = __hfma2(P[0], P[1], __float2half2_rn(2.f));
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 'Pairs': 1/1 wavefronts, conflict-free, block 32x8x1, 8 requests
  half Sum = Tile[threadIdx.x][0];
// CHECK: :[[@LINE-1]]:14: remark: load of 2 bytes from 'Tile': 4/1 wavefronts, conflict, block 32x8x1, 8 requests
  Sum += __float2half(F[0]);
  Sum = Sum < H[2] ? -Sum : __hmax(Sum, H[3]);
  float Float = Sum;
  Float += __half2float(Sum) + __low2float(Pairs[1]) + (float)B[0];
// CHECK: :[[@LINE-1]]:44: remark: load of 8 bytes from 'Pairs': 1/1 wavefronts, conflict-free, block 32x8x1, 8 requests
  const float2 Both = __half22float2(Pairs[N & 63]);
// CHECK: :[[@LINE-1]]:38: remark: load of 4 bytes from 'Pairs': 1/1 wavefronts, conflict-free, block 32x8x1, 8 requests
  H[0] = __float2half_rn(Float + Both.x) + hexp(Sum) + (half)N;
  H[1] = __shfl_xor_sync(0xffffffff, Sum, 1);
  P[0] = __halves2half2(H[0], H[1]) + half2(H[2], H[3]) + make_half2(1.f, 2.f);
  P[0].x = __hadd(__low2half(P[1]), __int2half_rn(N));
  atomicAdd(P, Pairs[0]);
// CHECK: :[[@LINE-1]]:16: remark: load of 8 bytes from 'Pairs': 1/1 wavefronts, conflict-free, block 32x8x1, 0 requests
  atomicAdd(H, Sum);
  B[0] = __float2bfloat16(1.f) + __hmul(B[1], B[2]) + B[3];
  F[0] = __bfloat162float(B[0]) + __hgt(B[0], B[1]) + __hisnan(Sum);
  const __nv_fp8_e4m3 Small(F[1]);
  F[1] = float(Small) + __ldg(&H[1]).__x;
}

void run(half *H, half2 *P, __nv_bfloat16 *B, float *F, int N) {
  halves<<<1, dim3(32, 8)>>>(H, P, B, F, N);
}
