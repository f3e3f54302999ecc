// A helper copies in both directions: equal constants are the length of rows
// here, and of rows in global memory there.

#include "host.h"

__device__ void copy(float *to, int toRow, const float *from, int fromRow) {
  int x = threadIdx.x, y = threadIdx.y;
  to[y * toRow + x] = from[y * fromRow + x];
}
__global__ void bothDirections(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[1024 + y * 32 + x] = s[x * 32 + y]; // safe
  __syncthreads();
  copy(s, 32, in, 32);
  __syncthreads();
  copy(out, 32, s, 32);
}

// One constant for both sides.
__device__ void copyRows(float *to, const float *from, int row) {
  int x = threadIdx.x, y = threadIdx.y;
  to[y * row + x] = from[y * row + x];
}
__global__ void oneConstant(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[1024 + y * 32 + x] = s[x * 32 + y]; // safe: swizzle
  __syncthreads();
  copyRows(out, s, 32);
}

// The constants are default arguments.
__device__ void move(float *to, const float *from, int toRow = 32,
                     int fromRow = 32) {
  int x = threadIdx.x, y = threadIdx.y;
  to[y * toRow + x] = from[x * fromRow + y]; // none: default argument
}
__global__ void byDefault(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  move(out, s);
  __syncthreads();
  move(s, in);
  __syncthreads();
  out[1024 + y * 32 + x] = s[y * 32 + x];
}

template <int ToRow, int FromRow>
__device__ void transpose(float *to, const float *from) {
  int x = threadIdx.x, y = threadIdx.y;
  to[y * ToRow + x] = from[x * FromRow + y]; // none: also points to other memory
}
__global__ void byTemplate(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  transpose<32, 32>(out, s);
  __syncthreads();
  transpose<32, 32>(s, in);
  __syncthreads();
  out[1024 + y * 32 + x] = s[y * 32 + x];
}

// Views that carry their length, and a method that copies from any other.
struct View {
  float *data;
  int row;
  __device__ float &operator()(int r, int c) const { return data[r * row + c]; }
  __device__ void take(const View &other) const {
    int x = threadIdx.x, y = threadIdx.y;
    (*this)(y, x) = other(x, y); // safe
  }
};
__global__ void views(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  View tile{s, 32}, target{out, 32};
  target.take(tile);
  __syncthreads();
  tile.take(View{out, 32});
  __syncthreads();
  out[1024 + y * 32 + x] = tile(y, x);
}

// Lengths in one object.
struct Rows {
  int to, from;
};
__device__ void copyAs(float *to, const float *from, Rows rows) {
  int x = threadIdx.x, y = threadIdx.y;
  to[y * rows.to + x] = from[x * rows.from + y]; // none: 'to' also points to other memory
}
__global__ void byPair(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  const Rows rows{32, 32};
  copyAs(out, s, rows);
  __syncthreads();
  copyAs(s, in, rows);
  __syncthreads();
  out[1024 + y * 32 + x] = s[y * 32 + x];
}

// A lambda for both, by captured constants.
__global__ void captured(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  const int to = 32, from = 32;
  auto copyWith = [=](float *target, const float *source) {
    target[y * to + x] = source[x * from + y]; // none: also points to other memory
  };
  copyWith(out, s);
  __syncthreads();
  copyWith(s, in);
  __syncthreads();
  out[1024 + y * 32 + x] = s[y * 32 + x];
}

// Two tiles, and a pair of global matrices.
__device__ void pass(float *to, int toRow, const float *from, int fromRow) {
  int x = threadIdx.x, y = threadIdx.y;
  to[x * toRow + y] = from[y * fromRow + x]; // safe
}
__global__ void pointersToo(const float *in, float *out) {
  int x = threadIdx.x, y = threadIdx.y;
  __shared__ float s[1024], t[1024];
  pass(s, 32, in, 32);
  __syncthreads();
  pass(t, 32, s, 32);
  __syncthreads();
  pass(out, 32, t, 32);
}

__global__ void byArray(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  const int rows[2] = {32, 32};
  out[y * rows[0] + x] = s[x * rows[1] + y]; // safe
}

__device__ void copyByReference(float *to, const int &toRow, const float *from,
                                const int &fromRow) {
  int x = threadIdx.x, y = threadIdx.y;
  to[y * toRow + x] = from[x * fromRow + y]; // safe
}
__global__ void byReference(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  const int row = 32;
  copyByReference(out, row, s, row);
}

__device__ void copyEither(float *a, int ra, float *b, int rb, int n) {
  int x = threadIdx.x, y = threadIdx.y;
  if (n) {
    float *t = a;
    a = b;
    b = t;
    int u = ra;
    ra = rb;
    rb = u;
  }
  float v = a[x * ra + y]; // none: 'b' also points to other memory
  __syncthreads();
  b[y * rb + x] = v;
}
__global__ void exchanged(const float *in, float *out, int n) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  copyEither(s, 32, out, 32, n);
}

// Each call has constants of its own: those beside the array are edited.
__global__ void ownConstants(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[1024 + y * 32 + x] = s[x * 32 + y]; // safe
  __syncthreads();
  copy(s, 32, in, 16);
  __syncthreads();
  copy(out, 16, s, 32);
}

int main() {
  dim3 whole(32, 32);
  run<float>("bothDirections",
             [&](auto i, auto o) { bothDirections<<<1, whole>>>(i, o); });
  run<float>("oneConstant",
             [&](auto i, auto o) { oneConstant<<<1, whole>>>(i, o); });
  run<float>("byDefault",
             [&](auto i, auto o) { byDefault<<<1, whole>>>(i, o); });
  run<float>("byTemplate",
             [&](auto i, auto o) { byTemplate<<<1, whole>>>(i, o); });
  run<float>("views", [&](auto i, auto o) { views<<<1, whole>>>(i, o); });
  run<float>("byPair", [&](auto i, auto o) { byPair<<<1, whole>>>(i, o); });
  run<float>("captured", [&](auto i, auto o) { captured<<<1, whole>>>(i, o); });
  run<float>("pointersToo",
             [&](auto i, auto o) { pointersToo<<<1, whole>>>(i, o); });
  run<float>("byArray", [&](auto i, auto o) { byArray<<<1, whole>>>(i, o); });
  run<float>("byReference",
             [&](auto i, auto o) { byReference<<<1, whole>>>(i, o); });
  run<float>("exchanged", [&](auto i, auto o) {
    exchanged<<<1, whole>>>(i, o, 0);
    exchanged<<<1, whole>>>(i, o + 2048, 1);
  });
  run<float>("ownConstants",
             [&](auto i, auto o) { ownConstants<<<1, whole>>>(i, o); });
}
