// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// C++ rounds quotients towards zero. `n` is taken not to be negative, but `n - t`
// may be: then lanes do not divide as they would with the floor.

__global__ void quotients(float *out, int n) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  float sum = 0;
  // For n = 31 there are 8 quotients; for n = 8 lanes 5 to 11 have the same, 0.
  sum += s[512 + 32 * ((n - t) / 4)];
// CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 's': 8/1 wavefronts, conflict, inexact, block 32x1x1, 1 request
  // All add the same, but for n = 5 that is -3 and not 1.
  sum += s[(n - 12) % 4 + 3 + t];
// CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  // Seven words for n = 0, where seven lanes have the quotient 0, else eight.
  sum += s[512 + 32 * ((4 * n - 12 + t) / 4)];
// CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 's': 8/1 wavefronts, conflict, inexact, block 32x1x1, 1 request
  // Seven remainders for n = 0, else four.
  sum += s[512 + 32 * ((4 * n - 12 + t) % 4)];
// CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, inexact, block 32x1x1, 1 request
  // What is added of n and t is not negative.
  sum += s[32 * ((4 * n + t) / 4)];
// CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 's': 8/1 wavefronts, conflict, block 32x1x1, 1 request
  sum += s[32 * ((32 * n + t) % 32)];
// CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 's': 32/1 wavefronts, conflict, block 32x1x1, 1 request
  // Shifts round down, whatever the sign.
  sum += s[512 + 32 * ((4 * n - t) >> 2)];
// CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 's': 9/1 wavefronts, conflict, block 32x1x1, 1 request
  out[t] = sum;
}

void run(float *out, int n) { quotients<<<1, 32>>>(out, n); }
