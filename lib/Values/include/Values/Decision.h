//===- Decision.h - Which lanes go which way --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A branch sends each lane of a warp to one of its arms. Where the condition is
// not known, the lanes of each arm are those that go there *when that arm
// executes in full*:
//
//     if (x < n)      x = {0..31} + 256 * blockIdx.x, n unknown: in a block
//                     away from the edge all 32 lanes go in; at the edge some
//                     do not, and those take the other arm
//     if (lane == n)  at most one lane goes in
//     if (flag)       all lanes, or none
//     if (a > b)      a and b are elements of one array: even odds for each
//                     lane, since neither is special
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_VALUES_DECISION_H
#define BANKLINT_VALUES_DECISION_H

#include "Values/Value.h"

namespace banklint {

/// How well the lanes that execute something are known.
enum class Certainty {
  Exact,   ///< these lanes and no others
  Whole,   ///< these lanes or, for all of the warp alike, none
  Guarded, ///< these lanes, in blocks away from the edge of an unknown bound
  Even,    ///< about half of these lanes: which of two like data is larger
  Data,    ///< some of these lanes: it depends on data
};

/// "exact", "whole", "guarded", "even", "data".
llvm::raw_ostream &operator<<(llvm::raw_ostream &OS, Certainty Confidence);

inline Certainty worse(Certainty A, Certainty B) { return A < B ? B : A; }

/// Of what executes only where both conditions hold: the half of a half is
/// small.
inline Certainty nested(Certainty A, Certainty B) {
  return A == Certainty::Even && B == Certainty::Even ? Certainty::Data
                                                      : worse(A, B);
}

/// The lanes that a condition sends each way. With `Exact` certainty they are
/// disjoint and together the lanes asked about; otherwise they may overlap.
struct Split {
  LaneMask True = 0;
  LaneMask False = 0;
  Certainty Confidence = Certainty::Exact;
  /// The condition, where it is not known and that matters to who asked.
  Value Unresolved = 0;
  /// Each side has the most lanes that any number of the unknowns sends there:
  /// `(t + n) % 3 == 1`. Other lanes may go there for other numbers.
  bool IsSample = false;
  /// The unknowns of the condition have more sets of numbers than are tried: it
  /// is taken as one on data.
  bool IsLimited = false;
  /// Some of that side's lanes go there whatever is not known, and the others
  /// only with some of its numbers: the else arm of `if (t < 8 && n > 3)`.
  bool MayBeFewerTrue = false, MayBeFewerFalse = false;
  /// The way that lanes go which were not asked about, and may be there for
  /// other numbers: of an enclosing sample.
  LaneMask OthersTrue = 0, OthersFalse = 0;

  /// How well the lanes of one side are known.
  Certainty confidenceOf(bool IsFalse) const {
    return (IsFalse ? MayBeFewerFalse : MayBeFewerTrue)
               ? worse(Confidence, Certainty::Guarded)
               : Confidence;
  }
  bool isKnown() const { return Confidence == Certainty::Exact; }
  /// Whether all lanes go one way for certain, others that may be there too.
  bool isOneWay() const {
    return isKnown() && (!(True | OthersTrue) || !(False | OthersFalse));
  }
  friend bool operator==(const Split &A, const Split &B) {
    return A.True == B.True && A.False == B.False &&
           A.Confidence == B.Confidence && A.IsSample == B.IsSample &&
           A.IsLimited == B.IsLimited && A.MayBeFewerTrue == B.MayBeFewerTrue &&
           A.MayBeFewerFalse == B.MayBeFewerFalse &&
           A.OthersTrue == B.OthersTrue && A.OthersFalse == B.OthersFalse;
  }

  /// "true 0000ffff, false ffff0000, guarded, unresolved n - lane".
  void print(llvm::raw_ostream &OS) const;
  void dump() const;
};

/// Splits the active lanes by a condition (true where not zero). `Warps` holds
/// the numbers of the warp-shift symbols for each warp that is walked along.
/// Where these do not all go the same way, the result is that of the first, and
/// `Partition` gets one number a warp, the same for those that part with the
/// same lanes; it is left as it is otherwise.
Split decide(Pool &P, const Value &Condition, LaneMask Active,
             llvm::ArrayRef<Assignment> Warps,
             llvm::SmallVectorImpl<unsigned> &Partition);

/// Numbers to try for a symbol where all cannot be tried. A symbol with few
/// values gets each of them, and `IsComplete` stays set; otherwise residues
/// modulo 32, and larger numbers of other shapes.
llvm::SmallVector<int64_t, 48> candidates(const Variable &Symbol,
                                          bool &IsComplete);

} // namespace banklint

#endif // BANKLINT_VALUES_DECISION_H
