// REQUIRES: oracle
// RUN: %oracle %s | FileCheck %s

// Functions that only compute are not walked again where they are given the
// same. What they are given is more than their arguments show.

__device__ int first(const int *p) { return p[0]; }
__device__ int &place(int *p, int i) { return p[i]; }
__device__ int through(int *p) { return place(p, 0); }
__device__ int whole(const int &x) { return x; }
__device__ int &second(int &, int &b) { return b; }
__device__ int twice(int x) { return 2 * x; }
__device__ int counter = 3;
__device__ int global() { return counter; }

__global__ void __launch_bounds__(32) pointees(int *out) {
  __shared__ int s[4096];
  int t = threadIdx.x, a[2] = {1, 0};
  s[first(a) * t] = 1;
  a[0] = 2;
  s[first(a) * t] = 1;
  s[through(a) * t] = 1;
  a[0] = 4;
  s[through(a) * t] = 1;
  s[whole(a[0]) * t] = 1;
  a[0] = 8;
  s[whole(a[0]) * t] = 1;
}
__global__ void __launch_bounds__(32) references(int *out) {
  __shared__ int s[4096];
  int t = threadIdx.x, x = 1, y = 1, z = 1;
  second(x, x) = 2;
  x = 1;
  second(y, z) = 4;
  s[x * t] = 1;
  s[y * t] = 1;
  s[z * t] = 1;
  second(x, x) = 8;
  s[x * t] = 1;
  second(s[t], s[32 * t]) = 1;
  second(s[t], s[16 * t]) = 1;
  second(s[t], s[16 * t]) = 1;
}
__global__ void __launch_bounds__(32) lanes(int *out) {
  __shared__ int s[4096];
  int t = threadIdx.x, k = 0;
  if (t < 8)
    k = twice(t);
  s[k] = 1;
  s[twice(t)] = 1;
  if (t >= 8)
    k = twice(t);
  s[32 * k] = 1;
}
struct Counted {
  int n = 0;
  __device__ int next() { return ++n; }
  __device__ int now() const { return n; }
};
__global__ void __launch_bounds__(32) state(int *out) {
  __shared__ int s[4096];
  int t = threadIdx.x;
  Counted c;
  s[c.next() * t] = 1;
  s[c.next() * t] = 1;
  s[c.now() * t] = 1;
  c.n = 16;
  s[c.now() * t] = 1;
  int n = 0;
  auto next = [&] { return ++n; };
  auto now = [&] { return n; };
  auto copy = [n] { return n; };
  s[next() * t] = 1;
  s[next() * t] = 1;
  s[now() * t] = 1;
  n = 8;
  s[now() * t] = 1;
  s[copy() * t] = 1;
}
struct Nothing {};
struct Log {
  __device__ Log(int &x) { ++x; }
};
__device__ Nothing put(int *p) {
  *p = 1;
  return {};
}
__device__ Nothing look(const int &) { return {}; }
struct Put {
  __device__ Nothing operator()(int *p) const { return put(p); }
  __device__ Put operator+(int &x) const {
    x += 4;
    return {};
  }
};
__device__ void take(Nothing) {}
__global__ void __launch_bounds__(32) nothing(int *out) {
  __shared__ int s[4096];
  int t = threadIdx.x, x = 1;
  Log a(x);
  s[x * t] = 1;
  Nothing n = put(s + t);
  n = Put()(s + 2 * t);
  take(put(s + 4 * t));
  Put p = Put() + x;
  s[x * t] = 1;
  look(s[8 * t]);
  (void)p;
}
struct View {
  int &r;
  __device__ int get() const { return r; }
};
__global__ void __launch_bounds__(32) members(int *out) {
  __shared__ int s[4096];
  int t = threadIdx.x, x = 1;
  s[t] = t;
  s[32 * t] = t;
  View shared{s[t]}, own{x};
  int sum = shared.get() + shared.get() + whole(s[32 * t]) + whole(s[32 * t]);
  s[own.get() * t] = 1;
  x = 4;
  s[own.get() * t] = 1;
  out[t] = sum;
}
struct Pair {
  int a, b;
};
__device__ Pair swapped(Pair p) { return {p.b, p.a}; }
__device__ const int &larger(const Pair &p) { return p.a < p.b ? p.b : p.a; }
__global__ void __launch_bounds__(32) parts(int *out, int n) {
  __shared__ int s[4096];
  int t = threadIdx.x;
  Pair p = {1, 2}, q = p;
  for (int i = 0; i < 3; ++i) {
    p = swapped(p);
    s[p.a * t] = 1;
    s[larger(p) * t] = 1;
  }
  q.a = 8;
  s[larger(q) * t] = 1;
  q = p;
  s[larger(q) * t] = 1;
  s[swapped(swapped(q)).a * t] = 1;
}
__global__ void __launch_bounds__(32) registers(int *out) {
  __shared__ int s[4096];
  int t = threadIdx.x, x = global();
  counter = 5;
  s[t + (global() & 0)] = x;
  s[twice(threadIdx.x)] = 1;
  asm("mov.u32 %0, 7;" : "=r"(x));
  s[twice(x) * t] = 1;
}

// CHECK: {{^}}1 sources, 16 kernels and blocks, 42 sites, 200 requests compared
// CHECK-NEXT: {{^}}0 differ where banklint is exact, 0 otherwise
