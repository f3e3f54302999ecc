// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// What an iteration has written before a `continue` stays, where the rest of
// it would write something else.

__global__ void known(float *out, int u) {
  __shared__ float s[2048];
  int stride = 1;
  for (int i = 0; i < 4; ++i) {
    stride = 32;
    if (u > i)
      continue;
    stride = 1;
  }
  out[threadIdx.x] = s[(threadIdx.x * stride) & 2047];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, possible ({{.*}}), inexact, worst 32x, block 32x1x1, 1 request
}

__global__ void unknown(float *out, int n, int u) {
  __shared__ float s[2048];
  int stride = 1;
  for (int i = 0; i < n; ++i) {
    stride = 32;
    if (u > i)
      continue;
    stride = 1;
  }
  out[threadIdx.x] = s[(threadIdx.x * stride) & 2047];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, possible ({{.*}}), inexact, worst 32x, block 32x1x1, 1 request
}

// Half of the lanes, where it is not known whether any do.
__global__ void halfOfTheLanes(float *out, int u) {
  __shared__ float s[2048];
  int stride = 1;
  for (int i = 0; i < 4; ++i) {
    stride = 32;
    if (u > i) {
      if (threadIdx.x < 16)
        continue;
    }
    stride = 1;
  }
  out[threadIdx.x] = s[(threadIdx.x * stride) & 2047];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, possible ({{.*}}), inexact, worst 16x, block 32x1x1, 1 request
}

__global__ void halfOfTheLanesBreak(float *out, int u) {
  __shared__ float s[2048];
  int stride = 1;
  for (int i = 0; i < 4; ++i) {
    stride = 32;
    if (u > i) {
      if (threadIdx.x < 16)
        break;
    }
    stride = 1;
  }
  out[threadIdx.x] = s[(threadIdx.x * stride) & 2047];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, possible ({{.*}}), inexact, worst 16x, block 32x1x1, 1 request
}

// The loop around the switch goes on.
__global__ void insideOfASwitch(float *out, int u) {
  __shared__ float s[2048];
  int stride = 1;
  for (int i = 0; i < 4; ++i) {
    stride = 32;
    switch (u) {
    case 0:
      continue;
    case 1:
      stride = 2;
      break;
    default:
      break;
    }
    stride = 1;
  }
  out[threadIdx.x] = s[(threadIdx.x * stride) & 2047];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, possible ({{.*}}), inexact, worst 32x, block 32x1x1, 1 request
}

// Both arms go on, one with another number.
__global__ void bothArms(float *out, int u) {
  __shared__ float s[2048];
  int stride = 1;
  for (int i = 0; i < 4; ++i) {
    if (u > i) {
      stride = 32;
      continue;
    } else {
      stride = 33;
      continue;
    }
    stride = 64;
  }
  out[threadIdx.x] = s[(threadIdx.x * stride) & 2047];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, possible ({{.*}}), inexact, worst 32x, block 32x1x1, 1 request
}

// Known lanes: no doubt.
__global__ void knownLanes(float *out) {
  __shared__ float s[2048];
  int stride = 1;
  for (int i = 0; i < 4; ++i) {
    stride = 32;
    if (threadIdx.x < 16)
      continue;
    stride = 1;
  }
  out[threadIdx.x] = s[(threadIdx.x * stride) & 2047];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 16/1 wavefronts, conflict, block 32x1x1, 1 request
}

// Blocks away from the edge pass the guard.
__global__ void guard(float *out, const float *in, int n) {
  __shared__ float s[2048];
  int at = threadIdx.x;
  for (int i = 0; i < 4; ++i) {
    int element = blockIdx.x * 128 + i * 32 + threadIdx.x;
    if (element >= n)
      continue;
    s[at] = in[element];
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 4 requests
    at += 32;
  }
  __syncthreads();
  out[threadIdx.x] = s[127 - threadIdx.x];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
}

int main(int argc, char **) {
  known<<<1, 32>>>(nullptr, argc);
  unknown<<<1, 32>>>(nullptr, argc, argc);
  halfOfTheLanes<<<1, 32>>>(nullptr, argc);
  halfOfTheLanesBreak<<<1, 32>>>(nullptr, argc);
  insideOfASwitch<<<1, 32>>>(nullptr, argc);
  bothArms<<<1, 32>>>(nullptr, argc);
  knownLanes<<<1, 32>>>(nullptr);
  guard<<<8, 32>>>(nullptr, nullptr, argc);
}
