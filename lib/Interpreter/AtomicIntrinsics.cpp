//===- AtomicIntrinsics.cpp - Atomics on shared memory --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AddressKinds.h"
#include "Bank/BankModel.h"
#include "Bank/Gpu.h"
#include "IntrinsicCall.h"
#include "Nvcc/Rules/Modes.h"
#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/StmtVisitor.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/bit.h"

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;

//===----------------------------------------------------------------------===//
// Which instruction it becomes
//===----------------------------------------------------------------------===//

namespace {
/// Whether a local variable holds what it was initialized with wherever it is
/// used: all that is done with it is to load it.
class LoadsOnly : public RecursiveASTVisitor<LoadsOnly> {
public:
  static bool of(const VarDecl *Variable) {
    const auto *Function =
        dyn_cast<FunctionDecl>(Variable->getParentFunctionOrMethod());
    if (!Function || !Function->hasBody() || !Variable->getInit())
      return false;
    LoadsOnly Visitor(Variable);
    Visitor.TraverseStmt(Function->getBody());
    return Visitor.Uses == Visitor.Loads;
  }

  bool VisitDeclRefExpr(DeclRefExpr *E) {
    Uses += E->getDecl() == Variable;
    return true;
  }
  bool VisitImplicitCastExpr(ImplicitCastExpr *E) {
    const auto *Ref = dyn_cast<DeclRefExpr>(
        E->getSubExpr()->IgnoreParenNoopCasts(Variable->getASTContext()));
    Loads += E->getCastKind() == CK_LValueToRValue && Ref &&
             Ref->getDecl() == Variable;
    return true;
  }

private:
  explicit LoadsOnly(const VarDecl *Variable) : Variable(Variable) {}

