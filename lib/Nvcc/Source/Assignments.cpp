//===- Assignments.cpp - Where a variable gets its values -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Nvcc/Source/Assignments.h"
#include "clang/AST/Decl.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace banklint;
using namespace clang;
using llvm::cast;
using llvm::dyn_cast;

/// What sets the variables of one function.
struct banklint::SettingsOfFunction {
  llvm::DenseMap<const VarDecl *, llvm::SmallVector<VariableSetting, 2>>
      Settings;
  llvm::DenseMap<const DeclRefExpr *, unsigned> Uses; ///< their numbers
  llvm::DenseMap<const VarDecl *, llvm::SmallVector<unsigned, 8>> UsesOf;
  /// Of a loop, what it begins and ends with.
  struct Span {
    unsigned Begin, End;

    bool holds(unsigned At) const { return Begin <= At && At < End; }
  };
  llvm::DenseMap<const Stmt *, Span> Loops;
  /// Of its condition and its increment.
  llvm::DenseMap<const Stmt *, llvm::SmallVector<Span, 2>> Heads;
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
    if (const auto *Variable = dyn_cast<VarDecl>(Reference->getDecl()))
      Found.UsesOf[Variable].push_back(Order);
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
    const Stmt *Then = S->getThen();
    if (const auto *Block = dyn_cast<CompoundStmt>(Then);
        Block && Block->size() == 1)
      Then = Block->body_front();
    if (!S->getElse())
      Alone = dyn_cast<Expr>(Then);
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
    const bool IsAssignment = E->isAssignmentOp();
    const llvm::SaveAndRestore<bool> Restore(IsAlone, E == Alone);
    return assigned(IsAssignment ? E->getLHS() : nullptr, E->getRHS(), [&] {
      return guarded(Left, [&] { return Base::TraverseBinaryOperator(E); });
    });
  }
  bool TraverseCXXOperatorCallExpr(CXXOperatorCallExpr *E) {
    const bool IsAssignment =
        E->getOperator() == OO_Equal && E->getNumArgs() == 2;
    return assigned(IsAssignment ? E->getArg(0) : nullptr,
                    IsAssignment ? E->getArg(1) : nullptr,
                    [&] { return Base::TraverseCXXOperatorCallExpr(E); });
  }
  bool TraverseCompoundAssignOperator(CompoundAssignOperator *E) {
    return assigned(E->getLHS(), E->getRHS(),
                    [&] { return Base::TraverseCompoundAssignOperator(E); });
  }
  bool TraverseForStmt(ForStmt *S) {
    // Its variable is declared around the loop, not in it.
    TraverseStmt(S->getInit());
    return looped(*S, S->getCond(), [&] {
      return traverseHead(*S, S->getCond()) && TraverseStmt(S->getBody()) &&
             traverseHead(*S, S->getInc());
    });
  }
  bool TraverseWhileStmt(WhileStmt *S) {
    return looped(*S, S->getCond(), [&] {
      return TraverseStmt(S->getConditionVariableDeclStmt()) &&
             traverseHead(*S, S->getCond()) && TraverseStmt(S->getBody());
    });
  }
  bool TraverseDoStmt(DoStmt *S) {
    return looped(*S, S->getCond(), [&] {
      return TraverseStmt(S->getBody()) && traverseHead(*S, S->getCond());
    });
  }
  bool TraverseCXXForRangeStmt(CXXForRangeStmt *S) {
    return looped(*S, S->getCond(),
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
  bool traverseHead(const Stmt &Loop, Expr *Part) {
    const unsigned Begin = ++Order;
    const bool GoOn = TraverseStmt(Part);
    Found.Heads[&Loop].push_back({Begin, ++Order});
    return GoOn;
  }
  template <typename Function>
  bool looped(const Stmt &Loop, const Expr *Condition, Function Traverse) {
    const unsigned Begin = ++Order;
    Loops.push_back(Begin);
    const bool GoOn = guarded(Condition, Traverse);
    Loops.pop_back();
    LoopEnds[Begin] = ++Order;
    Found.Loops[&Loop] = {Begin, Order};
    return GoOn;
  }
  template <typename Function>
  bool assigned(const Expr *Place, const Expr *Value, Function Traverse) {
    const VarDecl *Variable = Place ? note(Place, Value) : nullptr;
    const size_t Which =
        Variable ? Found.Settings[Variable].size() - 1 : size_t(0);
    const bool GoOn = Traverse();
    if (Variable)
      Found.Settings[Variable][Which].End = ++Order;
    return GoOn;
  }

  const VarDecl *note(const Expr *Place, const Stmt *Assigned);

  SettingsOfFunction &Found;
  unsigned Order = 0;
  llvm::SmallVector<const Expr *, 8> Conditions; ///< around what is visited
  const Expr *Alone = nullptr;                   ///< all that the last arm does
  bool IsAlone = false;                          ///< what is visited is that
  llvm::SmallVector<unsigned, 8> Loops;          ///< by what they begin with
  llvm::DenseMap<unsigned, unsigned> LoopEnds;
  llvm::DenseMap<const VarDecl *, Depth> DeclaredIn;
};

} // namespace

