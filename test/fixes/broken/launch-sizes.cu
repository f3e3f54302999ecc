// What a launch asks for in dynamic memory is written where it means something else,
// too: edited, it would be another number there.

#include "host.h"
#include <cstring>

__global__ void adds(const float *, float *out, int m) { out[threadIdx.x] += m; }

// A member is also read without its name.
struct Settings {
  size_t bytes = 4096;
  int count = 3;
  size_t rows() const {
    return reinterpret_cast<const size_t *>(this)[0] / 128;
  }
};
union Either {
  size_t bytes = 4096;
  int count;
};
__global__ void ofBinding(const float *in, float *out, int m) {
  extern __shared__ float s[];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[x * 32 + y] + m; // safe: and round its size up
}
__global__ void ofMemcpy(const float *in, float *out, int m) {
  extern __shared__ float s[];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[x * 32 + y] + m; // safe: and round its size up
}
__global__ void ofThis(const float *in, float *out, int m) {
  extern __shared__ float s[];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[x * 32 + y] + m; // safe: and round its size up
}
__global__ void ofUnion(const float *in, float *out, int m) {
  extern __shared__ float s[];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[x * 32 + y] + m; // safe: and round its size up
}

void launchMembers(const float *in, float *out) {
  Settings a, b, c;
  Either d;
  auto [bytes, count] = a;
  ofBinding<<<1, dim3(32, 32), a.bytes>>>(in, out, int(bytes) + count);
  size_t words[2];
  memcpy(words, &b, 16);
  ofMemcpy<<<1, dim3(32, 32), b.bytes>>>(in, out + 1024, int(words[0]));
  ofThis<<<1, dim3(32, 32), c.bytes>>>(in, out + 2048, int(c.rows()));
  ofUnion<<<1, dim3(32, 32), d.bytes>>>(in, out + 3072, d.count);
}

// The text of a template is that of all its instances.
template <class T> struct OfType {
  static constexpr size_t bytes = 32 * 32 * sizeof(T);
};
template <class T> struct ByDefault {
  size_t bytes = 32 * 32 * sizeof(T);
};
template <int Width> struct Tile {
  static const int bytes = Width * 32 * 4;
};
template <int Width> constexpr size_t bytesOfTile = Width * 32 * 4;
__global__ void ofStatic(const float *in, float *out, int m) {
  extern __shared__ float s[];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[x * 32 + y] + m; // safe
}
__global__ void ofDefault(const float *in, float *out, int m) {
  extern __shared__ float s[];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[x * 32 + y] + m; // safe: and round its size up
}
__global__ void ofTile(const float *in, float *out, int m) {
  extern __shared__ float s[];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[x * 32 + y] + m; // safe
}
__global__ void ofVariable(const float *in, float *out, int m) {
  extern __shared__ float s[];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[x * 32 + y] + m; // safe
}

void launchInstances(const float *in, float *out) {
  ofStatic<<<1, dim3(32, 32), OfType<float>::bytes>>>(
      in, out, int(OfType<int>::bytes));
  ByDefault<float> made;
  ofDefault<<<1, dim3(32, 32), made.bytes>>>(in, out + 1024,
                                             int(ByDefault<int>().bytes));
  ofTile<<<1, dim3(32, 32), Tile<32>::bytes>>>(in, out + 2048,
                                               Tile<16>::bytes);
  ofVariable<<<1, dim3(32, 32), (bytesOfTile<32>)>>>(in, out + 3072,
                                                  int(bytesOfTile<16>));
}

__global__ void ofFunction(const float *in, float *out, int m) {
  extern __shared__ float s[];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[x * 32 + y] + m; // safe: swizzle
}
__global__ void ofNumber(const float *in, float *out, int m) {
  extern __shared__ float s[];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[x * 32 + y] + m; // safe: swizzle
}
__global__ void inPlace(const float *in, float *out, int m) {
  extern __shared__ float s[];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[x * 32 + y] + m; // none
}

template <class T> void launchFor(const float *in, float *out) {
  const size_t bytes = 32 * 32 * sizeof(T);
  if constexpr (sizeof(T) == 4)
    ofFunction<<<1, dim3(32, 32), bytes>>>(in, out, 1);
  else
    adds<<<1, 32>>>(in, out, int(bytes));
}
template <int Which> void launchWith(const float *in, float *out) {
  constexpr size_t bytes = Which == 1 ? 4096 : 100;
  if constexpr (Which == 1)
    ofNumber<<<1, dim3(32, 32), bytes>>>(in, out, 1);
  else
    ofNumber<<<1, dim3(32, 32), 4096>>>(in, out, int(bytes));
}
template <class T, class F> void launchHere(F kernel, const float *in, float *out) {
  kernel<<<1, dim3(32, 32), 32 * 32 * sizeof(T)>>>(in, out, 1);
}

// A variable of one function is not.
__global__ void ofLocal(const float *in, float *out, int m) {
  extern __shared__ float s[];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[x * 32 + y] + m; // safe
}

void launchLocal(const float *in, float *out) {
  const size_t bytes = 32 * 32 * sizeof(float);
  ofLocal<<<1, dim3(32, 32), bytes>>>(in, out, 1);
}

int main() {
  run<float>("members", launchMembers);
  run<float>("instances", launchInstances);
  run<float>("functions", [](const float *in, float *out) {
    launchFor<float>(in, out);
    launchFor<double>(in, out);
    launchWith<1>(in, out + 1024);
    launchWith<2>(in, out + 1024);
    launchHere<float>(inPlace, in, out + 2048);
    launchHere<double>(adds, in, out + 2048);
    launchLocal(in, out + 3072);
  });
}
