// Operators that an edit writes, where the program overloads them for an
// operand that the text converts to a number.

#include "host.h"

enum Lane {};
// Wraps.
__host__ __device__ constexpr Lane operator*(Lane a, int b) {
  return Lane(int(a) * b % 1024);
}
__host__ __device__ constexpr Lane operator+(Lane a, int b) {
  return Lane((int(a) + b) % 32);
}
__host__ __device__ constexpr int operator^(Lane a, int b) {
  return int(a) + b;
}

// A shift becomes a product.
__global__ void shifts(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  Lane lane = Lane(x);
  out[y * 32 + x] = s[(lane << 5) + y]; // safe: swizzle
}

// What is converted by name stays a number.
__global__ void shiftsNumber(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  Lane lane = Lane(x);
  out[y * 32 + x] = s[(int(lane) << 5) + y]; // safe
}

// An object that converts itself.
struct Place {
  int at;
  __device__ operator int() const { return at; }
  __device__ int operator*(int by) const { return at * (by % 32); }
};
__global__ void shiftsObject(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  Place place{x};
  out[y * 32 + x] = s[(place << 5) + y]; // none: may be overloaded for an operand
}

// An or becomes a sum.
__global__ void disjoins(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  Lane lane = Lane(y);
  out[y * 32 + x] = s[lane | x * 32]; // safe: swizzle
}

// The length of a row.
enum Size { Wide = 32 };
__host__ __device__ constexpr Size operator+(Size a, int b) {
  return Size((int(a) + b) % 32);
}
__global__ void declares(const float *in, float *out) {
  __shared__ float s[32][Wide];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[x][y]; // safe: swizzle
}
__global__ void multiplies(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * Wide + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[x * Wide + y]; // safe: swizzle
}

// The operator that the edit would write in is the one around it.
enum Turn {};
__device__ int operator*(Turn a, int) { return a << 5; }
__global__ void calls(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[Turn(x) * 32 + y]; // none: may be overloaded for an operand
}

int main() {
  dim3 whole(32, 32);
  for (auto kernel : {shifts, shiftsNumber, shiftsObject, disjoins, declares,
                      multiplies, calls})
    run<float>("operators", [&](const float *in, float *out) {
      kernel<<<1, whole>>>(in, out);
    });
}
