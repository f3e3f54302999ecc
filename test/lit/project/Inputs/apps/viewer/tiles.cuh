#pragma once
#include "tile.cuh"

__global__ void tiles(float *out, const float *in) {
  __shared__ float quads[32 * 8];
  quads[threadIdx.x * 8] = column<32>(in); // PLANTED
  __syncthreads();
  out[threadIdx.x] = quads[threadIdx.x];
}
