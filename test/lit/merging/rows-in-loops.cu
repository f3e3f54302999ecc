// RUN: %lint --all-accesses --exit-zero %s -- 2>/dev/null | FileCheck %s

// A loop that stays a loop, around one that is unrolled: with nothing but the
// array in the address, the register that moves on points to the first access
// of a row where these are few, or to the middle one, and what is known of its
// alignment is what all rows have in common. Read off machine code (nvcc 13.0
// -O3, sm_90).

#define ROWS(Count)                                                       \
  _Pragma("unroll 1") for (int m = 0; m < 27; ++m)                             \
      _Pragma("unroll") for (int k = 0; k < Count; ++k)

// Rows of 136 bytes: 17 STS.64.
__global__ void odd(const double *in, double *out) {
  __shared__ double a[27][17];
  ROWS(17)
    a[m][k] = in[m * 17 + k];
// CHECK: :[[@LINE-1]]:5: remark: store of 8 bytes to 'a': 2/2 wavefronts, conflict-free, inexact, block 32x1x1, 459 requests
  __syncthreads();
  out[threadIdx.x] = a[26][16];
// CHECK: :[[@LINE-1]]:22: remark: load of 8 bytes from 'a': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
}

// 144 bytes, the middle at 72: 18 STS.64.
__global__ void even(const double *in, double *out) {
  __shared__ double a[27][18];
  ROWS(18)
    a[m][k] = in[m * 18 + k];
// CHECK: :[[@LINE-1]]:5: remark: store of 8 bytes to 'a': 2/2 wavefronts, conflict-free, inexact, block 32x1x1, 486 requests
  __syncthreads();
  out[threadIdx.x] = a[26][16];
// CHECK: :[[@LINE-1]]:22: remark: load of 8 bytes from 'a': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
}

// 32 bytes, the middle at 16: 2 STS.128.
__global__ void middle(const double *in, double *out) {
  __shared__ double a[27][4];
  ROWS(4)
    a[m][k] = in[m * 4 + k];
// CHECK: :[[@LINE-1]]:5: remark: store of 16 bytes to 'a': 4/4 wavefronts, conflict-free, block 32x1x1, 54 requests
  __syncthreads();
  out[threadIdx.x] = a[26][3];
// CHECK: :[[@LINE-1]]:22: remark: load of 8 bytes from 'a': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
}

// Few: LDS.128, of the first.
__global__ void few(const float *in, float *out) {
  __shared__ float a[27][4];
  a[threadIdx.x % 27][threadIdx.x / 27] = in[threadIdx.x];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 'a': 4/1 wavefronts, conflict, block 32x1x1, 1 request
  __syncthreads();
  float sum = 0;
  ROWS(4)
    sum = sum * in[k] + a[m][k];
// CHECK: :[[@LINE-1]]:25: remark: load of 16 bytes from 'a': 2/2 wavefronts, conflict-free, block 32x1x1, 27 requests
  out[threadIdx.x] = sum;
}

// 48 bytes, the middle at 24: 6 LDS.64.
__global__ void many(const float *in, float *out) {
  __shared__ float a[27][12];
  a[threadIdx.x % 27][threadIdx.x / 27] = in[threadIdx.x];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 'a': 4/1 wavefronts, conflict, block 32x1x1, 1 request
  __syncthreads();
  float sum = 0;
  ROWS(12)
    sum = sum * in[k] + a[m][k];
// CHECK: :[[@LINE-1]]:25: remark: load of 8 bytes from 'a': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 162 requests
  out[threadIdx.x] = sum;
}

void launch(float *f, double *d) {
  odd<<<1, 32>>>(d, d);
  even<<<1, 32>>>(d, d);
  middle<<<1, 32>>>(d, d);
  few<<<1, 32>>>(f, f);
  many<<<1, 32>>>(f, f);
}
