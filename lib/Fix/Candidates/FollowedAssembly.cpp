//===- FollowedAssembly.cpp - Addresses in inline assembly ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a statement accesses by an address, the walk shows. Here is asked which
// of its outputs the address comes to:
//
//     "{ .reg .u64 a; cvta.to.shared.u64 a, %1; cvt.u32.u64 %0, a; }"
//
//===----------------------------------------------------------------------===//

#include "Candidates/AddressFollower.h"
#include "Candidates/AssemblyAccess.h"
#include "Ptx/Ptx.h"
#include "llvm/ADT/StringSet.h"

using namespace banklint;
using namespace clang;
using llvm::StringRef;

namespace {
/// The operands and registers of a text that hold an address.
class AddressRegisters {
public:
  explicit AddressRegisters(llvm::SmallSetVector<unsigned, 4> Operands)
      : Operands(std::move(Operands)) {}

  /// Adds those that instructions move addresses to. False where something else
  /// is made of one than a sum.
  bool follow(const PtxText &Text);
  const llvm::SmallSetVector<unsigned, 4> &operands() const { return Operands; }

private:
  bool holds(const PtxOperand &O) const;
  bool add(const PtxOperand &O);

  llvm::SmallSetVector<unsigned, 4> Operands; ///< of the statement
  llvm::StringSet<> Registers;                ///< of the text's own
};
} // namespace

/// Whether an operand has the address, not what lies there.
bool AddressRegisters::holds(const PtxOperand &O) const {
  switch (O.Kind) {
  case PtxOperand::Placeholder:
    return O.Number >= 0 && Operands.contains(unsigned(O.Number));
  case PtxOperand::Register:
    return Registers.contains(O.Name);
  case PtxOperand::Vector:
    return llvm::any_of(O.Parts,
                        [&](const PtxOperand &Part) { return holds(Part); });
  default:
    return false;
  }
}

/// False where it is known.
bool AddressRegisters::add(const PtxOperand &O) {
  if (O.Kind == PtxOperand::Placeholder)
    return O.Number >= 0 && Operands.insert(unsigned(O.Number));
  return O.Kind == PtxOperand::Register && Registers.insert(O.Name).second;
}

bool AddressRegisters::follow(const PtxText &Text) {
  for (bool Grows = true; Grows;) {
    Grows = false;
    for (const PtxInstruction &I : Text.Instructions) {
      if (I.IsTooDeep ||
          llvm::any_of(I.Guard, [&](const PtxOperand &O) { return holds(O); }))
        return false;
      const auto Sources =
          llvm::ArrayRef(I.Operands).drop_front(I.Operands.empty() ? 0 : 1);
      if (!isMove(I.Opcode)) {
        // What is in brackets is accessed.
        if (I.Opcode != PtxOpcode::Isspacep &&
            llvm::any_of(Sources,
                         [&](const PtxOperand &O) { return holds(O); }))
          return false;
        continue;
      }
      for (const auto &[Place, Source] : llvm::enumerate(Sources)) {
        if (!holds(Source))
          continue;
        if (Source.Kind == PtxOperand::Vector ||
            I.Operands[0].Kind == PtxOperand::Vector ||
            (I.Opcode == PtxOpcode::Sub && Place != 0))
          return false;
        Grows |= add(I.Operands[0]);
      }
    }
  }
  return true;
}

void AddressFollower::VisitGCCAsmStmt(const GCCAsmStmt *S, const Expr *E) {
  if (isElement(E) && !Numbers.contains(E))
    return; // its value
  llvm::SmallSetVector<unsigned, 4> Given;
  llvm::SmallVector<StringRef, 8> Names;
  const unsigned Outputs = S->getNumOutputs();
  for (unsigned N = 0; N != Outputs; ++N) {
    Names.push_back(S->getOutputName(N));
    if (S->getOutputExpr(N) == E && S->isOutputPlusConstraint(N))
      Given.insert(N);
  }
  for (unsigned N = 0; N != S->getNumInputs(); ++N) {
    Names.push_back(S->getInputName(N));
    if (S->getInputExpr(N) != E)
      continue;
    Given.insert(Outputs + N);
    unsigned Tied = 0; // "0" names the first output's register
    if (!StringRef(S->getInputConstraint(N)).getAsInteger(10, Tied))
      Given.insert(Tied);
  }
  if (Given.empty())
    return; // it is written
  AddressRegisters Holding(std::move(Given));
  if (!Holding.follow(parsePtx(S->getAsmString(), Names)))
    return obstruct(ObstacleKind::AddressAsInteger, S);
  for (unsigned N : Holding.operands()) {
    if (N >= Outputs || S->getOutputExpr(N) == E)
      continue;
    const ValueDecl *Target = namedBy(S->getOutputExpr(N));
    if (!Target)
      return obstruct(ObstacleKind::AddressInMemory, S);
    bind(E, Target);
  }
}
