// Casts and declarations that repeat the type or the extents of the array.

#include "host.h"
#include <type_traits>

__global__ void castToRows(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  auto rows = reinterpret_cast<float (*)[32]>(&s[0][0]);
  out[y * 32 + x] = s[x][y] + rows[31 - y][x]; // none: an array of another shape
}

__global__ void autoReference(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  auto &all = s;
  out[y * 32 + x] = all[x][y] + all[31 - y][x]; // safe
}

__global__ void rowByAuto(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  auto &row = s[31 - y];
  out[y * 32 + x] = s[x][y] + row[x]; // safe
}

struct Box {
  float values[32][32];
};
__global__ void boxed(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  const Box &box = reinterpret_cast<const Box &>(s);
  out[y * 32 + x] = s[x][y] + box.values[31 - y][x]; // none: an array of another shape
}

__global__ void boxedThroughVoid(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  const void *raw = s;
  const Box *box = static_cast<const Box *>(raw);
  out[y * 32 + x] = s[x][y] + box->values[31 - y][x]; // none: an array of another shape
}

struct Half {
  float left[16], right[16];
};
__global__ void halfBox(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  const Half *halves = reinterpret_cast<const Half *>(&s[0][0]);
  out[y * 32 + x] = s[x][y] + halves[31 - y].right[x / 2]; // none: an array of another shape
}

template <class T> __device__ int lengthOf(const T &) {
  return std::extent<T>::value;
}
__global__ void deduced(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x][y] + lengthOf(s[y]); // none: instantiated for the length
}

__global__ void genericLambda(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  auto last = [](auto *row) { return (*row)[sizeof(*row) / 4 - 1]; };
  out[y * 32 + x] = s[x][y] + last(&s[31 - y]); // none: instantiated for the length
}

template <class T> struct Holder {
  T *first;
  __device__ Holder(T *first) : first(first) {}
  __device__ auto end() const { return first + 1; }
};
__global__ void classDeduced(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  Holder holder(&s[0]);
  const auto *next = holder.end();
  out[y * 32 + x] =
      s[x][y] + (*next)[x] - float((const char *)next - (const char *)s); // none: distance of two addresses
}

__device__ float chosen(const float (&)[32]) { return 1; }
__device__ float chosen(const float *) { return 2; }
__global__ void overloaded(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x][y] + chosen(s[y]); // none: repeats the length of its rows
}

template <class T> struct Weight {
  static constexpr int Value = 3;
};
template <> struct Weight<float[32]> {
  static constexpr int Value = 5;
};
__global__ void specialized(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x][y] + Weight<std::decay_t<decltype(*s)>>::Value + // none: 'decltype' repeats its type
                    Weight<std::remove_reference_t<decltype(s[y])>>::Value;
}

__global__ void copiedRow(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  auto copy = reinterpret_cast<const Half &>(s[31 - y]);
  out[y * 32 + x] = s[x][y] + copy.left[x / 2]; // none: an array of another shape
}

// A pointer to an element repeats nothing.
__global__ void pointerToElement(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  auto *first = &s[31 - y][0];
  const auto &value = s[31 - y][x];
  out[y * 32 + x] = s[x][y] + first[x] + value; // safe
}

__global__ void boundPieces(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  auto &[a, b, c, d] = reinterpret_cast<float (&)[4]>(s[y][4]);
  out[y * 32 + x] = s[x][y] + a + b + c + d; // none: an array of another shape
}

__global__ void boundRows(const float *in, float *out) {
  int x = threadIdx.x, y = threadIdx.y;
  __shared__ float s[32][32];
  __shared__ float t[2][32];
  s[y][x] = in[y * 32 + x];
  if (y < 2)
    t[y][x] = x;
  __syncthreads();
  auto &[a, b] = t;
  out[y * 32 + x] = s[x][y] + a[x] + b[x]; // safe
}

__global__ void eitherRow(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  const auto &r = x < 16 ? s[y] : s[31 - y];
  out[y * 32 + x] = s[x][y] + r[x]; // unsafe: then takes 2 wavefronts
}

__global__ void castAwayConst(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  auto p = const_cast<const float (*)[32]>(s);
  out[y * 32 + x] = s[x][y] + p[31 - y][x]; // none: an array of another shape
}

__global__ void everyElement(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  float v = 0;
  for (auto f : s[31 - y])
    v = v * 2 + f;
  out[y * 32 + x] = s[x][y] + v; // none: a loop over it visits every element
}

__global__ void alignmentOfRow(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x][y] + alignof(decltype(s[0])) + noexcept(s[0][0]); // none: 'decltype' repeats its type
}

template <class A, class B> __device__ bool same(A &, B &) {
  return std::is_same<A, B>::value;
}
__global__ void sameTypes(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  __shared__ float o[32][32];
  o[y][x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[x][y] + same(s, o) + o[y][31 - x]; // none: instantiated for the length
}

template <class T, int N> struct Grid {
  T v[N][N];
  __device__ T operator()(int r, int c) const { return v[r][c]; }
};
__global__ void boxOfTemplate(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x][y] + (*(Grid<float, 32> *)s)(31 - y, x); // none: an array of another shape
}

struct Row {
  float v[32];
};
__global__ void rowBox(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  Row *r = (Row *)&s[0][0];
  out[y * 32 + x] = s[x][y] + (r + 31 - y)->v[x]; // none: an array of another shape
}

__global__ void rowBoxCopied(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  Row r = *(Row *)&s[31 - y][0];
  out[y * 32 + x] = s[x][y] + r.v[x]; // none: an array of another shape
}

