// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// Lanes that have returned ask for nothing, in the kernel and in functions.

__device__ float pick(const float *row, int t) {
  if (t < 4)
    return 0;
  float sum = 0;
  for (int k = 1; k < 4; ++k) {
    if (t >= 32 / k)
      return sum;
    sum += row[t * 32 + k];
// Lanes 4 ... 31, 4 ... 15 and 4 ... 9 in one bank: 28, 12 and 6 words, 46 / 3.
// CHECK: :[[@LINE-2]]:12: remark: load of 4 bytes from 's': 15.33/1 wavefronts, conflict, worst 28x, block 64x1x1, 3 requests
    __syncwarp(__activemask());
  }
  return row[t] - sum;
// CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 64x1x1, 1 request
}

__global__ void returns(float *out, const float *in) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  for (int i = t; i < 1024; i += blockDim.x)
    s[i] = in[i];
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 64x1x1, 32 requests
  __syncthreads();
  // The second warp leaves.
  if (t >= 32)
    return;
  out[t] = pick(s, t);
  __syncwarp();
  if (t % 2) {
    out[t + 32] = s[t * 32];
// 16 odd lanes.
// CHECK: :[[@LINE-2]]:19: remark: load of 4 bytes from 's': 16/1 wavefronts, conflict, block 64x1x1, 1 request
    return;
  }
  __syncwarp();
  // 16 even lanes, a step of 2 words among 32 lanes, 4 among them: 16 words, 8
  // banks.
  out[t + 32] = s[t * 2];
// CHECK: :[[@LINE-1]]:17: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 64x1x1, 1 request
}

void run(float *out, const float *in) { returns<<<1, 64>>>(out, in); }
