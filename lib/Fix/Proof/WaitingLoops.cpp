//===- WaitingLoops.cpp - Loops that wait for other blocks ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Proof/WaitingLoops.h"
#include "Cuda/CalledCode.h"
#include "Cuda/Intrinsics.h"
#include "Proof/LoopVariables.h"
#include "Proof/ReadMemory.h"
#include "Ptx/Ptx.h"
#include "Text/SourceMap.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/DenseMap.h"

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;
using llvm::isa;
using llvm::StringRef;

static StringRef nameOf(const FunctionDecl *F) {
  return F && F->getIdentifier() ? F->getName() : "";
}

namespace {
/// A loop that reads what others write waits, unless what it may end by does
/// not depend on memory, or it ends after so many rounds at the latest and does
/// not ask for the same memory until then.
///
///   while (flag[i % 4] < n) ++i;                     // waits
///   for (int i = row[y]; i < row[y + 1]; ++i)        // counts
///
/// Of others it is not known: a search ends as well, but what it reads decides
/// when.
class LoopReader {
public:
  LoopReader(const Stmt *Loop, const LoopVariables &All,
             const ASTContext &Context)
      : Loop(Loop), All(All), Context(Context) {}

  bool waits();

private:
  void addWays(const Stmt *S, unsigned Depth);
  bool isPure(const Expr *E);
  bool isPureVariable(const VarDecl *D);
  bool arePure(llvm::ArrayRef<const Expr *> Conditions) {
    return llvm::all_of(Conditions, [&](const Expr *E) { return isPure(E); });
  }
  bool isFixed(const Expr *E) const;
  bool isPositive(const Expr *E) const;
  int directionOf(const VarDecl *D) const;
  bool isInEachRound(const Stmt *Step) const;
  bool counts(const Expr *Condition) const;
  bool counts(const Expr *Counter, const Expr *Bound,
              BinaryOperatorKind Kind) const;
  bool polls(const Expr *Condition) const;

  const Stmt *Loop;
  const LoopVariables &All;
  const ASTContext &Context;
  /// Conditions that decide whether the loop ends, or what a round does.
  llvm::SmallVector<const Expr *, 8> Exits, Skips;
  /// Those on the way to a statement.
  llvm::SmallVector<const Expr *, 8> Asked;
  llvm::DenseMap<const Stmt *, llvm::SmallVector<const Expr *, 4>> WayTo;
  llvm::DenseSet<const VarDecl *> Pure; ///< so far
};
} // namespace

static bool isEndless(const Expr *Condition, const ASTContext &Context) {
  return !Condition || constantValueOf(Condition, Context).value_or(0) != 0;
}

/// What a loop asks before it goes round again; null for an endless one.
static const Expr *conditionOf(const Stmt *Loop, const ASTContext &Context) {
  const Expr *Condition = nullptr;
  if (const auto *While = dyn_cast<WhileStmt>(Loop))
    Condition = While->getCond();
  else if (const auto *Do = dyn_cast<DoStmt>(Loop))
    Condition = Do->getCond();
  else if (const auto *For = dyn_cast<ForStmt>(Loop))
    Condition = For->getCond();
  else if (const auto *Range = dyn_cast<CXXForRangeStmt>(Loop))
    Condition = Range->getCond();
  return isEndless(Condition, Context) ? nullptr : Condition;
}

static const Stmt *bodyOf(const Stmt *Loop) {
  if (const auto *While = dyn_cast<WhileStmt>(Loop))
    return While->getBody();
  if (const auto *Do = dyn_cast<DoStmt>(Loop))
    return Do->getBody();
  if (const auto *For = dyn_cast<ForStmt>(Loop))
    return For->getBody();
  if (const auto *Range = dyn_cast<CXXForRangeStmt>(Loop))
    return Range->getBody();
  return nullptr;
}

static bool isLoop(const Stmt *S) { return bodyOf(S) != nullptr; }

/// What decides whether a part of a statement runs; null where nothing does.
static const Expr *deciderOf(const Stmt *S, const Stmt *Part,
                             const ASTContext &Context) {
  const Expr *Decider = nullptr;
  if (const auto *If = dyn_cast<IfStmt>(S))
    Decider = If->getCond();
  else if (const auto *Switch = dyn_cast<SwitchStmt>(S))
    Decider = Switch->getCond();
  else if (const auto *Choice = dyn_cast<AbstractConditionalOperator>(S))
    Decider = Choice->getCond();
  else if (const auto *Binary = dyn_cast<BinaryOperator>(S);
           Binary && Binary->isLogicalOp())
    Decider = Binary->getLHS();
  else if (isLoop(S))
    Decider = conditionOf(S, Context);
  return Part == Decider ? nullptr : Decider;
}

