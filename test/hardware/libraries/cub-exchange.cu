//===- cub-exchange.cu - How CUB loads, stores and exchanges --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../host.h"
#include <cub/block/block_exchange.cuh>
#include <cub/block/block_load.cuh>
#include <cub/block/block_store.cuh>
#include <cub/warp/warp_exchange.cuh>
#include <cub/warp/warp_load.cuh>
#include <cub/warp/warp_reduce.cuh>
#include <cub/warp/warp_scan.cuh>
#include <cub/warp/warp_store.cuh>

/// Loads and stores the items of a block, each by its algorithm.
template <class T, int Threads, int Items, cub::BlockLoadAlgorithm In,
          cub::BlockStoreAlgorithm Out>
__device__ void through(const T *From, T *To) {
  using Load = cub::BlockLoad<T, Threads, Items, In>;
  using Store = cub::BlockStore<T, Threads, Items, Out>;
  __shared__ union {
    typename Load::TempStorage Load;
    typename Store::TempStorage Store;
  } Shared;
  T Values[Items];
  Load(Shared.Load).Load(From, Values);
  for (int I = 0; I < Items; ++I)
    Values[I] = Values[I] + Values[I];
  __syncthreads();
  Store(Shared.Store).Store(To, Values);
}

__global__ void direct(const int *In, int *Out) {
  through<int, 128, 4, cub::BLOCK_LOAD_DIRECT, cub::BLOCK_STORE_DIRECT>(In,
                                                                        Out);
}

__global__ void transpose_odd(const int *In, int *Out) {
  through<int, 128, 5, cub::BLOCK_LOAD_TRANSPOSE, cub::BLOCK_STORE_TRANSPOSE>(
      In, Out);
}

__global__ void transpose_even(const float *In, float *Out) {
  through<float, 128, 4, cub::BLOCK_LOAD_TRANSPOSE, cub::BLOCK_STORE_TRANSPOSE>(
      In, Out);
}

__global__ void transpose_eight(const int *In, int *Out) {
  through<int, 64, 8, cub::BLOCK_LOAD_TRANSPOSE, cub::BLOCK_STORE_DIRECT>(In,
                                                                          Out);
}

__global__ void transpose_doubles(const double *In, double *Out) {
  through<double, 96, 3, cub::BLOCK_LOAD_TRANSPOSE, cub::BLOCK_STORE_TRANSPOSE>(
      In, Out);
}

__global__ void transpose_bytes(const char *In, char *Out) {
  through<char, 128, 8, cub::BLOCK_LOAD_TRANSPOSE, cub::BLOCK_STORE_TRANSPOSE>(
      In, Out);
}

__global__ void warp_transpose(const float *In, float *Out) {
  through<float, 128, 4, cub::BLOCK_LOAD_WARP_TRANSPOSE,
          cub::BLOCK_STORE_WARP_TRANSPOSE>(In, Out);
}

__global__ void warp_transpose_shorts(const short *In, short *Out) {
  through<short, 64, 7, cub::BLOCK_LOAD_WARP_TRANSPOSE,
          cub::BLOCK_STORE_WARP_TRANSPOSE>(In, Out);
}

__global__ void time_sliced(const int *In, int *Out) {
  through<int, 128, 6, cub::BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED,
          cub::BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED>(In, Out);
}

__global__ void vectorized(const int *In, int *Out) {
  through<int, 128, 4, cub::BLOCK_LOAD_VECTORIZE, cub::BLOCK_STORE_TRANSPOSE>(
      In, Out);
}

__global__ void striped(const float *In, float *Out) {
  through<float, 100, 3, cub::BLOCK_LOAD_STRIPED, cub::BLOCK_STORE_STRIPED>(
      In, Out);
}

// The end of the data lies inside of the block.
__global__ void transpose_guarded(const int *In, int *Out, int Valid) {
  using Load = cub::BlockLoad<int, 128, 4, cub::BLOCK_LOAD_TRANSPOSE>;
  __shared__ typename Load::TempStorage Shared;
  int Values[4];
  Load(Shared).Load(In, Values, Valid, -1);
  for (int I = 0; I < 4; ++I)
    Out[threadIdx.x + I * 128] = Values[I];
}

// Items of 16 bytes.
__global__ void exchange_fours(const int4 *In, int4 *Out) {
  using Block = cub::BlockExchange<int4, 64, 3>;
  __shared__ typename Block::TempStorage Shared;
  int4 Values[3];
  for (int I = 0; I < 3; ++I)
    Values[I] = In[threadIdx.x * 3 + I];
  Block(Shared).BlockedToStriped(Values);
  for (int I = 0; I < 3; ++I)
    Out[threadIdx.x + I * 64] = Values[I];
}

__global__ void exchange_back(const float *In, float *Out) {
  using Block = cub::BlockExchange<float, 128, 4>;
  __shared__ typename Block::TempStorage Shared;
  float Values[4];
  for (int I = 0; I < 4; ++I)
    Values[I] = In[threadIdx.x + I * 128];
  Block(Shared).StripedToBlocked(Values);
  for (int I = 0; I < 4; ++I)
    Out[threadIdx.x * 4 + I] = Values[I];
}

// The padding goes away where the block asks for slices of a warp.
__global__ void exchange_slices(const float *In, float *Out) {
  using Block = cub::BlockExchange<float, 128, 4, true>;
  __shared__ typename Block::TempStorage Shared;
  float Values[4];
  for (int I = 0; I < 4; ++I)
    Values[I] = In[threadIdx.x + I * 128];
  Block(Shared).StripedToBlocked(Values);
  for (int I = 0; I < 4; ++I)
    Out[threadIdx.x * 4 + I] = Values[I];
}

