// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// Where constants decide a condition, whatever else is in it, the compiler
// leaves no branch: four stores of neighbouring words become one of 16 bytes,
// 4 wavefronts as they are, in place of four that take 4 each in place of 1.

template <bool IsFull>
__global__ void decided(float *out, const float *in, int n) {
  __shared__ float s[1024];
  int t = threadIdx.x;

#pragma unroll
  for (int i = 0; i < 4; ++i)
    s[4 * t + i] = (true && (IsFull || t + i < n)) ? in[t + i] : 0;
// CHECK: :[[@LINE-1]]:5: remark: store of 16 bytes to 's': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request
  __syncthreads();

#pragma unroll
  for (int i = 0; i < 4; ++i) {
    bool isIn = t + i < n || IsFull, isOut = !isIn;
    s[4 * t + i] = isOut ? 0 : in[t + i];
// CHECK: :[[@LINE-1]]:5: remark: store of 16 bytes to 's': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request
  }
  __syncthreads();

  // Here the data decides.
#pragma unroll
  for (int i = 0; i < 4; ++i)
    s[4 * t + i] = (true && t + i < n) ? in[t + i] : 0;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 4/1 wavefronts, conflict, block 32x1x1, 4 requests
  __syncthreads();

  // The side that is left is no branch of its own. 32 pairs, 16 bytes apart:
  // one wavefront for 8 of them.
  float a = s[4 * t];
// CHECK: :[[@LINE-1]]:13: remark: load of 8 bytes from 's': 4/2 wavefronts, conflict, block 32x1x1, 1 request
  bool isPositive = IsFull && s[4 * t + 1] > 0;
// CHECK: :[[@LINE-1]]:31: remark: load of 8 bytes from 's': 4/2 wavefronts, conflict, block 32x1x1, 0 requests
  out[t] = isPositive ? a : 0;
}

void run(float *out, const float *in, int n) {
  decided<true><<<1, 32>>>(out, in, n);
}
