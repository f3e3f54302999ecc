// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 \
// RUN:   | grep "remark: load" | FileCheck %s --implicit-check-not=remark

// Behind a condition that compares with a constant, variables are what they were
// set to, whatever became of what they were made of.

#define FILL                                                                   \
  __shared__ float s[2048];                                                    \
  int t = threadIdx.x;                                                         \
  for (int i = 0; i < 64; i++)                                                 \
    s[i * 32 + t] = out[i * 32 + t];                                           \
  __syncthreads();                                                             \
  float a = 0;

__global__ void __launch_bounds__(32) setAgain(float *out, int n) {
  FILL
  int off = t;
  int b = off;
  off = t * 32;
  if (n == 1)
// CHECK: [[#@LINE+1]]:9: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
    a = s[b];
  out[t + off] = a;
}

__global__ void __launch_bounds__(32) throughReference(float *out, int n) {
  FILL
  int off = t * 32;
  int &same = off;
  int b = off + 1;
  same = t;
  if (n == 1)
// CHECK: [[#@LINE+1]]:9: remark: load of 4 bytes from 's': 32/1 wavefronts, conflict, block 32x1x1, 1 request
    a = s[b];
  out[t + off] = a;
}

__device__ void half(int &of) { of /= 2; }
__global__ void __launch_bounds__(32) inLoops(float *out, int n) {
  FILL
  int m = t % 4;
  for (int w = 16; w > 4; half(w)) {
    int row = t * w;
    w += 0;
    if (m == 0)
// CHECK: [[#@LINE+1]]:12: remark: load of 4 bytes from 's': 8/1 wavefronts, conflict, block 32x1x1, 2 requests
      a += s[row];
  }
  out[t] = a;
}

// The condition was another one when the variable was made of it.
__global__ void __launch_bounds__(32) conditionSetAgain(float *out) {
  FILL
  int m = t % 4;
  bool isFirst = m == 0;
  m = t * 3;
  if (isFirst)
// CHECK: [[#@LINE+1]]:9: remark: load of 4 bytes from 's': 8/1 wavefronts, conflict, block 32x1x1, 1 request
    a = s[m * 16];
  out[t] = a;
}

__device__ float at(bool isLeader, const float *from, int m) {
  if (isLeader)
// CHECK: [[#@LINE+1]]:12: remark: load of 4 bytes from 's': 8/1 wavefronts, conflict, block 32x1x1, 1 request
    return from[m * 8];
  return 0;
}
__global__ void __launch_bounds__(32) passed(float *out) {
  FILL
  int k = t % 2;
  out[t] = at(k == 0, s, t);
}

// A lambda has names of its own.
template <typename F> __device__ void forEach(int n, F Do) {
  for (int i = 0; i < n; i++)
    Do(i);
}
__global__ void __launch_bounds__(32) lambdas(float *out, int n) {
  FILL
  int b = t * 16;
  if (n == 1)
    forEach(4, [&](int i) {
// CHECK: [[#@LINE+1]]:12: remark: load of 4 bytes from 's': 16/1 wavefronts, conflict, block 32x1x1, 4 requests
      a += s[b + i * 512];
    });
  out[t] = a;
}

// Members that are set in between, and a second condition that sets what the first
// one compares.
struct Stage {
  int off;
  __device__ float load(const float *from, int t, bool isFirst) {
    int w = off + t;
    off = t * 31;
    if (isFirst == true)
// CHECK: [[#@LINE+1]]:14: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
      return from[w];
    return off;
  }
};
__global__ void __launch_bounds__(32) members(float *out, bool isFirst) {
  FILL
  Stage stage{0};
  out[t] = stage.load(s, t, isFirst);
}

__global__ void __launch_bounds__(32) setByCondition(float *out, int m,
                                                     const int *in) {
  FILL
  if (m == 1 && (m = in[0]) > 1)
// CHECK: [[#@LINE+1]]:9: remark: load of 4 bytes from 's': 1/1 wavefronts, possible (conflicts for some values, as with m = 1, loaded from memory = 32, a condition = 1), inexact, worst 32x, block 32x1x1, 1 request
    a = s[m * t];
  out[t] = a;
}

// What is multiplied in place, and a flag that is not set.
__global__ void __launch_bounds__(32) multiplied(float *out, int m, bool b) {
  FILL
  if (m == 1) {
    m *= 2;
// CHECK: [[#@LINE+1]]:9: remark: load of 4 bytes from 's': 1/1 wavefronts, possible (conflicts for some values, as with m = 32), inexact, worst 32x, block 32x1x1, 1 request
    a = s[m * t];
  }
  if (!b)
// CHECK: [[#@LINE+1]]:10: remark: load of 4 bytes from 's': 1/1 wavefronts, possible (conflicts for some values, as with b = 0), inexact, worst 32x, block 32x1x1, 1 request
    a += s[(32 - b * 31) * t];
  out[t] = a;
}

// The low half of a number tells nothing of the high one.
__global__ void __launch_bounds__(32) halves(float *out, unsigned long long key) {
  FILL
  unsigned low = key;
  if (low == 0)
// CHECK: [[#@LINE+1]]:9: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
    a = s[(key >> 32) * t];
  out[t] = a;
}
