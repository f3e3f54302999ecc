//===- cute-copies.cu - Tiled copies of CuTe through shared memory --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../host.h"
#include <cute/tensor.hpp>

using namespace cute;

/// Copies a tile in by \p InCopy and out again by \p OutCopy.
template <class T, class Layout, class InCopy, class OutCopy>
__device__ void through(T *Shared, const T *In, T *Out, Layout Tile,
                        InCopy Fill, OutCopy Drain) {
  auto Global = make_layout(shape(Tile), LayoutRight{});
  Tensor Source = make_tensor(make_gmem_ptr(In), Global);
  Tensor Target = make_tensor(make_gmem_ptr(Out), Global);
  Tensor Middle = make_tensor(make_smem_ptr(Shared), Tile);
  auto Filling = Fill.get_slice(threadIdx.x);
  copy(Fill, Filling.partition_S(Source), Filling.partition_D(Middle));
  cp_async_fence();
  cp_async_wait<0>();
  __syncthreads();
  auto Draining = Drain.get_slice(threadIdx.x);
  copy(Drain, Draining.partition_S(Middle), Draining.partition_D(Target));
}

using Async16 = SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>;
using Async4 = SM80_CP_ASYNC_CACHEALWAYS<uint32_t>;
using Async8 = SM80_CP_ASYNC_CACHEALWAYS<uint64_t>;
using Rows64 = Layout<Shape<_32, _64>, Stride<_64, _1>>;

/// A copy of halves in vectors of 16 bytes by 16 x 8 threads.
template <class Operation> __device__ auto halves() {
  return make_tiled_copy(Copy_Atom<Operation, half_t>{},
                         Layout<Shape<_16, _8>, Stride<_8, _1>>{},
                         Layout<Shape<_1, _8>>{});
}

__global__ void async_plain(const half_t *In, half_t *Out) {
  __shared__ alignas(128) half_t Shared[32 * 64];
  through(Shared, In, Out, Rows64{}, halves<Async16>(),
          halves<UniversalCopy<uint128_t>>());
}

__global__ void async_padded(const half_t *In, half_t *Out) {
  __shared__ alignas(128) half_t Shared[32 * 72];
  through(Shared, In, Out, Layout<Shape<_32, _64>, Stride<Int<72>, _1>>{},
          halves<Async16>(), halves<UniversalCopy<uint128_t>>());
}

__global__ void async_swizzled(const half_t *In, half_t *Out) {
  __shared__ alignas(128) half_t Shared[32 * 64];
  through(Shared, In, Out, composition(Swizzle<3, 3, 3>{}, Rows64{}),
          halves<Async16>(), halves<UniversalCopy<uint128_t>>());
}

// Vectors of 16 bytes in, single elements of a column out.
__global__ void async_columns(const half_t *In, half_t *Out) {
  __shared__ alignas(128) half_t Shared[32 * 64];
  auto Down =
      make_tiled_copy(Copy_Atom<UniversalCopy<half_t>, half_t>{},
                      Layout<Shape<_32, _4>>{}, Layout<Shape<_1, _2>>{});
  through(Shared, In, Out, composition(Swizzle<2, 3, 3>{}, Rows64{}),
          halves<Async16>(), Down);
}

// Words of four bytes that turn round on their way into shared memory.
__global__ void async_words(const float *In, float *Out) {
  __shared__ float Shared[32 * 33];
  auto Fill = make_tiled_copy(Copy_Atom<Async4, float>{},
                              Layout<Shape<_4, _32>, Stride<_32, _1>>{},
                              Layout<Shape<_1, _1>>{});
  auto Drain =
      make_tiled_copy(Copy_Atom<UniversalCopy<float>, float>{},
                      Layout<Shape<_32, _4>>{}, Layout<Shape<_1, _1>>{});
  through(Shared, In, Out, Layout<Shape<_32, _32>, Stride<_1, Int<33>>>{}, Fill,
          Drain);
}

__global__ void async_pairs(const float *In, float *Out) {
  __shared__ alignas(16) float Shared[32 * 34];
  auto Fill = make_tiled_copy(Copy_Atom<Async8, float>{},
                              Layout<Shape<_8, _16>, Stride<_16, _1>>{},
                              Layout<Shape<_1, _2>>{});
  auto Drain =
      make_tiled_copy(Copy_Atom<UniversalCopy<uint64_t>, float>{},
                      Layout<Shape<_32, _4>>{}, Layout<Shape<_1, _2>>{});
  through(Shared, In, Out, Layout<Shape<_32, _32>, Stride<Int<34>, _1>>{}, Fill,
          Drain);
}

