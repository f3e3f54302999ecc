// Which function is called may be put together by a macro, of names that another
// build replaces otherwise.
//
// RUN: %lint --exit-zero --sort=place %s 2>&1 | FileCheck %s
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#ifndef KIND
#define KIND row
#endif
#define ALWAYS row
__device__ float at_row(const float *p, int) { return p[0]; }
__device__ float at_flat(const float *p, int i) { return p[i]; }

__global__ void other(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x ^ 1] = in[y * 32 + x];
  __syncthreads();
  // CHECK: [[#@LINE+2]]:15: warning: 32-way bank conflict
  // CHECK: note: no fix for 's': its indices depend on 'KIND', which differs in other configurations
  float sum = s[x][y];
  out[y * 32 + x] = sum + JOIN(at_, KIND)(&s[0][0], y * 32 + x);
}

__global__ void same(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x ^ 1] = in[y * 32 + x];
  __syncthreads();
  // CHECK: [[#@LINE+2]]:15: warning: 32-way bank conflict
  // CHECK: note: pad the rows of 's' to 33 floats
  float sum = s[x][y];
  out[y * 32 + x] = sum + JOIN(at_, ALWAYS)(&s[0][0], y * 32 + x);
}

void run(const float *in, float *out) {
  other<<<1, dim3(32, 32)>>>(in, out);
  same<<<1, dim3(32, 32)>>>(in, out);
}
