#pragma once

__device__ inline float transposed(const float *in) {
  __shared__ float t[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  t[y][x] = in[y * 32 + x];
  __syncthreads();
  return t[x][y]; // none
}
