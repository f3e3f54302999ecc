//===- cute-storage.cu - Shared storage as kernels on CuTe declare it -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../host.h"
#include <cute/arch/mma_sm90_gmma.hpp>
#include <cute/atom/mma_traits_sm90_gmma.hpp>
#include <cute/tensor.hpp>

using namespace cute;

using Rows = Layout<Shape<_32, _64>, Stride<_64, _1>>;

/// The tiles of both operands, in one structure of dynamic memory.
template <class LayoutA, class LayoutB> struct Storage {
  alignas(128) ArrayEngine<half_t, cosize_v<LayoutA>> A;
  alignas(128) ArrayEngine<half_t, cosize_v<LayoutB>> B;
  array<float, 33 * 8> Sums;
};

template <class LayoutA, class LayoutB>
__device__ void stored(const half_t *In, float *Out, LayoutA RowsA,
                       LayoutB RowsB) {
  extern __shared__ __align__(128) char Raw[];
  auto &Shared = *reinterpret_cast<Storage<LayoutA, LayoutB> *>(Raw);
  Tensor A = make_tensor(make_smem_ptr(Shared.A.begin()), RowsA);
  Tensor B = make_tensor(make_smem_ptr(Shared.B.begin()), RowsB);
  auto Fill = make_tiled_copy(
      Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>, half_t>{},
      Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
  auto Mine = Fill.get_slice(threadIdx.x);
  Tensor Source = make_tensor(make_gmem_ptr(In), Rows{});
  Tensor Other = make_tensor(make_gmem_ptr(In + 4096), Rows{});
  copy(Fill, Mine.partition_S(Source), Mine.partition_D(A));
  copy(Fill, Mine.partition_S(Other), Mine.partition_D(B));
  cp_async_fence();
  cp_async_wait<0>();
  __syncthreads();
  float Sum = 0;
  CUTE_UNROLL
  for (int K = 0; K < 8; ++K)
    Sum += float(A(threadIdx.x % 32, K)) * float(B(K, threadIdx.x % 32));
  Tensor Sums = make_tensor(make_smem_ptr(Shared.Sums.data()),
                            Layout<Shape<_32, _8>, Stride<_1, Int<33>>>{});
  if (threadIdx.x < 128)
    Sums(threadIdx.x % 32, threadIdx.x / 32) = Sum;
  __syncthreads();
  if (threadIdx.x < 32)
    Out[threadIdx.x] = Sums(threadIdx.x, 0) + Sums(threadIdx.x, 3);
}

__global__ void storage_plain(const half_t *In, float *Out) {
  stored(In, Out, Rows{}, Rows{});
}

__global__ void storage_swizzled(const half_t *In, float *Out) {
  auto Tile = composition(Swizzle<3, 3, 3>{}, Rows{});
  stored(In, Out, Tile, Tile);
}

// The tiles that a matrix instruction of a warp group takes.
__global__ void storage_gmma(const half_t *In, float *Out) {
  auto Wide =
      tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_32, _64>{});
  auto Narrow =
      tile_to_shape(GMMA::Layout_K_SW32_Atom<half_t>{}, Shape<_32, _64>{});
  stored(In, Out, Wide, Narrow);
}

// Without a swizzle: eight rows of 16 bytes stand together.
__global__ void storage_interleaved(const half_t *In, float *Out) {
  auto Tile =
      tile_to_shape(GMMA::Layout_K_INTER_Atom<half_t>{}, Shape<_32, _64>{});
  auto Middle =
      tile_to_shape(GMMA::Layout_K_SW64_Atom<half_t>{}, Shape<_32, _64>{});
  stored(In, Out, Tile, Middle);
}

