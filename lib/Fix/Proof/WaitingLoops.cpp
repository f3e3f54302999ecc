//===- WaitingLoops.cpp - Loops that wait for other blocks ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Proof/WaitingLoops.h"
#include "Candidates/Uses.h"
#include "Cuda/CalledCode.h"
#include "Cuda/Intrinsics.h"
#include "Ptx/Ptx.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/PointerIntPair.h"
#include "llvm/ADT/SetVector.h"

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;
using llvm::isa;
using llvm::StringRef;

namespace {
/// Whether a function's body reads what other blocks may write.
using ObservingFunctions = llvm::DenseMap<const FunctionDecl *, bool>;

/// What a loop asks, and the answer after which something is done: the first
/// or the second arm of a condition.
using Arm = llvm::PointerIntPair<const Expr *, 1, bool>;

/// Where a loop sets a variable.
struct Update {
  llvm::SmallVector<const Stmt *, 2> From; ///< what the new value is made of
  llvm::SmallVector<Arm, 4> Arms;          ///< that it lies in
  /// As in ++n; where it is not said, what the value is made of tells.
  std::optional<bool> FromItself;
  bool IsAdded = false; ///< as in n += m
};

/// A loop waits if one of the conditions that it may end by reads what others
/// write, and nothing in this condition gets on by the loop's own doing.
///
///   while (atomicAdd(&arrived, 0) < n) ++spins;      // waits
///   while ((i = atomicAdd(&next, 1)) < n) work(i);   // takes what is left
///   while (column < end[row]) column += 32;          // column gets on
///
/// A variable gets on if each iteration makes its value of the one before, and
/// no condition that itself waits decides whether it does. (Of the two ends of
/// a binary search, one or the other does.)
class LoopReader {
public:
  LoopReader(const Stmt *Loop, ObservingFunctions &Functions,
             const ASTContext &Context);

  bool waits() const {
    return llvm::any_of(Exits, [&](const Expr *C) { return isWaiting(C); });
  }
  /// Whether code, or a function that it calls, reads what other blocks may
  /// write.
  bool observes(const Stmt *S) const;

private:
  using Variables = llvm::SetVector<const ValueDecl *>;

  llvm::ArrayRef<Update> updatesOf(const ValueDecl *D) const {
    auto At = Updates.find(D);
    if (At == Updates.end())
      return {};
    return At->second;
  }
  void add(const ValueDecl *To, llvm::ArrayRef<const Stmt *> From,
           std::optional<bool> FromItself = std::nullopt);
  void addGiven(const Expr *Call);
  void addUpdates(const Stmt *S);
  void addExit(const Stmt *S, unsigned Depth);
  void read(const Stmt *S, unsigned Depth);
  void readIn(Arm In, const Stmt *S, unsigned Depth);

  bool observesByCall(const CallExpr *Call) const;
  bool takesByCall(const CallExpr *Call) const;
  bool takes(const Stmt *S) const;
  Variables variablesOf(llvm::ArrayRef<const Stmt *> Parts) const;
  bool isMadeOfOthers(const Stmt *From) const;
  bool isOfItself(const ValueDecl *D, const Update &U) const;
  bool isSetAnew(const ValueDecl *D) const;
  bool isDone(llvm::ArrayRef<Arm> Arms, llvm::ArrayRef<Arm> Others) const;
  bool getsOn(const Expr *Condition) const;
  bool readsOthers(const Expr *Condition) const;
  bool isWaiting(const Expr *Condition) const;
  void findWaiting();

  const Stmt *Loop;
  ObservingFunctions &Functions;
  const ASTContext &Context;
  llvm::DenseMap<const ValueDecl *, std::vector<Update>> Updates;
  llvm::SetVector<const Expr *> Conditions; ///< without their `&&` and `||`
  llvm::SetVector<const Expr *> Exits;
  llvm::DenseSet<const Expr *> Waiting; ///< of the conditions
  llvm::SmallVector<Arm, 4> Left;       ///< arms by which it is left
  llvm::SmallVector<Arm, 8> Asked;      ///< on the way to what is read
};
} // namespace

static bool contains(const Stmt *S, llvm::function_ref<bool(const Stmt *)> Is) {
  return S && (Is(S) || llvm::any_of(S->children(), [&](const Stmt *Child) {
                 return contains(Child, Is);
               }));
}

