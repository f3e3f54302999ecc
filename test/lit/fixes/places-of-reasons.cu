// RUN: cd %S && %lint --exit-zero %{s:basename} -- | FileCheck %s

// What keeps a fix away stands where it can be seen: at the index, the access or the
// definition that the reason is about.

#include <cuda_runtime.h>

// The store has the line of its value.
__global__ void leavesRow(const int4 *in, int *out) {
  __shared__ __align__(16) int s[32][36];
  int t = threadIdx.x;
  *((int4 *)&s[0][0] + t) =
      in[t];
  __syncthreads();
  out[t] = s[t][3];
}
// CHECK-DAG: places-of-reasons.cu:[[@LINE-5]]:24: note: no fix for 's': 't' may run past the end of a declared row

#define AT(p, r, c) p[(r) * 36 + (c)]
#define LOAD(v, p) v = *(const int4 *)(p);
__global__ void leavesRowInMacro(const int4 *in, int4 *out) {
  __shared__ __align__(16) int a[36 * 33];
  int t = threadIdx.x;
  AT(a, t, 1) = in[t].x;
  AT(a, t, 9) = in[t].y;
  __syncthreads();
  int4 v;
  LOAD(v, &AT(a, t, t * 4))
  out[t] = v;
}
// CHECK-DAG: places-of-reasons.cu:[[@LINE-3]]:12: note: no fix for 'a': this index may cross the ends of rows

__global__ void mixesBits(float *out) {
  __shared__ float m[2048];
  unsigned a = (unsigned)__cvta_generic_to_shared(m + threadIdx.x * 32);
  for (int i = 0; i < 2; i++) {
    asm volatile("st.shared.f32 [%0], %1;" ::"r"(a), "f"(1.f));
    a ^= 0x1000;
  }
  __syncthreads();
  out[threadIdx.x] = m[threadIdx.x];
}
// CHECK-DAG: places-of-reasons.cu:[[@LINE-5]]:5: note: no fix for 'm': '^=' computes with its address as a number

__global__ void notThis(int *out) {
  __shared__ int n[16 * 17];
  int x = threadIdx.x, y = threadIdx.y;
  n[y * (16 + 1) + x] = y;
  __syncthreads();
  out[y * 16 + x] = n[x * (16 + 1) + y];
}
// CHECK-DAG: places-of-reasons.cu:[[@LINE-4]]:3: note: no fix for 'n': what helps its other accesses does not help this one

__global__ void countsFrom(float *out) {
  __shared__ float f[12 * 1024];
  float *q = f + threadIdx.y * 33 + 5;
  for (int i = 0; i < 8; i++)
    q[threadIdx.x * 32] = i;
  __syncthreads();
  out[threadIdx.x] = q[threadIdx.x];
}
// CHECK-DAG: places-of-reasons.cu:[[@LINE-4]]:5: note: no fix for 'f': its indices count from elements that the swizzle may move

#define d(r, c) d[((r) << 5) + (c)]
__global__ void definedAgain(const float *in, float *out) {
  __shared__ float d[33 * 32];
  int x = threadIdx.x, y = threadIdx.y;
  d(y, x) = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = d(x, y) + d[32 * 32 + (x & 1)];
}
#define d(r, c) d[((r) << 5) + (c)]
// CHECK-DAG: places-of-reasons.cu:[[@LINE-1]]:9: note: no fix for 'd': the edit would change the macro 'd', which is defined again

int main() {
  leavesRow<<<1, 32>>>(nullptr, nullptr);
  leavesRowInMacro<<<1, 32>>>(nullptr, nullptr);
  mixesBits<<<1, 32>>>(nullptr);
  notThis<<<1, dim3(16, 16)>>>(nullptr);
  countsFrom<<<1, dim3(32, 2)>>>(nullptr);
  definedAgain<<<1, dim3(32, 32)>>>(nullptr, nullptr);
}
