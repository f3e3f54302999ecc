// Kernels whose totals banklint predicts: as numbers, or as formulas in n and m.
// The arguments are the numbers that n takes, in turn; see run.

#include "../check.h"
#include <cuda_pipeline.h>

//===----------------------------------------------------------------------===//
// Known sizes
//===----------------------------------------------------------------------===//

// Strides of a block of 1,024.
template <int Stride> __global__ void strided(float *out, const float *in) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  s[Stride * t] = in[t];
  __syncthreads();
  out[t] = s[Stride * (1023 - t)];
}

__global__ void columns32x32(float *out, const float *in) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[x][y];
}

__global__ void padded32x32(float *out, const float *in) {
  __shared__ float s[32][33];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[x][y];
}

__global__ void columns16x16(float *out, const float *in) {
  __shared__ float s[16][16];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 16 + x];
  __syncthreads();
  out[y * 16 + x] = s[x][y];
}

__global__ void columns8x32(float *out, const float *in) {
  __shared__ float s[8][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[x][y] = in[y * 8 + x];
  __syncthreads();
  out[y * 8 + x] = s[7 - x][31 - y];
}

__global__ void columns32x8(float *out, const float *in) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    s[y + j][x] = in[(y + j) * 32 + x];
  __syncthreads();
  for (int j = 0; j < 32; j += 8)
    out[(y + j) * 32 + x] = s[x][y + j];
}

__global__ void oddBlock(float *out, const float *in) {
  __shared__ float s[300 * 2];
  int t = threadIdx.x;
  s[2 * t] = in[t];
  __syncthreads();
  out[t] = s[2 * (299 - t)];
}

__global__ void reduction(float *out, const float *in) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  for (int step = 1; step < 256; step *= 2) {
    int i = 2 * step * t;
    if (i < 256)
      s[i] += s[i + step];
    __syncthreads();
  }
  if (t == 0)
    out[0] = s[0];
}

__global__ void halving(float *out, const float *in) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  for (int step = 128; step > 0; step /= 2) {
    if (t < step)
      s[t] += s[t + step];
    __syncthreads();
  }
  if (t == 0)
    out[0] = s[0];
}

__global__ void upToLane(float *out, const float *in) {
  __shared__ float s[64 * 32];
  int t = threadIdx.x;
  for (int i = t; i < 64 * 32; i += 64)
    s[i] = in[i];
  __syncthreads();
  float sum = 0;
#pragma unroll 1
  for (int i = 0; i < t; ++i)
    sum += s[i * 32 + t % 32];
  out[t] = sum;
}

__global__ void vectors(float4 *out, const float4 *in) {
  __shared__ float4 s[256 * 2];
  int t = threadIdx.x;
  s[2 * t] = in[t];
  __syncthreads();
  out[t] = s[2 * (255 - t)];
}

__global__ void doubles(double *out, const double *in) {
  __shared__ double s[256 * 2];
  int t = threadIdx.x;
  s[2 * t] = in[t];
  __syncthreads();
  out[t] = s[2 * (255 - t)];
}

__global__ void histogram(int *out, const int *in) {
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t] = 0;
  __syncthreads();
  atomicAdd(&s[t / 4 * 3 % 256], in[t] | 2);
  __syncthreads();
  out[t] = s[t];
}

__global__ void copies(float *out, const float *in) {
  __shared__ float s[256 * 2];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[2 * t], &in[t], 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[t] = s[2 * (255 - t)];
}

__global__ void switched(float *out, const float *in) {
  __shared__ float s[256 * 4];
  int t = threadIdx.x;
  for (int i = t; i < 1024; i += 256)
    s[i] = in[i];
  __syncthreads();
  float v = 0;
  switch (t / 64) {
  case 0:
    v = s[4 * (t + 1)];
    break;
  case 1:
    v = s[2 * (t + 1)] * 3;
    break;
  default:
    v = s[t] + 7;
  }
  out[t] = v;
}

