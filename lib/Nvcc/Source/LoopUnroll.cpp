//===- LoopUnroll.cpp - Which iterations of a loop become one unroll block ===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Nvcc/Source/LoopUnroll.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace banklint;
using namespace clang;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {

/// Adds up what a statement is made of.
class StatementSize {
public:
  explicit StatementSize(SizeEstimator::IsLocalFunction IsLocal)
      : IsLocal(IsLocal) {}

  unsigned ofStatement(const Stmt *S);
  /// It may be another one in another call of the function.
  bool dependsOnCall() const { return HasAsked; }

private:
  bool isInRegisters(const Expr *Base);
  unsigned sizeOf(const Expr *E);

  SizeEstimator::IsLocalFunction IsLocal;
  bool HasAsked = false;
};

} // namespace

/// Arrays of locals become registers once the loops over them are unrolled.
bool StatementSize::isInRegisters(const Expr *Base) {
  while (const auto *Outer = dyn_cast<ArraySubscriptExpr>(Base))
    Base = Outer->getBase()->IgnoreParenImpCasts();
  const auto *Reference = dyn_cast<DeclRefExpr>(Base);
  const auto *Variable =
      Reference ? dyn_cast<VarDecl>(Reference->getDecl()) : nullptr;
  if (!Variable || !Variable->hasLocalStorage())
    return false;
  const QualType Type = Variable->getType();
  if (Type->isArrayType())
    return true;
  const bool IsOfCaller = Type->isReferenceType()
                              ? Type->getPointeeType()->isArrayType()
                              : Type->isPointerType();
  if (!IsOfCaller)
    return false;
  HasAsked = true;
  return IsLocal(*Variable);
}

/// Of an expression, without the bodies of what it calls.
unsigned StatementSize::sizeOf(const Expr *E) {
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

unsigned StatementSize::ofStatement(const Stmt *S) {
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
  return Size;
}

unsigned SizeEstimator::ofStatement(const Stmt *S, IsLocalFunction IsLocal) {
  if (const auto Found = Known.find(S); Found != Known.end())
    return Found->second;
  StatementSize Estimate(IsLocal);
  const unsigned Size = Estimate.ofStatement(S);
  if (!Estimate.dependsOnCall())
    Known[S] = Size;
  return Size;
}

static constexpr uint64_t MostInstructionsInFull = 402;

bool banklint::mayUnrollInFull(uint64_t Iterations,
                               uint64_t InstructionsPerIteration) {
  return Iterations * InstructionsPerIteration <= 3 * MostInstructionsInFull;
}

unsigned banklint::unrollDegree(TripCount Kind, uint64_t Iterations,
                                uint64_t InstructionsPerIteration,
                                std::optional<unsigned> Hint) {
  constexpr uint64_t MostInPart = 200;
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
    // nvcc heeds no other pragma.
    if (!Hint || Hint->getSemanticSpelling() != LoopHintAttr::Pragma_unroll)
      continue;
    if (Hint->getOption() != LoopHintAttr::Unroll &&
        Hint->getOption() != LoopHintAttr::UnrollCount)
      continue;
    Expr::EvalResult Count;
    const bool IsKnown = Hint->getValue() &&
                         !Hint->getValue()->isValueDependent() &&
                         Hint->getValue()->EvaluateAsInt(Count, Context);
    const uint64_t Number =
        IsKnown ? Count.Val.getInt().getLimitedValue(1 << 20) : 1;
    switch (Hint->getState()) {
    case LoopHintAttr::Disable:
      // To Clang, 0 is the same as 1; nvcc ignores it.
      return Number == 0 ? std::nullopt : std::optional(1u);
    case LoopHintAttr::Enable:
    case LoopHintAttr::Full:
      return 0;
    case LoopHintAttr::Numeric:
      return IsKnown && Number ? std::optional(unsigned(Number)) : std::nullopt;
    default:
      break;
    }
  }
  return std::nullopt;
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
