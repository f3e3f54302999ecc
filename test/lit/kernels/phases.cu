// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// Buffers in turn: a variable that goes through a few numbers over and over, in
// a loop of which nobody knows how often it runs, has those and no others.

__global__ void phases(float *out, const float *in, int n) {
  __shared__ float s[2048];
  int t = threadIdx.x;
  int flip = 0, stage = 0, place = 0;
  float sum = 0;
  for (int i = 0; i < n; ++i) {
    // 512 words on or back, a multiple of 16 bytes.
    for (int j = 0; j < 4; ++j)
      sum += s[place + 4 * t + j];
// CHECK: :[[@LINE-1]]:14: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, inexact, block 32x1x1
    __syncthreads();

    // A step of 1 or 3 words: odd, no two lanes in a bank.
    sum += s[t * (2 * flip + 1)];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1
    __syncthreads();

    // Never so far.
    if (stage == 3)
      sum += s[32 * t];
    __syncthreads();

    // 2, 4 or 6 words: 2, 4 and 2 wavefronts, 8 / 3 a request.
    sum += s[t * (2 * stage + 2)];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 2.667/1 wavefronts, conflict, inexact, worst 4x, block 32x1x1
    __syncthreads();

    // 1, 2 or 3 words: conflicts from the second iteration on, if there is one. 1, 2
    // and 1 wavefronts, 4 / 3 a request.
    sum += s[t * (stage + 1)];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 1.333/1 wavefronts, possible (conflicts in some iterations of a loop, if they are reached), inexact, worst 2x, block 32x1x1

    flip = !flip;
    if (++stage == 3)
      stage = 0;
    place = 512 - place;
  }
  out[t] = sum;
}

void run(float *out, const float *in, int n) { phases<<<1, 32>>>(out, in, n); }
