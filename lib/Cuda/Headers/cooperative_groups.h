//===- cooperative_groups.h - Groups of threads that work together --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ranks and sizes are bodies in terms of threadIdx and blockDim, so that
// whoever enters them learns exactly which thread is which; exchange within a
// tile is the warp intrinsic of the same meaning. What needs the state of other
// threads is declared only.
//
//===----------------------------------------------------------------------===//

#ifndef _COOPERATIVE_GROUPS_H_
#define _COOPERATIVE_GROUPS_H_

#include "device_functions.h"

namespace cooperative_groups {
namespace details {

/// The calling thread's number in its block, and the block's threads.
__device__ inline unsigned blockRank() {
  return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
__device__ inline unsigned blockSize() {
  return blockDim.x * blockDim.y * blockDim.z;
}

using ::__shfl_down_sync;
using ::__shfl_sync;
using ::__shfl_up_sync;
using ::__shfl_xor_sync;

/// A value of the type that lies anywhere.
template <class T> __device__ inline T unknownLike(T Value) {
  ::banklint::makeUnknown(&Value);
  return Value;
}

// Types that the intrinsics do not take.
template <class T>
__device__ inline T __shfl_sync(unsigned, T Value, int, int) {
  return unknownLike(Value);
}
template <class T>
__device__ inline T __shfl_up_sync(unsigned, T Value, unsigned, int) {
  return unknownLike(Value);
}
template <class T>
__device__ inline T __shfl_down_sync(unsigned, T Value, unsigned, int) {
  return unknownLike(Value);
}
template <class T>
__device__ inline T __shfl_xor_sync(unsigned, T Value, int, int) {
  return unknownLike(Value);
}

} // namespace details

//===-- Any group ---------------------------------------------------------===//

/// A group whose kind is known at run time only: what every group becomes when
/// it is passed by this type.
class thread_group {
protected:
  unsigned GroupRank = 0, GroupSize = 1;

public:
  thread_group() = default;
  __device__ thread_group(unsigned Rank, unsigned Size)
      : GroupRank(Rank), GroupSize(Size) {}
  __device__ unsigned thread_rank() const { return GroupRank; }
  __device__ unsigned size() const { return GroupSize; }
  __device__ unsigned num_threads() const { return GroupSize; }
  __device__ unsigned get_type() const;
  __device__ bool is_valid() const;
  __device__ void sync() const;
};

//===-- The block ---------------------------------------------------------===//

class thread_block : public thread_group {
public:
  typedef unsigned arrival_token;
  __device__ thread_block()
      : thread_group(details::blockRank(), details::blockSize()) {}
  __device__ static unsigned thread_rank() { return details::blockRank(); }
  __device__ static unsigned size() { return details::blockSize(); }
  __device__ static unsigned num_threads() { return details::blockSize(); }
  __device__ static dim3 group_index() { return dim3(blockIdx); }
  __device__ static dim3 thread_index() { return dim3(threadIdx); }
  __device__ static dim3 group_dim() { return blockDim; }
  __device__ static dim3 dim_threads() { return blockDim; }
  __device__ static void sync() { __syncthreads(); }
  __device__ arrival_token barrier_arrive() const;
  __device__ void barrier_wait(arrival_token &&) const { __syncthreads(); }
};

__device__ inline thread_block this_thread_block() { return thread_block(); }

//===-- The grid ----------------------------------------------------------===//

class grid_group {
public:
  typedef unsigned arrival_token;
  __device__ static unsigned long long block_rank() {
    return (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  }
  __device__ static unsigned long long num_blocks() {
    return gridDim.x * gridDim.y * gridDim.z;
  }
  __device__ static unsigned long long thread_rank() {
    return block_rank() * details::blockSize() + details::blockRank();
  }
  __device__ static unsigned long long size() {
    return num_blocks() * details::blockSize();
  }
  __device__ static unsigned long long num_threads() { return size(); }
  __device__ static dim3 group_dim() { return gridDim; }
  __device__ static dim3 dim_blocks() { return gridDim; }
  __device__ static dim3 block_index() { return dim3(blockIdx); }
  __device__ static dim3 dim_threads() {
    return dim3(gridDim.x * blockDim.x, gridDim.y * blockDim.y,
                gridDim.z * blockDim.z);
  }
  __device__ static dim3 thread_index() {
    return dim3(blockIdx.x * blockDim.x + threadIdx.x,
                blockIdx.y * blockDim.y + threadIdx.y,
                blockIdx.z * blockDim.z + threadIdx.z);
  }
  __device__ static unsigned cluster_rank();
  __device__ static unsigned num_clusters();
  __device__ static dim3 cluster_index();
  __device__ static dim3 dim_clusters();
  __device__ bool is_valid() const;
  __device__ void sync() const;
  __device__ arrival_token barrier_arrive() const;
  __device__ void barrier_wait(arrival_token &&) const;
};

__device__ inline grid_group this_grid() { return grid_group(); }

class multi_grid_group {
public:
  __device__ unsigned long long size() const, num_threads() const,
      thread_rank() const;
  __device__ unsigned grid_rank() const, num_grids() const;
  __device__ bool is_valid() const;
  __device__ void sync() const;
};

__device__ multi_grid_group this_multi_grid();

//===-- The cluster -------------------------------------------------------===//

class cluster_group {
public:
  typedef unsigned arrival_token;
  __device__ static unsigned block_rank() {
    return __clusterRelativeBlockRank();
  }
  __device__ static unsigned num_blocks() { return __clusterSizeInBlocks(); }
  __device__ static unsigned thread_rank() {
    return block_rank() * details::blockSize() + details::blockRank();
  }
  __device__ static unsigned num_threads() {
    return num_blocks() * details::blockSize();
  }
  __device__ static unsigned size() { return num_threads(); }
  __device__ static dim3 block_index() { return __clusterRelativeBlockIdx(); }
  __device__ static dim3 dim_blocks() { return __clusterDim(); }
  __device__ static dim3 group_dim(), thread_index(), dim_threads();
  __device__ static void sync() {
    __cluster_barrier_arrive();
    __cluster_barrier_wait();
  }
  __device__ static arrival_token barrier_arrive() {
    __cluster_barrier_arrive();
    return 0;
  }
  __device__ static void barrier_wait() { __cluster_barrier_wait(); }
  __device__ static void barrier_wait(arrival_token &&) {
    __cluster_barrier_wait();
  }
  __device__ static unsigned query_shared_rank(const void *Address) {
    return __cluster_query_shared_rank(Address);
  }
  template <class T>
  __device__ static T *map_shared_rank(T *Address, int Rank) {
    return static_cast<T *>(__cluster_map_shared_rank(Address, Rank));
  }
};

__device__ inline cluster_group this_cluster() { return cluster_group(); }

//===-- Threads that happen to run together -------------------------------===//

class coalesced_group : public thread_group {
  unsigned Mask = 0;

public:
  coalesced_group() = default;
  __device__ explicit coalesced_group(unsigned Mask)
      : thread_group(__popc(Mask & ((1u << details::blockRank() % 32) - 1)),
                     __popc(Mask)),
        Mask(Mask) {}
  __device__ unsigned meta_group_rank() const, meta_group_size() const;
  __device__ void sync() const { __syncwarp(Mask); }
  __device__ unsigned ballot(int) const, match_any(int) const,
      match_all(int, int &) const;
  __device__ int any(int Value) const { return __any_sync(Mask, Value); }
  __device__ int all(int Value) const { return __all_sync(Mask, Value); }
  template <class T> __device__ T shfl(T Value, unsigned) const {
    return details::unknownLike(Value);
  }
  template <class T> __device__ T shfl_up(T Value, unsigned) const {
    return details::unknownLike(Value);
  }
  template <class T> __device__ T shfl_down(T Value, unsigned) const {
    return details::unknownLike(Value);
  }
  template <class T> __device__ unsigned match_any(T) const;
  template <class T> __device__ unsigned match_all(T, int &) const;
};

__device__ inline coalesced_group coalesced_threads() {
  return coalesced_group(__activemask());
}

//===-- Tiles -------------------------------------------------------------===//

template <unsigned Size, class Parent> class thread_block_tile;

namespace details {

/// Rank and size within what a tile was cut from.
template <class Parent> struct Whole {
  __device__ static unsigned rank() { return blockRank(); }
  __device__ static unsigned size() { return blockSize(); }
};
template <unsigned Size, class Parent>
struct Whole<thread_block_tile<Size, Parent>> {
  __device__ static unsigned rank() { return blockRank() % Size; }
  __device__ static unsigned size() { return Size; }
};

/// The lanes of the calling thread's tile.
template <unsigned Size> __device__ inline unsigned tileMask() {
  return Size >= 32
             ? 0xffffffffu
             : ((1u << Size % 32) - 1) << (blockRank() % 32 / Size * Size);
}

} // namespace details

template <unsigned Size, class Parent = void>
class thread_block_tile : public thread_group {
public:
  typedef unsigned arrival_token;
  __device__ thread_block_tile()
      : thread_group(details::blockRank() % Size, Size) {}
  template <class Other>
  __device__ thread_block_tile(const thread_block_tile<Size, Other> &)
      : thread_block_tile() {}

