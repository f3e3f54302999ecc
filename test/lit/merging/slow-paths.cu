// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 \
// RUN:   | FileCheck %s --check-prefixes=CHECK,PRECISE
// RUN: %lint --all-accesses --exit-zero %s -- -use_fast_math 2>&1 \
// RUN:   | FileCheck %s --check-prefixes=CHECK,FAST
// RUN: %lint --all-accesses --exit-zero %s -- -prec-div=false \
// RUN:   -prec-sqrt=false 2>&1 | FileCheck %s --check-prefixes=CHECK,FAST

// Precise divisions, square roots and sines take a branch in machine code, and
// accesses on either side of it stay apart; those that nothing divides do not.
// Lanes load 4 words each, 4 words apart. Word by word, every eighth lane is in the
// same bank: 4/1. As 16 bytes, 8 lanes fill the banks: 4/4.

__global__ void divided(const float *in, float *out, float by) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = in[t];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < 4; ++i)
    sum += s[4 * t + i] / by;
// PRECISE: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, block 32x1x1, 4 requests
// FAST:    :[[@LINE-2]]:12: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request
  for (int i = 0; i < 4; ++i)
    sum += s[4 * t + i + 128] / 4 * (1 / by) + expf(sum);
// CHECK: :[[@LINE-1]]:12: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request
  out[t] = sum;
}

__global__ void roots(const float *in, float *out) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = in[t];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  __syncthreads();
  // 2 words a lane: 2/1 for each word; as 8 bytes, 16 lanes fill the banks: 2/2.
  out[t] = sqrtf(s[2 * t]) +
// PRECISE: :[[@LINE-1]]:18: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 32x1x1, 1 request
// FAST:    :[[@LINE-2]]:18: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, block 32x1x1, 1 request
           sqrtf(s[2 * t + 1]);
// PRECISE: :[[@LINE-1]]:18: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 32x1x1, 1 request
// FAST:    :[[@LINE-2]]:18: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, block 32x1x1, 0 requests
  // Both are loaded before they are divided.
  out[t + 32] = s[2 * t + 64] / s[2 * t + 65];
// CHECK: :[[@LINE-1]]:17: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, block 32x1x1, 1 request
// CHECK: :[[@LINE-2]]:33: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, block 32x1x1, 0 requests
}

// Each round of a loop that is unrolled in part divides. 8 bytes, 4 words
// apart: in a phase of 16 lanes two share each bank, 4/2.
__global__ void rounds(const float *in, float *out, int n) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  s[t] = in[t];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < n; ++i)
    sum = s[4 * t + i] / sum;
// PRECISE: :[[@LINE-1]]:11: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, inexact, block 32x1x1
// FAST:    :[[@LINE-2]]:11: remark: load of 8 bytes from 's': 4/2 wavefronts, conflict, inexact, block 32x1x1
  out[t] = sum;
}

// Where the declaration says that it is aligned, it joins before.
__global__ void declared(const float *in, float *out, float by) {
  __shared__ __align__(16) float s[128];
  int t = threadIdx.x;
  s[t] = in[t];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < 4; ++i)
    sum += s[4 * t + i] / by;
// CHECK: :[[@LINE-1]]:12: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request
  out[t] = sum;
}

// To LLVM a division is one instruction, over which it merges what the declaration
// aligns: 8 bytes a lane, side by side, 2/2.
__global__ void pairs(const float2 *in, float *out, float by) {
  __shared__ float2 s[32];
  int t = threadIdx.x;
  s[t] = in[t];
// CHECK: :[[@LINE-1]]:3: remark: store of 8 bytes to 's': 2/2 wavefronts, conflict-free, block 32x1x1, 1 request
  __syncthreads();
  float x = (s[t].x + 1) / by;
// CHECK: :[[@LINE-1]]:14: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, block 32x1x1, 1 request
  float y = sqrtf(s[t].y - 1);
// CHECK: :[[@LINE-1]]:19: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, block 32x1x1, 0 requests
  out[t] = x;
  out[t + 32] = y;
}

