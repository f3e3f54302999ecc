//===- Sampling.h - Numbers for all that is not known -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two walks of nearly the same source have values of two pools, which nothing
// relates. With numbers put in for all that is not known, they can be compared:
// what is made of no other variable is the same in both if it is the n-th that
// its walk came to, and gets a number that follows from n; what was loaded gets
// one that follows from where.
//
//   s[i]  in one walk, s[i ^ (i / 32 & 31)] in the other, i loaded from memory:
//   {17, 60, 3, ..}           {17, 61, 3, ..}
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_VALUES_SAMPLING_H
#define BANKLINT_VALUES_SAMPLING_H

#include "Values/Value.h"

namespace banklint {

/// One number for each variable of a pool, within its bounds.
class Sample {
public:
  /// Of several seeds, each gives other numbers. `Known` are those that are no
  /// matter of choice, as where a warp stands; it has to outlive this.
  Sample(unsigned Seed, const Assignment &Known) : Seed(Seed), Known(Known) {}

  /// What a value is in each lane then.
  struct Numbers {
    Lanes Each;
    bool IsChosen = false; ///< others would have been possible
  };
  Numbers of(const Value &V) { return of(V, /*Depth=*/0); }

private:
  Numbers of(const Value &V, unsigned Depth);
  const Numbers &of(const Variable &A, unsigned Depth);
  int64_t numberOf(const Variable &Leaf, uint64_t Which) const;

  const unsigned Seed;
  const Assignment &Known;
  llvm::DenseMap<const Variable *, std::unique_ptr<Numbers>> OfVariables;
};

} // namespace banklint

#endif // BANKLINT_VALUES_SAMPLING_H
