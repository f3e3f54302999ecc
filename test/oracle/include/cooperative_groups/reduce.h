//===- cooperative_groups/reduce.h - Reduction over a group -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef _COOPERATIVE_GROUPS_REDUCE_H
#define _COOPERATIVE_GROUPS_REDUCE_H

#include "../cooperative_groups.h"

namespace cooperative_groups {

#define ORACLE_FUNCTION(Name, Expression)                                      \
  template <class T = void> struct Name {                                      \
    __device__ T operator()(T A, T B) const { return Expression; }             \
  };
ORACLE_FUNCTION(plus, A + B)
ORACLE_FUNCTION(less, B < A ? B : A)
ORACLE_FUNCTION(greater, A < B ? B : A)
ORACLE_FUNCTION(bit_and, A &B)
ORACLE_FUNCTION(bit_or, A | B)
ORACLE_FUNCTION(bit_xor, A ^ B)
#undef ORACLE_FUNCTION

/// All values of the group, in the order of the ranks; everyone has the result.
template <class Group, class T, class Function>
__device__ inline T reduce(const Group &G, T Value, Function &&F) {
  T Result = G.shfl(Value, 0);
  for (unsigned Rank = 1; Rank < G.size(); ++Rank)
    Result = F(Result, G.shfl(Value, int(Rank)));
  return Result;
}

} // namespace cooperative_groups

#endif // _COOPERATIVE_GROUPS_REDUCE_H
