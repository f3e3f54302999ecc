// REQUIRES: oracle
// RUN: %oracle --flags=-std=c++26 %s | FileCheck %s

// Lambdas, pointers to functions, arrays, builtin functions, literals.

template <class F> __device__ void apply(F f, int n) {
  for (int i = 0; i < n; ++i)
    f(i);
}
__global__ void __launch_bounds__(32) lambdas(int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  int k = 2;
  auto byRef = [&](int i) { s[k * i * t] = 1; };
  k = 4;
  byRef(2);
  auto byCopy = [=](int i) { s[k * i * t] = 1; };
  k = 8;
  byCopy(1);
  auto init = [t, p = &s[t], m = 2 * k](int i) { p[m * t + i] = 1; };
  init(0);
  auto mut = [n = 1]() mutable { return n *= 2; };
  mut();
  mut();
  s[mut() * t] = 1;
  apply([&](int i) { s[32 * t + i] = 1; }, 2);
  auto gen = [&]<int N>(auto x) { s[N * x] = 1; };
  gen.operator()<16>(t);
  int (*fp)(int) = [](int x) { return 8 * x; };
  s[fp(t)] = 1;
}
struct Obj {
  int *p;
  int k;
  __device__ void go(int t) {
    auto f = [this, t] { p[k * t] = 1; };
    f();
    auto g = [*this, t] { p[2 * k * t] = 1; };
    k = 9;
    g();
  }
};
__global__ void __launch_bounds__(32) captureThis(int *out) {
  __shared__ int s[8192];
  Obj o{s, 4};
  o.go(threadIdx.x);
}
__device__ int twice(int x) { return 2 * x; }
__device__ int eight(int x) { return 8 * x; }
__global__ void __launch_bounds__(32) functionPointers(int n, int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  int (*f)(int) = eight;
  s[f(t)] = 1;
  s[(*f)(t)] = 1;
  int (*table[2])(int) = {twice, eight};
  s[table[1](t)] = 1;
  int (*g)(int) = t < 16 ? twice : eight;
  s[g(t)] = 1;
  int (&r)(int) = eight;
  s[r(t)] = 1;
  int (*h)(int) = n > 3 ? twice : eight;
  s[h(t)] = 1;
}
__global__ void __launch_bounds__(32) vla(int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  int arr[2][3] = {{1, 2, 4}, {8, 16, 32}};
  int (*row)[3] = arr + 1;
  s[(*row)[2] * t] = 1;
  s[row[-1][1] * t] = 1;
  int *flat = &arr[0][0];
  s[flat[4] * t] = 1;
  s[1 [arr[1]] * t] = 1;
}
struct Flex {
  int n;
  int d[];
};
__global__ void __launch_bounds__(32) flexible(int *out) {
  __shared__ int raw[1024];
  int t = threadIdx.x;
  Flex *f = (Flex *)raw;
  f->d[32 * t % 512] = 1;
  f->n = 3;
}
__global__ void __launch_bounds__(32) statics(int *out) {
  static __shared__ int s[8192];
  static const int k[3] = {1, 8, 16};
  static constexpr int w = 4;
  int t = threadIdx.x;
  s[k[1] * t] = 1;
  s[w * t] = 1;
}
__global__ void __launch_bounds__(32) uninit(int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  int k;
  if (t == 99)
    k = 1;
  s[(k & 0) + t] = 1;
}
__global__ void __launch_bounds__(32) builtins(int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  s[__builtin_popcount(0xff) * t] = 1;
  s[__builtin_ctz(16) * t] = 1;
  s[__builtin_clz(1 << 27) * t] = 1;
  s[__builtin_expect(t, 1) * 8] = 1;
  s[__builtin_constant_p(t) * t] = 1;
  int r;
  bool o = __builtin_add_overflow(t, 5, &r);
  s[16 * r + o] = 1;
  o = __builtin_mul_overflow(t, 4, &r);
  s[r] = 1;
  int *q = (int *)__builtin_assume_aligned(s, 16);
  q[32 * t] = 1;
  s[__builtin_bswap32(t << 24) * 8] = 1;
  s[__builtin_abs(-8) * t] = 1;
  s[__builtin_choose_expr(1, 8, 2) * t] = 1;
  int *l = __builtin_launder(&s[2 * t]);
  *l = 1;
  int *ad = __builtin_addressof(s[16 * t]);
  *ad = 1;
  float f = __builtin_bit_cast(float, t);
  s[__builtin_bit_cast(int, f) * 2] = 1;
  s[__builtin_offsetof(Flex, d) * t] = 1;
  s[__builtin_parity(7) * 32 * t] = 1;
  s[__builtin_ffs(8) * t] = 1;
  s[__builtin_rotateleft32(1, 4) * t] = 1;
  s[__builtin_bitreverse32(1u << 28) * t] = 1;
  s[__builtin_isnan(1.0f) + 32 * t] = 1;
}
enum E { E1 = 4 };
enum class EC : unsigned { K = 16 };
__global__ void __launch_bounds__(32) misc(int *out) {
  using enum EC;
  __shared__ int s[8192];
  int t = threadIdx.x;
  s[E1 * t] = 1;
  s[(unsigned)K * t] = 1;
  s[sizeof(int[8]) * t] = 1;
  s['\x08' * t] = 1;
  s[true * t] = 1;
  s[int() + 2 * t] = 1;
  int z{};
  s[z + t] = 1;
  s["\x01\x10"[1] * t] = 1;
  const char *str = "ab\x20";
  s[str[2] * t] = 1;
  char buf[] = "\x01\x08";
  s[buf[1] * t] = 1;
  s[_Generic(t, int: 8, default: 1) * t] = 1;
  s[alignof(double) * t] = 1;
  s[noexcept(t) * 4 * t] = 1;
  s[(0 ?: 8) * t] = 1;
  int i = (t, 4);
  s[i * t] = 1;
  (t < 16 ? i : z) = 8;
  s[i * t] = 1;
  int &ri = ++i;
  s[ri * t] = 1;
  s[(i += 3, i) * t] = 1;

  unsigned long long b = 0x8ull << 32;
  s[(b >> 32) * t] = 1;
  __int128 w = 16;
  s[(int)w * t] = 1;
  auto [p, q] = (int2){4, 8};
  s[q * t] = 1;
}
__device__ void capture(int (&items)[64], const int &a, int b, int *s) {
  auto at = [&](int q) { return &items[(a * q + b) & 63]; };
  *at(2) = 1;
  s[a * *&b] = 1;
  auto copy = [=](int q) { s[a * q + b] = 1; };
  copy(4);
}
__global__ void __launch_bounds__(32) references(int *out) {
  __shared__ int s[8192], items[64];
  int t = threadIdx.x;
  capture(items, t, t & 1, s);
}

// CHECK: {{^}}0 differ where banklint is exact, 0 otherwise
