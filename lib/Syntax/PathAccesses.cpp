//===- PathAccesses.cpp - What all paths through a statement do -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Syntax/PathAccesses.h"
#include "Paths.h"
#include "SameText.h"
#include "Stores.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/FoldingSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
using namespace clang;
using llvm::ArrayRef;
using llvm::cast;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;
using llvm::isa;
using llvm::SmallVector;
using llvm::SmallVectorImpl;

/// One of each path.
using OfPaths = SmallVector<const Expr *, 4>;

//===----------------------------------------------------------------------===//
// What they have in common
//===----------------------------------------------------------------------===//

namespace {

/// Compares what the paths do, tree by tree.
class PathMatcher {
public:
  PathMatcher(std::vector<PathSteps> Paths, const ASTContext &Context);

  /// The conditions that lead to the paths.
  SmallVector<const Expr *, 4> Conditions;
  /// The paths are the two arms of an `if`: what both store to one place is
  /// among `storesBothEndWith`.
  bool HasTwoArms = false;

  void matchVariables();
  void matchStores();
  void matchReturns();
  void matchValues(OfPaths Values);

  std::vector<PathAccess> Found;

private:
  /// How values of the paths differ.
  enum Match {
    Same,  ///< not at all
    Leaf,  ///< in something that is at hand: it takes a phi
    Loads, ///< in where they were loaded from
    Apart, ///< in how they are made
  };
  Match match(OfPaths Values);
  Match matchAll(ArrayRef<OfPaths> Operands);
  Match matchLoads(const OfPaths &Places);
  Match matchCalls(const OfPaths &Calls);
  Match matchStored(ArrayRef<Store> Stores);
  SmallVector<Store, 4> storesFromEnd(size_t N) const;
  bool mayStayApart(ArrayRef<Store> Stores) const;
  Knowledge knowsPlace(const Expr *Place) const;
  bool haveSameText(const OfPaths &Values) const;
  bool haveOneShape(const OfPaths &Values) const;
  bool haveOneShape(const Expr *A, const Expr *B) const;
  const Expr *initialOf(const Expr *E) const;
  bool isLoad(const Expr *E) const;
  const Expr *resolve(const Expr *E) const;
  const Expr *inlined(const Expr *E);
  bool mayLoad(const Stmt *S) const;
  bool isPlainFrom(const PathSteps &Path, size_t First) const;
  bool isSetInside(const PathSteps &Path, size_t End,
                   const Expr *Variable) const;
  void keep(size_t First, Match How, bool IsInexact);

  const ASTContext &Context;
  std::vector<PathSteps> Paths;
  /// Of the paths, and the parameters of functions that they call.
  llvm::DenseMap<const VarDecl *, const Expr *> Locals;
  /// Since the last `keep`: some step takes a phi beside those of its loads,
  /// addresses are made in several ways.
  bool TakesPhi = false, HasShapes = false;
  size_t StoresAtEnd = 0; ///< that are made behind the paths
};

} // namespace

PathMatcher::PathMatcher(std::vector<PathSteps> Paths,
                         const ASTContext &Context)
    : Context(Context), Paths(std::move(Paths)) {
  for (const PathSteps &Path : this->Paths)
    for (const Stmt *Step : Path)
      if (const auto *Declared = dyn_cast<DeclStmt>(Step))
        for (const Decl *D : Declared->decls())
          if (const auto *Variable = dyn_cast<VarDecl>(D);
              Variable && Variable->hasLocalStorage() && Variable->getInit())
            Locals[Variable] = Variable->getInit();
}

/// What a variable of the path, if it is one, begins as or refers to; null
/// where that is not known.
const Expr *PathMatcher::initialOf(const Expr *E) const {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParens());
  const auto *Variable = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return Variable ? Locals.lookup(Variable) : nullptr;
}

/// Also through a reference to what lies in memory.
bool PathMatcher::isLoad(const Expr *E) const {
  const auto *Cast = dyn_cast<CastExpr>(E);
  if (!Cast || Cast->getCastKind() != CK_LValueToRValue)
    return false;
  const Expr *Init = initialOf(Cast->getSubExpr());
  return Init && Init->isGLValue() ? isInMemory(Init->IgnoreParenImpCasts())
                                   : isInMemory(Cast->getSubExpr());
}

