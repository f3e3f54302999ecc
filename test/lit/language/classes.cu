// REQUIRES: oracle
// RUN: %oracle --flags=-std=c++26 %s | FileCheck %s

// Members, bases, conversions, constants, packs and bindings.

#include <new>

typedef unsigned long size_t_;
struct S {
  int a, b;
  __device__ int f(int x) const { return a * x; }
  __device__ int g(int x) const { return b * x; }
};
__global__ void __launch_bounds__(32) memberPointers(int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  S v{4, 16};
  int S::*p = &S::b;
  s[v.*p * t] = 1;
  S *q = &v;
  s[q->*p * t] = 1;
  q->*p = 32;
  s[v.b * t] = 1;
  int S::*w = t < 16 ? &S::a : &S::b;
  s[v.*w * t] = 1;
}
__global__ void __launch_bounds__(32) memberFunctionPointers(int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  S v{4, 16};
  int (S::*p)(int) const = &S::g;
  s[(v.*p)(t)] = 1;
  s[(&v->*p)(t)] = 1;
}
struct Base {
  int k = 2;
  __device__ virtual int f(int x) const { return 2 * x; }
  __device__ virtual ~Base() {}
};
struct Derived : Base {
  __device__ int f(int x) const override { return 16 * x; }
};
__global__ void __launch_bounds__(32) virtualCall(int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  Derived d;
  Base &b = d;
  s[b.f(t)] = 1;
  s[d.f(t)] = 1;
  s[d.Base::f(t)] = 1;
  Base *p = &d;
  s[p->f(t)] = 1;
  s[p->k * t] = 1;
}
struct VBase {
  int v = 4;
};
struct L : virtual VBase {
  int l = 1;
};
struct R : virtual VBase {
  int r = 2;
};
struct D : L, R {
  int d = 3;
};
__global__ void __launch_bounds__(32) virtualBase(int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  D d;
  s[d.v * t] = 1;
  s[d.l * t] = 1;
  s[d.r * t] = 1;
  s[d.d * t] = 1;
  d.v = 16;
  R &r = d;
  s[r.v * t] = 1;
}
struct A0 {
  int a;
  int *p;
  __device__ A0(int x, int *q) : a(x), p(q) {}
  __device__ A0(int *q) : A0(8, q) {}
};
struct A1 : A0 {
  using A0::A0;
  int extra = 16;
};
__global__ void __launch_bounds__(32) inheritedCtor(int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  A1 x(4, s);
  x.p[x.a * t] = 1;
  x.p[x.extra * t] = 1;
  A1 y(s);
  y.p[y.a * t] = 1;
}
struct Conv {
  int v;
  __device__ operator int() const { return v; }
  __device__ explicit operator bool() const { return v > 3; }
};
__global__ void __launch_bounds__(32) conversions(int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  Conv c{8};
  s[c * t] = 1;
  if (c)
    s[16 * t] = 1;
  s[static_cast<int>(c) * t] = 1;
}
struct Deduce {
  int k;
  template <class Self> __device__ int get(this Self &&self, int x) {
    return self.k * x;
  }
};
__global__ void __launch_bounds__(32) deducingThis(int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  Deduce d{8};
  s[d.get(t)] = 1;
  auto f = [](this auto &&self, int n) -> int {
    return n ? 2 * self(n - 1) : 1;
  };
  s[f(3) * t] = 1;
}
constexpr __device__ int square(int x) { return x * x; }
consteval int cube(int x) { return x * x * x; }
constexpr __device__ int which() {
  if consteval {
    return 2;
  } else {
    return 16;
  }
}
__global__ void __launch_bounds__(32) constants(int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  s[square(4) * t] = 1;
  s[cube(2) * t] = 1;
  s[which() * t] = 1;
  constexpr int w = which();
  s[w * t] = 1;
  if constexpr (sizeof(int) == 4)
    s[4 * t] = 1;
  else
    s[0] = 1;
}
template <int... N> __device__ int sum(int t) { return (N + ...) * t; }
template <int... N> __device__ void each(int *s, int t) {
  ((s[N * t] = 1), ...);
}
template <class... T> __device__ int args(T... v) { return (0 + ... + v); }
template <class... T> __device__ auto last(T... v) {
  return v...[sizeof...(T) - 1];
}
__global__ void __launch_bounds__(32) folds(int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  s[sum<1, 3, 4>(t)] = 1;
  each<2, 4, 16>(s, t);
  s[args(1, 3, 4) * t] = 1;
  s[last(1, 2, 16) * t] = 1;
}
struct TupleLike {
  int a, b;
  template <int I> __device__ int get() const {
    if constexpr (I == 0)
      return a;
    else
      return b;
  }
};
namespace std {
template <class T> struct tuple_size;
template <unsigned long I, class T> struct tuple_element;
template <> struct tuple_size<TupleLike> {
  static constexpr unsigned long value = 2;
};
template <unsigned long I> struct tuple_element<I, TupleLike> {
  using type = int;
};
} // namespace std
__global__ void __launch_bounds__(32) bindings(int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  auto [a, b] = TupleLike{4, 16};
  s[b * t] = 1;
  auto [c, d] = S{8, 32};
  s[d * t] = 1;
  S v{1, 2};
  auto &[e, f] = v;
  f = 8;
  s[v.b * t] = 1;
  S w = v;
  auto &&[g, h] = w;
  s[h * t] = 1;
}
struct Empty {};
struct NoAddr {
  [[no_unique_address]] Empty e;
  int k;
  [[no_unique_address]] Empty f;
  int m;
};
struct alignas(16) Al {
  int a;
  char c;
};
__global__ void __launch_bounds__(32) layouts(int *out) {
  __shared__ int s[8192];
  __shared__ Al al[64];
  __shared__ NoAddr na[64];
  int t = threadIdx.x;
  NoAddr n{{}, 4, {}, 16};
  s[n.k * t] = 1;
  s[n.m * t] = 1;
  s[sizeof(NoAddr) * t] = 1;
  al[t].a = 1;
  al[t].c = 1;
  na[t].m = 1;
  na[t] = n;
}
struct Made {
  int a, b;
  __device__ Made(int x) : a(x), b(2 * x) {}
};
__global__ void __launch_bounds__(32) placementNew(int *out) {
  __shared__ int s[8192];
  __shared__ char raw[2048];
  int t = threadIdx.x;
  alignas(8) char buf[16];
  Made *m = new (buf) Made(8);
  s[m->b * t] = 1;
  Made *n = new (raw + 16 * t) Made(t);
  out[t] = n->a;
  int *i = new (buf) int(16);
  s[*i * t] = 1;
  int *z = new (&s[32 * t]) int(4);
}

// CHECK: {{^}}0 differ where banklint is exact, 0 otherwise
