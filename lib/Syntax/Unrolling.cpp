//===- Unrolling.cpp - Which iterations of a loop become one unroll block -===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Syntax/Unrolling.h"
#include "SameText.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace banklint;
using namespace clang;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

/// Arrays of locals become registers once the loops over them are unrolled.
static bool isInRegisters(const Expr *Base) {
  while (const auto *Outer = dyn_cast<ArraySubscriptExpr>(Base))
    Base = Outer->getBase()->IgnoreParenImpCasts();
  const auto *Reference = dyn_cast<DeclRefExpr>(Base);
  const auto *Variable =
      Reference ? dyn_cast<VarDecl>(Reference->getDecl()) : nullptr;
  return Variable && Variable->hasLocalStorage() &&
         Variable->getType()->isArrayType();
}

/// Of an expression, without the bodies of what it calls.
static unsigned sizeOf(const Expr *E) {
  if (!E)
    return 0;
  E = E->IgnoreParens();
  unsigned Parts = 0;
  auto AddChildren = [&](const Stmt *S) {
    for (const Stmt *Child : S->children())
      if (const auto *Part = llvm::dyn_cast_or_null<Expr>(Child))
        Parts += sizeOf(Part);
  };
  switch (E->getStmtClass()) {
  case Stmt::ArraySubscriptExprClass: {
    // Of several subscripts the outer ones are mostly the same in each
    // iteration.
    const auto *Subscript = cast<ArraySubscriptExpr>(E);
    const Expr *Index = Subscript->getIdx()->IgnoreParenImpCasts();
    const Expr *Base = Subscript->getBase()->IgnoreParenImpCasts();
    if (isInRegisters(Base))
      return 0;
    bool IsComputed = isa<BinaryOperator>(Index);
    bool IsPointer = Base->getType()->isPointerType();
    return 2 + IsComputed + IsPointer;
  }
  case Stmt::LambdaExprClass:
  case Stmt::UnaryExprOrTypeTraitExprClass:
  case Stmt::PseudoObjectExprClass: // threadIdx.x
    return 0;
  case Stmt::BinaryOperatorClass:
  case Stmt::CompoundAssignOperatorClass: {
    const auto *Binary = cast<BinaryOperator>(E);
    AddChildren(E);
    BinaryOperatorKind Op = Binary->getOpcode();
    return Parts + (Op != BO_Assign && Op != BO_Comma);
  }
  case Stmt::UnaryOperatorClass: {
    const auto *Unary = cast<UnaryOperator>(E);
    AddChildren(E);
    UnaryOperatorKind Op = Unary->getOpcode();
    return Parts + (Op == UO_Deref ? 2
                    : Op == UO_Plus || Op == UO_AddrOf || Op == UO_Extension
                        ? 0
                        : 1);
  }
  case Stmt::ImplicitCastExprClass:
  case Stmt::CStyleCastExprClass:
  case Stmt::CXXStaticCastExprClass:
  case Stmt::CXXFunctionalCastExprClass: {
    CastKind Kind = cast<CastExpr>(E)->getCastKind();
    AddChildren(E);
    return Parts + (Kind == CK_IntegralToFloating ||
                    Kind == CK_FloatingToIntegral || Kind == CK_FloatingCast);
  }
  case Stmt::ConditionalOperatorClass:
    AddChildren(E);
    return Parts + 2;
  case Stmt::CallExprClass: {
    AddChildren(E);
    const FunctionDecl *Callee = cast<CallExpr>(E)->getDirectCallee();
    return Parts + (Callee && !Callee->hasBody());
  }
  default:
    AddChildren(E);
    return Parts;
  }
}

unsigned SizeEstimator::ofStatement(const Stmt *S) {
  auto [Found, IsNew] = Known.try_emplace(S, 0);
  if (!IsNew)
    return Found->second;
  unsigned Size = 0;
  if (const auto *E = dyn_cast<Expr>(S)) {
    Size = sizeOf(E);
  } else if (const auto *Declared = dyn_cast<DeclStmt>(S)) {
    for (const Decl *D : Declared->decls())
      if (const auto *Variable = dyn_cast<VarDecl>(D))
        Size += sizeOf(Variable->getInit());
  } else if (const auto *Return = dyn_cast<ReturnStmt>(S)) {
    Size = sizeOf(Return->getRetValue());
  } else if (const auto *If = dyn_cast<IfStmt>(S)) {
    Size = sizeOf(If->getCond()) + 1; // the branch
  }
  return Known[S] = Size;
}

