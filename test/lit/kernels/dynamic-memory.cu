// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// Shared memory whose size comes with the launch. A second array is carved out of
// it behind 33 words of the first, where it begins in bank 1: nothing changes.

extern __shared__ float dynamic[];

__global__ void flat(float *out, const float *in, int pitch) {
  int t = threadIdx.x;
  dynamic[t * 32] = in[t];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 'dynamic': 32/1 wavefronts, conflict, block 32x1x1, 1 request
  __syncthreads();
  out[t] = dynamic[pitch + t];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 'dynamic': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
}

__global__ void carved(double *out, const double *in) {
  float *first = dynamic;
  double *second = (double *)&first[34];
  int t = threadIdx.x;
  first[t] = in[t];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 'dynamic': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  second[t] = in[t];
// Two phases of 16 lanes, 32 words each, in 32 banks wherever they begin.
// CHECK: :[[@LINE-2]]:3: remark: store of 8 bytes to 'dynamic': 2/2 wavefronts, conflict-free, block 32x1x1, 1 request
  second[4 * t] = in[t];
// A step of 8 words: lanes l and l + 4 meet, 4 in a phase. 8 in two.
// CHECK: :[[@LINE-2]]:3: remark: store of 8 bytes to 'dynamic': 8/2 wavefronts, conflict, block 32x1x1, 1 request
  __syncthreads();
  out[t] = first[31 - t] + second[31 - t];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 'dynamic': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
// CHECK: :[[@LINE-2]]:28: remark: load of 8 bytes from 'dynamic': 2/2 wavefronts, conflict-free, block 32x1x1, 1 request
}

void run(float *out, const float *in, double *out8, const double *in8) {
  flat<<<1, 32, 1024 * sizeof(float)>>>(out, in, 32);
  carved<<<1, 32, 4096>>>(out8, in8);
}
