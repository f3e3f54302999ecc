// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// What memcpy and memmove become, held against machine code of nvcc 13.0 for
// sm_90.

#include <cstring>

// Behind a `void *` the compiler sees the array: one STS.128, and one STS.
__device__ void copied(void *to, const void *from, int bytes) {
  memcpy(to, from, bytes);
// CHECK: :[[@LINE-1]]:3: remark: store of 16 bytes to 's': 32/4 wavefronts, conflict, block 32x1x1, 1 request [behind(
// CHECK: :[[@LINE-2]]:3: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict, block 32x1x1, 1 request [word(
}
__global__ void behind(const int *in, int *out) {
  __shared__ float s[1024];
  copied(s + threadIdx.x * 32, in, 16);
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [behind(
}
__global__ void word(const int *in, int *out) {
  __shared__ float s[1024];
  copied(s + threadIdx.x * 32, in, 4);
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [word(
}

// An array of bytes is aligned as they are: four STS.U8. Dynamic memory is
// aligned to 16: one STS.128.
__global__ void bytes(const int *in, int *out) {
  __shared__ char s[1024];
  memcpy(s + threadIdx.x * 4, in, 4);
// CHECK: :[[@LINE-1]]:3: remark: store of 1 byte to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 4 requests [bytes(
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
// CHECK: :[[@LINE-1]]:22: remark: load of 1 byte from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [bytes(
}
__global__ void dynamic(const char *in, int *out) {
  extern __shared__ char d[];
  memcpy(d + threadIdx.x * 16, in, 16);
// CHECK: :[[@LINE-1]]:3: remark: store of 16 bytes to 'd': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request [dynamic(
  __syncthreads();
  out[threadIdx.x] = d[threadIdx.x];
// CHECK: :[[@LINE-1]]:22: remark: load of 1 byte from 'd': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [dynamic(
}
// Here the offset is no multiple of more than four bytes.
__global__ void odd(const char *in, int *out) {
  extern __shared__ char d[];
  memcpy(d + threadIdx.x * 20 + 8, in, 8);
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 'd': 1/1 wavefronts, conflict-free, block 32x1x1, 2 requests [odd(
  __syncthreads();
  out[threadIdx.x] = d[threadIdx.x];
// CHECK: :[[@LINE-1]]:22: remark: load of 1 byte from 'd': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [odd(
}

// Where the alignment of the other side is not known, it is written byte by
// byte, and some of them are loaded once more: LDS.128, LDS and three LDS.U8.
__global__ void away(int *out) {
  __shared__ int s[128];
  s[threadIdx.x] = 1;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [away(
  __syncthreads();
  memcpy(out + threadIdx.x * 4, s + threadIdx.x * 4, 16);
// CHECK: :[[@LINE-1]]:3: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free (copied to memory whose alignment is not known: some bytes may be loaded twice), inexact, block 32x1x1, 1 request [away(
}

// libcu++ has a loop over bytes for memmove, and nvcc has none at all: sixteen
// STS.U8, each after its load.
__global__ void moved(const int *in, int *out) {
  __shared__ int s[128];
  __builtin_memmove(s + threadIdx.x * 4, in, 16);
// CHECK: :[[@LINE-1]]:3: remark: store of 1 byte to 's': 4/1 wavefronts, conflict, block 32x1x1, 16 requests [moved(
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [moved(
}
__global__ void within(int *out) {
  __shared__ int s[1024];
  s[threadIdx.x] = 1;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [within(
  __syncthreads();
  __builtin_memmove(s + threadIdx.x * 32, s + threadIdx.x, 2);
// CHECK: :[[@LINE-1]]:3: remark: load of 1 byte from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 2 requests [within(
// CHECK: :[[@LINE-2]]:3: remark: store of 1 byte to 's': 32/1 wavefronts, conflict, block 32x1x1, 2 requests [within(
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [within(
}

// What a function is given is not known to be long.
__global__ void unknown(const int *in, int *out, int n) {
  __shared__ int s[128];
  __builtin_memmove(s + threadIdx.x * 4, in, in[0]);
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to shared memory: ?/? wavefronts, unknown (copy of an unknown size at line [[@LINE-1]]), inexact, block 32x1x1, 1 request [unknown(
  memset(s + threadIdx.x, 0, in[0]);
// CHECK: :[[@LINE-1]]:3: remark: store of 1 byte to shared memory: ?/? wavefronts, unknown (memset of shared memory at line [[@LINE-1]]), inexact, block 32x1x1, 1 request [unknown(
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [unknown(
}

void launch(int *n, char *c) {
  behind<<<1, 32>>>(n, n);
  word<<<1, 32>>>(n, n);
  bytes<<<1, 32>>>(n, n);
  dynamic<<<1, 32, 512>>>(c, n);
  odd<<<1, 32, 1024>>>(c, n);
  away<<<1, 32>>>(n);
  moved<<<1, 32>>>(n, n);
  within<<<1, 32>>>(n);
  unknown<<<1, 32>>>(n, n, 4);
}
