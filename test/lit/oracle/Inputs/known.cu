// Requests that are known by hand: see known.test.

#include <cstdio>
#include <cstdlib>

__global__ void known(int *out, const int *in) {
  __shared__ int s[128];
  extern __shared__ int more[];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  // Lanes leave the loop one after the other; those that stay remain together.
  int sum = 0;
  for (int i = 0; i < t % 3; ++i)
    sum += s[t * 2 % 64 + i];
  // A lane meets others where it comes to the same place the same way.
  if (t & 1)
    sum += s[0];
  else
    more[t] = sum;
  sum += __shfl_xor_sync(0xffffffff, sum, 1);
  atomicAdd(&s[64 + t / 32], sum);
  __syncthreads();
  out[t] = s[64 + t / 32];
}

int main() {
  int Host[64], *in, *out;
  for (int I = 0; I < 64; ++I)
    Host[I] = I;
  cudaMalloc(&in, sizeof(Host));
  cudaMalloc(&out, sizeof(Host));
  cudaMemcpy(in, Host, sizeof(Host), cudaMemcpyHostToDevice);
  known<<<1, 64, 256>>>(out, in);
  return 0;
}
