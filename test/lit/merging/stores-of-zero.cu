// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// Where both arms of an if store to one place, nvcc stores behind them. Outside of
// loops a zero, which takes no register, stays where it is, and so does what the
// other arm makes first: two stores, of which each has its predicate. Read off
// some 40 kernels (nvcc 13.0, sm_90).

__global__ void zeroElse(float *out, const float *in) {
  __shared__ float s[64];
  int t = threadIdx.x;
  if (t % 2 == 0)
    s[2 * t] = in[t];
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, block 32x1x1, 1 request
  else
    s[2 * t] = 0;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, block 32x1x1, 1 request
  __syncthreads();
  out[t] = s[t];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
}

// A variable of the arm.
__global__ void variable(float *out, const float *in) {
  __shared__ float s[64];
  int t = threadIdx.x;
  if (t < 16) {
    float v = in[t];
    s[t] = v;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  } else {
    s[t] = 0;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  }
  __syncthreads();
  out[t] = s[t];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
}

// One: another number than zero takes a register.
__global__ void one(float *out, const float *in) {
  __shared__ float s[64];
  int t = threadIdx.x;
  if (t < 16)
    s[t] = in[t];
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 0 requests
  else
    s[t] = 1;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  __syncthreads();
  out[t] = s[t];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
}

// One: the value is there before the branch.
__global__ void atHand(float *out, const float *in) {
  __shared__ float s[64];
  int t = threadIdx.x;
  float v = in[t];
  if (t < 16)
    s[t] = v;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 0 requests
  else
    s[t] = 0;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  __syncthreads();
  out[t] = s[t];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
}

// One: the arms stand the other way around.
__global__ void zeroThen(float *out, const float *in) {
  __shared__ float s[64];
  int t = threadIdx.x;
  if (t < 16)
    s[t] = 0;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 0 requests
  else
    s[t] = in[t];
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  __syncthreads();
  out[t] = s[t];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
}

// Four, one an iteration: in a loop they meet behind the branch, also where all
// lanes take one arm. Line tables have three of them elsewhere.
__global__ void inLoop(float *out, const float *in, int n) {
  __shared__ float s[128];
  int t = threadIdx.x;
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    if (t < 8 * i + 8)
      s[t + 32 * i] = in[t + i];
// CHECK: :[[@LINE-1]]:7: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 0 requests
    else
      s[t + 32 * i] = 0;
// CHECK: :[[@LINE-1]]:7: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 4 requests
  }
  __syncthreads();
  out[t] = s[n];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
}

int main() {
  zeroElse<<<1, 32>>>(nullptr, nullptr);
  variable<<<1, 32>>>(nullptr, nullptr);
  one<<<1, 32>>>(nullptr, nullptr);
  atHand<<<1, 32>>>(nullptr, nullptr);
  zeroThen<<<1, 32>>>(nullptr, nullptr);
  inLoop<<<1, 32>>>(nullptr, nullptr, 1);
}
