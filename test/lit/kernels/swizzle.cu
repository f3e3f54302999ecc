// RUN: %lint --all-accesses %s -- 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning:

// Row y holds column x at x ^ y. Along a row (y fixed) and down a column (x
// fixed) x ^ y takes 32 values: 32 banks, without a byte of padding.

__global__ void transpose(float *out, const float *in) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x ^ y] = in[y * 32 + x];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x32x1, 32 requests
  __syncthreads();
  out[y * 32 + x] = s[x][y ^ x];
// CHECK: :[[@LINE-1]]:21: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x32x1, 32 requests
}

void run(float *out, const float *in) {
  transpose<<<1, dim3(32, 32)>>>(out, in);
}
