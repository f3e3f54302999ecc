// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 \
// RUN:   | FileCheck %s \
// RUN:     --implicit-check-not=budget

// Loops with unknown bounds around variables that a round makes and changes
// itself: what the round makes is not carried to the next, so each loop comes to
// rest after two rounds, and six inside each other stay within the budget.

__device__ float twice(float v) {
  v += v;
  v *= v;
  return v;
}

__device__ float sum(const float *in, int n) {
  float total = 0;
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < n; ++b)
      for (int c = 0; c < n; ++c)
        for (int d = 0; d < n; ++d)
          for (int e = 0; e < n; ++e)
            for (int f = 0; f < n; ++f) {
              float part = in[a + b + c];
              part += in[d + e + f];
              total += twice(part);
            }
  return total;
}

// A step of 2 words: 2.
__global__ void nested(float *out, const float *in, int n) {
  __shared__ float s[64];
  s[2 * threadIdx.x] = sum(in, n);
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, block 32x1x1, 1 request
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
}

void run(float *out, const float *in, int n) { nested<<<1, 32>>>(out, in, n); }