/// Notes the conditions on the way to each statement, in so many loops and
/// switches within the loop.
void LoopReader::addWays(const Stmt *S, unsigned Depth) {
  if (!S)
    return;
  WayTo[S].assign(Asked.begin(), Asked.end());
  const bool Breaks = isa<BreakStmt>(S);
  if (isa<ReturnStmt, GotoStmt, IndirectGotoStmt>(S) || (Breaks && !Depth))
    Exits.append(Asked);
  else if (Breaks || isa<ContinueStmt>(S))
    Skips.append(Asked);
  const bool IsInner = S != Loop && (isLoop(S) || isa<SwitchStmt>(S));
  for (const Stmt *Child : S->children()) {
    const Expr *Decider =
        Child && S != Loop ? deciderOf(S, Child, Context) : nullptr;
    if (Decider)
      Asked.push_back(Decider);
    addWays(Child, Depth + IsInner);
    if (Decider)
      Asked.pop_back();
  }
}

/// Whether no memory decides what a variable is in the loop.
bool LoopReader::isPureVariable(const VarDecl *D) {
  const auto Changes = All.changesOf(D, Loop);
  if (!Changes)
    return false;
  if (!Pure.insert(D).second)
    return true;
  return llvm::all_of(*Changes, [&](const Change &C) {
    return (!C.Value || isPure(C.Value)) && arePure(WayTo.lookup(C.Where));
  });
}

/// Whether no memory decides what an expression is worth in the loop.
bool LoopReader::isPure(const Expr *E) {
  E = E->IgnoreParens();
  if (constantValueOf(E, Context))
    return true;
  auto IsPurePart = [&](const Stmt *Part) { return isPure(cast<Expr>(Part)); };
  if (const auto *Special = dyn_cast<PseudoObjectExpr>(E))
    return isPure(Special->getResultExpr());
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    if (Cast->getCastKind() != CK_LValueToRValue)
      return Cast->getCastKind() != CK_UserDefinedConversion &&
             isPure(Cast->getSubExpr());
    const Expr *Loaded = Cast->getSubExpr()->IgnoreParens();
    const VarDecl *D = variableNamed(Loaded);
    return (D && isPureVariable(D)) ||
           (isOfConstant(Loaded) && isFixed(Loaded)) ||
           (isa<BinaryOperator, UnaryOperator>(Loaded) && isPure(Loaded));
  }
  if (const auto *Binary = dyn_cast<BinaryOperator>(E)) {
    if (!Binary->isAssignmentOp())
      return llvm::all_of(E->children(), IsPurePart);
    const VarDecl *D = variableNamed(Binary->getLHS());
    return D && isPureVariable(D); // the value is one of its changes
  }
  if (const auto *Unary = dyn_cast<UnaryOperator>(E)) {
    const VarDecl *D = variableNamed(Unary->getSubExpr());
    return Unary->isIncrementDecrementOp()
               ? D && isPureVariable(D)
               : Unary->getOpcode() != UO_Deref &&
                     Unary->getOpcode() != UO_AddrOf &&
                     isPure(Unary->getSubExpr());
  }
  if (isa<ConditionalOperator>(E))
    return llvm::all_of(E->children(), IsPurePart);
  const auto *Call = dyn_cast<CallExpr>(E);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  char Component = 0;
  return Callee && (!builtinVariableOf(*Callee, Component).empty() ||
                    (intrinsicOf(*Callee) != Intrinsic::None &&
                     !MemoryReader(Context).count(Call) &&
                     llvm::all_of(Call->arguments(), IsPurePart)));
}

/// Whether the loop changes nothing that an expression names.
bool LoopReader::isFixed(const Expr *E) const {
  return !hasPart(E, [&](const Stmt *Part) {
    if (isa<CallExpr, LambdaExpr>(Part)) {
      const auto *Call = dyn_cast<CallExpr>(Part);
      const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
      char Component = 0;
      return !Callee || builtinVariableOf(*Callee, Component).empty();
    }
    const auto *Name = dyn_cast<DeclRefExpr>(Part);
    const auto *D = Name ? dyn_cast<VarDecl>(Name->getDecl()) : nullptr;
    if (!D || !D->hasLocalStorage())
      return false;
    const auto Changes = All.changesOf(D, Loop);
    return !Changes || !Changes->empty();
  });
}