static StringRef nameOf(const FunctionDecl *F) {
  return F && F->getIdentifier() ? F->getName() : "";
}

/// The variable that an lvalue is, or is a part of; the member, where the
/// object lies behind a pointer. Null for other memory.
static const ValueDecl *variableOf(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const auto *Name = dyn_cast<DeclRefExpr>(E))
    return dyn_cast<ValueDecl>(Name->getDecl()->getCanonicalDecl());
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return Member->isArrow() ? Member->getMemberDecl()
                             : variableOf(Member->getBase());
  const auto *Element = dyn_cast<ArraySubscriptExpr>(E);
  return Element && Element->getBase()
                        ->IgnoreParenImpCasts()
                        ->getType()
                        ->isArrayType()
             ? variableOf(Element->getBase())
             : nullptr;
}

/// Whether memory is that of the block itself.
static bool isShared(const Expr *Address) {
  const ValueDecl *Base = baseOfAddress(Address);
  return Base && Base->hasAttr<CUDASharedAttr>();
}

/// Whether other blocks may write what a load reads: no variable of the thread,
/// and nothing that the source says is constant.
static bool isWrittenByOthers(const Expr *Loaded) {
  if (Loaded->getType().isVolatileQualified())
    return !isShared(Loaded);
  const auto *Variable = dyn_cast_or_null<VarDecl>(variableOf(Loaded));
  if (Variable && !Variable->getType()->isReferenceType() &&
      (Variable->hasLocalStorage() || Variable->getType().isConstQualified() ||
       Variable->hasAttr<CUDAConstantAttr>()))
    return false;
  const ValueDecl *Base = baseOfAddress(Loaded);
  const QualType Type = Base ? Base->getType() : QualType();
  const bool IsConstant = Base && Type->isPointerType() &&
                          Type.isRestrictQualified() &&
                          Type->getPointeeType().isConstQualified();
  return !IsConstant && !isShared(Loaded);
}

/// Whether assembly reads memory that other blocks may write.
static bool reads(const GCCAsmStmt *S) {
  return llvm::any_of(
      parsePtx(S->getAsmString(), {}).Instructions, [](const auto &I) {
        return (I.Opcode == PtxOpcode::Ld || I.Opcode == PtxOpcode::Atom) &&
               I.space() != PtxSpace::Shared && !I.has("nc");
      });
}

static bool isAtomicObject(const FunctionDecl &F) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&F);
  return Method && !libraryOf(*Method).empty() &&
         Method->getParent()->getName().starts_with("atomic");
}

//===----------------------------------------------------------------------===//
// What is read of memory
//===----------------------------------------------------------------------===//

bool LoopReader::observesByCall(const CallExpr *Call) const {
  const FunctionDecl *Callee = Call->getDirectCallee();
  if (!Callee)
    return true;
  switch (intrinsicOf(*Callee)) {
  case Intrinsic::AtomicInteger:
  case Intrinsic::AtomicAdd:
  case Intrinsic::AtomicCas:
    return Call->getNumArgs() && !isShared(Call->getArg(0));
  case Intrinsic::CachedLoad:
    return nameOf(Callee) != "__ldg";
  case Intrinsic::PipelineCopy:
  case Intrinsic::GroupCopy:
  case Intrinsic::BulkCopy:
  case Intrinsic::MemoryCopy:
  case Intrinsic::MatrixLoad:
    return true;
  case Intrinsic::None:
    break;
  default:
    return false; // of the arguments alone, which are looked at as well
  }
  if (isAtomicObject(*Callee))
    return true;
  const FunctionDecl *Defined = nullptr;
  const bool IsSeen =
      !Callee->getBuiltinID() && libraryOf(*Callee).empty() &&
      !Context.getSourceManager().isInSystemHeader(Callee->getLocation());
  // What a library is given no address of, it does not read.
  if (!IsSeen)
    return llvm::any_of(Callee->parameters(), [](const ParmVarDecl *P) {
      return P->getType()->isPointerType();
    });
  if (!Callee->hasBody(Defined))
    return true;
  auto [Known, IsNew] = Functions.try_emplace(Defined, false);
  return IsNew ? Functions[Defined] = observes(Defined->getBody())
               : Known->second;
}

