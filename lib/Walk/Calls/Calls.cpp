//===- Calls.cpp - Functions, constructors, lambdas, intrinsics -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bank/Gpu.h"
#include "Cuda/Fragments.h"
#include "Cuda/KernelCalls.h"
#include "Nvcc/Rules/Modes.h"
#include "Nvcc/Source/LineTable.h"
#include "Nvcc/Source/SlowPaths.h"
#include "Statements/Lifetimes.h"
#include "Values/Limits.h"
#include "clang/AST/RecordLayout.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace banklint;
using namespace clang;
using llvm::cast;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;

//===----------------------------------------------------------------------===//
// Where walks begin
//===----------------------------------------------------------------------===//

Interpreter::Interpreter(ASTContext &Context, Pool &P, SharedMemory &Memory,
                         SiteMap &Sites)
    : Machine(Context, P, Memory), Recorded(*this, Sites), Sunk(Recorded),
      Common(Recorded, Context, P.storage(),
             [&Sites](const Expr *E) { return Sites.at(E); }),
      Facts(Sites.facts()) {}

void Interpreter::prepareBuiltins(const WalkInput &Input) {
  auto Fill = [&](llvm::StringRef Name, const Triple<Value> &Values) {
    Object &O = makeObject(Object::Local, Name, QualType());
    for (unsigned D = 0; D != 3; ++D)
      O.Cells.emplace(4 * D, Values[D]);
    Builtins[Name] = &O;
  };
  Fill("threadIdx", Input.ThreadIndex);
  Fill("blockIdx", Input.BlockIndex);
  Fill("blockDim", Input.BlockDim);
  Fill("gridDim", Input.GridDim);
  ClusterRank = P.symbol(StringRef("%cluster_ctarank"), SymbolKind::Unknown,
                         {0, MaxClusterBlocks - 1});
}

void Interpreter::noteWalk(const WalkInput &Input) {
  WalkKey = {Input.Active, Input.Warps.size()};
  for (unsigned D = 0; D != 3; ++D) {
    const Value &Index = Input.ThreadIndex[D];
    WalkKey.push_back(uintptr_t(Input.BlockDim[D].constant()[0]));
    WalkKey.push_back(uintptr_t(Index.constant()[0]));
    for (const Term &T : Index.terms()) {
      WalkKey.push_back(uintptr_t(T.What->Bounds.Max));
      WalkKey.push_back(uintptr_t(T.What->MultipleOf));
    }
  }
}

/// Runs a function with nothing above it; of its arguments only the numbers
/// that are given are known, or those that another source passes.
WalkEnd Interpreter::walkFrom(const FunctionDecl *Function,
                              llvm::ArrayRef<std::optional<int64_t>> Arguments,
                              const PassedNumbers *Passed) {
  Frame Bottom;
  Bottom.Function = Function;
  Top = &Bottom;
  for (const ParmVarDecl *Parameter : Function->parameters()) {
    Object &O =
        makeObject(Object::Local, Parameter->getName(), Parameter->getType());
    O.Initial = Object::UniformUnknown;
    Bottom.Locals[Parameter] = &O;
    unsigned Position = Parameter->getFunctionScopeIndex();
    if (Position < Arguments.size() && Arguments[Position] &&
        Types.isInteger(Parameter->getType()))
      O.Cells.emplace(0,
                      P.launched(Parameter->getName(), *Arguments[Position]));
    else if (!IsHost && !Parameter->getName().empty() &&
             Types.isInteger(Parameter->getType())) {
      const Scalar Unknown = unknownOf(Parameter->getType(), true,
                                       P.named(Parameter->getName()), {});
      // Those of a pack have one name.
      if (llvm::count_if(Function->parameters(), [&](const ParmVarDecl *Other) {
            return Other->getName() == Parameter->getName();
          }) == 1)
        P.nameInFormulas(Unknown.Number, Parameter->getName());
      O.Cells.emplace(0, Unknown);
    }
    if (Passed && Position < Passed->size())
      setPassed(O, (*Passed)[Position]);
  }
  noteGotos(Function->getBody());
  run(Function->getBody());
  Top = nullptr;
  return End;
}

KernelWalk Interpreter::walkKernel(const FunctionDecl *Kernel,
                                   const WalkInput &Input,
                                   const StrideChange *Change,
                                   uint64_t &StepBudget, Trace &Into) {
  assert(Input.Active && "a warp has lanes");
  if (Change)
    Into.StrideUnits = changeStrides(*Change);
  prepareBuiltins(Input);
  noteWalk(Input);
  Recorded.Scopes.AreAsked = !Into.Times.empty();
  if (Into.Counted)
    Recorded.countNumbers();
  Warps = Input.Warps;
  Active = {};
  Active.Lanes = Input.Active;
  StepsLeft = StepBudget;
  walkFrom(Kernel, Input.Arguments);
  StepBudget = StepsLeft;
  Recorded.take(Into);
  Into.IsTorn = End == WalkEnd::OutOfBudget;
  return {End,
          std::move(Partition),
          IsRefused,
          std::move(MetStrides),
          StrideElsewhere,
          ChangedValue,
          std::move(Gaps)};
}

