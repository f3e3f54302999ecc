// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// What an address is XORed with may come from the address: divided by the bytes
// of a row, or shifted by them.

#define MATRIX(ADDRESS)                                                        \
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];"          \
               : "=r"(r)                                                       \
               : "r"(ADDRESS))

__global__ void rows(unsigned *out) {
  __shared__ __align__(1024) short tile[32 * 64];
  unsigned r, row = __cvta_generic_to_shared(tile) + threadIdx.x * 128;
  // 8 rows of 128 bytes begin in one bank.
  MATRIX(row);
// CHECK: :[[@LINE-1]]:3: remark: ldmatrix of 16 bytes from 'tile': 8/1 wavefronts, conflict, block 32x1x1, 1 request
  out[threadIdx.x] = r;
  // Each of them is XORed with another multiple of 16.
  MATRIX(row ^ row / 128 % 8 << 4);
// CHECK: :[[@LINE-1]]:3: remark: ldmatrix of 16 bytes from 'tile': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  out[threadIdx.x] += r;
  MATRIX((row ^ (row >> 7 & 7) << 4) + 2048);
// CHECK: :[[@LINE-1]]:3: remark: ldmatrix of 16 bytes from 'tile': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  out[threadIdx.x] += r;
  // Two of them with each.
  MATRIX(row ^ row / 256 % 4 << 4);
// CHECK: :[[@LINE-1]]:3: remark: ldmatrix of 16 bytes from 'tile': 2/1 wavefronts, conflict, block 32x1x1, 1 request
  out[threadIdx.x] += r;
}
void run(unsigned *out) { rows<<<1, 32>>>(out); }
