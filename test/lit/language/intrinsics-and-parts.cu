// REQUIRES: oracle
// RUN: %oracle --flags=-std=c++26 %s | FileCheck %s

// Intrinsics at their limits, fillers of arrays, casts to derived classes,
// numbers that are read in parts, destructors, literals, arguments of
// templates.

__global__ void __launch_bounds__(32) mul24(int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  s[__mul24(0x1000004, t)] = 1;
  s[__umul24(0xff000008u, t)] = 1;
  s[__mul24(0x800000, t) / -0x100000] = 1;
  s[__mul24(16, t)] = 1;
}
__global__ void __launch_bounds__(32) shuffles(int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  s[32 * __shfl_xor_sync(~0u, t, 20, 16)] = 1;
  s[32 * __shfl_xor_sync(~0u, t, 8, 8)] = 1;
  s[32 * __shfl_xor_sync(~0u, t, 3, 8)] = 1;
  s[32 * __shfl_up_sync(~0u, t, 3, 8)] = 1;
  s[32 * __shfl_down_sync(~0u, t, 3, 16)] = 1;
  s[32 * __shfl_sync(~0u, t, 3, 8)] = 1;
  s[32 * __shfl_xor_sync(~0u, t, 1)] = 1;
}
__global__ void __launch_bounds__(32) votes(int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  unsigned b = __ballot_sync(~0u, t < 4);
  s[b * t] = 1;
  s[__popc(b) * t] = 1;
}
__global__ void __launch_bounds__(32) results(int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  int k = __syncthreads_count(t < 4);
  s[k * t] = 1;
  int m = printf("%d", t);
  s[m & 31] = 1;
}
struct A {
  int k = 4;
  int m = 8;
};
__global__ void __launch_bounds__(32) fillers(int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  A a[3] = {};
  s[a[1].k * t] = 1;
  s[a[2].m * t] = 1;
  A b[3] = {{1, 2}};
  s[b[0].m * t] = 1;
  s[b[2].m * t] = 1;
  int c[4] = {3};
  s[c[3] + t] = 1;
  A d[2][2] = {{{2, 4}}, {}};
  s[d[1][1].m * t] = 1;
  s[d[0][0].m * t] = 1;
}
struct L1 {
  int x = 1;
};
struct L2 {
  int y = 2;
  __device__ int off() { return y; }
};
struct LL : L1, L2 {
  int z = 16;
};
__global__ void __launch_bounds__(32) downcasts(int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  LL o;
  L2 *p = &o;
  s[static_cast<LL *>(p)->z * t] = 1;
  L2 &r = o;
  s[static_cast<LL &>(r).z * t] = 1;
  int L2::*y = &L2::y;
  int LL::*w = y;
  s[o.*w * t] = 1;
  int (L2::*f)() = &L2::off;
  s[(o.*f)() * t] = 1;
}
__global__ void __launch_bounds__(32) bytes(int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  int x = 0x04080210;
  char *c = reinterpret_cast<char *>(&x);
  s[c[0] * t] = 1;
  s[c[2] * t] = 1;
  c[1] = 1;
  s[(x & 0xff) * t] = 1;
  s[c[1] * t] = 1;
  long long w = 0x0000001000000008ll;
  int2 v = reinterpret_cast<int2 &>(w);
  s[v.x * t] = 1;
  s[v.y * t] = 1;
  int2 q = make_int2(2, 4);
  long long z = reinterpret_cast<long long &>(q);
  s[(int)z * t] = 1;
  s[(int)(z >> 32) * t] = 1;
  float f = 2.0f;
  s[(__float_as_int(f) >> 28) * t] = 1;
  unsigned short h[2] = {2, 16};
  unsigned u = *(unsigned *)h;
  s[(u >> 16) * t] = 1;
  h[1] = 8;
  s[h[1] * t] = 1;
}
struct Guard {
  int *p;
  __device__ Guard(int *q) : p(q) {}
  __device__ ~Guard() { p[0] = 2; }
};
__global__ void __launch_bounds__(32) destructors(int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  {
    Guard g(s + 32 * t);
    s[t] = 1;
  }
  s[2 * t] = 1;
}
struct Big {
  int a[4];
};
__device__ Big makeBig(int t) { return {t, 2 * t, 4 * t, 8 * t}; }
__global__ void __launch_bounds__(32) returned(int *out) {
  __shared__ int s[8192];
  __shared__ Big b[64];
  int t = threadIdx.x;
  s[makeBig(t).a[3]] = 1;
  b[t] = makeBig(t);
  b[t] = {1, 2};
  const Big &r = makeBig(t);
  s[r.a[2]] = 1;
}
constexpr int operator""_k(unsigned long long n) { return 4 * n; }
struct W {
  int v;
};
constexpr __device__ W operator""_w(unsigned long long n) { return {int(n)}; }
__global__ void __launch_bounds__(32) literals(int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  s[4_k * t] = 1;
  auto w = 8_w;
  s[w.v * t] = 1;
  s[(16_w).v * t] = 1;
}
template <W w> __device__ int get(int t) { return w.v * t; }
template <auto V> __device__ int val(int t) { return V * t; }
template <int *P> __device__ void through(int t) { P[t * 32] = 1; }
__shared__ int g_s[1024];
__global__ void __launch_bounds__(32) params(int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  s[get<W{16}>(t)] = 1;
  s[val<8>(t)] = 1;
  g_s[t * 2] = 1;
}

// CHECK: {{^}}0 differ where banklint is exact, 0 otherwise
