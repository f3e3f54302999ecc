// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// Three and four dimensions, blocks of 32x4: a warp has one y.
// planes[2][32][4]: along x a step of 4 words, 4; across planes 128 words.
// deep[4][2][4][8], word 64 y + 32 (x / 16) + 8 (x / 4 % 4) + x % 4: the two
// halves of the warp, 32 words apart, use the same 16 banks. 2.

__global__ void deepArrays(float *out, const float *in) {
  __shared__ float planes[2][32][4];
  __shared__ float deep[4][2][4][8];
  int x = threadIdx.x, y = threadIdx.y, i = y * 32 + x;
  planes[y % 2][x][y] = in[i];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 'planes': 4/1 wavefronts, conflict, block 32x4x1, 4 requests
  deep[y][x / 16][x / 4 % 4][x % 4] = in[i];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 'deep': 2/1 wavefronts, conflict, block 32x4x1, 4 requests
  __syncthreads();
  // The last two dimensions in a row.
  out[i] = planes[1][y * 8 + x / 4][x % 4];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 'planes': 1/1 wavefronts, conflict-free, block 32x4x1, 4 requests
  // Two planes: word 128 (x & 1) + 4y + x / 8: x / 8 has 4 values, in 4 banks,
  // and two words in each.
  out[i] += planes[x & 1][y][x / 8];
// CHECK: :[[@LINE-1]]:13: remark: load of 4 bytes from 'planes': 2/1 wavefronts, conflict, block 32x4x1, 4 requests
  const float(*rows)[8] = deep[y][1];
  out[i] += rows[x / 8][x % 8];
// CHECK: :[[@LINE-1]]:13: remark: load of 4 bytes from 'deep': 1/1 wavefronts, conflict-free, block 32x4x1, 4 requests
}

void run(float *out, const float *in) {
  deepArrays<<<1, dim3(32, 4)>>>(out, in);
}
