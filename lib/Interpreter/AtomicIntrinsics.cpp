//===- AtomicIntrinsics.cpp - Atomics on shared memory --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AddressKinds.h"
#include "IntrinsicCall.h"
#include "clang/AST/Attr.h"
#include "clang/AST/StmtVisitor.h"
#include "llvm/ADT/StringSwitch.h"

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;

//===----------------------------------------------------------------------===//
// Which instruction it becomes
//===----------------------------------------------------------------------===//

namespace {
/// Whether the compiler can see that an expression is the same in all lanes.
enum class Sameness {
  Plain,    ///< made of shared variables, constants, arguments, block indices
  OfThread, ///< a sum with a thread index: what the compiler knows to differ
  Unclear,  ///< depends on what it makes of variables, quotients, masks
};

Sameness worst(Sameness A, Sameness B) { return std::max(A, B); }

class SamenessVisitor : public ConstStmtVisitor<SamenessVisitor, Sameness> {
public:
  Sameness VisitExpr(const Expr *E) {
    if (isa<CallExpr>(E))
      return Sameness::Unclear;
    return ofChildren(E, Sameness::Plain);
  }
  Sameness VisitParenExpr(const ParenExpr *E) { return Visit(E->getSubExpr()); }
  Sameness VisitCastExpr(const CastExpr *E) { return Visit(E->getSubExpr()); }
  Sameness VisitOpaqueValueExpr(const OpaqueValueExpr *E) {
    return E->getSourceExpr() ? Visit(E->getSourceExpr()) : Sameness::Unclear;
  }
  Sameness VisitBinaryOperator(const BinaryOperator *E) {
    const bool IsSum = E->isAdditiveOp() || E->getOpcode() == BO_Mul;
    return ofChildren(E, IsSum ? Sameness::Plain : Sameness::Unclear);
  }
  Sameness VisitPseudoObjectExpr(const PseudoObjectExpr *E) {
    const auto *Property =
        dyn_cast<MSPropertyRefExpr>(E->getSyntacticForm()->IgnoreParens());
    return Property ? Visit(Property->getBaseExpr()) : Sameness::Unclear;
  }
  Sameness VisitDeclRefExpr(const DeclRefExpr *E) {
    const auto *Variable = dyn_cast<VarDecl>(E->getDecl());
    if (!Variable)
      return llvm::isa<EnumConstantDecl>(E->getDecl()) ? Sameness::Plain
                                                       : Sameness::Unclear;
    if (const auto *Parameter = dyn_cast<ParmVarDecl>(Variable)) {
      const auto *Owner =
          dyn_cast<FunctionDecl>(Parameter->getParentFunctionOrMethod());
      return Owner && Owner->hasAttr<CUDAGlobalAttr>() ? Sameness::Plain
                                                       : Sameness::Unclear;
    }
    if (Variable->hasAttr<CUDASharedAttr>() || Variable->isConstexpr())
      return Sameness::Plain;
    if (Variable->isLocalVarDecl())
      return Variable->getType().isConstQualified() && Variable->getInit()
                 ? Visit(Variable->getInit())
                 : Sameness::Unclear;
    return llvm::StringSwitch<Sameness>(Variable->getName())
        .Cases({"blockIdx", "gridDim", "blockDim"}, Sameness::Plain)
        .Case("threadIdx", Sameness::OfThread)
        .Default(Sameness::Unclear);
  }

private:
  /// Anything but sums with a thread index may yet be the same.
  Sameness ofChildren(const Expr *E, Sameness IfOfThread) {
    Sameness All = Sameness::Plain;
    for (const Stmt *Child : E->children()) {
      const auto *Part = llvm::dyn_cast_or_null<Expr>(Child);
      All = worst(All, Part ? Visit(Part) : Sameness::Unclear);
    }
    return All == Sameness::OfThread ? worst(All, IfOfThread) : All;
  }
};
} // namespace

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

