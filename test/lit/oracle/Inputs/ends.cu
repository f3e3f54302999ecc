// Launches that cannot go on, between those that can.
#include <cuda_runtime.h>

int elsewhere();
__device__ int elsewhere(int);
extern __device__ int variable;

__global__ void lacks(int *out) {
  __shared__ int s[32];
  s[threadIdx.x] = 1;
  out[threadIdx.x] = elsewhere(threadIdx.x) + s[31 - threadIdx.x];
}
__global__ void crashes(int *out, int *null) {
  __shared__ int s[32];
  s[threadIdx.x] = 1;
  null[threadIdx.x] = s[31 - threadIdx.x];
}
__global__ void stuck(int *out, int n) {
  __shared__ int s[32];
  s[threadIdx.x] = 1;
  if (threadIdx.x < n)
    __syncwarp();
  else
    __syncthreads();
  out[threadIdx.x] = s[31 - threadIdx.x];
}
__global__ void endless(int *out, volatile int *flag) {
  __shared__ int s[32];
  s[threadIdx.x] = 1;
  while (*flag == 0)
    ;
  out[threadIdx.x] = s[31 - threadIdx.x];
}
__global__ void traps(int *out) {
  __shared__ int s[32];
  s[threadIdx.x] = 1;
  __trap();
}
__global__ void whole(int *out) {
  __shared__ int s[32];
  s[threadIdx.x] = variable;
  out[threadIdx.x] = s[31 - threadIdx.x];
}

int main() {
  int *out;
  cudaMalloc(&out, 1 << 20);
  lacks<<<1, 32>>>(out);
  crashes<<<1, 32>>>(out, (int *)16);
  stuck<<<1, 32>>>(out, 16);
  endless<<<1, 32>>>(out, out);
  traps<<<1, 32>>>(out);
  whole<<<1 + elsewhere(), 32>>>(out);
  return elsewhere();
}
