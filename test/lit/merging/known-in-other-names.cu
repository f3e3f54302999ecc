// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | grep "remark: load" \
// RUN:   | FileCheck %s --implicit-check-not=remark

// What a condition tells of a number under another name, and where the compiler
// does not use it. Widths of machine code (nvcc 13.0 -O3, sm_90).

#define FILL                                                                   \
  __shared__ float s[1056];                                                    \
  int t = threadIdx.x;                                                         \
  for (int i = 0; i < 8; i++)                                                  \
    s[i * 128 + t] = in[i * 128 + t];                                          \
  __syncthreads();                                                             \
  float a = 0;

// LDS.64: a variable stands for the condition.
__global__ void __launch_bounds__(32) leaders(float *out, const float *in) {
  FILL
  int m = t % 4, q = t / 4;
  const bool isLeader = m == 0;
  if (isLeader)
// CHECK: [[#@LINE+2]]:9: remark: load of 8 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
// CHECK: [[#@LINE+1]]:24: remark: load of 8 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 0 requests
    a = s[q * 4 + m] * s[q * 4 + m + 1];
  out[t] = a;
}

// LDS.64, by a reference, a sum and a number without a sign.
__global__ void __launch_bounds__(32) others(float *out, const float *in) {
  FILL
  unsigned m = threadIdx.x % 4, q = threadIdx.x / 4;
  const unsigned &same = m;
  if (same == 0)
// CHECK: [[#@LINE+2]]:9: remark: load of 8 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
// CHECK: [[#@LINE+1]]:24: remark: load of 8 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 0 requests
    a = s[q * 4 + m] * s[q * 4 + m + 1];
  __syncthreads();
  if (m + 2 == 2)
// CHECK: [[#@LINE+2]]:10: remark: load of 8 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
// CHECK: [[#@LINE+1]]:25: remark: load of 8 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 0 requests
    a += s[q * 4 + m] - s[q * 4 + m + 1];
  __syncthreads();
  if (m <= 0)
// CHECK: [[#@LINE+2]]:10: remark: load of 8 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
// CHECK: [[#@LINE+1]]:25: remark: load of 8 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 0 requests
    a -= s[q * 4 + m] / s[q * 4 + m + 1];
  __syncthreads();
  a += m == 0 ?
// CHECK: [[#@LINE+2]]:5: remark: load of 8 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
// CHECK: [[#@LINE+1]]:20: remark: load of 8 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 0 requests
    s[q * 4 + m] + s[q * 4 + m + 1] : 3;
  out[t] = a;
}

// LDS.128, conflict-free: only this arm looks at the row, which is computed
// there.
__global__ void __launch_bounds__(256) ownRow(float *out, const float *in) {
  FILL
  int w = t >> 5, l = t & 31;
  const float *p = s + w * 33 + l * 4;
  if (w == 4) {
    for (int i = 0; i < 4; i++)
// CHECK: [[#@LINE+1]]:12: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, inexact, block 256x1x1, 1 request
      a += p[i];
    out[l] = a;
  }
}

// LDS four times, 4-way conflicts: the sum of the store is taken over.
__global__ void __launch_bounds__(128) computedBefore(float *out,
                                                      const float *in) {
  __shared__ float s[1024];
  int t = threadIdx.x, w = t / 32, l = t % 32;
  float a = 0;
  s[l * 4 + w] = in[t];
  __syncthreads();
  if (w == 0)
    for (int i = 0; i < 4; i++)
// CHECK: [[#@LINE+1]]:12: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, inexact, block 128x1x1, 4 requests
      a += s[l * 4 + w + i];
  out[t] = a;
}

// The same, where the other warps have left.
__global__ void __launch_bounds__(128) othersLeft(float *out, const float *in) {
  __shared__ float s[1024];
  int t = threadIdx.x, w = t / 32, l = t % 32;
  s[l * 4 + w] = in[t];
  __syncthreads();
  if (w != 0)
    return;
// CHECK: [[#@LINE+2]]:12: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, inexact, block 128x1x1, 1 request
// CHECK: [[#@LINE+1]]:27: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, inexact, block 128x1x1, 1 request
  out[t] = s[l * 4 + w] + s[l * 4 + w + 1];
}

// LDS twice: the row is looked at before, too.
__global__ void __launch_bounds__(128) rows(float *out, const float *in) {
  __shared__ float s[4 * 33 + 64];
  int x = threadIdx.x % 32, y = threadIdx.x / 32;
  float *r = s + y * 33;
  r[x] = in[threadIdx.x];
  __syncthreads();
  if (y == 0)
// CHECK: [[#@LINE+2]]:14: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, inexact, block 128x1x1, 1 request
// CHECK: [[#@LINE+1]]:25: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, inexact, block 128x1x1, 1 request
    out[x] = r[2 * x] + r[2 * x + 1];
}

// LDS.64: the number of another arm is not computed on all ways here.
__global__ void __launch_bounds__(32) otherArms(float *out, const float *in) {
  FILL
  int m = t % 4, q = t / 4;
  if (m == 0)
// CHECK: [[#@LINE+2]]:10: remark: load of 8 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
// CHECK: [[#@LINE+1]]:25: remark: load of 8 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 0 requests
    a += s[q * 4 + m] * s[q * 4 + m + 1];
  __syncwarp();
  if (m == 0)
// CHECK: [[#@LINE+2]]:10: remark: load of 8 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
// CHECK: [[#@LINE+1]]:29: remark: load of 8 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 0 requests
    a -= s[q * 4 + m + 2] * s[q * 4 + m + 3];
  out[t] = a;
}

// LDS, exactly: there is nothing that it may merge with.
__global__ void __launch_bounds__(32) alone(float *out, const float *in) {
  FILL
  int m = t % 4, q = t / 4;
  if (m == 0)
// CHECK: [[#@LINE+1]]:9: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
    a = s[q * 4 + m];
  out[t] = a;
}
