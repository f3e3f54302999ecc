// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// A size that nobody knows is the same in all lanes: it moves the whole request
// on by some banks, which changes nothing.

__global__ void unknownRow(float *out, const float *in, int n) {
  __shared__ float s[32][32];
  s[n][threadIdx.x] = in[threadIdx.x];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  __syncthreads();
  out[threadIdx.x] = s[n][31 - threadIdx.x];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
}

__global__ void unknownColumn(float *out, const float *in, int n) {
  __shared__ float s[32][32];
  s[threadIdx.x][n] = in[threadIdx.x];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict, block 32x1x1, 1 request
  __syncthreads();
  out[threadIdx.x] = s[31 - threadIdx.x][n];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 32/1 wavefronts, conflict, block 32x1x1, 1 request
}

__global__ void unknownBound(float *out, int columns) {
  __shared__ float s[32][32];
  for (int k = 0; k < columns; ++k)
    s[k][threadIdx.x] = k;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < columns; ++k)
    sum += s[threadIdx.x][k];
// CHECK: :[[@LINE-1]]:12: remark: load of 8 bytes from 's': 32/2 wavefronts, conflict, inexact, block 32x1x1
  out[threadIdx.x] = sum;
}

// blockIdx and gridDim are the same in all lanes, too.
__global__ void blocks(float *out, const float *in) {
  __shared__ float s[2 * 64];
  unsigned part = blockIdx.x & 1;
  s[part * 64 + threadIdx.x * 2] = in[blockIdx.x * 32 + threadIdx.x];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, block 32x1x1, 1 request
  __syncthreads();
  out[blockIdx.x * gridDim.y + threadIdx.x] = s[part * 64 + threadIdx.x];
// CHECK: :[[@LINE-1]]:47: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
}

// The rest of a division: few lanes go for a round, and those that stay out are
// no reason to lose track of the others.
__global__ void rest(float *out, const float *in, int n) {
  extern __shared__ float s[];
  int few = n % 4;
  for (int i = threadIdx.x; i < few; i += blockDim.x)
    s[i + n - few] = in[i];
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
}

void run(float *out, const float *in, int n) {
  unknownRow<<<1, 32>>>(out, in, n);
  unknownColumn<<<1, 32>>>(out, in, n);
  unknownBound<<<1, 32>>>(out, n);
  blocks<<<n, 32>>>(out, in);
  rest<<<n, 32>>>(out, in, n);
}
