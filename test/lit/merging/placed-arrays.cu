// RUN: %lint --block-dim=64 --all-accesses --exit-zero %s -- 2>/dev/null | FileCheck %s

// Where an address is a number, nvcc knows its alignment from where it placed
// the array: `b` begins at byte 44, so that of its elements 3 to 9 those at 56,
// at 64 and at 80 make LDS.64, LDS.128 and LDS (nvcc 13.0 -O3, sm_90). Lanes
// that go to places of their own know what the declaration promises.

__global__ void aggregates(const int *in, int *out) {
  __shared__ int a[11], b[11];
  const int t = threadIdx.x;
  if (t < 11) {
    a[t] = in[t];
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 'a': 1/1 wavefronts, conflict-free,{{.*}}
    b[t] = in[t + 11];
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 'b': 1/1 wavefronts, conflict-free,{{.*}}
  }
  __syncthreads();
  int first = 0, second = 0;
  for (int i = 3; i < 10; ++i)
    first += a[i];
// CHECK: :[[@LINE-1]]:14: remark: load of 16 bytes from 'a': 1.333/1.333 wavefronts, conflict-free, block 64x1x1, 6 requests [aggregates(const int *, int *)]
  for (int i = 3; i < 10; ++i)
    second ^= b[i];
// CHECK: :[[@LINE-1]]:15: remark: load of 16 bytes from 'b': 1.333/1.333 wavefronts, conflict-free, block 64x1x1, 6 requests [aggregates(const int *, int *)]
  out[t] = first + second;
}

// Stores: STS, STS.64, STS.128 and STS, from byte 20 on.
__global__ void stores(const int *in, int *out) {
  __shared__ int a[5], b[9];
  const int t = threadIdx.x;
  a[t % 5] = in[t];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 'a': 1/1 wavefronts, conflict-free,{{.*}}
  if (t == 0)
    for (int i = 0; i < 8; ++i)
      b[i] = in[64 + i];
// CHECK: :[[@LINE-1]]:7: remark: store of 16 bytes to 'b': 1/1 wavefronts, conflict-free, block 64x1x1, 4 requests [stores(const int *, int *)]
  __syncthreads();
  out[t] = a[t % 3] + b[t % 7];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 'a': 1/1 wavefronts, conflict-free,{{.*}}
// CHECK: :[[@LINE-2]]:23: remark: load of 4 bytes from 'b': 1/1 wavefronts, conflict-free,{{.*}}
}

// `b + 4 * t` is aligned to 4 bytes, and nothing merges.
__global__ void lanes(const int *in, int *out) {
  __shared__ int a[11], b[4 * 64 + 11];
  const int t = threadIdx.x;
  if (t < 11)
    a[t] = in[t];
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 'a': 1/1 wavefronts, conflict-free,{{.*}}
  for (int i = 0; i < 4; ++i)
    b[64 * i + t] = in[64 * i + t + 11];
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 'b': 1/1 wavefronts, conflict-free,{{.*}}
  __syncthreads();
  int sum = a[t % 11];
// CHECK: :[[@LINE-1]]:13: remark: load of 4 bytes from 'a': 1/1 wavefronts, conflict-free,{{.*}}
  for (int i = 1; i < 9; ++i)
    sum += b[4 * t + i];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 'b': 4/1 wavefronts, conflict, block 64x1x1, 16 requests [lanes(const int *, int *)]
  out[t] = sum;
}
