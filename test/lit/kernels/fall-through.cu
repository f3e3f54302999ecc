// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// Lanes that fall into a case run on together with those that enter there: one
// request of both.
__global__ void falls(float *out, const float *in) {
  __shared__ float s[32][32];
  int x = threadIdx.x, scale = 1;
  switch (x & 3) {
  case 1:
    s[x][0] = in[x];
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 8/1 wavefronts, conflict, block 32x1x1, 1 request
  case 2:
    s[x][1] = in[x];
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 16/1 wavefronts, conflict, block 32x1x1, 1 request
    scale = 2;
    break;
  default:
    s[x][2] = in[x];
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 16/1 wavefronts, conflict, block 32x1x1, 1 request
  }
  __syncthreads();
  // Even lanes go by one word, two of four others by two.
  out[x] = s[0][x * scale];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 32x1x1, 1 request
}

// The default stands in front: those that no case names enter there.
__global__ void first(float *out, const float *in) {
  __shared__ float s[32][32];
  int x = threadIdx.x;
  switch (x) {
  default:
    s[x][0] = in[x];
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 30/1 wavefronts, conflict, block 32x1x1, 1 request
  case 5:
    s[x][1] = in[x];
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 31/1 wavefronts, conflict, block 32x1x1, 1 request
    if (x < 16)
      return;
  case 6:
    s[x][2] = in[x];
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 17/1 wavefronts, conflict, block 32x1x1, 1 request
  }
  out[x] = s[x][3];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 17/1 wavefronts, conflict, block 32x1x1, 1 request
}

void run(float *out, const float *in) {
  falls<<<1, 32>>>(out, in);
  first<<<1, 32>>>(out, in);
}
