// What comes to text that is edited for an array without a call that a function
// names: initializers outside functions, objects that end, are copied, are
// converted or fill an array, and libraries that find operators by their types.

#include "host.h"
#include <algorithm>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

constexpr float table[96] = {1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12,
                             13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24,
                             25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36,
                             37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48};

// The value of a variable outside functions.
__host__ __device__ constexpr float ofGlobal(const float *q, int r, int c) {
  return q[r * 32 + c]; // none: 'p' also points to other memory
}
__host__ __device__ constexpr float sumOfGlobal(const float *p, int r, int c) {
  return ofGlobal(p, r, c) + 1;
}
static float global = sumOfGlobal(table, 1, 2);
__global__ void besideGlobal(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = sumOfGlobal(s, x, y);
}

// A static assertion, which would no longer hold.
__host__ __device__ constexpr float ofAssertion(const float *q, int r, int c) {
  return q[r * 32 + c]; // none: 'p' also points to other memory
}
__host__ __device__ constexpr float sumOfAssertion(const float *p, int r,
                                                   int c) {
  return ofAssertion(p, r, c) + 1;
}
static_assert(sumOfAssertion(table, 1, 2) == 36);
__global__ void besideAssertion(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = sumOfAssertion(s, x, y);
}

// A template argument, within a function that no kernel comes to.
__host__ __device__ constexpr float ofArgument(const float *q, int r, int c) {
  return q[r * 32 + c]; // none: 'p' also points to other memory
}
__host__ __device__ constexpr float sumOfArgument(const float *p, int r,
                                                  int c) {
  return ofArgument(p, r, c) + 1;
}
template <int N> float number() { return N; }
__global__ void besideArgument(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = sumOfArgument(s, x, y);
  out[y * 32 + x] += int(sizeof(std::integral_constant<int,
                                    int(sumOfArgument(table, 1, 2))>));
}

// The member of a class, which whoever makes an object evaluates.
__host__ __device__ inline float ofMember(const float *q, int r, int c) {
  return q[r * 32 + c]; // none: 'p' also points to other memory
}
__host__ __device__ inline float sumOfMember(const float *p, int r, int c) {
  return ofMember(p, r, c) + 1;
}
struct Summed {
  float value = sumOfMember(table, 1, 2);
};
static Summed summed;
__global__ void besideMember(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = sumOfMember(s, x, y);
}

// A default argument.
__host__ __device__ inline float ofDefault(const float *q, int r, int c) {
  return q[r * 32 + c]; // none: 'p' also points to other memory
}
__host__ __device__ inline float sumOfDefault(const float *p, int r, int c) {
  return ofDefault(p, r, c) + 1;
}
inline float byDefault(float value = sumOfDefault(table, 1, 2)) {
  return value;
}
__global__ void besideDefault(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = sumOfDefault(s, x, y);
}

// The end of an object that has no constructor and no name.
__device__ float ofEnd(const float *q, int r, int c) {
  return q[r * 32 + c]; // none: 'p' also points to other memory
}
__device__ float sumOfEnd(const float *p, int r, int c) {
  return ofEnd(p, r, c) + 1;
}
struct Adds {
  const float *p;
  float *to;
  int r, c;
  __device__ ~Adds() { *to += sumOfEnd(p, r, c); }
};
__global__ void besideEnd(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = sumOfEnd(s, x, y);
}
__global__ void endsTemporary(const float *in, float *out) {
  int x = threadIdx.x, y = threadIdx.y;
  Adds{in, out + y * 32 + x, y, x};
}

// Elements that no initializer is written for.
__device__ float memory[96];
__device__ float ofFiller(const float *q, int r, int c) {
  return q[r * 32 + c]; // none: 'p' also points to other memory
}
__device__ float sumOfFiller(const float *p, int r, int c) {
  return ofFiller(p, r, c) + 1;
}
struct Filled {
  float value;
  __device__ Filled() : value(sumOfFiller(memory, 1, 4)) {}
};
__global__ void besideFiller(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = sumOfFiller(s, x, y);
}
__global__ void fillsArray(const float *in, float *out) {
  int x = threadIdx.x, y = threadIdx.y;
  memory[y & 63] = in[y & 63];
  __syncthreads();
  Filled filled[2] = {};
  out[y * 32 + x] += filled[1].value;
}

// Operators that a library finds by the types of its elements.
__host__ __device__ inline float ofOrder(const float *q, int r, int c) {
  return q[r * 32 + c]; // none: 'p' also points to other memory
}
__host__ __device__ inline float sumOfOrder(const float *p, int r, int c) {
  return ofOrder(p, r, c) + 1;
}
struct Ordered {
  const float *p;
  int r;
};
__host__ __device__ inline bool operator<(const Ordered &a, const Ordered &b) {
  return sumOfOrder(a.p, a.r, 1) < sumOfOrder(b.p, b.r, 1);
}
__global__ void besideOrder(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = sumOfOrder(s, x, y);
}

// Conversions that a library makes of what it is returned.
__host__ __device__ inline float ofConversion(const float *q, int r, int c) {
  return q[r * 32 + c]; // none: 'p' also points to other memory
}
__host__ __device__ inline float sumOfConversion(const float *p, int r, int c) {
  return ofConversion(p, r, c) + 1;
}
struct Converted {
  const float *p;
  int r;
  __host__ __device__ operator float() const {
    return sumOfConversion(p, r, 2);
  }
};
__global__ void besideConversion(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = sumOfConversion(s, x, y);
}

