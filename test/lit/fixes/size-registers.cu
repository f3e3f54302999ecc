// RUN: %lint --exit-zero %s -- 2>&1 | FileCheck %s
// Registers of PTX hold the size of shared memory: what a kernel reads there
// must stay as it is. (A swizzle would leave it, but is written neither where a
// pointer is at the element nor beside an exclusive or.)

__global__ void dynamicSize(const float *in, float *out) {
  extern __shared__ float s[];
  int x = threadIdx.x, y = threadIdx.y;
  float *to = s + y * 32 + x;
  *to = in[y * 32 + x];
  __syncthreads();
  // CHECK: :[[#@LINE+2]]:21: warning: 32-way bank conflict
  // CHECK: :[[#@LINE+3]]:3: note: no fix for 's': inline PTX reads '%dynamic_smem_size', which holds its size
  out[y * 32 + x] = s[x * 32 + y];
  unsigned n;
  asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(n));
  out[1024] = n;
}

// The sum of both kinds.
__device__ unsigned totalSize() {
  unsigned n;
  asm volatile("mov.u32 %0, %%total_smem_size;" : "=r"(n));
  return n;
}
__global__ void staticSize(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x ^ 1] = in[y * 32 + x];
  __syncthreads();
  // CHECK: :[[#@LINE+2]]:21: warning: 32-way bank conflict
  // CHECK: note: no fix for 's': inline PTX reads '%total_smem_size', which holds its size
  out[y * 32 + x] = s[x][y];
  out[1024] = totalSize();
}

int main() {
  dynamicSize<<<1, dim3(32, 32), 4096>>>(nullptr, nullptr);
  staticSize<<<1, dim3(32, 32)>>>(nullptr, nullptr);
}
