// Matrices that the lanes of a warp hold together, in rows of Width elements.

#include "host.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;
using wmma::accumulator;
using wmma::col_major;
using wmma::fragment;
using wmma::matrix_a;
using wmma::matrix_b;
using wmma::row_major;

template <class Fragment, class T>
__device__ void write(T *out, const Fragment &from) {
  for (int i = 0; i < from.num_elements; ++i)
    out[threadIdx.x + i * 32] = from.x[i];
}

template <int Count, class T> __device__ void fill(T *s, const T *in) {
#pragma unroll 1
  for (int i = threadIdx.x; i < Count; i += 32)
    s[i] = in[i];
  __syncthreads();
}

template <int Width> __global__ void halves(__half *out, const __half *in) {
  __shared__ __align__(128) __half s[32 * Width];
  fill<32 * Width>(s, in);
  fragment<matrix_a, 16, 16, 16, __half, row_major> aRow;
  wmma::load_matrix_sync(aRow, s, Width);
  write(out, aRow);
  __syncthreads();
  fragment<matrix_a, 16, 16, 16, __half, col_major> aCol;
  wmma::load_matrix_sync(aCol, s, Width);
  write(out, aCol);
  __syncthreads();
  fragment<matrix_b, 16, 16, 16, __half, row_major> bRow;
  wmma::load_matrix_sync(bRow, s, Width);
  write(out, bRow);
  __syncthreads();
  fragment<matrix_b, 16, 16, 16, __half, col_major> bCol;
  wmma::load_matrix_sync(bCol, s, Width);
  write(out, bCol);
  __syncthreads();
}

template <int Width> __global__ void tallHalves(__half *out, const __half *in) {
  __shared__ __align__(128) __half s[32 * Width];
  fill<32 * Width>(s, in);
  fragment<matrix_a, 32, 8, 16, __half, row_major> aRow;
  wmma::load_matrix_sync(aRow, s, Width);
  write(out, aRow);
  __syncthreads();
  fragment<matrix_a, 32, 8, 16, __half, col_major> aCol;
  wmma::load_matrix_sync(aCol, s, Width);
  write(out, aCol);
  __syncthreads();
  fragment<matrix_b, 32, 8, 16, __half, row_major> bRow;
  wmma::load_matrix_sync(bRow, s, Width);
  write(out, bRow);
  __syncthreads();
  fragment<matrix_b, 32, 8, 16, __half, col_major> bCol;
  wmma::load_matrix_sync(bCol, s, Width);
  write(out, bCol);
  __syncthreads();
}

template <int Width> __global__ void wideHalves(__half *out, const __half *in) {
  __shared__ __align__(128) __half s[32 * Width];
  fill<32 * Width>(s, in);
  fragment<matrix_a, 8, 32, 16, __half, row_major> aRow;
  wmma::load_matrix_sync(aRow, s, Width);
  write(out, aRow);
  __syncthreads();
  fragment<matrix_a, 8, 32, 16, __half, col_major> aCol;
  wmma::load_matrix_sync(aCol, s, Width);
  write(out, aCol);
  __syncthreads();
  fragment<matrix_b, 8, 32, 16, __half, row_major> bRow;
  wmma::load_matrix_sync(bRow, s, Width);
  write(out, bRow);
  __syncthreads();
  fragment<matrix_b, 8, 32, 16, __half, col_major> bCol;
  wmma::load_matrix_sync(bCol, s, Width);
  write(out, bCol);
  __syncthreads();
}

template <int Width> __global__ void bfloats(__nv_bfloat16 *out, const __nv_bfloat16 *in) {
  __shared__ __align__(128) __nv_bfloat16 s[32 * Width];
  fill<32 * Width>(s, in);
  fragment<matrix_a, 16, 16, 16, __nv_bfloat16, row_major> aRow;
  wmma::load_matrix_sync(aRow, s, Width);
  write(out, aRow);
  __syncthreads();
  fragment<matrix_a, 16, 16, 16, __nv_bfloat16, col_major> aCol;
  wmma::load_matrix_sync(aCol, s, Width);
  write(out, aCol);
  __syncthreads();
  fragment<matrix_b, 16, 16, 16, __nv_bfloat16, row_major> bRow;
  wmma::load_matrix_sync(bRow, s, Width);
  write(out, bRow);
  __syncthreads();
  fragment<matrix_b, 16, 16, 16, __nv_bfloat16, col_major> bCol;
  wmma::load_matrix_sync(bCol, s, Width);
  write(out, bCol);
  __syncthreads();
}

