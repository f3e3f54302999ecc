// RUN: %lint --all-accesses --exit-zero %s -- 2>/dev/null | FileCheck %s

// What is the same in every iteration is loaded once, in front of the loop, also
// where the loop writes to global memory; read off machine code for sm_90, nvcc
// 13.0. Line tables then have it at the condition of the loop, or where the compiler
// was before: what is said at its own line is inexact, but for a loop of one line.

__global__ void inFront(float *d, int n) {
  __shared__ float s[64];
  s[threadIdx.x] = d[threadIdx.x];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes {{.*}} 2 requests [inFront{{.*}}
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < n; ++i)
    sum += d[i] * s[threadIdx.x];
// CHECK: :[[@LINE-1]]:19: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 64x1x1, 2 requests [inFront{{.*}}
  for (int i = 0; i < n; ++i)
    d[i] *= s[2 * threadIdx.x % 64];
// CHECK: :[[@LINE-1]]:13: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, inexact, block 64x1x1, 2 requests [inFront{{.*}}
  // Neighbours merge there.
  for (int i = 0; i < n; ++i)
    sum += d[i] * s[0] * s[1];
// CHECK: :[[@LINE-1]]:19: remark: load of 8 bytes {{.*}} 2 requests [inFront{{.*}}
// CHECK: :[[@LINE-2]]:26: remark: load of 8 bytes {{.*}} 0 requests [inFront{{.*}}
  // Lanes that leave before others have entered with them.
  for (int i = threadIdx.x; i < n; i += 10)
    sum += d[i] * s[5];
// CHECK: :[[@LINE-1]]:19: remark: load of 4 bytes {{.*}} 2 requests [inFront{{.*}}
  // Out of the inner loop alone.
  for (int j = 0; j < 64; ++j)
    for (int i = 0; i < n; ++i)
      sum += d[i + j] * s[threadIdx.x ^ j];
// CHECK: :[[@LINE-1]]:25: remark: load of 4 bytes {{.*}} 128 requests [inFront{{.*}}
  d[threadIdx.x] = sum;
}

// All on one line.
__global__ void oneLine(float *d, int n) {
  __shared__ float s[64];
  s[threadIdx.x] = d[threadIdx.x];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes {{.*}} 2 requests [oneLine{{.*}}
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < n; ++i) sum += d[i] * s[2 * threadIdx.x % 64];
// CHECK: :[[@LINE-1]]:45: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 64x1x1, 2 requests [oneLine{{.*}}
  d[threadIdx.x] = sum;
}

// What orders memory keeps the loads where they are.
__global__ void inside(float *d, int n) {
  __shared__ float s[64];
  s[threadIdx.x] = d[threadIdx.x];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes {{.*}} 2 requests [inside{{.*}}
  __syncthreads();
  float sum = 0;
#pragma unroll 1
  for (int i = 0; i < n; ++i)
    sum += __shfl_xor_sync(~0u, sum, 1) * s[threadIdx.x];
// CHECK: :[[@LINE-1]]:43: remark: load of 4 bytes {{.*}} 128 requests [inside{{.*}}
  for (int i = 0; i < n; ++i) {
    sum += d[i] * s[threadIdx.x ^ 1];
// CHECK: :[[@LINE-1]]:19: remark: load of 4 bytes {{.*}} 128 requests [inside{{.*}}
    __threadfence_block();
  }
  d[threadIdx.x] = sum;
}

void host(float *d) {
  inFront<<<1, 64>>>(d, 64);
  oneLine<<<1, 64>>>(d, 64);
  inside<<<1, 64>>>(d, 64);
}
