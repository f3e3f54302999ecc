// A kernel whose address variables hold may be launched by them, with other
// dynamic memory, and other code may ask how much it takes. (A swizzle would take
// none, but is not written beside an exclusive or.)
//
// RUN: %lint --exit-zero --sort=place %s 2>&1 | FileCheck %s
// RUN: %lint --exit-zero --sort=place %s -- -DASKS 2>&1 | FileCheck %s --check-prefix=ASKS
// RUN: %lint --exit-zero --sort=place %s -- -DTABLE 2>&1 | FileCheck %s --check-prefix=TABLE
// RUN: %lint --exit-zero --sort=place %s -- -DLIMIT 2>&1 | FileCheck %s --check-prefix=LIMIT
#include <cuda_runtime.h>

__global__ void transpose(const float *in, float *out) {
  __shared__ float t[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  t[y][x ^ 1] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = t[x][y];
}
// CHECK: [[#@LINE-2]]:21: warning: 32-way bank conflict in load from 't'
// CHECK: note: no fix for 't': its kernel also has dynamic shared memory of unknown size
// ASKS: [[#@LINE-4]]:21: warning: 32-way bank conflict in load from 't'
// ASKS: note: no fix for 't': its kernel may also be launched with blocks that are not known
// TABLE: [[#@LINE-6]]:21: warning: 32-way bank conflict in load from 't'
// TABLE: note: no fix for 't': its kernel may also be launched with blocks that are not known
// LIMIT: [[#@LINE-8]]:21: warning: 32-way bank conflict in load from 't'
// LIMIT: note: no fix for 't': its kernel also has dynamic shared memory of unknown size

using Kernel = void (*)(const float *, float *);

#if defined(ASKS)
int blocksOf(Kernel kernel, int threads);
int main() {
  transpose<<<1, dim3(32, 32)>>>(nullptr, nullptr);
  Kernel f = transpose;
  return blocksOf(f, 1024);
}
#elif defined(TABLE)
Kernel kernels[] = {transpose}; // seen by other sources
int main() { transpose<<<1, dim3(32, 32)>>>(nullptr, nullptr); }
#elif defined(LIMIT)
// All that a block may have beside the tile.
int main() {
  int most = 0;
  cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0);
  cudaFuncSetAttribute(transpose, cudaFuncAttributeMaxDynamicSharedMemorySize,
                       most - 4096);
  transpose<<<1, dim3(32, 32)>>>(nullptr, nullptr);
}
#else
int main(int count, char **) {
  transpose<<<1, dim3(32, 32)>>>(nullptr, nullptr);
  Kernel f = transpose;
  f<<<1, dim3(32, 32), count>>>(nullptr, nullptr);
}
#endif
