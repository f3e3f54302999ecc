//===- IndexedBlocks.cpp - What indices tell of a kernel's block ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndexedBlocks.h"
#include "Bank/Gpu.h"
#include "Cuda/Intrinsics.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/MathExtras.h"
#include <set>

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;

namespace {
/// How an expression goes with the thread's three indices, and a constant part.
struct ThreadSum {
  std::array<int64_t, 3> Factors = {0, 0, 0};
  int64_t Constant = 0;
  bool hasThread() const { return Factors != std::array<int64_t, 3>{0, 0, 0}; }
};

/// Collects how sums number the threads of a block.
class NumberVisitor : public RecursiveASTVisitor<NumberVisitor> {
public:
  explicit NumberVisitor(const ASTContext &Context) : Context(Context) {}
  bool shouldVisitTemplateInstantiations() const { return true; }

  bool VisitBinaryOperator(BinaryOperator *E) {
    if (E->isAssignmentOp())
      noteSet(E->getLHS());
    else if (E->getOpcode() == BO_Add && !Inner.contains(E))
      Sums.push_back(E);
    if (E->getOpcode() == BO_Add)
      for (const Expr *Side : {E->getLHS(), E->getRHS()})
        Inner.insert(Side->IgnoreParenImpCasts());
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *E) {
    if (E->isIncrementDecrementOp() || E->getOpcode() == UO_AddrOf)
      noteSet(E->getSubExpr());
    return true;
  }

  std::optional<ThreadSum> sumOf(const Expr *E, unsigned Depth = 8) const;
  std::vector<const BinaryOperator *> Sums; ///< that are part of no other

private:
  void noteSet(const Expr *E) {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts()))
      Set.insert(Ref->getDecl());
  }
  std::optional<unsigned> threadIndexOf(const Expr *E) const;

  const ASTContext &Context;
  llvm::DenseSet<const Expr *> Inner;
  llvm::DenseSet<const ValueDecl *> Set;
};
} // namespace

/// 0 for `threadIdx.x`.
std::optional<unsigned> NumberVisitor::threadIndexOf(const Expr *E) const {
  llvm::StringRef Variable;
  char Component = 0;
  if (const auto *Property = dyn_cast<PseudoObjectExpr>(E);
      Property && Property->getResultExpr())
    E = Property->getResultExpr()->IgnoreParenImpCasts();
  if (const auto *Call = dyn_cast<CallExpr>(E); Call && Call->getDirectCallee())
    Variable = builtinVariableOf(*Call->getDirectCallee(), Component);
  if (const auto *Member = dyn_cast<MemberExpr>(E)) {
    const auto *Base =
        dyn_cast<DeclRefExpr>(Member->getBase()->IgnoreParenImpCasts());
    if (Base && Base->getDecl()->getIdentifier() &&
        Member->getMemberDecl()->getIdentifier() &&
        Member->getMemberDecl()->getName().size() == 1) {
      Variable = Base->getDecl()->getName();
      Component = Member->getMemberDecl()->getName()[0];
    }
  }
  if (Variable != "threadIdx" || Component < 'x' || Component > 'z')
    return std::nullopt;
  return Component - 'x';
}

