// Read by three sources: what is wrong here is said once.
#pragma once
#include "detail/shape.cuh"

template <int Rows> __device__ float column(const float *in) {
  __shared__ float cells[Rows][kWidth];
  for (int i = threadIdx.y; i < Rows; i += blockDim.y)
    cells[i][threadIdx.x] = in[i * kWidth + threadIdx.x];
  __syncthreads();
  return cells[threadIdx.x][0]; // PLANTED
}
