// RUN: %lint --exit-zero --sort=place %s -- 2>&1 | FileCheck %s
// Two arrays of a macro stand in one place: they are told apart by their names.
// A swizzle is not written where it would repeat a call.

#define TWO_ARRAYS                                                             \
  __shared__ float rows[2][32 * 32];                                           \
  __shared__ float flat[3 * 1024];
__device__ int last(int t) { return t < 31 ? t : 31; }
__global__ void twoArraysOfAMacro(const float *in, float *out) {
  TWO_ARRAYS
  const int t = threadIdx.x;
  // CHECK: :[[#@LINE+2]]:3: warning: 32-way bank conflict in store to 'rows'
  // CHECK: note: swizzle every index of 'rows', in the form 'rows[1][(t * 32) ^ ((t * 32) / 32 & 31)]'
  rows[1][t * 32] = in[t];
  // CHECK: :[[#@LINE+2]]:3: warning: 32-way bank conflict in store to 'flat'
  // CHECK: note: no fix for 'flat': a macro writes its extent
  flat[last(t) * 32] = in[t + 1];
  __syncthreads();
  out[t] = rows[1][t * 32] + flat[t * 32];
}
int main() { twoArraysOfAMacro<<<1, 32>>>(nullptr, nullptr); }
