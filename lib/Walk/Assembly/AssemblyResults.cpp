//===- AssemblyResults.cpp - Results of PTX that are unknown --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Assembly/Assembly.h"
#include "Bank/BankModel.h"
#include "State/AddressKinds.h"
#include "llvm/ADT/bit.h"

using namespace banklint;
using namespace clang;

/// One of the active lanes; which one does not matter for bank conflicts.
bool Interpreter::Assembly::electLane(const PtxInstruction &In) {
  if (In.Operands.size() != 2 || In.Operands[0].Kind != PtxOperand::Vector ||
      In.Operands[0].Parts.size() != 2)
    return false;
  assert(I.Active.Lanes && "an instruction runs in at least one lane");
  unsigned Leader = unsigned(llvm::countr_zero(I.Active.Lanes));
  Lanes IsLeader = {};
  IsLeader[Leader] = 1;
  write(In.Operands[0].Parts[0], Value(int64_t(Leader)), PtxWord32);
  write(In.Operands[0].Parts[1], I.P.lanes(IsLeader), PtxPredicate);
  return true;
}

bool Interpreter::Assembly::readActiveMask(const PtxInstruction &In) {
  if (I.Active.Confidence != Certainty::Exact || In.Operands.empty())
    return false;
  write(In.Operands[0], Value(int64_t(I.Active.Lanes)), PtxWord32);
  return true;
}

bool Interpreter::Assembly::hasUniformResult(const PtxInstruction &In) {
  // A shuffle of what all lanes share.
  if (In.Opcode == PtxOpcode::Shfl && In.Operands.size() > 1)
    return isUniform(In.Operands[1]);
  if (effectOf(In.Opcode) == PtxEffect::Uniform)
    return true;
  if (effectOf(In.Opcode) != PtxEffect::Pure)
    return false;
  bool IsUniform = true;
  for (const PtxOperand &O : llvm::drop_begin(In.Operands))
    IsUniform &= O.Kind == PtxOperand::Immediate || isUniform(O);
  return IsUniform;
}

/// Reports a shared address that an unknown instruction gets.
void Interpreter::Assembly::escapeOperand(const PtxInstruction &In,
                                          const PtxOperand &O) {
  for (const PtxOperand &Part : O.Parts)
    escapeOperand(In, Part);
  Slot *Found = slotOf(O);
  if (!Found || !Found->IsSet || !Found->Content.Address)
    return;
  bool IsToShared = isShared(Found->Content);
  I.escape(Found->Content, siteOf(O));
  if (IsToShared)
    record(AccessOperation::Load, RequestKind::Load,
           I.lost(I.P.reason(ReasonKind::AssemblyAddress, In.text())),
           UnknownSizeBytes, false, O);
}

void Interpreter::Assembly::forgetResult(const PtxOperand &To, PtxType T,
                                         bool IsUniform) {
  bool IsWritable = To.Kind == PtxOperand::Placeholder
                        ? To.Number < Statement->getNumOutputs()
                        : To.Kind == PtxOperand::Register;
  if (IsWritable)
    write(To, unknown(T, IsUniform, ReasonKind::ComputedInAssembly), T);
}

/// An instruction that is not evaluated: the results become unknown.
void Interpreter::Assembly::performOther(const PtxInstruction &In) {
  bool IsUniform = hasUniformResult(In);
  if (effectOf(In.Opcode) == PtxEffect::Unknown) {
    ++I.Recorded.Code.Fence;
    for (const PtxOperand &O : In.Operands)
      escapeOperand(In, O);
  }
  if (In.Operands.empty())
    return;
  PtxType T = In.types().empty() ? PtxWord64 : In.types().front();
  const PtxOperand &To = In.Operands[0];
  if (To.Kind == PtxOperand::Vector)
    for (const PtxOperand &Part : To.Parts)
      forgetResult(Part, T, IsUniform);
  else
    forgetResult(To, T, IsUniform);
}
