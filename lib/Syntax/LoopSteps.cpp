//===- LoopSteps.cpp - By what loops count --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The questions of CompileTime about the increment of a loop, and about loops
// whose bounds are a constant apart.
//
//===----------------------------------------------------------------------===//

#include "SameText.h"
#include "Syntax/CompileTime.h"
#include "clang/AST/ASTContext.h"
#include "llvm/Support/MathExtras.h"

using namespace banklint;
using namespace clang;
using llvm::cast;
using llvm::dyn_cast;

/// The variable that an expression is; null where it is another.
static const VarDecl *namedBy(const Expr *Name) {
  const auto *Reference =
      Name ? dyn_cast<DeclRefExpr>(Name->IgnoreParenImpCasts()) : nullptr;
  return Reference ? dyn_cast<VarDecl>(Reference->getDecl()) : nullptr;
}

const VarDecl *banklint::steppedBy(const Expr *Step) {
  Step = Step->IgnoreParenImpCasts();
  const Expr *Place = nullptr;
  if (const auto *Unary = dyn_cast<UnaryOperator>(Step);
      Unary && Unary->isIncrementDecrementOp())
    Place = Unary->getSubExpr();
  else if (const auto *Binary = dyn_cast<BinaryOperator>(Step);
           Binary && Binary->isAssignmentOp())
    Place = Binary->getLHS();
  return namedBy(Place);
}

static bool names(const Stmt *S, const VarDecl *Variable) {
  if (const auto *Reference = dyn_cast<DeclRefExpr>(S))
    return Reference->getDecl() == Variable;
  return llvm::any_of(S->children(), [&](const Stmt *Child) {
    return Child && names(Child, Variable);
  });
}

namespace {
/// A number as a sum of multiples of what is not taken apart.
class LinearSum {
public:
  /// What a variable is where it is named; null where that is not known.
  using Initializer = llvm::function_ref<const Expr *(const Expr *Name)>;

  LinearSum(const ASTContext &Context, Initializer InitializerOf)
      : Context(Context), InitializerOf(InitializerOf) {}

  void add(const Expr *E, int64_t Scale, unsigned Depth = 0);
  /// Set where nothing but a constant is left.
  std::optional<int64_t> constant() const {
    return isWithout() ? std::optional(Constant) : std::nullopt;
  }
  bool isMultipleOf(int64_t Number) const {
    return Constant % Number == 0 && llvm::all_of(Terms, [&](const Term &T) {
             return T.Factor % Number == 0;
           });
  }

private:
  struct Term {
    const Expr *Of;
    int64_t Factor;
  };
  bool isWithout() const {
    return llvm::all_of(Terms, [](const Term &T) { return T.Factor == 0; });
  }
  void addTerm(const Expr *E, int64_t Scale);
  std::optional<int64_t> valueOf(const Expr *E) const;

  const ASTContext &Context;
  const Initializer InitializerOf;
  int64_t Constant = 0;
  SmallVector<Term, 4> Terms;
};
} // namespace

/// Numbers beyond 2^20 are left alone, so that nothing overflows.
std::optional<int64_t> LinearSum::valueOf(const Expr *E) const {
  Expr::EvalResult Result;
  if (E->isValueDependent() || !E->getType()->isIntegralOrEnumerationType() ||
      !E->EvaluateAsInt(Result, Context))
    return std::nullopt;
  const llvm::APSInt &Number = Result.Val.getInt();
  if (Number.getSignificantBits() > 20)
    return std::nullopt;
  return Number.getExtValue();
}

void LinearSum::addTerm(const Expr *E, int64_t Scale) {
  for (Term &T : Terms)
    if (areSameText(T.Of, E, Context)) {
      T.Factor += Scale;
      return;
    }
  Terms.push_back({E, Scale});
}

