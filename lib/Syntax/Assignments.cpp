//===- Assignments.cpp - Where a variable gets its values -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Syntax/Assignments.h"
#include "clang/AST/Decl.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/StmtCXX.h"

using namespace banklint;
using namespace clang;
using llvm::cast;
using llvm::dyn_cast;

/// What sets the variables of one function.
struct banklint::SettingsOfFunction {
  llvm::DenseMap<const VarDecl *, llvm::SmallVector<VariableSetting, 2>>
      Settings;
  llvm::DenseMap<const DeclRefExpr *, unsigned> Uses; ///< their numbers
};

/// The variable that a place is or lies in; null where a pointer leads there.
static const VarDecl *variableOf(const Expr *Place) {
  while (true) {
    Place = Place->IgnoreParenImpCasts();
    if (const auto *Member = dyn_cast<MemberExpr>(Place);
        Member && !Member->isArrow())
      Place = Member->getBase();
    else if (const auto *Element = dyn_cast<ArraySubscriptExpr>(Place);
             Element && Element->getBase()
                            ->IgnoreParenImpCasts()
                            ->getType()
                            ->isArrayType())
      Place = Element->getBase();
    else
      break;
  }
  const auto *Reference = dyn_cast<DeclRefExpr>(Place);
  const auto *Variable =
      Reference ? dyn_cast<VarDecl>(Reference->getDecl()) : nullptr;
  return Variable && Variable->hasLocalStorage() ? Variable : nullptr;
}

namespace {

/// Goes through the body of a function, and of its lambdas, in order.
class SettingCollector : public RecursiveASTVisitor<SettingCollector> {
public:
  SettingCollector(SettingsOfFunction &Found) : Found(Found) {}

  /// Notes where the loops around the settings end.
  void finish();

  bool shouldVisitImplicitCode() const { return true; }

  bool VisitVarDecl(const VarDecl *Variable) {
    DeclaredIn[Variable] = {unsigned(Conditions.size()),
                            unsigned(Loops.size())};
    return true;
  }
  bool VisitDeclRefExpr(const DeclRefExpr *Reference) {
    Found.Uses[Reference] = ++Order;
    return true;
  }
  bool VisitBinaryOperator(const BinaryOperator *Binary) {
    if (Binary->isAssignmentOp())
      note(Binary->getLHS(), Binary->getRHS());
    return true;
  }
  bool VisitUnaryOperator(const UnaryOperator *Unary) {
    if (Unary->isIncrementDecrementOp())
      note(Unary->getSubExpr(), nullptr);
    return true;
  }
  bool VisitGCCAsmStmt(const GCCAsmStmt *Assembly) {
    for (unsigned N = 0; N != Assembly->getNumOutputs(); ++N)
      note(Assembly->getOutputExpr(N), Assembly);
    return true;
  }

  bool TraverseIfStmt(IfStmt *S) {
    return guarded(S->getCond(), [&] { return Base::TraverseIfStmt(S); });
  }
  bool TraverseSwitchStmt(SwitchStmt *S) {
    return guarded(S->getCond(), [&] { return Base::TraverseSwitchStmt(S); });
  }
  bool TraverseConditionalOperator(ConditionalOperator *E) {
    return guarded(E->getCond(),
                   [&] { return Base::TraverseConditionalOperator(E); });
  }
  bool TraverseBinaryOperator(BinaryOperator *E) {
    const Expr *Left = E->isLogicalOp() ? E->getLHS() : nullptr;
    return guarded(Left, [&] { return Base::TraverseBinaryOperator(E); });
  }
  bool TraverseForStmt(ForStmt *S) {
    // Its variable is declared around the loop, not in it.
    TraverseStmt(S->getInit());
    return looped(S->getCond(), [&] {
      return TraverseStmt(S->getCond()) && TraverseStmt(S->getBody()) &&
             TraverseStmt(S->getInc());
    });
  }
  bool TraverseWhileStmt(WhileStmt *S) {
    return looped(S->getCond(), [&] { return Base::TraverseWhileStmt(S); });
  }
  bool TraverseDoStmt(DoStmt *S) {
    return looped(S->getCond(), [&] { return Base::TraverseDoStmt(S); });
  }
  bool TraverseCXXForRangeStmt(CXXForRangeStmt *S) {
    return looped(S->getCond(),
                  [&] { return Base::TraverseCXXForRangeStmt(S); });
  }

private:
  using Base = RecursiveASTVisitor<SettingCollector>;

