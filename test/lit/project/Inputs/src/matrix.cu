#include "tile.cuh"

__global__ void wide(float *out, const float *in) {
  out[threadIdx.x] = column<32>(in);
}

void runMatrix(float *out, const float *in) { wide<<<1, dim3(32, 2)>>>(out, in); }