template <int Width> __global__ void bytes(signed char *out, const signed char *in) {
  __shared__ __align__(128) signed char s[32 * Width];
  fill<32 * Width>(s, in);
  fragment<matrix_a, 16, 16, 16, signed char, row_major> aRow;
  wmma::load_matrix_sync(aRow, s, Width);
  write(out, aRow);
  __syncthreads();
  fragment<matrix_a, 16, 16, 16, signed char, col_major> aCol;
  wmma::load_matrix_sync(aCol, s, Width);
  write(out, aCol);
  __syncthreads();
  fragment<matrix_b, 16, 16, 16, signed char, row_major> bRow;
  wmma::load_matrix_sync(bRow, s, Width);
  write(out, bRow);
  __syncthreads();
  fragment<matrix_b, 16, 16, 16, signed char, col_major> bCol;
  wmma::load_matrix_sync(bCol, s, Width);
  write(out, bCol);
  __syncthreads();
}

template <int Width> __global__ void tallBytes(unsigned char *out, const unsigned char *in) {
  __shared__ __align__(128) unsigned char s[32 * Width];
  fill<32 * Width>(s, in);
  fragment<matrix_a, 32, 8, 16, unsigned char, row_major> aRow;
  wmma::load_matrix_sync(aRow, s, Width);
  write(out, aRow);
  __syncthreads();
  fragment<matrix_a, 32, 8, 16, unsigned char, col_major> aCol;
  wmma::load_matrix_sync(aCol, s, Width);
  write(out, aCol);
  __syncthreads();
  fragment<matrix_b, 32, 8, 16, unsigned char, row_major> bRow;
  wmma::load_matrix_sync(bRow, s, Width);
  write(out, bRow);
  __syncthreads();
  fragment<matrix_b, 32, 8, 16, unsigned char, col_major> bCol;
  wmma::load_matrix_sync(bCol, s, Width);
  write(out, bCol);
  __syncthreads();
}

template <int Width> __global__ void wideBytes(signed char *out, const signed char *in) {
  __shared__ __align__(128) signed char s[32 * Width];
  fill<32 * Width>(s, in);
  fragment<matrix_a, 8, 32, 16, signed char, row_major> aRow;
  wmma::load_matrix_sync(aRow, s, Width);
  write(out, aRow);
  __syncthreads();
  fragment<matrix_a, 8, 32, 16, signed char, col_major> aCol;
  wmma::load_matrix_sync(aCol, s, Width);
  write(out, aCol);
  __syncthreads();
  fragment<matrix_b, 8, 32, 16, signed char, row_major> bRow;
  wmma::load_matrix_sync(bRow, s, Width);
  write(out, bRow);
  __syncthreads();
  fragment<matrix_b, 8, 32, 16, signed char, col_major> bCol;
  wmma::load_matrix_sync(bCol, s, Width);
  write(out, bCol);
  __syncthreads();
}

template <int Width> __global__ void words(float *out, const float *in) {
  __shared__ __align__(128) float s[32 * Width];
  fill<32 * Width>(s, in);
  fragment<matrix_a, 16, 16, 8, wmma::precision::tf32, row_major> aRow;
  wmma::load_matrix_sync(aRow, s, Width);
  write(out, aRow);
  __syncthreads();
  fragment<matrix_a, 16, 16, 8, wmma::precision::tf32, col_major> aCol;
  wmma::load_matrix_sync(aCol, s, Width);
  write(out, aCol);
  __syncthreads();
  fragment<matrix_b, 16, 16, 8, wmma::precision::tf32, row_major> bRow;
  wmma::load_matrix_sync(bRow, s, Width);
  write(out, bRow);
  __syncthreads();
  fragment<matrix_b, 16, 16, 8, wmma::precision::tf32, col_major> bCol;
  wmma::load_matrix_sync(bCol, s, Width);
  write(out, bCol);
  __syncthreads();
}