void LinearSum::add(const Expr *E, int64_t Scale, unsigned Depth) {
  constexpr unsigned MaxDepth = 16;
  E = E->IgnoreParenImpCasts();
  if (const std::optional<int64_t> Number = valueOf(E)) {
    Constant += *Number * Scale;
    return;
  }
  if (Depth == MaxDepth || std::abs(Scale) > (1 << 20))
    return addTerm(E, Scale);
  if (const auto *Binary = dyn_cast<BinaryOperator>(E)) {
    const Expr *Left = Binary->getLHS(), *Right = Binary->getRHS();
    const BinaryOperatorKind Op = Binary->getOpcode();
    if (Op == BO_Add || Op == BO_Sub) {
      add(Left, Scale, Depth + 1);
      return add(Right, Op == BO_Add ? Scale : -Scale, Depth + 1);
    }
    if (Op == BO_Mul)
      for (const auto &[Factor, Other] :
           {std::pair(Left, Right), std::pair(Right, Left)})
        if (const std::optional<int64_t> Number = valueOf(Factor))
          return add(Other, Scale * *Number, Depth + 1);
  }
  const Expr *Initializer =
      E->getType()->isIntegerType() ? InitializerOf(E) : nullptr;
  if (Initializer)
    return add(Initializer, Scale, Depth + 1);
  addTerm(E, Scale);
}

namespace {

/// What an increment adds to its variable, or takes away from it.
struct Step {
  const Expr *Amount; ///< null where that is 1
  bool IsUp;
  QualType Type; ///< in which it is added
};

} // namespace

/// None where it does something else.
static std::optional<Step> stepOf(const Expr *Increment) {
  if (!Increment)
    return std::nullopt;
  Increment = Increment->IgnoreParenImpCasts();
  if (const auto *Unary = dyn_cast<UnaryOperator>(Increment)) {
    if (!Unary->isIncrementDecrementOp())
      return std::nullopt;
    return Step{nullptr, Unary->isIncrementOp(), Unary->getType()};
  }
  const auto *Binary = dyn_cast<BinaryOperator>(Increment);
  if (!Binary)
    return std::nullopt;
  if (Binary->getOpcode() == BO_AddAssign ||
      Binary->getOpcode() == BO_SubAssign)
    return Step{
        Binary->getRHS(), Binary->getOpcode() == BO_AddAssign,
        cast<CompoundAssignOperator>(Binary)->getComputationResultType()};
  // `i = i + 2`, `i = 2 + i`.
  const VarDecl *Stepped = steppedBy(Binary);
  const auto *Sum =
      dyn_cast<BinaryOperator>(Binary->getRHS()->IgnoreParenImpCasts());
  if (!Stepped || Binary->getOpcode() != BO_Assign || !Sum ||
      !Sum->isAdditiveOp())
    return std::nullopt;
  const bool IsUp = Sum->getOpcode() == BO_Add;
  if (namedBy(Sum->getLHS()) == Stepped)
    return Step{Sum->getRHS(), IsUp, Sum->getType()};
  if (namedBy(Sum->getRHS()) == Stepped && IsUp)
    return Step{Sum->getLHS(), IsUp, Sum->getType()};
  return std::nullopt;
}

std::optional<PartLoop> CompileTime::partLoop(const VarDecl *Counter,
                                              const Expr *Condition,
                                              const Expr *Increment) const {
  constexpr uint64_t MostOfABound = 8;
  const auto *Compared = llvm::dyn_cast_or_null<BinaryOperator>(
      Condition ? Condition->IgnoreParenImpCasts() : nullptr);
  if (!Counter || !Counter->getInit() || !Increment || !Compared ||
      (Compared->getOpcode() != BO_LT && Compared->getOpcode() != BO_LE))
    return std::nullopt;
  const auto *Tested =
      dyn_cast<DeclRefExpr>(Compared->getLHS()->IgnoreParenImpCasts());
  const std::optional<Step> By = stepOf(Increment);
  if (!Tested || Tested->getDecl() != Counter || !By || !By->IsUp ||
      steppedBy(Increment) != Counter ||
      Assignments.before(*Counter, *Tested).size() != 1)
    return std::nullopt;
  auto InitializerOf = [&](const Expr *Name) { return initializerOf(Name); };
  LinearSum First(Context, InitializerOf), Distance(Context, InitializerOf),
      Amount(Context, InitializerOf);
  if (By->Amount)
    Amount.add(By->Amount, 1);
  const int64_t Step = By->Amount ? Amount.constant().value_or(0) : 1;
  if (Step <= 0)
    return std::nullopt;
  First.add(Counter->getInit(), 1);
  Distance.add(Compared->getRHS(), 1);
  Distance.add(Counter->getInit(), -1);
  const std::optional<int64_t> Constant = Distance.constant();
  if (!Constant)
    return std::nullopt;
  const int64_t Numbers = *Constant + (Compared->getOpcode() == BO_LE);
  if (Numbers <= 0)
    return std::nullopt;
  const uint64_t Iterations = llvm::divideCeil(uint64_t(Numbers), Step);
  const bool IsCounted =
      llvm::isPowerOf2_64(Numbers) && Step == 1 && First.isMultipleOf(Numbers);
  return PartLoop{Iterations, IsCounted || Iterations <= MostOfABound};
}

