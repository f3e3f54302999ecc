// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// ldmatrix and stmatrix: each matrix is a phase of 8 lanes that give the
// addresses of 16-byte rows.

template <int Pitch> __device__ void transposeTile(unsigned *out) {
  __shared__ __align__(16) unsigned short tile[16][Pitch];
  unsigned lane = threadIdx.x % 32;
  unsigned r0, r1, r2, r3;
  unsigned at = static_cast<unsigned>(
      __cvta_generic_to_shared(&tile[lane % 16][lane / 16 * 8]));
  // A pitch of 32 halves is 16 words: rows r and r + 2 share their banks, 4 rows
  // in each of 2 sets. A pitch of 40 is 20 words: 8 rows start at banks 0, 20,
  // 8, 28, 16, 4, 24, 12.
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
               : "=r"(r0), "=r"(r1), "=r"(r2), "=r"(r3) : "r"(at));
// CHECK: :[[@LINE-1]]:63: remark: ldmatrix of 16 bytes from 'tile': 16/4 wavefronts, conflict, block 64x1x1, 2 requests
// CHECK: :[[@LINE-2]]:63: remark: ldmatrix of 16 bytes from 'tile': 4/4 wavefronts, conflict-free, block 64x1x1, 2 requests
  out[0] = r0 + r1 + r2 + r3;
  // Lanes 0 to 15 give addresses, lanes 0 to 7.
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0,%1}, [%2];"
               : "=r"(r0), "=r"(r1) : "r"(at));
// CHECK: :[[@LINE-1]]:43: remark: ldmatrix of 16 bytes from 'tile': 8/2 wavefronts, conflict, block 64x1x1, 2 requests
// CHECK: :[[@LINE-2]]:43: remark: ldmatrix of 16 bytes from 'tile': 2/2 wavefronts, conflict-free, block 64x1x1, 2 requests
  out[1] = r0 + r1;
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1+16];"
               : "=r"(r0) : "r"(at));
// CHECK: :[[@LINE-1]]:33: remark: ldmatrix of 16 bytes from 'tile': 4/1 wavefronts, conflict, block 64x1x1, 2 requests
// CHECK: :[[@LINE-2]]:33: remark: ldmatrix of 16 bytes from 'tile': 1/1 wavefronts, conflict-free, block 64x1x1, 2 requests
  out[2] = r0;
  asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1,%2,%3,%4};"
               ::"r"(at), "r"(r0), "r"(r1), "r"(r2), "r"(r3));
// CHECK: :[[@LINE-1]]:22: remark: stmatrix of 16 bytes to 'tile': 16/4 wavefronts, conflict, block 64x1x1, 2 requests
// CHECK: :[[@LINE-2]]:22: remark: stmatrix of 16 bytes to 'tile': 4/4 wavefronts, conflict-free, block 64x1x1, 2 requests
}

template <int Pitch> __global__ void matrices(unsigned *out) {
  transposeTile<Pitch>(out);
}

// Rows of 64 bytes, whose four 16-byte columns are swizzled with the row: the
// address is computed in bits.
__global__ void swizzled(unsigned *out) {
  __shared__ __align__(1024) unsigned short rows[32][32];
  unsigned lane = threadIdx.x, r;
  unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(&rows[0][0]));
  unsigned byte = lane * 64 + ((lane >> 1 & 3) << 4);
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];"
               : "=r"(r) : "r"(at + byte));
// CHECK: :[[@LINE-1]]:32: remark: ldmatrix of 16 bytes from 'rows': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  out[lane] = r;
  unsigned plain = at + lane * 64;
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];"
               : "=r"(r) : "r"(plain ^ ((plain >> 7 & 3) << 4)));
// CHECK: :[[@LINE-1]]:32: remark: ldmatrix of 16 bytes from 'rows': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  out[lane] += r;
}

void run(unsigned *out) {
  matrices<32><<<1, 64>>>(out);
  matrices<40><<<1, 64>>>(out);
  swizzled<<<1, 32>>>(out);
}
