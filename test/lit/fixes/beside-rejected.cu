// RUN: not %lint %s 2>&1 | FileCheck %s

// Code that Clang rejects has no part in what a plain kernel does with an array of
// its own, if the kernel does not come to it.

#include <nowhere/tensor.h>

__global__ void plain(float *out, const float *in) {
  __shared__ float t[32][32];
// CHECK: :[[@LINE-1]]:26: note: pad the rows of 't' to 33 floats (+128 bytes), which leaves no conflict{{$}}
  t[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = t[threadIdx.x][threadIdx.y];
}
nowhere::Tensor callPlain(nowhere::Tensor x) {
  auto y = nowhere::like(x);
  plain<<<1, dim3(32, 32)>>>(y.data<float>(), x.data<float>());
  return y;
}

// Instances that nobody knows.
template <int N> __global__ void instances(float *out, const float *in) {
  __shared__ float t[32][N];
  t[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = t[threadIdx.x][threadIdx.y];
}
void knownInstance(float *y, float *x) { instances<32><<<1, dim3(32, 32)>>>(y, x); }
void otherInstance(nowhere::Tensor x) {
  instances<nowhere::tile><<<1, dim3(32, 32)>>>(x.data<float>(), x.data<float>());
// CHECK: :[[@LINE-1]]:3: note: no fix for 't': code that is not compiled here names 'instances'; by hand, rows of 33 floats would be best
}

// A template that no rejected code names has no other instance.
template <int N> __global__ void oneInstance(float *out, const float *in) {
  __shared__ float t[32][N];
// CHECK: :[[@LINE-1]]:26: note: pad the rows of 't' to 33 floats (+128 bytes), which leaves no conflict{{$}}
  t[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = t[threadIdx.x][threadIdx.y];
}
void callInstance(nowhere::Tensor x) {
  oneInstance<32><<<1, dim3(32, 32)>>>(x.data<float>(), x.data<float>());
}

// Templates of the host that make instances.
template <class T, int N> __global__ void launched(T *out, const T *in) {
  __shared__ T t[32][N];
  t[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = t[threadIdx.x][threadIdx.y];
}
template <class T> void launch(T *y, T *x) { launched<T, 32><<<1, dim3(32, 32)>>>(y, x); }
template <class T> struct Launcher {
  void run(T *y, T *x) { launch(y, x); }
};
void launchFloat(float *y, float *x) { launch(y, x); }
void launchOther(nowhere::Tensor x) {
  Launcher<nowhere::half>().run(x.data<nowhere::half>(), x.data<nowhere::half>());
// CHECK: :[[@LINE-1]]:3: note: no fix for 't': code that is not compiled here names 'Launcher'; by hand, rows of 33 floats would be best
}

template <int N> __global__ void byLambda(float *out, const float *in) {
  __shared__ float t[32][N];
  t[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = t[threadIdx.x][threadIdx.y];
}
template <int N> struct Number {
  static constexpr int value = N;
};
void launchByLambda(float *y, float *x) {
  auto start = [&](auto n) {
    byLambda<decltype(n)::value><<<1, dim3(32, 32)>>>(y, x);
  };
  start(Number<32>());
  start(nowhere::number);
// CHECK: :[[@LINE-1]]:3: note: no fix for 't': code that is not compiled here names 'start'; by hand, rows of 33 floats would be best
}

// In a macro that nobody knows.
template <int N> __global__ void byMacro(float *out, const float *in) {
  __shared__ float t[32][N];
  t[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = t[threadIdx.x][threadIdx.y];
}
void launchKnown(float *y, float *x) { byMacro<32><<<1, dim3(32, 32)>>>(y, x); }
void launchByMacro(float *y, float *x) { NOWHERE_LAUNCH(byMacro, 24, y, x); }
// CHECK: :[[@LINE-1]]:57: note: no fix for 't': code that is not compiled here names 'byMacro'; by hand, rows of 33 floats would be best

// In the kernel, or in a function that it calls.
__device__ void report(const float *out) { nowhere::report(out); }
__global__ void calls(float *out, const float *in) {
  __shared__ float t[32][32];
// CHECK: :[[@LINE-1]]:26: note: pad the rows of 't' to 33 floats (+128 bytes), which leaves no conflict (unsafe: code that was not analysed may use it){{$}}
  t[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = t[threadIdx.x][threadIdx.y];
  report(out);
}
void callCalls(float *y, float *x) { calls<<<1, dim3(32, 32)>>>(y, x); }

// Other blocks leave such rows. A launch that nobody knows has the kernel's name.
__global__ void flat(float *out, const float *in) {
  __shared__ float t[1024];
// CHECK: :[[@LINE-1]]:22: note: pad the rows of 't' to 33 floats (+128 bytes), which leaves no conflict;
  t[threadIdx.y * 32 + threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = t[threadIdx.x * 32 + threadIdx.y];
}
void callFlat(float *y, float *x) { flat<<<1, dim3(32, 32)>>>(y, x); }

// Its caller's does, where the block is an argument.
__global__ void flatOfCaller(float *out, const float *in) {
  __shared__ float t[1024];
// CHECK: :[[@LINE-1]]:22: note: pad the rows of 't' to 33 floats (+128 bytes), which leaves no conflict (unsafe: its kernel may also be launched with blocks that are not known; code that was not analysed may use it)
  t[threadIdx.y * 32 + threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = t[threadIdx.x * 32 + threadIdx.y];
}
static void callFlatWith(float *y, float *x, int n) {
  flatOfCaller<<<1, dim3(n, 32)>>>(y, x);
}
void callFlatWithRow(float *y, float *x) { callFlatWith(y, x, 32); }
void callFlatWithOther(nowhere::Tensor x) {
  if (nowhere::isSmall(x))
    callFlatWith(x.data<float>(), x.data<float>(), nowhere::rows(x));
}

// A macro of the source.
#define ROW 32
__global__ void byMacroExtent(float *out, const float *in) {
  __shared__ float t[32][ROW];
// CHECK: note: pad the rows of 't' to 33 floats (+128 bytes), which leaves no conflict{{$}}
  t[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = t[threadIdx.x][threadIdx.y];
}
void callByMacroExtent(float *y, float *x) { byMacroExtent<<<1, dim3(32, 32)>>>(y, x); }

// An overload that the kernel would call, if its type were known: the other one
// does not answer for it, and nothing is told of the statement.
__device__ float weigh(double x) { return x; }
__device__ float weigh(nowhere::Real x) { return *(&x + 32); }
__global__ void overloaded(float *out, const float *in) {
  __shared__ float t[32][32];
// CHECK-NOT: :[[@LINE-1]]:26: note:
  t[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = weigh(t[threadIdx.x][threadIdx.y]);
}
void callOverloaded(float *y, float *x) { overloaded<<<1, dim3(32, 32)>>>(y, x); }