  const VarDecl *Variable;
  unsigned Uses = 0, Loads = 0;
};

/// Whether the compiler can see that an expression is the same in all lanes.
enum class Sameness {
  Plain,    ///< made of shared variables, constants, arguments, block indices
  OfThread, ///< a sum with a thread index: what the compiler knows to differ
  Unclear,  ///< depends on what it makes of variables, quotients, masks
};

class SamenessVisitor : public ConstStmtVisitor<SamenessVisitor, Sameness> {
public:
  Sameness VisitExpr(const Expr *E) {
    const bool IsLeaf = E->child_begin() == E->child_end();
    if (isa<CallExpr>(E) || (IsLeaf && !isConstantOrObject(E)))
      return Sameness::Unclear;
    return ofChildren(E, Sameness::Plain);
  }
  Sameness VisitParenExpr(const ParenExpr *E) { return Visit(E->getSubExpr()); }
  Sameness VisitCastExpr(const CastExpr *E) { return Visit(E->getSubExpr()); }
  Sameness VisitOpaqueValueExpr(const OpaqueValueExpr *E) {
    return E->getSourceExpr() ? Visit(E->getSourceExpr()) : Sameness::Unclear;
  }
  Sameness VisitBinaryOperator(const BinaryOperator *E) {
    const bool IsSum =
        E->isAdditiveOp() || E->getOpcode() == BO_Mul || isQuotient(E);
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
      return LoadsOnly::of(Variable) ? Visit(Variable->getInit())
                                     : Sameness::Unclear;
    return llvm::StringSwitch<Sameness>(Variable->getName())
        .Cases({"blockIdx", "gridDim", "blockDim"}, Sameness::Plain)
        .Case("threadIdx", Sameness::OfThread)
        .Default(Sameness::Unclear);
  }

private:
  static bool isConstantOrObject(const Expr *E) {
    return isa<IntegerLiteral, CharacterLiteral, CXXBoolLiteralExpr,
               UnaryExprOrTypeTraitExpr, TypeTraitExpr, SizeOfPackExpr,
               CXXThisExpr>(E);
  }
  /// `threadIdx.x`, or a variable that is.
  static bool isThreadIndex(const Expr *E) {
    E = E->IgnoreParenCasts();
    if (isa<PseudoObjectExpr>(E) || isa<MemberExpr>(E))
      return SamenessVisitor().Visit(E) == Sameness::OfThread;
    const auto *Ref = dyn_cast<DeclRefExpr>(E);
    const auto *Variable = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    return Variable && Variable->isLocalVarDecl() && LoadsOnly::of(Variable) &&
           isThreadIndex(Variable->getInit());
  }
  /// Of a thread index, by a number that does not make it 0 in all threads that
  /// a block may have.
  static bool isQuotient(const BinaryOperator *E) {
    const auto *By = dyn_cast<IntegerLiteral>(E->getRHS()->IgnoreParenCasts());
    if (!By || !isThreadIndex(E->getLHS()))
      return false;
    const uint64_t Number = By->getValue().getLimitedValue();
    constexpr uint64_t Half = MaxBlockThreads / 2;
    return E->getOpcode() == BO_Shr
               ? Number <= llvm::Log2_64(Half)
               : E->getOpcode() == BO_Div && Number <= Half;
  }
  /// Anything but sums with a thread index may yet be the same.
  Sameness ofChildren(const Expr *E, Sameness IfOfThread) {
    Sameness All = Sameness::Plain;
    for (const Stmt *Child : E->children()) {
      const auto *Part = llvm::dyn_cast_or_null<Expr>(Child);
      All = std::max(All, Part ? Visit(Part) : Sameness::Unclear);
    }
    return All == Sameness::OfThread ? std::max(All, IfOfThread) : All;
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

/// Where lanes that a condition lets through name one word, and others would
/// not: the compiler may know it from there, as in `if (threadIdx.y == n)
/// atomicOr(&s[threadIdx.y], 1)`, where it writes `n` for the index.
static bool isSameIn(LaneMask Active, const Value &V) {
  if (!Active || !llvm::all_of(V.terms(), [](const Term &T) {
        return T.What->IsUniform && T.Factor.isSame();
      }))
    return false;
  const int64_t First = V.constant()[unsigned(llvm::countr_zero(Active))];
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane)
    if (Active >> Lane & 1 && V.constant()[Lane] != First)
      return false;
  return true;
}

bool Interpreter::isOneWord(const Pointer &At) {
  const Value Place = flatten(&At)->WithinBytes;
  return Place.isUniform() || isSameIn(Active.Lanes, Place);
}

/// Machine code of nvcc 13.0 for sm_90: operations whose result is unused are
/// combined (REDUX, or POPC of the voters, and one ATOMS), whatever they add;
/// of those whose result is used, additions of a number that the lanes share.
/// Additions of other numbers take one of two paths.
Interpreter::IntrinsicCall::Combination
Interpreter::IntrinsicCall::combinationOf(RequestKind Kind, QualType Element,
                                          const Pointer &At,
                                          const Value &Operand) const {
  if (!isCombinable(Kind, Element) || !isShared(At))
    return Combination::None;
  llvm::StringRef Name = nameOf(Callee);
  const bool IsSum =
      Name.starts_with("atomicAdd") || Name.starts_with("atomicSub");
  const Value Place = I.flatten(&At)->WithinBytes;
  if (!Place.isUniform())
    return (I.Unused == Call || IsSum) && isSameIn(I.Active.Lanes, Place)
               ? Combination::Possible
               : Combination::None;
  auto [Known, IsNew] = I.Facts.SamenessOfAddresses.try_emplace(argument(0));
  if (IsNew)
    Known->second = unsigned(SamenessVisitor().Visit(argument(0)));
  const auto Seen = Sameness(Known->second);
  // What differs from warp to warp is made of a thread index, too.
  llvm::SmallVector<const Variable *, 4> Symbols;
  I.P.symbols(Place, Symbols);
  if (Seen == Sameness::OfThread ||
      llvm::any_of(Symbols, [](const Variable *V) {
        return V->Role == SymbolKind::WarpShift;
      }))
    return Combination::None;
  const bool IsSeen = Seen == Sameness::Plain && !At.IsGeneric;
  if (I.Unused == Call)
    return IsSeen ? Combination::Sure : Combination::Possible;
  if (!IsSum)
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
  // Measured: twice what it takes where the space is known.
  if (R.Kind == RequestKind::AtomicCas && At->IsGeneric && New)
    New->InexactBy |= doubtBy(ModelRule::Atomics);
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
      Attempt->InexactBy |= doubtBy(ModelRule::Atomics);
  const Reason Why = why(ReasonKind::RetriedAtomic, Site->getBeginLoc());
  AccessRecord *Loop =
      record(AccessOperation::Atomic, R.Kind, isShared(*At) ? At : lost(Why),
             Bytes, false, Site);
  if (Loop)
    Loop->Why = Why;
  return Loop;
}