/// What a variable that the path declares stands for.
const Expr *PathMatcher::resolve(const Expr *E) const {
  while (true) {
    E = E->IgnoreParens();
    const auto *Cast = dyn_cast<CastExpr>(E);
    if (!Cast || Cast->getCastKind() != CK_LValueToRValue)
      return E;
    const Expr *Init = initialOf(Cast->getSubExpr());
    if (!Init || Init->isGLValue())
      return E;
    E = Init;
  }
}

/// What a call of a function gives that does nothing but return it; the value
/// itself where it is anything else.
const Expr *PathMatcher::inlined(const Expr *E) {
  const auto *Call = dyn_cast<CallExpr>(E);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  const FunctionDecl *Defined = nullptr;
  if (!Callee || !Callee->hasBody(Defined) || isa<CXXMethodDecl>(Callee) ||
      Call->getNumArgs() != Defined->getNumParams())
    return E;
  const auto *Body = dyn_cast<CompoundStmt>(Defined->getBody());
  const auto *Return = Body && Body->size() == 1
                           ? dyn_cast<ReturnStmt>(Body->body_front())
                           : nullptr;
  if (!Return || !Return->getRetValue() || Return->getRetValue()->isGLValue())
    return E;
  for (auto [Parameter, Argument] :
       llvm::zip_equal(Defined->parameters(), Call->arguments()))
    if (Locals.try_emplace(Parameter, Argument).first->second != Argument)
      return E;
  return resolve(Return->getRetValue());
}

/// Whether a value comes from memory, or from what is not looked into.
bool PathMatcher::mayLoad(const Stmt *S) const {
  if (const auto *E = dyn_cast_or_null<Expr>(S)) {
    S = E = resolve(E);
    if (isLoad(E) || isa<CallExpr>(E) || isa<CXXConstructExpr>(E))
      return true;
  }
  return S && llvm::any_of(S->children(),
                           [&](const Stmt *Child) { return mayLoad(Child); });
}

bool PathMatcher::haveSameText(const OfPaths &Values) const {
  return llvm::all_of(llvm::drop_begin(Values), [&](const Expr *Other) {
    return areSameText(Other, Values.front(), Context);
  });
}

/// Whether two addresses are made by the same steps, of other numbers.
bool PathMatcher::haveOneShape(const Expr *A, const Expr *B) const {
  A = A->IgnoreParenImpCasts();
  B = B->IgnoreParenImpCasts();
  if (const auto *X = dyn_cast<IntegerLiteral>(A))
    if (const auto *Y = dyn_cast<IntegerLiteral>(B))
      return X->getValue().isPowerOf2() == Y->getValue().isPowerOf2();
  if (A->getStmtClass() != B->getStmtClass())
    return false;
  if (const auto *X = dyn_cast<BinaryOperator>(A);
      X && X->getOpcode() != cast<BinaryOperator>(B)->getOpcode())
    return false;
  if (const auto *X = dyn_cast<UnaryOperator>(A);
      X && X->getOpcode() != cast<UnaryOperator>(B)->getOpcode())
    return false;
  if (!isa<BinaryOperator, UnaryOperator, ArraySubscriptExpr>(A))
    return haveSameText({A, B});
  return llvm::equal(A->children(), B->children(),
                     [&](const Stmt *X, const Stmt *Y) {
                       return haveOneShape(cast<Expr>(X), cast<Expr>(Y));
                     });
}

bool PathMatcher::haveOneShape(const OfPaths &Values) const {
  return llvm::all_of(llvm::drop_begin(Values), [&](const Expr *Other) {
    return haveOneShape(Values.front(), Other);
  });
}

PathMatcher::Match PathMatcher::matchAll(ArrayRef<OfPaths> Operands) {
  Match Result = Same;
  for (const OfPaths &Values : Operands) {
    Match Here = match(Values);
    TakesPhi |= Here == Leaf;
    Result = std::max(Result, Here);
  }
  return Result;
}

