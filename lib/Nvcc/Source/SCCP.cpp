//===- SCCP.cpp - What the compiler knows of a number ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Nvcc/Source/SCCP.h"
#include "Nvcc/Source/SameText.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <deque>

using namespace banklint;
using namespace clang;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

namespace {
/// A call that is looked into, in whose body what is asked for stands.
struct InCall {
  const FunctionDecl *Callee;
  const Expr *Call;
  const InCall *Caller; ///< null for what runs
};

/// Looks for what a number depends on that only the running kernel knows.
class ConstantFinder {
public:
  ConstantFinder(llvm::ArrayRef<const VarDecl *> NotConstant,
                 AssignmentFinder &Assignments, const GivenExpression &Given,
                 bool CountsChoices = true)
      : NotConstant(NotConstant), Assignments(Assignments), Given(Given),
        CountsChoices(CountsChoices) {}

  bool isConstant(const Stmt *S, const InCall *In = nullptr);

private:
  bool areConstant(const Stmt *S, const InCall *In);
  bool isConstantName(const DeclRefExpr &Name, const InCall *In);
  bool isConstant(const VarDecl &Variable, const InCall *In);
  bool isConstantParameter(const ParmVarDecl &Parameter, const InCall *In);
  bool isConstantThis(const CXXThisExpr &This, const InCall *In);
  bool isConstantCall(const CallExpr &Call, const InCall *In);
  bool isConstantObject(const CXXConstructExpr &Made, const InCall *In);
  const InCall *enter(const FunctionDecl *Callee, const Expr *Call,
                      const InCall *In);

  llvm::ArrayRef<const VarDecl *> NotConstant;
  AssignmentFinder &Assignments;
  const GivenExpression &Given;
  /// Whether what chooses among constants has to be one.
  const bool CountsChoices;
  std::deque<InCall> Calls;
  /// What was met before has decided already, or will.
  llvm::DenseSet<std::pair<const void *, const InCall *>> Met;
  /// Steps until a number is too much work for a constant; more than any loop
  /// of CUTLASS's examples asks for.
  unsigned StepsLeft = 20000;
};
} // namespace

/// The variables of CUDA that a launch sets.
static bool isOfLaunch(const ValueDecl &D) {
  const llvm::StringRef Name = D.getIdentifier() ? D.getName() : "";
  return Name == "threadIdx" || Name == "blockIdx" || Name == "blockDim" ||
         Name == "gridDim" || Name == "warpSize";
}

static bool isOfEmptyClass(const Expr &E) {
  // Clang's headers give them empty classes, whose members read registers.
  const auto *Reference = dyn_cast<DeclRefExpr>(&E);
  if (Reference && isOfLaunch(*Reference->getDecl()))
    return false;
  const CXXRecordDecl *Class = E.getType()->getAsCXXRecordDecl();
  return Class && Class->hasDefinition() && Class->isEmpty();
}

const Expr *banklint::givenArgument(const ParmVarDecl &Parameter,
                                    const FunctionDecl &Callee,
                                    const Expr *Call) {
  unsigned Position = Parameter.getFunctionScopeIndex();
  if (const auto *Made = llvm::dyn_cast_or_null<CXXConstructExpr>(Call))
    return Position < Made->getNumArgs() ? Made->getArg(Position) : nullptr;
  const auto *Called = llvm::dyn_cast_or_null<CallExpr>(Call);
  // The first operand of an operator is the object that it belongs to.
  if (const auto *Method = dyn_cast<CXXMethodDecl>(&Callee);
      Method && Called && isa<CXXOperatorCallExpr>(Called) &&
      Method->isImplicitObjectMemberFunction())
    ++Position;
  return Called && Position < Called->getNumArgs() ? Called->getArg(Position)
                                                   : nullptr;
}

const Expr *banklint::givenObject(const Expr *Call) {
  if (const auto *Member = llvm::dyn_cast_or_null<CXXMemberCallExpr>(Call))
    return Member->getImplicitObjectArgument();
  const auto *Operator = llvm::dyn_cast_or_null<CXXOperatorCallExpr>(Call);
  return Operator && Operator->getNumArgs() ? Operator->getArg(0) : nullptr;
}

static const InCall *callOf(const FunctionDecl *Function, const InCall *In) {
  while (In && In->Callee != Function)
    In = In->Caller;
  return In;
}

/// Null for a function that is being looked into.
const InCall *ConstantFinder::enter(const FunctionDecl *Callee,
                                    const Expr *Call, const InCall *In) {
  if (callOf(Callee, In))
    return nullptr;
  return &Calls.emplace_back(InCall{Callee, Call, In});
}

