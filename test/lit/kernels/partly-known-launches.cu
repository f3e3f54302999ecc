// A launch of which one alternative is known: that shape is analysed, and the
// kernel has others.

// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

void ask(int *);

__global__ void eitherArm(float *out, int width) {
  __shared__ float s[2048];
  s[threadIdx.x * 2] = out[0];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x * width % 2048];
}
// CHECK: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, block 384x1x1, 12 requests [eitherArm(float *, int)]
// CHECK: remark: load of 4 bytes from 's': 16/1 wavefronts, conflict, block 384x1x1, 12 requests [eitherArm(float *, int)]

__global__ void firstRound(float *out, int width) {
  __shared__ float s[2048];
  s[threadIdx.x * 2] = out[0];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x * width % 2048];
}
// CHECK: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, block 96x1x1, 3 requests [firstRound(float *, int)]
// CHECK: remark: load of 4 bytes from 's': 32/1 wavefronts, conflict, block 96x1x1, 3 requests [firstRound(float *, int)]

// No alternative is known: common shapes, of which one is shown.
__global__ void neither(float *out) {
  __shared__ float s[2048];
  s[threadIdx.x * 2] = out[0];
}
// CHECK: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, block 256x1x1, 8 requests [neither(float *)]

void launch(float *out, int n) {
  int m;
  ask(&m);
  dim3 block;
  if (m > 10)
    block.x = 384;
  else
    block.x = n;
  eitherArm<<<1, block>>>(out, block.x);

  block.x = 96;
  while (n) {
    firstRound<<<1, block>>>(out, block.x);
    n >>= 10;
    if (n < 64)
      block.x = n;
  }
  neither<<<1, m>>>(out);
}
