// configurations: -DALT

// Another configuration finds something else by the same name, or makes the same
// text mean something else: by `using`, an alias or an inline namespace, by
// default arguments, guides, operators, destructors, the layout of classes and
// the text of inline assembly. Nothing that is compiled here changes.

#include "host.h"

namespace slow {
__device__ int byDirective(int x) { return x; }
__device__ int byDeclaration(int x) { return x; }
constexpr int Shift = 0;
} // namespace slow
namespace fast {
__device__ int byDirective(int x) { return x + 1; }
__device__ int byDeclaration(int x) { return x + 1; }
constexpr int Shift = 1;
} // namespace fast
namespace aliasOfSlow {
__device__ int byAlias(int x) { return x; }
} // namespace aliasOfSlow
namespace aliasOfFast {
__device__ int byAlias(int x) { return x + 1; }
} // namespace aliasOfFast
namespace tagsOfSlow {
struct Tag {};
__device__ int byTag(Tag, int x) { return x; }
} // namespace tagsOfSlow
namespace tagsOfFast {
struct Tag {};
__device__ int byTag(Tag, int x) { return x + 1; }
} // namespace tagsOfFast
__device__ int renamed(int x) { return x; }
#ifdef ALT
using namespace fast;
using fast::byDeclaration;
using fast::Shift;
namespace chosen = aliasOfFast;
namespace tags {
using tagsOfFast::Tag;
}
#define INLINE_IF_SLOW
#define INLINE_IF_FAST inline
namespace {
__device__ int another(int x) { return x + 1; }
} // namespace
#define renamed another
#define WIDE ".v2"
#define REGISTERS "{%0, %1}"
#define OFFSET "128"
#else
using namespace slow;
using slow::byDeclaration;
using slow::Shift;
namespace chosen = aliasOfSlow;
namespace tags {
using tagsOfSlow::Tag;
}
#define INLINE_IF_SLOW inline
#define INLINE_IF_FAST
#define WIDE
#define REGISTERS "%0"
#define OFFSET "0"
#endif
INLINE_IF_SLOW namespace ofSlow { __device__ int byInline(int x) { return x; } }
INLINE_IF_FAST namespace ofFast { __device__ int byInline(int x) { return x + 1; } }

__global__ void directive(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x * 32 + y]; // none: depend on 'byDirective'
  if (y < 31)
    out[1024 + y * 32 + x] = s[y * 32 + byDirective(x)];
}
__global__ void declaration(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x * 32 + y]; // none: depend on 'byDeclaration'
  if (y < 31)
    out[1024 + y * 32 + x] = s[y * 32 + byDeclaration(x)];
}
__global__ void constant(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x * 32 + y]; // unsafe: swizzle
  if (y < 31)
    out[1024 + y * 32 + x] = s[y * 32 + x + Shift];
}
__global__ void alias(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x * 32 + y]; // none: depend on 'chosen'
  if (y < 31)
    out[1024 + y * 32 + x] = s[y * 32 + chosen::byAlias(x)];
}
__global__ void byArgument(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x * 32 + y]; // none: depend on 'Tag'
  if (y < 31)
    out[1024 + y * 32 + x] = s[y * 32 + byTag(tags::Tag{}, x)];
}
__global__ void inlined(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x * 32 + y]; // none: depend on 'INLINE_IF_SLOW'
  if (y < 31)
    out[1024 + y * 32 + x] = s[y * 32 + byInline(x)];
}
__global__ void replaced(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x * 32 + y]; // none: depend on 'renamed'
  if (y < 31)
    out[1024 + y * 32 + x] = s[y * 32 + renamed(x)];
}

#ifdef ALT
template <int K = 1>
#else
template <int K = 0>
#endif
__device__ int byDefault(int x) {
  return x + K;
}
__global__ void ofHelper(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x * 32 + y]; // none: depend on 'byDefault'
  if (y < 31)
    out[1024 + y * 32 + x] = s[y * 32 + byDefault(x)];
}

#ifdef ALT
template <int K = 1>
#else
template <int K = 0>
#endif
__global__ void ofKernel(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x * 32 + y]; // unsafe: swizzle
  if (y < 31)
    out[1024 + y * 32 + x] = s[y * 32 + x + K];
}

#ifdef ALT
template <class V = float4>
#else
template <class V = float>
#endif
__device__ float lastOf(const float *p) {
  V v = *(const V *)p;
  return ((float *)&v)[sizeof(V) / 4 - 1];
}
__global__ void ofType(const float *in, float *out) {
  __shared__ __align__(16) float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  float a = 0, b = 0;
  a = lastOf(&s[y][x & 28]);
  out[y * 32 + x] = s[x][y]; // none: depend on 'lastOf'
  out[1024 + y * 32 + x] = a + 0 * b;
}

template <int K> struct Guided {
  int v;
  __device__ Guided(int v) : v(v) {}
  __device__ int get() const { return v + K; }
};
#ifdef ALT
Guided(int) -> Guided<1>;
#else
Guided(int) -> Guided<0>;
#endif
__global__ void guide(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  Guided guided(x);
  out[y * 32 + x] = s[x * 32 + y]; // none: depend on 'Guided'
  if (y < 31)
    out[1024 + y * 32 + x] = s[y * 32 + guided.get()];
}

