//===- AssemblyAccess.cpp - What assembly does at an address --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Candidates/AssemblyAccess.h"
#include "Bank/Gpu.h"
#include "Ptx/Ptx.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <optional>

using namespace banklint;
using namespace clang;
using llvm::StringRef;

static bool names(const PtxOperand &O, unsigned Number) {
  return (O.Kind == PtxOperand::Placeholder && O.Number == int64_t(Number)) ||
         llvm::any_of(O.Parts, [&](const PtxOperand &Part) {
           return names(Part, Number);
         });
}

/// The bytes at each address of a lane; 0 of an instruction that may access
/// more than its type says.
static int64_t bytesPerLane(const PtxInstruction &I) {
  switch (I.Opcode) {
  case PtxOpcode::Ld:
  case PtxOpcode::St:
  case PtxOpcode::Atom:
  case PtxOpcode::Red:
    return int64_t(I.lastType().Bits) / 8 * I.vectorLength();
  case PtxOpcode::Ldmatrix:
  case PtxOpcode::Stmatrix:
    return MaxAccessBytes;
  case PtxOpcode::Cp:
    return I.startsWith("cp.async") && !I.has("bulk") ? MaxAccessBytes : 0;
  default:
    return 0;
  }
}

bool banklint::isMove(PtxOpcode Opcode) {
  switch (Opcode) {
  case PtxOpcode::Mov:
  case PtxOpcode::Cvt:
  case PtxOpcode::Cvta:
  case PtxOpcode::Add:
  case PtxOpcode::Sub:
    return true;
  default:
    return false;
  }
}

/// The bytes that an instruction accesses at an operand and nowhere beside it;
/// 0 where it does anything else with that.
static int64_t bytesAt(const PtxInstruction &I, unsigned Number) {
  auto IsNamed = [&](const PtxOperand &O) { return names(O, Number); };
  const auto At = llvm::find_if(I.Operands, IsNamed);
  const bool IsExact = At != I.Operands.end() &&
                       At->Kind == PtxOperand::Address && At->Number == 0 &&
                       At->Parts.size() == 1 &&
                       std::none_of(At + 1, I.Operands.end(), IsNamed) &&
                       llvm::none_of(I.Guard, IsNamed) && !I.IsTooDeep &&
                       I.space() == PtxSpace::Shared;
  return IsExact ? bytesPerLane(I) : 0;
}

AssemblyAccess banklint::assemblyAccess(const GCCAsmStmt &S,
                                        const Expr *Operand) {
  llvm::SmallVector<StringRef, 8> Names;
  for (unsigned N = 0; N != S.getNumOutputs(); ++N)
    Names.push_back(S.getOutputName(N));
  std::optional<unsigned> Number;
  for (unsigned N = 0; N != S.getNumInputs(); ++N) {
    // One that no output shares, and of the state space of shared memory.
    if (S.getInputExpr(N) == Operand && S.getInputConstraint(N) == "r")
      Number = Names.size();
    Names.push_back(S.getInputName(N));
  }
  const PtxText Text = parsePtx(S.getAsmString(), Names);
  if (llvm::all_of(Text.Instructions,
                   [](const PtxInstruction &I) { return isMove(I.Opcode); }))
    return {AssemblyAccess::Move, 0};
  AssemblyAccess Result{AssemblyAccess::Exact, 0};
  for (const PtxInstruction &I : Text.Instructions) {
    auto IsNamed = [&](const PtxOperand &O) {
      return Number && names(O, *Number);
    };
    if (llvm::none_of(I.Operands, IsNamed) && llvm::none_of(I.Guard, IsNamed))
      continue;
    const int64_t Bytes = bytesAt(I, *Number);
    if (!Bytes)
      return {};
    Result.Bytes = std::max(Result.Bytes, Bytes);
  }
  return Result.Bytes ? Result : AssemblyAccess();
}
