//===- AtomicIntrinsics.cpp - Atomics on shared memory --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AddressKinds.h"
#include "IntrinsicCall.h"
#include "clang/AST/Attr.h"

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;

//===----------------------------------------------------------------------===//
// Which instruction it becomes
//===----------------------------------------------------------------------===//

/// An address that the compiler can see to be the same in all lanes: made of
/// shared variables, constants, arguments of the kernel and block indices.
static bool isPlainlyUniform(const Expr *E) {
  E = E->IgnoreParenCasts();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *Variable = dyn_cast<VarDecl>(Ref->getDecl());
    if (!Variable)
      return llvm::isa<EnumConstantDecl>(Ref->getDecl());
    if (const auto *Parameter = dyn_cast<ParmVarDecl>(Variable)) {
      const auto *Owner =
          dyn_cast<FunctionDecl>(Parameter->getParentFunctionOrMethod());
      return Owner && Owner->hasAttr<CUDAGlobalAttr>();
    }
    return Variable->hasAttr<CUDASharedAttr>() || Variable->isConstexpr() ||
           Variable->getName() == "blockIdx" ||
           Variable->getName() == "gridDim";
  }
  if (llvm::isa<CallExpr>(E) || llvm::isa<PseudoObjectExpr>(E))
    return false;
  return llvm::all_of(E->children(), [](const Stmt *Child) {
    const auto *Part = llvm::dyn_cast_or_null<Expr>(Child);
    return Part && isPlainlyUniform(Part);
  });
}

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

/// Where the compiler sees that all lanes name one word, it combines them and
/// sends one lane's request (machine code of nvcc 13.0 for sm_90; not for
/// exchanges).
bool Interpreter::IntrinsicCall::isCombinable(RequestKind Kind,
                                              QualType Element) const {
  llvm::StringRef Name = nameOf(Callee);
  return Kind == RequestKind::Atomic && I.Types.sizeOf(Element) == 4 &&
         I.Types.isInteger(Element) && !Name.starts_with("atomicExch") &&
         !Name.starts_with("atomicInc") && !Name.starts_with("atomicDec");
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
  bool MayCombine = isCombinable(R.Kind, Element);
  LaneMask Before = I.Active.Lanes;
  if (MayCombine && !At->IsGeneric && isPlainlyUniform(argument(0)))
    I.Active.Lanes &= ~(I.Active.Lanes - 1); // the lowest lane
  bool HasInstruction =
      Function != Intrinsic::AtomicAdd || I.Types.isInteger(Element);
  AccessRecord *New = HasInstruction && hasRule(R)
                          ? I.record(AccessOperation::Atomic, R.Kind, At,
                                     R.BytesPerLane, false, Call)
                          : I.recordRetriedAtomic(At, R.BytesPerLane, Call);
  bool IsInDoubt = MayCombine && At->IsGeneric && isShared(*At) &&
                   I.flatten(At)->WithinBytes.isUniform();
  if (IsInDoubt && New)
    New->Doubt = "conflicts unless the compiler sees that all "
                 "lanes name one word, and combines them";
  I.Active.Lanes = Before;
}

Scalar Interpreter::IntrinsicCall::atomic() {
  Scalar Address = evaluate(0);
  Value Operand;
  for (unsigned N = 1; N < argumentCount(); ++N) {
    Value V = number(N);
    if (N == 1)
      Operand = V;
  }
  const Pointer *At = I.dereference(Address, argument(0));
  if (mayBeShared(*At))
    recordAtomic(At, Operand);
  return unknown(false, "returned by an atomic");
}

//===----------------------------------------------------------------------===//
// Compare-and-swap loops
//===----------------------------------------------------------------------===//

/// An operation that shared memory has no instruction for, such as adding
/// floats, is a load and a compare-and-swap that is repeated until it succeeds
/// (LDS and ATOMS.CAST.SPIN in machine code of nvcc 13.0 for sm_90; measured
/// there). How often, and in which lanes, is up to the lanes and warps that
/// name the same bytes: the load is that of the first attempt, and of the whole
/// loop nothing is said, wherever it goes.
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
      Attempt->IsUncertain = true;
  return record(
      AccessOperation::Atomic, R.Kind,
      lost(why("atomic that retries until it succeeds: its cost depends on "
               "contention,",
               Site->getBeginLoc())),
      Bytes, false, Site);
}