bool ConstantFinder::isConstantParameter(const ParmVarDecl &Parameter,
                                         const InCall *In) {
  const auto *Function = dyn_cast<FunctionDecl>(Parameter.getDeclContext());
  // The host's arguments may be known to the walk; those of functions that are
  // inlined are as constant as their call makes them.
  if (Function && Function->hasAttr<CUDAGlobalAttr>())
    return false;
  if (const InCall *Of = Function ? callOf(Function, In) : nullptr)
    return isConstant(givenArgument(Parameter, *Function, Of->Call),
                      Of->Caller);
  return isConstant(Given(Parameter));
}

bool ConstantFinder::isConstant(const VarDecl &Variable, const InCall *In) {
  if (isOfLaunch(Variable) || llvm::is_contained(NotConstant, &Variable))
    return false;
  const auto *Function = dyn_cast<FunctionDecl>(Variable.getDeclContext());
  const InCall *Of = Function ? callOf(Function, In) : nullptr;
  if (!Met.insert({&Variable, Of}).second)
    return true;
  if (const auto *Parameter = dyn_cast<ParmVarDecl>(&Variable))
    return isConstantParameter(*Parameter, In);
  return isConstant(Variable.getInit(), Of);
}

/// A variable is as constant as its initializer, and as what is assigned to it
/// before it is named.
bool ConstantFinder::isConstantName(const DeclRefExpr &Name, const InCall *In) {
  const auto *Variable = dyn_cast<VarDecl>(Name.getDecl());
  if (!Variable)
    return true;
  if (!isConstant(*Variable, In))
    return false;
  const auto *Function = dyn_cast<FunctionDecl>(Variable->getDeclContext());
  const InCall *Of = Function ? callOf(Function, In) : nullptr;
  auto IsConstant = [&](const Stmt *Part) { return isConstant(Part, Of); };
  return llvm::all_of(
      Assignments.before(*Variable, Name), [&](const VariableSetting *S) {
        return !Met.insert({S, Of}).second ||
               (IsConstant(S->Assigned) &&
                (!CountsChoices || llvm::all_of(S->Conditions, IsConstant)));
      });
}

bool ConstantFinder::isConstantThis(const CXXThisExpr &This, const InCall *In) {
  const CXXRecordDecl *Class = This.getType()->getPointeeCXXRecordDecl();
  if (!Class)
    return true;
  Class = Class->getCanonicalDecl();
  while (In) {
    const auto *Method = dyn_cast<CXXMethodDecl>(In->Callee);
    if (Method && Method->getParent()->getCanonicalDecl() == Class)
      return isConstant(givenObject(In->Call), In->Caller);
    In = In->Caller;
  }
  return !Met.insert({Class, nullptr}).second || isConstant(Given(*Class));
}

/// A function may read a register whatever it is given, and need not look at
/// what it is given.
bool ConstantFinder::isConstantCall(const CallExpr &Call, const InCall *In) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  const FunctionDecl *Defined = nullptr;
  if (!Callee)
    return areConstant(&Call, In);
  if (Callee->getBuiltinID() && Callee->getIdentifier() &&
      Callee->getName().starts_with("__nvvm_read_ptx_sreg_"))
    return false;
  if (!Callee->hasBody(Defined))
    return areConstant(&Call, In);
  const InCall *Inside = enter(Defined, &Call, In);
  return !Inside || isConstant(Defined->getBody(), Inside);
}

bool ConstantFinder::isConstantObject(const CXXConstructExpr &Made,
                                      const InCall *In) {
  const FunctionDecl *Defined = nullptr;
  const CXXConstructorDecl *Constructor = Made.getConstructor();
  if (Constructor->isDefaulted() || !Constructor->hasBody(Defined))
    return areConstant(&Made, In);
  const InCall *Inside = enter(Defined, &Made, In);
  return !Inside || (llvm::all_of(cast<CXXConstructorDecl>(Defined)->inits(),
                                  [&](const CXXCtorInitializer *Init) {
                                    return isConstant(Init->getInit(), Inside);
                                  }) &&
                     isConstant(Defined->getBody(), Inside));
}

bool ConstantFinder::areConstant(const Stmt *S, const InCall *In) {
  return llvm::all_of(S->children(),
                      [&](const Stmt *Child) { return isConstant(Child, In); });
}