/// Where the compiler sees that all lanes name one word, it may combine them
/// and send one lane's request.
bool Interpreter::IntrinsicCall::isCombinable(RequestKind Kind,
                                              QualType Element) const {
  llvm::StringRef Name = nameOf(Callee);
  return Kind == RequestKind::Atomic && I.Types.sizeOf(Element) == 4 &&
         I.Types.isInteger(Element) && !Name.starts_with("atomicExch") &&
         !Name.starts_with("atomicInc") && !Name.starts_with("atomicDec");
}

/// Machine code of nvcc 13.0 for sm_90: operations whose result is unused are
/// combined (REDUX, or POPC of the voters, and one ATOMS), whatever they add;
/// of those whose result is used, additions of a number that the lanes share.
/// Additions of other numbers take one of two paths.
Interpreter::IntrinsicCall::Combination
Interpreter::IntrinsicCall::combinationOf(RequestKind Kind, QualType Element,
                                          const Pointer &At,
                                          const Value &Operand) const {
  if (!isCombinable(Kind, Element) || !isShared(At) ||
      !I.flatten(&At)->WithinBytes.isUniform())
    return Combination::None;
  const Sameness Seen = SamenessVisitor().Visit(argument(0));
  if (Seen == Sameness::OfThread)
    return Combination::None;
  const bool IsSeen = Seen == Sameness::Plain && !At.IsGeneric;
  if (I.Unused == Call)
    return IsSeen ? Combination::Sure : Combination::Possible;
  llvm::StringRef Name = nameOf(Callee);
  if (!Name.starts_with("atomicAdd") && !Name.starts_with("atomicSub"))
    return Combination::None;
  return IsSeen && Operand.isUniform() ? Combination::Sure
                                       : Combination::Possible;
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
  return unknown(false, ReasonKind::AtomicResult);
}

//===----------------------------------------------------------------------===//
// Compare-and-swap loops
//===----------------------------------------------------------------------===//

/// Whether every active lane is known to have bytes of its own.
static bool areDisjoint(const Value &OffsetBytes, LaneMask Active,
                        unsigned Bytes) {
  if (!llvm::all_of(OffsetBytes.terms(), [](const Term &T) {
        return T.Factor.isSame() && T.What->IsUniform;
      }))
    return false;
  llvm::SmallVector<int64_t, WarpLanes> Offsets;
  for (unsigned Lane = 0; Lane != WarpLanes; ++Lane)
    if (Active >> Lane & 1)
      Offsets.push_back(OffsetBytes.constant()[Lane]);
  llvm::sort(Offsets);
  for (size_t N = 1; N < Offsets.size(); ++N)
    if (Offsets[N] - Offsets[N - 1] < int64_t(Bytes))
      return false;
  return true;
}

/// An operation that shared memory has no instruction for, such as adding
/// floats, is a load and a compare-and-swap that is repeated until it succeeds
/// (LDS and ATOMS.CAST.SPIN in machine code of nvcc 13.0 for sm_90; measured
/// there). If no two lanes name the same bytes, it succeeds at once.
AccessRecord *Interpreter::recordRetriedAtomic(const Pointer *At,
                                               unsigned Bytes,
                                               const Expr *Site) {
  Request R;
  R.Kind = RequestKind::AtomicCas;
  R.BytesPerLane = Bytes;
  bool IsKnown = isShared(*At) && hasRule(R);
  if (IsKnown)
    record(AccessOperation::Load, RequestKind::Load, At, Bytes,
           /*IsVolatile=*/true, Site);
  if (IsKnown && areDisjoint(flatten(At)->WithinBytes, Active.Lanes, Bytes)) {
    AccessRecord *New =
        record(AccessOperation::Atomic, R.Kind, At, Bytes, false, Site);
    if (New)
      New->IsUncertain = true; // other warps may name the same bytes
    return New;
  }
  return record(AccessOperation::Atomic, R.Kind,
                lost(why(ReasonKind::RetriedAtomic, Site->getBeginLoc())),
                Bytes, false, Site);
}
