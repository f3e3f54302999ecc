// Inline PTX declares shared memory of its own.

#include "host.h"

__global__ void declaresInPtx(const float *in, float *out, int) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[x][y]; // safe: swizzle
  if (in[0] < 0)
    asm volatile("{ .shared .align 4 .b32 more[11264]; .reg .u32 a; "
                 "mov.u32 a, more; st.shared.f32 [a], %0; }" ::"f"(in[x])
                 : "memory");
}

int main() {
  run<float>("declaresInPtx", [](auto in, auto out) {
    declaresInPtx<<<1, dim3(32, 32)>>>(in, out, 3);
  });
}
