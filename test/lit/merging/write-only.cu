// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// nvcc drops an array that is only written: what stands behind it is aligned as
// if it were not there. (Machine code of nvcc 13.0 for sm_90.)
__global__ void dropped(float *out, const int *in) {
  __shared__ int unused[35];
  __shared__ float s[61][32];
  int t = threadIdx.x;
  unused[t % 32] = in[t];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 'unused': 1/1 wavefronts, conflict-free, block 128x1x1, 4 requests
  s[t % 61][t % 16] = in[t + 99];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, block 128x1x1, 4 requests
  __syncthreads();
  float a = s[t % 61][0];
// CHECK: :[[@LINE-1]]:13: remark: load of 16 bytes from 's': 32/4 wavefronts, conflict, block 128x1x1, 4 requests
  a += s[t % 61][1];
// CHECK: :[[@LINE-1]]:8: remark: load of 16 bytes from 's': 32/4 wavefronts, conflict, block 128x1x1, 0 requests
  a += s[t % 61][2];
// CHECK: :[[@LINE-1]]:8: remark: load of 16 bytes from 's': 32/4 wavefronts, conflict, block 128x1x1, 0 requests
  a += s[t % 61][3];
// CHECK: :[[@LINE-1]]:8: remark: load of 16 bytes from 's': 32/4 wavefronts, conflict, block 128x1x1, 0 requests
  out[t] = a;
}

// One load keeps it, and 140 bytes in front of the rows leave 4 of alignment.
__global__ void kept(float *out, const int *in) {
  __shared__ int used[35];
  __shared__ float s[61][32];
  int t = threadIdx.x;
  used[t % 32] = in[t];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 'used': 1/1 wavefronts, conflict-free, block 128x1x1, 4 requests
  s[t % 61][t % 16] = in[t + 99];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, block 128x1x1, 4 requests
  __syncthreads();
  float a = s[t % 61][0];
// CHECK: :[[@LINE-1]]:13: remark: load of 4 bytes from 's': 32/1 wavefronts, conflict, block 128x1x1, 4 requests
  a += s[t % 61][1];
// CHECK: :[[@LINE-1]]:8: remark: load of 4 bytes from 's': 32/1 wavefronts, conflict, block 128x1x1, 4 requests
  out[t] = a + used[t % 35];
// CHECK: :[[@LINE-1]]:16: remark: load of 4 bytes from 'used': 1.75/1 wavefronts, conflict, worst 2x, block 128x1x1, 4 requests
}

void run(float *out, int *in) {
  dropped<<<1, 128>>>(out, in);
  kept<<<1, 128>>>(out, in);
}