PathMatcher::Match PathMatcher::matchLoads(const OfPaths &Places) {
  QualType Type = Places.front()->getType();
  if (!llvm::all_of(Places, [&](const Expr *Place) {
        return Context.hasSameUnqualifiedType(Place->getType(), Type);
      }))
    return Apart;
  PathAccess New;
  for (const Expr *Place : Places)
    New.OnPaths.push_back(Place->IgnoreParens());
  HasShapes |= !haveOneShape(New.OnPaths);
  Found.push_back(std::move(New));
  return Loads;
}

/// The object that a member function is called for, and how many of the
/// arguments stand for it; null where there is none.
static std::pair<const Expr *, unsigned> objectOf(const CallExpr *Call) {
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(Call))
    return {Member->getImplicitObjectArgument(), 0};
  if (isa<CXXOperatorCallExpr>(Call) &&
      isa_and_nonnull<CXXMethodDecl>(Call->getDirectCallee()))
    return {Call->getArg(0), 1};
  return {nullptr, 0};
}

/// The loads of a function that all paths call are loads of each path. The
/// object of a member function is an address, as that of a load is.
PathMatcher::Match PathMatcher::matchCalls(const OfPaths &Calls) {
  const auto *First = cast<CallExpr>(Calls.front());
  const FunctionDecl *Callee = First->getDirectCallee();
  const auto [Object, FirstArgument] = objectOf(First);
  OfPaths Objects;
  SmallVector<OfPaths, 4> Arguments(First->getNumArgs() - FirstArgument);
  for (const Expr *E : Calls) {
    const auto *Call = cast<CallExpr>(E);
    if (!Callee || Call->getDirectCallee() != Callee ||
        Call->getNumArgs() != First->getNumArgs())
      return Apart;
    if (Object)
      Objects.push_back(objectOf(Call).first);
    for (unsigned N = FirstArgument; N != Call->getNumArgs(); ++N)
      Arguments[N - FirstArgument].push_back(Call->getArg(N));
  }
  HasShapes |= Object && !haveOneShape(Objects);
  Match Result = std::max(Loads, matchAll(Arguments));
  const FunctionDecl *Defined = nullptr;
  if (Result == Apart || !Callee->hasBody(Defined))
    return Result;
  std::function<void(const Stmt *)> Collect = [&](const Stmt *S) {
    if (const auto *E = dyn_cast_or_null<Expr>(S); E && isLoad(E))
      Found.push_back({{cast<CastExpr>(E)->getSubExpr()->IgnoreParens()},
                       /*IsInexact=*/false});
    if (S)
      for (const Stmt *Child : S->children())
        Collect(Child);
  };
  Collect(Defined->getBody());
  return Result;
}

PathMatcher::Match PathMatcher::match(OfPaths Values) {
  for (const Expr *&E : Values)
    E = resolve(E);
  // What all load from one place is moved in front of them.
  if (haveSameText(Values))
    return Same;
  if (llvm::none_of(Values, [&](const Expr *E) { return mayLoad(E); }))
    return Leaf;
  auto AreCallsOfOne = [&] {
    const auto *Call = dyn_cast<CallExpr>(Values.front());
    return Call && llvm::all_of(Values, [&](const Expr *E) {
             const auto *Other = dyn_cast<CallExpr>(E);
             return Other &&
                    Other->getDirectCallee() == Call->getDirectCallee();
           });
  };
  if (!AreCallsOfOne())
    for (const Expr *&E : Values)
      E = inlined(E);
  const Expr *First = Values.front();
  if (!llvm::all_of(Values, [&](const Expr *E) {
        return E->getStmtClass() == First->getStmtClass() &&
               Context.hasSameType(E->getType(), First->getType());
      }))
    return Apart;
  auto All = [&](auto Operand) {
    OfPaths Result;
    for (const Expr *E : Values)
      Result.push_back(Operand(E));
    return Result;
  };
  if (isa<CastExpr>(First)) {
    OfPaths Inside =
        All([](const Expr *E) { return cast<CastExpr>(E)->getSubExpr(); });
    if (!llvm::all_of(Values, [&](const Expr *E) {
          return cast<CastExpr>(E)->getCastKind() ==
                     cast<CastExpr>(First)->getCastKind() &&
                 isLoad(E) == isLoad(First);
        }))
      return Apart;
    return isLoad(First) ? matchLoads(Inside) : match(Inside);
  }
  if (isa<CallExpr>(First))
    return matchCalls(Values);
  if (const auto *Unary = dyn_cast<UnaryOperator>(First)) {
    if (Unary->isIncrementDecrementOp() ||
        !llvm::all_of(Values, [&](const Expr *E) {
          return cast<UnaryOperator>(E)->getOpcode() == Unary->getOpcode();
        }))
      return Apart;
    return match(All(
        [](const Expr *E) { return cast<UnaryOperator>(E)->getSubExpr(); }));
  }
  const auto *Binary = dyn_cast<BinaryOperator>(First);
  if (!Binary || Binary->isAssignmentOp() || Binary->isLogicalOp() ||
      !llvm::all_of(Values, [&](const Expr *E) {
        return cast<BinaryOperator>(E)->getOpcode() == Binary->getOpcode();
      }))
    return Apart;
  return matchAll(
      {All([](const Expr *E) { return cast<BinaryOperator>(E)->getLHS(); }),
       All([](const Expr *E) { return cast<BinaryOperator>(E)->getRHS(); })});
}

