// RUN: %lint --all-accesses --exit-zero %s -- 2>/dev/null | FileCheck %s

// A number at which nobody looks is not loaded (machine code for sm_90, nvcc
// 13.0); since it may be looked at where no walk comes, its load is inexact.

__device__ int sumOf(const int *s, int &total) {
  total = s[63];
// CHECK: :[[@LINE-1]]:11: remark: load of 4 bytes from 's': {{.*}}, inexact, block 64x1x1, 4 requests [unused(int *)]
  return s[threadIdx.x ^ 1];
// CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 64x1x1, 4 requests [unused(int *)]
}

__global__ void __launch_bounds__(64) unused(int *d) {
  __shared__ int s[64];
  int total, other;
  s[threadIdx.x] = d[threadIdx.x];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 64x1x1, 2 requests [unused(int *)]
  __syncthreads();
  d[threadIdx.x] = sumOf(s, total);
  __syncthreads();
  d[threadIdx.x] += sumOf(s, other);
  int kept = s[threadIdx.x ^ 2];
// CHECK: :[[@LINE-1]]:14: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 64x1x1, 2 requests [unused(int *)]
  int dropped = s[threadIdx.x ^ 3];
// CHECK: :[[@LINE-1]]:17: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 64x1x1, 2 requests [unused(int *)]
  // An element of an array, of which the others are used.
  int row[2];
  for (int i = 0; i < 2; ++i)
    row[i] = s[(threadIdx.x + 32 * i) % 64];
// CHECK: :[[@LINE-1]]:14: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 64x1x1, 4 requests [unused(int *)]
  d[threadIdx.x] += kept + row[1];
}

// LDS: the low word alone.
__global__ void lowWord(int *d) {
  __shared__ long long s[32];
  s[threadIdx.x] = d[threadIdx.x] * 300ll;
// CHECK: :[[@LINE-1]]:3: remark: store of 8 bytes to 's': 2/2 wavefronts, conflict-free, {{.*}} [lowWord(int *)]
  __syncthreads();
  d[threadIdx.x] = (int)s[31 - threadIdx.x];
// CHECK: :[[@LINE-1]]:25: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, inexact, {{.*}} [lowWord(int *)]
}

void run(int *d) { lowWord<<<1, 32>>>(d); }
