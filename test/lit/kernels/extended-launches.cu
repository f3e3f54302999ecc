// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// cudaLaunchKernelEx reads the shape in a structure.

#include <cuda_runtime.h>

#define KERNEL(name)                                                           \
  __global__ void name(int n) {                                                \
    __shared__ float s[2048];                                                  \
    s[threadIdx.x * n] = 1;                                                    \
  }
KERNEL(byStructure)
KERNEL(inHelper)
KERNEL(ofUnknownShape)
KERNEL(withList)

static cudaLaunchConfig_t shape(int threads) {
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(4);
  config.blockDim = dim3(threads);
  return config;
}

void run(const cudaLaunchConfig_t *somewhere) {
  cudaLaunchConfig_t config{};
  config.gridDim = 1;
  config.blockDim = dim3(16, 16);
  config.dynamicSmemBytes = 0;
  cudaLaunchAttribute attribute[1];
  config.attrs = attribute;
  config.numAttrs = 0;
  cudaLaunchKernelEx(&config, byStructure, 32);
  const cudaLaunchConfig_t other = shape(64);
  cudaLaunchKernelEx(&other, inHelper, 2);
  cudaLaunchKernelEx(somewhere, ofUnknownShape, 32);
  // Between an attribute's name and its value there are bytes of nothing.
  cudaLaunchAttribute listed[] = {{cudaLaunchAttributeCooperative, {}, {}}};
  cudaLaunchConfig_t last{1, 32, 0, 0, listed, 1};
  cudaLaunchKernelEx(&last, withList, 32);
}

// CHECK: :12:1: remark: store of 4 bytes to 's': 16/1 wavefronts, conflict, block 16x16x1, 8 requests [byStructure(int)]
// CHECK: :13:1: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, block 64x1x1, 2 requests [inHelper(int)]
// CHECK: :14:1: remark: store of 4 bytes to 's': 1/1 wavefronts, possible (conflicts for some values, as with n = 64), inexact, worst 32x, block 256x1x1, 8 requests [ofUnknownShape(int)]
// CHECK: :15:1: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict, block 32x1x1, 1 request [withList(int)]
