//===- cooperative_groups/reduce.h - Reduction over a group -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef _COOPERATIVE_GROUPS_REDUCE_H
#define _COOPERATIVE_GROUPS_REDUCE_H

#include "../cooperative_groups.h"

namespace cooperative_groups {

template <class T> struct plus {
  __device__ T operator()(T A, T B) const { return A + B; }
};
template <class T> struct less {
  __device__ T operator()(T A, T B) const { return B < A ? B : A; }
};
template <class T> struct greater {
  __device__ T operator()(T A, T B) const { return A < B ? B : A; }
};
template <class T> struct bit_and {
  __device__ T operator()(T A, T B) const { return A & B; }
};
template <class T> struct bit_or {
  __device__ T operator()(T A, T B) const { return A | B; }
};
template <class T> struct bit_xor {
  __device__ T operator()(T A, T B) const { return A ^ B; }
};

template <class Group, class T, class Function>
__device__ inline T reduce(const Group &, T Value, Function &&) {
  return details::unknownLike(Value);
}
template <class Group, class T, class U, class Function>
__device__ inline void reduce_update_async(const Group &, T &Target, U,
                                           Function &&) {
  ::banklint::makeUnknown(&Target);
}
template <class Group, class T, class U, class Function>
__device__ inline void reduce_store_async(const Group &, T &Target, U,
                                          Function &&) {
  ::banklint::makeUnknown(&Target);
}

} // namespace cooperative_groups

#endif // _COOPERATIVE_GROUPS_REDUCE_H
