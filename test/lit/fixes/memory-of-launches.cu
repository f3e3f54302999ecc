// Longer rows leave less of the memory that launches ask for, also where no code
// names it, and move what lies behind them. (A swizzle would take no memory, but is
// not written beside an exclusive or.)
//
// RUN: %lint --exit-zero --sort=place %s 2>&1 | FileCheck %s
// RUN: %lint --exit-zero --sort=place %s -- -DALLOWS 2>&1 | FileCheck %s --check-prefix=ALLOWS
// RUN: %lint --exit-zero --sort=place %s -- -DRESIDES 2>&1 | FileCheck %s --check-prefix=RESIDES
// RUN: %lint --exit-zero --sort=place %s -- -DNUMBERED 2>&1 | FileCheck %s --check-prefix=NUMBERED
#include <cuda_runtime.h>

#if defined(ALLOWS)
// What an attribute allows is checked together with the static memory.
__global__ void allowed(float *out) {
  __shared__ float s[32][32];
  s[threadIdx.y][threadIdx.x ^ 1] = 0;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x][threadIdx.y];
}
// ALLOWS: :[[#@LINE-2]]:22: warning: 32-way bank conflict in load from 's'
// ALLOWS: note: no fix for 's': longer rows would not fit in the shared memory of a block
void launch(float *out) {
  cudaFuncSetAttribute(allowed, cudaFuncAttributeMaxDynamicSharedMemorySize,
                       227 * 1024 - 4096);
  allowed<<<1, dim3(32, 32), 100 * 1024>>>(out);
}
#elif defined(RESIDES)
// Blocks that have to be resident together may not be with longer rows.
__global__ void resident(float *out) {
  __shared__ float s[32][32];
  s[threadIdx.y][threadIdx.x ^ 1] = 0;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x][threadIdx.y];
}
// RESIDES: :[[#@LINE-2]]:22: warning: 32-way bank conflict in load from 's'
// RESIDES: note: no fix for 's': 'cudaLaunchAttributeCooperative' depends on how much shared memory a kernel uses
void launch(float *out) {
  cudaLaunchAttribute attribute;
  attribute.id = cudaLaunchAttributeCooperative;
  attribute.val.cooperative = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = 7;
  config.blockDim = dim3(32, 32);
  config.attrs = &attribute;
  config.numAttrs = 1;
  cudaLaunchKernelEx(&config, resident, out);
}
#elif defined(NUMBERED)
// Nor where a number says so.
__global__ void numbered(float *out) {
  __shared__ float s[32][32];
  s[threadIdx.y][threadIdx.x ^ 1] = 0;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x][threadIdx.y];
}
// NUMBERED: :[[#@LINE-2]]:22: warning: 32-way bank conflict in load from 's'
// NUMBERED: note: no fix for 's': 'cudaLaunchAttributeID' depends on how much shared memory a kernel uses
void launch(float *out) {
  cudaLaunchAttribute attribute;
  attribute.id = (cudaLaunchAttributeID)2;
  attribute.val.cooperative = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = 7;
  config.blockDim = dim3(32, 32);
  config.attrs = &attribute;
  config.numAttrs = 1;
  cudaLaunchKernelEx(&config, numbered, out);
}
#else
__global__ void byVariable(float *out) {
  __shared__ float s[32][32];
  s[threadIdx.y][threadIdx.x ^ 1] = 0;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x][threadIdx.y];
}
// CHECK: :[[#@LINE-2]]:22: warning: 32-way bank conflict in load from 's'
// CHECK: note: no fix for 's': its kernel also has dynamic shared memory of unknown size
__global__ void byConstant(float *out) {
  __shared__ float s[32][32];
  s[threadIdx.y][threadIdx.x] = 0;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x][threadIdx.y];
}
// CHECK: :[[#@LINE-2]]:22: warning: 32-way bank conflict in load from 's'
// CHECK: note: pad the rows of 's' to 33 floats
__global__ void byConstantAtLimit(float *out) {
  __shared__ float s[32][32];
  s[threadIdx.y][threadIdx.x] = 0;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x][threadIdx.y];
}
// CHECK: :[[#@LINE-2]]:22: warning: 32-way bank conflict in load from 's'
// CHECK: note: swizzle every index of 's', in the form 's[threadIdx.x][threadIdx.y ^ (threadIdx.x & 31)]'
__global__ void byConfiguration(float *out) {
  __shared__ float s[32][32];
  s[threadIdx.y][threadIdx.x] = 0;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x][threadIdx.y];
}
// CHECK: :[[#@LINE-2]]:22: warning: 32-way bank conflict in load from 's'
// CHECK: note: swizzle every index of 's', in the form 's[threadIdx.x][threadIdx.y ^ (threadIdx.x & 31)]'
__global__ void byDefaultConfiguration(float *out) {
  __shared__ float s[32][32];
  s[threadIdx.y][threadIdx.x] = 0;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x][threadIdx.y];
}
// CHECK: :[[#@LINE-2]]:22: warning: 32-way bank conflict in load from 's'
// CHECK: note: swizzle every index of 's'
__global__ void byConfigurationOfOthers(float *out) {
  __shared__ float s[32][32];
  s[threadIdx.y][threadIdx.x ^ 1] = 0;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x][threadIdx.y];
}
// CHECK: :[[#@LINE-2]]:22: warning: 32-way bank conflict in load from 's'
// CHECK: note: no fix for 's': its kernel also has dynamic shared memory of unknown size

// Where dynamic memory begins, it asks for itself.
extern __shared__ unsigned char dynamic[];
__global__ void roundsUp(float *out) {
  __shared__ float s[32][32];
  s[threadIdx.y][threadIdx.x ^ 1] = 0;
  out[0] = dynamic[(1024 - __cvta_generic_to_shared(dynamic)) % 1024];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x][threadIdx.y];
}
// CHECK: :[[#@LINE-2]]:22: warning: 32-way bank conflict in load from 's'
// CHECK: note: no fix for 's': its address is converted to an integer

cudaLaunchConfig_t configure(dim3 block, size_t bytes);
void launch(float *out, size_t bytes) {
  byVariable<<<1, dim3(32, 32), bytes>>>(out);
  byConstant<<<1, dim3(32, 32), 1024>>>(out);
  byConstantAtLimit<<<1, dim3(32, 32), 48 * 1024 - 4096>>>(out);
  cudaLaunchConfig_t config = {};
  config.gridDim = 1;
  config.blockDim = dim3(32, 32);
  config.dynamicSmemBytes = 48 * 1024 - 4096;
  cudaLaunchKernelEx(&config, byConfiguration, out);
  cudaLaunchConfig_t plain = {1, dim3(32, 32)};
  cudaLaunchKernelEx(&plain, byDefaultConfiguration, out);
  cudaLaunchConfig_t theirs = configure(dim3(32, 32), bytes);
  theirs.blockDim = dim3(32, 32);
  cudaLaunchKernelEx(&theirs, byConfigurationOfOthers, out);
  roundsUp<<<1, dim3(32, 32), 4096>>>(out);
}
#endif
