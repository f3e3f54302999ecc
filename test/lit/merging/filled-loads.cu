// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | grep "remark: load" \
// RUN:   | FileCheck %s --implicit-check-not=remark

// Some bytes of a word, or halves of two: LLVM loads all of them where the first
// is known to be aligned. Widths of machine code (nvcc 13.0 -O3, sm_90).


#define KERNEL(NAME, TYPE, SUM)                                                \
  __global__ void __launch_bounds__(32) NAME(float *out, const TYPE *in) {     \
    __shared__ TYPE s[32];                                                     \
    s[threadIdx.x] = in[threadIdx.x];                                          \
    __syncthreads();                                                           \
    const TYPE &p = s[31 - threadIdx.x];                                       \
    out[threadIdx.x] = SUM;                                                    \
  }

// LDS.
// CHECK: [[#@LINE+3]]:1: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
// CHECK: [[#@LINE+2]]:1: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 0 requests
// CHECK: [[#@LINE+1]]:1: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 0 requests
KERNEL(rgb, uchar4, p.x * 0.3f + p.y * 0.6f + p.z * 0.1f)
// LDS: as the type promises.
// CHECK: [[#@LINE+2]]:1: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
// CHECK: [[#@LINE+1]]:1: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 0 requests
KERNEL(outer, uchar4, p.x + p.w)
// CHECK: [[#@LINE+2]]:1: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
// CHECK: [[#@LINE+1]]:1: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 0 requests
KERNEL(everySecond, uchar4, p.x + p.z)
// LDS.U16.
// CHECK: [[#@LINE+2]]:1: remark: load of 2 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
// CHECK: [[#@LINE+1]]:1: remark: load of 2 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 0 requests
KERNEL(firstTwo, uchar4, p.x + p.y)
// LDS.U8 twice, and LDS.U8 with LDS.U16.
// CHECK: [[#@LINE+2]]:1: remark: load of 1 byte from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
// CHECK: [[#@LINE+1]]:1: remark: load of 1 byte from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
KERNEL(inner, uchar4, p.y + p.z)
// CHECK: [[#@LINE+3]]:1: remark: load of 1 byte from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
// CHECK: [[#@LINE+2]]:1: remark: load of 2 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
// CHECK: [[#@LINE+1]]:1: remark: load of 2 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 0 requests
KERNEL(lastThree, uchar4, p.y + p.z + p.w)
// LDS.64.
// CHECK: [[#@LINE+3]]:1: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, block 32x1x1, 1 request
// CHECK: [[#@LINE+2]]:1: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, block 32x1x1, 0 requests
// CHECK: [[#@LINE+1]]:1: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, block 32x1x1, 0 requests
KERNEL(shorts, short4, p.x + p.y + p.z)
// Words are no narrow ones: LDS twice.
// CHECK: [[#@LINE+2]]:1: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, block 32x1x1, 1 request
// CHECK: [[#@LINE+1]]:1: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, block 32x1x1, 1 request
KERNEL(words, float4, p.x + p.w)

// LDS.64 of five bytes in a row; LDS.U8 twice, of which no type promises more.
__global__ void __launch_bounds__(32) arrays(float *out) {
  __shared__ __align__(8) unsigned char s[256];
  int t = threadIdx.x;
  s[t] = out[t];
  __syncthreads();
// CHECK: [[#@LINE+5]]:13: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, block 32x1x1, 1 request
// CHECK: [[#@LINE+4]]:24: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, block 32x1x1, 0 requests
// CHECK: [[#@LINE+3]]:39: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, block 32x1x1, 0 requests
// CHECK: [[#@LINE+2]]:54: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, block 32x1x1, 0 requests
// CHECK: [[#@LINE+1]]:69: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, block 32x1x1, 0 requests
  float a = s[8 * t] + s[8 * t + 1] + s[8 * t + 2] + s[8 * t + 3] + s[8 * t + 4];
  __syncthreads();
// CHECK: [[#@LINE+2]]:16: remark: load of 1 byte from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
// CHECK: [[#@LINE+1]]:27: remark: load of 1 byte from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  out[t] = a + s[4 * t] + s[4 * t + 3];
}
