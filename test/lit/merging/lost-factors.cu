// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 \
// RUN:   | grep "remark: load" | FileCheck %s --implicit-check-not=remark

// Products that LLVM carries into a number, where ptxas sees no factor any more:
// of a constant and a masked number that are subtracted, and of a sign that is
// extended. Read off machine code (nvcc 13.0 -O3, sm_90) of 285 such kernels.

#define FILL                                                                   \
  __shared__ float s[1024];                                                    \
  for (unsigned i = threadIdx.x; i < 1024; i += 32)                            \
    s[i] = out[i];                                                             \
  __syncthreads();                                                             \
  float a = 0;

// Four LDS: 48 - ((t << 1) & -16), in bytes.
__global__ void fromBehind(float *out) {
  FILL
  int t = threadIdx.x;
  for (int k = 0; k < 4; k++)
// CHECK: [[#@LINE+1]]:10: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 4 requests
    a += s[(3 - t / 8) * 4 + k];
  out[t] = a;
}

// Four LDS, by way of names, and with a column.
__global__ void rows(float *out) {
  FILL
  int t = threadIdx.x, r = t >> 3, last = 3 - r;
  for (int k = 0; k < 4; k++)
// CHECK: [[#@LINE+1]]:10: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, block 32x1x1, 4 requests
    a += s[last * 32 + t % 8 * 4 + k];
  out[t] = a;
}

// Four LDS: ~q is -1 - q.
__global__ void complement(float *out) {
  FILL
  int t = threadIdx.x;
  for (int k = 0; k < 4; k++)
// CHECK: [[#@LINE+1]]:10: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 4 requests
    a += s[(~(t / 8) + 32) * 4 + k];
  out[t] = a;
}

// LDS.128: 31 has all bits that the mask leaves, so that it is 31 ^ (t & 24).
__global__ void allBits(float *out) {
  FILL
  int t = threadIdx.x;
  for (int k = 0; k < 4; k++)
// CHECK: [[#@LINE+1]]:10: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request
    a += s[(31 - t % 8) * 4 + k];
  out[t] = a;
}

// LDS.128: a multiplication by 12 is left, and by n, and of t / 7.
__global__ void products(float *out, int n) {
  FILL
  int t = threadIdx.x;
  for (int k = 0; k < 4; k++)
// CHECK: [[#@LINE+1]]:10: remark: load of 16 bytes from 's': 2/2 wavefronts, conflict-free, block 32x1x1, 1 request
    a += s[(3 - t / 8) * 12 + k];
  __syncthreads();
  for (int k = 0; k < 4; k++)
// CHECK: [[#@LINE+1]]:10: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request
    a += s[(7 - t / 7) * 4 + k];
  __syncthreads();
  for (int k = 0; k < 4; k++)
// CHECK: [[#@LINE+1]]:10: remark: load of 16 bytes from 's': 2/2 wavefronts, conflict-free, block 32x1x1, 1 request
    a += s[(n - t / 8) * 4 + k];
  out[t] = a;
}

// LDS.128: the product is that of the sum.
__global__ void sums(float *out) {
  FILL
  int t = threadIdx.x;
  for (int k = 0; k < 4; k++)
// CHECK: [[#@LINE+1]]:10: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request
    a += s[(3 - t / 8 + t % 8) * 4 + k];
  out[t] = a;
}

// LDS.128: rows of an array are reached without such a product.
__global__ void rowsOfArray(float *out) {
  __shared__ float s[32][32];
  int t = threadIdx.x;
  for (int i = 0; i < 32; i++)
    s[i][t] = out[i * 32 + t];
  __syncthreads();
  float a = 0;
  for (int k = 0; k < 4; k++)
// CHECK: [[#@LINE+1]]:10: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request
    a += s[3 - t / 8][t % 8 * 4 + k];
  out[t] = a;
}

// LDS.128: of an array that is aligned, LLVM sees it.
__global__ void aligned(float *out) {
  __shared__ __align__(16) float s[1024];
  int t = threadIdx.x;
  for (int i = 0; i < 32; i++)
    s[i * 32 + t] = out[i * 32 + t];
  __syncthreads();
  float a = 0;
  for (int k = 0; k < 4; k++)
// CHECK: [[#@LINE+1]]:10: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request
    a += s[(3 - t / 8) * 32 + t % 8 * 4 + k];
  out[t] = a;
}

// Four LDS: the sign of a short is extended.
__global__ void shorts(float *out) {
  FILL
  short t = threadIdx.x;
  for (int k = 0; k < 4; k++)
// CHECK: [[#@LINE+1]]:10: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, block 32x1x1, 4 requests
    a += s[t * 4 + k];
  short b = t * 4;
  __syncthreads();
  for (int k = 0; k < 4; k++)
// CHECK: [[#@LINE+1]]:10: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, block 32x1x1, 4 requests
    a += s[b + k];
  out[t] = a;
}

// LDS.128: of quotients, masked numbers and those without a sign it is not.
__global__ void withoutSigns(float *out) {
  FILL
  short t = threadIdx.x;
  unsigned short u = threadIdx.x;
  for (int k = 0; k < 4; k++)
// CHECK: [[#@LINE+1]]:10: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request
    a += s[(t & 31) * 4 + k];
  __syncthreads();
  for (int k = 0; k < 4; k++)
// CHECK: [[#@LINE+1]]:10: remark: load of 16 bytes from 's': 2/2 wavefronts, conflict-free, block 32x1x1, 1 request
    a += s[t / 8 * 4 + k];
  __syncthreads();
  for (int k = 0; k < 4; k++)
// CHECK: [[#@LINE+1]]:10: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request
    a += s[u * 4 + k];
  out[t] = a;
}

int main() {
  fromBehind<<<1, 32>>>(nullptr);
  rows<<<1, 32>>>(nullptr);
  complement<<<1, 32>>>(nullptr);
  allBits<<<1, 32>>>(nullptr);
  products<<<1, 32>>>(nullptr, 40);
  sums<<<1, 32>>>(nullptr);
  rowsOfArray<<<1, 32>>>(nullptr);
  aligned<<<1, 32>>>(nullptr);
  shorts<<<1, 32>>>(nullptr);
  withoutSigns<<<1, 32>>>(nullptr);
}
