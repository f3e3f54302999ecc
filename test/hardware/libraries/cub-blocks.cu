//===- cub-blocks.cu - CUB's collectives of a block -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../host.h"
#include <cub/block/block_adjacent_difference.cuh>
#include <cub/block/block_discontinuity.cuh>
#include <cub/block/block_histogram.cuh>
#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_run_length_decode.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/block/block_shuffle.cuh>

struct Sum {
  template <class T> __device__ T operator()(T A, T B) const { return A + B; }
};

struct Greater {
  template <class T> __device__ T operator()(T A, T B) const {
    return A > B ? A : B;
  }
};

/// Four words that add up one by one.
struct alignas(16) Four {
  int A, B, C, D;
  __device__ Four operator+(const Four &O) const {
    return {A + O.A, B + O.B, C + O.C, D + O.D};
  }
};

template <class T, int Threads, cub::BlockReduceAlgorithm Algorithm,
          int Items = 1>
__device__ void reduce(const T *In, T *Out) {
  using Block = cub::BlockReduce<T, Threads, Algorithm>;
  __shared__ typename Block::TempStorage Shared;
  T Values[Items];
  for (int I = 0; I < Items; ++I)
    Values[I] = In[threadIdx.x * Items + I];
  T All = Block(Shared).Reduce(Values, Sum());
  if (threadIdx.x == 0)
    *Out = All;
}

__global__ void reduce_raking(const int *In, int *Out) {
  reduce<int, 128, cub::BLOCK_REDUCE_RAKING>(In, Out);
}

__global__ void reduce_raking_odd(const double *In, double *Out) {
  reduce<double, 200, cub::BLOCK_REDUCE_RAKING, 3>(In, Out);
}

__global__ void reduce_commutative(const float *In, float *Out) {
  reduce<float, 256, cub::BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY, 2>(In, Out);
}

__global__ void reduce_warps(const float *In, float *Out) {
  reduce<float, 256, cub::BLOCK_REDUCE_WARP_REDUCTIONS>(In, Out);
}

__global__ void reduce_warps_odd(const short *In, short *Out) {
  reduce<short, 100, cub::BLOCK_REDUCE_WARP_REDUCTIONS, 2>(In, Out);
}

__global__ void reduce_structs(const Four *In, Four *Out) {
  reduce<Four, 160, cub::BLOCK_REDUCE_WARP_REDUCTIONS>(In, Out);
}

// Only as many threads take part as the caller says.
__global__ void reduce_partly(const int *In, int *Out, int Valid) {
  using Block = cub::BlockReduce<int, 192>;
  __shared__ typename Block::TempStorage Shared;
  int All = Block(Shared).Reduce(In[threadIdx.x], Greater(), Valid);
  if (threadIdx.x == 0)
    *Out = All;
}

// A block of two dimensions.
__global__ void reduce_plane(const unsigned char *In, unsigned char *Out) {
  using Block =
      cub::BlockReduce<unsigned char, 16, cub::BLOCK_REDUCE_RAKING, 12>;
  __shared__ typename Block::TempStorage Shared;
  unsigned char All =
      Block(Shared).Sum(In[threadIdx.y * blockDim.x + threadIdx.x]);
  if (threadIdx.x == 0 && threadIdx.y == 0)
    *Out = All;
}

template <class T, int Threads, cub::BlockScanAlgorithm Algorithm, int Items>
__device__ void scan(const T *In, T *Out) {
  using Block = cub::BlockScan<T, Threads, Algorithm>;
  __shared__ typename Block::TempStorage Shared;
  T Values[Items];
  for (int I = 0; I < Items; ++I)
    Values[I] = In[threadIdx.x * Items + I];
  Block(Shared).InclusiveSum(Values, Values);
  for (int I = 0; I < Items; ++I)
    Out[threadIdx.x * Items + I] = Values[I];
}

__global__ void scan_raking(const int *In, int *Out) {
  scan<int, 128, cub::BLOCK_SCAN_RAKING, 4>(In, Out);
}

