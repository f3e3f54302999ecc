// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// Unrolling makes straight-line code of loops, of which 16-byte accesses come.

// All 32 rounds: 8 requests. Along k a phase of 8 lanes, 32 words apart, meets
// in 4 banks: 8 of an ideal 1 in each of 4 phases. Rows of 33 do not merge.
__global__ void rows(float *out, const float *in) {
  __shared__ float s[32][32], odd[32][33], longer[32][36];
  int t = threadIdx.x;
  float a = 0;
  for (int k = 0; k < 32; ++k)
    a += s[t][k] * in[k];
// CHECK: :[[@LINE-1]]:10: remark: load of 16 bytes from 's': 32/4 wavefronts, conflict, block 32x1x1, 8 requests
  for (int k = 0; k < 32; ++k)
    a += odd[t][k] * in[k];
// CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 'odd': 1/1 wavefronts, conflict-free, block 32x1x1, 32 requests
  for (int k = 0; k < 32; ++k)
    a += longer[t][k] * in[k];
// CHECK: :[[@LINE-1]]:10: remark: load of 16 bytes from 'longer': 4/4 wavefronts, conflict-free, block 32x1x1, 8 requests
  out[t] = a;
}

// A loop that stays has its address register in the middle of its accesses:
// four words become two pairs, eight become two blocks.
__global__ void pragmas(float *out, const float *in) {
  __shared__ float s[32][64];
  int t = threadIdx.x;
  float a = 0;
#pragma unroll 1
  for (int k = 0; k < 64; ++k)
    a += s[t][k] * in[k];
// CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 's': 32/1 wavefronts, conflict, block 32x1x1, 64 requests
#pragma unroll 4
  for (int k = 0; k < 64; ++k)
    a += s[t][k] * in[k];
// CHECK: :[[@LINE-1]]:10: remark: load of 8 bytes from 's': 32/2 wavefronts, conflict, inexact, block 32x1x1, 32 requests
#pragma unroll 8
  for (int k = 0; k < 64; ++k)
    a += s[t][k] * in[k];
// CHECK: :[[@LINE-1]]:10: remark: load of 16 bytes from 's': 32/4 wavefronts, conflict, block 32x1x1, 16 requests
  out[t] = a;
}

// The hint is for the loop behind it, not for one in what its head calls.
__device__ int firstOf() {
  int first = -3;
  for (int k = 0; k < 3; ++k)
    first += k;
  return first;
}
__global__ void calledByHead(float *out) {
  __shared__ float s[128];
#pragma unroll 1
  for (int k = firstOf(); k < 4; ++k)
    s[threadIdx.x * 4 + k] = out[k];
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 4/1 wavefronts, conflict, block 32x1x1, 4 requests
}

// A register tile: 16 bytes along i, whatever becomes of the loop over k.
__global__ void tile(float *out, int n) {
  __shared__ float s[16][64];
  int x = threadIdx.x % 16;
  float r[4] = {};
  for (int k = 0; k < n; ++k)
    for (int i = 0; i < 4; ++i)
      r[i] += s[k][x * 4 + i];
// CHECK: :[[@LINE-1]]:15: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 32x1x1, 16 requests
  out[threadIdx.x] = r[0] + r[1] + r[2] + r[3];
}

// The distance `step` is no constant: s[i] and s[i + step] stay apart, although
// they are neighbours in the first round.
__global__ void reduction(float *out, const float *in) {
  __shared__ float s[32];
  int t = threadIdx.x;
  s[t] = in[t];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  __syncthreads();
  for (int step = 1; step < blockDim.x; step *= 2) {
    if (2 * step * t < blockDim.x) {
      float other = s[2 * step * t + step];
// CHECK: :[[@LINE-1]]:21: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 5 requests
      s[2 * step * t] += other;
// CHECK: :[[@LINE-1]]:7: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 5 requests
// CHECK: :[[@LINE-2]]:7: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 5 requests
    }
    __syncthreads();
  }
  out[t] = s[0];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
}

// Where nobody knows how many rounds there are, four of them still become two
// pairs. Rows of 10: 16 lanes of a phase read 32 words in 32 banks. What is left
// over of the rounds runs by itself, two lanes to a bank.
__global__ void openEnd(float *out, const float *in, int n) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  float a = 0;
  for (int i = 0; i < n; ++i)
    a += s[10 * t + i];
