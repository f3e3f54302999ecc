// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 \
// RUN:   | grep "remark: load" | FileCheck %s --implicit-check-not=remark

// Addresses that LLVM makes of earlier sums: ptxas then knows no more of their
// alignment than that of the earlier one. The widths are those of machine code
// (nvcc 13.0 -O3, sm_90), but where a comment says otherwise.

// Four LDS, with a stride of four words each.
__global__ void __launch_bounds__(128) exchanged(float *out) {
  __shared__ float s[512];
  int t = threadIdx.x, warp = t / 32, lane = t % 32;
  for (int i = 0; i < 4; i++)
    s[warp * 128 + i * 32 + lane] = out[t + i * 128];
  __syncwarp();
  float a = 0;
  for (int i = 0; i < 4; i++)
// CHECK: [[#@LINE+1]]:10: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, inexact, block 128x1x1, 16 requests
    a += s[warp * 128 + lane * 4 + i];
  out[t] = a;
}

// LDS.128, where the declaration promises it.
__global__ void __launch_bounds__(128) aligned(float *out) {
  __shared__ __align__(16) float s[512];
  int t = threadIdx.x, warp = t / 32, lane = t % 32;
  for (int i = 0; i < 4; i++)
    s[warp * 128 + i * 32 + lane] = out[t + i * 128];
  __syncwarp();
  float a = 0;
  for (int i = 0; i < 4; i++)
// CHECK: [[#@LINE+1]]:10: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 128x1x1, 4 requests
    a += s[warp * 128 + lane * 4 + i];
  out[t] = a;
}

// LDS.128: nothing is added.
__global__ void __launch_bounds__(32) alone(float *out) {
  __shared__ float s[512];
  int t = threadIdx.x;
  s[t] = out[t];
  __syncwarp();
  float a = 0;
  for (int i = 0; i < 4; i++)
// CHECK: [[#@LINE+1]]:10: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request
    a += s[t * 4 + i];
  out[t] = a;
}

// Four LDS: a constant is added, and the same.
__global__ void __launch_bounds__(32) secondHalf(float *out) {
  __shared__ float s[512];
  int t = threadIdx.x;
  s[t + 64] = out[t];
  __syncwarp();
  float a = 0;
  for (int i = 0; i < 4; i++)
// CHECK: [[#@LINE+1]]:10: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, inexact, block 32x1x1, 4 requests
    a += s[t * 4 + 64 + i];
  out[t] = a;
}

// LDS.128: another constant.
__global__ void __launch_bounds__(32) otherConstant(float *out) {
  __shared__ float s[512];
  int t = threadIdx.x;
  s[t + 65] = out[t];
  __syncwarp();
  float a = 0;
  for (int i = 0; i < 4; i++)
// CHECK: [[#@LINE+1]]:10: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request
    a += s[t * 4 + 64 + i];
  out[t] = a;
}

// LDS.64 twice: 4 * t is computed once, with and without the constant.
__global__ void __launch_bounds__(128) bothHalves(float *out) {
  __shared__ float s[512];
  int t = threadIdx.x;
  s[t] = out[t];
  s[t + 256] = out[t + 256];
  __syncthreads();
// CHECK: [[#@LINE+4]]:12: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, block 128x1x1, 4 requests
// CHECK: [[#@LINE+3]]:23: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, block 128x1x1, 0 requests
// CHECK: [[#@LINE+2]]:38: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, block 128x1x1, 4 requests
// CHECK: [[#@LINE+1]]:55: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, block 128x1x1, 0 requests
  out[t] = s[2 * t] + s[2 * t + 1] + s[2 * t + 256] * s[2 * t + 257];
}

// Two LDS.64: the earlier one is aligned to 8 bytes.
__global__ void __launch_bounds__(128) pairs(float *out) {
  __shared__ float s[1024];
  int t = threadIdx.x, warp = t / 32, lane = t % 32;
  s[warp * 128 + lane * 2] = out[t];
  __syncwarp();
  float a = 0;
  for (int i = 0; i < 4; i++)
// CHECK: [[#@LINE+1]]:10: remark: load of 8 bytes from 's': 4/2 wavefronts, conflict, inexact, block 128x1x1, 8 requests
    a += s[warp * 128 + lane * 4 + i];
  out[t] = a;
}