__global__ void rowBoxNext(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  Row &r = *(Row *)s[31 - y];
  Row *q = &r;
  out[y * 32 + x] = s[x][y] + q[y == 31 ? 1 : 0].v[x]; // none: an array of another shape
}

__global__ void rowBoxPair(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  struct Two {
    Row a, b;
  };
  Two &t = *(Two *)s[y & 30];
  out[y * 32 + x] = s[x][y] + t.b.v[x]; // none: an array of another shape
}

__global__ void flatBoxes(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  Row *r = (Row *)s;
  out[y * 32 + x] = s[x * 32 + y] + r[31 - y].v[x]; // none: an array of another shape
}

__global__ void flatBox(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  Row &r = *(Row *)(s + 64);
  out[y * 32 + x] = s[x * 32 + y] + r.v[x]; // none: an array of another shape
}

__global__ void flatBoxPair(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  struct Two {
    Row a, b;
  };
  Two &r = *(Two *)(s + 64);
  out[y * 32 + x] = s[x * 32 + y] + r.b.v[x]; // none: an array of another shape
}

__global__ void flatQuads(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  struct Quad {
    float a, b, c, d;
  };
  Quad *r = (Quad *)s;
  out[y * 32 + x] = s[x * 32 + y] + r[y * 8 + x / 4].c; // safe
}

// The size, in a template's argument.
template <int N> struct Number {
  static constexpr int value = N;
};
__global__ void sizeInQualifier(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x][y] + Number<sizeof(s)>::value; // none: its size
}

struct Sized {
  float rows[32][32];
  __device__ int bytes() const { return Number<sizeof(Sized)>::value; }
};
__global__ void sizeInMethod(const float *in, float *out) {
  __shared__ Sized s;
  int x = threadIdx.x, y = threadIdx.y;
  s.rows[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s.rows[x][y] + s.bytes(); // none: may count on its layout
}

int main() {
  dim3 whole(32, 32);
  run<float>("castToRows",
             [&](auto i, auto o) { castToRows<<<1, whole>>>(i, o); });
  run<float>("autoReference",
             [&](auto i, auto o) { autoReference<<<1, whole>>>(i, o); });
  run<float>("rowByAuto",
             [&](auto i, auto o) { rowByAuto<<<1, whole>>>(i, o); });
  run<float>("boxed", [&](auto i, auto o) { boxed<<<1, whole>>>(i, o); });
  run<float>("boxedThroughVoid",
             [&](auto i, auto o) { boxedThroughVoid<<<1, whole>>>(i, o); });
  run<float>("halfBox", [&](auto i, auto o) { halfBox<<<1, whole>>>(i, o); });
  run<float>("deduced", [&](auto i, auto o) { deduced<<<1, whole>>>(i, o); });
  run<float>("genericLambda",
             [&](auto i, auto o) { genericLambda<<<1, whole>>>(i, o); });
  run<float>("classDeduced",
             [&](auto i, auto o) { classDeduced<<<1, whole>>>(i, o); });
  run<float>("overloaded",
             [&](auto i, auto o) { overloaded<<<1, whole>>>(i, o); });
  run<float>("specialized",
             [&](auto i, auto o) { specialized<<<1, whole>>>(i, o); });
  run<float>("copiedRow",
             [&](auto i, auto o) { copiedRow<<<1, whole>>>(i, o); });
  run<float>("pointerToElement",
             [&](auto i, auto o) { pointerToElement<<<1, whole>>>(i, o); });
  run<float>("boundPieces",
             [&](auto i, auto o) { boundPieces<<<1, whole>>>(i, o); });
  run<float>("boundRows",
             [&](auto i, auto o) { boundRows<<<1, whole>>>(i, o); });
  run<float>("eitherRow",
             [&](auto i, auto o) { eitherRow<<<1, whole>>>(i, o); });
  run<float>("castAwayConst",
             [&](auto i, auto o) { castAwayConst<<<1, whole>>>(i, o); });
  run<float>("everyElement",
             [&](auto i, auto o) { everyElement<<<1, whole>>>(i, o); });
  run<float>("alignmentOfRow",
             [&](auto i, auto o) { alignmentOfRow<<<1, whole>>>(i, o); });
  run<float>("sameTypes",
             [&](auto i, auto o) { sameTypes<<<1, whole>>>(i, o); });
  run<float>("boxOfTemplate",
             [&](auto i, auto o) { boxOfTemplate<<<1, whole>>>(i, o); });
  run<float>("rowBox", [&](auto i, auto o) { rowBox<<<1, whole>>>(i, o); });
  run<float>("rowBoxCopied",
             [&](auto i, auto o) { rowBoxCopied<<<1, whole>>>(i, o); });
  run<float>("rowBoxNext",
             [&](auto i, auto o) { rowBoxNext<<<1, whole>>>(i, o); });
  run<float>("rowBoxPair",
             [&](auto i, auto o) { rowBoxPair<<<1, whole>>>(i, o); });
  run<float>("flatBoxes",
             [&](auto i, auto o) { flatBoxes<<<1, whole>>>(i, o); });
  run<float>("flatBox", [&](auto i, auto o) { flatBox<<<1, whole>>>(i, o); });
  run<float>("flatBoxPair",
             [&](auto i, auto o) { flatBoxPair<<<1, whole>>>(i, o); });
  run<float>("flatQuads",
             [&](auto i, auto o) { flatQuads<<<1, whole>>>(i, o); });
  run<float>("sizeInQualifier",
             [&](auto i, auto o) { sizeInQualifier<<<1, whole>>>(i, o); });
  run<float>("sizeInMethod",
             [&](auto i, auto o) { sizeInMethod<<<1, whole>>>(i, o); });
}
