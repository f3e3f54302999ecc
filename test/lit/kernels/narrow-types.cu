// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// Banks hold words of 4 bytes, whatever the type. A warp has one y.
//
// char, rows of 128: a step of 32 words, 32 words in one bank: 32.
// char, rows of 32: a step of 8 words, in banks 0, 8, 16, 24, 8 words each: 8.
// short, rows of 66: a step of 33 words: 1.
// short, rows of 64: a step of 32 words: 32.
// Stores along a row: 32 chars are 8 words, 32 shorts 16; lanes share words.

__global__ void narrow(int *out, const char *in) {
  __shared__ char wide[32][128];
  __shared__ char square[32][32];
  __shared__ short padded[32][66];
  __shared__ unsigned short plain[32][64];
  int x = threadIdx.x, y = threadIdx.y, i = y * 32 + x;
  wide[y][x] = in[i];
// CHECK: :[[@LINE-1]]:3: remark: store of 1 byte to 'wide': 1/1 wavefronts, conflict-free, block 32x32x1, 32 requests
  square[y][x] = in[i];
// CHECK: :[[@LINE-1]]:3: remark: store of 1 byte to 'square': 1/1 wavefronts, conflict-free, block 32x32x1, 32 requests
  padded[y][x] = in[i];
// CHECK: :[[@LINE-1]]:3: remark: store of 2 bytes to 'padded': 1/1 wavefronts, conflict-free, block 32x32x1, 32 requests
  plain[y][x] = in[i];
// CHECK: :[[@LINE-1]]:3: remark: store of 2 bytes to 'plain': 1/1 wavefronts, conflict-free, block 32x32x1, 32 requests
  __syncthreads();
  out[i] = wide[x][y];
// CHECK: :[[@LINE-1]]:12: remark: load of 1 byte from 'wide': 32/1 wavefronts, conflict, block 32x32x1, 32 requests
  out[i + 1024] = square[x][y];
// CHECK: :[[@LINE-1]]:19: remark: load of 1 byte from 'square': 8/1 wavefronts, conflict, block 32x32x1, 32 requests
  out[i + 2048] = padded[x][y];
// CHECK: :[[@LINE-1]]:19: remark: load of 2 bytes from 'padded': 1/1 wavefronts, conflict-free, block 32x32x1, 32 requests
  out[i + 3072] = plain[x][y];
// CHECK: :[[@LINE-1]]:19: remark: load of 2 bytes from 'plain': 32/1 wavefronts, conflict, block 32x32x1, 32 requests
}

void run(int *out, const char *in) {
  narrow<<<1, dim3(32, 32)>>>(out, in);
}
