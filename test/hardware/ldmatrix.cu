// Instructions written as PTX.

#include "host.h"
#include <cuda_fp16.h>

__device__ unsigned address(const void *p) {
  return static_cast<unsigned>(__cvta_generic_to_shared(p));
}

__global__ void matrices(unsigned *out, const unsigned *in) {
  __shared__ __align__(128) __half plain[32][64];
  __shared__ __align__(128) __half padded[32][72];
  int t = threadIdx.x;
#pragma unroll 1
  for (int i = t; i < 32 * 32; i += 32)
    reinterpret_cast<unsigned *>(plain)[i] = in[i];
#pragma unroll 1
  for (int i = t; i < 32 * 36; i += 32)
    reinterpret_cast<unsigned *>(padded)[i] = in[i];
  __syncthreads();
  unsigned a, b, c, d;
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(a) : "r"(address(&plain[t % 8][0])));
  out[t] = a;
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(a) : "r"(address(&padded[t % 8][0])));
  out[t + 32] = a;
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "r"(address(&plain[t % 8][t / 8 % 2 * 8])));
  out[t + 64] = a + b;
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(address(&plain[t % 16][t / 16 * 8])));
  out[t + 96] = a + b + c + d;
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(address(&padded[t % 16][t / 16 * 8])));
  out[t + 128] = a + b + c + d;
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(address(&plain[t][0])));
  out[t + 160] = a + b + c + d;
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(address(&plain[t][(t % 8) * 8])));
  out[t + 192] = a + b + c + d;
  __syncthreads();
  asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(address(&plain[t][0])), "r"(a), "r"(b), "r"(c), "r"(d) : "memory");
  __syncthreads();
  asm volatile("stmatrix.sync.aligned.m8n8.x2.shared.b16 [%0], {%1, %2};" ::"r"(address(&padded[t % 16][8])), "r"(a), "r"(b) : "memory");
  __syncthreads();
  out[t + 224] = reinterpret_cast<unsigned *>(plain)[t] + reinterpret_cast<unsigned *>(padded)[t];
}

__global__ void plain(float *out, const float *in) {
  __shared__ __align__(16) float s[32][32];
  int t = threadIdx.x;
  asm volatile("st.shared.f32 [%0], %1;" ::"r"(address(&s[t][0])), "f"(in[t]) : "memory");
  asm volatile("st.shared.v4.f32 [%0], {%1, %2, %3, %4};" ::"r"(address(&s[t][4])), "f"(in[t]), "f"(in[t + 1]), "f"(in[t + 2]), "f"(in[t + 3]) : "memory");
  __syncthreads();
  float a, b;
  asm volatile("ld.shared.f32 %0, [%1];" : "=f"(a) : "r"(address(&s[t][0])));
  out[t] = a;
  asm volatile("ld.shared.v2.f32 {%0, %1}, [%2];" : "=f"(a), "=f"(b) : "r"(address(&s[t][4])));
  out[t + 32] = a + b;
  asm volatile("ld.shared.f32 %0, [%1 + 16];" : "=f"(a) : "r"(address(&s[0][t])));
  out[t + 64] = a;
}

int main() {
  unsigned *in = counting<unsigned>(4096);
  unsigned *out = counting<unsigned>(4096);
  matrices<<<1, 32>>>(out, in);
  plain<<<1, 32>>>((float *)out, (float *)in);
  return finish();
}