KernelWalk banklint::walkKernel(ASTContext &Context, const FunctionDecl *Kernel,
                                const WalkInput &Input,
                                const StrideChange *Strides,
                                SharedMemory &Memory, SiteMap &Sites,
                                uint64_t &StepBudget, Trace &Into) {
  return Interpreter(Context, *Into.Values, Memory, Sites)
      .walkKernel(Kernel, Input, Strides, StepBudget, Into);
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// Reading `threadIdx.x` is none, whatever Clang makes of it.
static bool makesCall(const Stmt *S) {
  if (isa<PseudoObjectExpr>(S))
    return false;
  return isa<CallExpr>(S) || llvm::any_of(S->children(), [](const Stmt *Child) {
           return Child && makesCall(Child);
         });
}

/// The object that a member function is called on, which leaves the arguments;
/// null for other functions.
const Pointer *
Interpreter::objectOfCall(const CallExpr *E, const FunctionDecl *Callee,
                          llvm::SmallVectorImpl<const Expr *> &Arguments) {
  if (const auto *Pointed =
          dyn_cast<BinaryOperator>(E->getCallee()->IgnoreParens());
      Pointed && Pointed->isPtrMemOp())
    return Pointed->getOpcode() == BO_PtrMemI
               ? dereference(evaluate(Pointed->getLHS()), Pointed->getLHS())
               : place(Pointed->getLHS());
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(E)) {
    const Expr *Self = Member->getImplicitObjectArgument();
    return Self->getType()->isPointerType() ? dereference(evaluate(Self), Self)
                                            : place(Self);
  }
  const auto *Method = dyn_cast<CXXMethodDecl>(Callee);
  if (!Method || !isa<CXXOperatorCallExpr>(E) || Arguments.empty())
    return nullptr;
  const Pointer *This = nullptr;
  if (Method->isImplicitObjectMemberFunction())
    This = place(Arguments[0]);
  else
    evaluateForEffect(Arguments[0]);
  Arguments.erase(Arguments.begin());
  return This;
}

/// Whether an assigned object comes from memory. One that is made as a value is
/// stored where the assignment begins.
static bool isCopied(const Expr *Source) {
  const auto *Made = dyn_cast<MaterializeTemporaryExpr>(Source);
  return Made ? isa<AbstractConditionalOperator>(
                    Made->getSubExpr()->IgnoreParenImpCasts())
              : Source->isGLValue();
}

void Interpreter::assignObject(const CallExpr *E, const Expr *Source,
                               const Pointer *This) {
  QualType Type = Context.getCanonicalTagType(
      cast<CXXMethodDecl>(E->getDirectCallee())->getParent());
  Source = Source->IgnoreParens();
  const Expr *Site = isa<CXXOperatorCallExpr>(E) ? E->getArg(0) : E;
  // Line tables put both halves of a copy where its source is,
  // unless a call makes them keep the two apart.
  auto LineOf = [&](const Expr *Part) {
    const std::optional<SourceLocation> Place =
        placeInLineTables(*Part, Context);
    return Place ? Context.getSourceManager().getExpansionLineNumber(*Place)
                 : 0;
  };
  if (isCopied(Source) && LineOf(Site) != LineOf(Source) && !makesCall(Site) &&
      !makesCall(Source))
    Site = Source;
  const bool IsLocal = This->Base->Kind == Object::Local;
  const auto *Either =
      dyn_cast<ConditionalOperator>(Source->IgnoreParenNoopCasts(Context));
  if (Either && Either->isGLValue() && IsLocal)
    copyEither(Either, This);
  else if (IsLocal &&
           (!Source->isGLValue() || (isa<MaterializeTemporaryExpr>(Source) &&
                                     !Type.isDestructedType())))
    evaluateInto(Source, This);
  else
    copy(place(Source), This, Type, Source, Site);
}

/// A function whose body is not seen.
Scalar Interpreter::resultOfUnknown(const CallExpr *E,
                                    const FunctionDecl *Callee,
                                    const Pointer *This,
                                    const Pointer *Target) {
  bool IsUniform = callUnknown(E, This);
  return unknownResult(
      E, IsUniform,
      P.reason(ReasonKind::CalleeResult, Callee->getNameAsString()), Target);
}

Reason Interpreter::deepCallOf(const FunctionDecl *Callee) {
  const std::string Name = Callee->getNameAsString();
  return Reason(ReasonKind::DeepCall, {Name, limits::CallDepth}, P.storage());
}

