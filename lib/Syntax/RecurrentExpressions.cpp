//===- RecurrentExpressions.cpp - What expressions are as sums ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Constants.h"
#include "RecurrenceWalk.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/Support/raw_ostream.h"

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;
using llvm::isa;

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

static void print(llvm::raw_ostream &OS, const SymbolicSum &Sum) {
  OS << Sum.Constant;
  for (const SymbolicSum::Term &T : Sum.Terms)
    OS << '+' << T.Factor << '*' << T.Symbol;
}

SymbolicSum RecurrenceWalk::operation(llvm::StringRef Name, const Expr *Of,
                                      llvm::ArrayRef<SymbolicSum> Operands,
                                      QualType Type, BinaryOperatorKind Op,
                                      Symbol::Kind Kind) {
  std::string Key;
  llvm::raw_string_ostream OS(Key);
  OS << Name << '(' << Type.getCanonicalType().getAsOpaquePtr();
  for (const SymbolicSum &Operand : Operands)
    print(OS << ',', Operand);
  Symbol S;
  S.What = Kind;
  S.Of = Of;
  S.Operator = Op;
  S.Type = Type;
  S.Operands.assign(Operands.begin(), Operands.end());
  SymbolicSum Result = interned(Key, std::move(S));
  for (const SymbolicSum &Operand : Operands)
    Result.IsDoubtful |= Operand.IsDoubtful;
  return Result;
}

/// What a variable is where the function begins.
SymbolicSum RecurrenceWalk::initial(const VarDecl *Variable) {
  Symbol S;
  S.What = Parameters.contains(Variable) ? Symbol::Parameter : Symbol::Other;
  S.Variable = Variable;
  std::string Key;
  llvm::raw_string_ostream(Key) << "variable" << Variable;
  return interned(Key, std::move(S));
}

