// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// Warps that differ by their thread index are walked together. Where they part,
// those that go on need not begin with the one whose index is the least.
// (Measured on an H100, nvcc 13.0: 'early' 14.29, 'guard' 16.5.)

__device__ int tidOf() {
  return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}

// Of 64x4 threads the second warp is the first that goes on: it has the largest
// threadIdx.x, and those behind it have smaller ones.
__global__ void early(float *o) {
  __shared__ float s[32][32];
  int tid = tidOf();
  int lane = tid % 32;
  s[tid / 32][lane] = tid;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 64x4x1, 8 requests
  __syncthreads();
  if (tid < 32)
    return;
  o[tid] = s[threadIdx.x < 32 ? lane : 0][threadIdx.x < 32 ? 0 : lane];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 14.29/1 wavefronts, conflict, worst 32x, block 64x4x1, 7 requests
}

// A guard that the first warp alone passes.
__global__ void guard(float *o) {
  __shared__ float s[32][32];
  __shared__ float first[32];
  int tid = tidOf();
  int lane = tid % 32;
  s[tid / 32][lane] = tid;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 64x4x1, 8 requests
  if (tid < 32)
    first[tid] = tid;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 'first': 1/1 wavefronts, conflict-free, block 64x4x1, 1 request
  __syncthreads();
  o[tid] = s[threadIdx.x < 32 ? lane : 0][threadIdx.x < 32 ? 0 : lane] +
           first[lane];
// CHECK: :[[@LINE-2]]:12: remark: load of 4 bytes from 's': 16.5/1 wavefronts, conflict, worst 32x, block 64x4x1, 8 requests
// CHECK: :[[@LINE-2]]:12: remark: load of 4 bytes from 'first': 1/1 wavefronts, conflict-free, block 64x4x1, 8 requests
}

// In 3-D the second plane begins with threadIdx.y of 0 again.
__global__ void planes(float *o) {
  __shared__ float s[32][32];
  int tid = tidOf();
  int lane = tid % 32;
  s[tid / 32][lane] = tid;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x4x2, 8 requests
  __syncthreads();
  if (tid < 96)
    return;
  o[tid] = s[threadIdx.y < 2 ? lane : 0][threadIdx.y < 2 ? 0 : lane];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 13.4/1 wavefronts, conflict, worst 32x, block 32x4x2, 5 requests
}

void run(float *o) {
  early<<<1, dim3(64, 4)>>>(o);
  guard<<<1, dim3(64, 4)>>>(o);
  planes<<<1, dim3(32, 4, 2)>>>(o);
}