// LDS.128: LLVM makes one product of (warp + lane) * 4.
__global__ void __launch_bounds__(128) oneProduct(float *out) {
  __shared__ float s[512];
  int t = threadIdx.x, warp = t / 32, lane = t % 32;
  s[warp * 4 + lane] = out[t];
  __syncthreads();
  float a = 0;
  for (int i = 0; i < 4; i++)
// CHECK: [[#@LINE+1]]:10: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 128x1x1, 4 requests
    a += s[warp * 4 + lane * 4 + i];
  out[t] = a;
}

// LDS.128: rows and columns.
__global__ void __launch_bounds__(128) rows(float *out) {
  __shared__ float s[4][128];
  int t = threadIdx.x, warp = t / 32, lane = t % 32;
  s[warp][lane] = out[t];
  __syncwarp();
  float a = 0;
  for (int i = 0; i < 4; i++)
// CHECK: [[#@LINE+1]]:10: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 128x1x1, 4 requests
    a += s[warp][lane * 4 + i];
  out[t] = a;
}

// LDS.128: dynamic memory.
__global__ void __launch_bounds__(128) dynamic(float *out) {
  extern __shared__ float d[];
  int t = threadIdx.x, warp = t / 32, lane = t % 32;
  d[warp * 128 + lane] = out[t];
  __syncwarp();
  float a = 0;
  for (int i = 0; i < 4; i++)
// CHECK: [[#@LINE+1]]:10: remark: load of 16 bytes from 'd': 4/4 wavefronts, conflict-free, block 128x1x1, 4 requests
    a += d[warp * 128 + lane * 4 + i];
  out[t] = a;
}

// LDS.128: what comes first may not have happened.
__global__ void __launch_bounds__(128) onAnArm(float *out, int n) {
  __shared__ float s[512];
  int t = threadIdx.x, warp = t / 32, lane = t % 32;
  if (n > 3)
    s[warp * 128 + lane] = out[t];
  __syncthreads();
  float a = 0;
  for (int i = 0; i < 4; i++)
// CHECK: [[#@LINE+1]]:10: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 128x1x1, 4 requests
    a += s[warp * 128 + lane * 4 + i];
  out[t] = a;
}

// LDS.128, four LDS and LDS.128: the wide sum is the first one, then it is behind
// an index into other memory, then too many are in between.
__global__ void __launch_bounds__(128) wideFirst(float *out) {
  __shared__ float s[512];
  int t = threadIdx.x, warp = t / 32, lane = t % 32;
  for (int i = 0; i < 4; i++)
    s[warp * 128 + lane * 4 + i] = out[t + i * 128];
  __syncwarp();
  s[warp * 128 + lane + 32] = 0;
  __syncwarp();
  float a = 0;
  for (int i = 0; i < 4; i++)
// CHECK: [[#@LINE+1]]:10: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 128x1x1, 4 requests
    a += s[warp * 128 + lane * 4 + i];
  out[t] = a;
}

__global__ void __launch_bounds__(128) globalIndex(float *out) {
  __shared__ float s[512];
  int t = threadIdx.x, warp = t / 32, lane = t % 32;
  s[t] = out[warp * 128 + lane];
  __syncthreads();
  float a = 0;
  for (int i = 0; i < 4; i++)
// CHECK: [[#@LINE+1]]:10: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, inexact, block 128x1x1, 16 requests
    a += s[warp * 128 + lane * 4 + i];
  out[t] = a;
}

__global__ void __launch_bounds__(128) tooFar(float *out) {
  __shared__ float s[2048];
  int t = threadIdx.x, warp = t / 32, lane = t % 32;
  for (int i = 0; i < 16; i++)
    s[warp * 128 + i * 32 + lane] = out[t + i * 128];
  __syncwarp();
  float a = 0;
  for (int i = 0; i < 4; i++)
// CHECK: [[#@LINE+1]]:10: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 128x1x1, 4 requests
    a += s[warp * 128 + lane * 4 + i];
  out[t] = a;
}