/// Two ways meet.
void RecurrenceWalk::join(const State &Other) {
  if (Other.IsDead)
    return;
  if (Here.IsDead) {
    Here = Other;
    return;
  }
  llvm::SmallSetVector<const VarDecl *, 8> All;
  for (const State *S : {static_cast<const State *>(&Here), &Other})
    for (const auto &Value : S->Values)
      All.insert(Value.first);
  for (const VarDecl *Variable : All) {
    const auto At = Other.Values.find(Variable);
    const SymbolicSum There =
        At == Other.Values.end() ? initial(Variable) : At->second;
    if (!(valueOf(Variable) == There))
      Here.Values[Variable] = fresh();
  }
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

/// Numbers of one size are alike; a wider one of several terms is not their sum
/// to the compiler, since they may have wrapped.
SymbolicSum RecurrenceWalk::converted(SymbolicSum Sum, QualType From,
                                      QualType To, const Expr *Of) {
  if (!From->isIntegralOrEnumerationType() ||
      !To->isIntegralOrEnumerationType())
    return Sum;
  const uint64_t Before = Context.getTypeSize(From),
                 Now = Context.getTypeSize(To);
  if (Now == Before || Sum.isNumber())
    return Sum;
  if (Now < Before || From->isBooleanType()) {
    Sum.IsDoubtful |= Now < Before;
    return Sum;
  }
  const bool IsSigned = From->isSignedIntegerOrEnumerationType();
  return operation(IsSigned ? "signed" : "unsigned", Of, Sum, To, BO_Comma,
                   IsSigned ? Symbol::SignExtended : Symbol::ZeroExtended);
}

/// What lies at a place.
SymbolicSum RecurrenceWalk::loaded(const Expr *Place) {
  Place = Place->IgnoreParens();
  if (placeChangedBy(Place)) // `++i`, and what it is then
    return evaluate(Place);
  if (const VarDecl *Variable = variableNamedBy(Place)) {
    // A name for another one.
    while (Variable->getType()->isReferenceType() && Variable->getInit()) {
      const VarDecl *Meant =
          variableNamedBy(Variable->getInit()->IgnoreParenImpCasts());
      if (!Meant || !Meant->hasLocalStorage())
        break;
      Variable = Meant;
    }
    if (isFollowed(Variable))
      return valueOf(Variable);
    if (Variable->hasLocalStorage() && !Variable->getType()->isReferenceType())
      return Place->getType()->isScalarType() &&
                     !Place->getType()->isFloatingType()
                 ? hidden(Place)
                 : fresh(Place);
  }
  const SymbolicSum At = evaluate(Place);
  return operation("load" + std::to_string(Memory), Place, At,
                   Place->getType());
}

SymbolicSum RecurrenceWalk::evaluateCast(const CastExpr *E) {
  const Expr *Sub = E->getSubExpr();
  switch (E->getCastKind()) {
  case CK_LValueToRValue: {
    if (const VarDecl *Variable = variableNamedBy(Sub);
        !Variable || !Variable->hasLocalStorage())
      if (const std::optional<int64_t> Number = bitsOfConstant(E, Context))
        return SymbolicSum(*Number);
    return loaded(Sub);
  }
  case CK_IntegralCast:
    return converted(evaluate(Sub), Sub->getType(), E->getType(), E);
  case CK_ArrayToPointerDecay: {
    if (variableNamedBy(Sub))
      return evaluate(Sub);
    return operation("row", E, evaluate(Sub), E->getType());
  }
  case CK_NoOp:
  case CK_FunctionToPointerDecay:
  case CK_ConstructorConversion:
  case CK_UserDefinedConversion:
    return evaluate(Sub);
  default: {
    const SymbolicSum Of = evaluate(Sub);
    if (E->getType()->isPointerType())
      return operation("cast", E, Of, E->getType());
    if (E->getType()->isIntegralOrEnumerationType())
      return operation(E->getCastKindName(), E, Of, E->getType());
    return fresh(E);
  }
  }
}

SymbolicSum RecurrenceWalk::evaluateUnary(const UnaryOperator *E) {
  const Expr *Sub = E->getSubExpr();
  if (E->isIncrementDecrementOp()) {
    const VarDecl *Variable = variableNamedBy(Sub);
    if (!Variable) {
      evaluate(Sub);
      ++Memory;
      return fresh(E);
    }
    const SymbolicSum Before = loaded(Sub);
    SymbolicSum Now = Before;
    Now.Constant = wrappingSum(Now.Constant, E->isIncrementOp() ? 1 : -1);
    set(Variable, Now);
    return E->isPrefix() ? Now : Before;
  }
  SymbolicSum Of = evaluate(Sub);
  switch (E->getOpcode()) {
  case UO_Plus:
  case UO_Extension:
  case UO_Deref:
  case UO_AddrOf: // Places are evaluated to their addresses.
    return Of;
  case UO_Minus: {
    SymbolicSum Negative;
    Negative.add(Of, -1);
    return Negative;
  }
  default:
    return operation(UnaryOperator::getOpcodeStr(E->getOpcode()), E, Of,
                     Sub->getType());
  }
}

SymbolicSum RecurrenceWalk::combine(BinaryOperatorKind Op,
                                    const SymbolicSum &Left,
                                    const SymbolicSum &Right, const Expr *Of,
                                    QualType Type) {
  if (Op == BO_Add || Op == BO_Sub) {
    SymbolicSum Sum = Left;
    Sum.add(Right, Op == BO_Add ? 1 : -1);
    return Sum;
  }
  if (Op == BO_Mul && (Left.isNumber() || Right.isNumber())) {
    SymbolicSum Product;
    Product.add(Left.isNumber() ? Right : Left,
                Left.isNumber() ? Left.Constant : Right.Constant);
    return Product;
  }
  if (Op == BO_Shl && Right.isNumber() && Right.Constant >= 0 &&
      Right.Constant < 32) {
    SymbolicSum Shifted;
    Shifted.add(Left, int64_t(1) << Right.Constant);
    return Shifted;
  }
  return operation(BinaryOperator::getOpcodeStr(Op), Of, {Left, Right}, Type,
                   Op);
}

SymbolicSum RecurrenceWalk::evaluateBinary(const BinaryOperator *E) {
  const Expr *LHS = E->getLHS(), *RHS = E->getRHS();
  if (E->getOpcode() == BO_Comma) {
    evaluate(LHS);
    return evaluate(RHS);
  }
  if (E->isLogicalOp()) {
    const SymbolicSum Left = evaluate(LHS);
    const State Skipped = Here;
    const SymbolicSum Right = evaluate(RHS);
    join(Skipped);
    return operation(E->getOpcodeStr(), E, {Left, Right}, LHS->getType(),
                     E->getOpcode());
  }
  if (E->isAssignmentOp()) {
    SymbolicSum Right = evaluate(RHS);
    const VarDecl *Variable = variableNamedBy(LHS);
    if (!Variable) {
      evaluate(LHS);
      ++Memory;
      return fresh(E);
    }
    if (const auto *Compound = dyn_cast<CompoundAssignOperator>(E)) {
      const BinaryOperatorKind Op =
          BinaryOperator::getOpForCompoundAssignment(E->getOpcode());
      const QualType In = Compound->getComputationLHSType();
      Right = combine(Op, loaded(LHS), Right, E, In);
      Right.IsDoubtful |=
          Variable->getType()->isIntegralType(Context) &&
          Context.getTypeSize(In) != Context.getTypeSize(Variable->getType());
    }
    set(Variable, Right);
    return Right;
  }
  const SymbolicSum Left = evaluate(LHS), Right = evaluate(RHS);
  if (!E->getType()->isIntegralOrEnumerationType() &&
      !E->getType()->isPointerType())
    return fresh(E);
  SymbolicSum Result = combine(E->getOpcode(), Left, Right, E, LHS->getType());
  // In bytes, it is divided.
  Result.IsDoubtful |= E->getOpcode() == BO_Sub &&
                       LHS->getType()->isPointerType() &&
                       RHS->getType()->isPointerType();
  return Result;
}

SymbolicSum RecurrenceWalk::evaluateCall(const CallExpr *E) {
  llvm::SmallVector<SymbolicSum, 4> Operands;
  if (E->getCallee() && !E->getDirectCallee())
    evaluate(E->getCallee());
  for (const Expr *Argument : E->arguments()) {
    const SymbolicSum &Passed = Operands.emplace_back(evaluate(Argument));
    Found.Arguments[Argument] = Passed;
  }
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(E))
    if (const Expr *Object = Member->getImplicitObjectArgument())
      Operands.push_back(evaluate(Object));
  const FunctionDecl *Callee = E->getDirectCallee();
  if (Callee && Callee->isConstexpr())
    if (const std::optional<int64_t> Number = bitsOfConstant(E, Context))
      return SymbolicSum(*Number);
  std::string Name;
  llvm::raw_string_ostream(Name) << "call" << Memory << ',' << Callee;
  if (!isPure(Callee))
    ++Memory;
  return Callee ? operation(Name, E, Operands, E->getType()) : fresh(E);
}

