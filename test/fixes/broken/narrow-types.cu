// Numbers of few bits, of enumerations and within braces: what is added to them
// has another type, does not fit, or stands in the wrong place.

#include "host.h"
#include <cstddef>

// Braces hold what is added.
__global__ void braces(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  int w{32};
  s[y * w + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[x * w + y]; // safe
}
__device__ float at(const float *p, int r, int c, std::size_t w) {
  return p[r * w + c]; // safe
}
__global__ void bracesOfArgument(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = at(s, x, y, {32});
}

// The type of an argument selects what is called.
__device__ float either(const float *p, int r, int c, unsigned char w) {
  return p[r * w + c]; // safe: swizzle
}
__device__ float either(const float *p, int r, int c, int w) {
  return p[r * w + (c ^ 1)];
}
__global__ void selects(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = either(s, x, y, (unsigned char)32);
}

// One type is deduced from several arguments.
template <class T> __device__ int place(T r, T c, T w) { return r * w + c; }
__global__ void deduces(const float *in, float *out) {
  __shared__ float s[1024];
  short x = threadIdx.x, y = threadIdx.y;
  s[place(y, x, (short)32)] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[place(x, y, (short)32)]; // none: the edit would change a type here
}

// A number does not become one of an enumeration.
enum Pitch : int { Wide = 32 };
__global__ void enumerates(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  Pitch w = Wide;
  s[y * w + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[x * w + y]; // safe: swizzle
}

// The index fits 8 bits with rows of 33, and not with rows of 36.
__global__ void wraps(const float *in, float *out) {
  __shared__ float s[256];
  int x = threadIdx.x, y = threadIdx.y;
  if (y < 8)
    s[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  unsigned char r = (x & 7) * 32;
  float sum = 0;
  for (int k = 0; k < 24; ++k) {
    unsigned char i = r + k;
    sum += s[i]; // safe
  }
  out[y * 32 + x] = sum;
}

// It fits with rows of 33, which would be no whole words, and with no longer ones.
__global__ void wrapsInWords(const float *in, float *out) {
  __shared__ unsigned short s[256];
  int x = threadIdx.x, y = threadIdx.y;
  if (y < 8)
    s[y * 32 + x] = (unsigned short)in[y * 32 + x];
  __syncthreads();
  unsigned char r = (x & 7) * 32;
  float sum = 0;
  for (int k = 0; k < 24; ++k) {
    unsigned char i = r + k;
    sum += *(s + i); // safe: swizzle
  }
  out[y * 32 + x] = sum;
}

// What a launch asks for fits its type no longer.
__global__ void asks(const float *in, float *out) {
  extern __shared__ float dynamic[];
  int x = threadIdx.x, y = threadIdx.y;
  if (y < 31)
    for (int k = 0; k < 8; ++k)
      dynamic[y * 264 + k * 32 + x] = in[y * 32 + x] + k;
  __syncthreads();
  if (x < 31)
    out[y * 32 + x] = dynamic[x * 264 + y]; // safe: swizzle
}

// The column changes the row, which a swizzle would read behind it.
__device__ int next(int &r) { return r = (r + 1) & 31; }
__global__ void changesRow(const float *in, float *out) {
  __shared__ float s[12][32][32];
  int x = threadIdx.x, y = threadIdx.y;
  for (int k = 0; k < 12; ++k)
    s[k][y][x] = in[y * 32 + x] + k;
  __syncthreads();
  int r = x;
  out[y * 32 + x] = s[3][r][next(r)] + s[1][x][y]; // none
}

int main() {
  dim3 whole(32, 32);
  for (auto kernel : {braces, bracesOfArgument, selects, deduces, enumerates,
                      wraps, wrapsInWords, changesRow})
    run<float>("types", [&](const float *in, float *out) {
      kernel<<<1, whole>>>(in, out);
    });
  run<float>("asks", [&](const float *in, float *out) {
    short bytes = 31 * 4 * 264;
    asks<<<1, whole, bytes>>>(in, out);
  });
}
