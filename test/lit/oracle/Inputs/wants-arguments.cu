// Ends without a launch unless it is told two sizes. Those that it is told make
// no sense to one of its kernels.
#include <cstdlib>

__global__ void turned(int *out, int n) {
  __shared__ int s[256];
  if (threadIdx.x < n)
    s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x < n)
    out[threadIdx.x] = s[n - 1 - threadIdx.x];
}

__global__ void few(int *out, int n) {
  __shared__ int s[64];
  if (n > 64)
    return;
  s[threadIdx.x] = n;
  out[threadIdx.x] = s[threadIdx.x ^ 1];
}

int main(int count, char **words) {
  int size = atoi(words[1]), repeat = atoi(words[2]);
  if (count != 3)
    return 1;
  int *out;
  cudaMalloc(&out, size * sizeof(int));
  few<<<1, 64>>>(out, size);
  for (int i = 0; i != repeat; ++i)
    turned<<<1, size>>>(out, size - 1);
}