SymbolicSum RecurrenceWalk::evaluateOthers(const Expr *E) {
  for (const Stmt *Child : E->children())
    if (const auto *Part = llvm::dyn_cast_or_null<Expr>(Child)) {
      const SymbolicSum Passed = evaluate(Part);
      if (isa<CXXConstructExpr>(E))
        Found.Arguments[Part] = Passed;
    }
  if (isa<CXXConstructExpr, CXXNewExpr, CXXDeleteExpr>(E))
    ++Memory;
  return fresh(E);
}

/// A number, an address, or the address of a place.
SymbolicSum RecurrenceWalk::evaluate(const Expr *E) {
  E = E->IgnoreParens();
  if (readsLaunch(E)) {
    std::string Text;
    llvm::raw_string_ostream OS(Text);
    E->printPretty(OS, nullptr, Context.getPrintingPolicy());
    return operation(Text, E, {}, E->getType());
  }
  if (isa<IntegerLiteral, CharacterLiteral, CXXBoolLiteralExpr,
          UnaryExprOrTypeTraitExpr, SubstNonTypeTemplateParmExpr, ConstantExpr>(
          E)) {
    const std::optional<int64_t> Number = bitsOfConstant(E, Context);
    return Number ? SymbolicSum(*Number) : fresh(E);
  }
  if (const auto *Name = dyn_cast<DeclRefExpr>(E)) {
    const auto *Variable = dyn_cast<VarDecl>(Name->getDecl());
    if (!Variable) {
      const std::optional<int64_t> Number = bitsOfConstant(E, Context);
      return Number ? SymbolicSum(*Number) : fresh(E);
    }
    Symbol S;
    S.What = Symbol::Array;
    S.Variable = Variable;
    std::string Key;
    llvm::raw_string_ostream(Key) << "place" << Variable;
    return interned(Key, std::move(S));
  }
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    return evaluateCast(Cast);
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return evaluateUnary(Unary);
  if (const auto *Binary = dyn_cast<BinaryOperator>(E))
    return evaluateBinary(Binary);
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E)) {
    SymbolicSum At = evaluate(Element->getBase());
    At.add(evaluate(Element->getIdx()));
    return At;
  }
  if (const auto *Member = dyn_cast<MemberExpr>(E)) {
    std::string Name;
    llvm::raw_string_ostream(Name) << "member" << Member->getMemberDecl();
    return operation(Name, E, evaluate(Member->getBase()), E->getType());
  }
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E)) {
    const SymbolicSum Condition = evaluate(Choice->getCond());
    const State Before = Here;
    const SymbolicSum IfTrue = evaluate(Choice->getTrueExpr());
    const State Then = std::exchange(Here, Before);
    const SymbolicSum IfFalse = evaluate(Choice->getFalseExpr());
    join(Then);
    return IfTrue == IfFalse
               ? IfTrue
               : operation("?", E, {Condition, IfTrue, IfFalse}, E->getType());
  }
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return evaluateCall(Call);
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return evaluate(Full->getSubExpr());
  if (const auto *Made = dyn_cast<MaterializeTemporaryExpr>(E))
    return evaluate(Made->getSubExpr());
  if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(E))
    return evaluate(Default->getExpr());
  if (const auto *List = dyn_cast<InitListExpr>(E);
      List && List->getNumInits() == 1 && !E->getType()->isRecordType() &&
      !E->getType()->isArrayType())
    return evaluate(List->getInit(0));
  if (isa<LambdaExpr>(E))
    return fresh(E);
  return evaluateOthers(E);
}

