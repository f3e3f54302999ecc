namespace n7 {
__global__ void k7(float *out, const int *in, int n, int m) {
  __shared__ float s[2048];
  int t = threadIdx.x;
  s[t * 2] = t;
  __syncthreads();
  float acc = s[t * 32 % 2048];
  acc += s[t * 4 + 1];
  acc += s[t + 3];
  acc += s[t * 8 + 2];
  out[t] = acc;
}
} // namespace n7
int main() {
  float *out;
  int *in;
  cudaMalloc(&out, 4096);
  cudaMalloc(&in, 4096);
  n7::k7<<<2, 64>>>(out, in, 1, 2);
  return 0;
}
