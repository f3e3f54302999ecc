//===- KnownNumbers.cpp - Numbers that a condition tells ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Syntax/KnownNumbers.h"
#include "Constants.h"
#include "SameText.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include <numeric>

using namespace banklint;
using namespace clang;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

/// Names that stand for each other; what is deeper is not looked into.
static constexpr unsigned MostDepth = 32;

//===--- Variables --------------------------------------------------------===//

void ExposedVariables::walk(const Stmt &S) {
  for (const Stmt *Child : S.children()) {
    if (!Child)
      continue;
    const auto *Cast = dyn_cast<CastExpr>(Child);
    const Expr *Looked = Cast && Cast->getCastKind() == CK_LValueToRValue
                             ? Cast->getSubExpr()->IgnoreParens()
                             : nullptr;
    if (Looked && isa<DeclRefExpr>(Looked))
      continue;
    if (const auto *Ref = dyn_cast<DeclRefExpr>(Child))
      if (const auto *Variable = dyn_cast<VarDecl>(Ref->getDecl()))
        Variables.insert(Variable);
    walk(*Child);
  }
}

bool ExposedVariables::isUnchanged(const Stmt &Value) const {
  if (isa<PseudoObjectExpr>(Value))
    return true; // threadIdx.x
  if (isa<MemberExpr, CXXThisExpr, CallExpr>(Value))
    return false;
  const auto *Ref = dyn_cast<DeclRefExpr>(&Value);
  if (Ref && Ref->refersToEnclosingVariableOrCapture())
    return false;
  if (Ref)
    if (const auto *Variable = dyn_cast<VarDecl>(Ref->getDecl());
        Variable && Variable->hasLocalStorage() &&
        (Variable->getType()->isReferenceType() ||
         (Variables.contains(Variable) && !Variable->getType()->isArrayType())))
      return false;
  return llvm::all_of(Value.children(), [&](const Stmt *Child) {
    return !Child || isUnchanged(*Child);
  });
}

//===--- Conditions -------------------------------------------------------===//

namespace {

class ConditionReader {
public:
  ConditionReader(const ExposedVariables &Exposed, const CompileTime &Known,
                  const ASTContext &Context)
      : Exposed(Exposed), Known(Known), Context(Context) {}

  void read(const Expr *Condition, bool Holds, unsigned Depth = 0);

  ToldNumbers Result;

private:
  bool isMasked(const Expr *Number) const;
  void readComparison(const BinaryOperator &E, bool Holds);
  void note(const Expr *Number, int64_t Is);
  /// Of a sum with a constant, LLVM compares the other number.
  void noteSum(const Expr *Number, int64_t Is);

  const ExposedVariables &Exposed;
  const CompileTime &Known;
  const ASTContext &Context;
};

} // namespace

void ConditionReader::note(const Expr *Number, int64_t Is) {
  Number = Number->IgnoreParenImpCasts();
  // LLVM compares the bits of such a remainder, which is another number to it.
  const auto *Remainder = dyn_cast<BinaryOperator>(Number);
  if (Remainder && Remainder->getOpcode() == BO_Rem &&
      Remainder->getType()->isSignedIntegerOrEnumerationType())
    Result.MayTellMore = true;
  else
    Result.Equalities.push_back({Number, Is});
}

void ConditionReader::noteSum(const Expr *Number, int64_t Is) {
  Number = Number->IgnoreParenImpCasts();
  const auto *Sum = dyn_cast<BinaryOperator>(Number);
  if (!Sum || !Sum->isAdditiveOp())
    return note(Number, Is);
  const bool IsDifference = Sum->getOpcode() == BO_Sub;
  if (std::optional<int64_t> Right = bitsOfConstant(Sum->getRHS(), Context))
    note(Sum->getLHS(), IsDifference ? Is + *Right : Is - *Right);
  else if (std::optional<int64_t> Left = bitsOfConstant(Sum->getLHS(), Context))
    note(Sum->getRHS(), IsDifference ? *Left - Is : Is - *Left);
  else
    note(Number, Is);
}

/// Whether a mask leaves no number below 0.
bool ConditionReader::isMasked(const Expr *Number) const {
  Number = Number->IgnoreParenImpCasts();
  if (const Expr *Value = Known.valueOf(Number))
    Number = Value->IgnoreParenImpCasts();
  const auto *Mask = dyn_cast<BinaryOperator>(Number);
  return Mask && Mask->getOpcode() == BO_And &&
         bitsOfConstant(Mask->getRHS(), Context).value_or(-1) >= 0;
}

