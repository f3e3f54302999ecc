//===- Assembly.cpp - Interprets the PTX of an asm statement --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Assembly/Assembly.h"
#include "Values/Limits.h"

using namespace banklint;
using namespace clang;
using llvm::StringRef;

void Interpreter::runAssembly(const GCCAsmStmt *S) {
  Assembly(*this, S).run();
  ++Recorded.Code.Exchange;
}

const PtxText &Interpreter::ptxOf(const GCCAsmStmt *S) {
  std::unique_ptr<PtxText> &Text = Facts.ParsedAssembly[S];
  if (Text)
    return *Text;
  llvm::SmallVector<StringRef, 8> Names;
  for (unsigned N = 0; N != S->getNumOutputs(); ++N)
    Names.push_back(S->getOutputName(N));
  for (unsigned N = 0; N != S->getNumInputs(); ++N)
    Names.push_back(S->getInputName(N));
  Text = std::make_unique<PtxText>(parsePtx(S->getAsmString(), Names));
  return *Text;
}

Interpreter::Assembly::Assembly(Interpreter &I, const GCCAsmStmt *Statement)
    : I(I), Statement(Statement), Loc(Statement->getBeginLoc()),
      LineTableRange(Statement->getBeginLoc()) {
  for (unsigned N = 0; N != Statement->getNumOutputs(); ++N) {
    const Expr *Output = Statement->getOutputExpr(N);
    // The address of a plain variable is not computed, unless it is read.
    if (Statement->isOutputPlusConstraint(N) ||
        !llvm::isa<DeclRefExpr>(Output->IgnoreParens()))
      LineTableRange = Output->getSourceRange();
  }
  for (unsigned N = 0; N != Statement->getNumInputs(); ++N)
    if (std::string Constraint = Statement->getInputConstraint(N);
        Constraint != "n" && Constraint != "i")
      LineTableRange = Statement->getInputExpr(N)->getSourceRange();
}

void Interpreter::Assembly::run() {
  readInputs();
  if (I.stopped())
    return;
  Activity Before = I.Active;
  if (!I.IsHost) {
    const PtxText &Text = I.ptxOf(Statement);
    if (Text.HasLabels) {
      // A jump may skip instructions or repeat them.
      I.Active.Confidence = Certainty::Data;
      I.Active.Guard = Loc;
      I.Active.IsRepeated = true;
      I.Active.Times =
          I.Recorded.Scopes.unknown(I.Active.Times, CountDoubt::Jumps);
    }
    for (const PtxInstruction &In : Text.Instructions)
      if (!I.stopped())
        execute(In);
  }
  Before.Lanes = I.Active.Lanes;
  I.Active = Before;
  if (!I.stopped())
    storeOutputs();
}

void Interpreter::Assembly::execute(const PtxInstruction &In) {
  assert(In.Guard.size() <= 1 && "an instruction has at most one guard");
  if (In.Guard.empty())
    return perform(In);
  Split Lanes = I.decideHere(I.P.truth(read(In.Guard[0], PtxPredicate).Number));
  if (I.stopped() || !Lanes.True)
    return;
  assert(!IsGuarded && Deferred.empty() && "guards do not nest");
  IsGuarded = true;
  I.branch(Lanes, Loc, [&] { perform(In); }, [] {});
  IsGuarded = false;
  for (auto &[To, New] : Deferred) {
    if (To->IsSet && Lanes.False)
      New.Content = I.joinArms(Lanes, Loc, New.Content, To->Content);
    *To = New;
  }
  Deferred.clear();
}

void Interpreter::Assembly::perform(const PtxInstruction &In) {
  assert(I.Active.Lanes && "an instruction runs in at least one lane");
  if (In.IsTooDeep && I.Recorded.isOn())
    I.Gaps.push_back(
        {Loc, I.P.reason(ReasonKind::DeepOperand, limits::OperandDepth)});
  if (!performMemory(In) && !performControl(In) && !performArithmetic(In))
    performOther(In);
}

/// Barriers, fences, and the end of a thread.
bool Interpreter::Assembly::performControl(const PtxInstruction &In) {
  switch (In.Opcode) {
  case PtxOpcode::Exit:
  case PtxOpcode::Trap:
    I.Active.Lanes = 0;
    return true;
  case PtxOpcode::Bar:
  case PtxOpcode::Barrier:
    ++I.Recorded.Code.Fence;
    if (In.has("red") && !In.Operands.empty())
      write(In.Operands[0], unknown(In.lastType(), true, ReasonKind::Vote),
            In.lastType());
    return true;
  case PtxOpcode::Membar:
  case PtxOpcode::Fence:
    ++I.Recorded.Code.Fence;
    return true;
  case PtxOpcode::Elect:
    return electLane(In);
  case PtxOpcode::Activemask:
    return readActiveMask(In);
  default:
    return false;
  }
}

/// What reads or writes shared memory, or may do so.
bool Interpreter::Assembly::performMemory(const PtxInstruction &In) {
  switch (In.Opcode) {
  case PtxOpcode::Ld:
    load(In);
    return true;
  case PtxOpcode::St:
    store(In);
    return true;
  case PtxOpcode::Atom:
  case PtxOpcode::Red:
    atomic(In);
    return true;
  case PtxOpcode::Ldmatrix:
  case PtxOpcode::Stmatrix:
    matrix(In);
    return true;
  case PtxOpcode::Cp:
    asyncCopy(In);
    return true;
  case PtxOpcode::Mbarrier:
    barrierObject(In);
    return true;
  case PtxOpcode::Wgmma:
    warpgroupMatrix(In);
    return true;
  case PtxOpcode::Tcgen05:
    tensorCore(In);
    return true;
  case PtxOpcode::Wmma:
    if (In.has("mma"))
      return false;
    fragment(In);
    return true;
  case PtxOpcode::Mapa:
    mapAddress(In);
    return true;
  case PtxOpcode::Clusterlaunchcontrol:
    if (!In.has("try_cancel"))
      return false;
    recordUnknown(AccessOperation::Store, In, ReasonKind::AsyncAnswer);
    return true;
  default:
    return false;
  }
}