bool LoopReader::observes(const Stmt *S) const {
  return contains(S, [&](const Stmt *Part) {
    if (const auto *Call = dyn_cast<CallExpr>(Part))
      return observesByCall(Call);
    if (const auto *Load = dyn_cast<ImplicitCastExpr>(Part);
        Load && Load->getCastKind() == CK_LValueToRValue)
      return isWrittenByOthers(Load->getSubExpr());
    if (const auto *Assembly = dyn_cast<GCCAsmStmt>(Part))
      return reads(Assembly);
    return isa<AtomicExpr>(Part);
  });
}

/// Whether code is `blockDim.x`.
static bool namesSizeOfBlock(const Stmt *S) {
  const auto *Call = dyn_cast<CallExpr>(S);
  const FunctionDecl *Getter = Call ? Call->getDirectCallee() : nullptr;
  char Component = 0;
  return Getter && builtinVariableOf(*Getter, Component) == "blockDim";
}

/// Whether a call changes what it reads, so that the next one reads something
/// else: `atomicAdd(&next, 1)`.
bool LoopReader::takesByCall(const CallExpr *Call) const {
  const FunctionDecl *Callee = Call->getDirectCallee();
  if (!Callee)
    return false;
  const StringRef Name = nameOf(Callee);
  const bool Counts =
      llvm::any_of(llvm::ArrayRef({"atomicAdd", "atomicSub", "atomicInc",
                                   "atomicDec", "fetch_add", "fetch_sub"}),
                   [&](StringRef Prefix) { return Name.starts_with(Prefix); });
  const unsigned By = isa<CXXMethodDecl>(Callee) ? 0 : 1;
  if (Counts && Call->getNumArgs() > By) {
    const std::optional<int64_t> Step =
        constantValueOf(Call->getArg(By), Context);
    return Step ? *Step != 0 : contains(Call->getArg(By), namesSizeOfBlock);
  }
  const FunctionDecl *Defined = nullptr;
  return !Counts && Callee->hasBody(Defined) && libraryOf(*Defined).empty() &&
         !Context.getSourceManager().isInSystemHeader(Defined->getLocation()) &&
         Functions.lookup(Defined) && takes(Defined->getBody());
}

bool LoopReader::takes(const Stmt *S) const {
  return contains(S, [&](const Stmt *Part) {
    const auto *Call = dyn_cast<CallExpr>(Part);
    return Call && takesByCall(Call);
  });
}

//===----------------------------------------------------------------------===//
// What a loop sets and how it ends
//===----------------------------------------------------------------------===//

LoopReader::LoopReader(const Stmt *Loop, ObservingFunctions &Functions,
                       const ASTContext &Context)
    : Loop(Loop), Functions(Functions), Context(Context) {
  read(Loop, 0);
  findWaiting();
}

void LoopReader::add(const ValueDecl *To, llvm::ArrayRef<const Stmt *> From,
                     std::optional<bool> FromItself) {
  if (To)
    Updates[To].push_back(
        {{From.begin(), From.end()}, {Asked.begin(), Asked.end()}, FromItself});
}

/// Adds what a call may set of the objects that it is given.
void LoopReader::addGiven(const Expr *Call) {
  const auto *Plain = dyn_cast<CallExpr>(Call);
  const FunctionDecl *Callee = Plain ? Plain->getDirectCallee() : nullptr;
  const bool Observes = Plain && observesByCall(Plain);
  const bool FromItself =
      !Observes || nameOf(Callee).starts_with("compare_exchange");
  forEachArgument(Call, [&](const Expr *Given, const ParmVarDecl *Parameter) {
    const QualType Type = Parameter ? Parameter->getType() : QualType();
    if (!Parameter || !(Type->isReferenceType() || Type->isPointerType()) ||
        Type->getPointeeType().isConstQualified())
      return;
    Given = Given->IgnoreParenCasts();
    if (const auto *Address = dyn_cast<UnaryOperator>(Given))
      Given = Address->getSubExpr();
    add(variableOf(Given), {Call}, FromItself);
  });
  // ++iterator, queue.pop()
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Callee);
  if (!Method || Method->isConst() || Method->isStatic())
    return;
  const Expr *Object = nullptr;
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(Plain))
    Object = Member->getImplicitObjectArgument();
  else if (isa<CXXOperatorCallExpr>(Plain) && Plain->getNumArgs())
    Object = Plain->getArg(0);
  if (Object)
    add(variableOf(Object), {Call},
        FromItself && Method->getOverloadedOperator() != OO_Equal);
}

