//===- cooperative_groups/memcpy_async.h - Copies by a group ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef _COOPERATIVE_GROUPS_MEMCPY_ASYNC
#define _COOPERATIVE_GROUPS_MEMCPY_ASYNC

#include "../cooperative_groups.h"
#include "../oracle_copies.h"

namespace cooperative_groups {

template <class Group, class T, class Size>
__device__ ORACLE_QUIET void memcpy_async(const Group &G, T *Target,
                                          const T *Source, const Size &Bytes) {
  oracle::copy<T, Size>(Target, Source, size_t(Bytes), G.thread_rank(),
                        G.size());
}
template <class Group, class T, class TargetLayout, class SourceLayout>
__device__ ORACLE_QUIET void
memcpy_async(const Group &G, T *Target, const TargetLayout &Room,
             const T *Source, const SourceLayout &Elements) {
  size_t Count = size_t(Elements) < size_t(Room) ? Elements : Room;
  oracle::copy<T, size_t>(Target, Source, Count * sizeof(T), G.thread_rank(),
                          G.size());
}
template <class Group> __device__ void wait(const Group &G) { G.sync(); }
template <unsigned Stages, class Group>
__device__ void wait_prior(const Group &G) {
  G.sync();
}

} // namespace cooperative_groups

#endif // _COOPERATIVE_GROUPS_MEMCPY_ASYNC
