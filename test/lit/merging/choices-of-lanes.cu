// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | grep remark | FileCheck %s

// Where each lane takes one of two arms that load, or store, once in one array, nvcc
// 13.0 (-O3, sm_90) makes one access of the two where they are one variable's value,
// or one value's place, and two where they are not: which, is not followed, and both
// are inexact.
__global__ void chosen(float *out) {
  __shared__ float s[128];
  int t = threadIdx.x;
  s[t] = out[t];
// CHECK: :[[#@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [chosen
  __syncthreads();
  float x;
  // LDS once, to which lanes of both arms come: 2 wavefronts.
  if (t < 16)
    x = s[t];
// CHECK: :[[#@LINE-1]]:9: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request [chosen
  else
    x = s[2 * t];
// CHECK: :[[#@LINE-1]]:9: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request [chosen
  out[t] = x;
}

// So it is of cases.
__global__ void cases(float *out) {
  __shared__ float s[128];
  int t = threadIdx.x;
  s[t] = out[t];
// CHECK: :[[#@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [cases
  __syncthreads();
  float x = 0;
  switch (t % 3) {
  case 0:
    x = s[t];
// CHECK: :[[#@LINE-1]]:9: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request [cases
    break;
  case 1:
    x = s[t + 32];
// CHECK: :[[#@LINE-1]]:9: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request [cases
    break;
  default:
    x = s[t + 64];
// CHECK: :[[#@LINE-1]]:9: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request [cases
  }
  out[t] = x;
}

__global__ void stored(float *out) {
  __shared__ float s[128];
  int t = threadIdx.x;
  if (t % 2)
    s[t] = out[t];
// CHECK: :[[#@LINE-1]]:5: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request [stored
  else
    s[t + 33] = out[t + 1];
// CHECK: :[[#@LINE-1]]:5: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request [stored
  __syncthreads();
  // Loads of two variables: each may stay where it is.
  float a = 0, b = 0;
  if (t < 8)
    a = s[t];
// CHECK: :[[#@LINE-1]]:9: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request [stored
  else
    b = s[t + 40];
// CHECK: :[[#@LINE-1]]:9: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request [stored
  out[t] = a;
  out[t + 32] = b;
}

// Several accesses on an arm are no such choice.
__global__ void several(float *out) {
  __shared__ float s[128];
  int t = threadIdx.x;
  s[t] = out[t];
  s[t + 32] = out[t + 32];
// CHECK: :[[#@LINE-2]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [several
// CHECK: :[[#@LINE-2]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [several
  __syncthreads();
  float a = 0;
  if (t < 8)
    a = s[t] * s[t + 8];
// CHECK: :[[#@LINE-1]]:9: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [several
// CHECK: :[[#@LINE-2]]:16: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [several
  else
    a = s[t + 16];
// CHECK: :[[#@LINE-1]]:9: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [several
  out[t] = a;
}

void run(float *out) {
  chosen<<<1, 32>>>(out);
  cases<<<1, 32>>>(out);
  stored<<<1, 32>>>(out);
  several<<<1, 32>>>(out);
}
