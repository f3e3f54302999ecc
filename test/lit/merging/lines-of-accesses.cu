// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// On which line machine code (nvcc 13.0 -O3, sm_90) has an access that is spread over
// several: where the last operand of its address stands. A call is an operand, and
// stands where it begins.

#include <cuda_fp16.h>

struct Pair {
  float x, y;
};

__device__ int twice(int n) { return 2 * n; }
__device__ float *from(float *s, int n) { return s + 2 * n; }

__global__ void stores(float *out, float *s, Pair *p) {
  extern __shared__ float pool[];
  s = pool;
  p = reinterpret_cast<Pair *>(pool);
  int t = threadIdx.x;
  *(s +
    2 * t) = out[t];
// CHECK: :[[@LINE-1]]:9: remark: store of 4 bytes to 'pool': 2/1 wavefronts, {{conflict(-free)?}}, block{{.*}}
  __syncthreads();
  *(2 * t
    + s
    ) = out[t + 1];
// CHECK: :[[@LINE-2]]:7: remark: store of 4 bytes to 'pool': 2/1 wavefronts, {{conflict(-free)?}}, block{{.*}}
  __syncthreads();
  s[2 *
    t] = out[t + 2];
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 'pool': 2/1 wavefronts, {{conflict(-free)?}}, block{{.*}}
  __syncthreads();
  s[twice(
      t)] = out[t + 3];
// CHECK: :[[@LINE-2]]:3: remark: store of 4 bytes to 'pool': 2/1 wavefronts, {{conflict(-free)?}}, block{{.*}}
  __syncthreads();
  s[twice(
      t) +
    1] = out[t + 4];
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 'pool': 2/1 wavefronts, {{conflict(-free)?}}, block{{.*}}
  __syncthreads();
  *from(s,
        t) = out[t + 5];
// CHECK: :[[@LINE-2]]:3: remark: store of 4 bytes to 'pool': 2/1 wavefronts, {{conflict(-free)?}}, block{{.*}}
  __syncthreads();
  *reinterpret_cast<float *>(
      &s[2 * t]) = out[t + 6];
// CHECK: :[[@LINE-1]]:14: remark: store of 4 bytes to 'pool': 2/1 wavefronts, {{conflict(-free)?}}, block{{.*}}
  __syncthreads();
  p[t].
    x = out[t + 7];
// CHECK: :[[@LINE-2]]:3: remark: store of 4 bytes to 'pool': 2/1 wavefronts, {{conflict(-free)?}}, block{{.*}}
  __syncthreads();
  p
    [t]
      .x = out[t + 8];
// CHECK: :[[@LINE-2]]:6: remark: store of 4 bytes to 'pool': 2/1 wavefronts, {{conflict(-free)?}}, block{{.*}}
  __syncthreads();
  // Bits of a constant that the front end works out: where it begins.
  s[t * (1
         << 1)] = out[t + 9];
// CHECK: :[[@LINE-2]]:3: remark: store of 4 bytes to 'pool': 2/1 wavefronts, {{conflict(-free)?}}, block{{.*}}
  __syncthreads();
  // No rule is known for temporaries.
  s[2 * int{
      t}] = out[t + 10];
// CHECK: :[[@LINE-2]]:3: remark: store of 4 bytes to 'pool': 2/1 wavefronts, conflict, inexact{{.*}}
  __syncthreads();
  out[t] = s[t];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes{{.*}}
}

__global__ void loads(float *out, const float *in) {
  __shared__ float s[128];
  int t = threadIdx.x;
  s[t] = in[t];
// CHECK: :[[@LINE-1]]:3: remark: store{{.*}}
  __syncthreads();
  out[t] = *(s
             + 2 * t);
// CHECK: :[[@LINE-1]]:20: remark: load of 4 bytes from 's': 2/1 wavefronts, {{conflict(-free)?}}, block{{.*}}
  out[t + 32] = t > 3
                    ? s[3 * t]
                    : s[3 * t + 1];
// CHECK: :[[@LINE-1]]:33: remark: load of 4 bytes from 's': 2/1 wavefronts, {{conflict(-free)?}}, block{{.*}}
}

// A class that is copied from memory is stored where its source is; a pair of halves
// is assigned by a function, whatever it comes from.
__global__ void objects(half2 *out, const Pair *in) {
  __shared__ Pair p[512];
  __shared__ half2 h[256];
  int t = threadIdx.x;
  p[2 * t] = in[
      t];
// CHECK: :[[@LINE-1]]:7: remark: store of 8 bytes to 'p': 4/2 wavefronts, {{conflict(-free)?}}, block{{.*}}
  *(p +
    4 * t) = Pair{in[t].x, 2};
// CHECK: :[[@LINE-1]]:9: remark: store of 8 bytes to 'p': 8/2 wavefronts, {{conflict(-free)?}}, block{{.*}}
  p[2 * t + 128] = in[t].x > 2
                 ? in[t]
                 : in[t + 1];
// CHECK: :[[@LINE-1]]:27: remark: store of 8 bytes to 'p': 4/2 wavefronts, {{conflict(-free)?}}, block{{.*}}
  h[2 * t] =
      __hadd2(out[t], out[t + 1]);
// CHECK: :[[@LINE-2]]:3: remark: store of 4 bytes to 'h': 2/1 wavefronts, {{conflict(-free)?}}, block{{.*}}
  h[4 * t + 1] =
      out[t];
// CHECK: :[[@LINE-2]]:3: remark: store of 4 bytes to 'h': 4/1 wavefronts, {{conflict(-free)?}}, block{{.*}}
  h[
    2 * t + 64] = __float2half2_rn(in[t].x);
// CHECK: :[[@LINE-2]]:3: remark: store of 4 bytes to 'h': 2/1 wavefronts, {{conflict(-free)?}}, block{{.*}}
  __syncthreads();
  out[t] = h[t];
// CHECK: :[[@LINE-1]]:3: remark: load of 4 bytes from 'h'{{.*}}
  out[t + 32].x = p[t].x;
// CHECK: :[[@LINE-1]]:19: remark: load of 4 bytes from 'p'{{.*}}
}

int main() {
  stores<<<1, 32, 1024>>>(nullptr, nullptr, nullptr);
  loads<<<1, 32>>>(nullptr, nullptr);
  objects<<<1, 32>>>(nullptr, nullptr);
}