void ConditionReader::readComparison(const BinaryOperator &E, bool Holds) {
  const Expr *Number = E.getLHS(), *Other = E.getRHS();
  BinaryOperatorKind Is = E.getOpcode();
  std::optional<int64_t> Constant = bitsOfConstant(Other, Context);
  if (!Constant) {
    std::swap(Number, Other);
    Is = BinaryOperator::isRelationalOp(Is)
             ? BinaryOperator::reverseComparisonOp(Is)
             : Is;
    Constant = bitsOfConstant(Other, Context);
  }
  if (!Holds)
    Is = BinaryOperator::negateComparisonOp(Is);
  if (!Constant || !Number->getType()->isIntegralOrEnumerationType()) {
    Result.MayTellMore |= Is == BO_EQ;
    return;
  }
  // Of numbers without a sign, those that leave only 0.
  const bool IsUnsigned =
      Number->getType()->isUnsignedIntegerOrEnumerationType();
  const bool IsMasked = isMasked(Number);
  if (Is == BO_EQ)
    noteSum(Number, *Constant);
  else if ((IsUnsigned || IsMasked) &&
           ((Is == BO_LE && *Constant == 0) || (Is == BO_LT && *Constant == 1)))
    note(Number, 0);
  else
    Result.MayTellMore |= Is == BO_NE; // the other one of two
}

/// Whether an expression may set a variable.
static bool setsSomething(const Expr &E) {
  if (isa<PseudoObjectExpr>(E))
    return false; // threadIdx.x
  if (const auto *Unary = dyn_cast<UnaryOperator>(&E);
      Unary &&
      (Unary->isIncrementDecrementOp() || Unary->getOpcode() == UO_AddrOf))
    return true;
  if (const auto *Binary = dyn_cast<BinaryOperator>(&E);
      Binary && Binary->isAssignmentOp())
    return true;
  if (const auto *Call = dyn_cast<CallExpr>(&E))
    for (const Expr *Argument : Call->arguments())
      if (Argument->isGLValue())
        return true;
  if (isa<CXXConstructExpr, CXXMemberCallExpr, LambdaExpr, StmtExpr>(E))
    return true;
  return llvm::any_of(E.children(), [](const Stmt *Child) {
    const auto *Part = llvm::dyn_cast_or_null<Expr>(Child);
    return Part && setsSomething(*Part);
  });
}

void ConditionReader::read(const Expr *Condition, bool Holds, unsigned Depth) {
  Condition = Condition->IgnoreParenImpCasts();
  if (Depth == MostDepth) {
    Result.MayTellMore = true;
    return;
  }
  if (const auto *Not = dyn_cast<UnaryOperator>(Condition);
      Not && Not->getOpcode() == UO_LNot)
    return read(Not->getSubExpr(), !Holds, Depth + 1);
  if (const auto *Binary = dyn_cast<BinaryOperator>(Condition)) {
    if (Binary->isLogicalOp()) {
      // Of two that do not both hold, nothing is known of one.
      if (Binary->getOpcode() != (Holds ? BO_LAnd : BO_LOr)) {
        Result.MayTellMore = true;
        return;
      }
      // The second one may set what the first one compares.
      if (setsSomething(*Binary->getRHS()))
        Result.MayTellMore = true;
      else
        read(Binary->getLHS(), Holds, Depth + 1);
      return read(Binary->getRHS(), Holds, Depth + 1);
    }
    if (Binary->isComparisonOp() && Binary->getOpcode() != BO_Cmp)
      return readComparison(*Binary, Holds);
  }
  if (!Condition->getType()->isIntegralOrEnumerationType())
    return;
  // What a caller compares is no number of this function.
  const auto *Name = dyn_cast<DeclRefExpr>(Condition);
  const Expr *Value = Name && !isa<ParmVarDecl>(Name->getDecl())
                          ? Known.valueOf(Name)
                          : nullptr;
  if (Value && Exposed.isUnchanged(*Value) &&
      (Condition->getType()->isBooleanType() ||
       Value->IgnoreParenImpCasts()->getType()->isBooleanType()))
    return read(Value, Holds, Depth + 1);
  if (Condition->getType()->isBooleanType())
    return note(Condition, Holds);
  if (!Holds)
    return note(Condition, 0);
  Result.MayTellMore = true;
}

ToldNumbers banklint::toldNumbers(const Expr &Condition, bool Holds,
                                  const ExposedVariables &Exposed,
                                  const CompileTime &Known,
                                  const ASTContext &Context) {
  ConditionReader Reader(Exposed, Known, Context);
  Reader.read(&Condition, Holds);
  return std::move(Reader.Result);
}

//===--- Code beside ------------------------------------------------------===//