/// A call that a limit keeps from being followed. Accesses of the callee are
/// missing then.
Scalar Interpreter::passOver(const CallExpr *E, const FunctionDecl *Callee,
                             const Pointer *This, const Pointer *Target) {
  const bool IsRecursive = Top->Depth < limits::CallDepth;
  // Of a function of numbers alone, only the result is missing.
  const bool IsOfNumbers =
      Callee->isConstexpr() && !This &&
      llvm::all_of(Callee->parameters(), [](const ParmVarDecl *Parameter) {
        return Parameter->getType()->isArithmeticType();
      });
  const std::string Name = Callee->getNameAsString();
  if (IsHost)
    PassedOver.insert(Callee);
  else if (!IsOfNumbers)
    Gaps.push_back({E->getBeginLoc(),
                    IsRecursive ? P.reason(ReasonKind::RecursiveCall, Name)
                                : deepCallOf(Callee)});
  callUnknown(E, This, /*IsPassedOver=*/true);
  return unknownResult(E, /*IsUniform=*/false,
                       IsRecursive ? ReasonKind::RecursiveResult
                                   : P.reason(ReasonKind::CalleeResult, Name),
                       Target);
}

Scalar Interpreter::unknownResult(const CallExpr *E, bool IsUniform,
                                  const Reason &What, const Pointer *Target) {
  if (Target && Target->Base->Kind == Object::Local && !IsHost) {
    // An object made by unknown code: its parts are unknown.
    copy(foreign(P.varying(why(ReasonKind::FunctionResult, E->getBeginLoc()))),
         Target, E->getType(), E, E);
    return Scalar(Target);
  }
  if (HasLostAddresses && E->getType()->isPointerType())
    return lost(why(What, E->getBeginLoc()));
  return unknownOf(E->getType(), IsUniform, What, E->getBeginLoc());
}

/// What a function does that is not known which is missing.
void Interpreter::noteUnknownCallee(const CallExpr *E) {
  if (!IsHost && !E->isTypeDependent())
    Gaps.push_back({E->getBeginLoc(),
                    P.reason(ReasonKind::Statement, "an indirect call")});
}

static bool isOrDerivesFrom(const CXXRecordDecl *Class,
                            const CXXRecordDecl *Base) {
  return Class->getCanonicalDecl() == Base->getCanonicalDecl() ||
         Class->isDerivedFrom(Base);
}

/// The function that a call of a virtual one enters: that of the object's
/// class, where this is known. Null where it is not.
const FunctionDecl *Interpreter::overriderOf(const CallExpr *E,
                                             const CXXMethodDecl *Method,
                                             const Pointer *This) {
  const auto *Member = dyn_cast<MemberExpr>(E->getCallee()->IgnoreParens());
  if (Member && Member->hasQualifier())
    return Method;
  const auto *Call = dyn_cast<CXXMemberCallExpr>(E);
  const Expr *Self = Call ? Call->getImplicitObjectArgument() : nullptr;
  if (Self)
    if (const CXXMethodDecl *Sure =
            const_cast<CXXMethodDecl *>(Method)->getDevirtualizedMethod(
                Self->IgnoreParenBaseCasts(), /*IsAppleKext=*/false);
        Sure && Sure->getParent()->getCanonicalDecl() ==
                    Method->getParent()->getCanonicalDecl())
      return Sure;
  const Object &O = *This->Base;
  const CXXRecordDecl *Whole =
      O.Type.isNull() ? nullptr : O.Type->getAsCXXRecordDecl();
  // A constructor or destructor calls what its own class has.
  const Frame *Maker = Top;
  while (Maker &&
         !(isa<CXXConstructorDecl, CXXDestructorDecl>(Maker->Function) &&
           Maker->This && Maker->This->Base == &O))
    Maker = Maker->Caller;
  if (Maker)
    Whole = cast<CXXMethodDecl>(Maker->Function)->getParent();
  if (O.Kind != Object::Local || !O.StandsFor.empty() || !Whole ||
      !This->WithinBytes.isNumber(0) ||
      (Maker && (!Maker->This->WithinBytes.isNumber(0) ||
                 !isOrDerivesFrom(Whole, Method->getParent()))))
    return nullptr;
  const CXXMethodDecl *Found =
      const_cast<CXXMethodDecl *>(Method)->getCorrespondingMethodInClass(
          const_cast<CXXRecordDecl *>(Whole));
  // `this` stays as it is where the class stands first in the object.
  return Found && Types.standsFirst(Found->getParent(), Whole) ? Found
                                                               : nullptr;
}

/// What Clang computes of a builtin function's constant arguments.
std::optional<Scalar> Interpreter::foldedBuiltin(const CallExpr *E) {
  if (E->getBuiltinCallee() == Builtin::BI__builtin_constant_p ||
      !Types.isInteger(E->getType()))
    return std::nullopt;
  Expr::EvalResult Result;
  if (E->isValueDependent() || !E->EvaluateAsRValue(Result, Context) ||
      Result.HasSideEffects || !Result.Val.isInt())
    return std::nullopt;
  return Scalar(numberOf(Result.Val.getInt()));
}