/// None where a thread's index is part of it in another way. What all threads
/// share counts as nothing.
std::optional<ThreadSum> NumberVisitor::sumOf(const Expr *E,
                                              unsigned Depth) const {
  E = E->IgnoreParenCasts();
  if (!Depth || E->isValueDependent())
    return std::nullopt;
  Expr::EvalResult Number;
  ThreadSum Sum;
  if (!E->isGLValue() && E->getType()->isIntegerType() &&
      E->EvaluateAsInt(Number, Context)) {
    Sum.Constant = Number.Val.getInt().tryExtValue().value_or(0);
    return Sum;
  }
  if (const std::optional<unsigned> Index = threadIndexOf(E)) {
    Sum.Factors[*Index] = 1;
    return Sum;
  }
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *Variable = dyn_cast<VarDecl>(Ref->getDecl());
    if (!Variable || !Variable->hasLocalStorage() || !Variable->getInit() ||
        Set.contains(Variable) || llvm::isa<ParmVarDecl>(Variable))
      return ThreadSum(); // a parameter, or a counter
    return sumOf(Variable->getInit(), Depth - 1);
  }
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  std::optional<ThreadSum> A, B;
  if (Binary) {
    A = sumOf(Binary->getLHS(), Depth - 1);
    B = sumOf(Binary->getRHS(), Depth - 1);
    if (!A || !B)
      return std::nullopt;
  }
  if (Binary && Binary->isAdditiveOp()) {
    const int64_t Sign = Binary->getOpcode() == BO_Add ? 1 : -1;
    for (unsigned D = 0; D != 3; ++D)
      Sum.Factors[D] = A->Factors[D] + Sign * B->Factors[D];
    Sum.Constant = A->Constant + Sign * B->Constant;
    return Sum;
  }
  if (Binary &&
      (Binary->getOpcode() == BO_Mul || Binary->getOpcode() == BO_Shl)) {
    if (!A->hasThread() && !B->hasThread())
      return ThreadSum();
    if (!A->hasThread())
      std::swap(A, B);
    Expr::EvalResult Factor;
    const Expr *Other = A->hasThread() && !B->hasThread()
                            ? (sumOf(Binary->getRHS(), Depth - 1)->hasThread()
                                   ? Binary->getLHS()
                                   : Binary->getRHS())
                            : nullptr;
    if (!Other || !Other->EvaluateAsInt(Factor, Context))
      return std::nullopt;
    int64_t By = Factor.Val.getInt().tryExtValue().value_or(0);
    if (Binary->getOpcode() == BO_Shl)
      By = By >= 0 && By < 16 ? int64_t(1) << By : 0;
    for (int64_t &Each : A->Factors)
      Each *= By;
    A->Constant *= By;
    return A;
  }
  // Anything else: of the threads, or not.
  for (const Stmt *Child : E->children())
    if (const auto *Part = llvm::dyn_cast_or_null<Expr>(Child)) {
      const std::optional<ThreadSum> Inside = sumOf(Part, Depth - 1);
      if (!Inside || Inside->hasThread())
        return std::nullopt;
    }
  return ThreadSum();
}

std::optional<std::array<unsigned, 3>>
banklint::blockOfIndices(llvm::ArrayRef<const FunctionDecl *> Functions,
                         const ASTContext &Context) {
  NumberVisitor Visitor(Context);
  for (const FunctionDecl *Function : Functions)
    Visitor.TraverseStmt(Function->getBody());
  std::set<int64_t> Rows, Planes;
  for (const BinaryOperator *E : Visitor.Sums) {
    const std::optional<ThreadSum> Sum = Visitor.sumOf(E);
    if (!Sum || Sum->Factors[0] != 1 || Sum->Factors[1] < 2)
      continue;
    const auto &[X, Y, Z] = Sum->Factors;
    // A row that goes on behind the threads is no row of threads.
    if (Y > MaxBlockThreads || Sum->Constant % Y != 0)
      return std::nullopt;
    Rows.insert(Y);
    if (Z && (Z < Y || Z % Y))
      return std::nullopt;
    if (Z)
      Planes.insert(Z);
  }
  if (Rows.size() != 1 || Planes.size() > 1)
    return std::nullopt;
  // Other rows were seen to be those of matrices, and of padded tiles.
  constexpr int64_t LeastWidth = 4, MostWidth = 128;
  const int64_t Width = *Rows.begin();
  if (!llvm::isPowerOf2_64(uint64_t(Width)) || Width < LeastWidth ||
      Width > MostWidth)
    return std::nullopt;
  return std::array<unsigned, 3>{
      unsigned(Width), Planes.empty() ? 0 : unsigned(*Planes.begin() / Width),
      0};
}
