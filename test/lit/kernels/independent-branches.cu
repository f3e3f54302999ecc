// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// Whole warps take a branch or not, nobody knows which: what one place takes is
// known where it takes the same on all of them.

__device__ float at(const float *s, int step) { return s[step * threadIdx.x]; }
// CHECK: :[[@LINE-1]]:56: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 32x1x1, 2 requests [agree
// CHECK: :[[@LINE-2]]:56: remark: load of 4 bytes from 's': 3/1 wavefronts, conflict, inexact, worst 4x, block 32x1x1, 2 requests [differ
// CHECK: :[[@LINE-3]]:56: remark: load of 4 bytes from 's': 3/1 wavefronts, conflict, inexact, worst 4x, block 32x1x1, 2 requests [inside

__global__ void differ(float *out, int a, int b) {
  __shared__ float s[128];
  s[threadIdx.x] = out[threadIdx.x];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [differ
  __syncthreads();
  if (a > 3)
    out[threadIdx.x] += at(s, 2);
  if (b > 5)
    out[threadIdx.x] *= at(s, 4);
}

__global__ void agree(float *out, int a, int b) {
  __shared__ float s[128];
  s[threadIdx.x] = out[threadIdx.x];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [agree
  __syncthreads();
  if (a > 3)
    out[threadIdx.x] += at(s, 2);
  if (b > 5)
    out[threadIdx.x] *= at(s + 32, 2);
}

__global__ void inside(float *out, int a, int b) {
  __shared__ float s[128];
  s[threadIdx.x] = out[threadIdx.x];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [inside
  __syncthreads();
  if (a > 3) {
    out[threadIdx.x] += at(s, 2);
    if (b > 5)
      out[threadIdx.x] *= at(s, 4);
  }
}

int main(int argc, char **argv) {
  differ<<<1, 32>>>(nullptr, argc, argc / 2);
  agree<<<1, 32>>>(nullptr, argc, argc / 2);
  inside<<<1, 32>>>(nullptr, argc, argc / 2);
}