__global__ void scan_memoized(const float *In, float *Out) {
  scan<float, 256, cub::BLOCK_SCAN_RAKING_MEMOIZE, 2>(In, Out);
}

__global__ void scan_warps(const int *In, int *Out) {
  scan<int, 256, cub::BLOCK_SCAN_WARP_SCANS, 4>(In, Out);
}

__global__ void scan_warps_odd(const double *In, double *Out) {
  scan<double, 72, cub::BLOCK_SCAN_WARP_SCANS, 1>(In, Out);
}

__global__ void scan_raking_odd(const short *In, short *Out) {
  scan<short, 144, cub::BLOCK_SCAN_RAKING, 1>(In, Out);
}

// A prefix that a functor hands on from tile to tile.
struct Running {
  int Total;
  __device__ int operator()(int Block) {
    int Old = Total;
    Total += Block;
    return Old;
  }
};

__global__ void scan_tiles(const int *In, int *Out) {
  using Block = cub::BlockScan<int, 128>;
  __shared__ typename Block::TempStorage Shared;
  Running Prefix{0};
  for (int Tile = 0; Tile < 512; Tile += 128) {
    int Value = In[Tile + threadIdx.x];
    Block(Shared).ExclusiveSum(Value, Value, Prefix);
    Out[Tile + threadIdx.x] = Value;
    __syncthreads();
  }
}

__global__ void differences(const int *In, int *Out) {
  using Block = cub::BlockAdjacentDifference<int, 128>;
  __shared__ typename Block::TempStorage Shared;
  int Values[4], Changed[4];
  for (int I = 0; I < 4; ++I)
    Values[I] = In[threadIdx.x * 4 + I];
  Block(Shared).SubtractLeft(Values, Changed,
                             [](int A, int B) { return A - B; });
  for (int I = 0; I < 4; ++I)
    Out[threadIdx.x * 4 + I] = Changed[I];
}

__global__ void differences_wide(const double *In, double *Out) {
  using Block = cub::BlockAdjacentDifference<double, 96>;
  __shared__ typename Block::TempStorage Shared;
  double Values[1] = {In[threadIdx.x]}, Changed[1];
  Block(Shared).SubtractRight(Values, Changed,
                              [](double A, double B) { return A - B; });
  Out[threadIdx.x] = Changed[0];
}

__global__ void heads(const int *In, int *Out) {
  using Block = cub::BlockDiscontinuity<int, 128>;
  __shared__ typename Block::TempStorage Shared;
  int Values[2] = {In[threadIdx.x * 2] / 3, In[threadIdx.x * 2 + 1] / 3};
  int Flags[2];
  Block(Shared).FlagHeads(Flags, Values, [](int A, int B) { return A != B; });
  Out[threadIdx.x] = Flags[0] + 2 * Flags[1];
}

__global__ void heads_and_tails(const short *In, int *Out) {
  using Block = cub::BlockDiscontinuity<short, 80>;
  __shared__ typename Block::TempStorage Shared;
  short Values[3];
  int Heads[3], Tails[3];
  for (int I = 0; I < 3; ++I)
    Values[I] = In[threadIdx.x * 3 + I];
  Block(Shared).FlagHeadsAndTails(Heads, Tails, Values,
                                  [](short A, short B) { return A != B; });
  Out[threadIdx.x] =
      Heads[0] + Heads[1] + Heads[2] - Tails[0] - Tails[1] - Tails[2];
}

__global__ void shifted(const float *In, float *Out) {
  using Block = cub::BlockShuffle<float, 128>;
  __shared__ typename Block::TempStorage Shared;
  float Value = In[threadIdx.x], Turned = 0;
  Block(Shared).Rotate(Value, Turned, 5);
  Out[threadIdx.x] = Turned;
}

__global__ void shifted_items(const double *In, double *Out) {
  using Block = cub::BlockShuffle<double, 128>;
  __shared__ typename Block::TempStorage Shared;
  double Values[2] = {In[threadIdx.x * 2], In[threadIdx.x * 2 + 1]};
  double Moved[2] = {0, 0};
  Block(Shared).Up(Values, Moved);
  Out[threadIdx.x] = Moved[0] + Moved[1];
}

