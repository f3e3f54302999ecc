//===- Recurrences.cpp - How numbers move from iteration to iteration -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Recurrences.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/Support/SaveAndRestore.h"
#include "llvm/Support/raw_ostream.h"

using namespace banklint;
using namespace clang;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

std::optional<unsigned> SymbolicSum::symbol() const {
  if (Constant != 0 || Terms.size() != 1 || Terms[0].Factor != 1)
    return std::nullopt;
  return Terms[0].Symbol;
}

/// Wraps around, as numbers do.
static int64_t plus(int64_t A, int64_t B) {
  return int64_t(uint64_t(A) + uint64_t(B));
}
static int64_t times(int64_t A, int64_t B) {
  return int64_t(uint64_t(A) * uint64_t(B));
}

void SymbolicSum::add(const SymbolicSum &Other, int64_t Factor) {
  if (Factor == 0)
    return;
  Constant = plus(Constant, times(Other.Constant, Factor));
  IsDoubtful |= Other.IsDoubtful;
  for (const Term &T : Other.Terms) {
    auto *At = llvm::lower_bound(
        Terms, T.Symbol,
        [](const Term &Here, unsigned Symbol) { return Here.Symbol < Symbol; });
    if (At == Terms.end() || At->Symbol != T.Symbol)
      At = Terms.insert(At, {T.Symbol, 0});
    At->Factor = plus(At->Factor, times(T.Factor, Factor));
    if (At->Factor == 0)
      Terms.erase(At);
  }
}

const SymbolicLoop::Variable *SymbolicLoop::variableOf(unsigned Head) const {
  const auto *Found = llvm::find_if(
      Variables, [&](const Variable &V) { return V.Head == Head; });
  return Found == Variables.end() ? nullptr : Found;
}

//===----------------------------------------------------------------------===//
// Variables that only their names lead to
//===----------------------------------------------------------------------===//

namespace {
/// Finds the variables that something else than an assignment by name may
/// change.
class EscapeFinder {
public:
  void visit(const Stmt *S, bool IsInLambda = false);
  bool escapes(const VarDecl *Variable) const {
    return Escaped.contains(Variable);
  }

private:
  void visitChildren(const Stmt *S, bool IsInLambda) {
    for (const Stmt *Child : S->children())
      if (Child)
        visit(Child, IsInLambda);
  }

  llvm::DenseSet<const VarDecl *> Escaped;
};
} // namespace

static const VarDecl *namedBy(const Expr *E) {
  const auto *Name = dyn_cast<DeclRefExpr>(E->IgnoreParens());
  return Name ? dyn_cast<VarDecl>(Name->getDecl()) : nullptr;
}

/// The place that an expression changes; null where it changes none.
static const Expr *changedBy(const Stmt *S) {
  if (const auto *Unary = dyn_cast<UnaryOperator>(S);
      Unary && Unary->isIncrementDecrementOp())
    return Unary->getSubExpr();
  if (const auto *Binary = dyn_cast<BinaryOperator>(S);
      Binary && Binary->isAssignmentOp())
    return Binary->getLHS();
  return nullptr;
}

void EscapeFinder::visit(const Stmt *S, bool IsInLambda) {
  if (const auto *Lambda = dyn_cast<LambdaExpr>(S)) {
    // What a closure refers to, its body alone may change.
    for (const Expr *Captured : Lambda->capture_inits())
      if (Captured && !namedBy(Captured))
        visit(Captured, IsInLambda);
    return visit(Lambda->getBody(), /*IsInLambda=*/true);
  }
  if (const Expr *Place = changedBy(S); Place && namedBy(Place)) {
    if (IsInLambda)
      Escaped.insert(namedBy(Place));
    if (const auto *Binary = dyn_cast<BinaryOperator>(S))
      visit(Binary->getRHS(), IsInLambda);
    return;
  }
  if (const auto *Cast = dyn_cast<ImplicitCastExpr>(S))
    if (namedBy(Cast->getSubExpr()) &&
        (Cast->getCastKind() == CK_LValueToRValue ||
         Cast->getType().isConstQualified()))
      return;
  if (const auto *Name = dyn_cast<DeclRefExpr>(S))
    if (const auto *Variable = dyn_cast<VarDecl>(Name->getDecl()))
      Escaped.insert(Variable);
  if (const auto *Declared = dyn_cast<DeclStmt>(S)) {
    for (const Decl *D : Declared->decls())
      if (const auto *Variable = dyn_cast<VarDecl>(D);
          Variable && Variable->getInit())
        visit(Variable->getInit(), IsInLambda);
    return;
  }
  visitChildren(S, IsInLambda);
}

