// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// `c ? a : b` names one of two objects. Where both are registers nothing is
// accessed; where one is in shared memory, only that side is an access.

__device__ const int &larger(const int &a, const int &b) {
  return a > b ? a : b;
}

__global__ void conditional(float *out, const float *in, float a, float b,
                            int n, int m) {
  __shared__ float s[32 * 32];
  __shared__ float t[32 * 32];
  int i = threadIdx.x;
  float local = in[i];
  s[i] = a;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  t[i] = b;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 't': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  __syncthreads();

  // Two registers.
  float base = n > 3 ? a : b;
  const float &either = m > 3 ? local : base;

  // A step of 32 words where the condition holds: 32.
  float sum = n > 3 ? s[i * 32] : local;
// CHECK: :[[@LINE-1]]:23: remark: load of 4 bytes from 's': 32/1 wavefronts, conflict, block 32x1x1, 1 request

  // Lanes 0 to 15 load from one array, the others from the other: one request,
  // and 16 words of either lie in banks of their own.
  sum += i < 16 ? s[i] : t[i];
// CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 's' or 't': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request

  // Through a reference to one of two: the larger of 2 and 32 is 32. What an arm
  // has loaded may be loaded for both.
  int two = 2, rows = 32;
  sum += s[i * larger(two, rows)];
// CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 's': 32/1 wavefronts, conflict, inexact, block 32x1x1, 1 request

  // One of the two is 32 now: a step of 2 is 2, of 32 is 32, of 1 is 1.
  int one = 1, other = 2;
  int &changed = n > 5 ? one : other;
  changed = 32;
  sum += s[i * one];
// CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 's': ?/? wavefronts, unknown (index written through a reference to one of several variables), inexact, block 32x1x1, 1 request
  out[i] = base + either + sum;
}

void run(float *out, const float *in, float a, float b, int n, int m) {
  conditional<<<1, 32>>>(out, in, a, b, n, m);
}
