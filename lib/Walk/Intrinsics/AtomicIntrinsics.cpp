//===- AtomicIntrinsics.cpp - Atomics on shared memory --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bank/BankModel.h"
#include "Bank/Gpu.h"
#include "Intrinsics/IntrinsicCall.h"
#include "Nvcc/Rules/Modes.h"
#include "State/AddressKinds.h"
#include "llvm/ADT/bit.h"

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;

//===----------------------------------------------------------------------===//
// Which instruction it becomes
//===----------------------------------------------------------------------===//

static llvm::StringRef nameOf(const FunctionDecl *Callee) {
  return Callee && Callee->getIdentifier() ? Callee->getName() : "";
}

/// Counting is a request of its own: adding 1, or incrementing up to the
/// largest number, without use of the result.
RequestKind Interpreter::IntrinsicCall::atomicKind(const Value &Operand,
                                                   QualType Element) const {
  if (I.Unused == Call && Operand.isNumber() && Operand.launchTerms().empty()) {
    if (Function == Intrinsic::AtomicAdd && Operand.isNumber(1) &&
        I.Types.sizeOf(Element) == 4 && I.Types.isInteger(Element))
      return RequestKind::AtomicIncrement;
    if (nameOf(Callee).starts_with("atomicInc") &&
        uint32_t(Operand.constant().same()) == UINT32_MAX)
      return RequestKind::AtomicIncrement;
  }
  return Function == Intrinsic::AtomicCas ? RequestKind::AtomicCas
                                          : RequestKind::Atomic;
}

/// Whether an operation is one that is combined where all lanes name one word.
bool Interpreter::IntrinsicCall::isCombinable(RequestKind Kind,
                                              QualType Element) const {
  llvm::StringRef Name = nameOf(Callee);
  return Kind == RequestKind::Atomic && I.Types.sizeOf(Element) == 4 &&
         I.Types.isInteger(Element) && !Name.starts_with("atomicExch") &&
         !Name.starts_with("atomicInc") && !Name.starts_with("atomicDec");
}

bool Interpreter::isOneWord(const Pointer &At) {
  const Value Place = flatten(&At)->WithinBytes;
  return isOneWordIn(Active.Lanes, Place);
}

/// Whether the requests of the lanes are combined into one.
Combination
Interpreter::IntrinsicCall::combinationOf(RequestKind Kind, QualType Element,
                                          const Pointer &At,
                                          const Value &Operand) const {
  if (!isCombinable(Kind, Element) || !isShared(At))
    return Combination::None;
  return I.Facts.Atomics.of({nameOf(Callee), I.Unused == Call, argument(0),
                             I.flatten(&At)->WithinBytes, I.Active.Lanes,
                             At.IsGeneric, Operand},
                            I.P);
}

//===----------------------------------------------------------------------===//
// Records
//===----------------------------------------------------------------------===//

void Interpreter::IntrinsicCall::recordAtomic(const Pointer *At,
                                              const Value &Operand) {
  assert(mayBeShared(*At) && "other atomics are not recorded");
  QualType Element = argument(0)->getType()->getPointeeType();
  Request R;
  R.Kind = atomicKind(Operand, Element);
  R.BytesPerLane = unsigned(I.Types.sizeOf(Element));
  const Combination Combined = combinationOf(R.Kind, Element, *At, Operand);
  LaneMask Before = I.Active.Lanes;
  if (Combined == Combination::Sure)
    I.Active.Lanes &= ~(I.Active.Lanes - 1); // the lowest lane
  bool HasInstruction =
      Function != Intrinsic::AtomicAdd || I.Types.isInteger(Element);
  AccessRecord *New = HasInstruction && hasRule(R)
                          ? I.record(AccessOperation::Atomic, R.Kind, At,
                                     R.BytesPerLane, false, Call)
                          : I.recordRetriedAtomic(At, R.BytesPerLane, Call);
  if (Combined == Combination::Possible && New)
    New->Doubt = ReasonKind::CombinedAtomics;
  // Measured: twice what it takes where the space is known.
  if (R.Kind == RequestKind::AtomicCas && At->IsGeneric && New)
    New->InexactBy |= inexactBy(ModelRule::Atomics);
  I.Active.Lanes = Before;
}

Scalar Interpreter::IntrinsicCall::atomic() {
  Scalar Address = evaluate(0);
  Value Operand = I.nobody().Number;
  for (unsigned N = 1; N < argumentCount(); ++N) {
    Value V = number(N);
    if (N == 1)
      Operand = V;
  }
  const Pointer *At = I.dereference(Address, argument(0));
  if (mayBeShared(*At))
    recordAtomic(At, Operand);
  return unknown(false, ReasonKind::AtomicResult);
}

//===----------------------------------------------------------------------===//
// Compare-and-swap loops
//===----------------------------------------------------------------------===//

/// An operation that shared memory has no instruction for, such as adding
/// floats, is a load and a compare-and-swap that is repeated until it succeeds
/// (LDS and ATOMS.CAST.SPIN in machine code for sm_90; measured there). How
/// often, and in which lanes, is up to the lanes and warps that name the same
/// bytes: the load is that of the first attempt, and of the whole loop nothing
/// is said, wherever it goes.
AccessRecord *Interpreter::recordRetriedAtomic(const Pointer *At,
                                               unsigned Bytes,
                                               const Expr *Site) {
  Request R;
  R.Kind = RequestKind::AtomicCas;
  R.BytesPerLane = Bytes;
  if (isShared(*At) && hasRule(R))
    if (AccessRecord *Attempt =
            record(AccessOperation::Load, RequestKind::Load, At, Bytes,
                   /*IsVolatile=*/true, Site))
      Attempt->InexactBy |= inexactBy(ModelRule::Atomics);
  const Reason Why = why(ReasonKind::RetriedAtomic, Site->getBeginLoc());
  AccessRecord *Loop =
      record(AccessOperation::Atomic, R.Kind, isShared(*At) ? At : lost(Why),
             Bytes, false, Site);
  if (Loop)
    Loop->Why = Why;
  return Loop;
}