// Four LDS of one thread's row, by pointers; doubles likewise: two LDS.64.
__global__ void __launch_bounds__(128) pointers(float *out, double *dout) {
  __shared__ float s[512];
  __shared__ double e[512];
  int t = threadIdx.x, warp = t / 32, lane = t % 32;
  float *p = s + warp * 128;
  p[lane] = out[t];
  e[warp * 64 + lane] = dout[t];
  __syncwarp();
  const float *q = p + lane * 4;
// CHECK: [[#@LINE+4]]:12: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, inexact, block 128x1x1, 4 requests
// CHECK: [[#@LINE+3]]:19: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, inexact, block 128x1x1, 4 requests
// CHECK: [[#@LINE+2]]:26: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, inexact, block 128x1x1, 4 requests
// CHECK: [[#@LINE+1]]:33: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, inexact, block 128x1x1, 4 requests
  out[t] = q[0] + q[1] * q[2] - q[3];
// CHECK: [[#@LINE+2]]:13: remark: load of 8 bytes from 'e': 4/2 wavefronts, conflict, inexact, block 128x1x1, 4 requests
// CHECK: [[#@LINE+1]]:39: remark: load of 8 bytes from 'e': 4/2 wavefronts, conflict, inexact, block 128x1x1, 4 requests
  dout[t] = e[warp * 64 + lane * 2] * e[warp * 64 + lane * 2 + 1];
}

// Four LDS: the last index alone counts, whatever is before it.
struct Stage { float a[512], b[512]; };
__global__ void __launch_bounds__(128) stages(float *out) {
  __shared__ float s[2][512];
  __shared__ Stage m;
  int t = threadIdx.x, warp = t / 32, lane = t % 32;
  s[0][warp * 128 + lane] = out[t];
  m.b[t] = out[t + 128];
  __syncthreads();
  float a = 0;
  for (int i = 0; i < 4; i++)
// CHECK: [[#@LINE+1]]:10: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, inexact, block 128x1x1, 16 requests
    a += s[1][warp * 128 + lane * 4 + i];
  for (int i = 0; i < 4; i++)
// CHECK: [[#@LINE+1]]:10: remark: load of 4 bytes from 'm': 4/1 wavefronts, conflict, inexact, block 128x1x1, 16 requests
    a += m.b[warp * 128 + lane * 4 + i];
  out[t] = a;
}

// Eight LDS, of one sum; then of a pointer, where the first has no constant.
__global__ void __launch_bounds__(128) eight(float *out) {
  __shared__ float s[1024];
  int t = threadIdx.x, warp = t / 32, lane = t % 32;
  s[warp * 256 + lane] = out[t];
  __syncthreads();
  float a = 0;
  for (int i = 0; i < 8; i++)
// CHECK: [[#@LINE+1]]:10: remark: load of 4 bytes from 's': 8/1 wavefronts, conflict, inexact, block 128x1x1, 32 requests
    a += s[warp * 256 + lane * 8 + i];
  out[t] = a;
}
__global__ void __launch_bounds__(128) withoutTheFirst(float *out) {
  __shared__ float s[2048];
  int t = threadIdx.x, warp = t / 32, lane = t % 32;
  s[warp * 512 + lane] = out[t];
  __syncwarp();
// CHECK: [[#@LINE+2]]:13: remark: load of 4 bytes from 's': 8/1 wavefronts, conflict, inexact, block 128x1x1, 4 requests
// CHECK: [[#@LINE+1]]:48: remark: load of 4 bytes from 's': 8/1 wavefronts, conflict, inexact, block 128x1x1, 4 requests
  float a = s[warp * 512 + lane * 8 + 4] * 2 + s[warp * 512 + lane * 8 + 5] * 3;
  __syncthreads();
  float *p = s + warp * 512;
  p[lane * 2 + 1] = a;
  __syncwarp();
// LDS.64.
// CHECK: [[#@LINE+2]]:12: remark: load of 8 bytes from 's': 16/2 wavefronts, conflict, block 128x1x1, 4 requests
// CHECK: [[#@LINE+1]]:35: remark: load of 8 bytes from 's': 16/2 wavefronts, conflict, block 128x1x1, 0 requests
  out[t] = p[lane * 16 + 4] * 2 + p[lane * 16 + 5] * 3;
}

// LDS.128: in the loop of the stores, the constant is put into the sum.
__global__ void __launch_bounds__(128) constantInside(float *out) {
  __shared__ float s[2048];
  int t = threadIdx.x, warp = t / 32, lane = t % 32;
  for (int i = 0; i < 4; i++)
    s[512 + warp * 128 + i * 32 + lane] = out[t + i];
  __syncwarp();
  float a = 0;
  for (int i = 0; i < 4; i++)
// CHECK: [[#@LINE+1]]:10: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, inexact, block 128x1x1, 4 requests
    a += s[512 + warp * 128 + lane * 4 + i];
  out[t] = a;
}
