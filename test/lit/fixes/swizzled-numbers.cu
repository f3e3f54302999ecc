// An index that is a number is swizzled by a number: nobody has to work out what
// `511 / 32 & 31` is. One whose element stays where it is keeps its text.

// RUN: cd %S && %lint --exit-zero --quiet --format=diff %s -- | FileCheck %s

__global__ void scan(float *out, const float *in) {
  __shared__ float temp[512];
  const int t = threadIdx.x;
  temp[2 * t] = in[2 * t];
  temp[2 * t + 1] = in[2 * t + 1];
  int offset = 1;
  for (int d = 256; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d)
      temp[offset * (2 * t + 2) - 1] += temp[offset * (2 * t + 1) - 1];
    offset *= 2;
  }
  // CHECK: -  if (t == 0) temp[511] = temp[3];
  // CHECK: +  if (t == 0) temp[511 ^ 15] = temp[3];
  if (t == 0) temp[511] = temp[3];
  __syncthreads();
  out[t] = temp[t];
}
void run(float *p) { scan<<<1, 256>>>(p, p); }
