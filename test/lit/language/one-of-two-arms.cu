// RUN: %lint --all-accesses --exit-zero %s -- 2>/dev/null | FileCheck %s

// A function that both arms of a branch call: of an unknown condition that all
// lanes share, a warp takes one of them. How many requests are made is not
// known then, and where they take different numbers of wavefronts, their mean
// is none of the two.

__device__ void put(float *s, int i, float v) {
  s[i] = v;
// CHECK: one-of-two-arms.cu:[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1.5/1 wavefronts, conflict, inexact, worst 2x, block 128x1x1 [different(float *, int)]
}

__device__ void putAlike(float *s, int i, float v) {
  s[i] = v;
// CHECK: one-of-two-arms.cu:[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 128x1x1 [alike(float *, int)]
}

__device__ void putBoth(float *s, int i, float v) {
  s[i] = v;
// CHECK: one-of-two-arms.cu:[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1.5/1 wavefronts, conflict, worst 2x, block 128x1x1, 8 requests [known(float *, int)]
}

__global__ void different(float *out, int n) {
  __shared__ float s[256];
  if (n > 5) {
    put(s, threadIdx.x, 1);
    __syncthreads();
  } else {
    put(s, threadIdx.x * 2, 2);
    __syncthreads();
  }
}

__global__ void alike(float *out, int n) {
  __shared__ float s[256];
  if (n > 5) {
    putAlike(s, threadIdx.x, 1);
    __syncthreads();
  } else {
    putAlike(s, threadIdx.x ^ 1, 2);
    __syncthreads();
  }
}

// These lanes take one arm, those the other.
__global__ void known(float *out, int n) {
  __shared__ float s[256];
  if (threadIdx.x % 2) {
    putBoth(s, threadIdx.x, 1);
    __syncwarp();
  } else {
    putBoth(s, threadIdx.x * 2, 2);
    __syncwarp();
  }
}

void launch(float *o, int n) {
  different<<<1, 128>>>(o, n);
  alike<<<1, 128>>>(o, n);
  known<<<1, 128>>>(o, n);
}