/// Whether a loop begins with a constant, and so is taken to run.
static bool beginsWithConstant(const ForStmt &Loop, const ASTContext &Context) {
  const auto *Declared = llvm::dyn_cast_or_null<DeclStmt>(Loop.getInit());
  const auto *Counter = Declared && Declared->isSingleDecl()
                            ? dyn_cast<VarDecl>(Declared->getSingleDecl())
                            : nullptr;
  return Counter && Counter->getInit() &&
         bitsOfConstant(Counter->getInit(), Context).has_value();
}

/// What some runs do not come to, unless they come to the part itself.
static bool isSkippable(const Stmt &Child, const Stmt &Parent,
                        const ASTContext &Context) {
  if (const auto *Loop = dyn_cast<ForStmt>(&Parent))
    return &Child != Loop->getInit() && !beginsWithConstant(*Loop, Context);
  if (const auto *If = dyn_cast<IfStmt>(&Parent))
    return &Child == If->getThen() || &Child == If->getElse();
  if (const auto *Choice = dyn_cast<ConditionalOperator>(&Parent))
    return &Child != Choice->getCond();
  if (const auto *Operator = dyn_cast<BinaryOperator>(&Parent))
    return Operator->isLogicalOp() && &Child == Operator->getRHS();
  if (isa<CompoundStmt>(Parent)) // of a switch
    return llvm::any_of(Parent.children(), [](const Stmt *Each) {
      return llvm::isa_and_nonnull<SwitchCase>(Each);
    });
  return isa<WhileStmt, CXXForRangeStmt, SwitchStmt>(Parent);
}

bool CodeBeside::walkDeclarations(const DeclStmt &S) {
  bool HasCome = false;
  for (const Decl *D : S.decls())
    if (const auto *Variable = dyn_cast<VarDecl>(D)) {
      Declared.insert(Variable);
      HasCome |= walk(Variable->getInit(), Variable);
    }
  return HasCome;
}

bool CodeBeside::walk(const Stmt *S, const VarDecl *For) {
  if (!S || isa<LambdaExpr>(S))
    return false;
  if (S == &Of)
    return true;
  if (const auto *Declarations = dyn_cast<DeclStmt>(S))
    return walkDeclarations(*Declarations);
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (const auto *Variable = dyn_cast<VarDecl>(Ref->getDecl()))
      Named.insert(Variable);
  if (const auto *Operation = dyn_cast<BinaryOperator>(S);
      Operation &&
      (Operation->isMultiplicativeOp() || Operation->isAdditiveOp() ||
       Operation->isShiftOp() || Operation->isBitwiseOp()))
    Computed.push_back(
        {textOf(Operation->IgnoreParenImpCasts(), Context), For});
  // The other arm of the same condition may be computed with this one.
  const bool IsBranch = isa<IfStmt, ConditionalOperator>(S);
  const bool IsOfPart = IsBranch && llvm::is_contained(S->children(), &Of);
  bool HasCome = false;
  for (const Stmt *Child : S->children()) {
    const size_t Before = Computed.size();
    const bool ComesNow = walk(Child, For);
    if (Child && !ComesNow && !IsOfPart && isSkippable(*Child, *S, Context))
      Computed.resize(Before);
    HasCome |= ComesNow;
    if (HasCome && Which == Part::Behind)
      return true;
  }
  return HasCome;
}

void CodeBeside::collect() {
  if (!std::exchange(IsCollected, true))
    walk(&Body, /*For=*/nullptr);
}

bool CodeBeside::computes(const Expr &Operation) {
  collect();
  const llvm::FoldingSetNodeID Profile =
      textOf(Operation.IgnoreParenImpCasts(), Context);
  return llvm::any_of(Computed, [&](const auto &Each) {
    return Each.first == Profile &&
           (!Each.second || Named.contains(Each.second));
  });
}

//===--- Places -----------------------------------------------------------===//

using NamesOfNumber = llvm::SmallVector<llvm::FoldingSetNodeID, 2>;

/// What stands for a number: the expression, and what its names are made of.
static NamesOfNumber namesOf(const Expr &Number, const CompileTime &Known,
                             const ASTContext &Context) {
  NamesOfNumber Result;
  const Expr *Name = &Number;
  for (unsigned Depth = 0; Name && Depth != MostDepth; ++Depth) {
    Result.push_back(textOf(Name->IgnoreParenImpCasts(), Context));
    const QualType Type = Name->IgnoreParenImpCasts()->getType();
    Name = Known.valueOf(Name);
    // The low bits of a number are another one.
    if (Name && Context.getTypeSize(Name->IgnoreParenImpCasts()->getType()) >
                    Context.getTypeSize(Type))
      break;
  }
  return Result;
}