unsigned banklint::unrollDegree(TripCount Kind, uint64_t Iterations,
                                uint64_t InstructionsPerIteration,
                                std::optional<unsigned> Hint) {
  constexpr uint64_t MostInstructionsInFull = 402, MostInPart = 200;
  constexpr unsigned MaxDegree = 32;
  constexpr uint64_t MostForFour = 45, MostForTwo = 85;
  InstructionsPerIteration = std::max<uint64_t>(InstructionsPerIteration, 1);
  if (Kind == TripCount::Constant) {
    if (Hint)
      return *Hint == 0 || *Hint >= Iterations ? unsigned(Iterations) : *Hint;
    if (InstructionsPerIteration * Iterations <= MostInstructionsInFull)
      return unsigned(Iterations);
    unsigned Unrolled = MaxDegree;
    while (Unrolled > 1 && (Iterations % Unrolled ||
                            InstructionsPerIteration * Unrolled > MostInPart))
      Unrolled /= 2;
    return Unrolled;
  }
  if (Hint && *Hint)
    return *Hint;
  if (Kind == TripCount::Unknown)
    return 1;
  return InstructionsPerIteration <= MostForFour  ? 4
         : InstructionsPerIteration <= MostForTwo ? 2
                                                  : 1;
}

std::optional<unsigned> banklint::unrollHintOf(const AttributedStmt *S,
                                               const ASTContext &Context) {
  for (const Attr *A : S->getAttrs()) {
    const auto *Hint = dyn_cast<LoopHintAttr>(A);
    if (!Hint)
      continue;
    if (Hint->getOption() != LoopHintAttr::Unroll &&
        Hint->getOption() != LoopHintAttr::UnrollCount)
      continue;
    switch (Hint->getState()) {
    case LoopHintAttr::Disable:
      return 1;
    case LoopHintAttr::Enable:
    case LoopHintAttr::Full:
      return 0;
    case LoopHintAttr::Numeric: {
      const Expr *Count = Hint->getValue();
      Expr::EvalResult Result;
      if (Count && !Count->isValueDependent() &&
          Count->EvaluateAsInt(Result, Context))
        return unsigned(Result.Val.getInt().getLimitedValue(1 << 20));
      return std::nullopt;
    }
    default:
      break;
    }
  }
  return std::nullopt;
}

namespace {
/// Looks for what a number depends on that only the running kernel knows.
class ConstantFinder {
public:
  ConstantFinder(llvm::ArrayRef<const VarDecl *> NotConstant,
                 GivenExpression Given)
      : NotConstant(NotConstant), Given(Given) {}

  bool isConstant(const Stmt *S);

private:
  bool isConstant(const VarDecl &Variable);
  bool isConstantCall(const CallExpr &Call);

  llvm::ArrayRef<const VarDecl *> NotConstant;
  GivenExpression Given;
  /// What was met before has decided already, or will.
  llvm::SmallPtrSet<const Decl *, 8> Met;
};
} // namespace

bool ConstantFinder::isConstant(const VarDecl &Variable) {
  llvm::StringRef Name = Variable.getIdentifier() ? Variable.getName() : "";
  if (Name == "threadIdx" || Name == "blockIdx" || Name == "blockDim" ||
      Name == "gridDim" || Name == "warpSize" ||
      llvm::is_contained(NotConstant, &Variable))
    return false;
  if (!Met.insert(&Variable).second)
    return true;
  const auto *Function = dyn_cast<FunctionDecl>(Variable.getDeclContext());
  if (!Function || !isa<ParmVarDecl>(Variable))
    return isConstant(Variable.getInit());
  // The host's arguments may be known to the walk; those of functions that are
  // inlined are as constant as their call makes them.
  return !Function->hasAttr<CUDAGlobalAttr>() && isConstant(Given(Variable));
}

/// A function may read a register whatever it is given.
bool ConstantFinder::isConstantCall(const CallExpr &Call) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  const FunctionDecl *Defined = nullptr;
  if (!Callee || !Met.insert(Callee->getCanonicalDecl()).second)
    return true;
  if (Callee->getBuiltinID() && Callee->getIdentifier() &&
      Callee->getName().starts_with("__nvvm_read_ptx_sreg_"))
    return false;
  return !Callee->hasBody(Defined) || isConstant(Defined->getBody());
}