/// The comparison that a truth value is.
std::optional<LoopExit>
RecurrenceWalk::comparisonOf(const SymbolicSum &Sum) const {
  const std::optional<unsigned> Number = Sum.symbol();
  if (!Number)
    return std::nullopt;
  const Symbol &S = Found.Symbols[*Number];
  if (S.What != Symbol::Operation ||
      !BinaryOperator::isComparisonOp(S.Operator))
    return std::nullopt;
  LoopExit Exit;
  Exit.GoesOn = S.Operator;
  Exit.Left = S.Operands[0];
  Exit.Right = S.Operands[1];
  Exit.Type = S.Type;
  return Exit;
}

/// The comparisons of a condition of which each one alone ends a loop.
void RecurrenceWalk::evaluateExits(const Expr *Condition, bool EndsIfTrue,
                                   Exits &Into) {
  const Expr *E = Condition->IgnoreParens();
  while (const auto *Cast = dyn_cast<ImplicitCastExpr>(E)) {
    if (Cast->getCastKind() != CK_IntegralToBoolean &&
        Cast->getCastKind() != CK_PointerToBoolean)
      break;
    E = Cast->getSubExpr()->IgnoreParens();
  }
  if (const auto *Not = dyn_cast<UnaryOperator>(E);
      Not && Not->getOpcode() == UO_LNot)
    return evaluateExits(Not->getSubExpr(), !EndsIfTrue, Into);
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  if (Binary && Binary->getOpcode() == (EndsIfTrue ? BO_LOr : BO_LAnd)) {
    evaluateExits(Binary->getLHS(), EndsIfTrue, Into);
    return evaluateExits(Binary->getRHS(), EndsIfTrue, Into);
  }
  LoopExit Exit;
  Exit.IsAtHead = IsFirst && Into.empty();
  if (Binary && Binary->isComparisonOp() && Binary->getOpcode() != BO_Cmp) {
    Exit.Left = evaluate(Binary->getLHS());
    Exit.Right = evaluate(Binary->getRHS());
    Exit.Type = Binary->getLHS()->getType();
    Exit.GoesOn = EndsIfTrue
                      ? BinaryOperator::negateComparisonOp(Binary->getOpcode())
                      : Binary->getOpcode();
  } else {
    Exit.Left = evaluate(E);
    Exit.Type = E->getType();
    Exit.GoesOn = EndsIfTrue ? BO_EQ : BO_NE;
    if (std::optional<LoopExit> Kept = comparisonOf(Exit.Left)) {
      Exit.Left = Kept->Left;
      Exit.Right = Kept->Right;
      Exit.Type = Kept->Type;
      Exit.GoesOn = EndsIfTrue
                        ? BinaryOperator::negateComparisonOp(Kept->GoesOn)
                        : Kept->GoesOn;
    }
  }
  // `while (true)`.
  if (Exit.Left.isNumber() && Exit.Right == SymbolicSum() &&
      (Exit.Left.Constant != 0) == (Exit.GoesOn == BO_NE) &&
      (Exit.GoesOn == BO_NE || Exit.GoesOn == BO_EQ))
    return;
  Into.push_back(std::move(Exit));
}