// LDS.128 of what stands before the division: pairs merge again there.
__global__ void pairsOnOneSide(const float2 *in, float *out, float by) {
  __shared__ float2 s[64];
  int t = threadIdx.x;
  s[t] = in[t];
// CHECK: :[[@LINE-1]]:3: remark: store of 8 bytes to 's': 2/2 wavefronts, conflict-free, block 32x1x1, 1 request
  __syncthreads();
  out[t] = (s[2 * t].x + s[2 * t + 1].x) / by;
// PRECISE: :[[@LINE-1]]:13: remark: load of 8 bytes from 's': 4/2 wavefronts, conflict, inexact, block 32x1x1, 1 request
// PRECISE: :[[@LINE-2]]:26: remark: load of 8 bytes from 's': 4/2 wavefronts, conflict, inexact, block 32x1x1, 1 request
// FAST:    :[[@LINE-3]]:13: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request
// FAST:    :[[@LINE-4]]:26: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 32x1x1, 0 requests
  out[t + 32] = (s[2 * t].y + s[2 * t + 1].y) / by;
// PRECISE: :[[@LINE-1]]:18: remark: load of 8 bytes from 's': 4/2 wavefronts, conflict, inexact, block 32x1x1, 0 requests
// PRECISE: :[[@LINE-2]]:31: remark: load of 8 bytes from 's': 4/2 wavefronts, conflict, inexact, block 32x1x1, 0 requests
// FAST:    :[[@LINE-3]]:18: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 32x1x1, 0 requests
// FAST:    :[[@LINE-4]]:31: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 32x1x1, 0 requests
}

// A floating-point remainder is branches to LLVM, too, and is with fast math: two LDS
// for the four words of two lanes, 2/1.
__global__ void remainders(const float2 *in, float *out, float by) {
  __shared__ float2 s[32];
  int t = threadIdx.x;
  s[t] = in[t];
// CHECK: :[[@LINE-1]]:3: remark: store of 8 bytes to 's': 2/2 wavefronts, conflict-free, block 32x1x1, 1 request
  __syncthreads();
  out[t] = fmodf(s[t].x, by);
// CHECK: :[[@LINE-1]]:18: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 32x1x1, 1 request
  out[t + 32] = fmodf(s[t].y, by);
// CHECK: :[[@LINE-1]]:23: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 32x1x1, 1 request
}

// Quotients of 64-bit integers are a call, unless a constant divides: LDS.64 of every
// other number, 4/2, and LDS.128.
__global__ void integers(const long long *in, long long *out, long long by) {
  __shared__ long long s[64];
  int t = threadIdx.x;
  s[t] = in[t];
// CHECK: :[[@LINE-1]]:3: remark: store of 8 bytes to 's': 2/2 wavefronts, conflict-free, block 32x1x1, 1 request
  __syncthreads();
  out[t] = s[2 * t] % by;
// CHECK: :[[@LINE-1]]:12: remark: load of 8 bytes from 's': 4/2 wavefronts, conflict, block 32x1x1, 1 request
  out[t + 32] = s[2 * t + 1] % by;
// CHECK: :[[@LINE-1]]:17: remark: load of 8 bytes from 's': 4/2 wavefronts, conflict, block 32x1x1, 1 request
  __syncthreads();
  out[t + 64] = s[2 * t] / 10;
// CHECK: :[[@LINE-1]]:17: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request
  out[t + 96] = s[2 * t + 1] / 10;
// CHECK: :[[@LINE-1]]:17: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 32x1x1, 0 requests
}

int main(int argc, char **) {
  divided<<<1, 32>>>(nullptr, nullptr, argc);
  roots<<<1, 32>>>(nullptr, nullptr);
  rounds<<<1, 32>>>(nullptr, nullptr, argc);
  declared<<<1, 32>>>(nullptr, nullptr, argc);
  pairs<<<1, 32>>>(nullptr, nullptr, argc);
  pairsOnOneSide<<<1, 32>>>(nullptr, nullptr, argc);
  remainders<<<1, 32>>>(nullptr, nullptr, argc);
  integers<<<1, 32>>>(nullptr, nullptr, argc);
}
