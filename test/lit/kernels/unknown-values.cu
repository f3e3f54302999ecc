// RUN: %lint --all-accesses %s -- 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning:

// An unknown n that is the same in all lanes, but does not just move them on.

__global__ void unknown(float *out, const float *in, int n, unsigned mask) {
  __shared__ float s[2048];
  int t = threadIdx.x;
  for (int i = t; i < 2048; i += 32)
    s[i] = in[i];
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 64 requests
  __syncthreads();
  // n = 0 is a broadcast, n = 1 a row, n = 32 or 64 a column: it depends on n.
  out[t] = s[n * t];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, possible (conflicts for some values, as with n = 64), inexact, worst 32x, block 32x1x1, 1 request
  __syncthreads();
  // Lanes rotate in their row: free of conflicts for every n.
  out[t] += s[(t + (mask & 31)) % 32];
// CHECK: :[[@LINE-1]]:13: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
  __syncthreads();
  // So does an exclusive or with a number below 32.
  out[t] += s[t ^ (mask & 31)];
// CHECK: :[[@LINE-1]]:13: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
  __syncthreads();
  // A multiple of 4n moves the lanes on.
  out[t] += s[4 * n + t];
// CHECK: :[[@LINE-1]]:13: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
}

void run(float *out, const float *in, int n) {
  unknown<<<1, 32>>>(out, in, n, n);
}
