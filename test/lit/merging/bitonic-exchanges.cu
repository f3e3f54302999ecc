// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | grep "remark: load" \
// RUN:   | FileCheck %s --implicit-check-not=remark

// What the branches on both arms of a branch compare is loaded once, in front of
// all: two loads in machine code of each of these (nvcc 13.0 -O3, sm_90).

#define FILL                                                                   \
  __shared__ float s[32];                                                      \
  int t = threadIdx.x, x = t ^ 4;                                              \
  s[t] = in[t];                                                                \
  __syncwarp();
#define EXCHANGE                                                               \
  {                                                                            \
    float other = s[t];                                                        \
    s[t] = s[x];                                                               \
    s[x] = other;                                                              \
  }

__global__ void __launch_bounds__(32) arms(float *out, const float *in) {
  FILL
  if (x > t) {
    if ((t & 2) == 0) {
// CHECK: [[#@LINE+2]]:11: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
// CHECK: [[#@LINE+1]]:18: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
      if (s[t] > s[x])
// CHECK: [[#@LINE+2]]:9: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 0 requests
// CHECK: [[#@LINE+1]]:9: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 0 requests
        EXCHANGE
    } else {
// CHECK: [[#@LINE+2]]:11: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
// CHECK: [[#@LINE+1]]:18: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
      if (s[t] < s[x])
// CHECK: [[#@LINE+2]]:9: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 0 requests
// CHECK: [[#@LINE+1]]:9: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 0 requests
        EXCHANGE
    }
  }
}

__global__ void __launch_bounds__(32) both(float *out, const float *in) {
  FILL
  if (x > t) {
// CHECK: [[#@LINE+4]]:24: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
// CHECK: [[#@LINE+3]]:31: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
// CHECK: [[#@LINE+2]]:38: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
// CHECK: [[#@LINE+1]]:45: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
    if ((t & 2) == 0 ? s[t] > s[x] : s[t] < s[x])
// CHECK: [[#@LINE+2]]:7: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1
// CHECK: [[#@LINE+1]]:7: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1
      EXCHANGE
  }
}

// Under two conditions that exclude each other it takes more to see.
__global__ void __launch_bounds__(32) opposite(float *out, const float *in) {
  FILL
  bool up = (t & 2) == 0;
  if (x > t) {
// CHECK: [[#@LINE+2]]:15: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
// CHECK: [[#@LINE+1]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
    if (up && s[t] > s[x])
// CHECK: [[#@LINE+2]]:7: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 0 requests
// CHECK: [[#@LINE+1]]:7: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 0 requests
      EXCHANGE
// CHECK: [[#@LINE+2]]:16: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
// CHECK: [[#@LINE+1]]:23: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
    if (!up && s[t] < s[x])
// CHECK: [[#@LINE+2]]:7: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 0 requests
// CHECK: [[#@LINE+1]]:7: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 0 requests
      EXCHANGE
  }
}

// One load: of a choice in a choice.
__global__ void __launch_bounds__(32) choices(float *out, const float *in,
                                              int n) {
  FILL
// CHECK: [[#@LINE+1]]:20: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
  out[t] = n > 3 ? s[t * 3 % 32]
// CHECK: [[#@LINE+1]]:20: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
                 : s[t * 3 % 32] > 0 ? 1 : 2;
}

// Two: the arms differ before they load.
__global__ void __launch_bounds__(32) unlike(float *out, const float *in,
                                             int n) {
  FILL
  float v;
  if (n > 3) {
// CHECK: [[#@LINE+1]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
    v = in[t + 32] * s[t];
  } else {
// CHECK: [[#@LINE+1]]:9: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
    if (s[t] > in[t + 64])
      v = in[t + 64];
    else
      v = 1;
  }
  out[t] = v;
}
