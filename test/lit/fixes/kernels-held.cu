// Kernels that variables hold, where all that they are launched with is seen, and
// attributes that limit nothing.
//
// RUN: %lint --exit-zero %s 2>&1 | FileCheck %s
#include <cuda_runtime.h>

__global__ void transpose(const float *in, float *out) {
  __shared__ float t[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  t[y][x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = t[x][y];
}
// CHECK: [[#@LINE-2]]:21: warning: 32-way bank conflict in load from 't'
// CHECK: note: pad the rows of 't' to 33 floats

int main(int count, char **) {
  transpose<<<1, dim3(32, 32)>>>(nullptr, nullptr);
  cudaFuncSetAttribute(transpose,
                       cudaFuncAttributePreferredSharedMemoryCarveout, count);
  void (*f)(const float *, float *) = transpose;
  f<<<1, dim3(32, 32), 1024>>>(nullptr, nullptr);
}