bool ConstantFinder::isConstant(const Stmt *S, const InCall *In) {
  if (!S)
    return true;
  if (StepsLeft == 0 || isa<GCCAsmStmt>(S))
    return false;
  --StepsLeft;
  if (const auto *Opaque = dyn_cast<OpaqueValueExpr>(S))
    return isConstant(Opaque->getSourceExpr(), In);
  // A list in parentheses that Clang rejects has no type.
  if (const auto *E = dyn_cast<Expr>(S); E && E->getType().isNull())
    return false;
  if (const auto *E = dyn_cast<Expr>(S); E && isOfEmptyClass(*E))
    return true;
  if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(S))
    return isConstant(Default->getExpr(), In);
  if (const auto *Default = dyn_cast<CXXDefaultInitExpr>(S))
    return isConstant(Default->getExpr(), In);
  if (const auto *Name = dyn_cast<DeclRefExpr>(S))
    return isConstantName(*Name, In);
  if (const auto *Chosen = dyn_cast<ConditionalOperator>(S);
      Chosen && !CountsChoices)
    return isConstant(Chosen->getTrueExpr(), In) &&
           isConstant(Chosen->getFalseExpr(), In);
  if (const auto *This = dyn_cast<CXXThisExpr>(S))
    return isConstantThis(*This, In);
  if (const auto *Made = dyn_cast<CXXConstructExpr>(S))
    return isConstantObject(*Made, In);
  if (const auto *Declared = dyn_cast<DeclStmt>(S))
    return llvm::all_of(Declared->decls(), [&](const Decl *D) {
      const auto *Variable = dyn_cast<VarDecl>(D);
      return !Variable || isConstant(*Variable, In);
    });
  if (const auto *Call = dyn_cast<CallExpr>(S))
    return isConstantCall(*Call, In);
  return areConstant(S, In);
}

bool CompileTime::isChosenConstant(const Expr *E) const {
  return !isConstant(E) &&
         ConstantFinder(NotConstant, Assignments, Given, false).isConstant(E);
}

bool CompileTime::isConstant(const Stmt *S) const {
  return ConstantFinder(NotConstant, Assignments, Given).isConstant(S);
}

//===----------------------------------------------------------------------===//
// Pointers and conditions
//===----------------------------------------------------------------------===//

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

bool CompileTime::comparesPointersConstantApart(const Expr *Condition,
                                                const Expr *Increment) const {
  const auto *Compared =
      Condition ? dyn_cast<BinaryOperator>(Condition->IgnoreParenImpCasts())
                : nullptr;
  if (!Compared || !Compared->isComparisonOp() ||
      !Compared->getLHS()->getType()->isPointerType() ||
      !Compared->getRHS()->getType()->isPointerType())
    return false;
  const auto *Step =
      Increment ? dyn_cast<UnaryOperator>(Increment->IgnoreParens()) : nullptr;
  // A pointer that takes several at a step may come by the last one, and one
  // that goes up to it and with it, or down, may wrap.
  if (Compared->getOpcode() != BO_NE &&
      !(Step && Step->isIncrementOp() && Compared->getOpcode() == BO_LT))
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
  auto IsConstant = [&](const Expr *Part) { return isConstant(Part); };
  return std::all_of(L, Left.Added.rend(), IsConstant) &&
         std::all_of(R, Right.Added.rend(), IsConstant);
}

const Expr *CompileTime::initializerOf(const Expr *Name) const {
  const auto *Reference = dyn_cast<DeclRefExpr>(Name->IgnoreParenImpCasts());
  const auto *Variable =
      Reference ? dyn_cast<VarDecl>(Reference->getDecl()) : nullptr;
  if (!Variable || !Variable->hasLocalStorage() || isa<ParmVarDecl>(Variable) ||
      !Assignments.before(*Variable, *Reference).empty())
    return nullptr;
  return Variable->getInit();
}

const Expr *CompileTime::valueOf(const Expr *Name) const {
  const auto *Reference = dyn_cast<DeclRefExpr>(Name->IgnoreParenImpCasts());
  const auto *Parameter =
      Reference ? dyn_cast<ParmVarDecl>(Reference->getDecl()) : nullptr;
  if (!Parameter)
    return initializerOf(Name);
  return Assignments.before(*Parameter, *Reference).empty() ? Given(*Parameter)
                                                            : nullptr;
}

/// What the compiler works out a condition to be, from constants alone.
std::optional<bool> CompileTime::folded(const Expr *Condition) const {
  Condition = Condition->IgnoreParenImpCasts();
  bool Result;
  if (!Condition->isValueDependent() &&
      Condition->EvaluateAsBooleanCondition(Result, Context))
    return Result;
  if (const Expr *Initializer = initializerOf(Condition))
    return folded(Initializer);
  if (const auto *Unary = dyn_cast<UnaryOperator>(Condition);
      Unary && Unary->getOpcode() == UO_LNot)
    if (std::optional<bool> Negated = folded(Unary->getSubExpr()))
      return !*Negated;
  const auto *Logical = dyn_cast<BinaryOperator>(Condition);
  if (!Logical || !Logical->isLogicalOp())
    return std::nullopt;
  bool Deciding = Logical->getOpcode() == BO_LOr;
  std::optional<bool> Left = folded(Logical->getLHS());
  std::optional<bool> Right = folded(Logical->getRHS());
  if (Left == Deciding || Right == Deciding)
    return Deciding;
  return Left && Right ? std::optional(!Deciding) : std::nullopt;
}

bool CompileTime::isDecided(const Expr *Condition) const {
  Condition = Condition->IgnoreParenImpCasts();
  if (isConstant(Condition) || folded(Condition))
    return true;
  const Expr *Initializer = initializerOf(Condition);
  return Initializer && isDecided(Initializer);
}
