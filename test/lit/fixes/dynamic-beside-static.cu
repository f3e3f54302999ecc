// Static and dynamic memory of a block are 48 KB together, unless a kernel's
// attributes say more: 360 rows of 32 words are 46080 bytes, and longer rows add
// 1440. Where they do not fit, there is a swizzle.
//
// RUN: %lint --exit-zero --sort=place %s 2>&1 | FileCheck %s

// 49568 bytes with the fix.
// CHECK: [[#@LINE + 6]]:12: warning: 32-way bank conflict in load from 'a'
// CHECK-NOT: note: pad the rows of
// CHECK: note: swizzle every index of 'a', {{.*}}, which leaves no conflict and takes no memory
__global__ void constant(float *out) {
  __shared__ float a[360][32];
  a[threadIdx.y][threadIdx.x] = 0, __syncthreads();
  out[0] = a[threadIdx.x][threadIdx.y];
}

// The same by a variable, the larger of two launches.
// CHECK: [[#@LINE + 6]]:12: warning: 32-way bank conflict in load from 'a'
// CHECK-NOT: note: pad the rows of
// CHECK: note: swizzle every index of 'a', {{.*}}, which leaves no conflict and takes no memory
__global__ void variable(float *out) {
  __shared__ float a[360][32];
  a[threadIdx.y][threadIdx.x] = 0, __syncthreads();
  out[0] = a[threadIdx.x][threadIdx.y];
}

// 49056 bytes are enough. What a launch asks for counts in units of 128.
// CHECK: [[#@LINE + 5]]:12: warning: 32-way bank conflict in load from 'a'
// CHECK: note: pad the rows of 'a' to 33 floats (+1440 bytes), which leaves no conflict
__global__ void enough(float *out) {
  __shared__ float a[360][32];
  a[threadIdx.y][threadIdx.x] = 0, __syncthreads();
  out[0] = a[threadIdx.x][threadIdx.y];
}

// Rows that indices make, and a size that the launch computes.
// CHECK: [[#@LINE + 6]]:12: warning: 32-way bank conflict in load from 'a'
// CHECK-NOT: note: pad the rows of
// CHECK: note: swizzle every index of 'a', {{.*}}, which leaves no conflict and takes no memory
__global__ void indexed(float *out) {
  __shared__ float a[360 * 32];
  a[threadIdx.y * 32 + threadIdx.x] = 0, __syncthreads();
  out[0] = a[threadIdx.x * 32 + threadIdx.y];
}

// Here the kernel may have more.
// CHECK: [[#@LINE + 5]]:12: warning: 32-way bank conflict in load from 'a'
// CHECK: note: pad the rows of 'a' to 33 floats (+1440 bytes), which leaves no conflict
__global__ void allowed(float *out) {
  __shared__ float a[360][32];
  a[threadIdx.y][threadIdx.x] = 0, __syncthreads();
  out[0] = a[threadIdx.x][threadIdx.y];
}

void run(float *out) {
  const dim3 block(32, 32);
  constant<<<1, block, 2048>>>(out);
  size_t bytes = 2048;
  variable<<<1, block>>>(out);
  variable<<<1, block, bytes>>>(out);
  enough<<<1, block, 1536>>>(out);
  indexed<<<1, block, 512 * sizeof(float)>>>(out);
  cudaFuncSetAttribute(allowed, cudaFuncAttributeMaxDynamicSharedMemorySize,
                       65536);
  allowed<<<1, block, 65536>>>(out);
}
