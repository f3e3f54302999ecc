// RUN: %lint --block-dim=64 --all-accesses --exit-zero %s -- 2>/dev/null | FileCheck %s

// Of an address that mixes two numbers that differ from lane to lane, nvcc does
// not see which others are next to it, as a swizzle has it: two LDS for `apart`,
// and one LDS.64 where the constant is added behind (nvcc 13.0 -O3, sm_90).

__global__ void apart(int *out) {
  __shared__ int s[64 * 32];
  const int t = threadIdx.x;
  for (int i = t; i < 64 * 32; i += 64)
    s[i] = out[i];
// CHECK: :[[@LINE-1]]:5: remark: store {{.*}}: 1/1 wavefronts, conflict-free,{{.*}}
  __syncthreads();
  const int mask = t % 8 * 4;
  out[t] = s[t * 32 ^ mask] * s[(t * 32 + 1) ^ mask];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, block 64x1x1, 2 requests [apart(int *)]
// CHECK: :[[@LINE-2]]:31: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, block 64x1x1, 2 requests [apart(int *)]
}

__global__ void together(int *out) {
  __shared__ int s[64 * 32];
  const int t = threadIdx.x;
  for (int i = t; i < 64 * 32; i += 64)
    s[i] = out[i];
// CHECK: :[[@LINE-1]]:5: remark: store {{.*}}: 1/1 wavefronts, conflict-free,{{.*}}
  __syncthreads();
  const int mask = t % 8 * 4;
  out[t] = s[t * 32 ^ mask] * s[(t * 32 ^ mask) + 1];
// CHECK: :[[@LINE-1]]:12: remark: load of 8 bytes from 's': 4/2 wavefronts, conflict, block 64x1x1, 2 requests [together(int *)]
// CHECK: :[[@LINE-2]]:31: remark: load of 8 bytes from 's': 4/2 wavefronts, conflict, block 64x1x1, 0 requests [together(int *)]
}

// Of a constant, it sees what it does.
__global__ void byConstant(int *out) {
  __shared__ int s[64 * 32];
  const int t = threadIdx.x;
  for (int i = t; i < 64 * 32; i += 64)
    s[i] = out[i];
// CHECK: :[[@LINE-1]]:5: remark: store {{.*}}: 1/1 wavefronts, conflict-free,{{.*}}
  __syncthreads();
  out[t] = s[2 * t ^ 6] * s[(2 * t ^ 6) + 1];
// CHECK: :[[@LINE-1]]:12: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, block 64x1x1, 2 requests [byConstant(int *)]
// CHECK: :[[@LINE-2]]:27: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, block 64x1x1, 0 requests [byConstant(int *)]
}

// Both are bits of one number, in which the constant of a round stands: that is
// not dropped first, although no bit of it is left (four LDS; nvcc 13.0 -O3,
// sm_90).
__global__ void bitsOfOne(int *out) {
  __shared__ int s[512];
  const int t = threadIdx.x;
  for (int i = t; i < 512; i += 64)
    s[i] = out[i];
// CHECK: :[[@LINE-1]]:5: remark: store {{.*}}: 1/1 wavefronts, conflict-free,{{.*}}
  __syncthreads();
  int sum = 0;
#pragma unroll
  for (int j = 0; j < 4; ++j) {
    const int quad = (t * 8 + j) >> 2;
    sum += s[t / 4 * 32 + ((quad >> 3) ^ (quad & 7)) * 4 + j];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, block 64x1x1, 8 requests [bitsOfOne(int *)]
  }
  out[t] = sum;
}

// The same number is the same in all rounds (LDS.128).
__global__ void bitsOfRow(int *out) {
  __shared__ int s[512];
  const int t = threadIdx.x;
  for (int i = t; i < 512; i += 64)
    s[i] = out[i];
// CHECK: :[[@LINE-1]]:5: remark: store {{.*}}: 1/1 wavefronts, conflict-free,{{.*}}
  __syncthreads();
  int sum = 0;
#pragma unroll
  for (int j = 0; j < 4; ++j) {
    const int quad = t * 2;
    sum += s[t / 4 * 32 + ((quad >> 3) ^ (quad & 7)) * 4 + j];
// CHECK: :[[@LINE-1]]:12: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 64x1x1, 2 requests [bitsOfRow(int *)]
  }
  out[t] = sum;
}