struct Counting {
  int &k;
#ifdef ALT
  __device__ ~Counting() { ++k; }
#endif
};
struct CountingMade {
  int &k;
  __device__ CountingMade(int &k) : k(k) {}
#ifdef ALT
  __device__ ~CountingMade() { ++k; }
#endif
};
__global__ void destructor(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  int c = x;
  { Counting counting{c}; }
  out[y * 32 + x] = s[x * 32 + y]; // unsafe: swizzle
  if (y < 31)
    out[1024 + y * 32 + x] = s[y * 32 + c];
}
__global__ void destructorOfMade(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  int c = x;
  { CountingMade counting(c); }
  out[y * 32 + x] = s[x * 32 + y]; // unsafe: swizzle
  if (y < 31)
    out[1024 + y * 32 + x] = s[y * 32 + c];
}

struct Index {
  int v;
};
__device__ int operator+(Index a, long b) { return a.v + int(b); }
#ifdef ALT
__device__ int operator+(Index a, int b) { return a.v + b + 1; }
#endif
__global__ void operators(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x * 32 + y]; // none: depend on 'operator+'
  if (y < 31)
    out[1024 + y * 32 + x] = s[y * 32 + (Index{x} + 0)];
}

#ifdef ALT
#pragma pack(push, 1)
#endif
struct Packed {
  char c;
  int v;
};
#ifdef ALT
#pragma pack(pop)
#endif
constexpr int Rest = 8 - int(sizeof(Packed));
__global__ void packed(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x * 32 + y]; // safe: swizzle
  if (y < 31)
    out[1024 + y * 32 + x] = s[y * 32 + x % 28 + 8 - int(sizeof(Packed))];
}
__global__ void packedConstant(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x * 32 + y]; // safe: swizzle
  if (y < 31)
    out[1024 + y * 32 + x] = s[y * 32 + x % 28 + Rest];
}

__global__ void widthOfText(const float *in, float *out) {
  __shared__ __align__(16) float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  float a = 0, b = 0;
  asm volatile("ld.shared" WIDE ".f32 " REGISTERS ", [%2];"
               : "=f"(a), "=f"(b)
               : "r"((unsigned)__cvta_generic_to_shared(&s[y][x & 28])));
  out[y * 32 + x] = s[x][y]; // none: depend on 'WIDE'
  out[1024 + y * 32 + x] = a + 0 * b;
}
__global__ void conditionInText(const float *in, float *out) {
  __shared__ __align__(16) float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  float a = 0, b = 0;
  asm volatile(
#ifdef ALT
      "ld.shared.v2.f32 {%0, %1}, [%2];"
#else
      "ld.shared.f32 %0, [%2];"
#endif
      : "=f"(a), "=f"(b)
      : "r"((unsigned)__cvta_generic_to_shared(&s[y][x & 28])));
  out[y * 32 + x] = s[x][y]; // none: depend on 'asm'
  out[1024 + y * 32 + x] = a + 0 * b;
}
__global__ void offsetOfText(const float *in, float *out) {
  __shared__ __align__(16) float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  float a = 0, b = 0;
  asm volatile("ld.shared.f32 %0, [%1 + " OFFSET "];"
               : "=f"(a)
               : "r"((unsigned)__cvta_generic_to_shared(&s[y & 30][x])));
  out[y * 32 + x] = s[x][y]; // none: depend on 'OFFSET'
  out[1024 + y * 32 + x] = a + 0 * b;
}

// What other text names for other reasons does not matter here.
__device__ int ordinary(int x) { return x; }
#ifdef ALT
// ordinary, in words
#define UNRELATED 1
#endif
__global__ void plain(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x * 32 + y]; // safe
  if (y < 31)
    out[1024 + y * 32 + x] = s[y * 32 + ordinary(x)];
}

int main() {
  dim3 whole(32, 32);
  run<float>("directive", [&](auto i, auto o) { directive<<<1, whole>>>(i, o); });
  run<float>("declaration", [&](auto i, auto o) { declaration<<<1, whole>>>(i, o); });
  run<float>("constant", [&](auto i, auto o) { constant<<<1, whole>>>(i, o); });
  run<float>("alias", [&](auto i, auto o) { alias<<<1, whole>>>(i, o); });
  run<float>("byArgument", [&](auto i, auto o) { byArgument<<<1, whole>>>(i, o); });
  run<float>("inlined", [&](auto i, auto o) { inlined<<<1, whole>>>(i, o); });
  run<float>("replaced", [&](auto i, auto o) { replaced<<<1, whole>>>(i, o); });
  run<float>("ofHelper", [&](auto i, auto o) { ofHelper<<<1, whole>>>(i, o); });
  run<float>("ofKernel", [&](auto i, auto o) { ofKernel<><<<1, whole>>>(i, o); });
  run<float>("ofType", [&](auto i, auto o) { ofType<<<1, whole>>>(i, o); });
  run<float>("guide", [&](auto i, auto o) { guide<<<1, whole>>>(i, o); });
  run<float>("destructor", [&](auto i, auto o) { destructor<<<1, whole>>>(i, o); });
  run<float>("destructorOfMade", [&](auto i, auto o) { destructorOfMade<<<1, whole>>>(i, o); });
  run<float>("operators", [&](auto i, auto o) { operators<<<1, whole>>>(i, o); });
  run<float>("packed", [&](auto i, auto o) { packed<<<1, whole>>>(i, o); });
  run<float>("packedConstant", [&](auto i, auto o) { packedConstant<<<1, whole>>>(i, o); });
  run<float>("widthOfText", [&](auto i, auto o) { widthOfText<<<1, whole>>>(i, o); });
  run<float>("conditionInText", [&](auto i, auto o) { conditionInText<<<1, whole>>>(i, o); });
  run<float>("offsetOfText", [&](auto i, auto o) { offsetOfText<<<1, whole>>>(i, o); });
  run<float>("plain", [&](auto i, auto o) { plain<<<1, whole>>>(i, o); });
}
