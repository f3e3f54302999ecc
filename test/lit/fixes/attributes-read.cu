// Of the attributes of a kernel that CUDA tells, only some depend on how much shared
// memory it has.
//
// RUN: %lint --exit-zero --sort=place %s 2>&1 | FileCheck %s
#include <cuda_runtime.h>

__global__ void registers(float *out) {
  __shared__ float s[32][32];
// CHECK: :[[@LINE-1]]:26: note: pad the rows of 's' to 33 floats (+128 bytes), which leaves no conflict
  s[threadIdx.y][threadIdx.x ^ 1] = 0, __syncthreads();
  out[0] = s[threadIdx.x][threadIdx.y];
}
int asksForRegisters() {
  cudaFuncAttributes attributes;
  if (cudaFuncGetAttributes(&attributes, registers) != cudaSuccess)
    return 0;
  return attributes.numRegs + attributes.maxThreadsPerBlock;
}

// What else is read of the copy is not known.
__global__ void copied(float *out) {
  __shared__ float s[32][32];
  s[threadIdx.y][threadIdx.x ^ 1] = 0, __syncthreads();
  out[0] = s[threadIdx.x][threadIdx.y];
}
int asksOfCopy() {
  cudaFuncAttributes attributes;
  cudaFuncGetAttributes(&attributes, copied);
// CHECK: :[[@LINE-1]]:3: note: no fix for 's': 'cudaFuncGetAttributes' depends on how much shared memory a kernel uses; by hand, rows of 33 floats would be best
  cudaFuncAttributes copy = attributes;
  return copy.numRegs;
}

__global__ void shared(float *out) {
  __shared__ float s[32][32];
  s[threadIdx.y][threadIdx.x ^ 1] = 0, __syncthreads();
  out[0] = s[threadIdx.x][threadIdx.y];
}
int asksForMemory() {
  cudaFuncAttributes attributes;
  cudaFuncGetAttributes(&attributes, shared);
// CHECK: :[[@LINE-1]]:3: note: no fix for 's': 'cudaFuncGetAttributes' depends on how much shared memory a kernel uses
  return attributes.numRegs + int(attributes.sharedSizeBytes);
}

void launch(float *out) {
  registers<<<asksForRegisters(), dim3(32, 32)>>>(out);
  copied<<<asksOfCopy(), dim3(32, 32)>>>(out);
  shared<<<asksForMemory(), dim3(32, 32)>>>(out);
}
