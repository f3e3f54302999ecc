//===- EarlierSums.h - Addresses made of earlier sums -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Behind `n * 64 + t`, LLVM computes `n * 64 + 4 * t` as that sum and 3 * t
// more. What comes of it is aligned no better than both of these, as far as
// ptxas can tell:
//
//     __shared__ float s[1024];
//     s[n * 64 + t] = x;
//     y += s[n * 64 + 4 * t + i];     for i from 0 to 3: four LDS, not LDS.128
//
// Read off the machine code of some 250 kernels (nvcc 13.0 -O3, sm_90). What is
// added has to be the same number in both sums, and they have to be sums: not
// `(n + t) * 4`, nor rows and columns of an array with two dimensions, nor
// offsets into a class or dynamic memory. LLVM looks back at 50 candidates, of
// which such an access and the arithmetic around it are some seven.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_INTERPRETER_EARLIERSUMS_H
#define BANKLINT_INTERPRETER_EARLIERSUMS_H

#include "Trace/AccessRecord.h"
#include "Warp/Value.h"
#include <deque>

namespace banklint {

/// The sums that were computed last.
class EarlierSums {
public:
  /// Where a sum is computed: only what all ways to a later one lead through
  /// can be what that is made of.
  struct Place {
    unsigned Arm = 0;
    llvm::ArrayRef<unsigned> OuterArms;
    unsigned Unroll = 0; ///< whether loops stay, is known later
  };

  /// `A + B` is computed.
  void note(const Value &A, const Value &B, const Value &Sum, const Place &At);

  /// What an address is made of.
  struct Basis {
    unsigned AlignmentBytes; ///< that machine code sees for it
    unsigned Unroll;         ///< in which it was computed
    bool IsFar;              ///< so long ago that LLVM may not look there
  };
  /// Of an access; what makes the address no less aligned is left out.
  llvm::SmallVector<Basis, 2> basesOf(const SharedAddress &Where,
                                      const Place &At);

private:
  struct Sum {
    Value Parts[2], Whole;
    int64_t Shift; ///< that was added to these
    unsigned Arm, Unroll;
    uint64_t Order;                  ///< among all sums
    const SharedArray *Of = nullptr; ///< the last that it was an index into
  };
  bool isBasis(const Sum &Earlier, const Sum &Later,
               const SharedArray *Array) const;

  std::deque<Sum> Last;
  /// The last aligned indices, and of which arrays.
  std::deque<std::pair<const SharedArray *, Value>> Indices;
  uint64_t Count = 0;
};

} // namespace banklint

#endif // BANKLINT_INTERPRETER_EARLIERSUMS_H
