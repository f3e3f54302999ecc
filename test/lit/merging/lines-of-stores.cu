// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// On which line a store stands in machine code (nvcc 13.0 -O3, sm_90): an object that
// is made as a value at the line where the assignment begins, one that is copied
// from memory at its source; what both arms of a branch store on that of the second
// arm, whichever arm the lanes take.

#include <cuda_fp16.h>

struct Pair {
  float x, y;
};

__global__ void objects(float *out, const Pair *in) {
  __shared__ half h[128];
  __shared__ Pair p[128];
  int t = threadIdx.x;
  h[t * 4] =
      (half)out[t];
// CHECK: :[[@LINE-2]]:3: remark: store of 2 bytes to 'h': 2/1 wavefronts, conflict, block 32x1x1, 1 request
  h[t * 2]
      = half(out[t] + 3);
// CHECK: :[[@LINE-2]]:3: remark: store of 2 bytes to 'h': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  p[t * 2] =
      Pair{out[t], out[t + 7]};
// CHECK: :[[@LINE-2]]:3: remark: store of 8 bytes to 'p': 4/2 wavefronts, conflict, block 32x1x1, 1 request
  p[t * 4] =
      in[t];
// CHECK: :[[@LINE-1]]:7: remark: store of 8 bytes to 'p': 8/2 wavefronts, conflict, block 32x1x1, 1 request
  p[t] =
      *reinterpret_cast<const Pair *>(
          &out[2 * t]);
// CHECK: :[[@LINE-1]]:20: remark: store of 8 bytes to 'p': 2/2 wavefronts, conflict-free, block 32x1x1, 1 request
  __syncthreads();
  out[t] = (float)h[t] + p[t].x + p[t].y;
// CHECK: :[[@LINE-1]]:19: remark: load of 2 bytes from 'h': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
// CHECK: :[[@LINE-2]]:26: remark: load of 8 bytes from 'p': 2/2 wavefronts, conflict-free, block 32x1x1, 1 request
// CHECK: :[[@LINE-3]]:35: remark: load of 8 bytes from 'p': 2/2 wavefronts, conflict-free, block 32x1x1, 0 requests
}

// Six warps of the last block take the first arm, one both, and one the second.
__global__ void arms(float *out, const float *in, int n) {
  __shared__ float s[512];
  int t = threadIdx.x, i = blockIdx.x * 256 + t;
  if (i < n) {
    float v = in[i];
    s[2 * t] = v;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, block 256x1x1, 0 requests
  } else {
    s[2 * t] = 3e38f;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, block 256x1x1, 8 requests
  }
  __syncthreads();
  out[i] = s[t];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 256x1x1, 8 requests
}

// A sine is a branch of its own, from which each arm stores by itself.
__global__ void sine(float *out, const float *in, int n) {
  __shared__ float s[512];
  int t = threadIdx.x, i = blockIdx.x * 256 + t;
  float v = in[t];
  if (i < n)
    s[2 * t] = v * 2;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, inexact, block 256x1x1, 6 requests
  else
    s[2 * t] = sinf(v);
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, inexact, block 256x1x1, 2 requests
  __syncthreads();
  out[i] = s[t];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 256x1x1, 8 requests
}

// In a loop it is at the condition of the loop, or somewhere behind the arms.
__global__ void loop(float *out, const float *in, int n, int m) {
  __shared__ float s[256];
  int t = threadIdx.x;
  for (int k = 0; k < n; ++k) {
    if (t < m)
      s[t] = in[k + t];
// CHECK: :[[@LINE-1]]:7: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, inexact, block 256x1x1, 0 requests
    else
      s[t] = 1;
// CHECK: :[[@LINE-1]]:7: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, inexact, block 256x1x1, 64 requests
    __syncthreads();
    out[k + t] = s[t ^ 1];
// CHECK: :[[@LINE-1]]:18: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 256x1x1, 64 requests
    __syncthreads();
  }
}

int main() {
  objects<<<1, 32>>>(nullptr, nullptr);
  arms<<<8, 256>>>(nullptr, nullptr, 2000);
  sine<<<8, 256>>>(nullptr, nullptr, 2000);
  loop<<<1, 256>>>(nullptr, nullptr, 8, 512);
}
