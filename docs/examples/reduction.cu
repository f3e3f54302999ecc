// A sum over a block of 256, twice. Interleaved, the active threads spread over
// ever fewer banks: 47 wavefronts where 12 would do. Sequential, they stay
// neighbours: 12 of 12. No padding mends the first; the order of the sums does.
#include <cstdio>

constexpr int kThreads = 256;

__global__ void interleaved(float *out, const float *in) {
  __shared__ float partial[kThreads];
  unsigned t = threadIdx.x;
  partial[t] = in[t];
  __syncthreads();
  for (unsigned step = 1; step < blockDim.x; step *= 2) {
    unsigned i = 2 * step * t;
    if (i < blockDim.x)
      partial[i] += partial[i + step];
    __syncthreads();
  }
  if (t == 0)
    *out = partial[0];
}

__global__ void sequential(float *out, const float *in) {
  __shared__ float partial[kThreads];
  unsigned t = threadIdx.x;
  partial[t] = in[t];
  __syncthreads();
  for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
    if (t < half)
      partial[t] += partial[t + half];
    __syncthreads();
  }
  if (t == 0)
    *out = partial[0];
}

int main() {
  float in[kThreads], out[2];
  for (int i = 0; i < kThreads; ++i)
    in[i] = i;
  float *deviceIn, *deviceOut;
  cudaMalloc(&deviceIn, sizeof(in));
  cudaMalloc(&deviceOut, sizeof(out));
  cudaMemcpy(deviceIn, in, sizeof(in), cudaMemcpyHostToDevice);
  interleaved<<<1, kThreads>>>(deviceOut, deviceIn);
  sequential<<<1, kThreads>>>(deviceOut + 1, deviceIn);
  cudaMemcpy(out, deviceOut, sizeof(out), cudaMemcpyDeviceToHost);
  std::printf("%g %g\n", out[0], out[1]);
  return out[0] != out[1];
}
