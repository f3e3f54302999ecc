//===- Atomics.cpp - Atomics that the lanes of a warp share ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Nvcc/Source/Atomics.h"
#include "Bank/Gpu.h"
#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/StmtVisitor.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/bit.h"

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;
using llvm::isa;

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

Combination AtomicCombiner::of(const SharedAtomic &Atomic, const Pool &P) {
  const llvm::StringRef Name = Atomic.Name;
  const bool IsSum =
      Name.starts_with("atomicAdd") || Name.starts_with("atomicSub");
  const Value &Place = Atomic.Place;
  if (!Place.isUniform())
    return (Atomic.IsUnused || IsSum) && isSameIn(Atomic.Active, Place)
               ? Combination::Possible
               : Combination::None;
  auto [Known, IsNew] = OfAddresses.try_emplace(Atomic.Address);
  if (IsNew)
    Known->second = SamenessVisitor().Visit(Atomic.Address);
  const Sameness Seen = Known->second;
  // What differs from warp to warp is made of a thread index, too.
  llvm::SmallVector<const Variable *, 4> Symbols;
  P.symbols(Place, Symbols);
  if (Seen == Sameness::OfThread ||
      llvm::any_of(Symbols, [](const Variable *V) {
        return V->Role == SymbolKind::WarpShift;
      }))
    return Combination::None;
  const bool IsSeen = Seen == Sameness::Plain && !Atomic.IsGeneric;
  if (Atomic.IsUnused)
    return IsSeen ? Combination::Sure : Combination::Possible;
  if (!IsSum)
    return Combination::None;
  return IsSeen && Atomic.Operand.isUniform() ? Combination::Sure
                                              : Combination::Possible;
}

bool banklint::isOneWordIn(LaneMask Active, const Value &Place) {
  return Place.isUniform() || isSameIn(Active, Place);
}