Scalar Interpreter::evaluateCall(const CallExpr *E, const Pointer *Target) {
  if (const auto *Launch = dyn_cast<CUDAKernelCallExpr>(E)) {
    evaluateLaunch(Launch);
    return unknownOf(E->getType(), false, ReasonKind::UnknownFunctionResult,
                     E->getBeginLoc());
  }
  if (const auto *OfNumber =
          dyn_cast<CXXPseudoDestructorExpr>(E->getCallee()->IgnoreParens())) {
    evaluateForEffect(OfNumber->getBase());
    return nobody();
  }
  const FunctionDecl *Callee = E->getDirectCallee();
  const auto *Pointed =
      dyn_cast<BinaryOperator>(E->getCallee()->IgnoreParens());
  if (Pointed && !Pointed->isPtrMemOp())
    Pointed = nullptr;
  if (!Callee)
    Callee = evaluate(Pointed ? Pointed->getRHS() : E->getCallee()).Function;
  if (!Callee) {
    callUnknown(E);
    noteUnknownCallee(E);
    return unknownResult(E, /*IsUniform=*/false,
                         ReasonKind::UnknownFunctionResult, Target);
  }
  char Component = 0;
  if (llvm::StringRef Name = builtinVariableOf(*Callee, Component);
      !Name.empty())
    if (auto Found = Builtins.find(Name); Found != Builtins.end())
      return readCell(*Found->second, 4 * (Component - 'x'), E->getType());
  if (IsHost) {
    if (std::optional<Scalar> Made = callAllocator(E, *Callee))
      return *Made;
    if (std::optional<Scalar> Next = callTree(E, *Callee))
      return *Next;
    if (std::optional<Scalar> Answer = callTable(E, *Callee, Target))
      return *Answer;
    if (std::optional<Scalar> Read = readText(E, *Callee))
      return *Read;
  }
  if (Intrinsic What = intrinsicOf(*Callee); What != Intrinsic::None)
    if (std::optional<Scalar> Result = callIntrinsic(E, What)) {
      // An object that it gives back is of unknown parts.
      if (Target && TypeLayouts::isInParts(E->getType()) && E->isPRValue())
        copy(foreign(
                 P.varying(why(ReasonKind::FunctionResult, E->getBeginLoc()))),
             Target, E->getType(), E, E);
      return *Result;
    }
  if (IsHost && Callee->getIdentifier() &&
      Callee->getName().starts_with("cudaLaunch") && E->getNumArgs() >= 3) {
    if (Callee->getName().starts_with("cudaLaunchKernelEx"))
      return noteExtendedLaunch(E);
    if (E->getNumArgs() >= 4)
      noteLaunch(E, E->getArg(0), E->getArg(1), E->getArg(2));
  }

  llvm::SmallVector<const Expr *, 8> Arguments(E->arguments());
  if (E->getBuiltinCallee() && !Callee->hasBody())
    if (std::optional<Scalar> Folded = foldedBuiltin(E))
      return *Folded;
  const Pointer *This = objectOfCall(E, Callee, Arguments);
  if (const auto *Method = dyn_cast<CXXMethodDecl>(Callee);
      Method && Method->isVirtual() && This) {
    Callee = overriderOf(E, Method, This);
    if (!Callee) {
      callUnknown(E, This);
      noteUnknownCallee(E);
      return unknownResult(E, /*IsUniform=*/false,
                           ReasonKind::UnknownFunctionResult, Target);
    }
  }
  if (IsHost)
    if (std::optional<Scalar> Result = callString(E, *Callee, This, Arguments))
      return *Result;
  if (const auto *Destructor = dyn_cast<CXXDestructorDecl>(Callee);
      Destructor && This) {
    destroy(Context.getCanonicalTagType(Destructor->getParent()), This, E);
    return nobody();
  }
  if (This && Arguments.size() == 1 && isTrivialAssignment(Callee) &&
      E->getDirectCallee()) {
    assignObject(E, Arguments[0], This);
    return Scalar(This);
  }
  // A lambda that captures nothing has become a pointer: Clang leaves the body
  // of what that leads to empty.
  const auto *Invoker = dyn_cast<CXXMethodDecl>(Callee);
  const bool IsInvoker = Invoker && Invoker->isLambdaStaticInvoker();
  if (IsInvoker && !Invoker->getParent()->isGenericLambda())
    Callee = Invoker->getParent()->getLambdaCallOperator();
  const FunctionDecl *Defined = nullptr;
  const bool Follows = Callee->hasBody(Defined) && isEntered(*Defined) &&
                       (!IsInvoker || Callee != Invoker);
  if (Follows && (Top->Depth >= limits::CallDepth || isRunning(Defined)))
    return passOver(E, Callee, This, Target);
  if (Follows)
    return enter(Defined, This, Arguments, Target, E);
  if (IsHost && AskedCalls && AskedCalls->contains(Callee->getCanonicalDecl()))
    noteCall(E, Callee, Arguments);
  return resultOfUnknown(E, Callee, This, Target);
}

