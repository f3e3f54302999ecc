// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// Of loads from places that are numbers, LLVM makes some once more where the
// array is declared with wider elements than they take: nvcc 13.0 has LDS.128
// twice for sm_90 here, and besides it LDS for s[1] and s[2], of which two
// values are then not used. Which ones depends on the others.

__device__ int sumOf(const int *p) {
  int sum = 0;
#pragma unroll
  for (int i = 0; i < 8; ++i)
    sum += p[i];
// CHECK: :[[@LINE-1]]:12: remark: load of 16 bytes from 'dynamic': 2/2 wavefronts, conflict-free, inexact, block 32x1x1, 2 requests [ofDynamic
// CHECK: :[[@LINE-2]]:12: remark: load of 16 bytes from 'ints': 2/2 wavefronts, conflict-free, block 32x1x1, 2 requests [ofInts
// CHECK: :[[@LINE-3]]:12: remark: load of 16 bytes from 'longs': 2/2 wavefronts, conflict-free, inexact, block 32x1x1, 2 requests [ofLongs
// CHECK: :[[@LINE-4]]:12: remark: load of 16 bytes from 'pairs': 2/2 wavefronts, conflict-free, inexact, block 32x1x1, 2 requests [ofObject
// CHECK: :[[@LINE-5]]:12: remark: load of 16 bytes from 'perThread': 8/4 wavefronts, conflict, block 32x1x1, 2 requests [ofThreads
// CHECK: :[[@LINE-6]]:12: remark: load of 16 bytes from 'vectors': 2/2 wavefronts, conflict-free, block 32x1x1, 2 requests [ofVectors
  return sum;
}

// LDS.128 twice, LDS twice.
__global__ void ofLongs(int *out) {
  __shared__ __align__(16) long longs[16];
  ((int *)longs)[threadIdx.x] = out[threadIdx.x];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 'longs': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [ofLongs
  __syncthreads();
  out[threadIdx.x] = sumOf((const int *)longs);
}

__global__ void ofDynamic(int *out) {
  extern __shared__ double dynamic[];
  ((int *)dynamic)[threadIdx.x] = out[threadIdx.x];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 'dynamic': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [ofDynamic
  __syncthreads();
  out[threadIdx.x] = sumOf((const int *)dynamic);
}

// LDS.128 twice: the elements are what is loaded.
__global__ void ofInts(int *out) {
  __shared__ __align__(16) int ints[32];
  ints[threadIdx.x] = out[threadIdx.x];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 'ints': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [ofInts
  __syncthreads();
  out[threadIdx.x] = sumOf(ints);
}

__global__ void ofVectors(int *out) {
  __shared__ int4 vectors[8];
  ((int *)vectors)[threadIdx.x] = out[threadIdx.x];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 'vectors': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [ofVectors
  __syncthreads();
  out[threadIdx.x] = sumOf((const int *)vectors);
}

// LDS.128 twice: the places depend on the thread.
__global__ void ofThreads(int *out) {
  __shared__ __align__(16) long perThread[128];
  for (int i = 0; i < 8; ++i)
    ((int *)perThread)[threadIdx.x + 32 * i] = out[threadIdx.x + 32 * i];
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 'perThread': 1/1 wavefronts, conflict-free, block 32x1x1, 8 requests [ofThreads
  __syncthreads();
  out[threadIdx.x] = sumOf((const int *)perThread + 8 * threadIdx.x);
}

struct Words {
  longlong2 pairs[2];
};

__global__ void ofObject(int *out) {
  __shared__ Words pairs;
  if (threadIdx.x < 8)
    ((int *)&pairs)[threadIdx.x] = out[threadIdx.x];
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 'pairs': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [ofObject
  __syncthreads();
  out[threadIdx.x] = sumOf((const int *)&pairs);
}

int main() {
  ofLongs<<<1, 32>>>(nullptr);
  ofDynamic<<<1, 32, 128>>>(nullptr);
  ofInts<<<1, 32>>>(nullptr);
  ofVectors<<<1, 32>>>(nullptr);
  ofThreads<<<1, 32>>>(nullptr);
  ofObject<<<1, 32>>>(nullptr);
}
