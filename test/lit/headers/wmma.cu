// Warp matrix products: fragments have CUDA's element counts.

// RUN: %banklint --cuda-path=none --all-accesses --exit-zero %s -- 2>&1 \
// RUN:   | FileCheck %s --allow-empty --check-prefix=CLEAN
// CLEAN-NOT: error:
// RUN: %banklint --cuda-path=none --all-accesses --exit-zero %s -- -std=c++14 2>&1 \
// RUN:   | FileCheck %s --allow-empty --check-prefix=CLEAN
// RUN: %banklint --cuda-path=none --all-accesses --exit-zero %s -- -std=c++20 2>&1 \
// RUN:   | FileCheck %s --allow-empty --check-prefix=CLEAN

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

__global__ void product(const half *A, const half *B, float *C) {
  __shared__ half TileA[16][24], TileB[16][24];
  __shared__ float TileC[16][16];
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> FragmentA;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> FragmentB;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> FragmentC;
  wmma::fill_fragment(FragmentC, 0.0f);
  wmma::load_matrix_sync(FragmentA, &TileA[0][0], 24);
  wmma::load_matrix_sync(FragmentB, &TileB[0][0], 24);
  wmma::mma_sync(FragmentC, FragmentA, FragmentB, FragmentC);
  for (int I = 0; I < FragmentC.num_elements; ++I)
    FragmentC.x[I] *= 2;
  wmma::store_matrix_sync(&TileC[0][0], FragmentC, 16, wmma::mem_row_major);
  C[threadIdx.x] = TileC[threadIdx.x / 16][threadIdx.x % 16];

  wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32,
                 wmma::row_major>
      FragmentT;
  wmma::load_matrix_sync(FragmentT, C, 16);
  FragmentT.x[0] = wmma::__float_to_tf32(FragmentT.x[0]);
}
