// REQUIRES: oracle
// RUN: %oracle --flags=-std=c++20 %s | FileCheck %s

// Members of a union that lanes write, each its own, and numbers that are
// written in part.

union Word {
  unsigned u;
  unsigned char c;
  unsigned short h;
};
__global__ void __launch_bounds__(32) parts() {
  __shared__ int s[8192];
  int t = threadIdx.x;
  Word w;
  w.u = 0x104;
  if (t < 16)
    w.c = 8;
  s[w.u * t] = 1;
  if (t >= 16)
    s[w.u * t] = 2;
  if (t < 16)
    s[w.c * t] = 3;
  w.h = 0x203;
  s[w.u] = 4;
  Word v;
  v.u = 0x102;
  v.c = 4;
  if (t < 16)
    v.u = 16;
  s[v.u] = 5;
  if (t < 16)
    s[v.u * t] = 6;
  Word n;
  n.u = 0x80000001u;
  n.c = 2;
  s[n.c * t] = 7;
}
__global__ void __launch_bounds__(32) arms() {
  __shared__ int s[8192];
  int t = threadIdx.x;
  Word a;
  if (t < 16)
    a.c = 4;
  else
    a.u = 2;
  if (t < 16)
    s[a.c * t] = 1;
  else
    s[a.u * t] = 2;
  Word b;
  if (t < 16)
    b.u = 4;
  else
    b.c = 2;
  if (t < 16)
    s[b.u * t] = 3;
  else
    s[b.c * t] = 4;
}
template <typename T> struct Optional {
  union {
    char none;
    T value;
  };
  bool isThere;
  __device__ Optional() : none(0), isThere(false) {}
  __device__ Optional(T v) : value(v), isThere(true) {}
};
__global__ void __launch_bounds__(32) optionals() {
  __shared__ int s[8192];
  int t = threadIdx.x;
  Optional<int> o = t & 1 ? Optional<int>(4 * t) : Optional<int>();
  if (o.isThere)
    s[o.value] = 1;
  Optional<int> p = t & 2 ? Optional<int>() : Optional<int>(8 * t);
  s[p.isThere ? p.value : 3 * t] = 2;
  o = p;
  if (o.isThere)
    s[o.value] = 3;
}

// CHECK: {{^}}1 sources, 6 kernels and blocks
// CHECK: {{^}}0 differ where banklint is exact, 0 otherwise
// CHECK-NOT: inexact