void LoopReader::addUpdates(const Stmt *S) {
  if (const auto *Binary = dyn_cast<BinaryOperator>(S);
      Binary && Binary->isAssignmentOp()) {
    const ValueDecl *To = variableOf(Binary->getLHS());
    if (Binary->isCompoundAssignmentOp()) {
      add(To, {Binary->getRHS()}, /*FromItself=*/true);
      if (To)
        Updates[To].back().IsAdded = true;
    } else {
      add(To, {Binary->getRHS()});
    }
  } else if (const auto *Unary = dyn_cast<UnaryOperator>(S);
             Unary && Unary->isIncrementDecrementOp()) {
    add(variableOf(Unary->getSubExpr()), {}, /*FromItself=*/true);
  } else if (const auto *Declared = dyn_cast<DeclStmt>(S)) {
    for (const Decl *D : Declared->decls())
      if (const auto *Variable = dyn_cast<VarDecl>(D);
          Variable && Variable->getInit()) {
        add(Variable, {Variable->getInit()});
        Updates[Variable].back().Arms.clear(); // it is another one each time
      }
  } else if (const auto *Assembly = dyn_cast<GCCAsmStmt>(S)) {
    for (unsigned N = 0; N != Assembly->getNumOutputs(); ++N)
      add(variableOf(Assembly->getOutputExpr(N)), {Assembly},
          Assembly->isOutputPlusConstraint(N) && !reads(Assembly));
  } else if (isa<CallExpr, CXXConstructExpr>(S)) {
    addGiven(cast<Expr>(S));
  }
}

static bool isEndless(const Expr *Condition, const ASTContext &Context) {
  return !Condition || constantValueOf(Condition, Context).value_or(0) != 0;
}

