#include "tile.cuh"

__global__ void columns(float *out, const float *in) {
  out[threadIdx.x] = column<32>(in);
}

__global__ void strided(float *out, const float *in) {
  __shared__ float partial[256 * 2];
  partial[threadIdx.x * 2] = in[threadIdx.x]; // PLANTED
  __syncthreads();
  out[threadIdx.x] = partial[threadIdx.x];
}

void runReduction(float *out, const float *in) {
  columns<<<1, dim3(32, 4)>>>(out, in);
  strided<<<1, 256>>>(out, in);
}
