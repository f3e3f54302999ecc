// REQUIRES: oracle
// RUN: %oracle --flags=-std=c++26 %s | FileCheck %s

// Lists in braces and in parentheses, vectors, complex numbers, bit-fields,
// unions.

__global__ void __launch_bounds__(32) stmtExpr(int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  int i = ({
    int k = 4;
    k += 4;
    k *t;
  });
  s[i] = 1;
  ({ s[16 * t] = 2; });
}
struct P {
  int a, b, c;
};
struct Q {
  P p;
  int d[3];
};
__global__ void __launch_bounds__(32) designated(int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  P p = {.a = 2, .c = 8};
  s[p.a * t] = 1;
  s[p.c * t] = 1;
  s[p.b + t] = 1;
  Q q = {.p = {.b = 4}, .d = {1, 2}};
  s[q.p.b * t] = 1;
  s[q.d[1] * t + q.d[2]] = 1;
}
__global__ void __launch_bounds__(32) parenAggregate(int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  P p(2, 4, 8);
  s[p.a * t] = 1;
  s[p.c * t] = 1;
  int a[3](1, 2, 16);
  s[a[2] * t] = 1;
  P q(16);
  s[q.a * t + q.b] = 1;
}
__global__ void __launch_bounds__(32) arrayInitLoop(int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  int a[3] = {1, 2, 8};
  auto f = [a, t](int i) { return a[i] * t; };
  s[f(2)] = 1;
  auto [x, y, z] = a;
  s[z * t] = 1;
  auto &[x2, y2, z2] = a;
  y2 = 16;
  s[a[1] * t] = 1;
}
__global__ void __launch_bounds__(32) compoundLiteral(int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  P p = (P){4, 8, 16};
  s[p.b * t] = 1;
  int k = ((P){4, 8, 16}).c;
  s[k * t] = 1;
  const P &r = (P){1, 2, 4};
  s[r.c * t] = 1;
  int *q = (int[]){1, 2, 32};
  s[q[2] * t] = 1;
  s[(int){16} * t] = 1;
}
typedef int V4 __attribute__((ext_vector_type(4)));
typedef int G4 __attribute__((vector_size(16)));
__global__ void __launch_bounds__(32) vectors(int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  V4 v = {1, 2, 4, 8};
  s[v.w * t] = 1;
  s[v.y * t] = 1;
  v.x = 16;
  s[v.x * t] = 1;
  V4 u = v.wzyx;
  s[u.x * t] = 1;
  V4 w = v + u;
  s[w.y * t] = 1;
  v.xy = v.zw;
  s[v.x * t] = 1;
  s[v[3] * t] = 1;
  V4 h = 8;
  s[h.z * t] = 1;
}
__global__ void __launch_bounds__(32) gnuVectors(int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  G4 v = {1, 2, 4, 8};
  s[v[3] * t] = 1;
  v[2] = 16;
  s[v[2] * t] = 1;
  G4 w = v + v;
  s[w[0] * t] = 1;
  G4 x = v < w;
  s[t + (x[0] & 1)] = 1;
}
__global__ void __launch_bounds__(32) sharedVectors(int *out) {
  __shared__ V4 s[64];
  int t = threadIdx.x;
  V4 v = {t, t, t, t};
  s[t] = v;
  int k = s[2 * t].y;
  s[t].xy = v.zw;
  out[t] = k;
}
__global__ void __launch_bounds__(32) complexNumbers(int *out) {
  __shared__ int s[8192];
  __shared__ float f[256];
  int t = threadIdx.x;
  _Complex int c = 4;
  __imag__ c = 8;
  s[__imag__ c * t] = 1;
  s[__real__ c * t] = 1;
  _Complex int d = c + c;
  s[__imag__ d * t] = 1;
}
__global__ void __launch_bounds__(32) sharedComplex(float *out) {
  __shared__ _Complex float f[256];
  int t = threadIdx.x;
  f[t] = 1.0f;
  float r = __real__ f[2 * t];
  float i = __imag__ f[4 * t];
  __imag__ f[t] = r + i;
  _Complex float z = f[t];
  out[t] = __real__ z;
}
struct B {
  int lo : 5;
  unsigned hi : 7;
  int : 4;
  int z;
};
__global__ void __launch_bounds__(32) bitFields(int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  B b{3, 100, 2};
  s[b.lo * t] = 1;
  s[(b.hi & 15) * t] = 1;
  b.lo = 17;
  s[(b.lo + 16) * t] = 1;
  b.hi += 30;
  s[b.hi * t] = 1;
  s[b.z * t] = 1;
  const auto &r = b.lo;
  s[(r + 17) * t] = 1;
  auto [l, h, z] = b;
  s[(h + 2) * t] = 1;
}
union U {
  int i;
  float f;
  unsigned char c[4];
  struct {
    short a, b;
  };
};
__global__ void __launch_bounds__(32) unions(int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  U u;
  u.i = 0x00040002;
  s[u.i & 31 * t] = 1;
  s[u.a * t] = 1;
  s[u.b * t] = 1;
  s[u.c[2] * t] = 1;
  u.f = 1.0f;
  s[(u.i >> 28) + t] = 1;
  U w{.f = 2.0f};
  s[w.i >> 28] = 1;
  u.c[0] = 8;
  u.c[1] = 0;
  u.c[2] = 0;
  u.c[3] = 0;
  s[u.i * t] = 1;
}
struct Anon {
  int a;
  union {
    int x;
    float y;
  };
  struct {
    int m, n;
  };
};
__global__ void __launch_bounds__(32) anonymous(int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  Anon v{1, {.x = 4}, {8, 16}};
  s[v.x * t] = 1;
  s[v.n * t] = 1;
  v.n = 2;
  s[v.n * t] = 1;
  v.x = 32;
  s[v.x * t] = 1;
}

// CHECK: {{^}}0 differ where banklint is exact, 0 otherwise
