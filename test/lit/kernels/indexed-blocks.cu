// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// Where no launch is seen, the numbers that a kernel gives its threads tell how
// many of them stand in a row.

// CHECK: 'rows' with blocks of 16x{{[0-9]+}} (indices that number rows of 16 threads)

// Rows of 16: lanes 0 and 16 differ by a row of 16 elements, and by 32 words: 2.
// In blocks of 32x8, which are not tried, no lane would be in another row.
__global__ void rows(float *out, const float *in) {
  __shared__ float s[4096];
  int t = threadIdx.y * 16 + threadIdx.x;
  s[threadIdx.y * 32 + threadIdx.x % 2] = in[t];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, inexact, block 16x4x1, 2 requests
// CHECK: :[[@LINE-2]]:3: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, inexact, block 16x8x1, 4 requests
// CHECK: :[[@LINE-3]]:3: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, inexact, block 16x16x1, 8 requests
// CHECK: :[[@LINE-4]]:3: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, inexact, block 16x32x1, 16 requests
// CHECK: :[[@LINE-5]]:3: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, inexact, block 16x64x1, 32 requests
}

// Planes of 2 rows of 32.
__global__ void planes(float *out, const float *in) {
  __shared__ float s[1024];
  const int tx = threadIdx.x, ty = threadIdx.y, tz = threadIdx.z;
  s[(tz << 6) + ty * 32 + tx] = in[0];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, inexact, block 32x2x1, 2 requests
// CHECK: :[[@LINE-2]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, inexact, block 32x2x2, 4 requests
// CHECK: :[[@LINE-3]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, inexact, block 32x2x4, 8 requests
// CHECK: :[[@LINE-4]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, inexact, block 32x2x8, 16 requests
// CHECK: :[[@LINE-5]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, inexact, block 32x2x16, 32 requests
}

// Two widths, a row that goes on behind the threads, a padded row, and the
// other way round: nothing is told, and the common shapes are tried.
__global__ void twice(float *out, const float *in) {
  __shared__ float s[2048];
  s[threadIdx.y * 32 + threadIdx.x] = in[threadIdx.y * 16 + threadIdx.x];
// CHECK: :[[@LINE-1]]:3: remark: {{.*}} block 8x8x1, 2 requests [twice(
// CHECK: :[[@LINE-2]]:3: remark: {{.*}} block 16x16x1, 8 requests [twice(
// CHECK: :[[@LINE-3]]:3: remark: {{.*}} block 32x8x1, 8 requests [twice(
// CHECK: :[[@LINE-4]]:3: remark: {{.*}} block 32x16x1, 16 requests [twice(
// CHECK: :[[@LINE-5]]:3: remark: {{.*}} block 32x32x1, 32 requests [twice(
// CHECK: :[[@LINE-6]]:3: remark: {{.*}} block 64x4x1, 8 requests [twice(
}
__global__ void halves(float *out, const float *in) {
  __shared__ float s[4096];
  s[threadIdx.y * 64 + threadIdx.x + 32] = in[0];
// CHECK: :[[@LINE-1]]:3: remark: {{.*}} block 8x8x1, 2 requests [halves(
// CHECK: :[[@LINE-2]]:3: remark: {{.*}} block 16x16x1, 8 requests [halves(
// CHECK: :[[@LINE-3]]:3: remark: {{.*}} block 32x8x1, 8 requests [halves(
// CHECK: :[[@LINE-4]]:3: remark: {{.*}} block 32x16x1, 16 requests [halves(
// CHECK: :[[@LINE-5]]:3: remark: {{.*}} block 32x32x1, 32 requests [halves(
// CHECK: :[[@LINE-6]]:3: remark: {{.*}} block 64x4x1, 8 requests [halves(
}
__global__ void padded(float *out, const float *in) {
  __shared__ float s[2048];
  s[threadIdx.y * 33 + threadIdx.x] = in[0];
// CHECK: :[[@LINE-1]]:3: remark: {{.*}} block 8x8x1, 2 requests [padded(
// CHECK: :[[@LINE-2]]:3: remark: {{.*}} block 16x16x1, 8 requests [padded(
// CHECK: :[[@LINE-3]]:3: remark: {{.*}} block 32x8x1, 8 requests [padded(
// CHECK: :[[@LINE-4]]:3: remark: {{.*}} block 32x16x1, 16 requests [padded(
// CHECK: :[[@LINE-5]]:3: remark: {{.*}} block 32x32x1, 32 requests [padded(
// CHECK: :[[@LINE-6]]:3: remark: {{.*}} block 64x4x1, 8 requests [padded(
}