// 96 threads: three warps take eight rows of 12 vectors in turn.
__global__ void three_warps(const float *In, float *Out) {
  __shared__ alignas(16) float Shared[32 * 48];
  auto Both = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, float>{},
                              Layout<Shape<_8, Int<12>>, Stride<Int<12>, _1>>{},
                              Layout<Shape<_1, _4>>{});
  auto Upright =
      make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, float>{},
                      Layout<Shape<_32, _3>>{}, Layout<Shape<_1, _4>>{});
  through(Shared, In, Out, Layout<Shape<_32, _48>, Stride<_48, _1>>{}, Both,
          Upright);
}

// Values of a thread lie across: the copy falls apart into words.
__global__ void across(const float *In, float *Out) {
  __shared__ alignas(16) float Shared[32 * 32];
  auto Fill = make_tiled_copy(Copy_Atom<UniversalCopy<float>, float>{},
                              Layout<Shape<_8, _16>, Stride<_16, _1>>{},
                              Layout<Shape<_4, _2>>{});
  through(Shared, In, Out, Layout<Shape<_32, _32>>{}, Fill, Fill);
}

// CuTe itself finds the vectors' width.
__global__ void vectorized(const float *In, float *Out) {
  __shared__ alignas(16) float Shared[64 * 20];
  Tensor Middle = make_tensor(make_smem_ptr(Shared),
                              Layout<Shape<_64, _16>, Stride<Int<20>, _1>>{});
  Tensor Source = make_tensor(make_gmem_ptr(In),
                              Layout<Shape<_64, _16>, Stride<_16, _1>>{});
  Tensor Target = make_tensor(make_gmem_ptr(Out),
                              Layout<Shape<_64, _16>, Stride<_16, _1>>{});
  copy(AutoVectorizingCopyWithAssumedAlignment<128>{}, Source(threadIdx.x, _),
       Middle(threadIdx.x, _));
  __syncthreads();
  Tensor Part = local_tile(Middle, Shape<_8, _2>{},
                           make_coord(threadIdx.x / 8, threadIdx.x % 8));
  Tensor There = local_tile(Target, Shape<_8, _2>{},
                            make_coord(threadIdx.x / 8, threadIdx.x % 8));
  copy(AutoVectorizingCopyWithAssumedAlignment<64>{}, Part, There);
}

// Rows beyond 27 stay out, by a predicate for each vector.
__global__ void predicated(const half_t *In, half_t *Out) {
  __shared__ alignas(128) half_t Shared[32 * 64];
  auto Swizzled = composition(Swizzle<3, 3, 3>{}, Rows64{});
  Tensor Source = make_tensor(make_gmem_ptr(In), Rows64{});
  Tensor Middle = make_tensor(make_smem_ptr(Shared), Swizzled);
  Tensor Places = make_identity_tensor(shape(Rows64{}));
  auto Fill = halves<UniversalCopy<uint128_t>>();
  auto Mine = Fill.get_slice(threadIdx.x);
  Tensor From = Mine.partition_S(Source);
  Tensor To = Mine.partition_D(Middle);
  Tensor Where = Mine.partition_S(Places);
  Tensor Inside =
      make_tensor<bool>(Shape<Int<size<1>(To)>, Int<size<2>(To)>>{});
  CUTE_UNROLL
  for (int I = 0; I < size<0>(Inside); ++I)
    CUTE_UNROLL
  for (int J = 0; J < size<1>(Inside); ++J)
    Inside(I, J) = elem_less(Where(0, I, J), make_coord(27, 56));
  copy_if(Fill, Inside, From, To);
  __syncthreads();
  for (int I = threadIdx.x; I < 27 * 56; I += 128)
    Out[I] = Middle(I / 56, I % 56);
}