__global__ void blocksOfGrid(float *out, const float *in) {
  __shared__ float s[128 * 8];
  int t = threadIdx.x;
  s[8 * t] = in[blockIdx.x * 128 + t];
  __syncthreads();
  out[blockIdx.x * 128 + t] = s[8 * (127 - t)];
}

//===----------------------------------------------------------------------===//
// Unknown sizes
//===----------------------------------------------------------------------===//

__global__ void upTo(float *out, const float *in, int n) {
  __shared__ float s[256 * 2];
  int t = threadIdx.x;
  float sum = 0;
  for (int i = 0; i < n; ++i) {
    s[2 * t] = in[t] + i;
    __syncthreads();
    sum += s[(2 * t + 2) % 512];
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void inSteps(float *out, const float *in, int n, int m) {
  __shared__ float s[4096];
  int t = threadIdx.x;
  float sum = 0;
  for (int i = m; i <= n; i += 3) {
    s[t * 4 + (i & 3)] = in[i];
    __syncthreads();
    sum += s[(t * 8 + i) & 4095];
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void downTo(float *out, const float *in, int n, int m) {
  __shared__ float s[4096];
  int t = threadIdx.x;
  for (int i = n; i > m; --i)
    atomicAdd((int *)&s[t * 16 + (i & 15)], 2);
  __syncthreads();
  out[t] = s[t];
}

__global__ void divided(float *out, const float *in, int n) {
  __shared__ float s[512];
  int t = threadIdx.x;
  float sum = 0;
  for (int i = n; i > 0; i /= 2) {
    s[2 * t] = in[i];
    __syncthreads();
    sum += s[t];
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void doubled(float *out, const float *in, int n) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  float sum = 0;
  for (int i = 1; i < n; i *= 2) {
    s[4 * t] = in[i];
    __syncthreads();
    sum += s[t];
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void nested(float *out, const float *in, int n, int m) {
  __shared__ float s[512];
  int t = threadIdx.x;
  float sum = 0;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < m; ++j) {
      s[2 * t] = in[i + j];
      __syncthreads();
      sum += s[511 - t];
      __syncthreads();
    }
    s[t] = sum;
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void triangle(float *out, const float *in, int n) {
  __shared__ float s[512];
  int t = threadIdx.x;
  float sum = 0;
  for (int i = 0; i < n; ++i)
    for (int j = i; j < n; ++j) {
      s[2 * t] = in[i + j];
      __syncthreads();
      sum += s[511 - t];
      __syncthreads();
    }
  out[t] = sum;
}

__global__ void twoBranches(float *out, const float *in, int n) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  if (n < 4) {
    s[t] = in[t];
  } else {
    s[2 * t] = in[t + 1];
    s[2 * t + 512] = in[t + 2];
    s[2 * t + 1] = in[t + 3];
  }
  __syncthreads();
  out[t] = s[1023 - t];
}

__global__ void unknownStride(float *out, const float *in, int m) {
  __shared__ float s[32 * 33];
  int t = threadIdx.x;
  s[m * t] = in[t];
  __syncthreads();
  out[t] = s[m * (31 - t)];
}

__global__ void twoBounds(float *out, const float *in, int n) {
  __shared__ float s[512];
  int t = threadIdx.x;
  float sum = 0;
  for (int i = 0; i < n && i < 32; ++i) {
    s[2 * t] = in[i];
    __syncthreads();
    sum += s[511 - t];
    __syncthreads();
  }
  out[t] = sum;
}

__device__ float turn(float *s, const float *in, int i, int t) {
  s[2 * t] = in[i];
  __syncthreads();
  float v = s[511 - t];
  __syncthreads();
  return v;
}

__global__ void inHelper(float *out, const float *in, int n) {
  __shared__ float s[512];
  int t = threadIdx.x;
  float sum = 0;
  int i = n;
  while (i-- > 0)
    sum += turn(s, in, i, t);
  do
    sum += turn(s, in, i, t);
  while (++i < 5);
  out[t] = sum;
}

template <int Step>
__global__ void inTemplate(float *out, const float *in, unsigned n) {
  __shared__ float s[512];
  int t = threadIdx.x;
  float sum = 0;
  for (unsigned i = 0; i < n; i += Step)
    sum += turn(s, in, i, t);
  out[t] = sum;
}

__global__ void blockStrides(float *out, const float *in, int n) {
  __shared__ float s[256];
  int t = threadIdx.x;
  for (int i = t; i < n; i += blockDim.x)
    atomicAdd((int *)&s[t], 3);
  if (t < n)
    s[t] = in[t];
  __syncthreads();
  out[t] = s[255 - t];
}

__global__ void earlyReturn(float *out, const float *in, int n, int m) {
  __shared__ float s[512];
  int t = threadIdx.x;
  s[t] = in[t];
  if (n > m)
    return;
  __syncthreads();
  s[2 * t] = in[t + 1];
  __syncthreads();
  out[t] = s[2 * t + 1];
}

__global__ void switchedSize(float *out, const float *in, int n) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  switch (n) {
  case 0:
    s[2 * t] = in[t + 1];
    break;
  case 5:
    s[4 * t] = in[t + 2];
  default:
    s[t] = in[t + 3];
  }
  __syncthreads();
  out[t] = s[1023 - t];
}

//===----------------------------------------------------------------------===//

template <int Stride> void launchStrided(float *out, const float *in) {
  if (Stride > 12)
    check(cudaFuncSetAttribute(strided<Stride>,
                               cudaFuncAttributeMaxDynamicSharedMemorySize,
                               Stride * 4096));
  strided<Stride><<<1, 1024, Stride * 4096>>>(out, in);
  if constexpr (Stride < 32)
    launchStrided<Stride + 1>(out, in);
}

int main(int argc, char **argv) {
  float *out, *in;
  check(cudaMalloc(&out, 1 << 20));
  check(cudaMalloc(&in, 1 << 20));
  check(cudaMemset(in, 0, 1 << 20));

  launchStrided<2>(out, in);
  columns32x32<<<1, dim3(32, 32)>>>(out, in);
  padded32x32<<<1, dim3(32, 32)>>>(out, in);
  columns16x16<<<1, dim3(16, 16)>>>(out, in);
  columns8x32<<<1, dim3(8, 32)>>>(out, in);
  columns32x8<<<1, dim3(32, 8)>>>(out, in);
  oddBlock<<<1, 300>>>(out, in);
  reduction<<<1, 256>>>(out, in);
  halving<<<1, 256>>>(out, in);
  upToLane<<<1, 64>>>(out, in);
  vectors<<<1, 256>>>((float4 *)out, (const float4 *)in);
  doubles<<<1, 256>>>((double *)out, (const double *)in);
  histogram<<<1, 256>>>((int *)out, (const int *)in);
  copies<<<1, 256>>>(out, in);
  switched<<<1, 256>>>(out, in);
  blocksOfGrid<<<7, 128>>>(out, in);

  for (int i = 1; i < argc; ++i) {
    int n = atoi(argv[i]);
    int m = n * 7 % 32; // as run has it
    upTo<<<1, 256>>>(out, in, n);
    inSteps<<<1, 256>>>(out, in, n, m);
    downTo<<<1, 256>>>(out, in, n, m);
    divided<<<1, 256>>>(out, in, n);
    doubled<<<1, 256>>>(out, in, n);
    nested<<<1, 256>>>(out, in, n, m);
    triangle<<<1, 256>>>(out, in, n);
    twoBranches<<<1, 256>>>(out, in, n);
    unknownStride<<<1, 32>>>(out, in, m);
    twoBounds<<<1, 256>>>(out, in, n);
    inHelper<<<1, 256>>>(out, in, n);
    inTemplate<4><<<1, 256>>>(out, in, n);
    blockStrides<<<1, 256>>>(out, in, n);
    earlyReturn<<<1, 256>>>(out, in, n, m);
    switchedSize<<<1, 256>>>(out, in, n);
  }
  check(cudaDeviceSynchronize());
}
