// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// More launches than are tried one by one. Each block has what all of its
// launches pass; the first and the last keep their arguments.

__global__ void byBlock(int n) {
  extern __shared__ float s[];
  s[threadIdx.x * n] = 1;
}
__global__ void ofOneBlock(int n, int always) {
  extern __shared__ float s[];
  s[threadIdx.x * always] = 1;
  s[threadIdx.x * n] = 1;
}

int main() {
  for (int n = 32; n <= 64; n *= 2)
    for (int rows = 1; rows <= 16; rows *= 2) {
      dim3 block(n, rows);
      byBlock<<<1, block, 8192>>>(n);
    }
  for (int n = 1; n <= 32; ++n)
    ofOneBlock<<<1, 32, 8192>>>(n, 16);
}

// CHECK: :8:3: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict, block 32x1x1, 1 request [byBlock(int)]
// CHECK: :8:3: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict, block 32x2x1, 2 requests [byBlock(int)]
// CHECK: :8:3: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict, block 32x4x1, 4 requests [byBlock(int)]
// CHECK: :8:3: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict, block 32x8x1, 8 requests [byBlock(int)]
// CHECK: :8:3: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict, block 32x16x1, 16 requests [byBlock(int)]
// CHECK: :8:3: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict, block 64x1x1, 2 requests [byBlock(int)]
// CHECK: :8:3: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict, block 64x2x1, 4 requests [byBlock(int)]
// CHECK: :8:3: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict, block 64x4x1, 8 requests [byBlock(int)]
// CHECK: :8:3: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict, block 64x8x1, 16 requests [byBlock(int)]
// CHECK: :8:3: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict, block 64x16x1, 32 requests [byBlock(int)]
// CHECK: :12:3: remark: store of 4 bytes to 's': 16/1 wavefronts, conflict, block 32x1x1, 1 request [ofOneBlock(int, int)]
// CHECK: :13:3: remark: store of 4 bytes to 's': 1/1 wavefronts, possible (conflicts for some values, as with n = 1024), inexact, worst 32x, block 32x1x1, 1 request [ofOneBlock(int, int)]
// CHECK: :13:3: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, block 32x1x1, 1 request [ofOneBlock(int, int)]
// CHECK: :13:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [ofOneBlock(int, int)]
// CHECK: :13:3: remark: store of 4 bytes to 's': 8/1 wavefronts, conflict, block 32x1x1, 1 request [ofOneBlock(int, int)]
// CHECK: :13:3: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict, block 32x1x1, 1 request [ofOneBlock(int, int)]
// CHECK: :10:17: remark: what launches pass to kernel 'ofOneBlock' not analysed: more combinations of blocks and arguments than are tried one by one; only some are
