// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// Lanes are linear in x, then y, then z. Blocks of 8x4x4: a warp has one z.
// [z][y][x]: 32 words in a row. [x][y][z], word 16x + 4y + z: 16x is bank 0 or
// 16, 4y adds 0, 4, 8 or 12: 8 banks, 4 words each.
// Blocks of 4x4x4: a warp has two z. [x][y][z], word 16x + 4y + z: 2 * 4 banks
// by 2 values of z, 16 banks, 2 words each.

__global__ void cuboid(float *out, const float *in) {
  __shared__ float zyx[4][4][8];
  __shared__ float xyz[8][4][4];
  unsigned x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  unsigned i = (z * blockDim.y + y) * blockDim.x + x;
  zyx[z][y][x] = in[i];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 'zyx': 1/1 wavefronts, conflict-free, block 8x4x4, 4 requests
  xyz[x][y][z] = in[i];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 'xyz': 4/1 wavefronts, conflict, block 8x4x4, 4 requests
  __syncthreads();
  out[i] = zyx[z][y][7 - x] + (&xyz[0][0][0])[i];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 'zyx': 1/1 wavefronts, conflict-free, block 8x4x4, 4 requests
// CHECK: :[[@LINE-2]]:31: remark: load of 4 bytes from 'xyz': 1/1 wavefronts, conflict-free, block 8x4x4, 4 requests
}

__global__ void cube(float *out, const float *in) {
  __shared__ float xyz[4][4][4];
  unsigned x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  unsigned i = z * 16 + y * 4 + x;
  xyz[x][y][z] = in[i];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 'xyz': 2/1 wavefronts, conflict, block 4x4x4, 2 requests
  __syncthreads();
  out[i] = xyz[z][y][x];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 'xyz': 1/1 wavefronts, conflict-free, block 4x4x4, 2 requests
}

void run(float *out, const float *in) {
  cuboid<<<1, dim3(8, 4, 4)>>>(out, in);
  cube<<<1, dim3(4, 4, 4)>>>(out, in);
}