/// The runtime's functions take the configuration and the arguments.
void Interpreter::launchFromDevice(const CUDAKernelCallExpr &Launch) {
  if (auto Configuration = configurationOf(Launch))
    for (const Expr *Part : {Configuration->Grid, Configuration->Block,
                             Configuration->SharedBytes, Configuration->Stream})
      evaluateForEffect(Part);
  callUnknown(&Launch);
}

void Interpreter::bindParameters(Frame &Callee, const FunctionDecl *Function,
                                 llvm::ArrayRef<const Expr *> Arguments) {
  for (unsigned I = 0; I != Function->getNumParams(); ++I) {
    const ParmVarDecl *Parameter = Function->getParamDecl(I);
    QualType Type = Parameter->getType();
    Object &O = makeObject(Object::Local, Parameter->getName(), Type);
    Callee.Locals[Parameter] = &O;
    if (I >= Arguments.size())
      continue;
    const Expr *Argument = Arguments[I];
    if (Type->isReferenceType())
      setCell(O, 0, bindReference(Type, Argument));
    else if (TypeLayouts::isInParts(Type)) {
      // The caller makes it, and ends it.
      evaluateInto(Argument, &O.Begin);
      noteObject(Temporaries, Type, &O.Begin, Argument);
    } else {
      size_t First = Recorded.size();
      setCell(O, 0, sized(evaluate(Argument), Type));
      if (Recorded.size() == First + 1)
        Callee.LoadedFor[Parameter] = First;
      Sunk.noteLoaded(Parameter, First, codeOf(Callee));
    }
  }
}

/// The parameters of an inherited constructor are those of the one that
/// inherits it, which holds them.
void Interpreter::inheritParameters(Frame &Callee,
                                    const FunctionDecl *Function) {
  for (auto [Own, Inherited] :
       llvm::zip(Function->parameters(), Top->Function->parameters()))
    if (Object *Passed = Top->Locals.lookup(Inherited))
      Callee.Locals[Own] = Passed;
}

/// The first use of a parameter that a load was made for.
void Interpreter::noteUse(const Expr *Use) {
  const auto *Ref = dyn_cast<DeclRefExpr>(Use);
  if (!Ref || Top->LoadedFor.empty())
    return;
  auto Found = Top->LoadedFor.find(Ref->getDecl());
  if (Found == Top->LoadedFor.end())
    return;
  const auto [Parameter, Which] = *Found;
  if (Which < Recorded.size()) {
    Changes.onRollBack(
        [this, Which = Which, Before = Recorded[Which].LaterView] {
          Recorded[Which].LaterView = Before;
        });
    Recorded[Which].LaterView = Recorded.Sites.at(Use);
  }
  Changes.onRollBack(
      [this, Depth = Top->Depth, Parameter = Parameter, Which = Which] {
        if (Frame *F = frameAt(Depth))
          F->LoadedFor[Parameter] = Which;
      });
  Top->LoadedFor.erase(Found);
}

bool Interpreter::isRunning(const FunctionDecl *Function) const {
  for (const Frame *F = Top; F; F = F->Caller)
    if (F->Function == Function)
      return true;
  return false;
}

const Expr *Interpreter::givenFor(const Decl &Asked) const {
  const auto *Parameter = dyn_cast<ParmVarDecl>(&Asked);
  for (const Frame *F = Top; F; F = F->Caller) {
    if (Parameter && F->Function == Parameter->getDeclContext())
      return givenArgument(*Parameter, *F->Function, F->Call);
    const auto *Method = dyn_cast<CXXMethodDecl>(F->Function);
    if (!Method ||
        Method->getParent()->getCanonicalDecl() != Asked.getCanonicalDecl())
      continue;
    if (isa<CXXDestructorDecl>(Method))
      return nullptr; // nothing in the source calls it
    const Expr *Object = givenObject(F->Call);
    if (!Object || !isa<CXXThisExpr>(Object->IgnoreParenImpCasts()))
      return Object;
  }
  return nullptr;
}

CompileTime
Interpreter::compileTime(llvm::ArrayRef<const VarDecl *> NotConstant) const {
  return CompileTime(
      Context, Facts.Assignments,
      [this](const Decl &Asked) { return givenFor(Asked); }, NotConstant);
}

