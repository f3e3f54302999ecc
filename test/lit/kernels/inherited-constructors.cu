// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// A constructor that a class inherits gets the arguments that the class is made
// with: an address in shared memory goes on to the base that keeps it.

template <class P, class Derived> struct Adaptor {
  P Begin;
  int Step = 1;
  __device__ Adaptor(P Begin) : Begin(Begin) {}
  __device__ Adaptor(P Begin, const int &Step) : Begin(Begin), Step(Step) {}
  __device__ decltype(auto) operator[](int I) const { return Begin[I * Step]; }
};
template <class P> struct Shared : Adaptor<P, Shared<P>> {
  using Adaptor<P, Shared<P>>::Adaptor;
  int Own = 32;
};
template <class P> struct Wrapped : Shared<P> {
  using Shared<P>::Shared;
};

__global__ void own(float *out) {
  __shared__ float s[1024];
  Shared<float *> p(s);
  out[threadIdx.x] = p[threadIdx.x * p.Own];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 32/1 wavefronts, conflict, block 32x1x1, 1 request
}

__global__ void twice(float *out) {
  __shared__ float s[1024];
  Wrapped<float *> p{&s[0], 16};
  out[threadIdx.x] = p[threadIdx.x];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 16/1 wavefronts, conflict, block 32x1x1, 1 request
}

template <class P> __device__ auto make(P p, int step) {
  return Wrapped<P>{p, step + 1};
}
__global__ void returned(float *out) {
  __shared__ float s[1024];
  auto p = make(&s[0], 32);
  out[threadIdx.x] = p[threadIdx.x];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
}

// What a constructor without a visible body keeps is not known.
struct Hidden {
  float *Kept;
  int Step;
  __device__ Hidden(float *Begin);
};
struct Seen : Hidden {
  using Hidden::Hidden;
};
__global__ void hidden(float *out) {
  __shared__ float s[1024];
  Seen p(s);
// CHECK: :[[@LINE-1]]:8: remark: load of 4 bytes from shared memory: ?/? wavefronts, unknown (address is passed to 'Hidden', whose body is not visible, at line [[@LINE-1]]), inexact, block 32x1x1, 1 request
  s[threadIdx.x * p.Step] = 1;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': ?/? wavefronts, unknown (index made by a constructor whose body is not visible at line [[@LINE-7]]), inexact, block 32x1x1, 1 request
  out[threadIdx.x] = s[threadIdx.x];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
}

void launch(float *out) {
  own<<<1, 32>>>(out);
  twice<<<1, 32>>>(out);
  returned<<<1, 32>>>(out);
  hidden<<<1, 32>>>(out);
}
