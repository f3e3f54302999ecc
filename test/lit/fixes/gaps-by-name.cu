// RUN: cd %S && not %banklint --cuda-path=none --format=diff %{s:basename} 2>&1 | FileCheck %s

// Room for gaps is as much as the size asks for: one that has a name may be
// another one day, one in figures is what it says.
template <int BN> __global__ void named(float *out, const float *in) {
  __shared__ float s[8 * BN];
  int t = threadIdx.x;
  for (int i = t; i < 8 * BN; i += 32)
    s[i] = in[i];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 8; ++k)
    for (int j = 0; j < 8; ++j)
      sum += s[k * BN + t * 8 + j] * j;
  out[t] = sum;
}
// CHECK: {{^[+]}}  __shared__ float s[8 * BN / 32 * (32 + 4)];

__global__ void figures(float *out, const float *in) {
  __shared__ float s[8 * 256];
  int t = threadIdx.x;
  for (int i = t; i < 8 * 256; i += 32)
    s[i] = in[i];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 8; ++k)
    for (int j = 0; j < 8; ++j)
      sum += s[k * 256 + t * 8 + j] * j;
  out[t] = sum;
}
// CHECK: {{^[+]}}  __shared__ float s[8 * 256 + {{[0-9]+}}];
void run(float *o, float *i) {
  named<256><<<1, 32>>>(o, i);
  figures<<<1, 32>>>(o, i);
}