  __device__ static unsigned thread_rank() {
    return details::blockRank() % Size;
  }
  __host__ __device__ static constexpr unsigned size() { return Size; }
  __host__ __device__ static constexpr unsigned num_threads() { return Size; }
  __device__ static unsigned meta_group_rank() {
    return details::Whole<Parent>::rank() / Size;
  }
  __device__ static unsigned meta_group_size() {
    return (details::Whole<Parent>::size() + Size - 1) / Size;
  }

  __device__ void sync() const { __syncwarp(details::tileMask<Size>()); }
  __device__ arrival_token barrier_arrive() const;
  __device__ void barrier_wait(arrival_token &&) const;
  template <class T> __device__ T shfl(T Value, int Source) const {
    using details::__shfl_sync;
    return __shfl_sync(details::tileMask<Size>(), Value, Source, Size);
  }
  template <class T> __device__ T shfl_up(T Value, unsigned Delta) const {
    using details::__shfl_up_sync;
    return __shfl_up_sync(details::tileMask<Size>(), Value, Delta, Size);
  }
  template <class T> __device__ T shfl_down(T Value, unsigned Delta) const {
    using details::__shfl_down_sync;
    return __shfl_down_sync(details::tileMask<Size>(), Value, Delta, Size);
  }
  template <class T> __device__ T shfl_xor(T Value, unsigned Lanes) const {
    using details::__shfl_xor_sync;
    return __shfl_xor_sync(details::tileMask<Size>(), Value, Lanes, Size);
  }
  __device__ int any(int Value) const {
    return __any_sync(details::tileMask<Size>(), Value);
  }
  __device__ int all(int Value) const {
    return __all_sync(details::tileMask<Size>(), Value);
  }
  __device__ unsigned ballot(int Value) const {
    return __ballot_sync(details::tileMask<Size>(), Value) >>
           (details::blockRank() % 32 / Size * Size);
  }
  template <class T> __device__ unsigned match_any(T) const;
  template <class T> __device__ unsigned match_all(T, int &) const;
};

template <unsigned Size, class Parent>
__device__ inline thread_block_tile<Size, Parent>
tiled_partition(const Parent &) {
  return thread_block_tile<Size, Parent>();
}
__device__ inline thread_group tiled_partition(const thread_group &Group,
                                               unsigned Size) {
  return thread_group(Group.thread_rank() % Size, Size);
}
__device__ inline thread_group tiled_partition(const thread_block &,
                                               unsigned Size) {
  return thread_group(details::blockRank() % Size, Size);
}
template <class Group, class T>
__device__ coalesced_group labeled_partition(const Group &, T);
template <class Group>
__device__ coalesced_group binary_partition(const Group &, bool);

__device__ inline thread_block_tile<1> this_thread() {
  return thread_block_tile<1>();
}

namespace experimental {
template <unsigned Size, class Parent>
__device__ inline thread_block_tile<Size, Parent>
tiled_partition(const Parent &) {
  return thread_block_tile<Size, Parent>();
}
template <unsigned Bytes, unsigned Tiles = 1> struct block_tile_memory {
  char Storage[Bytes];
};
template <unsigned Bytes, unsigned Tiles>
__device__ inline thread_block
this_thread_block(block_tile_memory<Bytes, Tiles> &) {
  return thread_block();
}
} // namespace experimental

template <unsigned Threads = 1024> struct block_tile_memory {
  char Storage[Threads / 32 * 8];
};
template <unsigned Threads>
__device__ inline thread_block this_thread_block(block_tile_memory<Threads> &) {
  return thread_block();
}

//===-- Free functions ----------------------------------------------------===//

template <class Group> __device__ inline void sync(const Group &G) { G.sync(); }
template <class Group>
__device__ inline unsigned long long thread_rank(const Group &G) {
  return G.thread_rank();
}
template <class Group>
__device__ inline unsigned long long group_size(const Group &G) {
  return G.size();
}
__device__ inline dim3 group_index(const thread_block &) {
  return dim3(blockIdx);
}
__device__ inline dim3 thread_index(const thread_block &) {
  return dim3(threadIdx);
}
template <class Group, class Function, class... Arguments>
__device__ inline void invoke_one(const Group &G, Function &&F,
                                  Arguments &&...Values) {
  if (G.thread_rank() == 0)
    F(static_cast<Arguments &&>(Values)...);
}

} // namespace cooperative_groups

#endif // _COOPERATIVE_GROUPS_H_
