// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | grep "remark: load" \
// RUN:   | FileCheck %s --implicit-check-not=remark

// Loads of what is still in a register: machine code of nvcc 13.0 -O3 (sm_90)
// has none of those marked inexact.

#define FILL                                                                   \
  __shared__ float s[64];                                                      \
  __shared__ float u[64];                                                      \
  int t = threadIdx.x;                                                         \
  float v = in[t];                                                             \
  s[t] = v;
#define END                                                                    \
  __syncthreads();                                                             \
  out[t + 64] = u[t] + s[t * 7 % 32];

// A loop that stores to one place may keep it in a register.
__global__ void __launch_bounds__(32) largest(float *out, const float *in,
                                              int n) {
  FILL
  for (int i = 0; i < n; ++i)
    if (in[i] > v)
      s[t] = in[i];
// CHECK: [[#@LINE+1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
  out[t] = s[t];
// CHECK: [[#@LINE+2]]:3: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
// CHECK: [[#@LINE+1]]:3: remark: load of 4 bytes from 'u': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  END
}

__global__ void __launch_bounds__(32) total(float *out, const float *in,
                                            int n) {
  FILL
  if (n > 16)
    for (int i = 0; i < n; ++i)
// CHECK: [[#@LINE+1]]:7: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1
      s[t] += in[i];
// CHECK: [[#@LINE+1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
  out[t] = s[t];
// CHECK: [[#@LINE+2]]:3: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
// CHECK: [[#@LINE+1]]:3: remark: load of 4 bytes from 'u': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  END
}

// No atomic of another array takes it away, with an instruction or without.
__global__ void __launch_bounds__(32) counts(float *out, const float *in,
                                             int *shared) {
  FILL
  __shared__ int counts[64];
  atomicAdd(&counts[t], 1);
// CHECK: [[#@LINE+1]]:12: remark: load of 4 bytes from 's': 0/0 wavefronts, conflict-free, block 32x1x1, 0 requests
  out[t] = s[t];
// CHECK: [[#@LINE+2]]:3: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
// CHECK: [[#@LINE+1]]:3: remark: load of 4 bytes from 'u': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  END
}

__global__ void __launch_bounds__(32) retried(float *out, const float *in) {
  FILL
// CHECK: [[#@LINE+1]]:3: remark: load of 4 bytes from 'u': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
  atomicAdd(&u[t], v);
// CHECK: [[#@LINE+1]]:12: remark: load of 4 bytes from 's': 0/0 wavefronts, conflict-free, block 32x1x1, 0 requests
  out[t] = s[t];
// CHECK: [[#@LINE+2]]:3: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
// CHECK: [[#@LINE+1]]:3: remark: load of 4 bytes from 'u': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  END
}

// An atomic of this array may go there.
__global__ void __launch_bounds__(32) nextTo(float *out, const float *in) {
  FILL
  atomicMax((int *)&s[t + 32], 1);
// CHECK: [[#@LINE+1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
  out[t] = s[t];
// CHECK: [[#@LINE+2]]:3: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
// CHECK: [[#@LINE+1]]:3: remark: load of 4 bytes from 'u': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  END
}

__global__ void __launch_bounds__(32) same(int *out, const int *in) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  atomicMax(&s[t], 1);
// CHECK: [[#@LINE+1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  out[t] = s[t];
}

// A part of what was stored in one piece.
__global__ void __launch_bounds__(32) parts(float *out, const float *in,
                                            int n) {
  __shared__ __align__(16) float s[128];
  int t = threadIdx.x;
  s[t * 4] = in[t];
  if (n > 3)
    *(float4 *)&s[t * 4] = make_float4(in[t], in[t + 1], in[t + 2], in[t + 3]);
// CHECK: [[#@LINE+1]]:12: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, inexact, block 32x1x1, 1 request
  out[t] = s[t * 4];
  __syncthreads();
// CHECK: [[#@LINE+1]]:17: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  out[t + 32] = s[t * 7 % 128];
}

__global__ void __launch_bounds__(32) lastPart(float *out, const float *in) {
  __shared__ __align__(8) float s[64];
  int t = threadIdx.x;
  *(float2 *)&s[t * 2] = make_float2(in[t], in[t + 32]);
// CHECK: [[#@LINE+1]]:12: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, inexact, block 32x1x1, 1 request
  out[t] = s[t * 2 + 1];
  __syncthreads();
// CHECK: [[#@LINE+1]]:17: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  out[t + 32] = s[t * 7 % 64];
}