/// What the body of a lambda finds in its closure.
void Interpreter::bindCaptures(Frame &Callee, const CXXMethodDecl *Method,
                               const Pointer *Closure, const Expr *Call) {
  llvm::DenseMap<const ValueDecl *, FieldDecl *> Fields;
  Method->getParent()->getCaptureFields(Fields, Callee.CapturedThis);
  Callee.Captures = std::move(Fields);
  Callee.Closure = Closure;
  if (!Callee.CapturedThis || !Closure)
    return;
  // `this` in a lambda is that of the function around it, or a copy.
  if (!Callee.CapturedThis->getType()->isPointerType()) {
    Callee.This = memberOf(Closure, Callee.CapturedThis);
    return;
  }
  Scalar Captured = load(memberOf(Closure, Callee.CapturedThis),
                         Callee.CapturedThis->getType(), Call);
  Callee.This = dereference(Captured, Call);
}

/// The initializer of a base, a member or the whole, in the new frame.
void Interpreter::runInitializer(const CXXCtorInitializer *Init,
                                 const CXXRecordDecl *Class,
                                 const Pointer *This) {
  const Expr *Source = Init->getInit();
  if (Init->isDelegatingInitializer())
    return evaluateInto(Source, This);
  if (Init->isBaseInitializer()) {
    const QualType Base(Init->getBaseClass(), 0);
    if (!Init->isBaseVirtual())
      return evaluateInto(Source, stepBytes(This, Types.offsetOf(Class, Base)));
    // The class of the whole object makes them.
    const auto *Made = dyn_cast_or_null<CXXConstructExpr>(Top->Call);
    if (Made && Made->getConstructionKind() == CXXConstructionKind::Complete)
      evaluateInto(Source,
                   virtualBaseOf(This, Class, Base, Source->getBeginLoc()));
    return;
  }
  const Pointer *At = This;
  QualType Type;
  auto Descend = [&](const FieldDecl *Field) {
    At = memberOf(At, Field);
    Type = Field->getType();
  };
  if (const IndirectFieldDecl *Indirect = Init->getIndirectMember()) {
    for (const NamedDecl *Link : Indirect->chain())
      Descend(cast<FieldDecl>(Link));
  } else {
    Descend(Init->getMember());
  }
  initializePart(Source, Type, At, Source);
}

/// The constructor of a whole object, and a destructor that does anything else,
/// store where the object's tables of virtual functions are. What the
/// constructors of its bases stored before that is dropped.
void Interpreter::storeTablePointers(const CXXMethodDecl &Running) {
  const Pointer *This = Top->This;
  const auto *Made = dyn_cast<CXXConstructExpr>(Top->Call);
  const bool IsStored =
      isa<CXXConstructorDecl>(Running)
          ? Made && Made->getConstructionKind() == CXXConstructionKind::Complete
          : isa<CXXDestructorDecl>(Running) && !Running.hasTrivialBody();
  if (!IsStored || !This || This->Base->Kind == Object::Local ||
      This->Base->Kind == Object::Foreign)
    return;
  const size_t First = Recorded.size();
  for (const int64_t Offset : Types.tablePointersOf(*Running.getParent()))
    Recorded.recordRange(AccessOperation::Store, stepBytes(This, Offset),
                         Context.VoidPtrTy, Recorded.objectIn(Running));
  Recorded.markInexact(First, inexactBy(ModelRule::VirtualTables));
}

/// What a call is worth, given the object that its return statements wrote.
Scalar Interpreter::takeResult(Object *Result, QualType Type,
                               const Pointer *Target, const Expr *Call) {
  if (!Result)
    return nobody();
  if (TypeLayouts::isInParts(Type)) {
    const Pointer *Made = &Result->Begin;
    if (!Target)
      return Scalar(Made);
    copy(Made, Target, Type, Call, Call);
    return Scalar(Target);
  }
  if (Result->Cells.empty())
    return unknownOf(Type, false, ReasonKind::FunctionResult,
                     Call->getBeginLoc());
  return readCell(*Result, 0, Type);
}

void Interpreter::runEntered(Frame &Callee) {
  const FunctionDecl *Function = Callee.Function;
  Activity Before = Active;
  {
    llvm::SaveAndRestore<Frame *> Entered(Top, &Callee);
    llvm::SaveAndRestore<Loop *> OutsideOfLoops(InnerLoop, nullptr);
    std::optional<Journal::Mark> Begin;
    if (Facts.JumpsOut.returnsEarly(Function->getBody())) {
      Begin.emplace(Changes);
      Callee.Exits.Begin = Begin->begin();
    }
    if (const auto *Method = dyn_cast<CXXMethodDecl>(Function))
      storeTablePointers(*Method);
    if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(Function))
      for (const CXXCtorInitializer *Init : Constructor->inits())
        runInitializer(Init, Constructor->getParent(), Callee.This);
    noteGotos(Function->getBody());
    run(Function->getBody());
    Active = Before;
    joinExits(Callee.Exits, ReasonKind::DiffersAtReturns,
              Callee.Call->getBeginLoc());
  }
}

