//===- Assembly.h - Interprets the PTX of an asm statement ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The instructions of one `asm` statement, executed once, in order, for all
// lanes. Integer instructions are evaluated, since they compute addresses.
// Loads, stores, atomics, matrix loads and asynchronous copies are recorded.
// An access to shared memory for which there is no measured rule is recorded as
// unknown, with the reason. All other instructions only leave unknown results.
//
// Meanings are those of the PTX ISA, "Instruction Set".
//
// Assembly.cpp            the statement, guards, dispatch by opcode
// AssemblyOperands.cpp    registers, operands, addresses
// AssemblyMemory.cpp      loads, stores, atomics; how accesses are recorded
// AssemblyCopies.cpp      matrices, asynchronous copies, tensor cores
// AssemblyArithmetic.cpp  integers, predicates, conversions
// AssemblyResults.cpp     results that are unknown
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_WALK_ASSEMBLY_ASSEMBLY_H
#define BANKLINT_WALK_ASSEMBLY_ASSEMBLY_H

#include "Bank/BankModel.h"
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
    Scalar Content;
    IntType Type = {64, false};
    bool IsSet = false;
  };

  //===--- Operands -------------------------------------------------------===//

  void readInputs();
  void storeOutputs();
  /// What an output with this content stores in its variable.
  Scalar outputValue(const Slot &Output, clang::QualType Type);
  /// Null for operands that hold nothing.
  Slot *slotOf(const PtxOperand &O);
  Scalar read(const PtxOperand &O, PtxType As);
  bool isUniform(const PtxOperand &O);
  void write(const PtxOperand &O, const Scalar &V, PtxType As);
  /// The address in brackets, of an instruction that names this space.
  const Pointer *addressOf(const PtxOperand &O, PtxSpace Space);
  /// The expression that an operand stands for, or any of the statement's.
  const clang::Expr *siteOf(const PtxOperand &O) const;
  static IntType intTypeOf(PtxType T);
  clang::QualType typeFor(PtxType T) const;
  Scalar unknown(PtxType T, bool IsUniform, const Reason &What);

  //===--- Dispatch -------------------------------------------------------===//

  void execute(const PtxInstruction &In);
  void perform(const PtxInstruction &In);
  /// False where it did nothing.
  bool performMemory(const PtxInstruction &In);
  bool performControl(const PtxInstruction &In);
  bool performArithmetic(const PtxInstruction &In);

  //===--- Memory ---------------------------------------------------------===//

  void mapAddress(const PtxInstruction &In);
  bool isOwnPlace(const PtxOperand &Address);
  void accessCluster(AccessOperation Operation, const PtxInstruction &In);
  void load(const PtxInstruction &In);
  void store(const PtxInstruction &In);
  void atomic(const PtxInstruction &In);
  void recordAtomic(const PtxInstruction &In, const Pointer *At);
  void matrix(const PtxInstruction &In);
  void fragment(const PtxInstruction &In);
  void recordFragment(const FragmentAccess &Access, const FragmentShape &Shape,
                      const Pointer *Address, const Value &Stride,
                      const PtxOperand &Place, bool IsLoad);
  void asyncCopy(const PtxInstruction &In);
  Value bytesRead(const PtxInstruction &In, const Value &CopiedBytes);
  void bulkCopy(const PtxInstruction &In);
  void barrierObject(const PtxInstruction &In);
  void warpgroupMatrix(const PtxInstruction &In);
  void tensorCore(const PtxInstruction &In);

  /// Null where nothing is recorded.
  AccessRecord *record(AccessOperation Operation, RequestKind Kind,
                       const Pointer *At, unsigned Bytes, bool IsVolatile,
                       const PtxOperand &Address, unsigned Matrices = 0);
  void recordBarrier(AccessOperation Operation, const PtxInstruction &In);
  void recordUnknown(AccessOperation Operation, const PtxInstruction &In,
                     const Reason &Why);

  //===--- Arithmetic: nothing where the result is not computed -----------===//

  std::optional<Scalar> evaluate(const PtxInstruction &In);
  std::optional<Scalar> binary(const PtxInstruction &In);
  std::optional<Scalar> bits(const PtxInstruction &In);
  std::optional<Scalar> unary(const PtxInstruction &In);
  std::optional<Scalar> extremum(const PtxInstruction &In);
  bool select(const PtxInstruction &In);
  void convertAddress(const PtxInstruction &In);
  bool convert(const PtxInstruction &In);
  void compare(const PtxInstruction &In);

  //===--- Results that are unknown ---------------------------------------===//

  void performOther(const PtxInstruction &In);
  bool electLane(const PtxInstruction &In);
  bool readActiveMask(const PtxInstruction &In);
  bool hasUniformResult(const PtxInstruction &In);
  void escapeOperand(const PtxInstruction &In, const PtxOperand &O);
  void forgetResult(const PtxOperand &To, PtxType T, bool IsUniform);

  Interpreter &I;
  const clang::GCCAsmStmt *Statement;
  clang::SourceLocation Loc;
  /// Where line tables put the instructions: at the last input
  /// in a register, else the last output whose place is computed, else the
  /// beginning.
  clang::SourceRange LineTableRange;
  llvm::SmallVector<Slot, 16> Operands; ///< outputs, then inputs
  llvm::SmallVector<const Pointer *, 8> OutputPlaces;
  llvm::StringMap<Slot> Registers;
  /// The writes of a guarded instruction, deferred until the lanes are joined.
  bool IsGuarded = false;
  llvm::SmallVector<std::pair<Slot *, Slot>, 4> Deferred;
};

} // namespace banklint

#endif // BANKLINT_WALK_ASSEMBLY_ASSEMBLY_H
