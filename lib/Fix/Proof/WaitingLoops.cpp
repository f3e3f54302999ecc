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
#include <map>

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;
using llvm::isa;
using llvm::StringRef;

namespace {
/// Whether a function's body reads what other blocks write: by atomic
/// operations and the like, or also by plain loads (true).
using ObservingFunctions =
    std::map<std::pair<const FunctionDecl *, bool>, bool>;

/// What a loop learns of other threads, and whether it ends by that.
class LoopReader {
public:
  LoopReader(const Stmt *Loop, ObservingFunctions &Functions,
             const ASTContext &Context);

  bool waits() { return findExits(Loop); }
  /// Whether code, or a function that it calls, reads what other blocks write.
  bool observes(const Stmt *S);

private:
  bool observesByCall(const CallExpr *Call);
  bool isTriedAgain(const Expr *Expected) const;
  void addLearned(const Stmt *S);
  void addDecided(const Stmt *S);
  void learn(const Expr *To);
  bool findExits(const Stmt *S);

  const Stmt *Loop;
  ObservingFunctions &Functions;
  const ASTContext &Context;
  bool HasFence; ///< so that plain loads read memory again
  bool Grows = false;
  /// Variables that hold what was observed.
  llvm::DenseSet<const ValueDecl *> Learned;
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

/// Whether memory is that of the block itself.
static bool isShared(const Expr *Address) {
  const ValueDecl *Base = baseOfAddress(Address);
  return Base && Base->hasAttr<CUDASharedAttr>();
}

/// `p` of `p.size.x`.
static const Expr *objectOf(const Expr *Member) {
  const auto *Of = dyn_cast<MemberExpr>(Member->IgnoreParens());
  return Of && !Of->isArrow() ? objectOf(Of->getBase()) : Member;
}

/// Whether assembly reads memory that other blocks may write.
static bool reads(const GCCAsmStmt *S) {
  return llvm::any_of(
      parsePtx(S->getAsmString(), {}).Instructions, [](const auto &I) {
        return (I.Opcode == PtxOpcode::Ld || I.Opcode == PtxOpcode::Atom) &&
               I.space() != PtxSpace::Shared && !I.has("nc");
      });
}

LoopReader::LoopReader(const Stmt *Loop, ObservingFunctions &Functions,
                       const ASTContext &Context)
    : Loop(Loop), Functions(Functions), Context(Context),
      HasFence(contains(Loop, [](const Stmt *S) {
        const auto *Call = dyn_cast<CallExpr>(S);
        const StringRef Name = nameOf(Call ? Call->getDirectCallee() : nullptr);
        return Name.starts_with("__threadfence") || Name == "__nanosleep";
      })) {
  do {
    Grows = false;
    addLearned(Loop);
  } while (Grows);
}

/// Whether an exchange asks for what the loop has seen just before: it then
/// ends as soon as nobody came between.
bool LoopReader::isTriedAgain(const Expr *Expected) const {
  const ValueDecl *D = namedBy(Expected);
  return D && !constantValueOf(Expected, Context) &&
         contains(Loop, [&](const Stmt *Part) {
           const auto *Set = dyn_cast<BinaryOperator>(Part);
           if (Set && Set->isAssignmentOp() && namedBy(Set->getLHS()) == D)
             return true;
           const auto *Declared = dyn_cast<DeclStmt>(Part);
           return Declared && llvm::is_contained(Declared->decls(), D);
         });
}

bool LoopReader::observesByCall(const CallExpr *Call) {
  const FunctionDecl *Callee = Call->getDirectCallee();
  if (!Callee)
    return false;
  switch (intrinsicOf(*Callee)) {
  case Intrinsic::AtomicInteger:
  case Intrinsic::AtomicAdd:
    return Call->getNumArgs() && !isShared(Call->getArg(0));
  case Intrinsic::AtomicCas:
    return Call->getNumArgs() > 1 && !isShared(Call->getArg(0)) &&
           !isTriedAgain(Call->getArg(1));
  case Intrinsic::CachedLoad:
    return nameOf(Callee) != "__ldg";
  case Intrinsic::None:
    break;
  default:
    return false;
  }
  const auto *Method = dyn_cast<CXXMethodDecl>(Callee);
  if (Method && !libraryOf(*Method).empty() &&
      Method->getParent()->getName().starts_with("atomic") &&
      !nameOf(Method).starts_with("compare_exchange"))
    return true;
  const FunctionDecl *Defined = nullptr;
  if (!libraryOf(*Callee).empty() || !Callee->hasBody(Defined) ||
      Context.getSourceManager().isInSystemHeader(Defined->getLocation()))
    return false;
  auto [Known, IsNew] = Functions.try_emplace({Defined, HasFence}, false);
  return IsNew ? Functions[{Defined, HasFence}] = observes(Defined->getBody())
               : Known->second;
}

bool LoopReader::observes(const Stmt *S) {
  return contains(S, [&](const Stmt *Part) {
    if (const auto *Call = dyn_cast<CallExpr>(Part))
      return observesByCall(Call);
    if (const auto *Name = dyn_cast<DeclRefExpr>(Part))
      return Learned.contains(namedBy(Name));
    if (const auto *Load = dyn_cast<ImplicitCastExpr>(Part);
        Load && Load->getCastKind() == CK_LValueToRValue) {
      const Expr *From = Load->getSubExpr();
      const auto *Variable = dyn_cast_or_null<VarDecl>(namedBy(objectOf(From)));
      const bool IsMemory = !Variable || Variable->hasGlobalStorage();
      return !isShared(From) &&
             (From->getType().isVolatileQualified() || (HasFence && IsMemory));
    }
    if (const auto *Assembly = dyn_cast<GCCAsmStmt>(Part))
      return reads(Assembly);
    return isa<AtomicExpr>(Part);
  });
}

void LoopReader::learn(const Expr *To) {
  To = To->IgnoreParenCasts();
  if (const auto *Address = dyn_cast<UnaryOperator>(To))
    To = Address->getSubExpr();
  if (const auto *D = dyn_cast_or_null<VarDecl>(namedBy(To)))
    Grows |= Learned.insert(D).second;
}

/// What a statement asks before it does something, or does it again.
static const Stmt *conditionOf(const Stmt *S) {
  if (const auto *While = dyn_cast<WhileStmt>(S))
    return While->getCond();
  if (const auto *Do = dyn_cast<DoStmt>(S))
    return Do->getCond();
  if (const auto *For = dyn_cast<ForStmt>(S))
    return For->getCond();
  if (const auto *Switch = dyn_cast<SwitchStmt>(S))
    return Switch->getCond();
  const auto *If = dyn_cast<IfStmt>(S);
  return If ? If->getCond() : nullptr;
}

/// Adds the variables that code sets, for a reason that the loop observes.
void LoopReader::addDecided(const Stmt *S) {
  if (const auto *Binary = dyn_cast<BinaryOperator>(S);
      Binary && Binary->isAssignmentOp())
    learn(Binary->getLHS());
  if (const auto *Unary = dyn_cast<UnaryOperator>(S);
      Unary && Unary->isIncrementDecrementOp())
    learn(Unary->getSubExpr());
  for (const Stmt *Child : S->children())
    if (Child)
      addDecided(Child);
}

/// Adds the variables that the loop sets to what it observes.
void LoopReader::addLearned(const Stmt *S) {
  if (const Stmt *Condition = conditionOf(S); Condition && observes(Condition))
    addDecided(S);
  if (const auto *Binary = dyn_cast<BinaryOperator>(S);
      Binary && Binary->isAssignmentOp() && observes(Binary->getRHS()))
    learn(Binary->getLHS());
  if (const auto *Declared = dyn_cast<DeclStmt>(S))
    for (const Decl *D : Declared->decls())
      if (const auto *Variable = dyn_cast<VarDecl>(D);
          Variable && Variable->getInit() && observes(Variable->getInit()))
        Grows |= Learned.insert(Variable).second;
  if (const auto *Assembly = dyn_cast<GCCAsmStmt>(S);
      Assembly && reads(Assembly))
    for (unsigned N = 0; N != Assembly->getNumOutputs(); ++N)
      learn(Assembly->getOutputExpr(N));
  if (const auto *Call = dyn_cast<CallExpr>(S);
      Call && !isa<CXXOperatorCallExpr>(Call) && observesByCall(Call))
    forEachArgument(Call, [&](const Expr *Given, const ParmVarDecl *Parameter) {
      const QualType Type = Parameter ? Parameter->getType() : QualType();
      if (Parameter && (Type->isReferenceType() || Type->isPointerType()))
        learn(Given);
    });
  for (const Stmt *Child : S->children())
    if (Child)
      addLearned(Child);
}

/// Whether a condition by which the loop may end depends on what it observes.
bool LoopReader::findExits(const Stmt *S) {
  const Stmt *Condition = conditionOf(S);
  const bool Chooses = isa<IfStmt, SwitchStmt>(S);
  if (Chooses && !contains(S, [&](const Stmt *Part) {
        return isa<ReturnStmt, GotoStmt>(Part) ||
               (isa<BreakStmt, ContinueStmt>(Part) && isa<IfStmt>(S));
      }))
    Condition = nullptr;
  return (Condition && observes(Condition)) ||
         llvm::any_of(S->children(), [&](const Stmt *Child) {
           return Child && findExits(Child);
         });
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
  if (isa<WhileStmt, DoStmt, ForStmt>(S) &&
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
