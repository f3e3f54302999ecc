//===- cooperative_groups/scan.h - Prefix sums over a group -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef _COOPERATIVE_GROUPS_SCAN_H
#define _COOPERATIVE_GROUPS_SCAN_H

#include "reduce.h"

namespace cooperative_groups {

template <class Group, class T, class Function>
__device__ inline T inclusive_scan(const Group &G, T Value, Function &&F) {
  T Result = G.shfl(Value, 0);
  for (unsigned Rank = 1; Rank < G.size(); ++Rank) {
    T Next = G.shfl(Value, int(Rank));
    if (Rank <= G.thread_rank())
      Result = F(Result, Next);
  }
  return Result;
}
template <class Group, class T, class Function>
__device__ inline T exclusive_scan(const Group &G, T Value, Function &&F) {
  T Sum = inclusive_scan(G, Value, F);
  T Before = G.shfl_up(Sum, 1);
  return G.thread_rank() ? Before : T();
}
template <class Group, class T>
__device__ inline T inclusive_scan(const Group &G, T Value) {
  return inclusive_scan(G, Value, plus<T>());
}
template <class Group, class T>
__device__ inline T exclusive_scan(const Group &G, T Value) {
  return exclusive_scan(G, Value, plus<T>());
}

} // namespace cooperative_groups

#endif // _COOPERATIVE_GROUPS_SCAN_H
