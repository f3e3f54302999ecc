// 16-bit and 8-bit floating point, with operators and intrinsics.

// RUN: %banklint --cuda-path=none --all-accesses --exit-zero %s -- 2>&1 \
// RUN:   | FileCheck %s --allow-empty --check-prefix=CLEAN
// CLEAN-NOT: error:
// RUN: %banklint --cuda-path=none --all-accesses --exit-zero %s -- -std=c++14 2>&1 \
// RUN:   | FileCheck %s --allow-empty --check-prefix=CLEAN
// RUN: %banklint --cuda-path=none --all-accesses --exit-zero %s -- -std=c++20 2>&1 \
// RUN:   | FileCheck %s --allow-empty --check-prefix=CLEAN

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

static_assert(sizeof(half) == 2 && alignof(half2) == 4, "half");
static_assert(sizeof(__nv_bfloat162) == 4 && sizeof(__nv_fp8_e4m3) == 1, "");

__global__ void halves(half *H, half2 *P, __nv_bfloat16 *B, float *F, int N) {
  __shared__ half Tile[32][40];
  __shared__ half2 Pairs[64];
  Tile[threadIdx.y][threadIdx.x] = H[threadIdx.x] * H[1] + half(1.0f);
  Pairs[threadIdx.x] = __hfma2(P[0], P[1], __float2half2_rn(2.f));
  half Sum = Tile[threadIdx.x][0];
  Sum += __float2half(F[0]);
  Sum = Sum < H[2] ? -Sum : __hmax(Sum, H[3]);
  float Float = Sum;
  Float += __half2float(Sum) + __low2float(Pairs[1]) + (float)B[0];
  const float2 Both = __half22float2(Pairs[N & 63]);
  H[0] = __float2half_rn(Float + Both.x) + hexp(Sum) + (half)N;
  H[1] = __shfl_xor_sync(0xffffffff, Sum, 1);
  P[0] = __halves2half2(H[0], H[1]) + half2(H[2], H[3]) + make_half2(1.f, 2.f);
  P[0].x = __hadd(__low2half(P[1]), __int2half_rn(N));
  atomicAdd(P, Pairs[0]);
  atomicAdd(H, Sum);
  B[0] = __float2bfloat16(1.f) + __hmul(B[1], B[2]) + B[3];
  F[0] = __bfloat162float(B[0]) + __hgt(B[0], B[1]) + __hisnan(Sum);
  const __nv_fp8_e4m3 Small(F[1]);
  F[1] = float(Small) + __ldg(&H[1]).__x;
}
