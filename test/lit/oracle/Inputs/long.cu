// More than anyone waits for: 40 launches of as many blocks, which add up to
// one number for each.
#include <cstdio>

__global__ void part(int *out, int first) {
  __shared__ int s[64];
  s[threadIdx.x] = first + threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) {
    int sum = 0;
    for (int i = 0; i != 64; ++i)
      sum += s[i];
    out[blockIdx.y * gridDim.x + blockIdx.x] += sum;
  }
}

int main() {
  int *out;
  cudaMallocManaged(&out, 1000 * sizeof(int));
  for (int i = 0; i != 40; ++i)
    part<<<dim3(50, 20), 64>>>(out, i);
  int wrong = 0;
  for (int i = 0; i != 1000; ++i)
    wrong += out[i] != 40 * 63 * 32 + 64 * 39 * 20;
  return wrong != 0;
}