/// What reads threadIdx.x, as the toolkit's headers or Clang's have it.
static bool readsLaunch(const Expr *E) {
  if (isa<PseudoObjectExpr>(E))
    return true;
  const auto *Call = dyn_cast<CallExpr>(E);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  return Callee && Callee->getIdentifier() &&
         Callee->getName().starts_with("__nvvm_read_ptx_sreg_");
}

/// What a call changes nothing by.
static bool isPure(const FunctionDecl *Callee) {
  return Callee && (Callee->isConstexpr() || Callee->hasAttr<ConstAttr>() ||
                    Callee->hasAttr<PureAttr>());
}

/// Whether a statement may change what no name leads to.
static bool changesMemory(const Stmt *S) {
  if (!S || isa<LambdaExpr>(S))
    return false;
  if (const Expr *Place = changedBy(S); Place && !namedBy(Place))
    return true;
  if (const auto *Call = dyn_cast<CallExpr>(S);
      Call && !readsLaunch(Call) && !isPure(Call->getDirectCallee()))
    return true;
  return isa<CXXConstructExpr, CXXNewExpr, CXXDeleteExpr, GCCAsmStmt>(S) ||
         llvm::any_of(S->children(), changesMemory);
}

/// The variables that a statement sets by name.
static void findSet(const Stmt *S,
                    llvm::SmallSetVector<const VarDecl *, 8> &Set) {
  if (!S || isa<LambdaExpr>(S))
    return;
  if (const Expr *Place = changedBy(S))
    if (const VarDecl *Variable = namedBy(Place))
      Set.insert(Variable);
  for (const Stmt *Child : S->children())
    findSet(Child, Set);
}

template <typename... Kinds> static bool holds(const Stmt *S) {
  if (!S || isa<LambdaExpr>(S))
    return false;
  return isa<Kinds...>(S) || llvm::any_of(S->children(), holds<Kinds...>);
}

//===----------------------------------------------------------------------===//
// The walk
//===----------------------------------------------------------------------===//

namespace banklint {
/// Follows one function.
class RecurrenceWalk {
public:
  RecurrenceWalk(Recurrences &Found, const FunctionDecl &Function)
      : Found(Found), Context(Found.Context) {
    Escapes.visit(Function.getBody());
    for (const ParmVarDecl *Parameter : Function.parameters())
      Parameters.insert(Parameter);
    run(Function.getBody());
  }

private:
  /// What the variables are, as far as they have been set or looked at.
  struct State {
    llvm::DenseMap<const VarDecl *, SymbolicSum> Values;
    bool IsDead = false; ///< nothing comes here
  };
  struct LoopAround {
    SymbolicLoop *Loop;
    llvm::SmallVector<State, 2> Continued;
    /// By conditions of which one does not hold where the walk is.
    llvm::SmallVector<LoopExit, 2> Pending;
    bool IsSwitch = false; ///< `break` ends a switch in it
  };
  using Exits = llvm::SmallVector<LoopExit, 2>;

  // Symbols.
  unsigned add(Symbol S) {
    Found.Symbols.push_back(std::move(S));
    return unsigned(Found.Symbols.size() - 1);
  }
  static SymbolicSum sumOf(unsigned Symbol) {
    SymbolicSum Sum;
    Sum.Terms.push_back({Symbol, 1});
    return Sum;
  }
  SymbolicSum fresh(const Expr *Of = nullptr) {
    Symbol S;
    S.Of = Of;
    return sumOf(add(std::move(S)));
  }
  SymbolicSum hidden(const Expr *Of) {
    Symbol S;
    S.What = Symbol::Hidden;
    S.Of = Of;
    return sumOf(add(std::move(S)));
  }
  SymbolicSum interned(const std::string &Key, Symbol S) {
    auto [At, IsNew] = Found.Interned.try_emplace(Key, 0);
    if (IsNew)
      At->second = add(std::move(S));
    return sumOf(At->second);
  }
  SymbolicSum operation(llvm::StringRef Name, const Expr *Of,
                        llvm::ArrayRef<SymbolicSum> Operands, QualType Type,
                        BinaryOperatorKind Op = BO_Comma,
                        Symbol::Kind Kind = Symbol::Operation);