// Three stages go round; the tile of each is addressed by a run-time index.
__global__ void staged(const half_t *In, half_t *Out) {
  __shared__ alignas(128) half_t Shared[3 * 32 * 64];
  auto Stages =
      tile_to_shape(composition(Swizzle<3, 3, 3>{},
                                Layout<Shape<_8, _64>, Stride<_64, _1>>{}),
                    Shape<_32, _64, _3>{});
  Tensor Middle = make_tensor(make_smem_ptr(Shared), Stages);
  Tensor Source =
      make_tensor(make_gmem_ptr(In), make_layout(Shape<_32, _64, _6>{},
                                                 Stride<_64, _1, Int<2048>>{}));
  auto Fill = halves<Async16>();
  auto Filling = Fill.get_slice(threadIdx.x);
  Tensor From = Filling.partition_S(Source);
  Tensor To = Filling.partition_D(Middle);
  auto Drain = halves<UniversalCopy<uint128_t>>();
  Tensor Read = Drain.get_slice(threadIdx.x ^ 3).partition_S(Middle);
  CUTE_UNROLL
  for (int Stage = 0; Stage < 2; ++Stage) {
    copy(Fill, From(_, _, _, Stage), To(_, _, _, Stage));
    cp_async_fence();
  }
  Tensor Register = make_fragment_like(Read(_, _, _, 0));
  float Sum = 0;
  int Next = 2, Now = 0;
  for (int Step = 0; Step < 6; ++Step) {
    cp_async_wait<1>();
    __syncthreads();
    if (Step + 2 < 6)
      copy(Fill, From(_, _, _, Step + 2), To(_, _, _, Next));
    cp_async_fence();
    copy(Drain, Read(_, _, _, Now), Register);
    CUTE_UNROLL
    for (int I = 0; I < size(Register); ++I)
      Sum += float(Register(I));
    Next = Next == 2 ? 0 : Next + 1;
    Now = Now == 2 ? 0 : Now + 1;
  }
  Out[threadIdx.x] = half_t(Sum);
}

// All threads of a block copy together, without a tiled copy.
__global__ void cooperative(const float *In, float *Out) {
  __shared__ alignas(16) float Shared[64 * 32];
  Tensor Middle = make_tensor(make_smem_ptr(Shared), Layout<Shape<_32, _64>>{});
  Tensor Source = make_tensor(make_gmem_ptr(In), Layout<Shape<_32, _64>>{});
  cooperative_copy<128, 128>(threadIdx.x, Source, Middle);
  __syncthreads();
  Out[threadIdx.x] = Middle(threadIdx.x % 32, threadIdx.x / 32 * 3);
}

// From one tile of shared memory to another that is turned.
__global__ void shared_to_shared(const float *In, float *Out) {
  __shared__ alignas(16) float A[32 * 32], B[32 * 36];
  Tensor First = make_tensor(make_smem_ptr(A), Layout<Shape<_32, _32>>{});
  Tensor Second = make_tensor(make_smem_ptr(B),
                              Layout<Shape<_32, _32>, Stride<Int<36>, _1>>{});
  for (int I = threadIdx.x; I < 1024; I += 128)
    First(I) = In[I];
  __syncthreads();
  auto Threads = Layout<Shape<_32, _4>>{};
  copy(local_partition(First, Threads, threadIdx.x),
       local_partition(Second, Threads, threadIdx.x));
  __syncthreads();
  for (int I = threadIdx.x; I < 1024; I += 128)
    Out[I] = Second(I);
}

// Only some of the threads take part: 32 of 128 fill, and all read.
__global__ void one_warp_fills(const float *In, float *Out) {
  __shared__ alignas(16) float Shared[16 * 32];
  Tensor Middle = make_tensor(make_smem_ptr(Shared),
                              Layout<Shape<_16, _32>, Stride<_32, _1>>{});
  Tensor Source = make_tensor(make_gmem_ptr(In),
                              Layout<Shape<_16, _32>, Stride<_32, _1>>{});
  auto Fill = make_tiled_copy(Copy_Atom<Async16, float>{},
                              Layout<Shape<_4, _8>, Stride<_8, _1>>{},
                              Layout<Shape<_1, _4>>{});
  if (threadIdx.x < 32) {
    auto Mine = Fill.get_slice(threadIdx.x);
    copy(Fill, Mine.partition_S(Source), Mine.partition_D(Middle));
    cp_async_fence();
    cp_async_wait<0>();
  }
  __syncthreads();
  Out[threadIdx.x] = Middle(threadIdx.x % 16, threadIdx.x / 16);
}

int main() {
  const half_t *In = counting<half_t>(6 * 2048);
  half_t *Out = counting<half_t>(6 * 2048);
  const float *InWords = counting<float>(4096);
  float *OutWords = counting<float>(4096);
  async_plain<<<1, 128>>>(In, Out);
  async_padded<<<1, 128>>>(In, Out);
  async_swizzled<<<1, 128>>>(In, Out);
  async_columns<<<1, 128>>>(In, Out);
  async_words<<<1, 128>>>(InWords, OutWords);
  async_pairs<<<1, 128>>>(InWords, OutWords);
  three_warps<<<1, 96>>>(InWords, OutWords);
  across<<<1, 128>>>(InWords, OutWords);
  vectorized<<<1, 64>>>(InWords, OutWords);
  predicated<<<1, 128>>>(In, Out);
  staged<<<1, 128>>>(In, Out);
  cooperative<<<1, 128>>>(InWords, OutWords);
  shared_to_shared<<<1, 128>>>(InWords, OutWords);
  one_warp_fills<<<1, 128>>>(InWords, OutWords);
  return finish();
}
