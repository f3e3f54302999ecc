// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// Neighbouring loads of straight-line code become one, where what is not
// constant in their index keeps them in one aligned block of 16 or 8 bytes.
// The request stands at the first of them; the others are listed with it.

__global__ void blocksOfFour(float *out, int n) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  // Any order: a phase of 8 lanes reads 32 words. 4 of an ideal 4.
  float a = s[4 * t + 3];
// CHECK: :[[@LINE-1]]:13: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request
  a += 2 * s[4 * t + 1];
// CHECK: :[[@LINE-1]]:12: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 32x1x1, 0 requests
  // Three of four words are enough.
  a += 3 * s[4 * t];
// CHECK: :[[@LINE-1]]:12: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 32x1x1, 0 requests
  __syncthreads();
  // Two neighbours in the second half of a block: 16 lanes a phase, 4 words
  // apart: 2 words in each of 8 + 8 banks.
  a += s[4 * t + 2];
// CHECK: :[[@LINE-1]]:8: remark: load of 8 bytes from 's': 4/2 wavefronts, conflict, block 32x1x1, 1 request
  a += 5 * s[4 * t + 3];
// CHECK: :[[@LINE-1]]:12: remark: load of 8 bytes from 's': 4/2 wavefronts, conflict, block 32x1x1, 0 requests
  __syncthreads();
  // The middle of a block is no aligned pair.
  a += s[4 * t + 1];
// CHECK: :[[@LINE-1]]:8: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, block 32x1x1, 1 request
  a += 7 * s[4 * t + 2];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, block 32x1x1, 1 request
  out[t] = a;
}

// 4 * n keeps the alignment, n does not.
__global__ void unknownOffsets(float *out, int n) {
  __shared__ float s[4096];
  int t = threadIdx.x;
  float a = s[2 * t + 4 * n];
// CHECK: :[[@LINE-1]]:13: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, block 32x1x1, 1 request
  a += 3 * s[2 * t + 4 * n + 1];
// CHECK: :[[@LINE-1]]:12: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, block 32x1x1, 0 requests
  a += s[2 * t + n];
// CHECK: :[[@LINE-1]]:8: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 32x1x1, 1 request
  a += 3 * s[2 * t + n + 1];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 32x1x1, 1 request
  out[t] = a;
}

// What lies between: a barrier or a store to any shared array separates, a
// store to global memory and a branch that does not touch shared memory do not.
__global__ void between(float *out, int n) {
  __shared__ float s[64], q[32];
  int t = threadIdx.x;
  float a = s[2 * t];
// CHECK: :[[@LINE-1]]:13: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 32x1x1, 1 request
  q[t] = n;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 'q': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  a += 3 * s[2 * t + 1];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 32x1x1, 1 request
  __syncthreads();
  a += s[2 * t];
// CHECK: :[[@LINE-1]]:8: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, block 32x1x1, 1 request
  out[t + 64] = a;
  if (n > 3)
    out[t + 128] = a;
  a += 3 * s[2 * t + 1];
// CHECK: :[[@LINE-1]]:12: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, block 32x1x1, 0 requests
  out[t] = a;
}

// A fence keeps loads apart as a barrier does.
__global__ void fenced(float *out) {
  __shared__ float s[128];
  int t = threadIdx.x;
  float a = s[2 * t];
// CHECK: :[[@LINE-1]]:13: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 32x1x1, 1 request
  __threadfence_block();
  out[t] = a * s[2 * t + 1];
// CHECK: :[[@LINE-1]]:16: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 32x1x1, 1 request
}

// Behind 33 floats nothing is aligned, behind 2 pairs are.
__global__ void placement(float *out) {
  __shared__ float p[33], s[128];
  int t = threadIdx.x;
  p[t] = out[t];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 'p': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  float a = s[4 * t];
// CHECK: :[[@LINE-1]]:13: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, block 32x1x1, 1 request
  a += 3 * s[4 * t + 1];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, block 32x1x1, 1 request
  out[t] = a + p[1];
// CHECK: :[[@LINE-1]]:16: remark: load of 4 bytes from 'p': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
}

// The compiler adds up what the dimensions contribute: it does not see that
// 17 * (16 - t) + t is even.
__global__ void dimensions(float *out) {
  __shared__ float s[17][17];
  int t = threadIdx.x % 16;
  float a = s[16 - t][t];
// CHECK: :[[@LINE-1]]:13: remark: load of 4 bytes from 's': 8/1 wavefronts, conflict, block 32x1x1, 1 request
  a *= s[16 - t][t + 1];
// CHECK: :[[@LINE-1]]:8: remark: load of 4 bytes from 's': 8/1 wavefronts, conflict, block 32x1x1, 1 request
  out[threadIdx.x] = a;
}

// Each type in its own class; single bytes and volatile words never merge.
__global__ void types(float *out) {
  __shared__ double d[64];
  __shared__ unsigned char c[64];
  __shared__ volatile float v[64];
  int t = threadIdx.x;
  float a = d[2 * t];
// CHECK: :[[@LINE-1]]:13: remark: load of 16 bytes from 'd': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request
  a += d[2 * t + 1];
// CHECK: :[[@LINE-1]]:8: remark: load of 16 bytes from 'd': 4/4 wavefronts, conflict-free, block 32x1x1, 0 requests
  a += c[2 * t];
// CHECK: :[[@LINE-1]]:8: remark: load of 1 byte from 'c': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  a += c[2 * t + 1];
// CHECK: :[[@LINE-1]]:8: remark: load of 1 byte from 'c': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  a += v[2 * t];
// CHECK: :[[@LINE-1]]:8: remark: load of 4 bytes from 'v': 2/1 wavefronts, conflict, block 32x1x1, 1 request
  a += v[2 * t + 1];
// CHECK: :[[@LINE-1]]:8: remark: load of 4 bytes from 'v': 2/1 wavefronts, conflict, block 32x1x1, 1 request
  out[t] = a;
}

void run(float *out) {
  blocksOfFour<<<1, 32>>>(out, 1);
  unknownOffsets<<<1, 32>>>(out, 1);
  between<<<1, 32>>>(out, 1);
  fenced<<<1, 32>>>(out);
  placement<<<1, 32>>>(out);
  types<<<1, 32>>>(out);
  dimensions<<<1, 32>>>(out);
}
