// An index that is read from memory, and has no sign, may be any number: it is not
// before the rows of others, however large.
//
// RUN: cd %S && %lint --exit-zero --format=diff %{s:basename} -- | FileCheck %s
__global__ void gathers(const float *in, const unsigned *from, float *out) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  float v = s[(t & 31) * 32 + (t >> 5)];
  // CHECK: {{^}}-  v += s[from[t]];
  // CHECK: {{^}}+  v += s[from[t] ^ (from[t] / 32 & 31)];
  v += s[from[t]];
  out[t] = v;
}
void launch(float *in, unsigned *from, float *out) {
  gathers<<<1, 1024>>>(in, from, out);
}
