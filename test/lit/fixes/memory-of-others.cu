// Longer rows take memory from code that is not seen, and what asks CUDA how much a
// kernel takes hears another number. (A swizzle would take no memory, but is not
// written beside an exclusive or.)
//
// RUN: %lint --exit-zero --sort=place %s 2>&1 | FileCheck %s
// RUN: %lint --exit-zero --sort=place %s -- -DASKS=1 2>&1 | FileCheck %s --check-prefix=ASKS
// RUN: %lint --exit-zero --sort=place %s -- -DASKS=2 2>&1 | FileCheck %s --check-prefix=ASKS
// RUN: %lint --exit-zero --sort=place %s -- -DASKS=3 2>&1 | FileCheck %s --check-prefix=FITS
// RUN: %lint --exit-zero --sort=place %s -- -DASKS=4 2>&1 | FileCheck %s --check-prefix=RESIDES
#include <cuda_runtime.h>

#ifndef ASKS
__device__ void elsewhere(float *out);
__global__ void callsElsewhere(float *out) {
  __shared__ float s[32][32];
  s[threadIdx.y][threadIdx.x ^ 1] = 0, __syncthreads();
  out[0] = s[threadIdx.x][threadIdx.y];
  elsewhere(out);
}
// CHECK: [[#@LINE-3]]:12: warning: 32-way bank conflict in load from 's'
// CHECK: [[#@LINE-3]]:3: note: no fix for 's': this calls code that is not seen, for whose shared memory longer rows may leave too little; by hand, rows of 33 floats would be best

__device__ void (*hook)(float *);
__global__ void callsByPointer(float *out) {
  __shared__ float s[32][32];
  s[threadIdx.y][threadIdx.x ^ 1] = 0, __syncthreads();
  out[0] = s[threadIdx.x][threadIdx.y];
  hook(out);
}
// CHECK: [[#@LINE-3]]:12: warning: 32-way bank conflict in load from 's'
// CHECK: [[#@LINE-3]]:3: note: no fix for 's': this calls code that is not seen

struct Final final {
  __device__ virtual void run(float *out) { out[1] = 1; }
};
__global__ void callsWhatIsKnown(float *out) {
  __shared__ float s[32][32];
  s[threadIdx.y][threadIdx.x] = 0, __syncthreads();
  out[0] = s[threadIdx.x][threadIdx.y];
  Final object;
  object.run(out);
  out[2] = __expf(sinf(out[3]));
}
// CHECK: [[#@LINE-5]]:12: warning: 32-way bank conflict in load from 's'
// CHECK: note: pad the rows of 's' to 33 floats (+128 bytes), which leaves no conflict
// CHECK: remark: an indirect call in kernel 'callsByPointer' not analysed

// Of a kernel without the array it may ask.
__global__ void other(float *out) { out[0] = 0; }
int asks() {
  cudaFuncAttributes attributes;
  cudaFuncGetAttributes(&attributes, other);
  return int(attributes.sharedSizeBytes);
}

void launch(float *out) {
  callsElsewhere<<<1, dim3(32, 32)>>>(out);
  callsByPointer<<<1, dim3(32, 32)>>>(out);
  callsWhatIsKnown<<<1, dim3(32, 32)>>>(out);
}
#else
__global__ void kernel(float *out) {
  __shared__ float s[32][32];
  s[threadIdx.y][threadIdx.x ^ 1] = 0, __syncthreads();
  out[0] = s[threadIdx.x][threadIdx.y];
}

template <class F> int asksFor(F *f) {
  cudaFuncAttributes attributes;
  cudaFuncGetAttributes(&attributes, f);
  return int(attributes.sharedSizeBytes);
}
#if ASKS == 1
int asks() {
  cudaFuncAttributes attributes;
  cudaFuncGetAttributes(&attributes, kernel);
  return int(attributes.sharedSizeBytes);
}
// ASKS: note: no fix for 's': 'cudaFuncGetAttributes' depends on how much shared memory a kernel uses; by hand, rows of 33 floats would be best
#elif ASKS == 2
int asks() { return asksFor(kernel); }
#elif ASKS == 3
int asks() {
  int blocks = 0;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 1024, 0);
  return blocks;
}
// FITS: note: no fix for 's': 'cudaOccupancyMaxActiveBlocksPerMultiprocessor' depends on how much shared memory a kernel uses
#elif ASKS == 4
int asks() {
  void *arguments[] = {nullptr};
  cudaLaunchCooperativeKernel((void *)kernel, dim3(264), dim3(32, 32), arguments,
                              0, nullptr);
  return 1;
}
// RESIDES: note: no fix for 's': 'cudaLaunchCooperativeKernel' depends on how much shared memory a kernel uses
#endif

void launch(float *out) { kernel<<<asks(), dim3(32, 32)>>>(out); }
#endif
