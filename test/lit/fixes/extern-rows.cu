// RUN: rm -rf %t && mkdir %t && cp %s %t/rows.cu
// RUN: not %lint %t/rows.cu -- 2>&1 | FileCheck %s
// RUN: %lint --fix --quiet --exit-zero %t/rows.cu -- 2>/dev/null
// RUN: FileCheck %s --check-prefix=EDITED < %t/rows.cu

// Rows that dynamic memory is declared with: launches ask for longer ones, too.

constexpr int Stride = 32;
__global__ void named(float *o, const float *i) {
  extern __shared__ float t1[][Stride];
// CHECK: :[[@LINE-1]]:32: note: pad the rows of 't1' to 33 floats (+128 bytes), which leaves no conflict
// EDITED: extern __shared__ float t1[][Stride + 1];
  t1[threadIdx.y][threadIdx.x] = i[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  o[threadIdx.y * 32 + threadIdx.x] = t1[threadIdx.x][threadIdx.y];
}
void launchNamed(float *o, float *i) {
  named<<<1, dim3(32, 32), 32 * Stride * sizeof(float)>>>(o, i);
// EDITED: named<<<1, dim3(32, 32), 32 * (Stride + 1) * sizeof(float)>>>(o, i);
}

// The size as a number, and by a variable.
__global__ void counted(float *o, const float *i) {
  extern __shared__ float t2[][32];
// CHECK: :[[@LINE-1]]:32: note: pad the rows of 't2' to 33 floats (+128 bytes), which leaves no conflict
  t2[threadIdx.y][threadIdx.x] = i[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  o[threadIdx.y * 32 + threadIdx.x] = t2[threadIdx.x][threadIdx.y];
}
void launchCounted(float *o, float *i) {
  size_t bytes = 4096;
// EDITED: size_t bytes = 4096 + 128;
  counted<<<1, dim3(32, 32), bytes>>>(o, i);
  counted<<<1, dim3(32, 32), 32 * 33 * 4 - 128>>>(o, i);
// EDITED: counted<<<1, dim3(32, 32), 32 * 33 * 4 - 128 + 128>>>(o, i);
}

// What nobody knows stays as it is.
__global__ void open(float *o, const float *i) {
  extern __shared__ float t3[][32];
  t3[threadIdx.y][threadIdx.x] = i[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  o[threadIdx.y * 32 + threadIdx.x] = t3[threadIdx.x][threadIdx.y];
// CHECK: :[[@LINE-1]]:39: note: swizzle every index of 't3', in the form 't3[threadIdx.x][threadIdx.y ^ (threadIdx.x & 31)]'
}
void launchOpen(float *o, float *i, int n) { open<<<1, dim3(32, 32), n * 128>>>(o, i); }

// Declarations of one name are of one variable: all of them change.
__global__ void first(float *o, const float *i) {
  extern __shared__ float t4[][32];
// CHECK: :[[@LINE-1]]:32: note: pad the rows of 't4' to 33 floats (+128 bytes), which leaves no conflict
// EDITED: extern __shared__ float t4[][32 + 1];
  t4[threadIdx.y][threadIdx.x] = i[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  o[threadIdx.y * 32 + threadIdx.x] = t4[threadIdx.x][threadIdx.y];
}
__global__ void second(float *o, const float *i) {
  extern __shared__ float t4[][32];
// EDITED: extern __shared__ float t4[][32 + 1];
  t4[threadIdx.y][threadIdx.x] = i[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  o[threadIdx.y * 32 + threadIdx.x] = t4[threadIdx.x][31 - threadIdx.y];
}
void launchBoth(float *o, float *i) {
  first<<<1, dim3(32, 32), 4096>>>(o, i);
  second<<<1, dim3(32, 32), 32 * 32 * sizeof(float)>>>(o, i);
// EDITED: first<<<1, dim3(32, 32), 4096 + 128>>>(o, i);
// EDITED: second<<<1, dim3(32, 32), 32 * (32 + 1) * sizeof(float)>>>(o, i);
}

// One of them in a function that is followed by no one.
__device__ float *rest() {
  extern __shared__ float t5[][32];
// CHECK: :[[@LINE-1]]:3: note: no fix for 't5': this redeclares it, and the rows must keep their length
  return &t5[0][0] + 5;
}
__global__ void helped(float *o, const float *i) {
  extern __shared__ float t5[][32];
  t5[threadIdx.y][threadIdx.x] = i[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  o[threadIdx.y * 32 + threadIdx.x] = t5[threadIdx.x][threadIdx.y] + *rest();
}
void launchHelped(float *o, float *i) { helped<<<1, dim3(32, 32), 4096>>>(o, i); }

// A third dimension.
__global__ void deep(float *o, const float *i) {
  extern __shared__ float t6[][2][32];
// CHECK: :[[@LINE-1]]:27: note: no fix for 't6': the launch sets its size; by hand, rows of 33 floats would be best
  t6[threadIdx.y][0][threadIdx.x] = i[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  o[threadIdx.y * 32 + threadIdx.x] = t6[threadIdx.x][0][threadIdx.y];
}
void launchDeep(float *o, float *i) { deep<<<1, dim3(32, 32), 8192>>>(o, i); }