// Objects that a library makes of an argument.
__host__ __device__ inline float ofMaking(const float *q, int r, int c) {
  return q[r * 32 + c]; // none: 'p' also points to other memory
}
__host__ __device__ inline float sumOfMaking(const float *p, int r, int c) {
  return ofMaking(p, r, c) + 1;
}
struct Made {
  float value;
  __host__ __device__ Made(const float *p) : value(sumOfMaking(p, 1, 4)) {}
};
__global__ void besideMaking(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = sumOfMaking(s, x, y);
}

// Copies of a member, within an object that a library copies.
__host__ __device__ inline float ofCopy(const float *q, int r, int c) {
  return q[r * 32 + c]; // none: 'p' also points to other memory
}
__host__ __device__ inline float sumOfCopy(const float *p, int r, int c) {
  return ofCopy(p, r, c) + 1;
}
struct Copied {
  float value = 0;
  const float *p = nullptr;
  Copied() = default;
  __host__ __device__ Copied(const Copied &from)
      : value(from.value + sumOfCopy(from.p, 1, 3)) {}
};
struct HoldsCopied {
  Copied inner;
};
__global__ void besideCopy(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = sumOfCopy(s, x, y);
}

// A function that a variable ends with.
__device__ float ofCleanup(const float *q, int r, int c) {
  return q[r * 32 + c]; // none: 'p' also points to other memory
}
__device__ float sumOfCleanup(const float *p, int r, int c) {
  return ofCleanup(p, r, c) + 1;
}
struct Cleaned {
  const float *p;
  float *to;
  int r, c;
};
__device__ void finish(Cleaned *v) { *v->to += sumOfCleanup(v->p, v->r, v->c); }
__global__ void besideCleanup(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = sumOfCleanup(s, x, y);
}
__global__ void cleansUp(const float *in, float *out) {
  int x = threadIdx.x, y = threadIdx.y;
  __attribute__((cleanup(finish))) Cleaned v{in, out + y * 32 + x, y, x};
}

// An operator and a conversion that no library is told of.
__device__ float ofOwn(const float *q, int r, int c) {
  return q[r * 32 + c]; // safe
}
struct Own {
  const float *p;
  __device__ float operator()(int r, int c) const { return ofOwn(p, r, c); }
};
__device__ float sumOfOwn(const float *p, int r, int c) {
  return Own{p}(r, c) + sizeof(Own) + 1;
}
__global__ void besideOwn(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = sumOfOwn(s, x, y);
}

int main() {
  dim3 whole(32, 32);
  run<float>("global", [&](const float *in, float *out) {
    besideGlobal<<<1, whole>>>(in, out);
    cudaDeviceSynchronize();
    out[7] += global;
  });
  run<float>("assertion", [&](const float *in, float *out) {
    besideAssertion<<<1, whole>>>(in, out);
  });
  run<float>("argument", [&](const float *in, float *out) {
    besideArgument<<<1, whole>>>(in, out);
    cudaDeviceSynchronize();
    out[7] += number<int(sumOfArgument(table, 1, 2))>();
  });
  run<float>("member", [&](const float *in, float *out) {
    besideMember<<<1, whole>>>(in, out);
    cudaDeviceSynchronize();
    out[7] += summed.value;
  });
  run<float>("default", [&](const float *in, float *out) {
    besideDefault<<<1, whole>>>(in, out);
    cudaDeviceSynchronize();
    out[7] += byDefault();
  });
  run<float>("end", [&](const float *in, float *out) {
    besideEnd<<<1, whole>>>(in, out);
    endsTemporary<<<1, whole>>>(in, out);
  });
  run<float>("filler", [&](const float *in, float *out) {
    besideFiller<<<1, whole>>>(in, out);
    fillsArray<<<1, whole>>>(in, out);
  });
  run<float>("order", [&](const float *in, float *out) {
    besideOrder<<<1, whole>>>(in, out);
    cudaDeviceSynchronize();
    std::vector<Ordered> all{{out, 3}, {out, 1}, {out, 2}};
    std::sort(all.begin(), all.end());
    out[7] += all[0].r + 3 * all[1].r;
  });
  run<float>("conversion", [&](const float *in, float *out) {
    besideConversion<<<1, whole>>>(in, out);
    cudaDeviceSynchronize();
    int rows[] = {1, 2, 3};
    float sums[3];
    std::transform(rows, rows + 3, sums,
                   [out](int r) { return Converted{out, r}; });
    out[7] += sums[2];
  });
  run<float>("making", [&](const float *in, float *out) {
    besideMaking<<<1, whole>>>(in, out);
    cudaDeviceSynchronize();
    std::function<float(const float *)> made = [](Made m) { return m.value; };
    out[7] += made(table);
  });
  run<float>("copy", [&](const float *in, float *out) {
    besideCopy<<<1, whole>>>(in, out);
    cudaDeviceSynchronize();
    std::vector<HoldsCopied> one(1);
    one[0].inner.p = table;
    auto two = one;
    out[7] += two[0].inner.value;
  });
  run<float>("own", [&](const float *in, float *out) {
    besideOwn<<<1, whole>>>(in, out);
  });
  run<float>("cleanup", [&](const float *in, float *out) {
    besideCleanup<<<1, whole>>>(in, out);
    cleansUp<<<1, whole>>>(in, out);
  });
}
