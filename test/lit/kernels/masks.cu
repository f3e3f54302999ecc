// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// Lanes that a branch leaves out ask for nothing.

__global__ void masks(float *out, const float *in) {
  __shared__ float s[32][32];
  int t = threadIdx.x, lane = t & 31;
  for (int i = t; i < 1024; i += 64)
    (&s[0][0])[i] = in[i];
// 1024 / 64 = 16 rounds of 2 warps.
// CHECK: :[[@LINE-2]]:5: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 64x1x1, 32 requests
  __syncthreads();

  float sum = 0;
  // 16 lanes of the first warp, down a column.
  if (threadIdx.x < 16)
    sum += s[threadIdx.x][0];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 16/1 wavefronts, conflict, block 64x1x1, 1 request
  __syncthreads();

  // The second warp only.
  if (threadIdx.x >= 32)
    sum += s[threadIdx.x - 32][1];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 32/1 wavefronts, conflict, block 64x1x1, 1 request
  __syncthreads();

  // Every other lane: 16 words of one bank, in each of 2 warps.
  if (t % 2 == 0)
    sum += s[lane][2];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 16/1 wavefronts, conflict, block 64x1x1, 2 requests
  __syncthreads();

  // The others, 16 words of a row.
  if (t & 1)
    sum += s[3][lane];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 64x1x1, 2 requests
  __syncthreads();

  // One half or the other: 8 lanes of the first warp, 24 of the second.
  if (t < 8 || t >= 40)
    sum += s[lane][4];
// (8 + 24) / 2 = 16 a request; the worst takes 24.
// CHECK: :[[@LINE-2]]:12: remark: load of 4 bytes from 's': 16/1 wavefronts, conflict, worst 24x, block 64x1x1, 2 requests
  __syncthreads();

  // The right side of && runs for the lanes that passed the left.
  if (t < 4 && s[t][5] > 0)
// CHECK: :[[@LINE-1]]:16: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, block 64x1x1, 1 request
    sum = -sum;
  out[t] = sum;
}

void run(float *out, const float *in) { masks<<<1, 64>>>(out, in); }