/// Whether a call leaves nothing: what it gives holds nothing, and all that it
/// looks at are local objects.
bool Interpreter::leavesNothing(const Frame &Callee) {
  const FunctionDecl *Function = Callee.Function;
  const QualType Result = Function->getReturnType();
  auto IsLocal = [](const Pointer *At) {
    return At && At->Base->Kind == Object::Local;
  };
  if (isa<CXXConstructorDecl>(Function) ||
      !(Result->isVoidType() || Facts.Effects.isEmpty(Result)))
    return false;
  const Conduct Of = Facts.Effects.of(Function);
  return Of.What <= Effect::ReadsGiven &&
         (!(Of.Looked >> ThisObject & 1) || IsLocal(Callee.This)) &&
         llvm::all_of(Function->parameters(), [&](const ParmVarDecl *Given) {
           Object *Held = Callee.Locals.lookup(Given);
           return !Given->getType()->isReferenceType() || !Of.Looked ||
                  (Held && !Held->Cells.empty() &&
                   IsLocal(Held->Cells.begin()->second.Address));
         });
}

/// A function that only computes need not be walked where it was given the same
/// before. A changed stride is a number that it is not given.
std::optional<CallResults::Key> Interpreter::keyOfCall(const Frame &Callee) {
  if ((Strides && !Strides->isEmpty()) || !Callee.Result ||
      isa<CXXConstructorDecl>(Callee.Function))
    return std::nullopt;
  const Conduct Of = Facts.Effects.of(Callee.Function);
  if (Of.What > Effect::ReadsGiven)
    return std::nullopt;
  return CallResults::keyOf(*this, Callee, Of.Looked);
}

Scalar Interpreter::enter(const FunctionDecl *Function, const Pointer *This,
                          llvm::ArrayRef<const Expr *> Arguments,
                          const Pointer *Target, const Expr *Call) {
  Frame Callee;
  Callee.Function = Function;
  Callee.Caller = Top;
  Callee.Call = Call;
  Callee.IsCalledInLoop = InnerLoop != nullptr;
  Callee.Depth = Top->Depth + 1;
  Callee.This = This;
  if (const auto *Method = dyn_cast<CXXMethodDecl>(Function);
      Method && Method->getParent()->isLambda())
    bindCaptures(Callee, Method, This, Call);
  if (isa<CXXInheritedCtorInitExpr>(Call))
    inheritParameters(Callee, Function);
  else
    bindParameters(Callee, Function, Arguments);
  QualType ResultType = Function->getReturnType();
  if (!ResultType->isVoidType())
    Callee.Result = &makeObject(Object::Local, "a result", ResultType);
  // It stays a call, over which accesses merge if it only computes.
  if (Function->hasAttr<NoInlineAttr>()) {
    ++Recorded.Code.SlowPath;
    Recorded.Code.Exchange += Facts.Effects.of(Function).What == Effect::Acts;
  }
  if (leavesNothing(Callee))
    return takeResult(Callee.Result, ResultType, Target, Call);
  const std::optional<CallResults::Key> Key = keyOfCall(Callee);
  if (const CallResults::Result *Known = Key ? Results.find(*Key) : nullptr) {
    for (const CallResults::Part &Part : Known->Parts)
      Callee.Result->Cells.emplace(Part.OffsetBytes,
                                   CallResults::worth(Part, *Key, *this));
    Recorded.CodeSize += Known->CodeSize;
    return takeResult(Callee.Result, ResultType, Target, Call);
  }
  const uint64_t SizeBefore = Recorded.CodeSize;
  const size_t GapsBefore = Gaps.size();
  {
    const llvm::SaveAndRestore RestoreConditions(Conditions);
    runEntered(Callee);
  }
  Recorded.Code.SlowPath += Function->hasAttr<NoInlineAttr>();
  if (Key && !stopped() && Gaps.size() == GapsBefore)
    Results.add(*Key, *Callee.Result, Recorded.CodeSize - SizeBefore);
  // Parameters of an inherited constructor are those of the frame around.
  if (!isa<CXXInheritedCtorInitExpr>(Call))
    for (const auto &[Variable, O] : Callee.Locals)
      endVariable(*Variable, *O);
  return takeResult(Callee.Result, ResultType, Target, Call);
}

//===----------------------------------------------------------------------===//
// Constructors and lambdas
//===----------------------------------------------------------------------===//

static llvm::ArrayRef<const Expr *> argumentsOf(const CXXConstructExpr *E) {
  return {E->getArgs(), E->getNumArgs()};
}

