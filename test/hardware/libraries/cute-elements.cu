//===- cute-elements.cu - Elements of CuTe tensors in shared memory -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../host.h"
#include <cute/tensor.hpp>

using namespace cute;

/// Writes rows of a tile and reads its columns, with 8 rows of threads.
template <class Layout>
__device__ void turn(float *Shared, const float *In, float *Out, Layout Tile) {
  Tensor T = make_tensor(make_smem_ptr(Shared), Tile);
  int X = threadIdx.x, Y = threadIdx.y;
  for (int I = 0; I < 32; I += 8)
    T(Y + I, X) = In[(Y + I) * 32 + X];
  __syncthreads();
  for (int I = 0; I < 32; I += 8)
    Out[(Y + I) * 32 + X] = T(X, Y + I);
}

__global__ void turn_plain(const float *In, float *Out) {
  __shared__ float Shared[32 * 32];
  turn(Shared, In, Out, Layout<Shape<_32, _32>, Stride<_32, _1>>{});
}

__global__ void turn_padded(const float *In, float *Out) {
  __shared__ float Shared[32 * 33];
  turn(Shared, In, Out, Layout<Shape<_32, _32>, Stride<Int<33>, _1>>{});
}

__global__ void turn_swizzled(const float *In, float *Out) {
  __shared__ float Shared[32 * 32];
  turn(Shared, In, Out,
       composition(Swizzle<5, 0, 5>{},
                   Layout<Shape<_32, _32>, Stride<_32, _1>>{}));
}

// The swizzle keeps groups of four words: two lanes in eight still collide.
__global__ void turn_half_swizzled(const float *In, float *Out) {
  __shared__ float Shared[32 * 32];
  turn(Shared, In, Out,
       composition(Swizzle<3, 2, 3>{},
                   Layout<Shape<_32, _32>, Stride<_32, _1>>{}));
}

// Tiles of 4 x 8 in each other.
__global__ void turn_nested(const float *In, float *Out) {
  __shared__ float Shared[32 * 32];
  using Rows = Shape<_4, _8>;
  using Columns = Shape<_8, _4>;
  turn(Shared, In, Out,
       Layout<Shape<Rows, Columns>,
              Stride<Stride<_8, _128>, Stride<_1, _32>>>{});
}

// The number of columns is known at run time only.
__global__ void turn_dynamic(const float *In, float *Out, int Pitch) {
  __shared__ float Shared[32 * 40];
  turn(Shared, In, Out,
       make_layout(make_shape(_32{}, _32{}), make_stride(Pitch, _1{})));
}

__global__ void turn_tiled(const float *In, float *Out) {
  __shared__ float Shared[32 * 32];
  auto Atom =
      composition(Swizzle<2, 0, 3>{}, Layout<Shape<_8, _8>, Stride<_8, _1>>{});
  turn(Shared, In, Out, tile_to_shape(Atom, Shape<_32, _32>{}));
}

// One word of every 16 bytes is read: a stride of four words.
__global__ void strided_mode(const float *In, float *Out) {
  __shared__ float Shared[512];
  Tensor Flat = make_tensor(make_smem_ptr(Shared), Layout<_512>{});
  for (int I = threadIdx.x; I < size(Flat); I += blockDim.x)
    Flat(I) = In[I];
  __syncthreads();
  Tensor Every = make_tensor(make_smem_ptr(Shared),
                             Layout<Shape<_128, _4>, Stride<_4, _1>>{});
  float Sum = 0;
  CUTE_UNROLL
  for (int J = 0; J < 4; J += 3)
    Sum += Every(threadIdx.x, J);
  Out[threadIdx.x] = Sum;
}

// Lanes with the same row read the same word: the stride of a mode is 0.
__global__ void broadcast_mode(const float *In, float *Out) {
  __shared__ float Shared[64];
  Tensor Bias = make_tensor(make_smem_ptr(Shared),
                            Layout<Shape<_16, _8>, Stride<_0, _8>>{});
  if (threadIdx.x < 64)
    Shared[threadIdx.x] = In[threadIdx.x];
  __syncthreads();
  Out[threadIdx.x] = Bias(threadIdx.x % 16, threadIdx.x / 16);
}

