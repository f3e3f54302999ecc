// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// Warp and lane computed from the thread: s[warp][lane] is a row, s[lane][warp] a
// column of 32 words.

__global__ void oneDimension(float *out, const float *in) {
  __shared__ float s[32][32];
  const int warp = threadIdx.x / warpSize, lane = threadIdx.x % warpSize;
  s[warp][lane] = in[threadIdx.x];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 1024x1x1, 32 requests
  __syncthreads();
  out[threadIdx.x] = s[lane][warp];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 32/1 wavefronts, conflict, block 1024x1x1, 32 requests
}

// The thread's linear index: the same in a block of 16x16.
__global__ void twoDimensions(float *out, const float *in) {
  __shared__ float s[8][32];
  int thread = threadIdx.y * blockDim.x + threadIdx.x;
  int warp = thread >> 5, lane = thread & 31;
  s[warp][lane] = in[thread];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 16x16x1, 8 requests
  __syncthreads();
  // Word 32 (lane % 8) + 4 warp + lane / 8: 4 banks, 8 words each.
  out[thread] = s[lane % 8][warp * 4 + lane / 8];
// CHECK: :[[@LINE-1]]:17: remark: load of 4 bytes from 's': 8/1 wavefronts, conflict, block 16x16x1, 8 requests
  __syncthreads();
  // Only the first lane of each warp; then the first warp, 8 lanes.
  if (lane == 0)
    s[warp][0] = in[warp];
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 16x16x1, 8 requests
  __syncthreads();
  if (warp == 0 && lane < 8)
    out[lane] += s[lane][0];
// CHECK: :[[@LINE-1]]:18: remark: load of 4 bytes from 's': 8/1 wavefronts, conflict, block 16x16x1, 1 request
}

// A different step in each warp of a block of 96: 1, 2 and 3 words, 1, 2 and 1
// wavefronts, 4 / 3 a request.
__global__ void byWarp(float *out, const float *in) {
  __shared__ float s[96];
  int lane = threadIdx.x & 31, step = threadIdx.x / 32 + 1;
  s[lane * step] = in[threadIdx.x];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1.333/1 wavefronts, conflict, worst 2x, block 96x1x1, 3 requests
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 96x1x1, 3 requests
}

void run(float *out, const float *in) {
  oneDimension<<<1, 1024>>>(out, in);
  twoDimensions<<<1, dim3(16, 16)>>>(out, in);
  byWarp<<<1, 96>>>(out, in);
}
