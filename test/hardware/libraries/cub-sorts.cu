//===- cub-sorts.cu - Where data decides, and what surrounds it -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../host.h"
#include <cub/block/block_histogram.cuh>
#include <cub/block/block_merge_sort.cuh>
#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/warp/warp_merge_sort.cuh>
#include <cub/warp/warp_reduce.cuh>

struct Less {
  template <class T> __device__ bool operator()(T A, T B) const {
    return A < B;
  }
};

__global__ void merge_sorted(const int *In, int *Out) {
  using Block = cub::BlockMergeSort<int, 64, 4>;
  __shared__ typename Block::TempStorage Shared;
  int Values[4];
  for (int I = 0; I < 4; ++I)
    Values[I] = In[threadIdx.x * 4 + I] * 40503 % 1024;
  Block(Shared).Sort(Values, Less());
  for (int I = 0; I < 4; ++I)
    Out[threadIdx.x * 4 + I] = Values[I];
}

__global__ void warp_merge_sorted(const short *In, short *Out) {
  using Warp = cub::WarpMergeSort<short, 2, 16>;
  __shared__ typename Warp::TempStorage Shared[4];
  short Values[2] = {In[threadIdx.x * 2], In[threadIdx.x * 2 + 1]};
  Warp(Shared[threadIdx.x / 16]).Sort(Values, Less());
  Out[threadIdx.x * 2] = Values[0];
  Out[threadIdx.x * 2 + 1] = Values[1];
}

// A value goes along with each key.
__global__ void sort_pairs(const unsigned *In, double *Out) {
  using Block = cub::BlockRadixSort<unsigned, 96, 2, double>;
  __shared__ typename Block::TempStorage Shared;
  unsigned Keys[2];
  double Values[2];
  for (int I = 0; I < 2; ++I) {
    Keys[I] = In[threadIdx.x * 2 + I] * 2654435761u;
    Values[I] = threadIdx.x;
  }
  Block(Shared).SortBlockedToStriped(Keys, Values, 0, 4);
  for (int I = 0; I < 2; ++I)
    Out[threadIdx.x + I * 96] = Values[I] + Keys[I];
}

// A histogram by sorting, which is told of ends of runs.
__global__ void histogram_sorted(const unsigned char *In, unsigned *Out) {
  using Block =
      cub::BlockHistogram<unsigned char, 64, 2, 32, cub::BLOCK_HISTO_SORT>;
  __shared__ typename Block::TempStorage Shared;
  __shared__ unsigned Counts[32];
  unsigned char Values[2];
  for (int I = 0; I < 2; ++I)
    Values[I] = In[threadIdx.x * 2 + I] % 32;
  Block(Shared).Histogram(Values, Counts);
  __syncthreads();
  if (threadIdx.x < 32)
    Out[threadIdx.x] = Counts[threadIdx.x];
}

// Two collectives share their storage; a barrier stands between.
__global__ void in_turn(const float *In, float *Out) {
  using Reduce = cub::BlockReduce<float, 128>;
  using Scan = cub::BlockScan<float, 128>;
  __shared__ union {
    typename Reduce::TempStorage Reduce;
    typename Scan::TempStorage Scan;
  } Shared;
  __shared__ float All;
  float Value = In[threadIdx.x];
  float Sum = Reduce(Shared.Reduce).Sum(Value);
  if (threadIdx.x == 0)
    All = Sum;
  __syncthreads();
  Scan(Shared.Scan).InclusiveSum(Value / (All + 1.0f), Value);
  Out[threadIdx.x] = Value;
}

// The sum of all goes to every thread, and so does a broadcast.
__global__ void scan_with_total(const long long *In, long long *Out) {
  using Scan = cub::BlockScan<long long, 160>;
  __shared__ typename Scan::TempStorage Shared;
  long long Value = In[threadIdx.x], Total = 0;
  Scan(Shared).ExclusiveSum(Value, Value, Total);
  Out[threadIdx.x] = Value + Total;
}

// Only the first two of five warps take part, which the block does not know.
__global__ void some_warps(const int *In, int *Out) {
  using Warp = cub::WarpReduce<int>;
  __shared__ typename Warp::TempStorage Shared[5];
  __shared__ int Sums[5];
  int Number = threadIdx.x / 32;
  if (Number < 2) {
    int Sum = Warp(Shared[Number]).Sum(In[threadIdx.x]);
    if (threadIdx.x % 32 == 0)
      Sums[Number] = Sum;
  }
  __syncthreads();
  Out[threadIdx.x] = Sums[threadIdx.x % 2];
}

// Sums of segments, where heads are marked.
__global__ void segments(const int *In, int *Out) {
  using Warp = cub::WarpReduce<int, 20>;
  __shared__ typename Warp::TempStorage Shared[2];
  int Lane = threadIdx.x % 32;
  if (Lane >= 20)
    return;
  int Sum = Warp(Shared[threadIdx.x / 32])
                .HeadSegmentedSum(In[threadIdx.x], Lane % 5 == 0);
  Out[threadIdx.x] = Sum;
}

// Three dimensions and an element of three words.
struct Triple {
  float X, Y, Z;
  __device__ Triple operator+(const Triple &O) const {
    return {X + O.X, Y + O.Y, Z + O.Z};
  }
};

__global__ void triples(const Triple *In, Triple *Out) {
  using Block = cub::BlockScan<Triple, 8, cub::BLOCK_SCAN_RAKING, 4, 3>;
  __shared__ typename Block::TempStorage Shared;
  int Rank = threadIdx.x + 8 * (threadIdx.y + 4 * threadIdx.z);
  Triple Value = In[Rank];
  Block(Shared).InclusiveScan(Value, Value,
                              [](Triple A, Triple B) { return A + B; });
  Out[Rank] = Value;
}

int main() {
  const int *In = counting<int>(1024);
  int *Out = counting<int>(1024);
  merge_sorted<<<1, 64>>>(In, Out);
  warp_merge_sorted<<<1, 64>>>(counting<short>(128), counting<short>(128));
  sort_pairs<<<1, 96>>>(counting<unsigned>(192), counting<double>(192));
  histogram_sorted<<<1, 64>>>(counting<unsigned char>(128),
                              counting<unsigned>(32));
  in_turn<<<1, 128>>>(counting<float>(128), counting<float>(128));
  scan_with_total<<<1, 160>>>(counting<long long>(160),
                              counting<long long>(160));
  some_warps<<<1, 160>>>(In, Out);
  segments<<<1, 64>>>(In, Out);
  triples<<<1, dim3(8, 4, 3)>>>(counting<Triple>(96), counting<Triple>(96));
  return finish();
}
