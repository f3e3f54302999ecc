// RUN: not %lint %s 2>&1 | FileCheck %s

// What Clang rejects outside of functions may be a type or a constant of any
// kernel. Whatever names it is lost, and an instance that it makes is one that
// nobody knows.

struct Rows {
  static constexpr int pad = nowhere::pad;
};
template <int N> __global__ void known(float *o) {
  __shared__ float s[32][N];
// CHECK: :[[@LINE-1]]:26: note: pad the rows of 's' to 33 floats (+128 bytes), which leaves no conflict (unsafe: code that was not analysed may use it)
  s[threadIdx.x][0] = 1;
  o[threadIdx.x] = s[threadIdx.x][0];
}
void thirtyTwo(float *o) { known<32><<<1, 32>>>(o); }
void lost(float *o) { known<Rows::pad><<<1, 32>>>(o); }

__global__ void padded(float *out, const float *in) {
  __shared__ float t[32][32 + Rows::pad];
// CHECK: :[[@LINE-1]]:3: remark: code in 'padded' not analysed: Clang rejects it: no member named 'pad' in 'Rows'
  t[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
// CHECK: :[[@LINE-1]]:3: remark: code in 'padded' not analysed: it uses 't', which Clang rejects
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = t[threadIdx.x][threadIdx.y];
// CHECK: :[[@LINE-1]]:3: remark: code in 'padded' not analysed: it uses what Clang rejects
}
void callPadded(float *y, float *x) { padded<<<1, dim3(32, 32)>>>(y, x); }
// CHECK: remark: code outside kernels not analysed: 3 errors, the first: use of undeclared identifier 'nowhere'
