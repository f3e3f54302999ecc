// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// Where a walk stops short, the report says so: see Values/Limits.h.

// Each call stores a row. What the calls within the first one do is not known.
__device__ int descend(float *s, int n) {
  s[threadIdx.x] = n;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  return n > 0 ? descend(s, n - 1) : 0;
// CHECK: :[[@LINE-1]]:26: remark: load of 4 bytes from shared memory: ?/? wavefronts, unknown (address is passed to 'descend', a call that is not followed, at line [[@LINE-1]]), inexact, block 32x1x1, 1 request
}

__global__ void recursive(int n) {
  __shared__ float s[32];
  descend(s, n);
}

template <int N> __device__ void chain(float *s) { chain<N - 1>(s); }
// CHECK: :[[@LINE-1]]:65: remark: load of 4 bytes from shared memory: ?/? wavefronts, unknown (address is passed to 'chain', a call that is not followed, at line [[@LINE-1]]), inexact, block 32x1x1, 1 request
template <> __device__ void chain<0>(float *s) { s[threadIdx.x] = 1; }

__global__ void deep() {
  __shared__ float s[32];
  chain<50>(s);
}

// Odd strides have no conflicts. Of so many, some are tried.
__global__ void sevenStrides(int stride) {
  __shared__ float s[32 * 33];
  s[threadIdx.x * stride] = 1;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, possible (conflicts for some values, as with stride = 32), inexact, worst 32x, block 32x1x1, 1 request
// CHECK: :[[@LINE-2]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
}

// Three bytes of a word in each lane: a store of a half, and one of a byte.
__global__ void copies(const float *in) {
  __shared__ float s[32];
  memcpy(s + threadIdx.x, in, 3);
// CHECK: :[[@LINE-1]]:3: remark: store of 2 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 2 requests
}

// 512 iterations are walked one by one.
__global__ void longLoop(const float *in) {
  __shared__ float s[640];
  for (int i = 0; i < 600; ++i)
    s[threadIdx.x + i] = in[i];
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free (iterations are analysed as one after the first 512 of the loop at line [[@LINE-2]]), inexact, block 32x1x1 [
}

// Nine unknown bits have 512 sets of numbers.
__global__ void nineBits(bool a, bool b, bool c, bool d, bool e, bool f, bool g,
                         bool h, bool i) {
  __shared__ float s[1024];
  if ((threadIdx.x ^ a ^ b ^ c ^ d ^ e ^ f ^ g ^ h ^ i) == 1)
    s[threadIdx.x * 32] = 1;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 32/1 wavefronts, possible (a condition is taken to depend on data: its unknowns have more than 256 combinations of values), inexact, block 32x1x1 [
}

void run(const float *in, int n, bool b) {
  longLoop<<<1, 32>>>(in);
  nineBits<<<1, 32>>>(b, b, b, b, b, b, b, b, b);
  recursive<<<1, 32>>>(n);
  deep<<<1, 32>>>();
  sevenStrides<<<1, 32>>>(1);
  sevenStrides<<<1, 32>>>(3);
  sevenStrides<<<1, 32>>>(5);
  sevenStrides<<<1, 32>>>(7);
  sevenStrides<<<1, 32>>>(9);
  sevenStrides<<<1, 32>>>(11);
  sevenStrides<<<1, 32>>>(33);
  copies<<<1, 32>>>(in);
}

// CHECK: limits.cu:9:18: remark: a recursive call of 'descend' in kernel 'recursive' not analysed: it is skipped
// CHECK: limits.cu:18:52: remark: a call of 'chain' within 40 others in kernel 'deep' not analysed: it is skipped
// CHECK: limits.cu:28:17: remark: what launches pass to kernel 'sevenStrides' not analysed: more combinations of blocks and arguments than are tried one by one; only some are
