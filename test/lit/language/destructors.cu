// REQUIRES: oracle
// RUN: %oracle --flags=-std=c++20 %s | FileCheck %s

// Variables and their parts that end: with blocks, with heads of statements,
// after jumps, and by calls of their destructors.

#include "Inputs/guard.h"
#include <initializer_list>
#include <new>

__global__ void __launch_bounds__(32) heads(int *out, int n) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  if (Guard g{s + t}; t < 16)
    s[2 * t] = 1;
  if (Guard g = Guard(s + 2 * t))
    s[3 * t] = 1;
  else
    s[5 * t] = 2;
  for (Guard g{s + 4 * t}; n > 0; --n)
    s[n] = 2;
  switch (Guard g{s + 8 * t}; t & 1) {
  case 0:
    s[7 * t] = 1;
    break;
  default:
    Guard h(s + 16 * t);
    s[9 * t] = 1;
  }
}
struct Countdown {
  int *p;
  int n;
  __device__ Countdown(int *q, int n) : p(q), n(n) {}
  __device__ ~Countdown() { p[0] = n; }
  __device__ operator bool() const { return n > 0; }
};
__global__ void __launch_bounds__(32) conditions(int *out, int n) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  int i = 3;
  while (Countdown c = Countdown(s + t * i, i)) {
    s[t] = i;
    --i;
  }
  for (int j = 2; Countdown c = Countdown(s + t * 4, j); --j)
    out[j] = s[32 * t];
  while (Countdown c = Countdown(s + 2 * t, n)) {
    if (out[n])
      break;
    --n;
  }
}
__global__ void __launch_bounds__(32) loops(int *out, int n) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  do {
    Guard g(s + 2 * t);
    if (t & 1)
      continue;
    s[t] = 1;
  } while (Guard(s + 4 * t).get() && false);
  for (int i = 0; Guard(s + 8 * t).p && i < 2; ++i, Guard(s + 16 * t))
    s[3 * t] = i;
  for (int i = 0; i < n; ++i) {
    if (Guard g(s + i * t); i == 3)
      break;
    switch (i) {
    case 0: {
      Guard h(s + t);
      continue;
    }
    case 1: {
      Guard h(s + 2 * t);
      break;
    }
    default: {
      Guard h(s + 4 * t);
    }
    }
  }
  while (n-- > 0)
    Guard g(s + t);
  if (n)
    Guard g(s + 2 * t);
  else
    Guard h(s + 4 * t);
}
__global__ void __launch_bounds__(32) jumps(int *out, int n) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  Guard outer(s + 2 * t);
  for (int i = 0; i < 4; ++i) {
    Guard g(s + (i + 1) * t);
    if (i == 1)
      continue;
    if (t < 4 * i)
      break;
    s[i] = 1;
  }
  for (int i = 0; i < n; ++i) {
    Guard g(s + 4 * t);
    if (i == 5)
      continue;
    Guard h(s + 8 * t);
    if (t < 3)
      return;
  }
  {
    Guard g(s + 16 * t);
    if (t < 16)
      return;
    s[t] = 1;
  }
  s[2 * t] = 2;
}
__device__ int leave(int *s, int t, int how) {
  Guard a(s + 2 * t);
  for (int i = 0; i < 3; ++i) {
    Guard b(s + 3 * t + i);
    switch (how) {
    case 0:
      return 1;
    case 1: {
      Guard c(s + 4 * t);
      break;
    }
    case 2: {
      Guard d(s + 5 * t);
      continue;
    }
    default:
      Guard e(s + 6 * t);
      if (i == 1)
        return 2;
    }
    Guard f(s + 7 * t);
    if (how == 1 && i == 1)
      break;
  }
  Guard g(s + 8 * t);
  return 3;
}
__global__ void __launch_bounds__(32) leaving(int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  out[t] = leave(s, t, 0) + leave(s, t, 1) + leave(s, t, 2) + leave(s, t, 3) +
           leave(s, t, t & 3);
}
__global__ void __launch_bounds__(32) moves(int *out, int n) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  Guard g(s + t);
  for (int i = 0; i < 2; ++i) {
    if (out[i]) {
      g.p = s + 2 * t;
      return;
    }
  }
  g.p = s + 4 * t;
}
__device__ int early(int *s, int *out) {
  Guard g(s + threadIdx.x);
  if (threadIdx.x < 4) {
    g.p += 32;
    return 1;
  }
  if (out[threadIdx.x]) {
    g.p = s + 4 * threadIdx.x;
    return 2;
  }
  g.p = s + 8 * threadIdx.x;
  return 3;
}
__global__ void __launch_bounds__(32) nested(int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  s[early(s, out) * t] = 1;
}
struct Base {
  int *p;
  __device__ Base(int *q) : p(q) {}
  __device__ ~Base() { p[0] = 1; }
};
struct Pair : Base {
  Guard a, b;
  __device__ Pair(int *q)
      : Base(q), a(q + threadIdx.x), b(q + 3 * threadIdx.x) {}
};
struct Deep : Pair {
  __device__ Deep(int *q) : Pair(q) {}
  __device__ ~Deep() { p[1] = 1; }
};
struct Virtual : virtual Base {
  __device__ Virtual(int *q) : Base(q) {}
};
struct Both : Virtual {
  Guard g;
  __device__ Both(int *q) : Base(q), Virtual(q), g(q + 2 * threadIdx.x) {}
};
struct Two {
  Guard a, b;
};
__global__ void __launch_bounds__(32) parts(int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  {
    Deep d(s + 2 * t);
  }
  {
    Guard a[2] = {Guard(s + t), Guard(s + 4 * t)};
  }
  Both v(s + 8 * t);
  auto [a, b] = Two{Guard(s + 16 * t), Guard(s + t)};
  s[(a.p - s) / 2] = 1;
}
struct Tree {
  Guard left, right;
  Tree(const Tree &) = default;
  __device__ Tree(int *s) : left(s), right(s + threadIdx.x) {}
};
struct Named : Tree {
  using Tree::Tree;
  Guard own = Guard(nullptr);
  __device__ ~Named() {
    left.p[2] = 1;
    own.p = left.p + 3;
  }
};
union Any {
  Guard g;
  int n;
  __device__ Any() : n(0) {}
  __device__ ~Any() {}
};
__global__ void __launch_bounds__(32) members(int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  Named n(s + t);
  {
    Tree a(s + 2 * t);
    Tree b = a;
    Tree c[2] = {a, b};
  }
  Any any;
  new (&any.g) Guard(s + 4 * t);
  any.g.~Guard();
  auto whole = [t = Tree(s + 8 * t)] { return t.left.get(); };
  auto copy = whole;
  out[t] = copy();
}
__global__ void __launch_bounds__(32) lambdas(int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  Guard g(s + t);
  {
    auto f = [g, h = Guard(s + 4 * t)] { return h.get(); };
    out[t] = f();
  }
  [g] { g.p[1] = 1; }();
}
struct Self {
  int *p, n;
  __device__ Self(int *p, int n) : p(p), n(n) {}
  __device__ ~Self() {
    Guard g(p);
    if (n > 2)
      return;
    p[threadIdx.x * n] = 3;
  }
};
__global__ void __launch_bounds__(32) inside(int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  Self a(s, 1), b(s + 1, 2), c(s + 2, 3);
  for (Self x : {Self(s + 3, 1), Self(s + 4, 2)})
    s[x.n] = 1;
  Self many[3] = {{s, 1}, {s, 2}, {s + t, 3}};
}
struct V {
  int *p;
  __device__ V(int *p) : p(p) {}
  __device__ virtual int factor() const { return 1; }
  __device__ virtual ~V() { p[factor() * threadIdx.x] = 1; }
};
struct W final : V {
  __device__ W(int *p) : V(p) {}
  __device__ int factor() const override { return 2; }
  __device__ ~W() override { p[3 * threadIdx.x] = 1; }
};
__global__ void __launch_bounds__(32) virtuals(int *out) {
  __shared__ int s[8192];
  {
    W w(s);
  }
}
__global__ void __launch_bounds__(32) explicitly(int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  alignas(8) char local[sizeof(Deep)];
  Deep *d = new (local) Deep(s + t);
  s[2 * t] = 1;
  d->~Deep();
  int x = 3;
  using Int = int;
  (&x)->~Int();
}
template <typename T> struct Box {
  union {
    T value;
    char none;
  };
  bool full;
  __device__ Box() : none(0), full(false) {}
  __device__ Box(const T &v) : value(v), full(true) {}
  __device__ ~Box() {
    if (full)
      value.~T();
  }
};
__global__ void __launch_bounds__(32) boxes(int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  Box<Guard> a{Guard(s + 2 * t)};
  Box<Guard> b;
  Box<int> c(3);
  s[c.value * t] = 1;
}
struct Restore {
  int &r;
  int old;
  __device__ Restore(int &x) : r(x), old(x) {}
  __device__ ~Restore() { r = old; }
  __device__ int twice() const { return 2 * old; }
};
__global__ void __launch_bounds__(32) restores(int *out, int n) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  int i = 1;
  for (int k = 0; k < 3; ++k) {
    Restore r(i);
    i = 32;
    if (out[k] > n)
      break;
    i = 16;
    s[i * t] = 1;
  }
  s[i * t] = 3;
  int j = 2;
  out[t] = out[t + 32] ? Restore(j).twice() : (j = 4);
  s[j * t] = 5;
  int k = 2;
  {
    Restore r(k);
    k = 8;
  }
  s[k * t] = 7;
}
template <typename F> struct Defer {
  F f;
  __device__ Defer(F f) : f(f) {}
  __device__ ~Defer() { f(); }
};
__global__ void __launch_bounds__(32) deferred(int *out, int n) {
  __shared__ int s[8192];
  int t = threadIdx.x, k = 1;
  Defer last([&] { s[k * t] = 1; });
  for (int i = 0; i < 2; ++i) {
    Defer each([&, i] {
      s[(i + 2) * t] = 2;
      k += 1;
    });
    if (i == 0)
      continue;
    k += 2;
  }
  {
    Defer outer([=, &k] { k = 16; });
    s[k * t] = 3;
  }
  s[k * t] = 4;
  if (t < 8)
    return;
  k = 32;
}
__global__ void __launch_bounds__(32) unknownDefers(int *out, int n) {
  __shared__ int s[8192];
  int t = threadIdx.x, k = 1;
  {
    Defer undo([&] { k = 4; });
    k = 2;
    if (out[t] > n)
      return;
    s[k * t] = 1;
  }
  s[k * t] = 1;
  for (int i = 0; i < n; ++i) {
    Defer undo([&] { k = 8; });
    if (out[i] == t)
      break;
    k = 16;
  }
  s[k * t] = 2;
}

// CHECK: {{^}}1 sources, 34 kernels
// CHECK: {{^}}0 differ where banklint is exact, 0 otherwise
