// RUN: not %lint %s | FileCheck %s

// A build of this source that launches a kernel without its code is no other source.
__global__ void k(float *out, const float *in);
#ifndef WITHOUT_KERNELS
__global__ void k(float *out, const float *in) {
  __shared__ float t[32][32];
// CHECK: note: no fix for 't': with '-DWITHOUT_KERNELS', the edit is not proved safe
  t[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = t[threadIdx.x][threadIdx.y];
}
#endif
void run(float *y, float *x) { k<<<1, dim3(32, 32)>>>(y, x); }