  // Variables.
  bool isFollowed(const VarDecl *Variable) const {
    const QualType Type = Variable->getType();
    return Variable->hasLocalStorage() && !Type.isVolatileQualified() &&
           !Escapes.escapes(Variable) &&
           (Type->isIntegralOrEnumerationType() || Type->isPointerType());
  }
  SymbolicSum initial(const VarDecl *Variable);
  SymbolicSum valueOf(const VarDecl *Variable) {
    const auto At = Here.Values.find(Variable);
    return At == Here.Values.end() ? initial(Variable) : At->second;
  }
  void set(const VarDecl *Variable, SymbolicSum To) {
    if (isFollowed(Variable))
      Here.Values[Variable] = std::move(To);
  }
  void join(const State &Other);
  void forget(const llvm::SmallSetVector<const VarDecl *, 8> &Set) {
    for (const VarDecl *Variable : Set)
      set(Variable, fresh());
  }

  // Expressions.
  SymbolicSum evaluate(const Expr *E);
  SymbolicSum evaluateCast(const CastExpr *E);
  SymbolicSum evaluateUnary(const UnaryOperator *E);
  SymbolicSum evaluateBinary(const BinaryOperator *E);
  SymbolicSum evaluateCall(const CallExpr *E);
  SymbolicSum evaluateOthers(const Expr *E);
  SymbolicSum combine(BinaryOperatorKind Op, const SymbolicSum &Left,
                      const SymbolicSum &Right, const Expr *Of, QualType Type);
  SymbolicSum converted(SymbolicSum Sum, QualType From, QualType To,
                        const Expr *Of);
  SymbolicSum loaded(const Expr *Place);
  std::optional<int64_t> numberOf(const Expr *E) const;
  void evaluateExits(const Expr *Condition, bool EndsIfTrue, Exits &Into);
  std::optional<LoopExit> comparisonOf(const SymbolicSum &Sum) const;

  // Statements.
  void run(const Stmt *S);
  void runIf(const IfStmt *S);
  void runArm(const Stmt *S, bool IsCounted);
  void runLoop(const Stmt *S, const Expr *Condition, const Stmt *Body,
               const Expr *Increment, bool TestsFirst,
               const VarDecl *ConditionVariable = nullptr,
               const Stmt *Declared = nullptr);
  void runSwitch(const SwitchStmt *S);
  void declare(const VarDecl *Variable);
  void jumpOut(bool IsReturn);
  bool isSure() const { return !Around.empty() && IsSure; }

  Recurrences &Found;
  const ASTContext &Context;
  EscapeFinder Escapes;
  llvm::DenseSet<const VarDecl *> Parameters;
  State Here;
  llvm::SmallVector<LoopAround, 4> Around;
  /// What is run, each iteration of the loop around comes to.
  bool IsSure = false;
  /// The jumps out of what is run are those of an exit of the loop around.
  bool IsCountedExit = false;
  bool IsFirst = false; ///< nothing of the iteration has been run
  unsigned Memory = 0;  ///< how often memory has been changed
};
} // namespace banklint

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

