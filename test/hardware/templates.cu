// Sizes and types as parameters; functors, lambdas, helper classes.

#include "host.h"

template <class T, int Rows, int Columns> class Matrix {
  T (&Data)[Rows][Columns];

public:
  __device__ explicit Matrix(T (&Data)[Rows][Columns]) : Data(Data) {}
  __device__ T &operator()(int Row, int Column) {
    return Data[Row][Column];
  }
};

template <class T, int Width, int Padding>
__global__ void column(T *out, const T *in) {
  __shared__ T tile[Width][Width + Padding];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * Width + x];
  __syncthreads();
  out[y * Width + x] = tile[x][y];
}

template <int Bytes> __global__ void strided(float *out, const float *in) {
  constexpr int Words = Bytes / sizeof(float);
  __shared__ float s[32 * Words];
  int t = threadIdx.x;
  s[t * Words] = in[t];
  __syncthreads();
  if constexpr (Words > 8)
    out[t] = s[(31 - t) * Words];
  else
    out[t] = s[t * Words + Words - 1];
}

__global__ void wrapped(float *out, const float *in) {
  __shared__ float storage[32][32];
  Matrix<float, 32, 32> matrix(storage);
  int t = threadIdx.x;
  storage[t][2] = in[t];
  __syncthreads();
  out[t] = matrix(t, 2);
}

template <class Function>
__global__ void apply(float *out, Function function) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  s[function(t)] = t;
  __syncthreads();
  out[t] = s[function(31 - t)];
}

struct Times8 {
  __device__ int operator()(int i) const { return i * 8; }
};

__global__ void lambdas(float *out, const float *in) {
  __shared__ float s[32][32];
  int t = threadIdx.x;
  auto at = [&](int row, int column) -> float & {
    return s[row][column];
  };
  s[t][5] = in[t];
  __syncthreads();
  out[t] = at(t, 5);
}

int main() {
  float *in = counting<float>(4096);
  float *out = counting<float>(4096);
  column<float, 32, 0><<<1, dim3(32, 32)>>>(out, in);
  column<float, 32, 1><<<1, dim3(32, 32)>>>(out, in);
  column<double, 16, 0><<<1, dim3(16, 16)>>>((double *)out, (double *)in);
  column<double, 16, 1><<<1, dim3(16, 16)>>>((double *)out, (double *)in);
  column<short, 32, 0><<<1, dim3(32, 32)>>>((short *)out, (short *)in);
  column<short, 32, 2><<<1, dim3(32, 32)>>>((short *)out, (short *)in);
  strided<16><<<1, 32>>>(out, in);
  strided<64><<<1, 32>>>(out, in);
  wrapped<<<1, 32>>>(out, in);
  apply<<<1, 32>>>(out, Times8());
  lambdas<<<1, 32>>>(out, in);
  return finish();
}
