// A kernel that waits for all of its blocks counts on all of them running at
// once, and each takes more memory with longer rows. (A swizzle would take none,
// but is not written beside an exclusive or.)
//
// RUN: %lint --exit-zero --sort=place %s 2>&1 | FileCheck %s
#include <cuda_runtime.h>

__device__ unsigned arrived;
__device__ volatile int flags[64];

__device__ void barrierOfGrid() {
  __syncthreads();
  if (threadIdx.x + threadIdx.y == 0) {
    atomicAdd(&arrived, 1u);
    while (atomicAdd(&arrived, 0u) < gridDim.x)
      ;
  }
  __syncthreads();
}
// CHECK: [[#@LINE+7]]:21: warning: 32-way bank conflict in load from 't'
// CHECK: note: no fix for 't': this may wait for other blocks
__global__ void byAtomics(const float *in, float *out) {
  __shared__ float t[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  t[y][x ^ 1] = in[y * 32 + x];
  barrierOfGrid();
  out[y * 32 + x] = t[x][y];
}

// CHECK: [[#@LINE+12]]:21: warning: 32-way bank conflict in load from 't'
// CHECK: note: no fix for 't': this may wait for other blocks
__global__ void byVolatile(const float *in, float *out) {
  __shared__ float t[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  t[y][x ^ 1] = in[y * 32 + x];
  for (;;) {
    int seen = flags[blockIdx.x];
    if (seen > 3)
      break;
  }
  __syncthreads();
  out[y * 32 + x] = t[x][y];
}

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

// In a state that is chosen by what was seen.
// CHECK: [[#@LINE+18]]:21: warning: 32-way bank conflict in load from 't'
// CHECK: note: no fix for 't': this may wait for other blocks
__global__ void byState(const float *in, float *out) {
  __shared__ float t[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  t[y][x ^ 1] = in[y * 32 + x];
  int state = 0;
  while (state != 2)
    switch (state) {
    case 0:
      if (flags[0] == int(gridDim.x))
        ++state;
      break;
    default:
      if (flags[1] == int(gridDim.x))
        state = 2;
    }
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

// For a ticket that others hand on.
// CHECK: [[#@LINE+11]]:21: warning: 32-way bank conflict in load from 't'
// CHECK: note: no fix for 't': this may wait for other blocks
__global__ void byTicket(const float *in, float *out) {
  __shared__ float t[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  t[y][x ^ 1] = in[y * 32 + x];
  unsigned mine = blockIdx.x;
  if (x + y == 0)
    while (atomicCAS(&arrived, mine, mine) != mine)
      ;
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

// Atomic operations in a loop that ends by a count, and one that is tried again
// until no other thread came between, wait for nobody.
// CHECK: [[#@LINE+14]]:21: warning: 32-way bank conflict in load from 't'
// CHECK: note: pad the rows of 't' to 33 floats
__global__ void waitsForNone(const float *in, float *out, int n) {
  __shared__ float t[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  t[y][x] = in[y * 32 + x];
  for (int i = 0; i < n; ++i)
    atomicAdd(out + i, 1.f);
  unsigned old = arrived, assumed;
  do {
    assumed = old;
    old = atomicCAS(&arrived, assumed, assumed * 2 + 1);
  } while (assumed != old);
  __syncthreads();
  out[y * 32 + x] = t[x][y];
}

void launch(const float *in, float *out, int n) {
  dim3 whole(32, 32);
  byAtomics<<<5, whole>>>(in, out);
  byVolatile<<<5, whole>>>(in, out);
  byAssembly<<<5, whole>>>(in, out);
  byState<<<5, whole>>>(in, out);
  byRecursion<<<5, whole>>>(in, out);
  byDestructor<<<5, whole>>>(in, out);
  byTicket<<<5, whole>>>(in, out);
  asksItsArgument<<<5, whole>>>(in, out, {n});
  waitsForNone<<<5, whole>>>(in, out, n);
}
// CHECK: remark: a recursive call of 'poll' in kernel 'byRecursion'
