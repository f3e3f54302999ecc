// RUN: not %lint %s 2>&1 | FileCheck %s

// What Clang rejects outside of functions may be a type or a constant of any
// kernel: as `Rows::pad` it is worth nothing here.

struct Rows {
  static constexpr int pad = nowhere::pad;
};
__global__ void padded(float *out, const float *in) {
  __shared__ float t[32][32 + Rows::pad];
// CHECK: :[[@LINE-1]]:26: note: pad the rows of 't' to 33 floats (+128 bytes), which leaves no conflict (unsafe: code that is not read here may use it)
  t[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = t[threadIdx.x][threadIdx.y];
}
void callPadded(float *y, float *x) { padded<<<1, dim3(32, 32)>>>(y, x); }

// No rows are left of a lost length.
template <int N> __global__ void empty(float *o) {
  __shared__ float s[32][N];
  s[threadIdx.x][0] = 1;
  o[threadIdx.x] = s[threadIdx.x][0];
}
void thirtyTwo(float *o) { empty<32><<<1, 32>>>(o); }
void lost(float *o) { empty<Rows::pad><<<1, 32>>>(o); }
// CHECK: note: no fix for 's': it has no elements
// CHECK: remark: code outside kernels not analysed: 2 errors, the first: use of undeclared identifier 'nowhere'