// Which counter is increased depends on the data.
__global__ void histogram_atomic(const unsigned char *In, unsigned *Out) {
  using Block =
      cub::BlockHistogram<unsigned char, 128, 4, 64, cub::BLOCK_HISTO_ATOMIC>;
  __shared__ typename Block::TempStorage Shared;
  __shared__ unsigned Counts[64];
  unsigned char Values[4];
  for (int I = 0; I < 4; ++I)
    Values[I] = In[threadIdx.x * 4 + I] % 64;
  Block(Shared).Histogram(Values, Counts);
  __syncthreads();
  if (threadIdx.x < 64)
    Out[threadIdx.x] = Counts[threadIdx.x];
}

__global__ void sort_keys(const unsigned *In, unsigned *Out) {
  using Block = cub::BlockRadixSort<unsigned, 128, 4>;
  __shared__ typename Block::TempStorage Shared;
  unsigned Values[4];
  for (int I = 0; I < 4; ++I)
    Values[I] = In[threadIdx.x * 4 + I] * 2654435761u;
  Block(Shared).Sort(Values, 0, 8);
  for (int I = 0; I < 4; ++I)
    Out[threadIdx.x * 4 + I] = Values[I];
}

__global__ void runs(const int *In, int *Out) {
  using Block = cub::BlockRunLengthDecode<int, 64, 2, 4>;
  __shared__ typename Block::TempStorage Shared;
  int Values[2] = {In[threadIdx.x * 2], In[threadIdx.x * 2 + 1]};
  unsigned Lengths[2] = {2, 2}, Total = 0;
  Block Runs(Shared, Values, Lengths, Total);
  int Decoded[4];
  Runs.RunLengthDecode(Decoded, 0);
  for (int I = 0; I < 4; ++I)
    Out[threadIdx.x * 4 + I] = Decoded[I];
}

int main() {
  int *In = counting<int>(4096), *Out = counting<int>(4096);
  float *InFloats = counting<float>(4096), *Floats = counting<float>(4096);
  double *InWide = counting<double>(4096), *Wide = counting<double>(4096);
  reduce_raking<<<1, 128>>>(In, Out);
  reduce_raking_odd<<<1, 200>>>(InWide, Wide);
  reduce_commutative<<<1, 256>>>(InFloats, Floats);
  reduce_warps<<<1, 256>>>(InFloats, Floats);
  reduce_warps_odd<<<1, 100>>>(counting<short>(256), counting<short>(256));
  reduce_structs<<<1, 160>>>(counting<Four>(160), counting<Four>(1));
  reduce_partly<<<1, 192>>>(In, Out, 150);
  reduce_plane<<<1, dim3(16, 12)>>>(counting<unsigned char>(192),
                                    counting<unsigned char>(4));
  scan_raking<<<1, 128>>>(In, Out);
  scan_memoized<<<1, 256>>>(InFloats, Floats);
  scan_warps<<<1, 256>>>(In, Out);
  scan_warps_odd<<<1, 72>>>(InWide, Wide);
  scan_raking_odd<<<1, 144>>>(counting<short>(144), counting<short>(144));
  scan_tiles<<<1, 128>>>(In, Out);
  differences<<<1, 128>>>(In, Out);
  differences_wide<<<1, 96>>>(InWide, Wide);
  heads<<<1, 128>>>(In, Out);
  heads_and_tails<<<1, 80>>>(counting<short>(240), Out);
  shifted<<<1, 128>>>(InFloats, Floats);
  shifted_items<<<1, 128>>>(InWide, Wide);
  histogram_atomic<<<1, 128>>>(counting<unsigned char>(512),
                               counting<unsigned>(64));
  sort_keys<<<1, 128>>>(counting<unsigned>(512), counting<unsigned>(512));
  runs<<<1, 64>>>(In, Out);
  return finish();
}
