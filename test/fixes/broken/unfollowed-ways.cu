// An address goes on in more ways than can be listed: what is not known to keep
// to the rows of the array is a reason for no fix. Each kernel reads rows of 32
// floats by an address that has taken such a way.

#include "host.h"

typedef const float (*Rows)[32];

__global__ void unaryPlus(const float *in, float *out) {
  __shared__ float t[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  t[y][x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = t[x][y] + reinterpret_cast<Rows>(+t[0])[y][x]; // none: it is used in a way that banklint does not follow
}

__global__ void extension(const float *in, float *out) {
  __shared__ float t[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  t[y][x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = t[x][y] + reinterpret_cast<Rows>(__extension__ t[0])[y][x]; // none: it is used in a way that banklint does not follow
}

__global__ void statementExpression(const float *in, float *out) {
  __shared__ float t[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  t[y][x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = t[x][y] + ((Rows)({ float *q = &t[0][0]; q; }))[y][x]; // none: it is used in a way that banklint does not follow
}

__global__ void valueOfAssignment(const float *in, float *out) {
  __shared__ float t[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  t[y][x] = in[y * 32 + x];
  __syncthreads();
  float *q;
  out[y * 32 + x] = t[x][y] + reinterpret_cast<Rows>(q = t[0])[y][x]; // none: it is also accessed as an array of another shape
}

__global__ void elementAssigned(const float *in, float *out) {
  __shared__ float t[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  t[y][x] = in[y * 32 + x];
  __syncthreads();
  auto p = reinterpret_cast<Rows>(&(t[0][0] += 0));
  out[y * 32 + x] = t[x][y] + p[y][x]; // none: it is also accessed as an array of another shape
}

__global__ void bits(const float *in, float *out) {
  __shared__ float t[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  t[y][x] = in[y * 32 + x];
  __syncthreads();
  auto p = (Rows)__builtin_bit_cast(unsigned long, &t[0][0]);
  out[y * 32 + x] = t[x][y] + p[y][x]; // none: it is used in a way that banklint does not follow
}

struct View {
  const float *p;
  int n;
  __device__ View(const float *p, int n) : p(p), n(n) {}
};
struct Inheriting : View {
  using View::View;
};
__global__ void inheritedConstructor(const float *in, float *out) {
  __shared__ float t[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  t[y][x] = in[y * 32 + x];
  __syncthreads();
  Inheriting v(t[0], 32);
  out[y * 32 + x] = t[x][y] + reinterpret_cast<Rows>(v.p)[y][x]; // none: it is also accessed as an array of another shape
}

// Members are read without their names.
struct Plain { const float *p; };
struct AsRows { Rows rows; };
__global__ void objectAsOther(const float *in, float *out) {
  __shared__ float t[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  t[y][x] = in[y * 32 + x];
  __syncthreads();
  Plain a{&t[0][0]};
  out[y * 32 + x] = t[x][y] + reinterpret_cast<AsRows &>(a).rows[y][x]; // none: 'p', which points into it, may also be read without its name
}

struct Copied { const float *p; };
__global__ void copiedBytes(const float *in, float *out) {
  __shared__ float t[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  t[y][x] = in[y * 32 + x];
  __syncthreads();
  Copied a{&t[0][0]};
  AsRows b;
  memcpy(&b, &a, sizeof(b));
  out[y * 32 + x] = t[x][y] + b.rows[y][x]; // none: 'p', which points into it, may also be read without its name
}

struct Bound { const float *p; int n; };
__global__ void structuredBinding(const float *in, float *out) {
  __shared__ float t[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  t[y][x] = in[y * 32 + x];
  __syncthreads();
  Bound a{&t[0][0], 32};
  auto [p, n] = a;
  out[y * 32 + x] = t[x][y] + reinterpret_cast<Rows>(p)[y][x]; // none: 'p', which points into it, may also be read without its name
}

__global__ void closure(const float *in, float *out) {
  __shared__ float t[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  t[y][x] = in[y * 32 + x];
  __syncthreads();
  const float *p = t[0];
  auto f = [p] { return p; };
  AsRows &b = reinterpret_cast<AsRows &>(f);
  out[y * 32 + x] = t[x][y] + b.rows[y][x]; // none: it is used in a way that banklint does not follow
}

// Elements of a class give their own address.
struct Pair {
  float a, b;
  __device__ const Pair *self() const { return this; }
};
__global__ void method(const float *in, float *out) {
  __shared__ Pair t[32][16];
  int x = threadIdx.x, y = threadIdx.y;
  t[y][x].a = in[y * 32 + x]; // none: it is also accessed as an array of another shape
  __syncthreads();
  auto p = reinterpret_cast<Rows>(t[0][0].self());
  out[y * 32 + x] = t[x * 2][y].a + p[y][x]; // none: it is also accessed as an array of another shape
}

__global__ void movedByAssembly(const float *in, float *out) {
  __shared__ float t[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  t[y][x] = in[y * 32 + x];
  __syncthreads();
  Rows rows; asm("mov.u64 %0, %1;" : "=l"(rows) : "l"(&t[0][0]));
  out[y * 32 + x] = t[x][y] + rows[y][x]; // none: the type of 'rows' repeats the length of its rows
}

__global__ void maskedByAssembly(const float *in, float *out) {
  __shared__ float t[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  t[y][x] = in[y * 32 + x];
  __syncthreads();
  unsigned long low;
  asm("and.b64 %0, %1, 255;" : "=l"(low) : "l"(&t[1][0]));
  out[y * 32 + x] = t[x][y] + low; // none: its address is converted to an integer
}

// Of these ways, all is known.
__global__ void convertedByAssembly(const float *in, float *out) {
  __shared__ float t[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  unsigned address;
  asm("{ .reg .u64 a; cvta.to.shared.u64 a, %1; cvt.u32.u64 %0, a; }"
      : "=r"(address)
      : "l"(&t[y][x]));
  asm volatile("st.shared.f32 [%0], %1;" ::"r"(address), "f"(in[y * 32 + x]));
  __syncthreads();
  float *last = nullptr;
  if (y == 3) t[y][x] *= 2, last = &(t[y][x] = 3);
  if (last) *last += 1;
  out[y * 32 + x] = t[x][y]; // safe
}

template <class T> __device__ void swapThem(T &a, T &b) {
  T c = a;
  a = b;
  b = c;
}
struct Complex {
  float re, im;
  __device__ Complex &operator+=(const Complex &o) {
    re += o.re;
    im += o.im;
    return *this;
  }
  __device__ float norm() const { return re * re + im * im; } // safe
};
// Rows of 32 pairs: 64 words, all lanes in two banks.
__global__ void ofAClass(const Complex *in, float *out) {
  __shared__ Complex t[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  t[y][x] = in[y * 32 + x];
  t[y][x] += in[x];
  __syncthreads();
  out[y * 32 + x] = t[x][y].norm();
}

int main() {
  dim3 whole(32, 32);
  run<float>("unaryPlus", [&](auto i, auto o) { unaryPlus<<<1, whole>>>(i, o); });
  run<float>("extension", [&](auto i, auto o) { extension<<<1, whole>>>(i, o); });
  run<float>("statementExpression", [&](auto i, auto o) { statementExpression<<<1, whole>>>(i, o); });
  run<float>("valueOfAssignment", [&](auto i, auto o) { valueOfAssignment<<<1, whole>>>(i, o); });
  run<float>("elementAssigned", [&](auto i, auto o) { elementAssigned<<<1, whole>>>(i, o); });
  run<float>("bits", [&](auto i, auto o) { bits<<<1, whole>>>(i, o); });
  run<float>("inheritedConstructor", [&](auto i, auto o) { inheritedConstructor<<<1, whole>>>(i, o); });
  run<float>("objectAsOther", [&](auto i, auto o) { objectAsOther<<<1, whole>>>(i, o); });
  run<float>("copiedBytes", [&](auto i, auto o) { copiedBytes<<<1, whole>>>(i, o); });
  run<float>("structuredBinding", [&](auto i, auto o) { structuredBinding<<<1, whole>>>(i, o); });
  run<float>("closure", [&](auto i, auto o) { closure<<<1, whole>>>(i, o); });
  run<float>("method", [&](auto i, auto o) { method<<<1, dim3(16, 16)>>>(i, o); });
  run<float>("movedByAssembly", [&](auto i, auto o) { movedByAssembly<<<1, whole>>>(i, o); });
  run<float>("maskedByAssembly", [&](auto i, auto o) { maskedByAssembly<<<1, whole>>>(i, o); });
  run<float>("convertedByAssembly", [&](auto i, auto o) { convertedByAssembly<<<1, whole>>>(i, o); });
  run<float>("ofAClass", [&](auto i, auto o) {
    ofAClass<<<1, whole>>>(reinterpret_cast<const Complex *>(i), o);
  });
}
