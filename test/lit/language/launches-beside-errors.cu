// RUN: not %lint --all-accesses %s > %t 2>&1
// RUN: grep -o 'store of .*' %t | FileCheck %s
// RUN: grep 'not analysed' %t | FileCheck %s --check-prefix=ERRORS

// A header is missing, and what host code names of it is not declared: what its
// launches say beside that is known. Each launch has a stride of its own.

#include <torch/extension.h>
// ERRORS: :[[@LINE-1]]:10: error: 'torch/extension.h' file not found; code that needs it is not analysed

template <int N, class T> __global__ void columns(T *out, const T *in) {
  __shared__ T s[2048];
  s[threadIdx.x * N] = in[0];
}
template <int N> __global__ void bytes(float *out) {
  extern __shared__ float s[];
  s[threadIdx.x * N] = out[0];
}

torch::Tensor forward(torch::Tensor x, int n) {
  auto y = torch::empty_like(x);
  const dim3 block(32, 2);
  // CHECK-DAG: {{.*}} block 32x2x1, {{.*}} [columns<1, float>(
  columns<1, float><<<(n + 1) / 2, block>>>(y.data_ptr<float>(),
                                            x.data_ptr<float>());
  // CHECK-DAG: {{.*}} block 64x1x1, {{.*}} [columns<2, double>(
  columns<2, double><<<1, 64, 0, at::cuda::getCurrentCUDAStream()>>>(
      y.data_ptr<double>(), x.data_ptr<double>());
  // CHECK-DAG: {{.*}} block 96x1x1, {{.*}} [columns<3, int>(
  columns<3, int><<<at::ceil_div(n, 2), 96>>>(undeclared, x.ptr<at::Half>());
  // CHECK-DAG: {{.*}} block 8x4x1, {{.*}} [bytes<4>(
  bytes<4><<<1, dim3(8, 4), at::bytes(), at::stream()>>>(y.ptr()->of<scalar>());
  // CHECK-DAG: {{.*}} block 8x8x1, {{.*}} [bytes<5>(
  bytes<5><<<dim3(at::blocks(n)), {8, 8}, 1 << 12, at::stream()>>>(
      x.apply([=](int i) { return at::size(i); }));
  // What the block itself is made of is not known: others are tried.
  // CHECK-DAG: {{.*}} block 256x1x1, {{.*}} [bytes<6>(
  bytes<6><<<1, at::ceil_div(n, 2)>>>(y.data_ptr<float>());
  // `a.b < float_of > (c)` is a comparison.
  const int a = y.size < n > (1);
  // CHECK-DAG: {{.*}} block 16x1x1, {{.*}} [bytes<7>(
  bytes<7><<<a, 16>>>(x);
  return y;
}

// A kernel whose own code has an error has no access less for that.
__global__ void own(float *out) {
  __shared__ float s[2048];
  // CHECK-DAG: {{.*}} block 128x1x1, {{.*}} [own(
  s[threadIdx.x * 8] = out[0];
  out[1] = at::mean(out);
}
void backward(float *out) { own<<<1, 128, 0, nobody_declares>>>(out); }