/// Keeps what was found from there on, if the values are made alike. Where they
/// take a phi beside that of the address and addresses are made otherwise, some
/// stay apart.
void PathMatcher::keep(size_t First, Match How, bool IsInexact) {
  if (How == Apart)
    Found.resize(First);
  for (size_t I = First; I != Found.size(); ++I)
    Found[I].IsInexact |= IsInexact || (TakesPhi && HasShapes);
  TakesPhi = HasShapes = false;
}

/// Nothing from there on writes to memory or branches, but for the stores that
/// leave the path as well.
bool PathMatcher::isPlainFrom(const PathSteps &Path, size_t First) const {
  for (const Stmt *Step :
       llvm::drop_begin(llvm::drop_end(Path, StoresAtEnd), First)) {
    const std::optional<Store> Assigned = storeOf(Step);
    if (!isa<DeclStmt>(Step) && (!Assigned || isInMemory(Assigned->Place)))
      return false;
  }
  return true;
}

/// Whether a loop or a branch among the steps assigns to a variable, which then
/// differs at the end of the path: it takes a phi of its own.
bool PathMatcher::isSetInside(const PathSteps &Path, size_t End,
                              const Expr *Variable) const {
  const std::function<bool(const Stmt *)> Sets = [&](const Stmt *S) {
    const auto *Operator = dyn_cast<BinaryOperator>(S);
    if (Operator && Operator->isAssignmentOp() &&
        haveSameText({Operator->getLHS()->IgnoreParens(), Variable}))
      return true;
    return llvm::any_of(
        S->children(), [&](const Stmt *Child) { return Child && Sets(Child); });
  };
  return llvm::any_of(llvm::ArrayRef(Path).take_front(End),
                      [&](const Stmt *Step) {
                        return !isa<Expr, DeclStmt>(Step) && Sets(Step);
                      });
}

/// Variables that all paths assign.
void PathMatcher::matchVariables() {
  struct Assigned {
    const BinaryOperator *Operator;
    size_t Step;
  };
  using Assignments = SmallVector<Assigned, 2>;
  std::vector<llvm::MapVector<unsigned, Assignments>> OfPath(Paths.size());
  std::vector<llvm::FoldingSetNodeID> Variables;
  for (size_t P = 0; P != Paths.size(); ++P)
    for (size_t I = 0; I + StoresAtEnd < Paths[P].size(); ++I) {
      const auto *Operator = dyn_cast<BinaryOperator>(Paths[P][I]);
      if (!Operator || !Operator->isAssignmentOp() ||
          isInMemory(Operator->getLHS()))
        continue;
      const llvm::FoldingSetNodeID Id =
          textOf(Operator->getLHS()->IgnoreParens(), Context);
      auto Known = llvm::find(Variables, Id);
      unsigned Number = unsigned(Known - Variables.begin());
      if (Known == Variables.end())
        Variables.push_back(Id);
      OfPath[P][Number].push_back({Operator, I});
    }
  for (const auto &[Variable, First] : OfPath.front()) {
    bool AreAlike =
        llvm::all_of(OfPath, [&, V = Variable, &F = First](auto &P) {
          return P.lookup(V).size() == F.size();
        });
    // The last of each is one access if what they are added to is no constant,
    // which comes as the other operand (nvcc 13.0, sm_90), but not always.
    if (!AreAlike && llvm::all_of(OfPath, [&, V = Variable](auto &P) {
          return !P.lookup(V).empty();
        })) {
      OfPaths Values;
      for (auto &P : OfPath)
        Values.push_back(P.lookup(Variable).back().Operator->getRHS());
      keep(Found.size(), match(Values), /*IsInexact=*/true);
    }
    for (size_t N = 0; AreAlike && N != First.size(); ++N) {
      OfPaths Values;
      bool IsPlain = true;
      for (size_t P = 0; P != Paths.size(); ++P) {
        const Assigned Here = OfPath[P].lookup(Variable)[N];
        AreAlike &=
            Here.Operator->getOpcode() == First[N].Operator->getOpcode();
        Values.push_back(Here.Operator->getRHS());
        IsPlain &= isPlainFrom(Paths[P], Here.Step + 1) &&
                   !isSetInside(Paths[P], Here.Step,
                                Here.Operator->getLHS()->IgnoreParens());
      }
      if (!AreAlike)
        break;
      size_t Before = Found.size();
      keep(Before, match(Values), !IsPlain);
    }
  }
}