// Every warp reads the columns of its own tile of 16 x 16.
__global__ void tiles_by_warp(const float *In, float *Out) {
  __shared__ float Shared[64 * 32];
  Tensor All = make_tensor(make_smem_ptr(Shared),
                           Layout<Shape<_64, _32>, Stride<_32, _1>>{});
  for (int I = threadIdx.x; I < 64 * 32; I += 128)
    All(I / 32, I % 32) = In[I];
  __syncthreads();
  int Warp = threadIdx.x / 32, Lane = threadIdx.x % 32;
  float Sum = 0;
  for (int J = 0; J < 2; ++J) {
    Tensor Tile = local_tile(All, Shape<_16, _16>{}, make_coord(Warp, J));
    Sum += Tile(Lane % 16, Lane / 16) + Tile(Lane / 16, Lane % 16);
  }
  Out[threadIdx.x] = Sum;
}

// The threads of a partition, once along the rows, once along the columns.
__global__ void partition_rows(const float *In, float *Out) {
  __shared__ float Shared[32 * 64];
  Tensor All = make_tensor(make_smem_ptr(Shared),
                           Layout<Shape<_32, _64>, Stride<_64, _1>>{});
  Tensor From = make_tensor(make_gmem_ptr(In),
                            Layout<Shape<_32, _64>, Stride<_64, _1>>{});
  auto Threads = Layout<Shape<_8, _16>, Stride<_16, _1>>{};
  copy(local_partition(From, Threads, threadIdx.x),
       local_partition(All, Threads, threadIdx.x));
  __syncthreads();
  auto Upright = Layout<Shape<_32, _4>>{};
  Tensor Mine = local_partition(All, Upright, threadIdx.x);
  float Sum = 0;
  CUTE_UNROLL
  for (int I = 0; I < size(Mine); ++I)
    Sum += Mine(I);
  Out[threadIdx.x] = Sum;
}

// Elements of eight bytes in a column, 16 lanes to a phase.
__global__ void partition_doubles(const double *In, double *Out) {
  __shared__ double Shared[16 * 17];
  Tensor All = make_tensor(make_smem_ptr(Shared),
                           Layout<Shape<_16, _16>, Stride<Int<17>, _1>>{});
  for (int I = threadIdx.x; I < 256; I += 64)
    All(I / 16, I % 16) = In[I];
  __syncthreads();
  Tensor Mine = local_partition(All, Layout<Shape<_16, _4>>{}, threadIdx.x);
  double Sum = 0;
  CUTE_UNROLL
  for (int I = 0; I < size(Mine); ++I)
    Sum += Mine(I);
  Out[threadIdx.x] = Sum;
}

// Bytes, four to a word: a column of a tile with rows of 36 bytes.
__global__ void byte_columns(const int8_t *In, int8_t *Out) {
  __shared__ int8_t Shared[32 * 36];
  Tensor All = make_tensor(make_smem_ptr(Shared),
                           Layout<Shape<_32, _32>, Stride<Int<36>, _1>>{});
  for (int I = threadIdx.x; I < 1024; I += 96)
    All(I / 32, I % 32) = In[I];
  __syncthreads();
  for (int I = threadIdx.x; I < 1024; I += 96)
    Out[I] = All(I % 32, I / 32);
}

// Halves behind a swizzle of 128 bytes, element by element.
__global__ void half_columns(const half_t *In, half_t *Out) {
  __shared__ alignas(128) half_t Shared[32 * 64];
  Tensor All = make_tensor(
      make_smem_ptr(Shared),
      tile_to_shape(composition(Swizzle<3, 3, 3>{},
                                Layout<Shape<_8, _64>, Stride<_64, _1>>{}),
                    Shape<_32, _64>{}));
  for (int I = threadIdx.x; I < 32 * 64; I += 256)
    All(I / 64, I % 64) = In[I];
  __syncthreads();
  for (int I = threadIdx.x; I < 32 * 64; I += 256)
    Out[I] = All(I % 32, I / 32);
}

// The same bytes as vectors: one store of 16 bytes, one load of 8.
__global__ void recast_vectors(const uint4 *In, uint2 *Out) {
  __shared__ alignas(16) float Shared[64 * 36];
  Tensor All = make_tensor(make_smem_ptr(Shared),
                           Layout<Shape<_64, Int<36>>, Stride<Int<36>, _1>>{});
  Tensor Quads = recast<uint4>(All);
  for (int I = threadIdx.x; I < 64 * 8; I += 128)
    Quads(I % 64, I / 64) = In[I];
  __syncthreads();
  Tensor Pairs = recast<uint2>(All);
  for (int I = threadIdx.x; I < 64 * 16; I += 128)
    Out[I] = Pairs(I % 64, I / 64);
}

