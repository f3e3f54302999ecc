// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | grep "remark: load" \
// RUN:   | FileCheck %s --implicit-check-not=remark

// Places that are the same in the lanes of a warp, and not to the compiler: each
// load is there in machine code (nvcc 13.0 -O3, sm_90), unless said otherwise.

__global__ void __launch_bounds__(32) remainder(float *out, const float *in) {
  __shared__ float s[32];
  int t = threadIdx.x;
  s[t] = in[t];
// CHECK: [[#@LINE+1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
  out[t] = s[t % 32];
}

__global__ void __launch_bounds__(256) lanes(float *out, const float *in) {
  __shared__ float s[256];
  int t = threadIdx.x, lane = t % 32;
  s[t] = in[t];
  if (t < 32)
// CHECK: [[#@LINE+1]]:14: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 256x1x1, 1 request
    out[t] = s[lane];
}

__global__ void __launch_bounds__(32) clamps(float *out, const float *in) {
  __shared__ float s[32];
  int t = threadIdx.x;
  s[max(t - 1, 0)] = in[t];
// CHECK: [[#@LINE+1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
  out[t] = s[t > 0 ? t - 1 : 0];
}

// The operation is in what a variable is set to later.
__global__ void __launch_bounds__(32) setLater(float *out, const float *in) {
  __shared__ float s[32];
  int t = threadIdx.x, lane;
  lane = t % 32;
  s[t] = in[t];
// CHECK: [[#@LINE+1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
  out[t] = s[lane];
}

// None: a name, and another order.
__global__ void __launch_bounds__(32) names(float *out, const float *in) {
  __shared__ float s[64];
  int t = threadIdx.x, half = t % 16;
  s[half + t] = in[t];
// CHECK: [[#@LINE+1]]:12: remark: load of 4 bytes from 's': 0/0 wavefronts, conflict-free, block 32x1x1, 0 requests
  out[t] = s[t + (t % 16)];
}

// None: t / 32 * 32 + t % 32 is t.
__global__ void __launch_bounds__(256) rejoined(float *out, const float *in) {
  __shared__ float s[256];
  int t = threadIdx.x, warp = t / 32, lane = t % 32;
  s[t] = in[t];
// CHECK: [[#@LINE+1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 256x1x1, 8 requests
  out[t] = s[warp * 32 + lane];
}

// None, in one warp as well.
__global__ void __launch_bounds__(32) rejoinedLanes(float *out,
                                                    const float *in) {
  __shared__ float s[32];
  int t = threadIdx.x, warp = t / 32, lane = t % 32;
  s[t] = in[t];
// CHECK: [[#@LINE+1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
  out[t] = s[warp * 32 + lane];
}

// Not aligned for what the compiler sees of it: four LDS. nvcc takes no number
// of threads for the most that there are.
__global__ void __launch_bounds__(128) quotient(float *out, const float *in) {
  __shared__ __align__(16) float s[1024];
  int t = threadIdx.x, column = t * 4 + t / 128;
  s[t * 5] = in[t];
  __syncthreads();
  for (int j = 0; j < 4; ++j)
// CHECK: [[#@LINE+1]]:22: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, block 128x1x1, 16 requests
    out[t * 4 + j] = s[column + j];
}

__global__ void __launch_bounds__(128) rows(float *out, const float *in) {
  __shared__ __align__(16) float s[1024];
  int t = threadIdx.x, column = threadIdx.y / 8 % 5;
  s[t * 5] = in[t];
  __syncthreads();
  for (int j = 0; j < 4; ++j)
// CHECK: [[#@LINE+1]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x4x1, 16 requests
    out[t * 4 + j] = s[column + j];
}

// LDS.128: nothing is left over of a multiple.
__global__ void __launch_bounds__(128) multiple(float *out, const float *in) {
  __shared__ __align__(16) float s[1024];
  int t = threadIdx.x, column = (threadIdx.y << 3) % 4;
  s[t * 5] = in[t];
  __syncthreads();
  for (int j = 0; j < 4; ++j)
// CHECK: [[#@LINE+1]]:22: remark: load of 16 bytes from 's': 2/2 wavefronts, conflict-free, block 32x4x1, 4 requests
    out[t * 4 + j] = s[column + j];
}

void launch(float *out, const float *in) {
  rows<<<1, dim3(32, 4)>>>(out, in);
  multiple<<<1, dim3(32, 4)>>>(out, in);
}
