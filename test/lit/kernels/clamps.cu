// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// An index that is held within bounds of which nothing is known: lanes beyond
// them meet in one word, the others are neighbours as before.

__global__ void clamps(float *out, int n, int m, int k) {
  __shared__ float s[256];
  int t = threadIdx.x;
  int low = blockIdx.x * m - k, high = n - blockIdx.x * m * 3 + k;

  int left = t - 1, right = t + 1, here = t;
  left = left < low ? low : left;
  right = (right > high) ? high : right;
  if (here >= n)
    here = n - 1;
  float sum = s[left];
// CHECK: :[[@LINE-1]]:15: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 256x1x1, 8 requests
  __syncthreads();
  sum += s[right];
// CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 256x1x1, 8 requests
  __syncthreads();
  sum += s[max(0, min(t + 3, high))];
// CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 256x1x1, 8 requests
  __syncthreads();
  sum += s[here];
// CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 256x1x1, 8 requests
  __syncthreads();

  // Two words apart, unless all lanes are held back.
  sum += s[2 * min(t, high)];
// CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 's': 1/1 wavefronts, possible (conflicts for some values, as with a computed value = 4097), inexact, worst 2x, block 256x1x1, 8 requests
  __syncthreads();

  // Another bound than the number it is held to.
  int jump = t < n ? t : 2 * n;
  sum += s[jump];
// CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free (assumes that a condition is the same in all lanes, as it is away from its boundary), inexact, block 256x1x1, 8 requests
  out[t] = sum;
}

// What lanes hold that stay out of a loop is no matter in it: `j` has run to
// 100 in those that were in the loop before, and is 0 in the others. All lanes load
// the same 16 bytes, one wavefront for each half of a warp: 2 in three warps, 1 in
// the fourth, of which 4 lanes are active, (3 * 2 + 1) / 4 = 1.75. Without merging
// in the fourth warp it is (75 * 2 + 100 * 1) / (75 + 100) = 1.429.
__global__ void waiting(float *out, const int *rounds) {
  __shared__ float s[128];
  int t = threadIdx.x, i = t, j = 0;
  float sum = 0;
  for (int k = 0; k < rounds[blockIdx.x]; ++k) {
    while (i < 100) {
      for (j = 0; j < 100; ++j)
        sum += s[j];
// CHECK: :[[@LINE-1]]:16: remark: load of 16 bytes from 's': {{1.75/1.75|1.429/1.429}} wavefronts, conflict-free, inexact, block 128x1x1
      i += 128;
    }
    i = t;
  }
  out[t] = sum;
}

// What tells warps apart in the limit and in the number stays what it is.
__global__ void warps(float *out) {
  __shared__ float s[32 * 64];
  int t = threadIdx.x;
  float sum = s[32 * min(t % 32 + t / 32, 24)];
// CHECK: :[[@LINE-1]]:15: remark: load of 4 bytes from 's': 21.5/1 wavefronts, conflict, worst 25x, block 256x1x1, 8 requests
  sum += s[max(t - t / 32, 100)];
// CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 256x1x1, 8 requests
  out[t] = sum;
}

void run(float *out, const int *in, int n, int m, int k) {
  clamps<<<4, 256>>>(out, n, m, k);
  waiting<<<4, 128>>>(out, in);
  warps<<<1, 256>>>(out);
}