bool ConstantFinder::isConstant(const Stmt *S) {
  if (!S)
    return true;
  if (isa<GCCAsmStmt>(S))
    return false;
  if (const auto *Opaque = dyn_cast<OpaqueValueExpr>(S))
    return isConstant(Opaque->getSourceExpr());
  if (const auto *Reference = dyn_cast<DeclRefExpr>(S))
    if (const auto *Variable = dyn_cast<VarDecl>(Reference->getDecl()))
      return isConstant(*Variable);
  if (const auto *Call = dyn_cast<CallExpr>(S); Call && !isConstantCall(*Call))
    return false;
  return llvm::all_of(S->children(),
                      [&](const Stmt *Child) { return isConstant(Child); });
}

bool banklint::dependsOnConstants(const Stmt *E,
                                  llvm::ArrayRef<const VarDecl *> NotConstant,
                                  GivenExpression Given) {
  return ConstantFinder(NotConstant, Given).isConstant(E);
}

namespace {
/// A pointer as the sum that it was made of, the last part first.
struct PointerSum {
  const Expr *Base = nullptr;
  SmallVector<const Expr *, 4> Added;
};
} // namespace

/// What a call comes down to; null where that is not one expression.
static const Expr *resultOf(const CallExpr *Call) {
  const FunctionDecl *Callee = Call->getDirectCallee();
  const FunctionDecl *Definition = nullptr;
  if (!Callee || Callee->getNumParams() || !Callee->hasBody(Definition))
    return nullptr;
  const auto *Body = dyn_cast<CompoundStmt>(Definition->getBody());
  if (!Body || Body->size() != 1)
    return nullptr;
  const auto *Return = dyn_cast<ReturnStmt>(*Body->body_begin());
  return Return ? Return->getRetValue() : nullptr;
}

static PointerSum sumOf(const Expr *E) {
  PointerSum Sum;
  // A variable may be part of its own initializer, a function call itself.
  llvm::SmallPtrSet<const Expr *, 8> Met;
  while (Met.insert(E = E->IgnoreParenImpCasts()).second) {
    const Expr *Next = nullptr;
    if (const auto *Binary = dyn_cast<BinaryOperator>(E);
        Binary && Binary->getOpcode() == BO_Add &&
        Binary->getLHS()->getType()->isPointerType()) {
      Sum.Added.push_back(Binary->getRHS());
      Next = Binary->getLHS();
    } else if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
      const auto *Variable = dyn_cast<VarDecl>(Ref->getDecl());
      if (Variable && Variable->hasLocalStorage() &&
          Variable->getType()->isPointerType())
        Next = Variable->getInit();
    } else if (const auto *Call = dyn_cast<CallExpr>(E)) {
      Next = resultOf(Call);
    }
    if (!Next)
      break;
    E = Next;
  }
  Sum.Base = E;
  return Sum;
}

bool banklint::comparesPointersConstantApart(const Expr *Condition,
                                             const Expr *Increment,
                                             const ASTContext &Context) {
  const auto *Compared =
      Condition ? dyn_cast<BinaryOperator>(Condition->IgnoreParenImpCasts())
                : nullptr;
  if (!Compared || !Compared->isComparisonOp() ||
      !Compared->getLHS()->getType()->isPointerType() ||
      !Compared->getRHS()->getType()->isPointerType())
    return false;
  const auto *Step =
      Increment ? dyn_cast<UnaryOperator>(Increment->IgnoreParens()) : nullptr;
  // A pointer that takes several at a step may come by the last one.
  if (Compared->getOpcode() != BO_NE &&
      !(Step && Step->isIncrementDecrementOp()))
    return false;
  const PointerSum Left = sumOf(Compared->getLHS());
  const PointerSum Right = sumOf(Compared->getRHS());
  auto AreSame = [&](const Expr *A, const Expr *B) {
    return areSameText(A->IgnoreParenImpCasts(), B->IgnoreParenImpCasts(),
                       Context);
  };
  if (!AreSame(Left.Base, Right.Base))
    return false;
  auto [L, R] =
      std::mismatch(Left.Added.rbegin(), Left.Added.rend(),
                    Right.Added.rbegin(), Right.Added.rend(), AreSame);
  auto IsConstant = [](const Expr *Part) { return dependsOnConstants(Part); };
  return std::all_of(L, Left.Added.rend(), IsConstant) &&
         std::all_of(R, Right.Added.rend(), IsConstant);
}