/// Whether a number is more than 0: made of constants and of what is counted.
bool LoopReader::isPositive(const Expr *E) const {
  E = E->IgnoreParenCasts();
  if (const auto Number = constantValueOf(E, Context))
    return *Number > 0;
  if (const auto *Special = dyn_cast<PseudoObjectExpr>(E))
    return isPositive(Special->getResultExpr());
  if (const auto *Binary = dyn_cast<BinaryOperator>(E))
    return (Binary->getOpcode() == BO_Mul || Binary->getOpcode() == BO_Add) &&
           isPositive(Binary->getLHS()) && isPositive(Binary->getRHS());
  auto IsExtent = [](StringRef Name) {
    return Name == "blockDim" || Name == "gridDim" || Name == "warpSize";
  };
  char Component = 0;
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return Call->getDirectCallee() &&
           IsExtent(builtinVariableOf(*Call->getDirectCallee(), Component));
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    E = Member->getBase()->IgnoreParenImpCasts();
  const VarDecl *D = variableNamed(E);
  if (!D)
    return false;
  if (!D->hasLocalStorage())
    return isOfConstant(E) && IsExtent(D->getName());
  const auto Changes = All.changesOf(D, Loop);
  return Changes && Changes->empty() && D->getType().isConstQualified() &&
         D->getInit() && isPositive(D->getInit());
}

/// Whether a change is made in each round.
bool LoopReader::isInEachRound(const Stmt *Step) const {
  auto Has = [&](const Stmt *Part) {
    return hasPart(Part, [&](const Stmt *S) { return S == Step; });
  };
  if (const auto *For = dyn_cast<ForStmt>(Loop); For && Has(For->getInc()))
    return true;
  if (const auto *Range = dyn_cast<CXXForRangeStmt>(Loop);
      Range && Has(Range->getInc()))
    return true;
  const auto *Block = dyn_cast<CompoundStmt>(bodyOf(Loop));
  if (!Block)
    return bodyOf(Loop) == Step;
  for (const Stmt *Part : Block->body()) {
    const auto *Value = dyn_cast<Expr>(Part);
    if (Value && Value->IgnoreParens() == Step)
      return true;
    if (hasPart(Part, [](const Stmt *S) { return isa<ContinueStmt>(S); }))
      return false;
  }
  return false;
}

/// 1 where each round adds to a variable, -1 where each takes from it; else 0.
int LoopReader::directionOf(const VarDecl *D) const {
  const auto Changes = All.changesOf(D, Loop);
  if (!Changes || Changes->empty())
    return 0;
  int Direction = 0;
  bool IsInEach = false;
  for (const Change &C : *Changes) {
    const int Sign = !C.Value || isPositive(C.Value) ? C.Sign : 0;
    if (!Sign || (Direction && Sign != Direction))
      return 0;
    Direction = Sign;
    IsInEach |= isInEachRound(C.Where);
  }
  return IsInEach ? Direction : 0;
}

/// Whether a counter passes what it is compared with in the end.
bool LoopReader::counts(const Expr *Counter, const Expr *Bound,
                        BinaryOperatorKind Kind) const {
  const bool IsBelow = Kind == BO_LT || Kind == BO_LE;
  const bool IsAbove = Kind == BO_GT || Kind == BO_GE;
  if (!isFixed(Bound))
    return false;
  const VarDecl *D = variableNamed(Counter->IgnoreParenImpCasts());
  const int Direction = D ? directionOf(D) : 0;
  return (IsBelow && Direction > 0) || (IsAbove && Direction < 0);
}

/// Whether a condition fails after so many rounds at the latest.
bool LoopReader::counts(const Expr *Condition) const {
  const auto *Binary =
      dyn_cast<BinaryOperator>(Condition->IgnoreParenImpCasts());
  if (!Binary)
    return false;
  if (Binary->getOpcode() == BO_LAnd)
    return counts(Binary->getLHS()) || counts(Binary->getRHS());
  if (Binary->getOpcode() == BO_LOr)
    return counts(Binary->getLHS()) && counts(Binary->getRHS());
  const BinaryOperatorKind Kind = Binary->getOpcode();
  return Binary->isRelationalOp() &&
         (counts(Binary->getLHS(), Binary->getRHS(), Kind) ||
          counts(Binary->getRHS(), Binary->getLHS(),
                 BinaryOperator::reverseComparisonOp(Kind)));
}

/// Whether a condition asks for the same memory in all rounds.
bool LoopReader::polls(const Expr *Condition) const {
  const auto *Binary =
      dyn_cast<BinaryOperator>(Condition->IgnoreParenImpCasts());
  if (Binary && Binary->isLogicalOp())
    return polls(Binary->getLHS()) || polls(Binary->getRHS());
  return isFixed(Condition) && MemoryReader(Context).count(Condition);
}

bool LoopReader::waits() {
  if (!MemoryReader(Context).count(Loop))
    return false;
  addWays(Loop, 0);
  const Expr *Condition = conditionOf(Loop, Context);
  if (Condition && counts(Condition)) {
    // Up to a limit it may wait all the same.
    if (const auto *Both =
            dyn_cast<BinaryOperator>(Condition->IgnoreParenImpCasts());
        Both && Both->isLogicalOp())
      Exits.push_back(Condition);
    return llvm::any_of(Exits, [&](const Expr *E) { return polls(E); });
  }
  if (Condition)
    Exits.push_back(Condition);
  return !arePure(Exits) || !arePure(Skips);
}

