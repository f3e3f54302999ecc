// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not="remark: store" \
// RUN:     --implicit-check-not=warning:

// Which of two elements of one array is larger is even odds: about half of the
// lanes go in, and where nearly every such half conflicts, that is reported as
// an upper bound. A comparison with anything else may let a single lane through.

// A stride of 2 words puts lanes l and l + 16 in one bank. Of 16 such pairs one
// is complete in nearly every half: 1 - (3/4)^16 = 0.99.
__global__ void exchange(float *out) {
  __shared__ float s[64];
  float a = s[2 * threadIdx.x], b = s[2 * threadIdx.x + 1];
  if (a > b)
    s[2 * threadIdx.x] = b;
// CHECK: :[[@LINE-1]]:5: warning: up to 2-way bank conflict in store to 's': up to 2 wavefronts, ideal 1 [banklint-bank-conflict]
// CHECK: :[[@LINE-3]]:9: note: this compares elements of one array: about half of the lanes pass, and nearly every such half conflicts
  out[threadIdx.x] = a;
}

__device__ void compareExchange(unsigned &a, unsigned &b, unsigned up) {
  if ((a > b) == up) {
// CHECK: :[[@LINE-1]]:8: warning: 2-way bank conflict in load from 'keys'
// CHECK: :[[@LINE-2]]:12: warning: 2-way bank conflict in load from 'keys'
    unsigned t = a;
// The compiler still has it.
    a = b;
// CHECK: :[[@LINE-1]]:5: warning: up to 2-way bank conflict in store to 'keys'
    b = t;
// CHECK: :[[@LINE-1]]:5: warning: up to 2-way bank conflict in store to 'keys'
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
// a half, nothing is known of how many lanes pass.
__global__ void others(float *out, float bound) {
  __shared__ float s[64];
  float a = s[2 * threadIdx.x], b = s[2 * threadIdx.x + 1];
  float c = s[threadIdx.x], d = s[threadIdx.x + 32];
  __syncthreads();
  if (a > bound)
    s[2 * threadIdx.x] = 0;
  __syncthreads();
  if (a == b)
    s[2 * threadIdx.x] = 1;
  __syncthreads();
  if (a > b && c > d)
    s[2 * threadIdx.x] = 2;
  __syncthreads();
  if (a > b)
    if (c > d)
      s[2 * threadIdx.x] = 3;
  __syncthreads();
  if (a + 1 > b)
    s[2 * threadIdx.x] = 4;
  out[threadIdx.x] = a;
}

// Only lanes 0 and 16 share a bank: a quarter of the halves holds both.
__global__ void oneClash(float *out) {
  __shared__ float s[64];
  unsigned at = threadIdx.x == 16 ? 32 : threadIdx.x;
  float a = s[at], b = s[at + 1]; // NOLINT(banklint-bank-conflict)
  if (a > b)
    s[at] = b;
  out[threadIdx.x] = a;
}

void run(float *out) {
  exchange<<<1, 32>>>(out);
  sortPairs<<<1, 32>>>(1);
  others<<<1, 32>>>(out, 1);
  oneClash<<<1, 32>>>(out);
}

// CHECK-DAG: :15:5: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, inexact
// CHECK-DAG: :27:5: remark: store of 4 bytes to 'keys': 2/1 wavefronts, conflict, inexact
// CHECK-DAG: :29:5: remark: store of 4 bytes to 'keys': 2/1 wavefronts, conflict, inexact
// CHECK-DAG: :50:5: remark: store of 4 bytes to 's': 2/1 wavefronts, possible (conflicts when all lanes
// CHECK-DAG: :53:5: remark: store of 4 bytes to 's': 2/1 wavefronts, possible (conflicts when all lanes
// CHECK-DAG: :56:5: remark: store of 4 bytes to 's': 2/1 wavefronts, possible (conflicts when all lanes
// CHECK-DAG: :60:7: remark: store of 4 bytes to 's': 2/1 wavefronts, possible (conflicts when all lanes
// CHECK-DAG: :63:5: remark: store of 4 bytes to 's': 2/1 wavefronts, possible (conflicts when all lanes
// CHECK-DAG: :73:5: remark: store of 4 bytes to 's': 2/1 wavefronts, possible (conflicts when all lanes