template <int Width> __global__ void doubles(double *out, const double *in) {
  __shared__ __align__(128) double s[32 * Width];
  fill<32 * Width>(s, in);
  fragment<matrix_a, 8, 8, 4, double, row_major> aRow;
  wmma::load_matrix_sync(aRow, s, Width);
  write(out, aRow);
  __syncthreads();
  fragment<matrix_a, 8, 8, 4, double, col_major> aCol;
  wmma::load_matrix_sync(aCol, s, Width);
  write(out, aCol);
  __syncthreads();
  fragment<matrix_b, 8, 8, 4, double, row_major> bRow;
  wmma::load_matrix_sync(bRow, s, Width);
  write(out, bRow);
  __syncthreads();
  fragment<matrix_b, 8, 8, 4, double, col_major> bCol;
  wmma::load_matrix_sync(bCol, s, Width);
  write(out, bCol);
  __syncthreads();
}

template <int Width> __global__ void halfSums(__half *out, const __half *in) {
  __shared__ __align__(128) __half s[32 * Width];
  fill<32 * Width>(s, in);
  fragment<accumulator, 16, 16, 16, __half> rows, columns;
  wmma::load_matrix_sync(rows, s, Width, wmma::mem_row_major);
  __syncthreads();
  wmma::load_matrix_sync(columns, s, Width, wmma::mem_col_major);
  __syncthreads();
  wmma::store_matrix_sync(s, rows, Width, wmma::mem_col_major);
  __syncthreads();
  wmma::store_matrix_sync(s, columns, Width, wmma::mem_row_major);
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}

template <int Width> __global__ void sums(float *out, const float *in) {
  __shared__ __align__(128) float s[32 * Width];
  fill<32 * Width>(s, in);
  fragment<accumulator, 16, 16, 16, float> rows, columns;
  wmma::load_matrix_sync(rows, s, Width, wmma::mem_row_major);
  __syncthreads();
  wmma::load_matrix_sync(columns, s, Width, wmma::mem_col_major);
  __syncthreads();
  wmma::store_matrix_sync(s, rows, Width, wmma::mem_col_major);
  __syncthreads();
  wmma::store_matrix_sync(s, columns, Width, wmma::mem_row_major);
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}

template <int Width> __global__ void tallSums(float *out, const float *in) {
  __shared__ __align__(128) float s[32 * Width];
  fill<32 * Width>(s, in);
  fragment<accumulator, 32, 8, 16, float> rows, columns;
  wmma::load_matrix_sync(rows, s, Width, wmma::mem_row_major);
  __syncthreads();
  wmma::load_matrix_sync(columns, s, Width, wmma::mem_col_major);
  __syncthreads();
  wmma::store_matrix_sync(s, rows, Width, wmma::mem_col_major);
  __syncthreads();
  wmma::store_matrix_sync(s, columns, Width, wmma::mem_row_major);
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}

template <int Width> __global__ void wideSums(int *out, const int *in) {
  __shared__ __align__(128) int s[32 * Width];
  fill<32 * Width>(s, in);
  fragment<accumulator, 8, 32, 16, int> rows, columns;
  wmma::load_matrix_sync(rows, s, Width, wmma::mem_row_major);
  __syncthreads();
  wmma::load_matrix_sync(columns, s, Width, wmma::mem_col_major);
  __syncthreads();
  wmma::store_matrix_sync(s, rows, Width, wmma::mem_col_major);
  __syncthreads();
  wmma::store_matrix_sync(s, columns, Width, wmma::mem_row_major);
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}

