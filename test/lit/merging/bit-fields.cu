// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 \
// RUN:   | grep remark | FileCheck %s --implicit-check-not="remark: store"

// Stores of bit-fields. One that is a number of 8 or 16 bits by itself needs no
// load of the bits around it. Read off machine code (nvcc 13.0 -O3, sm_90).

struct Bytes {
  unsigned a : 8, b : 8, c : 16;
};
struct Tens {
  int a : 10, b : 10, c : 10;
};
struct Uneven {
  unsigned a : 5, b : 11, c : 16;
};

// STS.U8.
__global__ void byte(const int *in) {
  __shared__ Bytes s[32];
  int t = threadIdx.x;
// CHECK: [[#@LINE+1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  *(int *)&s[t] = in[t];
  __syncthreads();
// CHECK: [[#@LINE+1]]:3: remark: store of 1 byte to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  s[31 - t].a = in[t];
}

// STS.U16.
__global__ void half(const int *in) {
  __shared__ Bytes s[32];
  int t = threadIdx.x;
// CHECK: [[#@LINE+1]]:3: remark: store of 2 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  s[31 - t].c = in[t];
}

// One STS: all of them, one after the other.
__global__ void all(const int *in) {
  __shared__ Bytes s[32];
  int t = threadIdx.x;
// CHECK: [[#@LINE+1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 0 requests
  s[t].a = in[t];
// CHECK: [[#@LINE+1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 0 requests
  s[t].b = in[t + 32];
// CHECK: [[#@LINE+1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
  s[t].c = in[t + 64];
}

// LDS and STS.
__global__ void tens(const int *in) {
  __shared__ Tens s[32];
  int t = threadIdx.x;
// CHECK: [[#@LINE+2]]:3: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
// CHECK: [[#@LINE+1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  s[t].b = in[t];
}

// STS.U16 without a load: both together fill it.
__global__ void together(const int *in) {
  __shared__ Uneven s[32];
  int t = threadIdx.x;
// CHECK: [[#@LINE+2]]:3: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
// CHECK: [[#@LINE+1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 0 requests
  s[t].a = 3;
// CHECK: [[#@LINE+2]]:3: remark: load of 4 bytes from 's': 0/0 wavefronts, conflict-free, block 32x1x1, 0 requests
// CHECK: [[#@LINE+1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
  s[t].b = 4;
}

// LDS of the number that it lies in, by whole words.
struct Within {
  unsigned a : 11;
  unsigned b : 12;
};
__global__ void within(int *out) {
  __shared__ Within s[32];
  int t = threadIdx.x;
  __syncthreads();
// CHECK: [[#@LINE+1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, {{.*}}1 request
  out[t] = s[31 - t].b;
}

int main() {
  within<<<1, 32>>>(nullptr);
  byte<<<1, 32>>>(nullptr);
  half<<<1, 32>>>(nullptr);
  all<<<1, 32>>>(nullptr);
  tens<<<1, 32>>>(nullptr);
  together<<<1, 32>>>(nullptr);
}
