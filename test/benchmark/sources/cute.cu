// A product of matrices by CuTe: tiles are copied to shared memory, and
// multiplied by all threads of a block.
#include <cute/tensor.hpp>

using namespace cute;

__global__ void gemm(const float *A, const float *B, float *C, int M, int N,
                     int K) {
  auto TileShape = make_shape(Int<128>{}, Int<128>{}, Int<8>{});
  Tensor WholeA = make_tensor(make_gmem_ptr(A), make_shape(M, K),
                              make_stride(Int<1>{}, M));
  Tensor WholeB = make_tensor(make_gmem_ptr(B), make_shape(N, K),
                              make_stride(Int<1>{}, N));
  Tensor WholeC = make_tensor(make_gmem_ptr(C), make_shape(M, N),
                              make_stride(Int<1>{}, M));
  auto Place = make_coord(blockIdx.x, blockIdx.y, _);
  Tensor GlobalA = local_tile(WholeA, TileShape, Place, Step<_1, X, _1>{});
  Tensor GlobalB = local_tile(WholeB, TileShape, Place, Step<X, _1, _1>{});
  Tensor GlobalC = local_tile(WholeC, TileShape, Place, Step<_1, _1, X>{});

  auto TileLayout = make_layout(make_shape(Int<128>{}, Int<8>{}));
  __shared__ float StorageA[cosize_v<decltype(TileLayout)>];
  __shared__ float StorageB[cosize_v<decltype(TileLayout)>];
  Tensor SharedA = make_tensor(make_smem_ptr(StorageA), TileLayout);
  Tensor SharedB = make_tensor(make_smem_ptr(StorageB), TileLayout);

  auto CopyThreads = make_layout(make_shape(Int<32>{}, Int<8>{}));
  auto Threads = make_layout(make_shape(Int<16>{}, Int<16>{}));
  Tensor FromA = local_partition(GlobalA, CopyThreads, threadIdx.x);
  Tensor ToA = local_partition(SharedA, CopyThreads, threadIdx.x);
  Tensor FromB = local_partition(GlobalB, CopyThreads, threadIdx.x);
  Tensor ToB = local_partition(SharedB, CopyThreads, threadIdx.x);
  Tensor OwnA = local_partition(SharedA, Threads, threadIdx.x, Step<_1, X>{});
  Tensor OwnB = local_partition(SharedB, Threads, threadIdx.x, Step<X, _1>{});
  Tensor OwnC = local_partition(GlobalC, Threads, threadIdx.x, Step<_1, _1>{});
  Tensor Sum = make_tensor_like(OwnC);
  clear(Sum);
  for (int Tile = 0; Tile < size<2>(GlobalA); ++Tile) {
    copy(FromA(_, _, Tile), ToA);
    copy(FromB(_, _, Tile), ToB);
    __syncthreads();
    gemm(OwnA, OwnB, Sum);
    __syncthreads();
  }
  axpby(1.0f, Sum, 0.0f, OwnC);
}

void run(const float *A, const float *B, float *C) {
  gemm<<<dim3(4, 4), 256>>>(A, B, C, 512, 512, 512);
}
