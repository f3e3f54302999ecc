// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// What all paths store to one place is one store behind them, by the lanes of all.
// Places wrap at 125 words, so that two lanes of a warp meet in a bank: not those
// of one path. Machine code has as many stores (nvcc 13.0 -O3, sm_90).

#include <cuda_runtime.h>

constexpr int kLength = 125;

// A switch, by the thread.
__global__ void threeCases(float *out, const float *in) {
  __shared__ float s[kLength];
  int t = threadIdx.x;
  float a = in[t];
  switch (t % 3) {
  case 0:
    s[(t + 79) % kLength] = a;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 1.333/1 wavefronts, conflict, worst 2x, block 96x1x1, 0 requests
    break;
  case 1:
    s[(t + 79) % kLength] = a * 2;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 1.333/1 wavefronts, conflict, worst 2x, block 96x1x1, 0 requests
    break;
  default:
    s[(t + 79) % kLength] = a + 4;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 1.333/1 wavefronts, conflict, worst 2x, block 96x1x1, 3 requests
  }
  __syncthreads();
  out[t] = s[t];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 96x1x1, 3 requests
}

// A chain of ifs.
__global__ void chain(float *out, const float *in) {
  __shared__ float s[kLength];
  int t = threadIdx.x;
  float a = in[t];
  if (t % 3 == 0)
    s[(t + 79) % kLength] = a + 1;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 1.333/1 wavefronts, conflict, worst 2x, block 96x1x1, 0 requests
  else if (t % 3 == 1)
    s[(t + 79) % kLength] = a * 2;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 1.333/1 wavefronts, conflict, worst 2x, block 96x1x1, 0 requests
  else
    s[(t + 79) % kLength] = a - 1;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 1.333/1 wavefronts, conflict, worst 2x, block 96x1x1, 3 requests
  __syncthreads();
  out[t] = s[t];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 96x1x1, 3 requests
}

// Whole objects, of zeros too.
__global__ void objects(float *out, const float *in) {
  __shared__ float2 s[kLength];
  int t = threadIdx.x;
  float a = in[t];
  if (t % 3)
    s[(t + 79) % kLength] = make_float2(a + 1, a);
// CHECK: :[[@LINE-1]]:5: remark: store of 8 bytes to 's': 2.333/2 wavefronts, conflict, worst 1.5x, block 96x1x1, 0 requests
  else
    s[(t + 79) % kLength] = make_float2(0, 0);
// CHECK: :[[@LINE-1]]:5: remark: store of 8 bytes to 's': 2.333/2 wavefronts, conflict, worst 1.5x, block 96x1x1, 3 requests
  __syncthreads();
  out[t] = s[t].x + s[t].y;
// CHECK: :[[@LINE-1]]:12: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, block 96x1x1, 3 requests
// CHECK: :[[@LINE-2]]:21: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, block 96x1x1, 0 requests
}

// In three parts.
struct Point {
  float x, y, z;
};
__global__ void parts(float *out, const float *in) {
  __shared__ Point s[kLength];
  int t = threadIdx.x;
  float a = in[t];
  if (t % 3)
    s[t] = Point{a, a, a + 1};
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 96x1x1, 0 requests
  else
    s[t] = Point{a, 2 * a, a};
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 96x1x1, 9 requests
  __syncthreads();
  out[t] = s[t].x + s[t].y + s[t].z;
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 96x1x1, 3 requests
// CHECK: :[[@LINE-2]]:21: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 96x1x1, 3 requests
// CHECK: :[[@LINE-3]]:30: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 96x1x1, 3 requests
}

// Of what a constructor makes, the compiler may know a member, a zero for one.
struct Made {
  int x, y, z;
  Made() = default;
  __device__ explicit Made(float from) : x(from), y(from), z(from) {}
};
__global__ void constructed(float *out, const float *in) {
  __shared__ Made s[kLength];
  int t = threadIdx.x;
  float a = in[t], b = 0;
  if (t % 3)
    s[t] = Made(a + 4);
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, inexact, block 96x1x1, 9 requests
  else
    s[t] = Made(b);
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, inexact, block 96x1x1, 9 requests
  __syncthreads();
  out[t] = s[t].x + s[t].y + s[t].z;
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 96x1x1, 3 requests
// CHECK: :[[@LINE-2]]:21: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 96x1x1, 3 requests
// CHECK: :[[@LINE-3]]:30: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 96x1x1, 3 requests
}

