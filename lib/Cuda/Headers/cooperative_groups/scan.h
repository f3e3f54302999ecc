//===- cooperative_groups/scan.h - Prefix sums over a group -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef _COOPERATIVE_GROUPS_SCAN_H
#define _COOPERATIVE_GROUPS_SCAN_H

#include "reduce.h"

namespace cooperative_groups {

template <class Group, class T>
__device__ inline T inclusive_scan(const Group &, T Value) {
  return details::unknownLike(Value);
}
template <class Group, class T>
__device__ inline T exclusive_scan(const Group &, T Value) {
  return details::unknownLike(Value);
}
template <class Group, class T, class Function>
__device__ inline T inclusive_scan(const Group &, T Value, Function &&) {
  return details::unknownLike(Value);
}
template <class Group, class T, class Function>
__device__ inline T exclusive_scan(const Group &, T Value, Function &&) {
  return details::unknownLike(Value);
}

} // namespace cooperative_groups

#endif // _COOPERATIVE_GROUPS_SCAN_H
