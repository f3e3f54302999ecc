//===- cooperative_groups/memcpy_async.h - Copies by a group ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef _COOPERATIVE_GROUPS_MEMCPY_ASYNC
#define _COOPERATIVE_GROUPS_MEMCPY_ASYNC

#include "../cooperative_groups.h"

#include "../cuda/aligned_size.h"

namespace cooperative_groups {

/// `Bytes` bytes, or elements and their layouts.
template <class Group, class T, class Size>
__device__ void memcpy_async(const Group &, T *Target, const T *Source,
                             const Size &Bytes);
template <class Group, class T, class TargetLayout, class SourceLayout>
__device__ void memcpy_async(const Group &, T *Target, const TargetLayout &,
                             const T *Source, const SourceLayout &);
template <class Group> __device__ void wait(const Group &);
template <unsigned Stages, class Group>
__device__ void wait_prior(const Group &);

} // namespace cooperative_groups

#endif // _COOPERATIVE_GROUPS_MEMCPY_ASYNC