/// Calls a function for each condition that `&&` and `||` join.
static void forEachPart(const Expr *Condition,
                        llvm::function_ref<void(const Expr *)> F) {
  const auto *Both = dyn_cast<BinaryOperator>(Condition->IgnoreParenImpCasts());
  if (Both && Both->isLogicalOp()) {
    forEachPart(Both->getLHS(), F);
    forEachPart(Both->getRHS(), F);
  } else {
    F(Condition);
  }
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

/// Whether a part of a loop runs once, before its iterations.
static bool isBeginning(const Stmt *Part, const Stmt *Loop) {
  if (const auto *For = dyn_cast<ForStmt>(Loop))
    return Part == For->getInit();
  const auto *Range = dyn_cast<CXXForRangeStmt>(Loop);
  return Range &&
         (Part == Range->getInit() || Part == Range->getRangeStmt() ||
          Part == Range->getBeginStmt() || Part == Range->getEndStmt());
}

/// What has been asked decides whether the loop goes on.
void LoopReader::addExit(const Stmt *S, unsigned Depth) {
  // Of inner loops, where `Depth` is more than 1, and of switches.
  const bool IsInner = isa<BreakStmt>(S) && Depth > 1;
  const bool IsCounted =
      isa<ContinueStmt>(S) && (Depth > 1 || conditionOf(Loop, Context));
  if (isa<BreakStmt, ContinueStmt, ReturnStmt, GotoStmt>(S) && !IsInner &&
      !IsCounted) {
    for (Arm In : Asked)
      Exits.insert(In.getPointer());
    if (!isa<ContinueStmt>(S))
      Left.append(Asked);
  }
}

void LoopReader::readIn(Arm In, const Stmt *S, unsigned Depth) {
  forEachPart(In.getPointer(),
              [&](const Expr *Part) { Conditions.insert(Part); });
  Asked.push_back(In);
  read(S, Depth);
  Asked.pop_back();
}

/// Reads a statement in so many loops and switches.
void LoopReader::read(const Stmt *S, unsigned Depth) {
  if (!S)
    return;
  addUpdates(S);
  addExit(S, Depth);
  if (const auto *If = dyn_cast<IfStmt>(S)) {
    for (const Stmt *Part :
         {If->getInit(), cast_or_null<Stmt>(If->getConditionVariableDeclStmt()),
          cast_or_null<Stmt>(If->getCond())})
      read(Part, Depth);
    readIn({If->getCond(), true}, If->getThen(), Depth);
    readIn({If->getCond(), false}, If->getElse(), Depth);
  } else if (const auto *Choice = dyn_cast<AbstractConditionalOperator>(S)) {
    read(Choice->getCond(), Depth);
    readIn({Choice->getCond(), true}, Choice->getTrueExpr(), Depth);
    readIn({Choice->getCond(), false}, Choice->getFalseExpr(), Depth);
  } else if (const auto *Binary = dyn_cast<BinaryOperator>(S);
             Binary && Binary->isLogicalOp()) {
    read(Binary->getLHS(), Depth);
    readIn({Binary->getLHS(), true}, Binary->getRHS(), Depth);
  } else if (const auto *Switch = dyn_cast<SwitchStmt>(S)) {
    read(Switch->getCond(), Depth);
    readIn({Switch->getCond(), true}, Switch->getBody(), Depth + 1);
  } else if (isa<WhileStmt, DoStmt, ForStmt, CXXForRangeStmt>(S)) {
    const Expr *Condition = conditionOf(S, Context);
    const bool IsInner = Condition && S != Loop;
    if (Condition && S == Loop) {
      forEachPart(Condition,
                  [&](const Expr *Part) { Conditions.insert(Part); });
      Exits.insert(Condition);
    }
    for (const Stmt *Child : S->children())
      if (isBeginning(Child, S))
        read(S == Loop ? nullptr : Child, Depth);
      else if (IsInner)
        readIn({Condition, true}, Child, Depth + 1);
      else
        read(Child, Depth + 1);
  } else {
    for (const Stmt *Child : S->children())
      read(Child, Depth);
  }
}

//===----------------------------------------------------------------------===//
// What it waits for
//===----------------------------------------------------------------------===//

/// What values are made of, as far as the loop sets it.
LoopReader::Variables
LoopReader::variablesOf(llvm::ArrayRef<const Stmt *> Parts) const {
  Variables Result;
  auto AddNamed = [&](const Stmt *Part) {
    contains(Part, [&](const Stmt *S) {
      if (const auto *E = dyn_cast<Expr>(S);
          isa_and_nonnull<DeclRefExpr, MemberExpr>(E))
        if (const ValueDecl *D = variableOf(E))
          Result.insert(D);
      return false;
    });
  };
  llvm::for_each(Parts, AddNamed);
  for (size_t I = 0; I != Result.size(); ++I) // the loop adds variables
    for (const Update &U : updatesOf(Result[I]))
      llvm::for_each(U.From, AddNamed);
  return Result;
}

/// Whether what others write is a part of what a value is made of.
bool LoopReader::isMadeOfOthers(const Stmt *From) const {
  return observes(From) ||
         llvm::any_of(variablesOf({From}), [&](const ValueDecl *D) {
           return llvm::any_of(updatesOf(D), [&](const Update &U) {
             return llvm::any_of(
                 U.From, [&](const Stmt *Part) { return observes(Part); });
           });
         });
}

/// Whether a change makes the value another one, of that before. A place in a
/// list does, and what an exchange gives; how much is added to it may be
/// nothing where others say it: `i += flags[i]`, `i = flags[i] ? i + 1 : i`.
bool LoopReader::isOfItself(const ValueDecl *D, const Update &U) const {
  if (!U.FromItself.value_or(variablesOf(U.From).contains(D)))
    return false;
  return llvm::all_of(U.From, [&](const Stmt *From) {
    const auto *Value = dyn_cast<Expr>(From);
    Value = Value ? Value->IgnoreParenCasts() : nullptr;
    return (!U.IsAdded && Value &&
            !isa<BinaryOperator, AbstractConditionalOperator>(Value)) ||
           !isMadeOfOthers(From);
  });
}

/// Whether each iteration sets a variable to something else first.
bool LoopReader::isSetAnew(const ValueDecl *D) const {
  return llvm::any_of(updatesOf(D), [&](const Update &U) {
    return U.Arms.empty() && !isOfItself(D, U);
  });
}

bool LoopReader::isWaiting(const Expr *Condition) const {
  bool Result = false;
  forEachPart(Condition,
              [&](const Expr *Part) { Result |= Waiting.contains(Part); });
  return Result;
}

/// Whether the loop comes to something by its own doing: no condition before it
/// waits, or the other arm of one that does comes to something like it.
bool LoopReader::isDone(llvm::ArrayRef<Arm> Arms,
                        llvm::ArrayRef<Arm> Others) const {
  return llvm::all_of(Arms, [&](Arm In) {
    return !isWaiting(In.getPointer()) ||
           llvm::is_contained(Others, Arm(In.getPointer(), !In.getInt()));
  });
}

bool LoopReader::getsOn(const Expr *Condition) const {
  if (takes(Condition))
    return true;
  llvm::SmallVector<const Update *, 4> Steps;
  llvm::SmallVector<Arm, 8> Others(Left.begin(), Left.end());
  for (const ValueDecl *D : variablesOf({Condition}))
    for (const Update &U : updatesOf(D))
      if ((isOfItself(D, U) && !isSetAnew(D)) ||
          llvm::any_of(U.From, [&](const Stmt *From) { return takes(From); })) {
        Steps.push_back(&U);
        Others.append(U.Arms);
      }
  return llvm::any_of(Steps,
                      [&](const Update *U) { return isDone(U->Arms, Others); });
}

/// Whether what others write is a part of what a condition asks, or decides
/// it, by a condition that waits.
bool LoopReader::readsOthers(const Expr *Condition) const {
  return observes(Condition) ||
         llvm::any_of(variablesOf({Condition}), [&](const ValueDecl *D) {
           return llvm::any_of(updatesOf(D), [&](const Update &U) {
             return !isDone(U.Arms, {}) ||
                    llvm::any_of(U.From, [&](const Stmt *From) {
                      return observes(From);
                    });
           });
         });
}

/// Begins with all conditions that read what others write, however that gets
/// to them, and takes out those that get on, until no other does by that.
void LoopReader::findWaiting() {
  size_t Size = 0;
  do {
    Size = Waiting.size();
    for (const Expr *C : Conditions)
      if (readsOthers(C))
        Waiting.insert(C);
  } while (Waiting.size() != Size);
  do {
    Size = Waiting.size();
    for (const Expr *C : Conditions)
      if (Waiting.contains(C) && (!readsOthers(C) || getsOn(C)))
        Waiting.erase(C);
  } while (Waiting.size() != Size);
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
static const Stmt *firstWaiting(const Stmt *S, ObservingFunctions &Functions,
                                const ASTContext &Context) {
  if (!S)
    return nullptr;
  const auto *Call = dyn_cast<CallExpr>(S);
  if (const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
      Callee && waitsByName(*Callee))
    return Call;
  if (isa<WhileStmt, DoStmt, ForStmt, CXXForRangeStmt>(S) &&
      LoopReader(S, Functions, Context).waits())
    return S;
  if (const auto *Assembly = dyn_cast<GCCAsmStmt>(S);
      Assembly && reads(Assembly) &&
      parsePtx(Assembly->getAsmString(), {}).HasLabels)
    return Assembly;
  for (const Stmt *Child : S->children())
    if (const Stmt *Found = firstWaiting(Child, Functions, Context))
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
  ObservingFunctions Observing;
  const auto Recursive = Calls(Functions).inCycles();
  const Stmt *First = nullptr;
  for (const FunctionDecl *F : Functions) {
    if (!libraryOf(*F).empty() || Sources.isInSystemHeader(F->getLocation()))
      continue;
    const Stmt *Body = F->getBody();
    // A jump may be one backwards.
    const bool Jumps =
        contains(Body, [](const Stmt *S) { return isa<GotoStmt>(S); });
    const bool Waits =
        (Jumps && LoopReader(Body, Observing, Context).waits()) ||
        (Recursive.contains(F) &&
         LoopReader(Body, Observing, Context).observes(Body));
    const Stmt *Found = Waits ? Body : firstWaiting(Body, Observing, Context);
    if (Found && (!First || Sources.isBeforeInTranslationUnit(
                                Found->getBeginLoc(), First->getBeginLoc())))
      First = Found;
  }
  return First;
}
