// What cp.async.cg costs depends on the lines of 128 bytes that it writes, so that
// an array behind longer rows may only move by whole lines.
//
// RUN: %lint --exit-zero --sort=place %s 2>&1 | FileCheck %s
#include <cuda_runtime.h>

__device__ void copy(float *to, const float *from) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(
                   (unsigned)__cvta_generic_to_shared(to)),
               "l"(from));
}

// Rows of 36 floats would move the other array by 31 x 16 bytes.
__global__ void byParts(const float *in, float *out) {
  __shared__ float t[31][32];
  __shared__ float v[128];
  int x = threadIdx.x, y = threadIdx.y;
  if (y < 31) t[y][x] = in[y * 32 + x];
  if (y == 5) copy(&v[4 * x], in + 4 * x);
  asm volatile("cp.async.wait_all;" ::: "memory");
  __syncthreads();
  out[y * 32 + x] = t[x % 31][y] + v[x];
}
// CHECK: [[#@LINE-2]]:21: warning: {{.*}} bank conflict in load from 't'
// CHECK-NOT: pad the rows of

// Rows of 33 floats move it by 32 x 4 bytes, one line.
__global__ void byLines(const float *in, float *out) {
  __shared__ float t[32][32];
  __shared__ float v[128];
  int x = threadIdx.x, y = threadIdx.y;
  t[y][x] = in[y * 32 + x];
  if (y == 5) copy(&v[4 * x], in + 4 * x);
  asm volatile("cp.async.wait_all;" ::: "memory");
  __syncthreads();
  out[y * 32 + x] = t[x][y] + v[x];
}
// CHECK: [[#@LINE-2]]:21: warning: 32-way bank conflict in load from 't'
// CHECK: note: pad the rows of 't' to 33 floats

// Without such a copy, whole vectors are enough. (A swizzle is not written beside an
// exclusive or.)
__global__ void byVectors(const float *in, float *out) {
  __shared__ float t[31][32];
  __shared__ float v[128];
  int x = threadIdx.x, y = threadIdx.y;
  if (y < 31) t[y][x ^ 1] = in[y * 32 + x];
  if (y == 5) v[x] = in[x];
  __syncthreads();
  out[y * 32 + x] = t[x % 31][y] + v[x];
}
// CHECK: [[#@LINE-2]]:21: warning: {{.*}} bank conflict in load from 't'
// CHECK: note: pad the rows of 't' to 36 floats

void launch(const float *in, float *out) {
  dim3 whole(32, 32);
  byParts<<<1, whole>>>(in, out);
  byLines<<<1, whole>>>(in, out);
  byVectors<<<1, whole>>>(in, out);
}