// A tile of tiles: the first mode stands inside, the second counts tiles.
__global__ void divided(const float *In, float *Out) {
  __shared__ float Shared[32 * 32];
  Tensor All = make_tensor(make_smem_ptr(Shared),
                           Layout<Shape<_32, _32>, Stride<_32, _1>>{});
  Tensor Tiles = zipped_divide(All, Shape<_4, _8>{});
  for (int I = threadIdx.x; I < 1024; I += 64)
    Tiles(I % 32, I / 32) = In[I];
  __syncthreads();
  float Sum = 0;
  for (int I = 0; I < 16; ++I)
    Sum += Tiles(I, threadIdx.x % 32);
  Out[threadIdx.x] = Sum;
}

// Only what lies inside of 30 x 27 is written; the guard differs by lane.
__global__ void guarded(const float *In, float *Out) {
  __shared__ float Shared[32 * 32];
  auto Shape = make_shape(_32{}, _32{});
  Tensor All = make_tensor(make_smem_ptr(Shared), Shape, LayoutRight{});
  Tensor Places = make_identity_tensor(Shape);
  auto Threads = Layout<cute::Shape<_4, _32>, Stride<_32, _1>>{};
  Tensor Mine = local_partition(All, Threads, threadIdx.x);
  Tensor Where = local_partition(Places, Threads, threadIdx.x);
  clear(Mine);
  CUTE_UNROLL
  for (int I = 0; I < size(Mine); ++I)
    if (elem_less(Where(I), make_coord(30, 27)))
      Mine(I) = In[get<0>(Where(I)) * 27 + get<1>(Where(I))];
  __syncthreads();
  Out[threadIdx.x] = All(threadIdx.x % 32, threadIdx.x / 32);
}

// Algorithms over partitions that lie in shared memory.
__global__ void algorithms(const float *In, float *Out) {
  __shared__ alignas(16) float A[128 * 8], B[128 * 8];
  Tensor First =
      make_tensor(make_smem_ptr(A), Shape<_128, _8>{}, LayoutRight{});
  Tensor Second =
      make_tensor(make_smem_ptr(B), Shape<_128, _8>{}, LayoutLeft{});
  Tensor Row = First(threadIdx.x, _);
  Tensor Column = Second(threadIdx.x, _);
  fill(Row, In[threadIdx.x]);
  clear(Column);
  axpby(2.0f, Row, 0.5f, Column);
  __syncthreads();
  Tensor Register = make_fragment_like(Column);
  copy(Second((threadIdx.x + 1) % 128, _), Register);
  float Sum = 0;
  CUTE_UNROLL
  for (int I = 0; I < size(Register); ++I)
    Sum += Register(I);
  Out[threadIdx.x] = Sum;
}

int main() {
  float *In = counting<float>(4096), *Out = counting<float>(4096);
  turn_plain<<<1, dim3(32, 8)>>>(In, Out);
  turn_padded<<<1, dim3(32, 8)>>>(In, Out);
  turn_swizzled<<<1, dim3(32, 8)>>>(In, Out);
  turn_half_swizzled<<<1, dim3(32, 8)>>>(In, Out);
  turn_nested<<<1, dim3(32, 8)>>>(In, Out);
  turn_dynamic<<<1, dim3(32, 8)>>>(In, Out, 36);
  turn_tiled<<<1, dim3(32, 8)>>>(In, Out);
  strided_mode<<<1, 128>>>(In, Out);
  broadcast_mode<<<1, 128>>>(In, Out);
  tiles_by_warp<<<1, 128>>>(In, Out);
  partition_rows<<<1, 128>>>(In, Out);
  partition_doubles<<<1, 64>>>(counting<double>(256), counting<double>(64));
  byte_columns<<<1, 96>>>(counting<int8_t>(1024), counting<int8_t>(1024));
  half_columns<<<1, 256>>>(counting<half_t>(2048), counting<half_t>(2048));
  recast_vectors<<<1, 128>>>(counting<uint4>(512), counting<uint2>(1024));
  divided<<<1, 64>>>(In, Out);
  guarded<<<1, 128>>>(In, Out);
  algorithms<<<1, 128>>>(In, Out);
  return finish();
}