/// Whether a function of a library waits for threads of other blocks.
static bool waitsByName(const FunctionDecl &F) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&F);
  if (libraryOf(F).empty())
    return false;
  // sync(grid)
  if (!Method && nameOf(&F) == "sync" && F.getNumParams() == 1) {
    const CXXRecordDecl *Group = F.getParamDecl(0)
                                     ->getType()
                                     .getNonReferenceType()
                                     ->getAsCXXRecordDecl();
    return Group && Group->getName().contains("grid_group");
  }
  if (!Method)
    return false;
  const CXXRecordDecl &Class = *Method->getParent();
  const StringRef Name = nameOf(Method);
  if (Class.getName().contains("grid_group"))
    return Name == "sync" || Name.starts_with("barrier_wait");
  const bool IsOfBlock = isSynchronization(Class) && !countsByAtomics(Class);
  return !IsOfBlock && !Class.getName().contains("group") &&
         (Name.starts_with("wait") || Name == "acquire" ||
          Name == "arrive_and_wait") &&
         isOfCudaLibrary(F);
}

/// The first loop in a function's body that waits.
static const Stmt *firstWaiting(const Stmt *S, const LoopVariables &All,
                                const ASTContext &Context) {
  if (!S)
    return nullptr;
  const auto *Call = dyn_cast<CallExpr>(S);
  if (const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
      Callee && waitsByName(*Callee))
    return Call;
  if (isLoop(S) && LoopReader(S, All, Context).waits())
    return S;
  if (const auto *Assembly = dyn_cast<GCCAsmStmt>(S);
      Assembly && readsMemory(Assembly) &&
      parsePtx(Assembly->getAsmString(), {}).HasLabels)
    return Assembly;
  for (const Stmt *Child : S->children())
    if (const Stmt *Found = firstWaiting(Child, All, Context))
      return Found;
  return nullptr;
}

namespace {
/// Which functions call which.
class Calls : public CalledCodeVisitor<Calls> {
public:
  explicit Calls(const llvm::DenseSet<const FunctionDecl *> &Functions);

  /// Those that may call themselves, over others, and what lies between them.
  llvm::DenseSet<const FunctionDecl *> inCycles() const;
  void noteCallee(const FunctionDecl &Callee) {
    const FunctionDecl *Defined = nullptr;
    if (Callee.hasBody(Defined))
      Edges.emplace_back(Caller, Defined);
  }

private:
  const llvm::DenseSet<const FunctionDecl *> &Functions;
  const FunctionDecl *Caller = nullptr;
  std::vector<std::pair<const FunctionDecl *, const FunctionDecl *>> Edges;
};
} // namespace

Calls::Calls(const llvm::DenseSet<const FunctionDecl *> &Functions)
    : Functions(Functions) {
  for (const FunctionDecl *F : Functions)
    if (F->hasBody()) {
      Caller = F;
      visitDefinition(*F);
    }
}

llvm::DenseSet<const FunctionDecl *> Calls::inCycles() const {
  llvm::DenseSet<const FunctionDecl *> Left = Functions;
  for (size_t Size = 0; Size != Left.size();) {
    Size = Left.size();
    llvm::DenseSet<const FunctionDecl *> Calling, Called;
    for (const auto &[From, To] : Edges)
      if (Left.contains(From) && Left.contains(To)) {
        Calling.insert(From);
        Called.insert(To);
      }
    Left.clear();
    for (const FunctionDecl *F : Calling)
      if (Called.contains(F))
        Left.insert(F);
  }
  return Left;
}

const Stmt *
banklint::waitingLoop(const llvm::DenseSet<const FunctionDecl *> &Functions,
                      const ASTContext &Context) {
  const SourceManager &Sources = Context.getSourceManager();
  const auto Recursive = Calls(Functions).inCycles();
  const Stmt *First = nullptr;
  for (const FunctionDecl *F : Functions) {
    if (!libraryOf(*F).empty() || Sources.isInSystemHeader(F->getLocation()))
      continue;
    const Stmt *Body = F->getBody();
    // A jump may be one backwards.
    const bool GoesRound =
        Recursive.contains(F) ||
        hasPart(Body, [](const Stmt *S) { return isa<GotoStmt>(S); });
    const Stmt *Found = GoesRound && MemoryReader(Context).count(Body)
                            ? Body
                            : firstWaiting(Body, LoopVariables(Body), Context);
    if (Found && (!First || Sources.isBeforeInTranslationUnit(
                                Found->getBeginLoc(), First->getBeginLoc())))
      First = Found;
  }
  return First;
}
