//===- cute-mma.cu - Operands of CuTe's tiled matrix products -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../host.h"
#include <cute/tensor.hpp>

using namespace cute;

template <class T, class Layout>
__device__ auto filled(T *Shared, const T *In, Layout Tile) {
  Tensor All = make_tensor(make_smem_ptr(Shared), Tile);
  for (int I = threadIdx.x; I < size(All); I += blockDim.x)
    All(I) = In[I];
  return All;
}

using Matrices =
    decltype(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{},
                            Layout<Shape<_2, _2>>{}, Tile<_32, _32, _16>{}));

/// Multiplies two tiles of 64 x 64, read by \p Load.
template <class Load, class LayoutA, class LayoutB>
__device__ void multiply(const half_t *In, float *Out, LayoutA RowsA,
                         LayoutB RowsB) {
  __shared__ alignas(128) half_t A[cosize_v<LayoutA>], B[cosize_v<LayoutB>];
  Tensor TileA = filled(A, In, RowsA);
  Tensor TileB = filled(B, In, RowsB);
  __syncthreads();
  Matrices Mma;
  auto Mine = Mma.get_slice(threadIdx.x);
  Tensor FragmentA = Mine.partition_fragment_A(TileA);
  Tensor FragmentB = Mine.partition_fragment_B(TileB);
  auto CopyA = make_tiled_copy_A(Copy_Atom<Load, half_t>{}, Mma);
  auto CopyB = make_tiled_copy_B(Copy_Atom<Load, half_t>{}, Mma);
  auto SliceA = CopyA.get_slice(threadIdx.x);
  auto SliceB = CopyB.get_slice(threadIdx.x);
  Tensor FromA = SliceA.partition_S(TileA);
  Tensor ToA = SliceA.retile_D(FragmentA);
  Tensor FromB = SliceB.partition_S(TileB);
  Tensor ToB = SliceB.retile_D(FragmentB);
  Tensor Sum = partition_fragment_C(Mma, Shape<_64, _64>{});
  clear(Sum);
  CUTE_UNROLL
  for (int K = 0; K < size<2>(FragmentA); ++K) {
    copy(CopyA, FromA(_, _, K), ToA(_, _, K));
    copy(CopyB, FromB(_, _, K), ToB(_, _, K));
    gemm(Mma, FragmentA(_, _, K), FragmentB(_, _, K), Sum);
  }
  CUTE_UNROLL
  for (int I = 0; I < size(Sum); ++I)
    Out[threadIdx.x + I * 128] = Sum(I);
}

using Plain = Layout<Shape<_64, _64>, Stride<_64, _1>>;
using Padded = Layout<Shape<_64, _64>, Stride<Int<72>, _1>>;
using Swizzled = decltype(composition(Swizzle<3, 3, 3>{}, Plain{}));

__global__ void ldmatrix_plain(const half_t *In, float *Out) {
  multiply<SM75_U32x4_LDSM_N>(In, Out, Plain{}, Padded{});
}

__global__ void ldmatrix_swizzled(const half_t *In, float *Out) {
  multiply<SM75_U32x4_LDSM_N>(In, Out, Swizzled{}, Swizzled{});
}

__global__ void ldmatrix_two(const half_t *In, float *Out) {
  multiply<SM75_U32x2_LDSM_N>(In, Out, Padded{}, Swizzled{});
}

__global__ void ldmatrix_one(const half_t *In, float *Out) {
  multiply<SM75_U32x1_LDSM_N>(In, Out, Swizzled{}, Plain{});
}

// Without ldmatrix: every lane loads its own words.
__global__ void words_plain(const half_t *In, float *Out) {
  multiply<UniversalCopy<uint32_t>>(In, Out, Plain{}, Padded{});
}

__global__ void words_swizzled(const half_t *In, float *Out) {
  multiply<UniversalCopy<uint32_t>>(In, Out, Swizzled{}, Swizzled{});
}

// Upright tiles, which ldmatrix transposes.
__global__ void ldmatrix_turned(const half_t *In, float *Out) {
  using Upright = Layout<Shape<_64, _64>, Stride<_1, _64>>;
  multiply<SM75_U16x8_LDSM_T>(In, Out, Upright{},
                              composition(Swizzle<3, 3, 3>{}, Upright{}));
}

/// Multiplies with plain loads of single elements into fragments.
template <class Mma, class T, class LayoutA, class LayoutB>
__device__ void element_loads(Mma Tiled, const T *In, float *Out, LayoutA RowsA,
                              LayoutB RowsB) {
  __shared__ alignas(16) T A[cosize_v<LayoutA>], B[cosize_v<LayoutB>];
  Tensor TileA = filled(A, In, RowsA);
  Tensor TileB = filled(B, In, RowsB);
  __syncthreads();
  auto Mine = Tiled.get_slice(threadIdx.x);
  Tensor PartA = Mine.partition_A(TileA);
  Tensor PartB = Mine.partition_B(TileB);
  Tensor FragmentA = Mine.make_fragment_A(PartA);
  Tensor FragmentB = Mine.make_fragment_B(PartB);
  copy(PartA, FragmentA);
  copy(PartB, FragmentB);
  Tensor Sum =
      partition_fragment_C(Tiled, make_shape(size<0>(RowsA), size<0>(RowsB)));
  clear(Sum);
  gemm(Tiled, FragmentA, FragmentB, Sum);
  CUTE_UNROLL
  for (int I = 0; I < size(Sum); ++I)
    Out[threadIdx.x + I * blockDim.x] = Sum(I);
}