// Where an item goes is reckoned from the thread: every rank once.
__global__ void scatter_known(const int *In, int *Out) {
  using Block = cub::BlockExchange<int, 128, 2>;
  __shared__ typename Block::TempStorage Shared;
  int Values[2], Ranks[2];
  for (int I = 0; I < 2; ++I) {
    Values[I] = In[threadIdx.x * 2 + I];
    Ranks[I] = (threadIdx.x * 32 + threadIdx.x / 8 + I * 16) % 256;
  }
  Block(Shared).ScatterToBlocked(Values, Ranks);
  for (int I = 0; I < 2; ++I)
    Out[threadIdx.x * 2 + I] = Values[I];
}

// Where an item goes stands in memory.
__global__ void scatter_unknown(const int *In, int *Out) {
  using Block = cub::BlockExchange<int, 128, 1>;
  __shared__ typename Block::TempStorage Shared;
  int Values[1] = {In[threadIdx.x]}, Ranks[1] = {In[127 - threadIdx.x]};
  Block(Shared).ScatterToStriped(Values, Ranks);
  Out[threadIdx.x] = Values[0];
}

// Warps of 16 lanes, each with storage of its own.
__global__ void warp_exchange(const int *In, int *Out) {
  using Warp = cub::WarpExchange<int, 4, 16>;
  __shared__ typename Warp::TempStorage Shared[8];
  int Number = threadIdx.x / 16, Values[4];
  for (int I = 0; I < 4; ++I)
    Values[I] = In[threadIdx.x * 4 + I];
  Warp(Shared[Number]).BlockedToStriped(Values, Values);
  for (int I = 0; I < 4; ++I)
    Out[threadIdx.x + I * 128] = Values[I];
}

__global__ void warp_exchange_whole(const float *In, float *Out) {
  using Warp = cub::WarpExchange<float, 3>;
  __shared__ typename Warp::TempStorage Shared[4];
  float Values[3];
  for (int I = 0; I < 3; ++I)
    Values[I] = In[threadIdx.x + I * 128];
  Warp(Shared[threadIdx.x / 32]).StripedToBlocked(Values, Values);
  for (int I = 0; I < 3; ++I)
    Out[threadIdx.x * 3 + I] = Values[I];
}

__global__ void warp_load(const int *In, int *Out) {
  using Load = cub::WarpLoad<int, 4, cub::WARP_LOAD_TRANSPOSE, 32>;
  using Store = cub::WarpStore<int, 4, cub::WARP_STORE_TRANSPOSE, 32>;
  __shared__ typename Load::TempStorage Loads[3];
  __shared__ typename Store::TempStorage Stores[3];
  int Warp = threadIdx.x / 32, Values[4];
  Load(Loads[Warp]).Load(In + Warp * 128, Values);
  Store(Stores[Warp]).Store(Out + Warp * 128, Values);
}

// Not a power of two: the reduction goes through shared memory. Two such warps
// fit into one of 32 lanes, and eight lanes stay out.
__global__ void warp_reduce_odd(const int *In, int *Out) {
  using Warp = cub::WarpReduce<int, 12>;
  __shared__ typename Warp::TempStorage Shared[3][2];
  int Lane = threadIdx.x % 32, Number = threadIdx.x / 32;
  if (Lane >= 24)
    return;
  int All = Warp(Shared[Number][Lane / 12]).Sum(In[threadIdx.x]);
  if (Lane % 12 == 0)
    Out[Number * 2 + Lane / 12] = All;
}

__global__ void warp_scan_odd(const int *In, int *Out) {
  using Warp = cub::WarpScan<int, 24>;
  __shared__ typename Warp::TempStorage Shared[3];
  if (threadIdx.x % 32 >= 24)
    return;
  int Value = 0;
  Warp(Shared[threadIdx.x / 32]).InclusiveSum(In[threadIdx.x], Value);
  Out[threadIdx.x] = Value;
}

int main() {
  int *In = counting<int>(4096), *Out = counting<int>(4096);
  float *InFloats = counting<float>(4096), *Floats = counting<float>(4096);
  direct<<<1, 128>>>(In, Out);
  transpose_odd<<<1, 128>>>(In, Out);
  transpose_even<<<1, 128>>>(InFloats, Floats);
  transpose_eight<<<1, 64>>>(In, Out);
  transpose_doubles<<<1, 96>>>(counting<double>(288), counting<double>(288));
  transpose_bytes<<<1, 128>>>(counting<char>(1024), counting<char>(1024));
  warp_transpose<<<1, 128>>>(InFloats, Floats);
  warp_transpose_shorts<<<1, 64>>>(counting<short>(448), counting<short>(448));
  time_sliced<<<1, 128>>>(In, Out);
  vectorized<<<1, 128>>>(In, Out);
  striped<<<1, 100>>>(InFloats, Floats);
  transpose_guarded<<<1, 128>>>(In, Out, 333);
  exchange_fours<<<1, 64>>>(counting<int4>(192), counting<int4>(192));
  exchange_back<<<1, 128>>>(InFloats, Floats);
  exchange_slices<<<1, 128>>>(InFloats, Floats);
  scatter_known<<<1, 128>>>(In, Out);
  scatter_unknown<<<1, 128>>>(In, Out);
  warp_exchange<<<1, 128>>>(In, Out);
  warp_exchange_whole<<<1, 128>>>(InFloats, Floats);
  warp_load<<<1, 96>>>(In, Out);
  warp_reduce_odd<<<1, 96>>>(In, Out);
  warp_scan_odd<<<1, 96>>>(In, Out);
  return finish();
}
