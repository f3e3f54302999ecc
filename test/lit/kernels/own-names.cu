// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// Functions of the source whose names are those of CUDA's or of the language do
// what their bodies say.

namespace own {
__device__ void move(float *to, float value) { *to = value; }
// CHECK: :[[@LINE-1]]:48: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, block 32x1x1, 1 request [moves(
__device__ void forward(float *to, const float *from) { *to = *from; }
// CHECK: :[[@LINE-1]]:57: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, block 32x1x1, 1 request [forwards(
__device__ void addressof(float *to) { *to = 1; }
// CHECK: :[[@LINE-1]]:40: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, block 32x1x1, 1 request [addresses(
__device__ void printf(float *to, float value) { *to = value; }
// CHECK: :[[@LINE-1]]:50: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, block 32x1x1, 1 request [prints(
__device__ void exit(float *to) { *to = 1; }
// CHECK: :[[@LINE-1]]:35: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, block 32x1x1, 1 request [exits(
__device__ float __ldg(const float *from) { return from[1]; }
// CHECK: :[[@LINE-1]]:52: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 32x1x1, 1 request [others(
__device__ void memset(float *to, int count) {
  for (int i = 0; i < count; ++i)
    to[i] = 0;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, block 32x1x1, 1 request [others(
}
__device__ int abs(const int *from) { return *from; }
// CHECK: :[[@LINE-1]]:46: remark: load of 4 bytes from 'n': 2/1 wavefronts, conflict, block 32x1x1, 1 request [others(
template <class T> __device__ T max(T *to, T value) { return *to = value; }
// CHECK: :[[@LINE-1]]:62: remark: load of 4 bytes from 'n': 0/0 wavefronts, conflict-free, block 32x1x1, 0 requests [others(
// CHECK: :[[@LINE-2]]:62: remark: store of 4 bytes to 'n': 2/1 wavefronts, conflict, block 32x1x1, 1 request [others(
__device__ int atomicMax(int *to, int value) { return *to = value; }
// CHECK: :[[@LINE-1]]:55: remark: load of 4 bytes from 'n': 0/0 wavefronts, conflict-free, block 32x1x1, 0 requests [others(
// CHECK: :[[@LINE-2]]:55: remark: store of 4 bytes to 'n': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [others(
__device__ void __pipeline_commit(float *to) { *to = 1; }
// CHECK: :[[@LINE-1]]:48: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, block 32x1x1, 1 request [others(
} // namespace own

__global__ void moves(const float *in, float *out) {
  __shared__ float s[64];
  own::move(s + threadIdx.x * 2, in[0]);
  out[threadIdx.x] = in[1];
}

__global__ void forwards(const float *in, float *out) {
  __shared__ float s[64];
  own::forward(s + threadIdx.x * 2, in);
  out[threadIdx.x] = in[1];
}

__global__ void addresses(const float *in, float *out) {
  __shared__ float s[64];
  own::addressof(s + threadIdx.x * 2);
  out[threadIdx.x] = in[1];
}

__global__ void prints(const float *in, float *out) {
  __shared__ float s[64];
  own::printf(s + threadIdx.x * 2, in[0]);
  out[threadIdx.x] = in[1];
}

// The lanes do not end.
__global__ void exits(float *out) {
  __shared__ float s[64];
  own::exit(s + threadIdx.x * 2);
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [exits(
}

__global__ void others(float *out, int *numbers) {
  __shared__ float s[64];
  __shared__ int n[64];
  own::memset(s + threadIdx.x * 2, 1);
  __syncthreads();
  out[threadIdx.x] = own::__ldg(s + threadIdx.x * 2);
  own::max(n + threadIdx.x * 2, 4);
  __syncthreads();
  numbers[threadIdx.x] = own::abs(n + threadIdx.x * 2);
  __syncthreads();
  own::atomicMax(n + threadIdx.x, threadIdx.x);
  __syncthreads();
  own::__pipeline_commit(s + threadIdx.x * 2);
}

// A function of numbers is one of those by its name: what lanes hold is known
// better then.
template <class T> __device__ T min(const T &a, const T &b) {
  return b < a ? b : a;
}
__global__ void numbers(float *out, int n) {
  __shared__ float s[64];
  s[min(int(threadIdx.x), 15)] = 1;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [numbers(
}

void launch(float *f, int *n) {
  moves<<<1, 32>>>(f, f);
  forwards<<<1, 32>>>(f, f);
  addresses<<<1, 32>>>(f, f);
  prints<<<1, 32>>>(f, f);
  exits<<<1, 32>>>(f);
  others<<<1, 32>>>(f, n);
  numbers<<<1, 32>>>(f, 64);
}
