// Waits in assembly, by recursion, and where an object ends. (For what a loop
// waits, see waiting-loops.cu.)
//
// RUN: %lint --exit-zero --sort=place %s 2>&1 | FileCheck %s
#include <cuda_runtime.h>

__device__ unsigned arrived;
__device__ volatile int flags[64];

__device__ unsigned acquire(const unsigned *p) {
  unsigned v;
  asm volatile("ld.acquire.gpu.u32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");
  return v;
}
// CHECK: [[#@LINE+11]]:21: warning: 32-way bank conflict in load from 't'
// CHECK: note: no fix for 't': this may wait for other blocks
__global__ void byAssembly(const float *in, float *out) {
  __shared__ float t[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  t[y][x ^ 1] = in[y * 32 + x];
  unsigned v;
  do {
    v = acquire(&arrived);
  } while (v != gridDim.x);
  __syncthreads();
  out[y * 32 + x] = t[x][y];
}

__device__ void pollAgain(int n);
__device__ void poll(int n) {
  if (atomicAdd(&arrived, 0u) < unsigned(n))
    pollAgain(n);
}
__device__ void pollAgain(int n) { poll(n); }
// CHECK: [[#@LINE+8]]:21: warning: 32-way bank conflict in load from 't'
// CHECK: note: no fix for 't': this may wait for other blocks
__global__ void byRecursion(const float *in, float *out) {
  __shared__ float t[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  t[y][x ^ 1] = in[y * 32 + x];
  poll(gridDim.x);
  __syncthreads();
  out[y * 32 + x] = t[x][y];
}

struct Waits {
  int n;
  __device__ ~Waits() {
    while (flags[2] < n)
      ;
  }
};
struct Holder {
  Waits inner;
};
// CHECK: [[#@LINE+10]]:21: warning: 32-way bank conflict in load from 't'
// CHECK: note: no fix for 't': this may wait for other blocks
__global__ void byDestructor(const float *in, float *out) {
  __shared__ float t[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  t[y][x ^ 1] = in[y * 32 + x];
  {
    Holder w{{int(gridDim.x)}};
  }
  __syncthreads();
  out[y * 32 + x] = t[x][y];
}

// The argument is the same for all that other blocks do.
// CHECK: [[#@LINE+14]]:21: warning: 32-way bank conflict in load from 't'
// CHECK: note: pad the rows of 't' to 33 floats
struct Size {
  int rows;
};
__global__ void asksItsArgument(const float *in, float *out, Size size) {
  __shared__ float t[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  t[y][x] = in[y * 32 + x];
  for (int i = 0; i < size.rows; ++i) {
    out[i] = 0;
    __threadfence();
  }
  __syncthreads();
  out[y * 32 + x] = t[x][y];
}

void launch(const float *in, float *out, int n) {
  dim3 part(32, 4);
  byAssembly<<<5, part>>>(in, out);
  byRecursion<<<5, part>>>(in, out);
  byDestructor<<<5, part>>>(in, out);
  asksItsArgument<<<5, part>>>(in, out, {n});
}
// CHECK: remark: a recursive call of 'poll' in kernel 'byRecursion'