template <int Width> __global__ void wordSums(float *out, const float *in) {
  __shared__ __align__(128) float s[32 * Width];
  fill<32 * Width>(s, in);
  fragment<accumulator, 16, 16, 8, float> rows, columns;
  wmma::load_matrix_sync(rows, s, Width, wmma::mem_row_major);
  __syncthreads();
  wmma::load_matrix_sync(columns, s, Width, wmma::mem_col_major);
  __syncthreads();
  wmma::store_matrix_sync(s, rows, Width, wmma::mem_col_major);
  __syncthreads();
  wmma::store_matrix_sync(s, columns, Width, wmma::mem_row_major);
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}

template <int Width> __global__ void doubleSums(double *out, const double *in) {
  __shared__ __align__(128) double s[32 * Width];
  fill<32 * Width>(s, in);
  fragment<accumulator, 8, 8, 4, double> rows, columns;
  wmma::load_matrix_sync(rows, s, Width, wmma::mem_row_major);
  __syncthreads();
  wmma::load_matrix_sync(columns, s, Width, wmma::mem_col_major);
  __syncthreads();
  wmma::store_matrix_sync(s, rows, Width, wmma::mem_col_major);
  __syncthreads();
  wmma::store_matrix_sync(s, columns, Width, wmma::mem_row_major);
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}

int main() {
  float *in = counting<float>(8192);
  float *out = counting<float>(8192);
  halves<16><<<1, 32>>>((__half *)out, (__half *)in);
  halves<24><<<1, 32>>>((__half *)out, (__half *)in);
  halves<64><<<1, 32>>>((__half *)out, (__half *)in);
  tallHalves<40><<<1, 32>>>((__half *)out, (__half *)in);
  tallHalves<64><<<1, 32>>>((__half *)out, (__half *)in);
  wideHalves<40><<<1, 32>>>((__half *)out, (__half *)in);
  wideHalves<64><<<1, 32>>>((__half *)out, (__half *)in);
  bfloats<16><<<1, 32>>>((__nv_bfloat16 *)out, (__nv_bfloat16 *)in);
  bfloats<24><<<1, 32>>>((__nv_bfloat16 *)out, (__nv_bfloat16 *)in);
  bfloats<64><<<1, 32>>>((__nv_bfloat16 *)out, (__nv_bfloat16 *)in);
  bytes<16><<<1, 32>>>((signed char *)out, (signed char *)in);
  bytes<48><<<1, 32>>>((signed char *)out, (signed char *)in);
  bytes<64><<<1, 32>>>((signed char *)out, (signed char *)in);
  tallBytes<32><<<1, 32>>>((unsigned char *)out, (unsigned char *)in);
  tallBytes<48><<<1, 32>>>((unsigned char *)out, (unsigned char *)in);
  wideBytes<32><<<1, 32>>>((signed char *)out, (signed char *)in);
  wideBytes<48><<<1, 32>>>((signed char *)out, (signed char *)in);
  words<16><<<1, 32>>>((float *)out, (float *)in);
  words<20><<<1, 32>>>((float *)out, (float *)in);
  words<32><<<1, 32>>>((float *)out, (float *)in);
  doubles<16><<<1, 32>>>((double *)out, (double *)in);
  doubles<20><<<1, 32>>>((double *)out, (double *)in);
  halfSums<16><<<1, 32>>>((__half *)out, (__half *)in);
  halfSums<24><<<1, 32>>>((__half *)out, (__half *)in);
  sums<16><<<1, 32>>>((float *)out, (float *)in);
  sums<20><<<1, 32>>>((float *)out, (float *)in);
  sums<64><<<1, 32>>>((float *)out, (float *)in);
  tallSums<32><<<1, 32>>>((float *)out, (float *)in);
  tallSums<36><<<1, 32>>>((float *)out, (float *)in);
  wideSums<32><<<1, 32>>>((int *)out, (int *)in);
  wideSums<36><<<1, 32>>>((int *)out, (int *)in);
  wordSums<16><<<1, 32>>>((float *)out, (float *)in);
  wordSums<20><<<1, 32>>>((float *)out, (float *)in);
  doubleSums<16><<<1, 32>>>((double *)out, (double *)in);
  doubleSums<18><<<1, 32>>>((double *)out, (double *)in);
  return finish();
}