void Interpreter::construct(const CXXConstructExpr *E, const Pointer *Target) {
  const CXXConstructorDecl *Constructor = E->getConstructor();
  QualType Type = E->getType();
  if (E->requiresZeroInitialization())
    setToZero(Target, Type, E);
  if (const ConstantArrayType *Array = Context.getAsConstantArrayType(Type)) {
    if (Constructor->isTrivial())
      return;
    QualType Element = Array->getElementType();
    const uint64_t Size = Array->getZExtSize();
    const uint64_t Count = std::min(Size, limits::ConstructedElements);
    size_t RecordsBefore = 0; // the last of these
    for (uint64_t I = 0; I != Count; ++I) {
      RecordsBefore = Recorded.size();
      const FullExpression OfElement(*this);
      if (const FunctionDecl *Defined = nullptr; Constructor->hasBody(Defined))
        enterConstructor(Defined,
                         stepBytes(Target, int64_t(I) * Types.sizeOf(Element)),
                         argumentsOf(E), E);
    }
    leaveElements(Target, Element, {Count, Size},
                  Recorded.size() != RecordsBefore, E);
    return;
  }
  if (constructString(E, Target))
    return;
  if (E->isElidable() && E->getNumArgs() == 1)
    if (const auto *Temporary =
            dyn_cast<MaterializeTemporaryExpr>(E->getArg(0)->IgnoreParens()))
      return evaluateInto(Temporary->getSubExpr(), Target);
  bool IsCopy = Constructor->isCopyOrMoveConstructor() && E->getNumArgs() >= 1;
  const FunctionDecl *Defined = nullptr;
  const bool HasBody = Constructor->hasBody(Defined) && isEntered(*Defined);
  if (IsCopy && (Constructor->isTrivial() || !HasBody)) {
    const Expr *Source = E->getArg(0)->IgnoreParens();
    if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(Source);
        Temporary && !Type.isDestructedType())
      return evaluateInto(Temporary->getSubExpr(), Target);
    return Source->isGLValue() ? copy(place(Source), Target, Type, Source, E)
                               : evaluateInto(Source, Target);
  }
  if (!HasBody) {
    for (unsigned I = 0; I != E->getNumArgs(); ++I)
      passToUnknown(givenTo(Constructor, I, E->getArg(I)), E->getArg(I),
                    {Constructor, E->getBeginLoc()});
    Recorded.Code.Exchange += isInlineAssembly(*Constructor);
    if (!Constructor->isTrivial())
      forgetBytes(Target, Types.sizeOf(Type),
                  why(ReasonKind::MadeByConstructor, E->getBeginLoc()));
    return;
  }
  enterConstructor(Defined, Target, argumentsOf(E), E);
}

/// The constructor of a base, with the arguments of the one that inherits it:
/// its parameters are those of the frame.
void Interpreter::inheritConstructor(const CXXInheritedCtorInitExpr *E,
                                     const Pointer *Target) {
  const FunctionDecl *Defined = nullptr;
  if (E->getConstructor()->hasBody(Defined))
    return enterConstructor(Defined, Target, {}, E);
  for (const ParmVarDecl *Parameter : Top->Function->parameters())
    if (Object *Passed = Top->Locals.lookup(Parameter))
      passToUnknown({Scalar(&Passed->Begin)}, Top->Call,
                    {E->getConstructor(), Top->Call->getBeginLoc()});
  forgetBytes(Target, Types.sizeOf(E->getType()),
              why(ReasonKind::MadeByConstructor, E->getLocation()));
}

void Interpreter::enterConstructor(const FunctionDecl *Defined,
                                   const Pointer *Target,
                                   llvm::ArrayRef<const Expr *> Arguments,
                                   const Expr *E) {
  if (Top->Depth < limits::CallDepth)
    return (void)enter(Defined, Target, Arguments, nullptr, E);
  if (IsHost)
    PassedOver.insert(Defined);
  else
    Gaps.push_back({E->getBeginLoc(), deepCallOf(Defined)});
  escape(Scalar(Target), E);
  forgetBytes(
      Target, Types.sizeOf(E->getType()),
      why(P.reason(ReasonKind::MadeByFunction, Defined->getNameAsString()),
          E->getBeginLoc()));
  for (const auto &[I, Argument] : llvm::enumerate(Arguments))
    passToUnknown(givenTo(Defined, I, Argument), Argument,
                  {Defined, E->getBeginLoc(), /*IsPassedOver=*/true});
}

void Interpreter::makeClosure(const LambdaExpr *E, const Pointer *Target) {
  auto Field = E->getLambdaClass()->field_begin();
  for (const Expr *Init : E->capture_inits()) {
    const FieldDecl *Slot = *Field++;
    if (!Init)
      continue;
    const Pointer *At = memberOf(Target, Slot);
    QualType Type = Slot->getType();
    if (Target->Base->Kind == Object::Local && Type->isReferenceType())
      storeLocal(At, Type, bindReference(Type, Init));
    else
      initializePart(Init, Type, At, Init);
  }
}