// The swizzle moves from the layout into the pointer.
__global__ void pointer_swizzled(const half_t *In, half_t *Out) {
  __shared__ alignas(1024) half_t Shared[32 * 64];
  auto Tile = composition(Swizzle<3, 3, 3>{}, Rows{});
  Tensor All = as_position_independent_swizzle_tensor(
      make_tensor(make_smem_ptr(Shared), Tile));
  for (int I = threadIdx.x; I < 32 * 64; I += 128)
    All(I / 64, I % 64) = In[I];
  __syncthreads();
  for (int I = threadIdx.x; I < 32 * 64; I += 128)
    Out[I] = All(I % 32, I / 32);
}

// Copies of rows beyond the end write zeros.
__global__ void zero_filled(const half_t *In, half_t *Out) {
  __shared__ alignas(128) half_t Shared[32 * 64];
  Tensor Middle = make_tensor(make_smem_ptr(Shared),
                              composition(Swizzle<3, 3, 3>{}, Rows{}));
  Tensor Source = make_tensor(make_gmem_ptr(In), Rows{});
  Tensor Places = make_identity_tensor(Shape<_32, _64>{});
  auto Fill = make_tiled_copy(
      Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL_ZFILL<uint128_t>, half_t>{},
      Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
  auto Mine = Fill.get_slice(threadIdx.x);
  Tensor From = Mine.partition_S(Source);
  Tensor To = Mine.partition_D(Middle);
  Tensor Where = Mine.partition_S(Places);
  CUTE_UNROLL
  for (int I = 0; I < size<1>(To); ++I)
    copy(Fill.with(elem_less(Where(0, I, 0), make_coord(20, 64))),
         From(_, I, _), To(_, I, _));
  cp_async_fence();
  cp_async_wait<0>();
  __syncthreads();
  Out[threadIdx.x] = Middle(threadIdx.x % 32, threadIdx.x / 32);
}

// Products of bytes: words of four along K.
__global__ void bytes_product(const int8_t *In, int *Out) {
  __shared__ alignas(16) int8_t Shared[32 * 80];
  using Tile = Layout<Shape<_32, _64>, Stride<_80, _1>>;
  Tensor All = make_tensor(make_smem_ptr(Shared), Tile{});
  for (int I = threadIdx.x; I < 32 * 64; I += 64)
    All(I / 64, I % 64) = In[I];
  __syncthreads();
  auto Mma =
      make_tiled_mma(SM80_16x8x32_S32S8S8S32_TN{}, Layout<Shape<_2, _1>>{});
  auto Mine = Mma.get_slice(threadIdx.x);
  Tensor A = Mine.partition_fragment_A(All);
  auto Load =
      make_tiled_copy_A(Copy_Atom<UniversalCopy<uint32_t>, int8_t>{}, Mma);
  auto Loading = Load.get_slice(threadIdx.x);
  copy(Load, Loading.partition_S(All), Loading.retile_D(A));
  int Sum = 0;
  CUTE_UNROLL
  for (int I = 0; I < size(A); ++I)
    Sum += A(I);
  Out[threadIdx.x] = Sum;
}

// Products of doubles, whose operands are of eight bytes.
template <class Tile>
__device__ void doubles(const double *In, double *Out, Tile Layout_) {
  __shared__ double Shared[cosize_v<Tile>];
  Tensor All = make_tensor(make_smem_ptr(Shared), Layout_);
  for (int I = threadIdx.x; I < size(All); I += 64)
    All(I) = In[I];
  __syncthreads();
  auto Mma =
      make_tiled_mma(SM80_8x8x4_F64F64F64F64_TN{}, Layout<Shape<_2, _1>>{});
  auto Mine = Mma.get_slice(threadIdx.x);
  Tensor PartA = Mine.partition_A(All);
  Tensor A = Mine.make_fragment_A(PartA);
  copy(PartA, A);
  double Sum = 0;
  CUTE_UNROLL
  for (int I = 0; I < size(A); ++I)
    Sum += A(I);
  Out[threadIdx.x] = Sum;
}

__global__ void doubles_plain(const double *In, double *Out) {
  doubles(In, Out, Layout<Shape<_32, _16>, Stride<_16, _1>>{});
}

__global__ void doubles_upright(const double *In, double *Out) {
  doubles(In, Out, Layout<Shape<_32, _16>, Stride<_1, _32>>{});
}

__global__ void doubles_padded(const double *In, double *Out) {
  doubles(In, Out, Layout<Shape<_32, _16>, Stride<Int<20>, _1>>{});
}

// Threads and values in an order of their own: two rows at once.
__global__ void custom_order(const float *In, float *Out) {
  __shared__ alignas(16) float Shared[32 * 32];
  Tensor Middle =
      make_tensor(make_smem_ptr(Shared),
                  composition(Swizzle<2, 2, 3>{},
                              Layout<Shape<_32, _32>, Stride<_32, _1>>{}));
  Tensor Source = make_tensor(make_gmem_ptr(In),
                              Layout<Shape<_32, _32>, Stride<_32, _1>>{});
  Tensor Target = make_tensor(make_gmem_ptr(Out),
                              Layout<Shape<_32, _32>, Stride<_32, _1>>{});
  using Threads = Layout<Shape<Shape<_2, _8>, Shape<_4>>,
                         Stride<Stride<_1, _8>, Stride<_2>>>;
  auto Fill =
      make_tiled_copy(Copy_Atom<UniversalCopy<uint64_t>, float>{}, Threads{},
                      Layout<Shape<_2, _4>, Stride<_4, _1>>{});
  auto Mine = Fill.get_slice(threadIdx.x);
  copy(Fill, Mine.partition_S(Source), Mine.partition_D(Middle));
  __syncthreads();
  copy(Fill, Mine.partition_S(Middle), Mine.partition_D(Target));
}

// A view of the same tile with its modes exchanged and grouped.
__global__ void regrouped(const float *In, float *Out) {
  __shared__ float Shared[16 * 8 * 8];
  Tensor Cube = make_tensor(make_smem_ptr(Shared),
                            Layout<Shape<_16, _8, _8>, Stride<_64, _8, _1>>{});
  Tensor Flat = group_modes<0, 2>(Cube);
  for (int I = threadIdx.x; I < 1024; I += 128)
    Flat(I % 128, I / 128) = In[I];
  __syncthreads();
  Tensor Turned = make_tensor(Cube.data(), select<2, 0, 1>(Cube.layout()));
  float Sum = 0;
  CUTE_UNROLL
  for (int I = 0; I < 8; ++I)
    Sum += Turned(I, threadIdx.x % 16, threadIdx.x / 16);
  Out[threadIdx.x] = Sum + Turned(threadIdx.x % 8, threadIdx.x / 8, 5);
}

int main() {
  const half_t *In = counting<half_t>(8192);
  half_t *Out = counting<half_t>(8192);
  const float *InFloats = counting<float>(4096);
  float *Floats = counting<float>(4096);
  const double *InWide = counting<double>(1024);
  double *Wide = counting<double>(64);
  storage_plain<<<1, 128, 12288>>>(In, Floats);
  storage_swizzled<<<1, 128, 12288>>>(In, Floats);
  storage_gmma<<<1, 128, 12288>>>(In, Floats);
  storage_interleaved<<<1, 128, 12288>>>(In, Floats);
  pointer_swizzled<<<1, 128>>>(In, Out);
  zero_filled<<<1, 128>>>(In, Out);
  bytes_product<<<1, 64>>>(counting<int8_t>(2048), counting<int>(64));
  doubles_plain<<<1, 64>>>(InWide, Wide);
  doubles_upright<<<1, 64>>>(InWide, Wide);
  doubles_padded<<<1, 64>>>(InWide, Wide);
  custom_order<<<1, 64>>>(InFloats, Floats);
  regrouped<<<1, 128>>>(InFloats, Floats);
  return finish();
}