/// The store that each path makes as its last but N; empty where one makes
/// none, or another kind.
SmallVector<Store, 4> PathMatcher::storesFromEnd(size_t N) const {
  SmallVector<Store, 4> Result;
  for (const PathSteps &Path : Paths) {
    const std::optional<Store> Here = storeOf(Path[Path.size() - 1 - N]);
    if (!Here || !isInMemory(Here->Place))
      return {};
    Result.push_back(*Here);
    const Store &First = Result.front();
    if (Here->Operator != First.Operator || Here->IsObject != First.IsObject ||
        !Context.hasSameType(Here->Place->getType(), First.Place->getType()))
      return {};
  }
  return Result;
}

/// How the values are made that the paths store. An object that lies in memory
/// is loaded there.
PathMatcher::Match PathMatcher::matchStored(ArrayRef<Store> Stores) {
  OfPaths Values;
  for (const Store &Each : Stores)
    Values.push_back(Each.Value);
  if (!Stores.front().IsObject || llvm::none_of(Values, isInMemory))
    return match(std::move(Values));
  return llvm::all_of(Values, isInMemory) ? matchLoads(Values) : Apart;
}

/// Whether the compiler may leave apart what all paths store to one place.
bool PathMatcher::mayStayApart(ArrayRef<Store> Stores) const {
  return llvm::any_of(Stores, [&](const Store &Each) {
    // A zero takes no register, and what is loaded may be copied at once.
    return isZero(Each.Value) || isConstructed(Each) ||
           (Each.IsObject && mayLoad(Each.Value)) ||
           knowsPlace(Each.Place) != Knowledge::None;
  });
}

/// What some path knows of a place that all of them name alike.
Knowledge PathMatcher::knowsPlace(const Expr *Place) const {
  Knowledge Most = Knowledge::None;
  for (const Expr *Condition : Conditions)
    Most = std::max(Most, knowledgeOfPlace(Place, Condition, Context));
  return Most;
}

/// Stores that all paths end with, from the last on.
void PathMatcher::matchStores() {
  size_t Least = SIZE_MAX;
  for (const PathSteps &Path : Paths)
    Least = std::min(Least, Path.size());
  std::vector<std::vector<PathAccess>> Reversed;
  bool IsInexact = false;
  for (size_t N = 0; N != Least; ++N) {
    const SmallVector<Store, 4> Stores = storesFromEnd(N);
    if (Stores.empty())
      break;
    OfPaths Places;
    for (const Store &Each : Stores)
      Places.push_back(Each.Place);
    Match How = matchStored(Stores);
    const bool IsOnePlace = haveSameText(Places);
    if (How == Apart && !IsOnePlace) {
      keep(0, How, false);
      break;
    }
    if (How == Apart)
      Found.clear();
    HasShapes |= !haveOneShape(Places);
    // A place at a constant distance is a constant, which takes a phi, too.
    bool IsConstant = !IsOnePlace && llvm::any_of(Places, [](const Expr *E) {
      const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E);
      return Subscript &&
             isa<IntegerLiteral>(Subscript->getIdx()->IgnoreParenImpCasts());
    });
    const bool IsForPaths = !IsOnePlace || !HasTwoArms ||
                            isConstructed(Stores.front()) ||
                            knowsPlace(Places.front()) == Knowledge::Possible;
    bool IsDoubted = How == Apart || IsConstant ||
                     (How != Loads && HasShapes) || (TakesPhi && HasShapes) ||
                     (IsOnePlace && IsForPaths && mayStayApart(Stores));
    IsInexact |= IsDoubted;
    if (IsForPaths) {
      if (Stores.front().isCompound())
        Found.push_back({Places, false});
      Found.push_back({Places, false});
    }
    keep(0, Loads, IsInexact);
    Reversed.push_back(std::move(Found));
    Found.clear();
    StoresAtEnd += !IsInexact;
    // What makes this value stands between it and the store before it.
    IsInexact |= IsOnePlace && IsForPaths &&
                 !llvm::all_of(Stores, [](const Store &Each) {
                   return isAtHand(Each.Value);
                 });
  }
  for (std::vector<PathAccess> &Store : llvm::reverse(Reversed))
    llvm::append_range(Found, Store);
}