const Expr *banklint::countingStep(const Expr *Increment,
                                   const Expr *Condition) {
  if (!Increment || !Condition)
    return Increment;
  // `++p, (void)--n`, as libraries have it.
  const auto *Cast = dyn_cast<ExplicitCastExpr>(Increment->IgnoreParens());
  if (Cast && Cast->getCastKind() == CK_ToVoid)
    return countingStep(Cast->getSubExpr(), Condition);
  const auto *Comma =
      dyn_cast<BinaryOperator>(Increment->IgnoreParenImpCasts());
  if (!Comma || Comma->getOpcode() != BO_Comma)
    return Increment;
  for (const Expr *Part : {Comma->getLHS(), Comma->getRHS()}) {
    const Expr *Step = countingStep(Part, Condition);
    const VarDecl *Variable = steppedBy(Step);
    if (Variable && names(Condition, Variable))
      return Step;
  }
  return Increment;
}

namespace {
/// Finds what changes one variable, and whether it always runs.
class StepFinder {
public:
  explicit StepFinder(const VarDecl *Variable) : Variable(Variable) {}

  void visit(const Stmt *S, bool IsSure) {
    const auto *E = dyn_cast<Expr>(S);
    if (E && steppedBy(E) == Variable) {
      if (Found || !IsSure || !stepOf(E))
        IsOther = true;
      Found = E;
    } else if (const auto *Unary = dyn_cast<UnaryOperator>(S);
               Unary && Unary->getOpcode() == UO_AddrOf &&
               namedBy(Unary->getSubExpr()) == Variable) {
      IsOther = true;
    }
    const auto *Binary = dyn_cast<BinaryOperator>(S);
    const bool MayBeSkipped =
        isa<IfStmt, SwitchStmt, ForStmt, WhileStmt, DoStmt, CXXForRangeStmt,
            AbstractConditionalOperator, LambdaExpr, CXXTryStmt>(S) ||
        (Binary && Binary->isLogicalOp());
    for (const Stmt *Child : S->children())
      if (Child)
        visit(Child, IsSure && !MayBeSkipped);
  }
  const Expr *step() const { return IsOther ? nullptr : Found; }

private:
  const VarDecl *Variable;
  const Expr *Found = nullptr;
  bool IsOther = false;
};
} // namespace

const Expr *banklint::stepInBody(const Stmt &Body, const Expr *Condition) {
  const auto *Compared = llvm::dyn_cast_or_null<BinaryOperator>(
      Condition ? Condition->IgnoreParenImpCasts() : nullptr);
  if (!Compared || !Compared->isComparisonOp())
    return nullptr;
  for (const Expr *Side : {Compared->getLHS(), Compared->getRHS()})
    if (const VarDecl *Variable = namedBy(Side);
        Variable && Variable->hasLocalStorage()) {
      StepFinder Finder(Variable);
      Finder.visit(&Body, /*IsSure=*/true);
      if (const Expr *Step = Finder.step())
        return Step;
    }
  return nullptr;
}

bool CompileTime::isConstantStep(const Expr *Increment) const {
  const std::optional<Step> Known = stepOf(Increment);
  return Known && (!Known->Amount || isConstant(Known->Amount));
}

bool CompileTime::isSignedStepUp(const Expr *Increment) {
  const std::optional<Step> Known = stepOf(Increment);
  return Known && Known->IsUp && Known->Type->isSignedIntegerType();
}
