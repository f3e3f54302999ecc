// REQUIRES: oracle
// RUN: %oracle --flags=-std=c++20 %s | FileCheck %s
// RUN: %oracle --flags=-std=c++14 %s | FileCheck %s

// Temporaries, arguments and results that end: with full expressions, with
// references that are bound to them, and not where nothing copies them.

#include "Inputs/guard.h"
#include <new>

__global__ void __launch_bounds__(32) temporaries(int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  Guard(s + t), s[2 * t] = 1;
  out[t] = Guard{s + 32 * t}.get();
  const Guard &g = Guard(s + 2 * t);
  s[4 * t] = 1;
  (void)Guard(s + 4 * t);
  out[t] = g.get();
}
__device__ __forceinline__ int take(Guard g, int *s) { return s[threadIdx.x]; }
__device__ Guard make(int *s) { return Guard(s); }
__device__ Guard makeNamed(int *s) {
  Guard g(s);
  s[64] = 1;
  return g;
}
__device__ Guard makeEither(int *s, bool c) {
  if (c) {
    Guard a(s);
    return a;
  }
  Guard b(s + 1);
  return b;
}
__global__ void __launch_bounds__(32) calls(int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  Guard g(s + t);
  take(g, s), s[2 * t] = 1;
  take(Guard(s + 4 * t), s);
  make(s + 8 * t);
  makeNamed(s + 16 * t);
  Guard h = makeNamed(s + 32 * t);
  makeEither(s + 2 * t, t < 16);
}
struct Span {
  int v[3];
  __device__ const int *begin() const { return v; }
  __device__ const int *end() const { return v + 3; }
  int *s;
  __device__ Span(int *s) : v{1, 2, 3}, s(s) {}
  __device__ ~Span() { s[0] = 4; }
};
__global__ void __launch_bounds__(32) hidden(int *out, int n) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  out[t] = t < 16 ? Guard(s + 2 * t).get() : 0;
  out[t] += t < 8 && Guard(s + 4 * t).get();
  for (int x : Span(s + t))
    s[x * t] = 1;
  out[t] = ({
    Guard g(s + 8 * t);
    g.get();
  });
  static __shared__ int r[32];
  r[t] = ({
           Guard g(s + 16 * t);
           g;
         }).get();
}
__global__ void __launch_bounds__(32) either(int *out, int n) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  out[t] = n > 3 ? Guard(s + 2 * t).get() : 0;
  out[t] = out[t + 32] ? Guard(s + 4 * t).get() : 1;
  Guard g = n > 4 ? Guard(s + 8 * t) : Guard(s + 16 * t);
  if (out[t + 64]) {
    g.p = s + 32 * t;
    return;
  }
  s[t] = 1;
}
struct Member {
  Guard g = Guard(nullptr);
  int n = 0;
  __device__ Member(int *s)
      : g(s + 2 * threadIdx.x), n(Guard(s + 4 * threadIdx.x).get()) {
    s[threadIdx.x] = 1;
  }
};
struct Ref {
  const Guard &g;
  int n;
};
__global__ void __launch_bounds__(32) extended(int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  Member m(s);
  {
    Ref r{Guard(s + 8 * t), 1};
    s[3 * t] = 1;
  }
  const int *const &p = Guard(s + 16 * t).p;
  s[5 * t] = 1;
  auto &&q = Guard(s + 32 * t);
  s[7 * t] = 1;
}
__device__ Guard pick(int *s, int n) {
  Guard g(s);
  for (int i = 0; i < 2; ++i) {
    Guard h(s + 1);
    if (n == i)
      return h;
  }
  return g;
}
__device__ Guard nrvoLoop(int *s) {
  while (true) {
    Guard g(s + 2 * threadIdx.x);
    if (threadIdx.x < 16)
      break;
    return g;
  }
  return Guard(s + threadIdx.x);
}
__device__ Guard twice(int *s) { return pick(s, 1); }
__global__ void __launch_bounds__(32) results(int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  pick(s + 4 * t, t & 1);
  Guard k = nrvoLoop(s);
  Guard m = twice(s + 2 * t);
  auto f = [&](Guard g) { return g; };
  f(Guard(s + 8 * t)).get();
  Guard *list[2] = {&k, &m};
  list[1]->p = s + 32 * t;
}
struct Op {
  int *p;
  __device__ Op(int *p) : p(p) {}
  __device__ ~Op() { p[0] = 9; }
  __device__ Op operator+(const Op &o) const { return Op(p + (o.p - p)); }
  __device__ Op &operator=(const Op &o) = default;
};
__global__ void __launch_bounds__(32) operators(int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  Op a(s + t), b(s + 2 * t);
  a = a + b + Op(s + 4 * t);
  b = Op(s + 8 * t);
  Op *c = new (&a) Op(s + 16 * t);
  (t < 16 ? a : b) = Op(s + 3 * t);
}
__device__ Guard forward(Guard g) { return g; }
__device__ Guard chain(int *s) { return Guard(Guard(Guard(s))); }
__device__ Guard choose(int *s, bool c) { return c ? Guard(s) : Guard(s + 1); }
__device__ Guard named(int *s, int n) {
  Guard a(s);
  Guard b(s + 1);
  return n ? a : b;
}
__global__ void __launch_bounds__(32) copies(int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  Guard a = chain(s + 2 * t);
  Guard b = forward(a);
  forward(Guard(s + 4 * t));
  Guard c = choose(s + 8 * t, t & 1);
  Guard d = named(s + 3 * t, t & 2);
  a = Guard(s + 16 * t);
  a = b = Guard(s + 5 * t);
  Guard e{Guard{Guard{s + 6 * t}}};
  const Guard &r = t < 16 ? a : b;
  const Guard &x = t < 16 ? Guard(s + 7 * t) : Guard(s + 9 * t);
  s[r.get() & 1] = 1;
}
struct Lock {
  int *p;
  __device__ Lock(int *p) : p(p) {
    if (p)
      *p = 1;
  }
  __device__ Lock(Lock &&o) : p(o.p) { o.p = nullptr; }
  __device__ ~Lock() {
    if (p)
      *p = 0;
  }
};
__device__ Lock acquire(int *p) { return Lock(p); }
__device__ void consume(Lock l, int *s) { s[9 * threadIdx.x] = 1; }
__global__ void __launch_bounds__(32) locks(int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  Lock a = acquire(s + 2 * t);
  Lock b = static_cast<Lock &&>(a);
  consume(static_cast<Lock &&>(b), s);
  consume(acquire(s + 4 * t), s);
  Lock none(nullptr);
  Lock many[2] = {acquire(s + 8 * t), Lock(s + 16 * t)};
}
__global__ void __launch_bounds__(32) conditional(int *out, int n) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  if (t < 16 && Guard(s + 2 * t).get() == 3 || Guard(s + 4 * t).p)
    s[3 * t] = 1;
  int k = t & 1 ? (Guard(s + 8 * t), 4) : (Guard(s + 16 * t), 2);
  s[k * t] = 2;
  out[t] = (t < 4 ? Guard(s + 5 * t) : Guard(s + 6 * t)).get();
  (void)(t & 2 ? Guard(s + 7 * t) : Guard(s + 9 * t));
  while (Guard(s + t).p != nullptr && k-- > 0)
    if (Guard g(s + 10 * t); k == 1)
      break;
}
struct Arr {
  Guard g;
  __device__ Arr(Guard x = Guard(shared())) : g(x.p + 1) {}
  static __device__ int *shared() {
    __shared__ int r[64];
    return r + threadIdx.x;
  }
};
__global__ void __launch_bounds__(32) defaults(int *out) {
  __shared__ int s[8192];
  Arr a[2];
  Arr b;
}
__shared__ int r[8192];
struct Empty {
  __device__ ~Empty() { r[2 * threadIdx.x] = 1; }
  __device__ int n() const { return 3; }
};
struct Holder {
  Empty e;
  int n;
};
struct Derived : Empty {};
__device__ Empty makeEmpty() { return {}; }
__device__ int takeEmpty(Empty, Empty = Empty()) { return 5; }
__global__ void __launch_bounds__(32) empties(int *out) {
  int t = threadIdx.x;
  Empty e;
  {
    Holder h{{}, 3};
    r[h.n * t] = 1;
  }
  {
    Derived d;
    Derived c = d;
  }
  makeEmpty();
  r[Empty().n() * t] = 2;
  r[takeEmpty({}) * t] = 3;
  auto f = [e] { return e.n(); };
  Empty many[3];
}
struct Box {
  int v[2];
  int *s;
  __device__ Box(int *s) : v{1, 2}, s(s) {}
  __device__ ~Box() { s[0] = 4; }
  __device__ const int (&items() const)[2] { return v; }
};
__global__ void __launch_bounds__(32) ranges(int *out) {
  int t = threadIdx.x;
  for (int x : Box(r + t).items())
    r[3 * t] = 1;
  int a[2] = {1, 2};
  for (Guard g(r + 2 * t); int x : a)
    r[x * t] = 3;
  Guard gs[2] = {Guard(r + 4 * t), Guard(r + 5 * t)};
  for (Guard g : gs) {
    if (t < 4)
      break;
    g.p += 2;
  }
  for (const Guard &g : gs)
    r[6 * t] = g.get();
}
struct Number {
  int *p;
  __device__ Number(int *q) : p(q) {}
  __device__ Number(const Number &o) : p(o.p + 1) {}
  __device__ ~Number() { p[0] = 2; }
  __device__ int get() const { return p[0]; }
  __device__ operator int() const { return 4; }
  __device__ Number operator++(int) { return *this; }
  __device__ const Number *operator->() const { return this; }
  __device__ int operator[](int i) const { return p[i]; }
  __device__ int operator()(Number g) const { return g.p[1]; }
};
__global__ void __launch_bounds__(32) conversions(int *out) {
  int t = threadIdx.x;
  r[Number(r + t) * t] = 1;
  Number g(r + 2 * t);
  g++;
  g++->get();
  out[t] = Number(r + 3 * t)[2];
  out[t] += Number(r + 4 * t)(Number(r + 5 * t));
  int i = 0;
  i += Number(r + 6 * t);
  r[i * t] = 1;
  bool b = Number(r + 7 * t) == 4 && t < 16 || Number(r + 8 * t);
  int k[] = {Number(r + 9 * t), Number(r + 10 * t)};
  r[k[1] * t] = 6;
  if (int n = Number(r + 11 * t))
    r[n * t] = 7;
  switch (Number(r + 12 * t)) {
  case 4:
    r[13 * t] = 1;
  }
  do
    r[14 * t] = 2;
  while (Number(r + 15 * t) < 3);
  const int &x = Number(r + 16 * t);
  int *p = &Number(r + 17 * t).p[18];
  *p = 3;
throwaway:
  Number(r + 19 * t);
  auto [m] = Number(r + 20 * t);
  sizeof(Number(r));
  decltype(Number(r)) d(r + 21 * t);
  static_cast<const Number &>(Number(r + 22 * t)).get();
  const Number *q = new (out) Number(r + 23 * t);
  asm volatile("" ::"r"((int)Number(r + 24 * t)));
  (out[t] ? Number(r + 25 * t) : g).get();
}

// CHECK: {{^}}1 sources, 28 kernels
// CHECK: {{^}}0 differ where banklint is exact, 0 otherwise
