//===- Recorder.h - Writes the trace of a walk ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_WALK_STATE_RECORDER_H
#define BANKLINT_WALK_STATE_RECORDER_H

#include "Bank/BankModel.h"
#include "Nvcc/Source/PropagateEquality.h"
#include "Nvcc/Source/Reassociate.h"
#include "Nvcc/Source/SROA.h"
#include "State/ExecutionScopes.h"
#include "State/Machine.h"
#include "Trace/RecordedCode.h"
#include "Trace/Trace.h"
#include "Walk/SiteMap.h"

namespace banklint {

/// Writes down each access to shared memory: where it goes, in which lanes, and
/// where it stands in the code.
class Recorder : public RecordedCode {
public:
  Recorder(Machine &M, SiteMap &Sites) : Scopes(M.P), Sites(Sites), M(M) {}

  /// How often what is recorded is executed.
  ExecutionScopes Scopes;

  //===--- Accesses -------------------------------------------------------===//

  /// Null where nothing is recorded. Valid until the next is.
  AccessRecord *record(AccessOperation Operation, RequestKind Kind,
                       const Pointer *At, unsigned Bytes, bool IsVolatile,
                       const clang::Expr *Site, unsigned Matrices = 0);
  /// A value moves in parts of its alignment, if that is less than its size:
  /// that of its type, or what is known of its place.
  void recordRange(AccessOperation Operation, const Pointer *At,
                   clang::QualType Type, const clang::Expr *Site,
                   int64_t AlignmentBytes = MaxAccessBytes);
  /// Stores an object of which these scalars are in registers: each member by
  /// itself, and no padding.
  void recordScalars(const Pointer *At, clang::QualType Type,
                     llvm::ArrayRef<TypeLayouts::Part> Scalars,
                     const clang::Expr *Site);
  const clang::Expr *objectIn(const clang::CXXMethodDecl &Method) {
    return Sites.objectIn(Method);
  }
  /// A record loads a number into a variable or a part of one: where nobody
  /// looks at that, the record says so.
  void noteScalarInto(const Pointer *To, size_t Record);
  /// The records from `First` on load an object, part by part: of what is
  /// looked at in it later, they say so.
  void noteLoadedInto(const Pointer *To, clang::QualType Type, size_t First);
  /// What is seen of the address of a record may be more or less; see
  /// `OpenAlignment`.
  std::vector<OpenAlignment> &openAlignments() { return OpenAlignments; }
  llvm::ArrayRef<AccessRecord> records() const { return Records; }
  /// Where an asynchronous copy reads, and how many bytes of it; the others it
  /// sets to zero. `Copy` may be null, where nothing is recorded.
  void noteSource(AccessRecord *Copy, const Pointer *From,
                  const Value &ReadBytes);
  /// In every function that is inside its first access to memory: the line.
  void noteFirstLines(const clang::Expr *Site);

  /// Notes a number that counts, where a trace asks for these.
  void count(const Value &Number, LaneMask Lanes, const clang::Expr *Site);
  void countNumbers() { Counted.emplace(); }
  bool countsNumbers() const { return Counted.has_value(); }

  //===--- Regions --------------------------------------------------------===//

  /// How an access here is recorded.
  BranchArms::InsertionPoint insertionPoint();
  /// Iterations of which nobody knows whether they come make no conflict
  /// certain at a place that iterations before them came by without one.
  void doubtRepeats(size_t FirstRecord, size_t RestBegin);
  /// What has been recorded since then is inexact for this limit.
  void noteLimit(size_t FirstRecord, const Reason &Limit);

  //===--- Straight-line code ---------------------------------------------===//

  Machine::CodePlace placeInCode() const { return {Code.Block, Code.Arm}; }
  /// A new unroll block of straight-line code in a loop.
  unsigned openUnroll(const clang::Stmt *Loop, unsigned Run);

  //===--- The whole ------------------------------------------------------===//

  /// What can be taken back.
  struct Mark {
    size_t Records, Regions, Counted;
    unsigned Unroll;
    uint64_t CodeSize;
  };
  Mark mark() const {
    return {Records.size(), Regions.size(), Counted ? Counted->size() : 0,
            Code.Unroll, CodeSize};
  }
  void rollBack(const Mark &To);
  /// Moves what was recorded to `Into`.
  void take(Trace &Into);

  SiteMap &Sites;
  RewrittenXors Xors;

private:
  void locate(AccessRecord &New, const clang::Expr *Site);
  Reason limitOf(const SharedAddress &Where) const;
  bool holdsInexactBits(const SharedAddress &Where) const;
  std::optional<Value> offsetOfSource(const Pointer *From) const;

  Machine &M;
  std::vector<PartLoad> PartLoads; ///< in the order of their records
  unsigned LastLoad = 0;
  std::vector<OpenAlignment> OpenAlignments; ///< in the order of their records
  std::optional<std::vector<CountedNumber>> Counted;
};

} // namespace banklint

#endif // BANKLINT_WALK_STATE_RECORDER_H