/// The variable that is set; null where none is.
const VarDecl *SettingCollector::note(const Expr *Place, const Stmt *Assigned) {
  const VarDecl *Variable = variableOf(Place);
  if (!Variable)
    return nullptr;
  const Depth Around = DeclaredIn.lookup(Variable);
  VariableSetting New;
  New.Assigned = Assigned;
  New.Conditions.assign(Conditions.begin() + Around.Conditions,
                        Conditions.end());
  New.IsAlone = IsAlone;
  New.Order = New.End = ++Order;
  if (Around.Loops < Loops.size())
    New.LoopBegin = Loops[Around.Loops];
  Found.Settings[Variable].push_back(std::move(New));
  return Variable;
}

void SettingCollector::finish() {
  for (auto &[Variable, All] : Found.Settings)
    for (VariableSetting &S : All)
      S.LoopEnd = LoopEnds.lookup(S.LoopBegin);
}

AssignmentFinder::AssignmentFinder() = default;
AssignmentFinder::~AssignmentFinder() = default;

/// Null where it has no body.
const SettingsOfFunction *
AssignmentFinder::settingsOf(const FunctionDecl &Function) {
  const FunctionDecl *Defined = nullptr;
  if (!Function.hasBody(Defined))
    return nullptr;
  std::unique_ptr<SettingsOfFunction> &Here = Known[Defined];
  if (!Here) {
    Here = std::make_unique<SettingsOfFunction>();
    SettingCollector Collector(*Here);
    Collector.TraverseStmt(Defined->getBody());
    Collector.finish();
  }
  return Here.get();
}

/// Whether a loop sets a variable for its next iteration, and nothing else may
/// look at it. What its head names counts.
static bool isHandedOnInVain(llvm::ArrayRef<VariableSetting> Settings,
                             llvm::ArrayRef<unsigned> Uses, bool IsArray,
                             SettingsOfFunction::Span Loop,
                             llvm::ArrayRef<SettingsOfFunction::Span> Heads) {
  for (unsigned Use : Uses)
    for (const SettingsOfFunction::Span &Head : Heads)
      if (Head.holds(Use))
        return false;
  unsigned LastEnd = 0, LastUse = 0;
  for (const VariableSetting &S : Settings) {
    if (!Loop.holds(S.Order))
      continue;
    if (!S.Assigned || !S.LoopEnd || S.LoopBegin > Loop.Begin)
      return false; // it counts, or is declared in the loop
    LastEnd = std::max(LastEnd, S.End);
    for (unsigned Use : Uses) {
      const bool IsBehind = Use >= Loop.End;
      const bool IsAround = S.LoopBegin <= Use && Use < Loop.Begin;
      if (IsBehind || IsAround)
        return false;
      if (Loop.holds(Use))
        LastUse = std::max(LastUse, Use);
    }
  }
  return LastEnd && (IsArray || LastUse < LastEnd);
}

bool AssignmentFinder::handsOnInVain(const Stmt &Loop, const FunctionDecl &In) {
  const SettingsOfFunction *Here = settingsOf(In);
  if (!Here)
    return false;
  auto At = Here->Loops.find(&Loop);
  if (At == Here->Loops.end())
    return false;
  const llvm::SmallVector<SettingsOfFunction::Span, 2> Heads =
      Here->Heads.lookup(&Loop);
  return llvm::any_of(Here->Settings, [&](const auto &Entry) {
    const QualType Type = Entry.first->getType();
    auto Uses = Here->UsesOf.find(Entry.first);
    return Uses != Here->UsesOf.end() && !Type->isPointerType() &&
           isHandedOnInVain(Entry.second, Uses->second, Type->isArrayType(),
                            At->second, Heads);
  });
}

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
  const SettingsOfFunction *Here = Function ? settingsOf(*Function) : nullptr;
  if (!Here)
    return {};
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
