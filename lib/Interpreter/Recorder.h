//===- Recorder.h - Writes the trace of a walk ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_INTERPRETER_RECORDER_H
#define BANKLINT_INTERPRETER_RECORDER_H

#include "Bank/BankModel.h"
#include "ExecutionScopes.h"
#include "Interpreter/SiteMap.h"
#include "Machine.h"
#include "Trace/Trace.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/IntEqClasses.h"

namespace banklint {

/// Writes down each access to shared memory: where it goes, in which lanes, and
/// where it stands in the code that the compiler sees.
class Recorder {
public:
  Recorder(Machine &M, SiteMap &Sites) : Scopes(M.P), Sites(Sites), M(M) {}

  /// How often what is recorded is executed.
  ExecutionScopes Scopes;

  /// Where the next access stands in the code. The numbers only tell places
  /// apart; a number that was given out is not used for another place, also
  /// where what was walked there is taken back.
  struct Position {
    unsigned Block = 0, Fence = 0, Exchange = 0, Arm = 0, Unroll = 0;
    unsigned SlowPath = 0;
    llvm::ArrayRef<unsigned> OuterArms;
  };
  Position Code;

  //===--- Accesses -------------------------------------------------------===//

  /// Nothing is recorded while this lives: of code that runs on trial, or on
  /// the host.
  class Pause {
  public:
    explicit Pause(Recorder &R) : R(R) { ++R.Pauses; }
    ~Pause() { --R.Pauses; }
    Pause(const Pause &) = delete;
    Pause &operator=(const Pause &) = delete;

  private:
    Recorder &R;
  };
  bool isOn() const { return Pauses == 0; }

  /// Null where nothing is recorded. Valid until the next is.
  AccessRecord *record(AccessOperation Operation, RequestKind Kind,
                       const Pointer *At, unsigned Bytes, bool IsVolatile,
                       const clang::Expr *Site, unsigned Matrices = 0);
  /// A value moves in parts of its alignment, if that is less than its size:
  /// that of its type, or what is known of its place.
  void recordRange(AccessOperation Operation, const Pointer *At,
                   clang::QualType Type, const clang::Expr *Site,
                   int64_t AlignmentBytes = MaxAccessBytes);
  /// Stores an object of which the compiler has these scalars in registers:
  /// each member by itself, and no padding.
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
  /// The compiler may see more of the address of a record, or less; and where
  /// that is made of a number that it knows here, another address than that on
  /// another arm.
  void noteOpenAlignment(size_t Record, bool IsOfKnown) {
    OpenAlignments.push_back({Record, IsOfKnown});
  }
  /// Where an asynchronous copy reads, and how many bytes of it; the others it
  /// sets to zero. `Copy` may be null, where nothing is recorded.
  void noteSource(AccessRecord *Copy, const Pointer *From,
                  const Value &ReadBytes);
  /// In every function that is inside its first access to memory: the line.
  void noteFirstLines(const clang::Expr *Site);

  /// Of what was recorded at one place, and is executed at another as well.
  void append(const AccessRecord &Record) { Records.push_back(Record); }

  size_t size() const { return Records.size(); }
  AccessRecord &operator[](size_t Which) { return Records[Which]; }
  llvm::MutableArrayRef<AccessRecord> recordsFrom(size_t First) {
    return llvm::MutableArrayRef(Records).drop_front(First);
  }

  /// Notes a number that counts, where a trace asks for these.
  void count(const Value &Number, LaneMask Lanes, const clang::Expr *Site);
  void countNumbers() { Counted.emplace(); }
  bool countsNumbers() const { return Counted.has_value(); }

  //===--- Regions --------------------------------------------------------===//

  void addRegion(Region R) { Regions.push_back(R); }
  /// How an access here is recorded.
  BranchArms::Beside besideHere();
  /// Iterations of which nobody knows whether they come make no conflict
  /// certain at a place that iterations before them came by without one.
  void doubtRepeats(size_t FirstRecord, size_t RestBegin);
  /// What has been recorded since then is inexact for this limit.
  void noteLimit(size_t FirstRecord, const Reason &Limit);
  /// The compiler may do otherwise with what has been recorded since then.
  /// The records from `FirstRecord` on are inexact by these rules.
  void markInexact(size_t FirstRecord, ModelRules By);

  //===--- Straight-line code ---------------------------------------------===//

  Machine::CodePlace placeInCode() const { return {Code.Block, Code.Arm}; }
  /// Two arms of a branch: the first of their numbers.
  unsigned newArms() {
    unsigned First = LastArm + 1;
    LastArm += 2;
    return First;
  }
  unsigned newRun() { return ++LastRun; }
  /// A new unroll block of straight-line code in a loop.
  unsigned openUnroll(const clang::Stmt *Loop, unsigned Run);
  UnrollBlock &unroll(unsigned Which) { return Unrolls[Which]; }
  /// Two blocks, or two unroll blocks, turn out to be one: their loop is
  /// unrolled. The earlier stands for both.
  void joinBlocks(unsigned A, unsigned B) { join(SameBlock, A, B); }
  bool isSameBlock(unsigned A, unsigned B) {
    SameBlock.grow(std::max(A, B) + 1);
    return SameBlock.findLeader(A) == SameBlock.findLeader(B);
  }
  void joinUnrolls(unsigned A, unsigned B) { join(SameUnroll, A, B); }
  /// In LLVM instructions, of what was walked and stays after unrolling.
  uint64_t CodeSize = 0;

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
  /// Exclusive ors of which it is not known what the compiler sees.
  llvm::DenseSet<const clang::Expr *> DoubtfulXors;

private:
  void locate(AccessRecord &New, const clang::Expr *Site);
  bool holdsDoubtfulXor(const clang::Stmt *S) const;
  Reason limitOf(const SharedAddress &Where) const;
  bool holdsDoubtfulBits(const SharedAddress &Where) const;
  std::optional<Value> offsetOfSource(const Pointer *From) const;
  unsigned elementBytesOf(clang::QualType Type, unsigned PartBytes,
                          bool &IsWidened) const;

  static void join(llvm::IntEqClasses &Classes, unsigned A, unsigned B) {
    Classes.grow(std::max(A, B) + 1);
    Classes.join(A, B);
  }

  Machine &M;
  llvm::IntEqClasses SameBlock, SameUnroll;
  unsigned Pauses = 0;
  unsigned LastArm = 0, LastRun = 0;
  /// Tells the loads of parts of objects apart, also from those that were taken
  /// back.
  struct PartLoad {
    size_t Record;
    unsigned Load, FirstOfObject;
    unsigned ElementBytes; ///< where members are used
    bool IsScalar = false;
  };
  void noteUsedBytes();
  struct OpenAlignment {
    size_t Record;
    bool IsOfKnown;
  };
  bool mayMerge(const OpenAlignment &Of) const;
  void applyOpenAlignments();

  std::vector<AccessRecord> Records;
  std::vector<PartLoad> PartLoads; ///< in the order of their records
  unsigned LastLoad = 0;
  std::vector<OpenAlignment> OpenAlignments; ///< in the order of their records
  std::vector<Region> Regions;
  std::optional<std::vector<CountedNumber>> Counted;
  std::vector<UnrollBlock> Unrolls = {{}};
};

} // namespace banklint

#endif // BANKLINT_INTERPRETER_RECORDER_H