// CHECK: :[[@LINE-1]]:10: remark: load of 8 bytes from 's': 2/2 wavefronts, possible (conflicts in the remainder iterations of the unrolled loop), inexact, worst 2x, block 32x1x1
  int i = 0;
  while (i < n) {
    a += s[12 * t + i];
// CHECK: :[[@LINE-1]]:10: remark: load of 8 bytes from 's': 4/2 wavefronts, conflict, inexact, block 32x1x1
    ++i;
  }
  out[t] = a;
}

// A loop that may be left early is not unrolled; rounds do not merge where each
// may skip the access, or has a barrier.
__global__ void apart(float *out, const float *in, int n, int m) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  float a = 0;
  for (int i = 0; i < n; ++i) {
    if (in[i] > 3)
      break;
    a += s[10 * t + i];
// CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, inexact, block 32x1x1
  }
  for (int i = 0; i < n; ++i)
    if (i > m)
      a += s[10 * t + i];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, inexact, block 32x1x1
  for (int i = 0; i < n; ++i) {
    a += s[10 * t + i];
// CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, inexact, block 32x1x1
    __syncwarp();
  }
  out[t] = a;
}

// The compiler does not know that there are six rounds: four of them make two
// pairs, the others run one by one.
__global__ void leftOver(float *out, int n) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  float a = 0;
  for (int i = 0; i < n; ++i)
    a += s[36 * t + i];
// CHECK: :[[@LINE-1]]:10: remark: load of 8 bytes from 's': 4/1.5 wavefronts, conflict, inexact, worst 4x, block 32x1x1, 4 requests
  out[t] = a;
}

// Rows that begin at a distance which differs from round to round are no
// neighbours of s[4 * t + i] in any of them.
__global__ void rowsApart(float *out, const float *in) {
  __shared__ float s[2048];
  int t = threadIdx.x;
  float a = 0;
  for (int n = 1; n < 9; ++n) {
    for (int i = 0; i < 4; ++i)
      a += s[4 * t + i] * s[128 * n + 4 * t + i];
// CHECK: :[[@LINE-1]]:12: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 32x1x1, 8 requests
// CHECK: :[[@LINE-2]]:27: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 32x1x1, 8 requests
    __syncthreads();
  }
  out[t] = a;
}

// Two calls, of which this warp takes part in the first round only: the other
// warps tell that the distance is no constant. Lanes are 2, 4, 8, ... words
// apart. 64 lanes: 2 requests of 2 wavefronts; 32, 16, 8 and 4 lanes: 4 each; 2
// lanes: 2; 1 lane: 1.
// (2 * 2 + 4 + 4 + 4 + 4 + 2 + 1) / 8 = 2.875 in each of the two calls.
__device__ void sweep(float *s) {
  int distance = 1;
  for (int n = blockDim.x / 2; n > 0; n /= 2) {
    __syncthreads();
    int t = threadIdx.x;
    if (t < n) {
      float left = s[distance * (2 * t + 1) - 1];
// CHECK: :[[@LINE-1]]:20: remark: load of 4 bytes from 's': 2.875/1 wavefronts, conflict, worst 4x, block 128x1x1, 16 requests
      s[distance * (2 * t + 2) - 1] += left;
// CHECK: :[[@LINE-1]]:7: remark: load of 4 bytes from 's': 2.875/1 wavefronts, conflict, worst 4x, block 128x1x1, 16 requests
// CHECK: :[[@LINE-2]]:7: remark: store of 4 bytes to 's': 2.875/1 wavefronts, conflict, worst 4x, block 128x1x1, 16 requests
    }
    distance *= 2;
  }
}
__global__ void twice(float *out) {
  __shared__ float s[128];
  sweep(s);
  sweep(s);
}

void run(float *out) {
  openEnd<<<1, 32>>>(out, out, *(int *)out);
  apart<<<1, 32>>>(out, out, *(int *)out, *(int *)out);
  leftOver<<<1, 32>>>(out, 6);
  rowsApart<<<1, 32>>>(out, out);
  twice<<<1, 128>>>(out);
  rows<<<1, 32>>>(out, out);
  pragmas<<<1, 32>>>(out, out);
  calledByHead<<<1, 32>>>(out);
  tile<<<1, 32>>>(out, 16);
  reduction<<<1, 32>>>(out, out);
}
