// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | grep remark \
// RUN:   | FileCheck %s --implicit-check-not=remark

// Members of packed classes move in parts of the alignment that is left. The widths
// are those of machine code (nvcc 13.0 -O3, sm_90).

struct __attribute__((packed)) Bytes { char c; int i; short h; };
struct __attribute__((packed, aligned(4))) Words { float x; short k; float y; };
#pragma pack(push, 4)
struct Halves { double d; int i; };
#pragma pack(pop)
#pragma pack(push, 2)
struct Twos { float f; short h; };
#pragma pack(pop)


// Four bytes each; two.
__global__ void __launch_bounds__(32) bytes(int *out) {
  __shared__ Bytes s[32];
  int t = threadIdx.x, u = 31 - t;
// CHECK: [[#@LINE+1]]:3: remark: store of 1 byte to 's': 2/1 wavefronts, conflict, block 32x1x1, 4 requests
  s[t].i = out[t];
// CHECK: [[#@LINE+1]]:3: remark: store of 1 byte to 's': 2/1 wavefronts, conflict, block 32x1x1, 2 requests
  s[t].h = out[t + 1];
  __syncthreads();
// CHECK: [[#@LINE+2]]:12: remark: load of 1 byte from 's': 2/1 wavefronts, conflict, block 32x1x1, 4 requests
// CHECK: [[#@LINE+1]]:21: remark: load of 1 byte from 's': 2/1 wavefronts, conflict, block 32x1x1, 2 requests
  out[t] = s[u].i * s[u].h;
}

// A word, and two halves.
__global__ void __launch_bounds__(32) words(float *out) {
  __shared__ Words s[32];
  int t = threadIdx.x, u = 31 - t;
// CHECK: [[#@LINE+1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  s[t].x = out[t];
// CHECK: [[#@LINE+1]]:3: remark: store of 2 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 2 requests
  s[t].y = out[t + 1];
  __syncthreads();
// CHECK: [[#@LINE+2]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
// CHECK: [[#@LINE+1]]:21: remark: load of 2 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 2 requests
  out[t] = s[u].x * s[u].y;
}

// Two words of a double, and one; two halves of a float, and one.
__global__ void __launch_bounds__(32) less(double *out) {
  __shared__ Halves s[32];
  __shared__ Twos v[32];
  int t = threadIdx.x, u = 31 - t;
// CHECK: [[#@LINE+1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 2 requests
  s[t].d = out[t];
// CHECK: [[#@LINE+1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  s[t].i = 7 * t;
// CHECK: [[#@LINE+1]]:3: remark: store of 2 bytes to 'v': 2/1 wavefronts, conflict, block 32x1x1, 2 requests
  v[t].f = out[t];
// CHECK: [[#@LINE+1]]:3: remark: store of 2 bytes to 'v': 2/1 wavefronts, conflict, block 32x1x1, 1 request
  v[t].h = t;
  __syncthreads();
// CHECK: [[#@LINE+2]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 2 requests
// CHECK: [[#@LINE+1]]:21: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  out[t] = s[u].d * s[u].i;
// CHECK: [[#@LINE+2]]:17: remark: load of 2 bytes from 'v': 2/1 wavefronts, conflict, block 32x1x1, 2 requests
// CHECK: [[#@LINE+1]]:26: remark: load of 2 bytes from 'v': 2/1 wavefronts, conflict, block 32x1x1, 1 request
  out[t + 32] = v[u].f * v[u].h;
}
