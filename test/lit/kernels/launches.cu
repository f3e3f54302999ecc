// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// The block's shape, in every way in which hosts spell it.

#include <cuda_runtime.h>

#define WIDTH 16
constexpr unsigned Height = WIDTH / 2;
enum { Depth = 2 };

struct Config {
  static constexpr int Threads = 48;
};

constexpr int roundUp(int n, int to) { return (n + to - 1) / to * to; }

// Each writes a full row per warp, or what there is of it.
__global__ void byVariable(float *out) {
  __shared__ float s[1024];
  s[threadIdx.x + blockDim.x * threadIdx.y] = 1;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 16x16x1, 8 requests
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 16x16x1, 8 requests
}

__global__ void byMacro(float *out) {
  __shared__ float s[1024];
  s[threadIdx.x] = 1;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 16x8x2, 8 requests
  out[threadIdx.x] = s[0];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 16x8x2, 8 requests
}

__global__ void byConstant(float *out) {
  __shared__ float s[1024];
  s[threadIdx.x] = 1;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 48x1x1, 2 requests
  out[threadIdx.x] = s[0];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 48x1x1, 2 requests
}

__global__ void byFunction(float *out) {
  __shared__ float s[1024];
  s[threadIdx.x] = 1;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 128x1x1, 4 requests
  out[threadIdx.x] = s[0];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 128x1x1, 4 requests
}

__global__ void byAssignment(float *out) {
  __shared__ float s[1024];
  s[threadIdx.x] = 1;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 64x2x1, 4 requests
  out[threadIdx.x] = s[0];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 64x2x1, 4 requests
}

// Not by <<<>>>, but by the function behind it.
__global__ void byRuntime(float *out) {
  __shared__ float s[1024];
  s[threadIdx.x] = 1;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 96x1x1, 3 requests
  out[threadIdx.x] = s[0];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 96x1x1, 3 requests
}

// Three launches, two shapes. Rows of 33 words down a column: blocks of 32x32
// are free of conflicts. Blocks of 16x16 have x = 0 ... 15 of two rows y in a
// warp: word 33x + y is bank x + y, where x of the second row meets x + 1 of the
// first: 2.
__global__ void twice(float *out, const float *in) {
  __shared__ float s[32][33];
  s[threadIdx.x][threadIdx.y] = in[threadIdx.x];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, block 16x16x1, 8 requests
// CHECK: :[[@LINE-2]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x32x1, 32 requests
  __syncthreads();
  out[threadIdx.x] = s[0][0];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 16x16x1, 8 requests
// CHECK: :[[@LINE-2]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x32x1, 32 requests
}

void run(float *out, const float *in, int n, cudaStream_t stream) {
  dim3 grid((n + 15) / 16), block(16, WIDTH);
  byVariable<<<grid, block>>>(out);
  byMacro<<<grid, dim3(WIDTH, Height, Depth), 0, stream>>>(out);
  byConstant<<<n, Config::Threads>>>(out);
  const int threads = roundUp(100, 32);
  byFunction<<<n, threads>>>(out);
  dim3 late;
  late.x = 64;
  late.y = Depth;
  byAssignment<<<n, late>>>(out);
  void *arguments[] = {&out};
  cudaLaunchKernel((const void *)byRuntime, dim3(n), dim3(96), arguments, 0,
                   stream);
  twice<<<1, dim3(32, 32)>>>(out, in);
  twice<<<n, dim3(32, 32)>>>(out, in);
  twice<<<1, dim3(16, 16)>>>(out, in);
}