std::optional<int64_t> RecurrenceWalk::numberOf(const Expr *E) const {
  Expr::EvalResult Result;
  if (E->isValueDependent() || !E->getType()->isIntegralOrEnumerationType() ||
      !E->EvaluateAsInt(Result, Context))
    return std::nullopt;
  const llvm::APSInt &Number = Result.Val.getInt();
  return Number.isSigned() || Number.getActiveBits() < 64
             ? Number.tryExtValue()
             : std::optional(int64_t(Number.getZExtValue()));
}

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
  if (changedBy(Place)) // `++i`, and what it is then
    return evaluate(Place);
  if (const VarDecl *Variable = namedBy(Place)) {
    // A name for another one.
    while (Variable->getType()->isReferenceType() && Variable->getInit()) {
      const VarDecl *Meant =
          namedBy(Variable->getInit()->IgnoreParenImpCasts());
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
    if (const VarDecl *Variable = namedBy(Sub);
        !Variable || !Variable->hasLocalStorage())
      if (const std::optional<int64_t> Number = numberOf(E))
        return SymbolicSum(*Number);
    return loaded(Sub);
  }
  case CK_IntegralCast:
    return converted(evaluate(Sub), Sub->getType(), E->getType(), E);
  case CK_ArrayToPointerDecay: {
    if (namedBy(Sub))
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
    const VarDecl *Variable = namedBy(Sub);
    if (!Variable) {
      evaluate(Sub);
      ++Memory;
      return fresh(E);
    }
    const SymbolicSum Before = loaded(Sub);
    SymbolicSum Now = Before;
    Now.Constant = plus(Now.Constant, E->isIncrementOp() ? 1 : -1);
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
    const VarDecl *Variable = namedBy(LHS);
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
    if (const std::optional<int64_t> Number = numberOf(E))
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
    const std::optional<int64_t> Number = numberOf(E);
    return Number ? SymbolicSum(*Number) : fresh(E);
  }
  if (const auto *Name = dyn_cast<DeclRefExpr>(E)) {
    const auto *Variable = dyn_cast<VarDecl>(Name->getDecl());
    if (!Variable) {
      const std::optional<int64_t> Number = numberOf(E);
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

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

void RecurrenceWalk::declare(const VarDecl *Variable) {
  if (!Variable->getInit() || Variable->isStaticLocal()) {
    set(Variable, fresh());
    return;
  }
  SymbolicSum Value = evaluate(Variable->getInit());
  set(Variable, std::move(Value));
}

/// By a `break` or a `return`.
void RecurrenceWalk::jumpOut(bool IsReturn) {
  Here.IsDead = true;
  if (Around.empty())
    return;
  if (!IsReturn && Around.back().IsSwitch)
    return;
  LoopAround &Inner = Around.back();
  if (!Inner.Loop)
    return;
  if (IsSure && !IsCountedExit && !Inner.Pending.empty())
    llvm::append_range(Inner.Loop->Exits, std::exchange(Inner.Pending, {}));
  else if (!IsCountedExit)
    Inner.Loop->HasOtherExit = true;
  if (IsReturn)
    for (const LoopAround &Outer : llvm::drop_end(Around))
      if (Outer.Loop && Outer.Loop != Inner.Loop)
        Outer.Loop->HasOtherExit = true;
}

/// What a statement does last is to leave the loop around it, or to go on with
/// its next iteration.
template <typename... Jumps> static bool endsWith(const Stmt *S) {
  if (const auto *Block = llvm::dyn_cast_or_null<CompoundStmt>(S))
    return !Block->body_empty() && endsWith<Jumps...>(Block->body_back());
  return S && isa<Jumps...>(S);
}

void RecurrenceWalk::runArm(const Stmt *S, bool IsCounted) {
  if (!S)
    return;
  const llvm::SaveAndRestore KeepSure(IsSure, false);
  const llvm::SaveAndRestore KeepCounted(IsCountedExit, IsCounted);
  run(S);
}

void RecurrenceWalk::runIf(const IfStmt *S) {
  if (S->getInit())
    run(S->getInit());
  if (S->getConditionVariable())
    declare(S->getConditionVariable());
  if (S->isConstexpr())
    if (const std::optional<const Stmt *> Taken =
            S->getNondiscardedCase(Context)) {
      if (*Taken)
        run(*Taken);
      return;
    }
  const Stmt *Then = S->getThen(), *Else = S->getElse();
  auto Leaves = [&](const Stmt *Arm) {
    return isSure() && !Around.back().IsSwitch &&
           endsWith<BreakStmt, ReturnStmt>(Arm) && !holds<ContinueStmt>(Arm);
  };
  const bool ThenLeaves = Leaves(Then), ElseLeaves = Leaves(Else);
  const bool GoesOn = isSure() && !Else && endsWith<ContinueStmt>(Then) &&
                      !holds<BreakStmt, ReturnStmt>(Then);
  Exits Ends;
  if (ThenLeaves != ElseLeaves || GoesOn)
    evaluateExits(S->getCond(), /*EndsIfTrue=*/ThenLeaves, Ends);
  else
    evaluate(S->getCond());
  if (ThenLeaves != ElseLeaves)
    llvm::append_range(Around.back().Loop->Exits, Ends);
  IsFirst = false;
  const State Before = Here;
  runArm(Then, ThenLeaves && !ElseLeaves);
  const State AfterThen = std::exchange(Here, Before);
  runArm(Else, ElseLeaves && !ThenLeaves);
  join(AfterThen);
  if (!isSure())
    return;
  if (GoesOn && Around.back().Pending.empty())
    Around.back().Pending = std::move(Ends);
  else if (holds<ContinueStmt>(Then) || holds<ContinueStmt>(Else))
    IsSure = false;
}

void RecurrenceWalk::runLoop(const Stmt *S, const Expr *Condition,
                             const Stmt *Body, const Expr *Increment,
                             bool TestsFirst, const VarDecl *ConditionVariable,
                             const Stmt *Declared) {
  llvm::SmallSetVector<const VarDecl *, 8> Set;
  for (const Stmt *Part : {static_cast<const Stmt *>(Condition), Body,
                           static_cast<const Stmt *>(Increment)})
    findSet(Part, Set);
  auto Loop = std::make_unique<SymbolicLoop>();
  for (const VarDecl *Variable : Set) {
    if (!isFollowed(Variable))
      continue;
    Symbol Head;
    Head.What = Symbol::Head;
    Head.Variable = Variable;
    const unsigned Number = add(std::move(Head));
    Loop->Variables.push_back({Number, valueOf(Variable), std::nullopt});
    Here.Values[Variable] = sumOf(Number);
  }
  const bool ChangesMemory = changesMemory(Condition) || changesMemory(Body) ||
                             changesMemory(Increment);
  Memory += ChangesMemory;
  Around.push_back({Loop.get(), {}, {}, false});
  {
    const llvm::SaveAndRestore KeepSure(IsSure, true);
    const llvm::SaveAndRestore KeepFirst(IsFirst, TestsFirst);
    const llvm::SaveAndRestore KeepCounted(IsCountedExit, false);
    if (ConditionVariable)
      declare(ConditionVariable);
    const bool HasTest = TestsFirst && Condition;
    if (HasTest)
      evaluateExits(Condition, /*EndsIfTrue=*/false, Loop->Exits);
    IsFirst = TestsFirst && Loop->Exits.empty();
    if (Declared)
      run(Declared);
    if (Body)
      run(Body);
    for (const State &Continued : Around.back().Continued)
      join(Continued);
    IsFirst = false;
    if (Increment && !Here.IsDead)
      evaluate(Increment);
    if (!TestsFirst && Condition && !Here.IsDead)
      evaluateExits(Condition, /*EndsIfTrue=*/false, Loop->Exits);
  }
  Around.pop_back();
  if (!Here.IsDead) {
    for (SymbolicLoop::Variable &V : Loop->Variables)
      V.End = valueOf(Found.Symbols[V.Head].Variable);
    // `while (!done)`, where the last iteration has set it.
    for (LoopExit &Exit : Loop->Exits) {
      const std::optional<unsigned> Flag = Exit.Left.symbol();
      const SymbolicLoop::Variable *Kept = Flag && Exit.Right == SymbolicSum()
                                               ? Loop->variableOf(*Flag)
                                               : nullptr;
      std::optional<LoopExit> Compared =
          Kept ? comparisonOf(*Kept->End) : std::nullopt;
      if (!Compared || (Exit.GoesOn != BO_EQ && Exit.GoesOn != BO_NE))
        continue;
      if (Exit.GoesOn == BO_EQ)
        Compared->GoesOn = BinaryOperator::negateComparisonOp(Compared->GoesOn);
      Exit = std::move(*Compared);
    }
  }
  Here.IsDead = false;
  forget(Set);
  Memory += ChangesMemory;
  Found.Loops[S] = std::move(Loop);
}

/// Whatever is set in a switch is not followed through it.
void RecurrenceWalk::runSwitch(const SwitchStmt *S) {
  if (S->getInit())
    run(S->getInit());
  if (S->getConditionVariable())
    declare(S->getConditionVariable());
  evaluate(S->getCond());
  llvm::SmallSetVector<const VarDecl *, 8> Set;
  findSet(S->getBody(), Set);
  const State Before = Here;
  Around.push_back(
      {Around.empty() ? nullptr : Around.back().Loop, {}, {}, true});
  runArm(S->getBody(), /*IsCounted=*/false);
  Around.pop_back();
  Here = Before;
  forget(Set);
  ++Memory;
}

void RecurrenceWalk::run(const Stmt *S) {
  if (Here.IsDead && !isa<SwitchCase>(S))
    return;
  switch (S->getStmtClass()) {
  case Stmt::CompoundStmtClass:
    for (const Stmt *Part : cast<CompoundStmt>(S)->body())
      run(Part);
    return;
  case Stmt::DeclStmtClass:
    for (const Decl *D : cast<DeclStmt>(S)->decls())
      if (const auto *Variable = dyn_cast<VarDecl>(D))
        declare(Variable);
    break;
  case Stmt::IfStmtClass:
    return runIf(cast<IfStmt>(S));
  case Stmt::ForStmtClass: {
    const auto *For = cast<ForStmt>(S);
    if (For->getInit())
      run(For->getInit());
    runLoop(S, For->getCond(), For->getBody(), For->getInc(), true,
            For->getConditionVariable());
    break;
  }
  case Stmt::WhileStmtClass: {
    const auto *While = cast<WhileStmt>(S);
    runLoop(S, While->getCond(), While->getBody(), nullptr, true,
            While->getConditionVariable());
    break;
  }
  case Stmt::DoStmtClass: {
    const auto *Do = cast<DoStmt>(S);
    runLoop(S, Do->getCond(), Do->getBody(), nullptr, false);
    break;
  }
  case Stmt::CXXForRangeStmtClass: {
    const auto *Range = cast<CXXForRangeStmt>(S);
    for (const Stmt *Head :
         {Range->getInit(), static_cast<const Stmt *>(Range->getRangeStmt()),
          static_cast<const Stmt *>(Range->getBeginStmt()),
          static_cast<const Stmt *>(Range->getEndStmt())})
      if (Head)
        run(Head);
    runLoop(S, Range->getCond(), Range->getBody(), Range->getInc(), true,
            nullptr, Range->getLoopVarStmt());
    break;
  }
  case Stmt::SwitchStmtClass:
    runSwitch(cast<SwitchStmt>(S));
    break;
  case Stmt::BreakStmtClass:
    return jumpOut(/*IsReturn=*/false);
  case Stmt::ContinueStmtClass:
    for (LoopAround &L : llvm::reverse(Around))
      if (!L.IsSwitch) {
        L.Continued.push_back(Here);
        break;
      }
    Here.IsDead = true;
    return;
  case Stmt::ReturnStmtClass:
    if (const Expr *Returned = cast<ReturnStmt>(S)->getRetValue())
      evaluate(Returned);
    return jumpOut(/*IsReturn=*/true);
  case Stmt::AttributedStmtClass:
    return run(cast<AttributedStmt>(S)->getSubStmt());
  case Stmt::CaseStmtClass:
  case Stmt::DefaultStmtClass: {
    llvm::SmallSetVector<const VarDecl *, 8> All;
    for (const auto &Value : Here.Values)
      All.insert(Value.first);
    Here.IsDead = false;
    forget(All);
    return run(cast<SwitchCase>(S)->getSubStmt());
  }
  case Stmt::NullStmtClass:
    return;
  default:
    if (const auto *E = dyn_cast<Expr>(S)) {
      evaluate(E);
      break;
    }
    ++Memory;
    for (const Stmt *Child : S->children())
      if (Child)
        run(Child);
    break;
  }
  IsFirst = false;
}

void Recurrences::follow(const FunctionDecl &Function) {
  const FunctionDecl *Defined = nullptr;
  if (!Function.hasBody(Defined) || !Followed.insert(Defined).second ||
      Defined->isDependentContext())
    return;
  // Where jumps lead anywhere, nothing is followed.
  const Stmt *Body = Defined->getBody();
  if (!holds<GotoStmt, IndirectGotoStmt, CXXTryStmt, CoreturnStmt>(Body))
    RecurrenceWalk(*this, *Defined);
}
