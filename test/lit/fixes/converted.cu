// What a number of floating point is as an integer follows from it: an index that
// says so may be written twice.
//
// RUN: cd %S && %lint --exit-zero --format=diff %{s:basename} -- | FileCheck %s
__global__ void k(const float *in, float *out) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  for (int i = t; i < 1024; i += 256)
    s[i] = in[i];
  __syncthreads();
  float sum = 0;
  for (int j = 0; j < 4; ++j)
    sum += s[(t & 31) * 32 + (t >> 5) + j * 8];
  // CHECK: +  sum += s[((int)in[t] & 1023) ^ (((int)in[t] & 1023) / 32 & 31)];
  sum += s[(int)in[t] & 1023];
  out[t] = sum;
}
void run(const float *in, float *out) { k<<<1, 256>>>(in, out); }
