// Lanes that read their number, and each other's.

#include "host.h"

__global__ void registers(float *out, const float *in) {
  __shared__ float s[32][33];
  unsigned lane;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  s[lane][3] = in[lane];
  __syncwarp();
  unsigned mirrored = __shfl_sync(0xffffffff, lane, 31 - lane);
  out[lane] = s[mirrored][3];
  unsigned neighbour = __shfl_xor_sync(0xffffffff, lane, 1);
  out[lane + 32] = s[0][neighbour * 8];
}

int main() {
  float *in = counting<float>(4096);
  float *out = counting<float>(4096);
  registers<<<1, 32>>>(out, in);
  return finish();
}