bool banklint::areSameNumber(const Expr &A, const Expr &B,
                             const CompileTime &Known,
                             const ASTContext &Context) {
  const NamesOfNumber NamesOfA = namesOf(A, Known, Context);
  return llvm::any_of(namesOf(B, Known, Context), [&](const auto &Name) {
    return llvm::is_contained(NamesOfA, Name);
  });
}

namespace {

class PlaceReader {
public:
  PlaceReader(const Expr &Number, CodeBeside &Beside, const CompileTime &Known,
              const ASTContext &Context)
      : Names(namesOf(Number, Known, Context)), Beside(Beside), Known(Known),
        Context(Context) {}

  NumberInPlace of(const Stmt *S, unsigned Depth = 0) const;

private:
  NumberInPlace ofExpression(const Expr *E, unsigned Depth) const;
  uint64_t bytesOf(QualType Pointee) const {
    return Pointee->isIncompleteType() || Pointee->isDependentType()
               ? 1
               : uint64_t(Context.getTypeSizeInChars(Pointee).getQuantity());
  }

  const NamesOfNumber Names;
  CodeBeside &Beside;
  const CompileTime &Known;
  const ASTContext &Context;
};

} // namespace

static NumberInPlace both(const NumberInPlace &A, const NumberInPlace &B) {
  return {A.Has || B.Has, A.IsComputedBeside || B.IsComputedBeside,
          std::gcd(A.Factor, B.Factor)};
}

static NumberInPlace multiplied(NumberInPlace Of, uint64_t By) {
  Of.Factor *= By;
  return Of;
}

NumberInPlace PlaceReader::ofExpression(const Expr *E, unsigned Depth) const {
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E))
    return both(
        of(Element->getBase(), Depth),
        multiplied(of(Element->getIdx(), Depth), bytesOf(Element->getType())));
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const Expr *Value = Known.valueOf(Ref);
    NumberInPlace Result = Value ? of(Value, Depth) : NumberInPlace();
    if (const auto *Variable = dyn_cast<VarDecl>(Ref->getDecl());
        Variable && Result.Has && Beside.declares(*Variable))
      Result.IsComputedBeside |= Beside.names(*Variable);
    return Result;
  }
  const auto *Operation = dyn_cast<BinaryOperator>(E);
  if (!Operation) {
    NumberInPlace Result;
    for (const Stmt *Child : E->children())
      Result = both(Result, of(Child, Depth));
    const bool Passes =
        isa<CastExpr, MemberExpr>(E) ||
        (isa<UnaryOperator>(E) && !cast<UnaryOperator>(E)->isArithmeticOp());
    Result.Factor = Passes ? Result.Factor : Result.Has;
    return Result;
  }
  NumberInPlace A = of(Operation->getLHS(), Depth),
                B = of(Operation->getRHS(), Depth);
  if (!A.Has && !B.Has)
    return {};
  if (Operation->isAdditiveOp() && E->getType()->isPointerType()) {
    NumberInPlace &Index =
        Operation->getLHS()->getType()->isPointerType() ? B : A;
    Index = multiplied(Index, bytesOf(E->getType()->getPointeeType()));
  }
  NumberInPlace Result = both(A, B);
  const std::optional<int64_t> Left =
                                   bitsOfConstant(Operation->getLHS(), Context),
                               Right =
                                   bitsOfConstant(Operation->getRHS(), Context);
  if (Operation->getOpcode() == BO_Mul && (Left || Right))
    Result.Factor *= uint64_t(Right ? *Right : *Left);
  else if (Operation->getOpcode() == BO_Shl && Right && *Right >= 0 &&
           *Right < 63)
    Result.Factor <<= *Right;
  else if (!Operation->isAdditiveOp())
    Result.Factor = 1;
  Result.IsComputedBeside |= Beside.computes(*E);
  return Result;
}

NumberInPlace PlaceReader::of(const Stmt *S, unsigned Depth) const {
  const auto *E = llvm::dyn_cast_or_null<Expr>(S);
  if (!E || Depth == MostDepth || isa<LambdaExpr>(E))
    return {};
  E = E->IgnoreParenImpCasts();
  if (E->getType()->isIntegralOrEnumerationType() &&
      llvm::is_contained(Names, textOf(E->IgnoreParenImpCasts(), Context)))
    return {/*Has=*/true, /*IsComputedBeside=*/false, /*Factor=*/1};
  return ofExpression(E, Depth + 1);
}

NumberInPlace banklint::findInPlace(const Expr &Number, const Expr &Place,
                                    CodeBeside &Beside,
                                    const CompileTime &Known,
                                    const ASTContext &Context) {
  return PlaceReader(Number, Beside, Known, Context).of(&Place);
}
