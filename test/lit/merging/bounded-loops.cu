// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 \
// RUN:   | grep "remark:" | FileCheck %s --implicit-check-not=remark

// Loops over a tile that end with the data as well. Up to 20 iterations LLVM
// leaves them as they are, unless another loop is around; from 21 on, it unrolls
// them by four. Read off machine code (nvcc 13.0 -O3, sm_90).

extern __shared__ float s[];

// LDS, a loop.
__global__ void tile20(float *o, int n) {
  float l = 0;
  for (int j = 0; j < 20 && j < n; j++)
    // CHECK: [[#@LINE+1]]:{{[0-9]+}}: remark: load of 4 bytes from 's': 32/1 wavefronts, conflict,{{.*}} [tile20(
    l += s[threadIdx.x * 32 + j];
  o[threadIdx.x] = l;
}

// 4 LDS.128 in 16 iterations, then two, one, and single ones.
__global__ void tile21(float *o, int n) {
  float l = 0;
  for (int j = 0; j < 21 && j < n; j++)
    // CHECK: [[#@LINE+1]]:{{[0-9]+}}: remark: load of 16 bytes from 's': 32/4 wavefronts, conflict,{{.*}} [tile21(
    l += s[threadIdx.x * 32 + j];
  o[threadIdx.x] = l;
}

// The other way round, with three ends, and one that counts from elsewhere: LDS.
__global__ void turned(float *o, int n, int m) {
  float l = 0;
  for (int j = 0; n > j && m != j && j < 4; j++)
    // CHECK: [[#@LINE+1]]:{{[0-9]+}}: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict,{{.*}} [turned(
    l += s[threadIdx.x * 4 + j];
  for (int j = 0; j < 16 && m * 16 + j < n; j++)
    // CHECK: [[#@LINE+1]]:{{[0-9]+}}: remark: load of 4 bytes from 's': 32/1 wavefronts, conflict,{{.*}} [turned(
    l += s[threadIdx.x * 32 + j];
  o[threadIdx.x] = l;
}

// Downwards: LDS.
__global__ void down(float *o, int n) {
  float l = 0;
  for (int j = 15; j >= 0 && j >= n; j--)
    // CHECK: [[#@LINE+1]]:{{[0-9]+}}: remark: load of 4 bytes from 's': 32/1 wavefronts, conflict,{{.*}} [down(
    l += s[threadIdx.x * 32 + j];
  o[threadIdx.x] = l;
}

// LDS: the break is the second condition.
__global__ void leading(float *o, int n) {
  float l = 0;
  for (int j = 0; j < 16; j++) {
    if (j >= n)
      break;
    // CHECK: [[#@LINE+1]]:{{[0-9]+}}: remark: load of 4 bytes from 's': 32/1 wavefronts, conflict,{{.*}} [leading(
    l += s[threadIdx.x * 32 + j];
  }
  o[threadIdx.x] = l;
}

// LDS.128: behind the load it is none, and the loop is unrolled whole.
__global__ void trailing(float *o, int n) {
  float l = 0;
  for (int j = 0; j < 16; j++) {
    // CHECK: [[#@LINE+1]]:{{[0-9]+}}: remark: load of 16 bytes from 's': 32/4 wavefronts, conflict,{{.*}} [trailing(
    l += s[threadIdx.x * 32 + j];
    if (j >= n)
      break;
  }
  o[threadIdx.x] = l;
}

// LDS.128: whether data ends it, no count before the loop tells.
__global__ void byData(float *o) {
  float l = 0;
  for (int j = 0; j < 16 && o[j] > 0; j++)
    // CHECK: [[#@LINE+1]]:{{[0-9]+}}: remark: load of 16 bytes from 's': 32/4 wavefronts, conflict,{{.*}} [byData(
    l += s[threadIdx.x * 32 + j];
  o[threadIdx.x] = l;
}

// LDS.128: in a loop, as many as it may be.
__global__ void inside(float *o, int n) {
  float l = 0;
  for (int k = 0; k < n; k += 16) {
    for (int j = 0; j < 16 && k + j < n; j++)
      // CHECK: [[#@LINE+1]]:{{[0-9]+}}: remark: load of 16 bytes from 's': 32/4 wavefronts, conflict,{{.*}} [inside(
      l += s[threadIdx.x * 32 + j];
    __syncthreads();
  }
  o[threadIdx.x] = l;
}

