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

// A quotient of a multiple keeps what divides it, as 4 * n / 2 and 8 * m / 4; of a number
// without a sign that may wrap, 6 * m / 3 does not. 2 words a lane: LDS.64, and LDS.
__global__ void quotients(float *out, int n, unsigned m) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  float a = s[2 * t + 4 * n / 2];
// CHECK: :[[@LINE-1]]:13: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, block 64x1x1, 2 requests
  a *= s[2 * t + 4 * n / 2 + 1];
// CHECK: :[[@LINE-1]]:8: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, block 64x1x1, 0 requests
  a *= s[2 * t + (8 * m >> 2) + 128];
// CHECK: :[[@LINE-1]]:8: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, block 64x1x1, 2 requests
  a *= s[2 * t + (8 * m >> 2) + 129];
// CHECK: :[[@LINE-1]]:8: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, block 64x1x1, 0 requests
  a *= s[2 * t + 3 * n / 2 + 256];
// CHECK: :[[@LINE-1]]:8: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 64x1x1, 2 requests
  a *= s[2 * t + 3 * n / 2 + 257];
// CHECK: :[[@LINE-1]]:8: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 64x1x1, 2 requests
  a *= s[2 * t + 6 * m / 3 + 384];
// CHECK: :[[@LINE-1]]:8: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 64x1x1, 2 requests
  a *= s[2 * t + 6 * m / 3 + 385];
// CHECK: :[[@LINE-1]]:8: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 64x1x1, 2 requests
  out[t] = a;
}

// That the two are neighbours, nvcc knows of an n with bounds: LDS here.
__global__ void differentQuotients(float *out, int n) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  float a = s[2 * t + 4 * n / 2];
// CHECK: :[[@LINE-1]]:13: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 64x1x1, 2 requests
  a *= s[2 * t + (4 * n + 2) / 2];
// CHECK: :[[@LINE-1]]:8: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, inexact, block 64x1x1, 2 requests
  out[t] = a;
}

// What is added to a counter only the launch decides: STS.64 of what is even all the
// same, 2/2 in each of two iterations.
__global__ void quotientsInLoop(float *out) {
  __shared__ float s[512];
  for (int i = threadIdx.x; i < 128; i += blockDim.x) {
    int b = i * 8;
    s[b / 4] = out[i];
// CHECK: :[[@LINE-1]]:5: remark: store of 8 bytes to 's': 2/2 wavefronts, conflict-free, block 64x1x1, 0 requests
    s[b / 4 + 1] = out[i + 128];
// CHECK: :[[@LINE-1]]:5: remark: store of 8 bytes to 's': 2/2 wavefronts, conflict-free, block 64x1x1, 4 requests
    s[(b + 4) / 8 + 256] = out[i + 256];
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, {{(inexact, )?}}block 64x1x1, 4 requests
  }
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 64x1x1, 2 requests
}

void run(float *out) {
  argument<<<1, 64>>>(out, 0);
  multipleOfArgument<<<1, 64>>>(out, 0);
  products<<<1, 64>>>(out, 0, 2);
  shape<<<1, 64>>>(out);
  quotients<<<1, 64>>>(out, 0, 0);
  differentQuotients<<<1, 64>>>(out, 0);
  quotientsInLoop<<<1, 64>>>(out);
}
