// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=remark

// An object that is loaded, changed and stored to the same place again: of one
// without an alignment of its own, the compiler stores the members that have
// changed, and loads those that it needs (nvcc 13.0 -O3, sm_90).

struct Particle {
  float x, y, z, v;
};

// LDS.64 or less, and STS of 4 bytes 4 words apart: a conflict of 4 ways.
__global__ void __launch_bounds__(32) moved(float *out, const float *in) {
  __shared__ __align__(16) Particle s[32];
  int t = threadIdx.x;
// CHECK: [[#@LINE+1]]:3: remark: store of 16 bytes to 's': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request
  s[t] = {in[t], in[t + 32], in[t + 64], in[t + 96]};
  __syncwarp();
// CHECK: [[#@LINE+1]]:16: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
  Particle p = s[t];
  p.x += p.v;
// CHECK: [[#@LINE+1]]:3: remark: store of 16 bytes to 's': 4/4 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
  s[t] = p;
  __syncwarp();
// CHECK: [[#@LINE+4]]:12: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, block 32x1x1, 1 request
// CHECK: [[#@LINE+3]]:25: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, block 32x1x1, 1 request
// CHECK: [[#@LINE+2]]:38: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, block 32x1x1, 1 request
// CHECK: [[#@LINE+1]]:51: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, block 32x1x1, 1 request
  out[t] = s[t ^ 1].x + s[t ^ 2].y + s[t ^ 3].z + s[t ^ 4].v;
}

// LDS.128 and STS.128.
__global__ void __launch_bounds__(32) vectors(float *out, const float4 *in) {
  __shared__ float4 s[32];
  int t = threadIdx.x;
// CHECK: [[#@LINE+1]]:3: remark: store of 16 bytes to 's': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request
  s[t] = in[t];
  __syncwarp();
// CHECK: [[#@LINE+1]]:14: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request
  float4 p = s[t];
  p.x += p.w;
// CHECK: [[#@LINE+1]]:3: remark: store of 16 bytes to 's': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request
  s[t] = p;
  __syncwarp();
// CHECK: [[#@LINE+4]]:12: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, block 32x1x1, 1 request
// CHECK: [[#@LINE+3]]:25: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, block 32x1x1, 1 request
// CHECK: [[#@LINE+2]]:38: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, block 32x1x1, 1 request
// CHECK: [[#@LINE+1]]:51: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, block 32x1x1, 1 request
  out[t] = s[t ^ 1].x + s[t ^ 2].y + s[t ^ 3].z + s[t ^ 4].w;
}

// A row of registers likewise.
__global__ void __launch_bounds__(32) rows(float *out, const float *in, int n) {
  __shared__ __align__(16) float s[128];
  int t = threadIdx.x;
  for (int i = 0; i < 4; ++i)
// CHECK: [[#@LINE+1]]:5: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 4 requests
    s[t + i * 32] = in[t + i * 32];
  __syncwarp();
  float row[4];
  for (int i = 0; i < 4; ++i)
// CHECK: [[#@LINE+1]]:14: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
    row[i] = s[t * 4 + i];
  row[2] += n;
  for (int i = 0; i < 4; ++i)
// CHECK: [[#@LINE+1]]:5: remark: store of 16 bytes to 's': 4/4 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
    s[t * 4 + i] = row[i];
  __syncwarp();
// CHECK: [[#@LINE+1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  out[t] = s[t * 3 % 128];
}