__global__ void tf32_plain(const tfloat32_t *In, float *Out) {
  auto Mma =
      make_tiled_mma(SM80_16x8x8_F32TF32TF32F32_TN{}, Layout<Shape<_2, _1>>{});
  element_loads(Mma, In, Out, Layout<Shape<_32, _32>, Stride<_32, _1>>{},
                Layout<Shape<_16, _32>, Stride<Int<36>, _1>>{});
}

__global__ void tf32_upright(const tfloat32_t *In, float *Out) {
  auto Mma =
      make_tiled_mma(SM80_16x8x8_F32TF32TF32F32_TN{}, Layout<Shape<_2, _1>>{});
  element_loads(Mma, In, Out, Layout<Shape<_32, _32>, Stride<_1, Int<40>>>{},
                Layout<Shape<_16, _32>, Stride<_1, _16>>{});
}

// Multiply and add by each thread: operands are broadcast in part.
__global__ void simt_upright(const float *In, float *Out) {
  auto Mma = make_tiled_mma(UniversalFMA<float>{}, Layout<Shape<_16, _8>>{});
  element_loads(Mma, In, Out, Layout<Shape<_64, _8>>{},
                Layout<Shape<_32, _8>>{});
}

__global__ void simt_rows(const float *In, float *Out) {
  auto Mma = make_tiled_mma(UniversalFMA<float>{}, Layout<Shape<_16, _8>>{});
  element_loads(Mma, In, Out, Layout<Shape<_64, _8>, Stride<_8, _1>>{},
                Layout<Shape<_32, _8>, Stride<Int<12>, _1>>{});
}

/// Puts the accumulators of a product down in shared memory.
template <class Copies, class Layout>
__device__ void put_down(const half_t *In, half_t *Out, Layout Tile) {
  __shared__ alignas(128) half_t Shared[cosize_v<Layout>];
  Tensor Down = make_tensor(make_smem_ptr(Shared), Tile);
  Matrices Mma;
  Tensor Sum = partition_fragment_C(Mma, shape(Tile));
  Tensor Halves = make_tensor<half_t>(layout(Sum));
  CUTE_UNROLL
  for (int I = 0; I < size(Halves); ++I)
    Halves(I) = In[threadIdx.x + I * 128];
  auto Store = make_tiled_copy_C(Copy_Atom<Copies, half_t>{}, Mma);
  auto Mine = Store.get_slice(threadIdx.x);
  copy(Store, Mine.retile_S(Halves), Mine.partition_D(Down));
  __syncthreads();
  Tensor Quads = recast<uint2>(Down);
  for (int I = threadIdx.x; I < size(Quads); I += 128)
    reinterpret_cast<uint2 *>(Out)[I] = Quads(I / 16, I % 16);
}

__global__ void stmatrix_swizzled(const half_t *In, half_t *Out) {
  put_down<SM90_U32x4_STSM_N>(In, Out, Swizzled{});
}

__global__ void stmatrix_plain(const half_t *In, half_t *Out) {
  put_down<SM90_U32x2_STSM_N>(In, Out, Plain{});
}

__global__ void accumulators_plain(const half_t *In, half_t *Out) {
  put_down<UniversalCopy<uint32_t>>(In, Out, Plain{});
}

__global__ void accumulators_padded(const half_t *In, half_t *Out) {
  put_down<UniversalCopy<half_t>>(In, Out, Padded{});
}

int main() {
  const half_t *In = counting<half_t>(8192);
  half_t *Out = counting<half_t>(8192);
  float *Sums = counting<float>(64 * 128);
  ldmatrix_plain<<<1, 128>>>(In, Sums);
  ldmatrix_swizzled<<<1, 128>>>(In, Sums);
  ldmatrix_two<<<1, 128>>>(In, Sums);
  ldmatrix_one<<<1, 128>>>(In, Sums);
  words_plain<<<1, 128>>>(In, Sums);
  words_swizzled<<<1, 128>>>(In, Sums);
  ldmatrix_turned<<<1, 128>>>(In, Sums);
  tf32_plain<<<1, 64>>>(counting<tfloat32_t>(1024), Sums);
  tf32_upright<<<1, 64>>>(counting<tfloat32_t>(1024), Sums);
  simt_upright<<<1, 128>>>(counting<float>(1024), Sums);
  simt_rows<<<1, 128>>>(counting<float>(1024), Sums);
  stmatrix_swizzled<<<1, 128>>>(In, Out);
  stmatrix_plain<<<1, 128>>>(In, Out);
  accumulators_plain<<<1, 128>>>(In, Out);
  accumulators_padded<<<1, 128>>>(In, Out);
  return finish();
}
