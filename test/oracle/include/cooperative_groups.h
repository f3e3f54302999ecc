//===- cooperative_groups.h - Groups of threads that wait -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In the place of the bundled header, whose groups exchange nothing. A group
// within a warp is a mask; the block waits at its barrier. Groups of several
// warps and waiting for the whole grid are refused.
//
//===----------------------------------------------------------------------===//

#ifndef _COOPERATIVE_GROUPS_H_
#define _COOPERATIVE_GROUPS_H_

namespace cooperative_groups {
namespace details {

__device__ inline unsigned blockRank() {
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
__device__ inline unsigned blockSize() {
  return blockDim.x * blockDim.y * blockDim.z;
}
__device__ inline unsigned lanesBelow() { return (1u << oracle_lane()) - 1; }

/// The lane that is the n-th of a mask.
__device__ inline unsigned laneOf(unsigned Mask, unsigned Rank) {
  for (unsigned Lane = 0; Lane != 32; ++Lane)
    if (Mask >> Lane & 1 && Rank-- == 0)
      return Lane;
  return 32;
}

} // namespace details

/// What all groups within a warp have; a mask of zero is the whole block.
class thread_group {
protected:
  unsigned Mask = 0;

public:
  thread_group() = default;
  __device__ explicit thread_group(unsigned Mask) : Mask(Mask) {}
  __device__ unsigned mask() const { return Mask; }
  __device__ unsigned thread_rank() const {
    return Mask ? unsigned(__popc(Mask & details::lanesBelow()))
                : details::blockRank();
  }
  __device__ unsigned size() const {
    return Mask ? unsigned(__popc(Mask)) : details::blockSize();
  }
  __device__ unsigned num_threads() const { return size(); }
  __device__ bool is_valid() const { return true; }
  __device__ void sync() const {
    if (Mask)
      __syncwarp(Mask);
    else
      __syncthreads();
  }
};

class thread_block : public thread_group {
public:
  typedef unsigned arrival_token;
  __device__ static unsigned thread_rank() { return details::blockRank(); }
  __device__ static unsigned size() { return details::blockSize(); }
  __device__ static unsigned num_threads() { return details::blockSize(); }
  __device__ static dim3 group_index() { return dim3(blockIdx); }
  __device__ static dim3 thread_index() { return dim3(threadIdx); }
  __device__ static dim3 group_dim() { return blockDim; }
  __device__ static dim3 dim_threads() { return blockDim; }
  __device__ static void sync() { __syncthreads(); }
  __device__ arrival_token barrier_arrive() const { return 0; }
  __device__ void barrier_wait(arrival_token &&) const { __syncthreads(); }
};
__device__ inline thread_block this_thread_block() { return thread_block(); }

class grid_group {
public:
  __device__ static unsigned long long block_rank() {
    return blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
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
  __device__ bool is_valid() const { return true; }
  __device__ void sync() const {
    if (num_blocks() != 1)
      oracle_refuse("blocks wait for each other");
    __syncthreads();
  }
};
__device__ inline grid_group this_grid() { return grid_group(); }

/// Blocks of a cluster run at once and see each other's memory: a launch that
/// asks for one is refused.
class cluster_group {
public:
  __device__ static unsigned block_rank() { return 0; }
  __device__ static unsigned num_blocks() { return 1; }
  __device__ static unsigned thread_rank() { return details::blockRank(); }
  __device__ static unsigned num_threads() { return details::blockSize(); }
  __device__ static unsigned size() { return num_threads(); }
  __device__ static void sync() {}
  __device__ static void barrier_arrive() {}
  __device__ static void barrier_wait() {}
  __device__ static unsigned query_shared_rank(const void *) { return 0; }
  template <class T> __device__ static T *map_shared_rank(T *Address, int) {
    return Address;
  }
};
__device__ inline cluster_group this_cluster() {
  oracle_refuse("blocks of a cluster");
  return cluster_group();
}

/// What groups within a warp exchange.
template <class Group> class Exchange {
  __device__ const Group &group() const {
    return static_cast<const Group &>(*this);
  }
  template <class T>
  __device__ T fromRank(const T &Value, unsigned Rank) const {
    unsigned Mask = group().mask();
    return oracle::fromLane(Mask, Value, details::laneOf(Mask, Rank));
  }

public:
  template <class T> __device__ T shfl(T Value, int Source) const {
    return fromRank(Value, unsigned(Source) % group().size());
  }
  template <class T> __device__ T shfl_up(T Value, unsigned By) const {
    unsigned Rank = group().thread_rank();
    return fromRank(Value, Rank < By ? Rank : Rank - By);
  }
  template <class T> __device__ T shfl_down(T Value, unsigned By) const {
    unsigned Rank = group().thread_rank();
    return fromRank(Value, Rank + By < group().size() ? Rank + By : Rank);
  }
  template <class T> __device__ T shfl_xor(T Value, unsigned With) const {
    return fromRank(Value, group().thread_rank() ^ With);
  }
  __device__ int any(int Vote) const {
    return __any_sync(group().mask(), Vote);
  }
  __device__ int all(int Vote) const {
    return __all_sync(group().mask(), Vote);
  }
  __device__ unsigned ballot(int Vote) const {
    return packed(__ballot_sync(group().mask(), Vote));
  }
  template <class T> __device__ unsigned match_any(T Value) const {
    return packed(__match_any_sync(group().mask(), Value));
  }
  template <class T> __device__ unsigned match_all(T Value, int &Same) const {
    return packed(__match_all_sync(group().mask(), Value, &Same));
  }

private:
  /// A bit for each rank, of those for each lane.
  __device__ unsigned packed(unsigned Lanes) const {
    unsigned Result = 0, Rank = 0;
    for (unsigned Lane = 0; Lane != 32; ++Lane)
      if (group().mask() >> Lane & 1)
        Result |= (Lanes >> Lane & 1) << Rank++;
    return Result;
  }
};

class coalesced_group : public thread_group, public Exchange<coalesced_group> {
  unsigned Part = 0, Parts = 1;

public:
  coalesced_group() = default;
  __device__ explicit coalesced_group(unsigned Mask, unsigned Part = 0,
                                      unsigned Parts = 1)
      : thread_group(Mask), Part(Part), Parts(Parts) {}
  __device__ unsigned meta_group_rank() const { return Part; }
  __device__ unsigned meta_group_size() const { return Parts; }
};
__device__ inline coalesced_group coalesced_threads() {
  return coalesced_group(__activemask());
}

template <unsigned Size, class Parent = void>
class thread_block_tile : public thread_group,
                          public Exchange<thread_block_tile<Size, Parent>> {
public:
  typedef unsigned arrival_token;
  __device__ thread_block_tile()
      : thread_group(
            (Size >= 32 ? 0xffffffffu : (1u << Size % 32) - 1)
            << (Size >= 32 ? 0 : details::blockRank() % 32 / Size * Size)) {}
  template <class Other>
  __device__ thread_block_tile(const thread_block_tile<Size, Other> &)
      : thread_block_tile() {}
  __device__ static unsigned thread_rank() {
    return details::blockRank() % Size;
  }
  __host__ __device__ static constexpr unsigned size() { return Size; }
  __host__ __device__ static constexpr unsigned num_threads() { return Size; }
  __device__ static unsigned meta_group_rank() {
    return rankIn((Parent *)nullptr) / Size;
  }
  __device__ static unsigned meta_group_size() {
    return (sizeOf((Parent *)nullptr) + Size - 1) / Size;
  }
  __device__ void sync() const {
    if (Size > 32)
      oracle_refuse("a tile of several warps waits");
    __syncwarp(Mask);
  }
  __device__ arrival_token barrier_arrive() const { return 0; }
  __device__ void barrier_wait(arrival_token &&) const { sync(); }

private:
  __device__ static unsigned rankIn(void *) { return details::blockRank(); }
  __device__ static unsigned sizeOf(void *) { return details::blockSize(); }
  template <unsigned S, class P>
  __device__ static unsigned rankIn(thread_block_tile<S, P> *) {
    return details::blockRank() % S;
  }
  template <unsigned S, class P>
  __device__ static unsigned sizeOf(thread_block_tile<S, P> *) {
    return S;
  }
};

template <unsigned Size, class Parent>
__device__ inline thread_block_tile<Size, Parent>
tiled_partition(const Parent &) {
  return thread_block_tile<Size, Parent>();
}
/// Neighbours in a group, as many at a time.
__device__ inline thread_group tiled_partition(const thread_group &Group,
                                               unsigned Size) {
  unsigned First = Group.thread_rank() / Size * Size, Mask = 0;
  if (!Group.mask())
    return thread_group((Size >= 32 ? 0xffffffffu : (1u << Size) - 1)
                        << (Size >= 32 ? 0 : First % 32));
  for (unsigned Rank = First; Rank < First + Size && Rank < Group.size();
       ++Rank)
    Mask |= 1u << details::laneOf(Group.mask(), Rank);
  return thread_group(Mask);
}
template <class Group, class T>
__device__ coalesced_group labeled_partition(const Group &G, T Label) {
  return coalesced_group(__match_any_sync(G.mask(), Label));
}
template <class Group>
__device__ coalesced_group binary_partition(const Group &G, bool Side) {
  unsigned Yes = __ballot_sync(G.mask(), Side);
  return coalesced_group(Side ? Yes : G.mask() & ~Yes, Side, 2);
}
__device__ inline thread_block_tile<1> this_thread() {
  return thread_block_tile<1>();
}

namespace experimental {
using ::cooperative_groups::tiled_partition;
}
template <unsigned Threads = 1024> struct block_tile_memory {
  char Storage[Threads / 32 * 8];
};
template <unsigned Threads>
__device__ inline thread_block this_thread_block(block_tile_memory<Threads> &) {
  return thread_block();
}

template <class Group> __device__ inline void sync(const Group &G) { G.sync(); }
template <class Group>
__device__ inline unsigned long long thread_rank(const Group &G) {
  return G.thread_rank();
}
template <class Group>
__device__ inline unsigned long long group_size(const Group &G) {
  return G.size();
}
template <class Group, class Function, class... Arguments>
__device__ inline void invoke_one(const Group &G, Function &&F,
                                  Arguments &&...Values) {
  if (G.thread_rank() == 0)
    F(static_cast<Arguments &&>(Values)...);
}

} // namespace cooperative_groups

#endif // _COOPERATIVE_GROUPS_H_
