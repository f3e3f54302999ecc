// Padding that hurts. Two words a lane take two wavefronts, which is no conflict:
// 'plain' is at its ideal, 2 of 2. Each padded element starts 4 words behind the
// last, which leaves half of the banks idle: 4 wavefronts of 2.
#include <cstdio>

struct Padded {
  double value;
  char padding[4]; // the compiler makes it 8
};

__global__ void rotate(double *out, const double *in) {
  __shared__ double plain[64];
  __shared__ Padded padded[64];
  int t = threadIdx.x;
  plain[t] = in[t];
  padded[t].value = in[t];
  __syncthreads();
  out[t] = plain[63 - t];
  out[t + 64] = padded[63 - t].value;
}

int main() {
  double in[64], out[128];
  for (int i = 0; i < 64; ++i)
    in[i] = i;
  double *deviceIn, *deviceOut;
  cudaMalloc(&deviceIn, sizeof(in));
  cudaMalloc(&deviceOut, sizeof(out));
  cudaMemcpy(deviceIn, in, sizeof(in), cudaMemcpyHostToDevice);
  rotate<<<1, 64>>>(deviceOut, deviceIn);
  cudaMemcpy(out, deviceOut, sizeof(out), cudaMemcpyDeviceToHost);
  std::printf("%g %g\n", out[0], out[64]);
  return out[0] != in[63] || out[64] != in[63];
}
