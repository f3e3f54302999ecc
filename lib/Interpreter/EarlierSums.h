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
// What is added has to be the same number in both sums, and they have to be
// sums: not `(n + t) * 4`, nor a row and a column of two dimensions, nor
// offsets into dynamic memory. Constants that stand behind are left out of it,
// so that all elements from one sum on have its fate; but in a loop those
// before the counter belong to the sum. Of a pointer and a product, the first
// element that is accessed has to be the one without a constant.
//
// LLVM looks back at 50 candidates, of which such an access and the arithmetic
// around it are some four. Read off the machine code of some 400 kernels (nvcc
// 13.0 -O3, sm_90).
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_INTERPRETER_EARLIERSUMS_H
#define BANKLINT_INTERPRETER_EARLIERSUMS_H

#include "Trace/SharedArray.h"
#include "Warp/Value.h"
#include <deque>

namespace banklint {

/// Whether two values are a number apart, the same in all lanes.
bool areNumberApart(const Value &A, const Value &B);

/// The sums that were computed last, and the elements that they are indices of.
class EarlierSums {
public:
  /// Where something is computed: only what all ways to a later sum lead
  /// through can be what that is made of.
  struct Place {
    unsigned Arm = 0;
    llvm::ArrayRef<unsigned> OuterArms;
    unsigned Unroll = 0; ///< whether its loop stays, is known later
  };

  /// `A + B` is computed.
  void note(const Value &A, const Value &B, const Value &Sum, const Place &At);

  /// `From[Index]`, which is at `To`, in elements of so many bytes.
  void noteElement(const SharedAddress &From, const Value &Index,
                   int64_t ElementBytes, const SharedAddress &To,
                   const Place &At);

  /// What an address is made of.
  struct Basis {
    unsigned AlignmentBytes; ///< that machine code sees for it
    unsigned Unroll;         ///< in which it was computed
    bool IsDoubtful;         ///< LLVM may not find it
  };
  /// Of an access to the last element that was noted at this address; what
  /// makes the address no less aligned is left out.
  llvm::SmallVector<Basis, 2> basesOf(const SharedAddress &Where,
                                      const Place &At) const;

private:
  struct Sum {
    Value Parts[2];
    Value Whole;        ///< with all that was added behind
    int64_t Within = 0; ///< of the constants behind, those that belong to it
    int64_t Behind = 0; ///< and the others
    unsigned Arm = 0, Unroll = 0;
    uint64_t Id = 0;                 ///< its number
    uint64_t Candidates = 0;         ///< that LLVM looked at before it
    uint64_t Hash = 0;               ///< of the parts
    int64_t Divisor = 0;             ///< of both parts: a power of two, or 0
    bool IsOfPointer = false;        ///< an address and an index
    const SharedArray *Of = nullptr; ///< the last that it was an index into
    Value Begin;                     ///< and from where

    bool hasConstant() const;
    bool hasParts(const Sum &Other) const {
      return Hash == Other.Hash && IsOfPointer == Other.IsOfPointer &&
             Parts[0] == Other.Parts[0] && Parts[1] == Other.Parts[1];
    }
  };
  /// An element whose index may be made of an earlier sum.
  struct Element {
    const SharedAddress *At;
    int64_t Bytes;
    uint64_t Sum; ///< by number
  };
  enum class Match { None, Doubtful, Sure };

  Sum &add(const Value &A, const Value &B, const Value &Whole, const Place &At,
           bool IsOfPointer);
  void addConstant(Sum &To, int64_t Constant, const Value &Whole,
                   const Place &At);
  void addElement(const SharedAddress &At, int64_t Bytes, uint64_t Sum);
  Match match(const Sum &Earlier, const Sum &Later) const;

  std::deque<Sum> Last;
  std::deque<Element> Elements;
  /// The last indices without a sum, and of which arrays.
  std::deque<std::pair<const SharedArray *, Value>> Indices;
  uint64_t Count = 0, Candidates = 0;
};

} // namespace banklint

#endif // BANKLINT_INTERPRETER_EARLIERSUMS_H
