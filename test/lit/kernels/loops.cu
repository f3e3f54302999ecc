// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// Every kind of loop, with bounds that are known: every round counts.

__global__ void counted(float *out, const float *in) {
  __shared__ float s[1024];
  int t = threadIdx.x;

  // 64 threads, 1024 words: 16 rounds of 2 warps.
  for (int i = t; i < 1024; i += blockDim.x)
    s[i] = in[i];
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 64x1x1, 32 requests
  __syncthreads();

  // 900 words: 14 full rounds are 896; in the last, 4 lanes of the first warp.
  float sum = 0;
  for (int i = t; i < 900; i += 64)
    sum += s[i];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 64x1x1, 29 requests
  __syncthreads();

  // do: 4 rounds, a step of 2 words.
  int k = 0;
  do {
    sum += s[128 * k + 2 * t];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 64x1x1, 8 requests
    ++k;
  } while (k < 4);
  __syncthreads();

  // Runs once, although its condition is false.
  do
    sum += s[4 * t];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, block 64x1x1, 2 requests
  while (false);
  __syncthreads();

  // while: steps 1, 2, 4, 8 take 1, 2, 4, 8 wavefronts, 15 / 4 a request.
  int step = 1;
  while (step < 16) {
    sum += s[step * t];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 3.75/1 wavefronts, conflict, worst 8x, block 64x1x1, 8 requests
    step *= 2;
  }
  __syncthreads();

  // break and continue: rounds 0, 2, 4, 6.
  for (int j = 0;; ++j) {
    if (j == 8)
      break;
    if (j % 2)
      continue;
    sum += s[j * 33 + t * 8];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 8/1 wavefronts, conflict, block 64x1x1, 8 requests
  }
  __syncthreads();

  // Lanes leave one after the other: round j has the lanes t > j of the first
  // warp and all of the second, in a step of 16 words, two banks. First warp:
  // 31, 30, 29, 28 lanes, in the fullest bank 16, 15, 15, 14 words; second: 16.
  // (60 + 64) / 8 = 15.5.
  for (int j = 0; j < 4; ++j) {
    if (t <= j)
      break;
    sum += s[16 * (t & 31) + 33 * j];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 15.5/1 wavefronts, conflict, inexact, worst 16x, block 64x1x1, 8 requests
  }
  __syncthreads();

  // Two loops, two counters down one array: 2 * 3 rounds.
  for (int a = 0; a < 2; ++a)
    for (int b = 2; b >= 0; --b)
      sum += s[a * 300 + b * 100 + t];
// CHECK: :[[@LINE-1]]:14: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 64x1x1, 12 requests
  out[t] = sum;
}

// A negative step: rows of 33 words backwards, a column of every other. 16
// rounds of one warp.
__global__ void backwards(float *out, const float *in) {
  __shared__ float odd[32][33];
  __shared__ float even[32][34];
  int t = threadIdx.x;
  for (int row = 31; row >= 0; row--) {
    odd[row][31 - t] = in[row * 32 + t];
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 'odd': 1/1 wavefronts, conflict-free, block 32x1x1, 32 requests
    even[row][31 - t] = in[row * 32 + t];
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 'even': 1/1 wavefronts, conflict-free, block 32x1x1, 32 requests
  }
  __syncthreads();
  float sum = 0;
  for (int k = 31; k >= 0; k -= 2)
    sum += odd[31 - t][k];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 'odd': 1/1 wavefronts, conflict-free, block 32x1x1, 16 requests
  __syncthreads();
  // A step of -34 words: 2 banks back, 16 banks.
  for (int k = 31; k > 0; k -= 2)
    sum += even[31 - t][k];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 'even': 2/1 wavefronts, conflict, block 32x1x1, 16 requests
  __syncthreads();
  // Lane t begins at column t / 8 and runs t / 8 + 1 rounds. Round 0 is word
  // 33t + t / 8: banks 0 ... 7, 9 ... 16, 18 ... 25 and 27 ... 34, whose last
  // three come onto the first: 2. The rounds 1, 2, 3 lack the lanes below 8, 16,
  // 24, and nothing meets: 1 each. 5 / 4 a request.
#pragma unroll 1
  for (int k = t / 8; k >= 0; --k)
    sum += odd[t][k];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 'odd': 1.25/1 wavefronts, conflict, worst 2x, block 32x1x1, 4 requests
  out[t] = sum;
}

void run(float *out, const float *in) {
  counted<<<1, 64>>>(out, in);
  backwards<<<1, 32>>>(out, in);
}
