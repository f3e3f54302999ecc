//===- AccessRecord.h - One access of a walk --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_TRACE_ACCESSRECORD_H
#define BANKLINT_TRACE_ACCESSRECORD_H

#include "Bank/BankModel.h"
#include "Nvcc/Rules/Rules.h"
#include "Source/AccessKey.h"
#include "Trace/SharedArray.h"
#include "Trace/Site.h"
#include "Values/Decision.h"
#include "llvm/ADT/SmallVector.h"

namespace banklint {

/// One access of a walk, for every warp of its group: what the source asks for.
/// What becomes of it is a `MachineRequest` (Nvcc/Passes/Requests.h).
///
/// A new field is written and read in TraceText.cpp and TraceReader.cpp, copied
/// in Trace.cpp where it points into a pool, and is part of the key by which
/// Cost/Requests.cpp finds equal requests where the cost depends on it.
struct AccessRecord {
  SiteId Site = NoSite;
  /// The calls through which profilers show it as well, innermost first: their
  /// line tables give the first line of an inlined function to its call.
  llvm::ArrayRef<SiteId> Calls;
  /// Where some copies of it may be shown: at the call of the function around
  /// it, where that begins with another line; of a load for a parameter, at the
  /// first use of that, since it may be loaded again; of one that is the
  /// same in every iteration of a loop, at the condition of that.
  SiteId LaterView = NoSite;
  /// Where line tables put it, if that is not at the site: of
  /// inline assembly whose operands stand on several lines.
  SiteId ShownAt = NoSite;
  AccessOperation Operation = AccessOperation::Load;
  RequestKind Kind = RequestKind::Load;
  unsigned BytesPerLane = 4;
  /// What a wider access may be split into: 4 for float and float4.
  unsigned ElementBytes = 4;
  /// Of the bytes that a lane loads, those that the program looks at.
  uint16_t UsedBytes = AllBytes;
  static constexpr uint16_t AllBytes = 0xffff;
  unsigned Matrices = 0;
  const SharedAddress *Where = nullptr; ///< null where it is not known
  /// Of an asynchronous copy: where each lane reads global memory, in bytes
  /// from where the pointer leads that all lanes were given. Null where that is
  /// not known. Lanes that read nothing have an address all the same.
  const Value *From = nullptr;
  /// Of an asynchronous copy: the lanes known to read nothing, and to set all
  /// bytes to zero.
  LaneMask ZeroFilled = 0;
  LaneMask Active = 0;
  Certainty Confidence = Certainty::Exact;
  /// Which of the active lanes run, by the values of symbols that a loop goes
  /// through; null where that does not depend on them.
  const Value *Condition = nullptr;
  /// The condition that makes it less than exact.
  SiteId Guard = NoSite;
  /// Executed an unknown number of times.
  bool IsRepeated = false;
  /// How often: an index into the trace's `Times`; no part of its text.
  unsigned Times = 0;
  bool IsVolatile = false;
  /// A hash of what makes the place, but for sums and products with constants
  /// (`SeenAddress::AddressExpr`); no part of its text.
  uint64_t AddressExpr = 0;
  /// Why it may be without the conflict that it seems to have; none where
  /// nothing speaks for that.
  Reason Doubt;
  /// The limit that keeps what is said of it from being exact; none where none
  /// was reached.
  Reason Limit;
  /// Narrow integers are widened as they are loaded, and do not merge.
  bool IsWidened = false;
  /// The alignment of the address that is sure to be seen when compiling, in
  /// bytes: 4 for the floats `s[2 * x % 16]` of a signed x.
  unsigned SeenAlignment = MaxAlignment;
  static constexpr unsigned MaxAlignment = 16;
  /// Of a block whose warps are walked apart: accesses that are at places of
  /// one shape here, but not as far apart in the walk of another warp, differ
  /// in this. And the power of two, up to 16, that divides the bytes from here
  /// to where other warps make the same access; 0 where all make it here.
  unsigned Apart = 0, WarpStepBytes = 0;
  /// Likewise: whether the walk of some warp tells how far it is from the
  /// access before it in its loop, in all iterations, or that this differs.
  bool IsFixed = false, IsLoose = false;
  /// Accesses of one block run one after the other, without a branch, a loop
  /// that stays or a call between them.
  unsigned Block = 0;
  /// Which arm of a branch this is on; 0 outside of all branches.
  unsigned Arm = 0;
  /// The arms that it lies on, the outermost first: what they did is done.
  llvm::ArrayRef<unsigned> OuterArms;
  /// The straight-line unroll block of the innermost loop that stays a loop; 0
  /// outside of all such loops. An index into the walk's `UnrollBlock`s.
  unsigned Unroll = 0;
  /// Counts barriers, fences and calls that are not seen through.
  unsigned Fence = 0;
  /// Counts what else no access moves over before there is machine code:
  /// shuffles, votes and assembly.
  unsigned Exchange = 0;
  /// Counts what takes a branch in machine code, and what merges there nothing
  /// moves over: divisions, say.
  unsigned SlowPath = 0;
  /// Why the address is not known, or what is done there costs what nothing
  /// tells; none where both are known.
  Reason Why;

  // Of requests, which are what becomes of the records.

  /// The request is counted where it stands in the machine code, at another
  /// access of the source.
  bool IsPartOf = false;
  /// The rules by which it may have been merged or split otherwise.
  ModelRules InexactBy;
  /// It stands for the iterations that are left over behind an unrolled loop,
  /// if there are any.
  bool IsLeftOver = false;
  /// This access's part of the request; all parts add up to one.
  double Share = 1;

  /// Where a reader finds it.
  SiteId shownSite() const { return ShownAt != NoSite ? ShownAt : Site; }

  void print(llvm::raw_ostream &OS) const;
  void dump() const;
};

/// The arms of each branch that is walked are numbered from 1 on: the first,
/// which is odd, and right behind it the other.
inline bool isElseArm(unsigned Arm) { return Arm && Arm % 2 == 0; }
inline bool areArmsOfOne(unsigned A, unsigned B) {
  return A != B && A && B && (A - 1) / 2 == (B - 1) / 2;
}

/// An unroll block of straight-line code in a loop that stays a loop: one
/// iteration, or as many as are unrolled together.
struct UnrollBlock {
  SiteId Loop = NoSite; ///< of none outside of all loops
  unsigned Run = 0;     ///< tells apart the times that the loop is entered
  /// It does not count in steps of a constant.
  bool IsUncounted = false;
  /// The iterations that make up the unroll block; 0 once it belongs to
  /// another. Only one was walked, as a function of the number of iterations
  /// before it, where `Counter` is set.
  unsigned Degree = 1;
  const Variable *Counter = nullptr;
  /// The arm on which an iteration begins, where `Counter` is set.
  unsigned Arm = 0;
  /// The shared arrays that a pointer walks through, iteration by iteration.
  llvm::SmallVector<unsigned, 1> Walked; ///< by `DeclarationId`
  /// There is an operation in an iteration that takes a branch in machine code.
  bool HasSlowPath = false;
  /// Nobody knows how many iterations are left over for a loop without
  /// unrolling.
  bool HasEpilogueLoop = false;

  void print(llvm::raw_ostream &OS) const;
  void dump() const;
};

} // namespace banklint

#endif // BANKLINT_TRACE_ACCESSRECORD_H
