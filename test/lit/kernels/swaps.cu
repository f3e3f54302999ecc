// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s
// RUN: %lint --exit-zero --sort=place %s -- 2>&1 \
// RUN:   | FileCheck %s --check-prefix=FINDING --implicit-check-not=warning:

// Which of two elements of one array is larger is even odds: about half of the
// lanes go in, and where nearly every such half conflicts, that is reported as
// an upper bound. A comparison with anything else may let a single lane through.

// A stride of 2 words puts lanes l and l + 16 in one bank. Of 16 such pairs one
// is complete in nearly every half: 1 - (3/4)^16 = 0.99. The two loads are one of
// 8 bytes: 16 lanes fill the banks, 2/2.
__global__ void exchange(float *out) {
  __shared__ float s[64];
  float a = s[2 * threadIdx.x], b = s[2 * threadIdx.x + 1];
// CHECK: :[[@LINE-1]]:13: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, block 32x1x1, 1 request
// CHECK: :[[@LINE-2]]:37: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, block 32x1x1, 0 requests
  if (a > b)
    s[2 * threadIdx.x] = b;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, inexact, block 32x1x1
// FINDING: :[[@LINE-2]]:5: warning: up to 2-way bank conflict in store to 's': at most 2 wavefronts, ideal 1 [banklint-bank-conflict]
// FINDING: :[[@LINE-4]]:9: note: this compares elements of one array: assuming that about half of the lanes pass
  out[threadIdx.x] = a;
}

__device__ void compareExchange(unsigned &a, unsigned &b, unsigned up) {
  if ((a > b) == up) {
// CHECK: :[[@LINE-1]]:8: remark: load of 4 bytes from 'keys': 2/1 wavefronts, conflict, block 32x1x1, 1 request
// CHECK: :[[@LINE-2]]:12: remark: load of 4 bytes from 'keys': 2/1 wavefronts, conflict, block 32x1x1, 1 request
// FINDING: :[[@LINE-3]]:8: warning: 2-way bank conflict in load from 'keys': 2 wavefronts, ideal 1 [banklint-bank-conflict]
// FINDING: :[[@LINE-4]]:12: note: likewise 2-way in load 'b'
    // Both are still in registers.
    unsigned t = a;
// CHECK: :[[@LINE-1]]:18: remark: load of 4 bytes from 'keys': 2/1 wavefronts, conflict, block 32x1x1, 0 requests
    a = b;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 'keys': 2/1 wavefronts, conflict, inexact, block 32x1x1
// CHECK: :[[@LINE-2]]:9: remark: load of 4 bytes from 'keys': 2/1 wavefronts, conflict, block 32x1x1, 0 requests
// FINDING: :[[@LINE-3]]:5: note: likewise up to 2-way in store 'a'
    b = t;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 'keys': 2/1 wavefronts, conflict, inexact, block 32x1x1
// FINDING: :[[@LINE-2]]:5: note: likewise up to 2-way in store 'b'
  }
}

// pos = 0, 1, 4, 5, 8, 9, ...: lanes l and l + 16 in one bank.
__global__ void sortPairs(unsigned up) {
  __shared__ unsigned keys[64];
  unsigned stride = 2;
  unsigned pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
  compareExchange(keys[pos], keys[pos + stride], up);
}

// With a bound that is no element of the array, with equality, and for half of
// a half, nothing is known of how many lanes pass. c and d are 32 words apart:
// no wider load holds both.
__global__ void others(float *out, float bound) {
  __shared__ float s[64];
  float a = s[2 * threadIdx.x], b = s[2 * threadIdx.x + 1];
// CHECK: :[[@LINE-1]]:13: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, block 32x1x1, 1 request
// CHECK: :[[@LINE-2]]:37: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, block 32x1x1, 0 requests
  float c = s[threadIdx.x], d = s[threadIdx.x + 32];
// CHECK: :[[@LINE-1]]:13: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
// CHECK: :[[@LINE-2]]:33: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  __syncthreads();
  if (a > bound)
    s[2 * threadIdx.x] = 0;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 2/1 wavefronts, possible (conflicts if all lanes pass a condition that depends on data), inexact, block 32x1x1
  __syncthreads();
  if (a == b)
    s[2 * threadIdx.x] = 1;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 2/1 wavefronts, possible (conflicts if all lanes pass a condition that depends on data), inexact, block 32x1x1
  __syncthreads();
  if (a > b && c > d)
    s[2 * threadIdx.x] = 2;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 2/1 wavefronts, possible (conflicts if all lanes pass a condition that depends on data), inexact, block 32x1x1
  __syncthreads();
  if (a > b)
    if (c > d)
      s[2 * threadIdx.x] = 3;
// CHECK: :[[@LINE-1]]:7: remark: store of 4 bytes to 's': 2/1 wavefronts, possible (conflicts if all lanes pass a condition that depends on data), inexact, block 32x1x1
  __syncthreads();
  if (a + 1 > b)
    s[2 * threadIdx.x] = 4;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 2/1 wavefronts, possible (conflicts if all lanes pass a condition that depends on data), inexact, block 32x1x1
  out[threadIdx.x] = a;
}

// Only lanes 0 and 16 share a bank: a quarter of the halves holds both.
// With all lanes active, words 0 and 32 share a bank, and so do words 1 and 33.
__global__ void oneClash(float *out) {
  __shared__ float s[64];
  unsigned at = threadIdx.x == 16 ? 32 : threadIdx.x;
  float a = s[at], b = s[at + 1]; // NOLINT(banklint-bank-conflict)
// CHECK: :[[@LINE-1]]:13: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 32x1x1, 1 request
// CHECK: :[[@LINE-2]]:24: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 32x1x1, 1 request
  if (a > b)
    s[at] = b;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 2/1 wavefronts, possible (conflicts if all lanes pass a condition that depends on data), inexact, block 32x1x1
  out[threadIdx.x] = a;
}

void run(float *out) {
  exchange<<<1, 32>>>(out);
  sortPairs<<<1, 32>>>(1);
  others<<<1, 32>>>(out, 1);
  oneClash<<<1, 32>>>(out);
}
