// Warp matrix products: fragments have CUDA's element counts.

// RUN: %banklint --cuda-path=none --all-accesses --exit-zero %s -- 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error:
// RUN: %banklint --cuda-path=none --all-accesses --exit-zero %s -- -std=c++14 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error:
// RUN: %banklint --cuda-path=none --all-accesses --exit-zero %s -- -std=c++20 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error:

#include <mma.h>

using namespace nvcuda;

static_assert(wmma::fragment<wmma::matrix_a, 16, 16, 16, half,
                             wmma::row_major>::num_elements == 16,
              "");
static_assert(wmma::fragment<wmma::matrix_b, 8, 32, 16, signed char,
                             wmma::col_major>::num_elements == 16,
              "");
static_assert(
    wmma::fragment<wmma::accumulator, 16, 16, 16, float>::num_elements == 8,
    "");

// 8 warps. Rows of 24 halves are 12 words: the 8 rows of a matrix begin at banks 0,
// 12, 24, 4, 16, 28, 8, 20, and fill all 32; one ldmatrix loads four matrices. A
// warp stores its sums two words a lane, four times: lane l has the words 2 (l % 4)
// of row l / 4. In a phase of 16 lanes, 4 rows of 16 words, two share each bank: 4/2.
__global__ void product(const half *A, const half *B, float *C) {
  __shared__ half TileA[16][24], TileB[16][24];
  __shared__ float TileC[16][16];
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> FragmentA;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> FragmentB;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> FragmentC;
  wmma::fill_fragment(FragmentC, 0.0f);
  wmma::load_matrix_sync(FragmentA, &TileA[0][0], 24);
// CHECK: :[[@LINE-1]]:3: remark: ldmatrix of 16 bytes from 'TileA': 4/4 wavefronts, conflict-free, block 256x1x1, 8 requests
  wmma::load_matrix_sync(FragmentB, &TileB[0][0], 24);
// CHECK: :[[@LINE-1]]:3: remark: ldmatrix of 16 bytes from 'TileB': 4/4 wavefronts, conflict-free, block 256x1x1, 8 requests
  wmma::mma_sync(FragmentC, FragmentA, FragmentB, FragmentC);
  for (int I = 0; I < FragmentC.num_elements; ++I)
    FragmentC.x[I] *= 2;
  wmma::store_matrix_sync(&TileC[0][0], FragmentC, 16, wmma::mem_row_major);
// CHECK: :[[@LINE-1]]:3: remark: store of 8 bytes to 'TileC': 4/2 wavefronts, conflict, block 256x1x1, 32 requests
  C[threadIdx.x] = TileC[threadIdx.x / 16][threadIdx.x % 16];
// CHECK: :[[@LINE-1]]:20: remark: load of 4 bytes from 'TileC': 1/1 wavefronts, conflict-free, block 256x1x1, 8 requests

  wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32,
                 wmma::row_major>
      FragmentT;
  wmma::load_matrix_sync(FragmentT, C, 16);
  FragmentT.x[0] = wmma::__float_to_tf32(FragmentT.x[0]);
}
