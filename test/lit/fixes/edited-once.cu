// An index that has a swizzle gets no gaps on top of it.
//
// RUN: cp %s %t.cu && %lint --exit-zero --fix --edit-anywhere %t.cu -- > /dev/null 2>&1
// RUN: cp %t.cu %t.once && %lint --exit-zero --fix --edit-anywhere %t.cu -- > /dev/null 2>&1
// RUN: not diff -q %s %t.once
// RUN: diff %t.once %t.cu
#include <cuda_runtime.h>
__global__ void views(float *out, const float *in) {
  int x = threadIdx.x, y = threadIdx.y;
  int t = y * 16 + x;
  __shared__ __align__(16) float a[64 * 16];
  for (int r = y; r < 64; r += 16)
    a[(r << 4) + x] = in[r * 16 + x + 5] + in[t];
  __syncthreads();
  for (int c = x; c < 64; c += 16)
    out[y * 64 + c] = a[c * 16 + y];
  __syncthreads();
  for (int i = t; i < 16 * 64; i += 256) {
    int r = i / 64, c = i % 64;
    out[1024 + r * 64 + c] = a[(c << 4) + r];
  }
}
void launch(float *p) { views<<<1, dim3(16, 16)>>>(p, p); }