void PathMatcher::matchValues(OfPaths Values) {
  keep(0, match(std::move(Values)), false);
}

void PathMatcher::matchReturns() {
  OfPaths Values;
  for (const PathSteps &Path : Paths) {
    const Expr *Value = cast<ReturnStmt>(Path.front())->getRetValue();
    if (!Value || Value->isGLValue() || Value->getType()->isRecordType())
      return;
    Values.push_back(Value);
  }
  matchValues(std::move(Values));
}

/// The values that an expression chooses among, and the choices that it is made
/// of.
static void listChoices(const Expr *E, OfPaths &Values,
                        SmallVectorImpl<const Stmt *> &Choices) {
  E = E->IgnoreParens();
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E)) {
    Choices.push_back(Choice);
    listChoices(Choice->getTrueExpr(), Values, Choices);
    listChoices(Choice->getFalseExpr(), Values, Choices);
  } else {
    Values.push_back(E);
  }
}

static const Expr *conditionOf(const Stmt *Branch) {
  if (const auto *If = dyn_cast<IfStmt>(Branch))
    return If->getCond();
  return cast<SwitchStmt>(Branch)->getCond();
}

PathAccesses banklint::accessesOfPaths(const Stmt *Branch,
                                       const ASTContext &Context) {
  if (const auto *Choice = dyn_cast<ConditionalOperator>(Branch)) {
    PathAccesses Result;
    OfPaths Values;
    listChoices(Choice, Values, Result.Inner);
    Result.Inner.erase(Result.Inner.begin());
    PathMatcher Matcher({}, Context);
    Matcher.matchValues(std::move(Values));
    Result.All = std::move(Matcher.Found);
    return Result;
  }
  BranchPaths Paths = pathsOf(Branch);
  PathAccesses Result;
  Result.Inner = std::move(Paths.Inner);
  bool DoAll = llvm::none_of(
      Paths.All, [](const PathSteps &Path) { return Path.empty(); });
  if (!Paths.AreUnderstood || !DoAll || Paths.All.size() < 2)
    return Result;
  PathMatcher Matcher(std::move(Paths.All), Context);
  Matcher.HasTwoArms = isa<IfStmt>(Branch) && Result.Inner.empty();
  Matcher.Conditions.push_back(conditionOf(Branch));
  for (const Stmt *Inner : Result.Inner)
    Matcher.Conditions.push_back(conditionOf(Inner));
  Matcher.matchStores();
  std::vector<PathAccess> Stores = std::exchange(Matcher.Found, {});
  Matcher.matchVariables();
  Result.All = std::move(Matcher.Found);
  llvm::append_range(Result.All, Stores);
  return Result;
}

PathAccesses banklint::accessesOfReturns(const Stmt *Body,
                                         const ASTContext &Context) {
  BranchPaths Paths = returnsOf(Body);
  PathAccesses Result;
  if (!Paths.AreUnderstood || Paths.All.size() < 2)
    return Result;
  PathMatcher Matcher(std::move(Paths.All), Context);
  Matcher.matchReturns();
  Result.All = std::move(Matcher.Found);
  return Result;
}
