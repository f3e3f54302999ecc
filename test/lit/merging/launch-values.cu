// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// What only the launch decides is a number for the banks, and an unknown for
// the compiler, which merges nothing on the strength of it. Widths as in the
// machine code of nvcc 13.0 (-O3, sm_90).

// n is 0 here and may be anything elsewhere; 4 * n is a multiple of four.
__global__ void argument(float *out, int n) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  float a = s[2 * t + n];
// CHECK: :[[@LINE-1]]:13: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 64x1x1, 2 requests
  a *= s[2 * t + n + 1];
// CHECK: :[[@LINE-1]]:8: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 64x1x1, 2 requests
  out[t] = a;
}

__global__ void multipleOfArgument(float *out, int n) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  float a = s[2 * t + 4 * n];
// CHECK: :[[@LINE-1]]:13: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, block 64x1x1, 2 requests
  a *= s[2 * t + 4 * n + 1];
// CHECK: :[[@LINE-1]]:8: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, block 64x1x1, 0 requests
  out[t] = a;
}

// Neither is s[t + n] known to be s[t], nor s[2 * n * t] to be aligned.
__global__ void products(float *out, int n, int two) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  float a = s[t];
// CHECK: :[[@LINE-1]]:13: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 64x1x1, 2 requests
  a *= s[t + n];
// CHECK: :[[@LINE-1]]:8: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 64x1x1, 2 requests
  a *= s[two * t];
// CHECK: :[[@LINE-1]]:8: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 64x1x1, 2 requests
  a *= s[two * t + 1];
// CHECK: :[[@LINE-1]]:8: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 64x1x1, 2 requests
  a *= s[t / two * 4 + 256];
// CHECK: :[[@LINE-1]]:8: remark: load of 8 bytes from 's': 2/1 wavefronts, conflict, block 64x1x1, 2 requests
  a *= s[t / two * 4 + 257];
// CHECK: :[[@LINE-1]]:8: remark: load of 8 bytes from 's': 2/1 wavefronts, conflict, block 64x1x1, 0 requests
  out[t] = a;
}

// Nor what the block is like: of a dimension of one the compiler does not know
// that all its threads are at 0.
__global__ void shape(float *out) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  float a = s[2 * t + blockDim.x];
// CHECK: :[[@LINE-1]]:13: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 64x1x1, 2 requests
  a *= s[2 * t + blockDim.x + 1];
// CHECK: :[[@LINE-1]]:8: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 64x1x1, 2 requests
  a *= s[2 * t + threadIdx.y + 256];
// CHECK: :[[@LINE-1]]:8: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 64x1x1, 2 requests
  a *= s[2 * t + threadIdx.y + 257];
// CHECK: :[[@LINE-1]]:8: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 64x1x1, 2 requests
  a *= s[2 * t + blockIdx.x + 512];
// CHECK: :[[@LINE-1]]:8: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 64x1x1, 2 requests
  a *= s[2 * t + blockIdx.x + 513];
// CHECK: :[[@LINE-1]]:8: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 64x1x1, 2 requests
  out[t] = a;
}

void run(float *out) {
  argument<<<1, 64>>>(out, 0);
  multipleOfArgument<<<1, 64>>>(out, 0);
  products<<<1, 64>>>(out, 0, 2);
  shape<<<1, 64>>>(out);
}
