//===- RecordedCode.h - A trace while it is written -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_TRACE_RECORDEDCODE_H
#define BANKLINT_TRACE_RECORDEDCODE_H

#include "Trace/AccessRecord.h"
#include "Trace/Region.h"
#include "llvm/ADT/IntEqClasses.h"
#include <algorithm>
#include <vector>

namespace banklint {

/// The records of a walk so far, and where the next one stands in the code:
/// basic blocks, arms of branches, unroll blocks.
class RecordedCode {
public:
  /// Where the next access stands in the code. The numbers only tell places
  /// apart; a number that was given out is not used for another place, also
  /// where what was walked there is taken back.
  struct Position {
    unsigned Block = 0, Fence = 0, Exchange = 0, Arm = 0, Unroll = 0;
    unsigned SlowPath = 0;
    llvm::ArrayRef<unsigned> OuterArms;
  };
  Position Code;

  /// Nothing is recorded while this lives: of code that runs on trial, or on
  /// the host.
  class Pause {
  public:
    explicit Pause(RecordedCode &R) : R(R) { ++R.Pauses; }
    ~Pause() { --R.Pauses; }
    Pause(const Pause &) = delete;
    Pause &operator=(const Pause &) = delete;

  private:
    RecordedCode &R;
  };
  bool isOn() const { return Pauses == 0; }

  /// Of what was recorded at one place, and is executed at another as well.
  void append(const AccessRecord &Record) { Records.push_back(Record); }

  size_t size() const { return Records.size(); }
  AccessRecord &operator[](size_t Which) { return Records[Which]; }
  llvm::MutableArrayRef<AccessRecord> recordsFrom(size_t First) {
    return llvm::MutableArrayRef(Records).drop_front(First);
  }
  /// The records from `FirstRecord` on are inexact by these rules.
  void markInexact(size_t FirstRecord, ModelRules By) {
    for (AccessRecord &Record : recordsFrom(FirstRecord))
      Record.InexactBy |= By;
  }
  void addRegion(Region R) { Regions.push_back(R); }

  /// Two arms of a branch: the first of their numbers.
  unsigned newArms() {
    unsigned First = LastArm + 1;
    LastArm += 2;
    return First;
  }
  unsigned newRun() { return ++LastRun; }
  UnrollBlock &unroll(unsigned Which) { return Unrolls[Which]; }
  /// Two blocks, or two unroll blocks, turn out to be one: their loop is
  /// unrolled. The earlier stands for both.
  void joinBlocks(unsigned A, unsigned B) { join(SameBlock, A, B); }
  bool isSameBlock(unsigned A, unsigned B) {
    SameBlock.grow(std::max(A, B) + 1);
    return SameBlock.findLeader(A) == SameBlock.findLeader(B);
  }
  void joinUnrolls(unsigned A, unsigned B) { join(SameUnroll, A, B); }
  /// In instructions, of what was walked and stays after unrolling.
  uint64_t CodeSize = 0;

protected:
  static void join(llvm::IntEqClasses &Classes, unsigned A, unsigned B) {
    Classes.grow(std::max(A, B) + 1);
    Classes.join(A, B);
  }

  std::vector<AccessRecord> Records;
  std::vector<Region> Regions;
  std::vector<UnrollBlock> Unrolls = {{}};
  llvm::IntEqClasses SameBlock, SameUnroll;

private:
  unsigned Pauses = 0;
  unsigned LastArm = 0, LastRun = 0;
};

} // namespace banklint

#endif // BANKLINT_TRACE_RECORDEDCODE_H
