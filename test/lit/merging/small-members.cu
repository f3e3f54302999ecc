// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | grep remark \
// RUN:   | FileCheck %s --implicit-check-not=remark

// Narrow members that merge to a word, merge with the words beside it. The
// widths and conflicts are those of machine code (nvcc 13.0 -O3, sm_90).

struct Entry { int key; short low, high; };
struct Hit { float x, y, z; short a, b; };
struct Pixel { unsigned char r, g, b, a; int id; };
struct Mixed { int x; short a; char b, c; };
struct Triple { int key, value; short low, high; };

// STS.64, LDS.64.
__global__ void __launch_bounds__(32) entry(int *out) {
  __shared__ Entry s[32];
  int t = threadIdx.x;
// CHECK: [[#@LINE+1]]:3: remark: store of 8 bytes to 's': 2/2 wavefronts, conflict-free, block 32x1x1, 0 requests
  s[t].key = out[t];
// CHECK: [[#@LINE+1]]:3: remark: store of 8 bytes to 's': 2/2 wavefronts, conflict-free, block 32x1x1, 0 requests
  s[t].low = t;
// CHECK: [[#@LINE+1]]:3: remark: store of 8 bytes to 's': 2/2 wavefronts, conflict-free, block 32x1x1, 1 request
  s[t].high = out[t + 32];
  __syncthreads();
// CHECK: [[#@LINE+3]]:12: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, block 32x1x1, 1 request
// CHECK: [[#@LINE+2]]:28: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, block 32x1x1, 0 requests
// CHECK: [[#@LINE+1]]:44: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, block 32x1x1, 0 requests
  out[t] = s[31 - t].key * s[31 - t].low * s[31 - t].high;
}

// STS.128.
__global__ void __launch_bounds__(32) hit(float *out) {
  __shared__ Hit s[32];
  int t = threadIdx.x;
// CHECK: [[#@LINE+1]]:3: remark: store of 16 bytes to 's': 4/4 wavefronts, conflict-free, block 32x1x1, 0 requests
  s[t].x = out[t];
// CHECK: [[#@LINE+1]]:3: remark: store of 16 bytes to 's': 4/4 wavefronts, conflict-free, block 32x1x1, 0 requests
  s[t].y = out[t + 1];
// CHECK: [[#@LINE+1]]:3: remark: store of 16 bytes to 's': 4/4 wavefronts, conflict-free, block 32x1x1, 0 requests
  s[t].z = out[t + 2];
// CHECK: [[#@LINE+1]]:3: remark: store of 16 bytes to 's': 4/4 wavefronts, conflict-free, block 32x1x1, 0 requests
  s[t].a = t;
// CHECK: [[#@LINE+1]]:3: remark: store of 16 bytes to 's': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request
  s[t].b = out[t + 3];
  __syncthreads();
// CHECK: [[#@LINE+1]]:12: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, block 32x1x1, 1 request
  out[t] = s[31 - t].x;
}

// STS.64, of four bytes and a word.
__global__ void __launch_bounds__(32) pixel(int *out) {
  __shared__ Pixel s[32];
  int t = threadIdx.x;
// CHECK: [[#@LINE+1]]:3: remark: store of 8 bytes to 's': 2/2 wavefronts, conflict-free, block 32x1x1, 0 requests
  s[t].r = out[t];
// CHECK: [[#@LINE+1]]:3: remark: store of 8 bytes to 's': 2/2 wavefronts, conflict-free, block 32x1x1, 0 requests
  s[t].g = out[t + 1];
// CHECK: [[#@LINE+1]]:3: remark: store of 8 bytes to 's': 2/2 wavefronts, conflict-free, block 32x1x1, 0 requests
  s[t].b = t;
// CHECK: [[#@LINE+1]]:3: remark: store of 8 bytes to 's': 2/2 wavefronts, conflict-free, block 32x1x1, 0 requests
  s[t].a = 2 * t;
// CHECK: [[#@LINE+1]]:3: remark: store of 8 bytes to 's': 2/2 wavefronts, conflict-free, block 32x1x1, 1 request
  s[t].id = out[t + 2];
  __syncthreads();
// CHECK: [[#@LINE+1]]:12: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 32x1x1, 1 request
  out[t] = s[31 - t].id;
}

// Two STS: the bytes merge with `a`, and no more.
__global__ void __launch_bounds__(32) mixed(int *out) {
  __shared__ Mixed s[32];
  int t = threadIdx.x;
// CHECK: [[#@LINE+1]]:3: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, block 32x1x1, 1 request
  s[t].x = out[t];
// CHECK: [[#@LINE+1]]:3: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, block 32x1x1, 0 requests
  s[t].a = t;
// CHECK: [[#@LINE+1]]:3: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, block 32x1x1, 0 requests
  s[t].b = out[t + 1];
// CHECK: [[#@LINE+1]]:3: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, block 32x1x1, 1 request
  s[t].c = 2 * t;
  __syncthreads();
// CHECK: [[#@LINE+1]]:12: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 32x1x1, 1 request
  out[t] = s[31 - t].x;
}

// Three STS: twelve bytes are aligned to four.
__global__ void __launch_bounds__(32) triple(int *out) {
  __shared__ Triple s[32];
  int t = threadIdx.x;
// CHECK: [[#@LINE+1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  s[t].key = out[t];
// CHECK: [[#@LINE+1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  s[t].value = out[t + 1];
// CHECK: [[#@LINE+1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 0 requests
  s[t].low = t;
// CHECK: [[#@LINE+1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  s[t].high = 2 * t;
  __syncthreads();
// CHECK: [[#@LINE+1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  out[t] = s[31 - t].key;
}