// LDS.128: a pragma is heeded.
__global__ void asked(float *o, int n) {
  float l = 0;
#pragma unroll
  for (int j = 0; j < 16 && j < n; j++)
    // CHECK: [[#@LINE+1]]:{{[0-9]+}}: remark: load of 16 bytes from 's': 32/4 wavefronts, conflict,{{.*}} [asked(
    l += s[threadIdx.x * 32 + j];
  o[threadIdx.x] = l;
}

// LDS.64: ptxas unrolls a loop to the smaller of two numbers, in pairs.
__global__ void minimum(float *o, int n) {
  float l = 0;
  int end = n < 16 ? n : 16;
  for (int j = 0; j < end; j++)
    // CHECK: [[#@LINE+1]]:{{[0-9]+}}: remark: load of 8 bytes from 's': 32/2 wavefronts, conflict,{{.*}} [minimum(
    l += s[threadIdx.x * 32 + j];
  o[threadIdx.x] = l;
}

// LDS.128 from 21 on.
__global__ void minimum32(float *o, int n) {
  float l = 0;
  for (int j = 0; j < min(32, n); j++)
    // CHECK: [[#@LINE+1]]:{{[0-9]+}}: remark: load of 16 bytes from 's': 32/4 wavefronts, conflict,{{.*}} [minimum32(
    l += s[threadIdx.x * 32 + j];
  o[threadIdx.x] = l;
}

// STS, a loop.
__global__ void stores(float *o, int n) {
  for (int j = 0; j < 16 && j < n; j++)
    // CHECK: [[#@LINE+1]]:{{[0-9]+}}: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict,{{.*}} [stores(
    s[threadIdx.x * 32 + j] = o[j];
}

int main(int c, char **) {
  tile20<<<1, 32, 8192>>>(nullptr, c);
  tile21<<<1, 32, 8192>>>(nullptr, c);
  turned<<<2, 32, 8192>>>(nullptr, c, c);
  down<<<1, 32, 8192>>>(nullptr, c);
  leading<<<1, 32, 8192>>>(nullptr, c);
  trailing<<<1, 32, 8192>>>(nullptr, c);
  byData<<<1, 32, 8192>>>(nullptr);
  inside<<<1, 32, 8192>>>(nullptr, c);
  asked<<<1, 32, 8192>>>(nullptr, c);
  minimum<<<1, 32, 8192>>>(nullptr, c);
  minimum32<<<1, 32, 8192>>>(nullptr, c);
  stores<<<1, 32, 8192>>>(nullptr, c);
}

// Registers are calls in the toolkit's headers, also below casts and in sums.
__global__ void endsAtCast(float *o) {
  __shared__ float s[128];
  float sum = 0;
  s[threadIdx.x] = o[threadIdx.x];
// CHECK: :[[@LINE-1]]:3: remark: store {{.*}}
  __syncthreads();
  for (int j = 0; j < 4 && j < (int)blockIdx.x; j++)
    sum += s[threadIdx.x * 4 + j];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, inexact, {{.*}} [endsAtCast(float *)]
  o[threadIdx.x] = sum;
}

__global__ void endsAtShift(float *o) {
  __shared__ float s[128];
  float sum = 0;
  s[threadIdx.x] = o[threadIdx.x];
// CHECK: :[[@LINE-1]]:3: remark: store {{.*}}
  __syncthreads();
  for (int j = 0; j < 4 && j < static_cast<int>(gridDim.x - (blockIdx.x >> 2)); j++)
    sum += s[threadIdx.x * 4 + j];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, inexact, {{.*}} [endsAtShift(float *)]
  o[threadIdx.x] = sum;
}

__global__ void castSum(float *o, int n) {
  __shared__ float s[128];
  float sum = 0;
  s[threadIdx.x] = o[threadIdx.x];
// CHECK: :[[@LINE-1]]:3: remark: store {{.*}}
  __syncthreads();
  for (int j = 0; j < 4 && (int)(blockIdx.x * 4) + j < n; j++)
    sum += s[threadIdx.x * 4 + j];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, inexact, {{.*}} [castSum(float *, int)]
  o[threadIdx.x] = sum;
}
