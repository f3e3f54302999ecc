// RUN: %lint --block-dim=64 --all-accesses --exit-zero %s -- 2>/dev/null | FileCheck %s

// Where functions of a class count a loop, nvcc knows the number of iterations
// once they are inlined, and unrolls: four LDS.128 of each of these loops (nvcc
// 13.0 -O3, sm_90). How it comes to know is not modelled, so that accesses that
// may merge over iterations are inexact.

struct Steps {
  const float *At;
  int By;
  __device__ const float &operator*() const { return *At; }
  __device__ Steps &operator++() {
    At += By;
    return *this;
  }
  __device__ bool operator!=(const Steps &Other) const {
    return At != Other.At;
  }
};

struct Row {
  const float *First;
  __device__ Steps begin() const { return {First, 1}; }
  __device__ Steps end() const { return {First + 16, 1}; }
};

__global__ void whole(float *out) {
  __shared__ float s[64 * 16];
  for (int i = threadIdx.x; i < 64 * 16; i += 64)
    s[i] = out[i];
// CHECK: :[[@LINE-1]]:5: remark: store {{.*}}: 1/1 wavefronts, conflict-free,{{.*}}
  __syncthreads();
  float sum = 0;
  for (float value : Row{s + threadIdx.x * 16})
    sum += value;
// CHECK: :[[@LINE-2]]:20: remark: load of 4 bytes from 's': 16/1 wavefronts, conflict, inexact, block 64x1x1, 32 requests [whole(float *)]
  out[threadIdx.x] = sum;
}

__global__ void each(float *out) {
  __shared__ float s[64 * 16];
  for (int i = threadIdx.x; i < 64 * 16; i += 64)
    s[i] = out[i];
// CHECK: :[[@LINE-1]]:5: remark: store {{.*}}: 1/1 wavefronts, conflict-free,{{.*}}
  __syncthreads();
  float sum = 0;
  const Row row{s + threadIdx.x * 16};
  for (Steps at = row.begin(), end = row.end(); at != end; ++at)
    sum += *at;
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 16/1 wavefronts, conflict, inexact, block 64x1x1, 32 requests [each(float *)]
  out[threadIdx.x] = sum;
}

// Nothing merges in a column.
__global__ void columns(float *out) {
  __shared__ float s[64 * 16];
  for (int i = threadIdx.x; i < 64 * 16; i += 64)
    s[i] = out[i];
// CHECK: :[[@LINE-1]]:5: remark: store {{.*}}: 1/1 wavefronts, conflict-free,{{.*}}
  __syncthreads();
  float sum = 0;
  Steps end{s + threadIdx.x + 64 * 16, 64};
  for (Steps at{s + threadIdx.x, 64}; at != end; ++at)
    sum += at.At[0];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 64x1x1, 32 requests [columns(float *)]
  out[threadIdx.x] = sum;
}
