// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// The toolkit's functions on numbers of 16 bits are inline assembly, over which LLVM
// merges nothing: what is loaded, converted and loaded again is left to ptxas, which
// merges four numbers of 16 bits, where LLVM would have merged eight. Read off machine
// code (nvcc 13.0 -O3, sm_90).

#include <cuda_bf16.h>
#include <cuda_fp16.h>

__global__ void converted(float *out) {
  __shared__ __align__(16) __half s[1024];
  int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 8; ++k)
    sum += __half2float(s[8 * t + k]);
// CHECK: :[[@LINE-1]]:25: remark: load of 8 bytes from 's': 4/2 wavefronts, conflict, block 128x1x1, 8 requests
  out[t] = sum;
}

// By an operator, or the conversion of a class around it.
struct Number {
  __half value;
  __device__ operator float() const { return __half2float(value); }
// CHECK: :[[@LINE-1]]:59: remark: load of 8 bytes from 'p': 4/2 wavefronts, conflict, block 128x1x1, 8 requests
};
__global__ void summed(__half *out, float *numbers) {
  __shared__ __align__(16) __half s[1024];
  __shared__ __align__(16) Number p[1024];
  int t = threadIdx.x;
  __half sum = 0;
  for (int k = 0; k < 8; ++k)
    sum += s[8 * t + k];
// CHECK: :[[@LINE-1]]:5: remark: load of 8 bytes from 's': 4/2 wavefronts, conflict, block 128x1x1, 8 requests
  out[t] = sum;
  float other = 0;
  for (int k = 0; k < 8; ++k)
    other += p[8 * t + k];
  numbers[t] = other;
}

// Loaded first, all at once.
__global__ void first(float *out) {
  __shared__ __align__(16) __half s[1024];
  int t = threadIdx.x;
  __half r[8];
  for (int k = 0; k < 8; ++k)
    r[k] = s[8 * t + k];
// CHECK: :[[@LINE-1]]:12: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 128x1x1, 4 requests
  float sum = 0;
  for (int k = 0; k < 8; ++k)
    sum += __half2float(r[k]);
  out[t] = sum;
}

__global__ void stored(const float *in, float *out) {
  __shared__ __align__(16) __half s[1024];
  __shared__ __align__(16) __half2 pairs[512];
  int t = threadIdx.x;
  for (int k = 0; k < 8; ++k)
    s[8 * t + k] = __float2half(in[t + 32 * k]);
// CHECK: :[[@LINE-1]]:5: remark: store of 8 bytes to 's': 4/2 wavefronts, conflict, block 128x1x1, 8 requests
  for (int k = 0; k < 4; ++k)
    pairs[4 * t + k] = __floats2half2_rn(in[t + 32 * k], in[t]);
// CHECK: :[[@LINE-1]]:5: remark: store of 16 bytes to 'pairs': 4/4 wavefronts, conflict-free, block 128x1x1, 4 requests
  __syncthreads();
  out[t] = __half2float(s[t ^ 1]) + __low2float(pairs[t ^ 1]);
// CHECK: :[[@LINE-1]]:25: remark: load of 2 bytes from 's': 1/1 wavefronts, conflict-free, block 128x1x1, 4 requests
// CHECK: :[[@LINE-2]]:49: remark: load of 4 bytes from 'pairs': 1/1 wavefronts, conflict-free, block 128x1x1, 4 requests
}

// ptxas merges none that it only shifts.
__global__ void brain(float *out) {
  __shared__ __align__(16) __nv_bfloat16 s[1024];
  int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 8; ++k)
    sum += __bfloat162float(s[8 * t + k]);
// CHECK: :[[@LINE-1]]:29: remark: load of 2 bytes from 's': 4/1 wavefronts, conflict, inexact, block 128x1x1, 32 requests
  out[t] = sum;
}

// Assembly that is not volatile as well. Words merge all the same.
__global__ void assembly(float *out) {
  __shared__ __align__(16) short s[1024];
  __shared__ float f[1024];
  int t = threadIdx.x;
  int sum = 0;
  for (int k = 0; k < 8; ++k) {
    int number;
    asm("cvt.s32.s16 %0, %1;" : "=r"(number) : "h"(s[8 * t + k]));
// CHECK: :[[@LINE-1]]:52: remark: load of 2 bytes from 's': 4/1 wavefronts, conflict, inexact, block 128x1x1, 32 requests
    sum += number;
  }
  float other = 0;
  for (int k = 0; k < 8; ++k) {
    float number;
    asm("mov.b32 %0, %1;" : "=f"(number) : "f"(f[8 * t + k]));
// CHECK: :[[@LINE-1]]:48: remark: load of 16 bytes from 'f': 8/4 wavefronts, conflict, block 128x1x1, 8 requests
    other += number;
  }
  out[t] = sum + other;
}

int main() {
  converted<<<1, 128>>>(nullptr);
  summed<<<1, 128>>>(nullptr, nullptr);
  first<<<1, 128>>>(nullptr);
  stored<<<1, 128>>>(nullptr, nullptr);
  brain<<<1, 128>>>(nullptr);
  assembly<<<1, 128>>>(nullptr);
}