  /// How many conditions and loops are around a declaration.
  struct Depth {
    unsigned Conditions = 0, Loops = 0;
  };

  template <typename Function>
  bool guarded(const Expr *Condition, Function Traverse) {
    if (!Condition)
      return Traverse();
    Conditions.push_back(Condition);
    const bool GoOn = Traverse();
    Conditions.pop_back();
    return GoOn;
  }
  template <typename Function>
  bool looped(const Expr *Condition, Function Traverse) {
    const unsigned Begin = ++Order;
    Loops.push_back(Begin);
    const bool GoOn = guarded(Condition, Traverse);
    Loops.pop_back();
    LoopEnds[Begin] = ++Order;
    return GoOn;
  }

  void note(const Expr *Place, const Stmt *Assigned);

  SettingsOfFunction &Found;
  unsigned Order = 0;
  llvm::SmallVector<const Expr *, 8> Conditions; ///< around what is visited
  llvm::SmallVector<unsigned, 8> Loops;          ///< by what they begin with
  llvm::DenseMap<unsigned, unsigned> LoopEnds;
  llvm::DenseMap<const VarDecl *, Depth> DeclaredIn;
};

} // namespace

void SettingCollector::note(const Expr *Place, const Stmt *Assigned) {
  const VarDecl *Variable = variableOf(Place);
  if (!Variable)
    return;
  const Depth Around = DeclaredIn.lookup(Variable);
  VariableSetting New;
  New.Assigned = Assigned;
  New.Conditions.assign(Conditions.begin() + Around.Conditions,
                        Conditions.end());
  New.Order = ++Order;
  if (Around.Loops < Loops.size())
    New.LoopBegin = Loops[Around.Loops];
  Found.Settings[Variable].push_back(std::move(New));
}

void SettingCollector::finish() {
  for (auto &[Variable, All] : Found.Settings)
    for (VariableSetting &S : All)
      S.LoopEnd = LoopEnds.lookup(S.LoopBegin);
}

AssignmentFinder::AssignmentFinder() = default;
AssignmentFinder::~AssignmentFinder() = default;

llvm::SmallVector<const VariableSetting *, 2>
AssignmentFinder::before(const VarDecl &Variable, const DeclRefExpr &Use) {
  const auto *Function = llvm::dyn_cast_or_null<FunctionDecl>(
      Variable.getParentFunctionOrMethod());
  // What a lambda does to what it captures stands in the function around it.
  while (Function && isLambdaCallOperator(Function)) {
    const auto *Around =
        dyn_cast_or_null<FunctionDecl>(cast<CXXMethodDecl>(Function)
                                           ->getParent()
                                           ->getParentFunctionOrMethod());
    if (!Around || Around->isDependentContext())
      break;
    Function = Around;
  }
  const FunctionDecl *Defined = nullptr;
  if (!Function || !Function->hasBody(Defined))
    return {};
  std::unique_ptr<SettingsOfFunction> &Here = Known[Defined];
  if (!Here) {
    Here = std::make_unique<SettingsOfFunction>();
    SettingCollector Collector(*Here);
    Collector.TraverseStmt(Defined->getBody());
    Collector.finish();
  }
  llvm::SmallVector<const VariableSetting *, 2> Result;
  auto Found = Here->Settings.find(&Variable);
  if (Found == Here->Settings.end())
    return Result;
  auto At = Here->Uses.find(&Use);
  for (const VariableSetting &S : Found->second)
    if (At == Here->Uses.end() || S.reaches(At->second))
      Result.push_back(&S);
  return Result;
}