// Through a function that gives a place.
struct View {
  float *data;
  __device__ float &operator()(int r, int c) const { return data[r * 33 + c]; }
};
__global__ void view(float *out, const float *in) {
  __shared__ float s[5 * 33];
  int t = threadIdx.x;
  float a = in[t];
  View v{s};
  if (t % 3)
    v(t / 32, t % 32) = a + 1;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 96x1x1, 0 requests
  else
    v(t / 32, t % 32) = a * 2;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 96x1x1, 3 requests
  __syncthreads();
  out[t] = s[t];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 96x1x1, 3 requests
}

// Where an arm knows the thread, its address is a number, and the other's is not.
__global__ void known(float *out, const float *in) {
  __shared__ float s[kLength];
  int t = threadIdx.x;
  float a = in[t];
  if (t == 23)
    s[(t + 79) % kLength] = a + 1;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 96x1x1, 1 request
  else
    s[(t + 79) % kLength] = a * 2;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 1.333/1 wavefronts, conflict, worst 2x, block 96x1x1, 3 requests
  __syncthreads();
  out[t] = s[t];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 96x1x1, 3 requests
}

// It may find that the other condition is false.
__global__ void maybeKnown(float *out, const float *in, int n) {
  __shared__ float s[kLength];
  int t = threadIdx.x;
  float a = in[t];
  if (int(t) == 23 || (n & 31) >> 5 >= 1)
    s[(t + 79) % kLength] = a + 1;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, inexact, block 96x1x1, 1 request
  else
    s[(t + 79) % kLength] = a * 2;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 1.333/1 wavefronts, conflict, inexact, worst 2x, block 96x1x1, 3 requests
  __syncthreads();
  out[t] = s[t];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 96x1x1, 3 requests
}

// What was computed before the branch is no number there: one store.
__global__ void computedBefore(float *out, const float *in) {
  __shared__ float s[kLength];
  int t = threadIdx.x;
  int at = (t + 79) % kLength;
  float a = in[t];
  if (t == 23)
    s[at] = a + 1;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 96x1x1, 0 requests
  else
    s[at] = a * 2;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 1.333/1 wavefronts, conflict, worst 2x, block 96x1x1, 3 requests
  __syncthreads();
  out[t] = s[t];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 96x1x1, 3 requests
}

// An object that is loaded on one arm is stored there.
__global__ void copied(float *out, const float4 *in) {
  __shared__ float4 s[128];
  int t = threadIdx.x;
  if (t % 3)
    s[t ^ 5] = in[t];
// CHECK: :[[@LINE-1]]:5: remark: store of 16 bytes to 's': 4/4 wavefronts, conflict-free, block 96x1x1, 3 requests
  else
    s[t ^ 5] = make_float4(0, 0, 0, 0);
// CHECK: :[[@LINE-1]]:5: remark: store of 16 bytes to 's': 4/4 wavefronts, conflict-free, block 96x1x1, 3 requests
  __syncthreads();
  out[t] = s[t].x + s[t].y + s[t].z + s[t].w;
// CHECK: :[[@LINE-1]]:12: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 96x1x1, 3 requests
// CHECK: :[[@LINE-2]]:21: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 96x1x1, 0 requests
// CHECK: :[[@LINE-3]]:30: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 96x1x1, 0 requests
// CHECK: :[[@LINE-4]]:39: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 96x1x1, 0 requests
}

// One of three paths stores a zero: nvcc makes one, two or three of these.
__global__ void zeroOfThree(float *out, const float *in) {
  __shared__ float s[128];
  int t = threadIdx.x;
  float a = in[t], b = in[t + 96];
  if (t % 3 == 0)
    s[t ^ 5] = a;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, inexact, block 96x1x1, 3 requests
  else if (t % 3 == 1)
    s[t ^ 5] = b;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, inexact, block 96x1x1, 3 requests
  else
    s[t ^ 5] = 0;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, inexact, block 96x1x1, 3 requests
  __syncthreads();
  out[t] = s[t];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 96x1x1, 3 requests
}

void launch(float *out, float *in) {
  threeCases<<<1, 96>>>(out, in);
  chain<<<1, 96>>>(out, in);
  objects<<<1, 96>>>(out, in);
  parts<<<1, 96>>>(out, in);
  constructed<<<1, 96>>>(out, in);
  view<<<1, 96>>>(out, in);
  known<<<1, 96>>>(out, in);
  maybeKnown<<<1, 96>>>(out, in, 3);
  computedBefore<<<1, 96>>>(out, in);
  copied<<<1, 96>>>(out, reinterpret_cast<float4 *>(in));
  zeroOfThree<<<1, 96>>>(out, in);
}
