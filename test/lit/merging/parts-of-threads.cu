// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | grep ' remark: load' | FileCheck %s

// A loop over a thread's own part of an array runs as often in every thread. LLVM
// unrolls it whole up to eight iterations, and more where the part is a power of
// two and begins at a multiple of it; what nvcc makes of others is not certain.
// Read off machine code (nvcc 13.0 -O3, sm_90).

__global__ void __launch_bounds__(32) ends(float *out) {
  __shared__ __align__(16) float s[512];
  const int t = threadIdx.x;
  s[t] = out[t];
  __syncthreads();
  float sum = 0;
  int b = t * 8, e = b + 8;
  for (int i = b; i < e; ++i)
    sum += s[i];
  out[t] = sum;
}

__global__ void __launch_bounds__(32) le(float *out) {
  __shared__ __align__(16) float s[512];
  const int t = threadIdx.x;
  s[t] = out[t];
  __syncthreads();
  float sum = 0;
  for (int i = t * 8; i <= t * 8 + 7; ++i)
    sum += s[i];
  out[t] = sum;
}

__global__ void __launch_bounds__(32) next(float *out) {
  __shared__ __align__(16) float s[512];
  const int t = threadIdx.x;
  s[t] = out[t];
  __syncthreads();
  float sum = 0;
  for (int i = t * 8; i < (t + 1) * 8; ++i)
    sum += s[i];
  out[t] = sum;
}

__global__ void __launch_bounds__(32) uns(float *out) {
  __shared__ __align__(16) float s[512];
  const int t = threadIdx.x;
  s[t] = out[t];
  __syncthreads();
  float sum = 0;
  for (unsigned i = threadIdx.x * 8; i < threadIdx.x * 8 + 8; ++i)
    sum += s[i];
  out[t] = sum;
}

__global__ void __launch_bounds__(32) step(float *out) {
  __shared__ __align__(16) float s[512];
  const int t = threadIdx.x;
  s[t] = out[t];
  __syncthreads();
  float sum = 0;
  for (int i = t * 16; i < t * 16 + 16; i += 2)
    sum += s[i];
  out[t] = sum;
}

__global__ void __launch_bounds__(32) odd(float *out) {
  __shared__ __align__(16) float s[512];
  const int t = threadIdx.x;
  s[t] = out[t];
  __syncthreads();
  float sum = 0;
  for (int i = t * 7; i < t * 7 + 7; ++i)
    sum += s[i];
  out[t] = sum;
}

__global__ void __launch_bounds__(32) shift(float *out) {
  __shared__ __align__(16) float s[512];
  const int t = threadIdx.x;
  s[t] = out[t];
  __syncthreads();
  float sum = 0;
  for (int i = t << 3; i < (t << 3) + 8; ++i)
    sum += s[i];
  out[t] = sum;
}

__global__ void __launch_bounds__(32) off1(float *out) {
  __shared__ __align__(16) float s[512];
  const int t = threadIdx.x;
  s[t] = out[t];
  __syncthreads();
  float sum = 0;
  for (int i = t * 16 + 1; i < t * 16 + 17; ++i)
    sum += s[i];
  out[t] = sum;
}

__global__ void __launch_bounds__(32) moved(float *out) {
  __shared__ __align__(16) float s[512];
  const int t = threadIdx.x;
  s[t] = out[t];
  __syncthreads();
  float sum = 0;
  int b = t * 8;
  if (t > 15)
    b += 64;
  for (int i = b; i < b + 8; ++i)
    sum += s[i];
  out[t] = sum;
}

__global__ void __launch_bounds__(32) sixteen4(float *out) {
  __shared__ __align__(16) float s[512];
  const int t = threadIdx.x;
  s[t] = out[t];
  __syncthreads();
  float sum = 0;
  for (int i = t * 4; i < t * 4 + 16; ++i)
    sum += s[i];
  out[t] = sum;
}

__global__ void __launch_bounds__(32) two(float *out) {
  __shared__ __align__(16) float s[512];
  const int t = threadIdx.x;
  s[t] = out[t];
  __syncthreads();
  float sum = 0;
  for (int i = t * 2; i < t * 2 + 2; ++i)
    sum += s[i];
  out[t] = sum;
}

template <int N>
__global__ void __launch_bounds__(32) part(float *out) {
  __shared__ float s[32 * N];
  const int t = threadIdx.x;
  s[t] = out[t];
  __syncthreads();
  float sum = 0;
  for (int i = t * N; i < t * N + N; ++i)
    sum += s[i];
  out[t] = sum;
}
template __global__ void part<3>(float *);
template __global__ void part<6>(float *);
template __global__ void part<12>(float *);
template __global__ void part<16>(float *);

// CHECK: parts-of-threads.cu:16:12: remark: load of 16 bytes from 's': 8/4 wavefronts, conflict, inexact, block 32x1x1, 2 requests [ends(float *)]
// CHECK: parts-of-threads.cu:27:12: remark: load of 16 bytes from 's': 8/4 wavefronts, conflict, inexact, block 32x1x1, 2 requests [le(float *)]
// CHECK: parts-of-threads.cu:38:12: remark: load of 16 bytes from 's': 8/4 wavefronts, conflict, inexact, block 32x1x1, 2 requests [next(float *)]
// CHECK: parts-of-threads.cu:49:12: remark: load of 16 bytes from 's': 8/4 wavefronts, conflict, inexact, block 32x1x1, 2 requests [uns(float *)]
// CHECK: parts-of-threads.cu:60:12: remark: load of 4 bytes from 's': 16/1 wavefronts, conflict, inexact, block 32x1x1, 8 requests [step(float *)]
// CHECK: parts-of-threads.cu:71:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 7 requests [odd(float *)]
// CHECK: parts-of-threads.cu:82:12: remark: load of 16 bytes from 's': 8/4 wavefronts, conflict, inexact, block 32x1x1, 2 requests [shift(float *)]
// CHECK: parts-of-threads.cu:93:12: remark: load of 4 bytes from 's': 16/1 wavefronts, conflict, inexact, block 32x1x1, 16 requests [off1(float *)]
// CHECK: parts-of-threads.cu:107:12: remark: load of 16 bytes from 's': 8/4 wavefronts, conflict, inexact, block 32x1x1, 2 requests [moved(float *)]
// CHECK: parts-of-threads.cu:118:12: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, inexact, block 32x1x1, 4 requests [sixteen4(float *)]
// CHECK: parts-of-threads.cu:129:12: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, inexact, block 32x1x1, 1 request [two(float *)]
// CHECK: parts-of-threads.cu:141:12: remark: load of 8 bytes from 's': 4/2 wavefronts, conflict, inexact, block 32x1x1, 6 requests [part<12>(float *)]
// CHECK: parts-of-threads.cu:141:12: remark: load of 16 bytes from 's': 16/4 wavefronts, conflict, inexact, block 32x1x1, 4 requests [part<16>(float *)]
// CHECK: parts-of-threads.cu:141:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 3 requests [part<3>(float *)]
// CHECK: parts-of-threads.cu:141:12: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, inexact, block 32x1x1, 3 requests [part<6>(float *)]
