// Half precision, tensor cores and cooperative groups: a tile is multiplied by
// itself and summed over tiles of a warp.
#include <cooperative_groups.h>
#include <cuda_fp16.h>
#include <mma.h>

namespace cg = cooperative_groups;
namespace wmma = nvcuda::wmma;

__global__ void squares(const half *In, float *Out) {
  __shared__ half Tile[16 * 16];
  __shared__ float Products[16 * 16];
  cg::thread_block Block = cg::this_thread_block();
  for (int I = threadIdx.x; I < 16 * 16; I += 32)
    Tile[I] = In[I];
  Block.sync();
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> A;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> B;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> C;
  wmma::fill_fragment(C, 0.0f);
  wmma::load_matrix_sync(A, Tile, 16);
  wmma::load_matrix_sync(B, Tile, 16);
  wmma::mma_sync(C, A, B, C);
  wmma::store_matrix_sync(Products, C, 16, wmma::mem_row_major);
  Block.sync();
  float Sum = Products[threadIdx.x * 8] + __half2float(Tile[threadIdx.x]);
  auto Part = cg::tiled_partition<32>(Block);
  for (int Step = 16; Step > 0; Step /= 2)
    Sum += Part.shfl_down(Sum, Step);
  if (Part.thread_rank() == 0)
    *Out = Sum;
}

void run(const half *In, float *Out) { squares<<<1, 32>>>(In, Out); }
