// RUN: not %banklint --cuda-path=none --all-accesses %s 2>&1 \
// RUN:   | grep -E "remark: (store|load) of" | FileCheck %s

// Of a declaration with an error in it Clang keeps something else: a constant
// of no value, the next number, `int`, a class without its base. Nothing is
// told of what uses one. Its neighbours stay what they are.

struct Pads {
  static constexpr int lost = nowhere::pad, none = 0;
};
template <class T = void> inline constexpr int lostOf = nowhere::pad;
namespace sizes {
constexpr int lost = nowhere::pad;
constexpr int ofLost = lost + 1;
}
enum { before = 1, lost = nowhere::pad, behind, own = 2 };
typedef nowhere::Half half_t;
struct Four : nowhere::Vector {
  float a;
  Four(float a);
};
struct Inner {
  nowhere::Vector v;
  float w;
};
struct Outer {
  Inner inner;
};
auto function = [] __device__(float *o) { nowhere::f(o); };

template <int Pad> __device__ void column(float *o) {
  __shared__ float s[32][32 + Pad];
  s[threadIdx.x][0] = 1;
  __syncwarp();
  o[threadIdx.x] = s[1][threadIdx.x];
}
__global__ void known(float *o) {
  column<Pads::none>(o);
  column<before>(o);
  column<own>(o);
}
// CHECK:     :[[@LINE-9]]:3: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict,{{.*}} [known(float *)]
// CHECK:     :[[@LINE-10]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free,{{.*}} [known(float *)]
// CHECK:     :[[@LINE-11]]:3: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict,{{.*}} [known(float *)]
// CHECK-NEXT: :35:20: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free,{{.*}} [known(float *)]
// CHECK-NEXT: :35:20: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free,{{.*}} [known(float *)]
// CHECK-NEXT: :35:20: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free,{{.*}} [known(float *)]

__global__ void constants(float *o) {
  column<Pads::lost>(o);
  column<lostOf<>>(o);
  column<sizes::lost>(o);
  column<sizes::ofLost>(o);
  column<lost>(o);
  column<behind>(o);
}

// The other statements of such kernels stand.
__global__ void types(float *o) {
  __shared__ half_t h[32];
  __shared__ Four f[32];
  __shared__ Outer u[32];
  __shared__ float s[32];
  h[threadIdx.x] = 1;
  f[threadIdx.x].a = 1;
  u[threadIdx.x].inner.w = 1;
  s[threadIdx.x] = o[threadIdx.x];
}
// CHECK:     :[[@LINE-2]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, {{.*}}, inexact, {{.*}} [types(float *)]

// A parameter of a lost type is an object that nobody knows.
template <class T>
__global__ void __launch_bounds__(32)
parameters(nowhere::View<T, 2, nowhere::Traits> view, const nowhere::Half *p,
           float *o) {
  __shared__ float s[32][32];
  s[threadIdx.x][0] = o[threadIdx.x];
  s[0][threadIdx.x] = view[0][threadIdx.x];
  o[threadIdx.x] = s[1][threadIdx.x] + p[0];
}
// CHECK:     :[[@LINE-4]]:3: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict{{.*}}, block 32x1x1, 1 request [parameters<float>(<unknown>, <unknown>, float *)]
// CHECK:     remark: load of 4 bytes from shared memory: {{.*}} [parameters<float>(<unknown>, <unknown>, float *)]

void launch(float *o, nowhere::Tensor t) {
  known<<<1, 32>>>(o);
  constants<<<1, 32>>>(o);
  types<<<1, 32>>>(o);
  parameters<float><<<1, 32>>>(t.view<float, 2>(), t.data(), o);
}