/// What the compiler works out a condition to be, from constants alone.
static std::optional<bool> folded(const Expr *Condition,
                                  const ASTContext &Context) {
  Condition = Condition->IgnoreParenImpCasts();
  bool Result;
  if (!Condition->isValueDependent() &&
      Condition->EvaluateAsBooleanCondition(Result, Context))
    return Result;
  if (const auto *Reference = dyn_cast<DeclRefExpr>(Condition)) {
    const auto *Variable = dyn_cast<VarDecl>(Reference->getDecl());
    if (Variable && Variable->hasLocalStorage() && Variable->getInit())
      return folded(Variable->getInit(), Context);
  }
  if (const auto *Unary = dyn_cast<UnaryOperator>(Condition);
      Unary && Unary->getOpcode() == UO_LNot)
    if (std::optional<bool> Negated = folded(Unary->getSubExpr(), Context))
      return !*Negated;
  const auto *Logical = dyn_cast<BinaryOperator>(Condition);
  if (!Logical || !Logical->isLogicalOp())
    return std::nullopt;
  bool Deciding = Logical->getOpcode() == BO_LOr;
  std::optional<bool> Left = folded(Logical->getLHS(), Context);
  std::optional<bool> Right = folded(Logical->getRHS(), Context);
  if (Left == Deciding || Right == Deciding)
    return Deciding;
  return Left && Right ? std::optional(!Deciding) : std::nullopt;
}

bool banklint::isDecided(const Expr *Condition, const ASTContext &Context) {
  Condition = Condition->IgnoreParenImpCasts();
  if (dependsOnConstants(Condition) || folded(Condition, Context))
    return true;
  const auto *Reference = dyn_cast<DeclRefExpr>(Condition);
  const auto *Variable =
      Reference ? dyn_cast<VarDecl>(Reference->getDecl()) : nullptr;
  return Variable && Variable->hasLocalStorage() && Variable->getInit() &&
         isDecided(Variable->getInit(), Context);
}

/// The variable that a step assigns to; null where it is not one.
static const VarDecl *steppedBy(const Expr *Step) {
  const Expr *Place = nullptr;
  if (const auto *Unary = dyn_cast<UnaryOperator>(Step);
      Unary && Unary->isIncrementDecrementOp())
    Place = Unary->getSubExpr();
  else if (const auto *Binary = dyn_cast<BinaryOperator>(Step);
           Binary && Binary->isAssignmentOp())
    Place = Binary->getLHS();
  const auto *Reference =
      Place ? dyn_cast<DeclRefExpr>(Place->IgnoreParenImpCasts()) : nullptr;
  return Reference ? dyn_cast<VarDecl>(Reference->getDecl()) : nullptr;
}

static bool names(const Stmt *S, const VarDecl *Variable) {
  if (const auto *Reference = dyn_cast<DeclRefExpr>(S))
    return Reference->getDecl() == Variable;
  return llvm::any_of(S->children(), [&](const Stmt *Child) {
    return Child && names(Child, Variable);
  });
}

const Expr *banklint::countingStep(const Expr *Increment,
                                   const Expr *Condition) {
  if (!Increment || !Condition)
    return Increment;
  const auto *Comma =
      dyn_cast<BinaryOperator>(Increment->IgnoreParenImpCasts());
  if (!Comma || Comma->getOpcode() != BO_Comma)
    return Increment;
  for (const Expr *Part : {Comma->getLHS(), Comma->getRHS()}) {
    const Expr *Step = countingStep(Part, Condition);
    const VarDecl *Variable = steppedBy(Step->IgnoreParenImpCasts());
    if (Variable && names(Condition, Variable))
      return Step;
  }
  return Increment;
}

bool banklint::isConstantStep(const Expr *Increment) {
  if (!Increment)
    return false;
  Increment = Increment->IgnoreParenImpCasts();
  if (const auto *Unary = dyn_cast<UnaryOperator>(Increment))
    return Unary->isIncrementDecrementOp();
  const auto *Binary = dyn_cast<BinaryOperator>(Increment);
  if (!Binary)
    return false;
  if (Binary->getOpcode() == BO_AddAssign ||
      Binary->getOpcode() == BO_SubAssign)
    return dependsOnConstants(Binary->getRHS());
  const auto *Sum =
      dyn_cast<BinaryOperator>(Binary->getRHS()->IgnoreParenImpCasts());
  return Binary->isAssignmentOp() && Sum && Sum->isAdditiveOp() &&
         dependsOnConstants(Sum->getRHS());
}

bool banklint::readsMemory(const Expr *E) {
  if (isa<ArraySubscriptExpr>(E) || isa<CallExpr>(E) ||
      isa<CXXConstructExpr>(E))
    return true;
  if (const auto *Unary = dyn_cast<UnaryOperator>(E);
      Unary && Unary->getOpcode() == UO_Deref)
    return true;
  for (const Stmt *Child : E->children())
    if (const auto *Part = llvm::dyn_cast_or_null<Expr>(Child);
        Part && readsMemory(Part))
      return true;
  return false;
}
