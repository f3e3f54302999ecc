// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// What one arm of a branch writes, the other leaves as it was: an argument, a
// member of one, a whole object, the rest of an array.

struct Layout {
  int stride, offset;
};

__global__ void argument(float *out, int stride, int n) {
  __shared__ float s[4096];
  if (n > 3)
    stride = 32;
  s[threadIdx.x * stride] = 1;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, possible ({{.*}}), inexact, worst 32x, block 32x1x1, 1 request
  out[0] = s[5];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
}

__global__ void member(float *out, Layout by, int n) {
  __shared__ float s[4096];
  if (n > 3)
    by.stride = 32;
  s[threadIdx.x * by.stride] = 1;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, possible ({{.*}}), inexact, worst 32x, block 32x1x1, 1 request
  out[0] = s[5];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
}

// All lanes would be at one word, if it stayed zero.
__global__ void object(float *out, Layout by, int n) {
  __shared__ float s[4096];
  Layout own = {};
  if (n > 3)
    own = by;
  s[threadIdx.x * own.stride] = 1;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, possible ({{.*}}), inexact, worst 32x, block 32x1x1, 1 request
  for (int i = 0; i < n; ++i)
    own = by;
  s[threadIdx.x * own.stride] = 2;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, possible ({{.*}}), inexact, worst 32x, block 32x1x1, 1 request
  out[0] = s[5];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
}

__global__ void rest(float *out, int n) {
  __shared__ float s[4096];
  int strides[4] = {};
  strides[1] = 32;
  s[threadIdx.x * strides[n & 3]] = 1;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, possible ({{.*}}), inexact, worst 32x, block 32x1x1, 1 request
  strides[n & 3] = 8;
  s[threadIdx.x * strides[2]] = 2;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': ?/? wavefronts, unknown ({{.*}}), inexact, block 32x1x1, 1 request
  out[0] = s[5];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
}

// The stage is 0 or 1: nothing keeps the address of `b`, and nothing is done
// with it.
__global__ void never(float *out, int n) {
  __shared__ float a[1024], b[1024];
  __shared__ float *kept;
  int stage = 0;
  kept = a;
// CHECK: :[[@LINE-1]]:3: remark: store of 8 bytes to 'kept': 2/2 wavefronts, conflict-free, block 32x1x1, 1 request
  for (int i = 0; i < n; ++i) {
    if (stage >= 2)
      kept = b;
    stage = 1 - stage;
  }
  __syncthreads();
  out[threadIdx.x] = kept[threadIdx.x * 32];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 'a': 32/1 wavefronts, conflict, block 32x1x1, 1 request
// CHECK: :[[@LINE-2]]:22: remark: load of 8 bytes from 'kept': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
}

void launch(float *out, int n) {
  Layout by = {n, n};
  argument<<<1, 32>>>(out, n, n);
  member<<<1, 32>>>(out, by, n);
  object<<<1, 32>>>(out, by, n);
  rest<<<1, 32>>>(out, n);
  never<<<1, 32>>>(out, n);
}
