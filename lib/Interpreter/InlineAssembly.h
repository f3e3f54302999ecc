//===- InlineAssembly.h - Runs the PTX of an asm statement ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The instructions of one `asm` statement, run once, in order, for all lanes.
// Integer instructions are carried out, since they make addresses; loads,
// stores, atomics, matrix loads and asynchronous copies are recorded; what
// reaches shared memory in a way that has no measured rule is recorded as
// unknown, with the reason. All other instructions only leave results that are
// not known.
//
// Meanings are those of the PTX ISA, "Instruction Set".
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_INTERPRETER_INLINEASSEMBLY_H
#define BANKLINT_INTERPRETER_INLINEASSEMBLY_H

#include "Interpreter.h"
#include "Ptx/Ptx.h"

namespace banklint {

class Interpreter::Assembly {
public:
  Assembly(Interpreter &I, const clang::GCCAsmStmt *Statement);
  void run();

private:
  /// What a register or an operand of the statement holds.
  struct Slot {
    Scalar Held;
    IntType Type = {64, false};
    bool IsSet = false;
  };
  /// Which memory an instruction names.
  enum class Space { Generic, Shared, Cluster, Other };

  //===--- Operands -------------------------------------------------------===//

  void readInputs();
  void storeOutputs();
  Slot *find(const PtxOperand &O);
  Scalar read(const PtxOperand &O, PtxType As);
  bool isUniform(const PtxOperand &O);
  void write(const PtxOperand &O, const Scalar &V, PtxType As);
  /// The address in brackets.
  const Pointer *addressOf(const PtxOperand &O, Space S);
  /// The expression that an operand stands for, or any of the statement's.
  const clang::Expr *siteOf(const PtxOperand &O) const;
  clang::QualType typeFor(PtxType T) const;
  Scalar unknown(PtxType T, bool IsUniform, llvm::StringRef What);

  //===--- Instructions ---------------------------------------------------===//

  void execute(const PtxInstruction &In);
  void perform(const PtxInstruction &In);
  bool performMemory(const PtxInstruction &In);
  void load(const PtxInstruction &In);
  void store(const PtxInstruction &In);
  void atomic(const PtxInstruction &In);
  void matrix(const PtxInstruction &In);
  void fragment(const PtxInstruction &In);
  void asyncCopy(const PtxInstruction &In);
  bool performOrder(const PtxInstruction &In);
  bool performInteger(const PtxInstruction &In);
  std::optional<Scalar> binary(const PtxInstruction &In);
  std::optional<Scalar> bits(const PtxInstruction &In);
  void compare(const PtxInstruction &In);
  void performOther(const PtxInstruction &In);

  void record(AccessOperation Operation, RequestKind Kind, const Pointer *At,
              unsigned Bytes, bool IsVolatile, const PtxOperand &Address,
              unsigned Matrices = 0);
  void recordBarrier(AccessOperation Operation, const PtxInstruction &In);
  void recordUnknown(AccessOperation Operation, const PtxInstruction &In,
                     const llvm::Twine &Reason);

  Interpreter &I;
  const clang::GCCAsmStmt *Statement;
  clang::SourceLocation Where;
  /// Where the compilers' line tables put the instructions: at the last input
  /// in a register, else the last output whose place is computed, else the
  /// beginning. (Read off the tables of nvcc 13.0.)
  clang::SourceRange Shown;
  llvm::SmallVector<Slot, 16> Operands; ///< outputs, then inputs
  llvm::SmallVector<const Pointer *, 8> OutputPlaces;
  llvm::StringMap<Slot> Registers;
  /// Of a guarded instruction: its writes, put off until the lanes are joined.
  bool IsGuarded = false;
  llvm::SmallVector<std::pair<Slot *, Slot>, 4> Pending;
};

} // namespace banklint

#endif // BANKLINT_INTERPRETER_INLINEASSEMBLY_H
