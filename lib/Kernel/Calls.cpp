//===- Calls.cpp - Functions, constructors, lambdas, intrinsics -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cuda/Fragments.h"
#include "Kernel/Interpreter.h"
#include "clang/AST/RecordLayout.h"
#include "llvm/ADT/bit.h"

using namespace banklint;
using namespace clang;
using llvm::cast;
using llvm::dyn_cast;

/// Calls within calls that are followed before the rest is taken as unknown.
static constexpr unsigned MaxDepth = 40;
/// Statements and expressions that a walk of host code may spend.
static constexpr uint64_t HostSteps = 200'000;

//===----------------------------------------------------------------------===//
// Where walks begin
//===----------------------------------------------------------------------===//

Interpreter::Interpreter(ASTContext &Context, Pool &P, SharedMemory &Memory)
    : Context(Context), P(P), Memory(Memory) {
  Outside = &makeObject(Object::Foreign, "memory", QualType());
}

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
}

WalkEnd Interpreter::walkKernel(const FunctionDecl *Kernel,
                                const WalkInput &Input, uint64_t &StepBudget) {
  prepareBuiltins(Input);
  Warps = Input.Warps;
  Active = {Input.Active, Certainty::Exact, {}};
  StepsLeft = StepBudget;
  Frame Bottom;
  Bottom.Function = Kernel;
  Top = &Bottom;
  for (const ParmVarDecl *Parameter : Kernel->parameters()) {
    Object &O = makeObject(Object::Local, Parameter->getName(),
                           Parameter->getType());
    O.Initial = Object::UniformUnknown;
    Bottom.Locals[Parameter] = &O;
    unsigned Position = Parameter->getFunctionScopeIndex();
    if (Position < Input.Arguments.size() && Input.Arguments[Position] &&
        isInteger(Parameter->getType()))
      O.Cells.emplace(0, Value(*Input.Arguments[Position]));
  }
  run(Kernel->getBody());
  Top = nullptr;
  StepBudget = StepsLeft;
  return End;
}

WalkEnd Interpreter::walkHost(const FunctionDecl *Function) {
  IsHost = true;
  Active = {AllLanes, Certainty::Exact, {}};
  StepsLeft = HostSteps;
  Frame Bottom;
  Bottom.Function = Function;
  Top = &Bottom;
  for (const ParmVarDecl *Parameter : Function->parameters()) {
    Object &O = makeObject(Object::Local, Parameter->getName(),
                           Parameter->getType());
    O.Initial = Object::UniformUnknown;
    Bottom.Locals[Parameter] = &O;
  }
  run(Function->getBody());
  Top = nullptr;
  return End;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

Scalar Interpreter::evaluateCall(const CallExpr *E, const Pointer *Target) {
  if (const auto *Launch = dyn_cast<CUDAKernelCallExpr>(E)) {
    const CallExpr *Shape = Launch->getConfig();
    if (IsHost && Shape && Shape->getNumArgs() >= 2)
      noteLaunch(E, E->getCallee(), Shape->getArg(0), Shape->getArg(1));
    return {};
  }
  const FunctionDecl *Callee = E->getDirectCallee();
  if (!Callee) {
    Scalar Pointed = evaluate(E->getCallee());
    Callee = Pointed.Function;
  }
  if (!Callee) {
    callUnknown(E);
    return unknownOf(E->getType(), false, "returned by an unknown function",
                     E->getBeginLoc());
  }
  char Component = 0;
  if (llvm::StringRef Name = builtinVariableOf(*Callee, Component);
      !Name.empty())
    if (auto Found = Builtins.find(Name); Found != Builtins.end())
      return readCell(*Found->second, 4 * (Component - 'x'), E->getType());
  if (Intrinsic What = intrinsicOf(*Callee); What != Intrinsic::None) {
    bool Handled = true;
    Scalar Result = callIntrinsic(E, What, Handled);
    if (Handled)
      return Result;
  }
  if (IsHost && Callee->getIdentifier() &&
      Callee->getName().starts_with("cudaLaunch") && E->getNumArgs() >= 4)
    noteLaunch(E, E->getArg(0), E->getArg(1), E->getArg(2));

  llvm::SmallVector<const Expr *, 8> Arguments(E->arguments());
  const Pointer *This = nullptr;
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(E)) {
    const Expr *Self = Member->getImplicitObjectArgument();
    This = Self->getType()->isPointerType() ? dereference(evaluate(Self), Self)
                                            : place(Self);
  } else if (const auto *Method = dyn_cast<CXXMethodDecl>(Callee);
             Method && isa<CXXOperatorCallExpr>(E) && !Arguments.empty()) {
    if (Method->isImplicitObjectMemberFunction())
      This = place(Arguments[0]);
    else
      evaluateForEffect(Arguments[0]);
    Arguments.erase(Arguments.begin());
  }
  // A defaulted assignment moves the whole object.
  if (const auto *Method = dyn_cast<CXXMethodDecl>(Callee);
      Method && This && Arguments.size() == 1 && Method->isTrivial() &&
      (Method->isCopyAssignmentOperator() || Method->isMoveAssignmentOperator())) {
    QualType Type = Context.getCanonicalTagType(Method->getParent());
    const Expr *Source = Arguments[0]->IgnoreParens();
    const Expr *Site = isa<CXXOperatorCallExpr>(E) ? E->getArg(0) : E;
    // The compilers' line tables put both halves of a copy where its source is.
    const SourceManager &Sources = Context.getSourceManager();
    if (Sources.getExpansionLineNumber(Site->getBeginLoc()) !=
        Sources.getExpansionLineNumber(Source->getBeginLoc()))
      Site = Source;
    if (Source->isGLValue() && !isa<MaterializeTemporaryExpr>(Source))
      copy(place(Source), This, Type, Source, Site);
    else if (This->Base->Kind == Object::Local)
      evaluateInto(Source, This);
    else
      copy(place(Source), This, Type, Source, Site);
    return Scalar(This);
  }

  const FunctionDecl *Defined = nullptr;
  bool Follows = Callee->hasBody(Defined) &&
                 !(IsHost && !Callee->isConstexpr() &&
                   Context.getSourceManager().isInSystemHeader(
                       Callee->getLocation()));
  if (Follows && Top->Depth < MaxDepth)
    return enter(Defined, This, Arguments, Target, E);
  callUnknown(E);
  if (Target && Target->Base->Kind == Object::Local && !IsHost) {
    // An object made by unknown code: its parts are unknown.
    copy(foreign(P.varying(why("returned by a function", E->getBeginLoc()))),
         Target, E->getType(), E, E);
    return Scalar(Target);
  }
  return unknownOf(E->getType(), false,
                   ("returned by '" + Callee->getNameAsString() + "'"),
                   E->getBeginLoc());
}

/// A function whose body is not seen: what it is given may change.
void Interpreter::callUnknown(const CallExpr *E) {
  ++Fence;
  const FunctionDecl *Callee = E->getDirectCallee();
  for (unsigned I = 0; I != E->getNumArgs(); ++I) {
    const Expr *Argument = E->getArg(I);
    bool IsReference = false, IsConst = false;
    if (Callee && I < Callee->getNumParams()) {
      QualType Type = Callee->getParamDecl(I)->getType();
      IsReference = Type->isReferenceType();
      IsConst = (Type->isPointerType() || IsReference) &&
                Type->getPointeeType().isConstQualified();
    }
    Scalar V;
    if (IsReference && Argument->isGLValue())
      V = Scalar(place(Argument));
    else if (Argument->getType()->isRecordType())
      evaluateForEffect(Argument);
    else
      V = evaluate(Argument);
    if (!V.Address)
      continue;
    if (V.Address->Base->Kind == Object::Shared) {
      const Pointer *Unknown = lost(
          why("address is passed to " +
                  (Callee ? "'" + Callee->getNameAsString() + "'"
                          : std::string("a function")) +
                  ", whose body is not visible,",
              E->getBeginLoc()));
      V.Address->Base->Escapes = true;
      record(AccessOperation::Load, RequestKind::Load, Unknown, 4, false,
             Argument);
    } else if (!IsConst) {
      escape(V, Argument);
    }
  }
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
      O.Cells.emplace(0, Scalar(place(Argument)));
    else if (Type->isRecordType())
      evaluateInto(Argument, pointerTo(O));
    else
      O.Cells.emplace(0, evaluate(Argument));
  }
}

Scalar Interpreter::enter(const FunctionDecl *Function, const Pointer *This,
                          llvm::ArrayRef<const Expr *> Arguments,
                          const Pointer *Target, const Expr *Call) {
  for (const Frame *F = Top; F; F = F->Caller)
    if (F->Function == Function && !isa<CXXConstructorDecl>(Function)) {
      for (const Expr *Argument : Arguments)
        evaluateForEffect(Argument);
      return unknownOf(Call->getType(), false, "returned by a recursive function",
                       Call->getBeginLoc());
    }
  Frame Callee;
  Callee.Function = Function;
  Callee.Caller = Top;
  Callee.Call = Call;
  Callee.IsCalledInLoop = InnerLoop != nullptr;
  Callee.Depth = Top->Depth + 1;
  Callee.This = This;
  if (const auto *Method = dyn_cast<CXXMethodDecl>(Function);
      Method && Method->getParent()->isLambda()) {
    llvm::DenseMap<const ValueDecl *, FieldDecl *> Fields;
    Method->getParent()->getCaptureFields(Fields, Callee.CapturedThis);
    Callee.Captures = std::move(Fields);
    Callee.Closure = This;
    if (Callee.CapturedThis && This) {
      // `this` in a lambda is that of the function around it.
      Scalar Captured =
          load(memberOf(This, Callee.CapturedThis),
               Callee.CapturedThis->getType(), Call);
      Callee.This = Captured.Address ? Captured.Address : foreign();
    }
  }
  bindParameters(Callee, Function, Arguments);
  QualType ResultType = Function->getReturnType();
  if (!ResultType->isVoidType())
    Callee.Result = &makeObject(Object::Local, "a result", ResultType);

  Activity Before = Active;
  Loop *LoopBefore = InnerLoop;
  Top = &Callee;
  InnerLoop = nullptr;
  if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(Function)) {
    const CXXRecordDecl *Class = Constructor->getParent();
    const ASTRecordLayout &Layout = Context.getASTRecordLayout(Class);
    for (const CXXCtorInitializer *Init : Constructor->inits()) {
      const Expr *Source = Init->getInit();
      if (Init->isDelegatingInitializer()) {
        evaluateInto(Source, This);
        continue;
      }
      if (Init->isBaseInitializer()) {
        const CXXRecordDecl *Base = Init->getBaseClass()->getAsCXXRecordDecl();
        if (!Init->isBaseVirtual())
          evaluateInto(Source,
                       stepBytes(This, Layout.getBaseClassOffset(Base).getQuantity()));
        continue;
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
      if (Type->isReferenceType())
        store(At, Type, Scalar(place(Source)), Source);
      else if (Type->isRecordType() || Type->isArrayType())
        evaluateInto(Source, At);
      else
        store(At, Type, evaluate(Source), Source);
    }
  }
  run(Function->getBody());
  Top = Callee.Caller;
  InnerLoop = LoopBefore;
  Active = Before;

  if (!Callee.Result)
    return {};
  if (ResultType->isRecordType()) {
    const Pointer *Made = pointerTo(*Callee.Result);
    if (!Target)
      return Scalar(Made);
    copy(Made, Target, ResultType, Call, Call);
    return Scalar(Target);
  }
  if (Callee.Result->Cells.empty())
    return unknownOf(ResultType, false, "returned by a function", Call->getBeginLoc());
  return Callee.Result->Cells.begin()->second;
}

//===----------------------------------------------------------------------===//
// Constructors and lambdas
//===----------------------------------------------------------------------===//

void Interpreter::construct(const CXXConstructExpr *E, const Pointer *Target) {
  const CXXConstructorDecl *Constructor = E->getConstructor();
  QualType Type = E->getType();
  bool IsLocal = Target->Base->Kind == Object::Local;
  if (E->requiresZeroInitialization() && IsLocal &&
      Target->WithinBytes.isNumber(0))
    Target->Base->Initial = Object::Zero;
  if (const ConstantArrayType *Array = Context.getAsConstantArrayType(Type)) {
    if (Constructor->isTrivial())
      return;
    // Every element alike; a few of them say it all.
    int64_t ElementBytes = sizeOf(Array->getElementType());
    uint64_t Count = std::min<uint64_t>(Array->getZExtSize(), 64);
    llvm::SmallVector<const Expr *, 4> Arguments(E->arguments());
    for (uint64_t I = 0; I != Count; ++I)
      if (const FunctionDecl *Defined = nullptr; Constructor->hasBody(Defined))
        enter(Defined, stepBytes(Target, int64_t(I) * ElementBytes), Arguments,
              nullptr, E);
    return;
  }
  bool IsCopy = Constructor->isCopyOrMoveConstructor() && E->getNumArgs() >= 1;
  const FunctionDecl *Defined = nullptr;
  bool HasBody = Constructor->hasBody(Defined);
  if (IsCopy && (Constructor->isTrivial() || !HasBody)) {
    const Expr *Source = E->getArg(0)->IgnoreParens();
    if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(Source))
      return evaluateInto(Temporary->getSubExpr(), Target);
    return Source->isGLValue() ? copy(place(Source), Target, Type, Source, E)
                               : evaluateInto(Source, Target);
  }
  if (!HasBody) {
    for (const Expr *Argument : E->arguments())
      escape(Argument->isGLValue() ? Scalar(place(Argument))
                                   : evaluate(Argument),
             Argument);
    if (IsLocal && !Constructor->isTrivial() && Target->WithinBytes.isNumber(0))
      Target->Base->Initial = Object::UniformUnknown;
    return;
  }
  llvm::SmallVector<const Expr *, 8> Arguments(E->arguments());
  enter(Defined, Target, Arguments, nullptr, E);
}

void Interpreter::makeClosure(const LambdaExpr *E, const Pointer *Target) {
  auto Field = E->getLambdaClass()->field_begin();
  for (const Expr *Init : E->capture_inits()) {
    const FieldDecl *Slot = *Field++;
    if (!Init)
      continue;
    const Pointer *At = memberOf(Target, Slot);
    QualType Type = Slot->getType();
    if (Type->isReferenceType())
      storeLocal(At, Type, Scalar(place(Init)));
    else if (Type->isRecordType() || Type->isArrayType())
      evaluateInto(Init, At);
    else
      storeLocal(At, Type, evaluate(Init));
  }
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

Triple<Value> Interpreter::readTriple(const Expr *E) {
  Triple<Value> Result;
  if (!E->getType()->isRecordType()) {
    Result = {number(E), Value(1), Value(1)};
    return Result;
  }
  const Pointer *At = temporary(E->getType(), "a launch shape");
  evaluateInto(E, At);
  for (unsigned D = 0; D != 3; ++D)
    Result[D] = loadLocal(stepBytes(At, 4 * D), Context.UnsignedIntTy, {}).Number;
  return Result;
}

void Interpreter::noteLaunch(const CallExpr *Call, const Expr *Callee,
                             const Expr *Grid, const Expr *Block) {
  LaunchSite Site;
  Site.Call = Call;
  const Expr *Named = Callee->IgnoreParenCasts();
  if (const auto *Address = dyn_cast<UnaryOperator>(Named))
    Named = Address->getSubExpr()->IgnoreParenCasts();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Named))
    Site.Kernel = dyn_cast<FunctionDecl>(Ref->getDecl());
  if (!Site.Kernel)
    Site.Kernel = evaluate(Callee).Function;
  if (!Site.Kernel)
    return;
  Site.Grid = readTriple(Grid);
  Site.Block = readTriple(Block);
  if (isa<CUDAKernelCallExpr>(Call))
    for (const Expr *Argument : Call->arguments())
      Site.Arguments.push_back(isInteger(Argument->getType())
                                   ? number(Argument)
                                   : Value(P.symbol("an argument",
                                                    SymbolKind::Unknown)));
  if (!TrialDepth)
    Launches.push_back(Site);
}

//===----------------------------------------------------------------------===//
// Intrinsics
//===----------------------------------------------------------------------===//

Scalar Interpreter::callIntrinsic(const CallExpr *E, Intrinsic What,
                                  bool &Handled) {
  QualType Type = E->getType();
  SourceLocation Where = E->getBeginLoc();
  unsigned Count = E->getNumArgs();
  auto EvaluateAll = [&] {
    bool IsUniform = true;
    for (const Expr *Argument : E->arguments())
      IsUniform &= evaluate(Argument).Number.isUniform();
    return IsUniform;
  };
  auto BitFunction = [&](llvm::function_ref<int64_t(uint64_t, unsigned)> F) -> Scalar {
    Value V = number(E->getArg(0));
    unsigned Bits = intType(E->getArg(0)->getType()).Bits;
    if (!V.isKnown())
      return unknownOf(Type, V.isUniform(), "computed from unknown bits", Where);
    Lanes Each;
    for (unsigned Lane = 0; Lane != WarpLanes; ++Lane)
      Each[Lane] = F(uint64_t(V.constant()[Lane]) &
                         (Bits == 64 ? ~0ull : (1ull << Bits) - 1),
                     Bits);
    return P.lanes(Each);
  };
  switch (What) {
  case Intrinsic::Min:
  case Intrinsic::Max: {
    if (Count != 2 || E->isGLValue() || !isInteger(Type))
      break;
    Value A = number(E->getArg(0)), B = number(E->getArg(1));
    return What == Intrinsic::Min ? P.min(A, B, intType(Type))
                                  : P.max(A, B, intType(Type));
  }
  case Intrinsic::Abs: {
    if (Count != 1 || !isInteger(Type))
      break;
    Value A = number(E->getArg(0));
    return P.max(A, P.negate(A, intType(Type)), intType(Type));
  }
  case Intrinsic::Mul24: {
    Value A = number(E->getArg(0)), B = number(E->getArg(1));
    return P.mul(A, B, intType(Type));
  }
  case Intrinsic::MulHigh: {
    Value A = number(E->getArg(0)), B = number(E->getArg(1));
    IntType T = intType(Type);
    if (T.Bits > 32)
      return unknownOf(Type, A.isUniform() && B.isUniform(), "a high product", Where);
    return P.shr(P.mul(A, B, {64, T.IsSigned}), Value(32), {64, T.IsSigned});
  }
  case Intrinsic::PopCount:
    return BitFunction([](uint64_t N, unsigned) { return llvm::popcount(N); });
  case Intrinsic::LeadingZeros:
    return BitFunction([](uint64_t N, unsigned Bits) {
      return int64_t(llvm::countl_zero(N)) - (64 - int64_t(Bits));
    });
  case Intrinsic::FirstSet:
    return BitFunction([](uint64_t N, unsigned) {
      return N ? int64_t(llvm::countr_zero(N)) + 1 : 0;
    });
  case Intrinsic::ReverseBits:
    return BitFunction([](uint64_t N, unsigned Bits) {
      uint64_t Reversed = 0;
      for (unsigned Bit = 0; Bit != Bits; ++Bit)
        Reversed |= (N >> Bit & 1) << (Bits - 1 - Bit);
      return int64_t(Reversed);
    });
  case Intrinsic::Barrier:
    EvaluateAll();
    ++Fence;
    return Type->isVoidType() || Type->isRecordType()
               ? Scalar()
               : unknownOf(Type, true, "a barrier's result", Where);
  case Intrinsic::ThreadRegister:
    return P.convert(
        specialRegister(specialRegisterOf(*E->getDirectCallee()), Where).Number,
        {32, false}, intType(Type));
  case Intrinsic::BlockVote:
    EvaluateAll();
    ++Fence;
    return unknownOf(Type, true, "a vote", Where);
  case Intrinsic::WarpVote:
    EvaluateAll();
    return unknownOf(Type, true, "a vote", Where);
  case Intrinsic::ActiveMask:
    if (Active.How == Certainty::Exact)
      return Value(int64_t(Active.Lanes));
    return unknownOf(Type, true, "the active lanes", Where);
  case Intrinsic::ShuffleIndex:
  case Intrinsic::ShuffleUp:
  case Intrinsic::ShuffleDown:
  case Intrinsic::ShuffleXor:
    return callShuffle(E, What);
  case Intrinsic::CachedLoad: {
    if (Count != 1)
      break;
    Scalar Address = evaluate(E->getArg(0));
    if (Type->isRecordType())
      return unknownOf(Context.IntTy, false, "loaded from memory", Where);
    return load(dereference(Address, E->getArg(0)), Type, E);
  }
  case Intrinsic::CachedStore: {
    if (Count != 2)
      break;
    // Clang's own has the value in front.
    unsigned To = E->getDirectCallee()->getBuiltinID() ? 1 : 0;
    Scalar Address = evaluate(E->getArg(To));
    Scalar V = evaluate(E->getArg(1 - To));
    store(dereference(Address, E->getArg(To)), E->getArg(1 - To)->getType(), V,
          E);
    return {};
  }
  case Intrinsic::AtomicAdd:
  case Intrinsic::AtomicInteger:
    return callAtomic(E, RequestKind::Atomic);
  case Intrinsic::AtomicCas:
    return callAtomic(E, RequestKind::AtomicCas);
  case Intrinsic::SharedAddress:
  case Intrinsic::GenericAddress:
    return evaluate(E->getArg(0));
  case Intrinsic::IsShared:
  case Intrinsic::IsGlobal: {
    Scalar V = evaluate(E->getArg(0));
    if (!V.Address || V.Address->Base->Kind == Object::Lost)
      return P.symbol("a pointer's space", SymbolKind::Choice, {0, 1});
    return Value(V.Address->Base->Kind == (What == Intrinsic::IsShared
                                               ? Object::Shared
                                               : Object::Foreign));
  }
  case Intrinsic::GroupCopy: {
    llvm::SmallVector<const Expr *, 6> Arguments(E->arguments());
    // A body knows best how the pieces are dealt out, if their size is known.
    if (E->getDirectCallee()->hasBody() && pieceOfCopy(Arguments) >= 4)
      break;
    return copyByGroup(Arguments, E);
  }
  case Intrinsic::BulkCopy:
    for (const Expr *Argument : E->arguments()) {
      Scalar V = Argument->getType()->isRecordType() ? Scalar()
                                                     : evaluate(Argument);
      if (V.Address && V.Address->Base->Kind == Object::Shared)
        record(AccessOperation::CpAsync, RequestKind::CpAsync,
               lost("bulk copy: it has no addresses of a warp"), 4, false, E);
    }
    return {};
  case Intrinsic::PipelineCopy: {
    Scalar To = evaluate(E->getArg(0));
    evaluate(E->getArg(1));
    Value Bytes = number(E->getArg(2));
    const Pointer *At = dereference(To, E->getArg(0));
    if (At->Base->Kind == Object::Shared || At->Base->Kind == Object::Lost) {
      bool IsKnown = Bytes.isNumber(4) || Bytes.isNumber(8) || Bytes.isNumber(16);
      record(AccessOperation::CpAsync,
             Bytes.isNumber(16) ? RequestKind::CpAsyncBypass
                                : RequestKind::CpAsync,
             IsKnown ? At : lost(why("copy of an unknown size", Where)),
             IsKnown ? unsigned(Bytes.constant().same()) : 4, false, E);
    }
    return {};
  }
  case Intrinsic::MemoryCopy: {
    if (Count != 3)
      break;
    Scalar To = evaluate(E->getArg(0)), From = evaluate(E->getArg(1));
    Value Bytes = number(E->getArg(2));
    auto Pointee = [&](const Expr *Argument) {
      QualType Pointer = Argument->IgnoreParenCasts()->getType();
      if (const auto *Array = Context.getAsArrayType(Pointer))
        return Array->getElementType();
      return Pointer->isPointerType() ? Pointer->getPointeeType()
                                      : Context.CharTy;
    };
    auto Side = [&](const Scalar &Address, unsigned Argument,
                    AccessOperation Operation) {
      if (!Address.Address || (Address.Address->Base->Kind != Object::Shared &&
                               Address.Address->Base->Kind != Object::Lost))
        return;
      RequestKind Kind = Operation == AccessOperation::Load ? RequestKind::Load
                                                            : RequestKind::Store;
      QualType ElementType = Pointee(E->getArg(Argument));
      int64_t Piece = alignmentOf(ElementType);
      if (!Bytes.isNumber() || Bytes.constant().same() > 4096) {
        record(Operation, Kind, lost(why("copy of an unknown size", Where)), 4,
               false, E);
        return;
      }
      Piece = std::min<int64_t>(Piece, 16);
      for (int64_t Offset = 0; Offset + Piece <= Bytes.constant().same();
           Offset += Piece)
        record(Operation, Kind, stepBytes(Address.Address, Offset),
               unsigned(Piece), false, E);
    };
    Side(From, 1, AccessOperation::Load);
    Side(To, 0, AccessOperation::Store);
    if (To.Address && To.Address->Base->Kind == Object::Local) {
      bool IsWhole = From.Address && From.Address->Base->Kind == Object::Local &&
                     Bytes.isNumber() &&
                     Bytes.constant().same() == sizeOf(Pointee(E->getArg(0)));
      if (IsWhole)
        copy(From.Address, To.Address, Pointee(E->getArg(0)), E, E);
      else
        forgetLocal(*To.Address->Base, why("copied from memory", Where));
    }
    return To;
  }
  case Intrinsic::MemorySet: {
    Scalar To = evaluate(E->getArg(0));
    for (unsigned I = 1; I < Count; ++I)
      evaluate(E->getArg(I));
    if (To.Address && To.Address->Base->Kind == Object::Local)
      forgetLocal(*To.Address->Base, why("set by memset", Where));
    else if (To.Address && To.Address->Base->Kind == Object::Shared)
      record(AccessOperation::Store, RequestKind::Store,
             lost(why("memset of shared memory", Where)), 1, false, E);
    return To;
  }
  case Intrinsic::MatrixLoad:
  case Intrinsic::MatrixStore:
    callFragment(E, What == Intrinsic::MatrixLoad);
    return {};
  case Intrinsic::NoEffect:
    EvaluateAll();
    return unknownOf(Type->isVoidType() ? Context.IntTy : Type, true, "a result",
                     Where);
  case Intrinsic::Stop:
    EvaluateAll();
    Active.Lanes = 0;
    return {};
  case Intrinsic::SameValue:
    if (Count == 0)
      break;
    if (E->isGLValue())
      return Scalar(place(E->getArg(0)));
    return Type->isPointerType() && E->getArg(0)->isGLValue()
               ? Scalar(place(E->getArg(0)))
               : evaluate(E->getArg(0));
  case Intrinsic::None:
    break;
  }
  Handled = false;
  return {};
}

/// A shared variable with a constructor: nvcc warns of it, Clang rejects it, and
/// whatever uses it is then only a list of its parts.
static const VarDecl *rejectedVariable(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const auto *Broken = dyn_cast<RecoveryExpr>(E))
    return Broken->subExpressions().size() == 1
               ? rejectedVariable(Broken->subExpressions()[0])
               : nullptr;
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *Variable = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return Variable && Variable->isInvalidDecl() ? Variable : nullptr;
}

static bool isRejectedBarrier(const Expr *E) {
  const VarDecl *Variable = rejectedVariable(E);
  const CXXRecordDecl *Class =
      Variable ? Variable->getType()->getAsCXXRecordDecl() : nullptr;
  return Class && Class->getName() == "barrier";
}

/// An expression of which Clang could not make sense. It is not known what it
/// does with the shared memory that it names.
Scalar Interpreter::evaluateRejected(const Expr *E) {
  auto Unknown = [&] {
    return unknownOf(Context.IntTy, false, "computed by code that Clang rejects",
                     E->getBeginLoc());
  };
  if (const VarDecl *Variable = rejectedVariable(E)) {
    const CXXRecordDecl *Class =
        Variable->getType()->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
    // Barriers and pipelines only order accesses.
    if (Variable->hasAttr<CUDASharedAttr>() &&
        !(Class && isOfCudaLibrary(*Class)))
      record(AccessOperation::Load, RequestKind::Load,
             lost("'" + Variable->getNameAsString() +
                  "' has a constructor, which Clang rejects in shared memory"),
             4, false, E);
    return Unknown();
  }
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    ++Fence;
    const auto *Named = dyn_cast<OverloadExpr>(Call->getCallee()->IgnoreParens());
    if (Named && Named->getName().isIdentifier() &&
        Named->getName().getAsString() == "memcpy_async") {
      llvm::SmallVector<const Expr *, 6> Arguments(Call->arguments());
      return copyByGroup(Arguments, E);
    }
  }
  for (const Stmt *Child : E->children()) {
    const auto *Part = dyn_cast_or_null<Expr>(Child);
    if (!Part || isa<OverloadExpr>(Part))
      continue;
    if (Part->isTypeDependent()) {
      evaluateRejected(Part);
      continue;
    }
    Scalar V = Part->isGLValue() ? Scalar(place(Part)) : evaluate(Part);
    if (V.Address && V.Address->Base->Kind == Object::Shared) {
      V.Address->Base->Escapes = true;
      record(AccessOperation::Load, RequestKind::Load,
             lost(why("used in code that Clang rejects", E->getBeginLoc())), 4,
             false, Part);
    }
  }
  return Unknown();
}

static bool isPointer(const Expr *E) {
  return E->getType()->isPointerType() || E->getType()->isArrayType();
}

/// The pointer's element, or the array's.
static QualType elementOf(const Expr *Address) {
  QualType Type = Address->getType();
  return Type->isPointerType() ? Type->getPointeeType()
                               : QualType(Type->getBaseElementTypeUnsafe(), 0);
}

/// The bytes that a thread copies at once: the alignment that the types promise,
/// at most 16.
int64_t Interpreter::pieceOfCopy(llvm::ArrayRef<const Expr *> Arguments) const {
  int64_t Piece = 1;
  for (const Expr *Argument : Arguments) {
    if (Argument->isTypeDependent())
      continue;
    if (isPointer(Argument))
      Piece = std::max(Piece, alignmentOf(elementOf(Argument)));
    const auto *Class = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
        Argument->getType()->getAsCXXRecordDecl());
    if (!Class || Class->getName() != "aligned_size_t")
      continue;
    const TemplateArgument &Promise = Class->getTemplateArgs()[0];
    if (Promise.getKind() == TemplateArgument::Integral)
      Piece = std::max(Piece, Promise.getAsIntegral().getExtValue());
  }
  return std::min<int64_t>(Piece, 16);
}

/// memcpy_async({group,} target, source, size{, barrier or pipeline}), or with a
/// count of elements behind each pointer. The group's threads copy one piece
/// after the other, in the order of their ranks; a piece is as long as the
/// alignment that the types promise, of 4, 8 or 16 bytes. (Read off the library
/// headers of CUDA 13.0.)
Scalar Interpreter::copyByGroup(llvm::ArrayRef<const Expr *> Arguments,
                                const Expr *Site) {
  auto Unknown = [&](llvm::StringRef Reason) {
    record(AccessOperation::CpAsync, RequestKind::CpAsync, lost(Reason), 4,
           false, Site);
    return Scalar();
  };
  const CXXRecordDecl *Group = nullptr;
  int64_t Piece = pieceOfCopy(Arguments);
  if (!Arguments.empty() && !isPointer(Arguments[0])) {
    Group = Arguments[0]->getType()->getAsCXXRecordDecl();
    evaluateForEffect(Arguments[0]);
    Arguments = Arguments.drop_front();
  }
  llvm::SmallVector<const Expr *, 4> Pointers, Sizes;
  bool HasBarrier = false;
  for (const Expr *Argument : Arguments) {
    const CXXRecordDecl *Class = Argument->getType()->getAsCXXRecordDecl();
    if (Argument->isTypeDependent())
      HasBarrier |= !Pointers.empty() && isRejectedBarrier(Argument);
    else if (isPointer(Argument))
      Pointers.push_back(Argument);
    else if (!Class || Class->getName() == "aligned_size_t")
      Sizes.push_back(Argument);
    else
      HasBarrier |= Class->getName() == "barrier";
  }
  if (Pointers.size() != 2 || Sizes.empty())
    return Unknown("asynchronous copy by a group");

  auto AddressOf = [&](const Expr *E) {
    return E->isGLValue() && E->getType()->isArrayType() ? Scalar(place(E))
                                                         : evaluate(E);
  };
  Scalar To = AddressOf(Pointers[0]), From = AddressOf(Pointers[1]);
  auto IsHere = [](const Scalar &V) {
    return V.Address && (V.Address->Base->Kind == Object::Shared ||
                         V.Address->Base->Kind == Object::Lost);
  };
  Value Bytes;
  for (const Expr *Size : Sizes) {
    Value V;
    if (Size->getType()->isRecordType()) {
      const Pointer *At = temporary(Size->getType(), "a size");
      evaluateInto(Size, At);
      V = loadLocal(At, Context.UnsignedLongTy, Size->getBeginLoc()).Number;
    } else {
      V = number(Size);
    }
    Bytes = Size == Sizes[0] ? V : P.min(Bytes, V, Int64);
  }
  if (Sizes.size() > 1)
    Bytes = P.mul(Bytes, Value(sizeOf(elementOf(Pointers[0]))));
  if (!IsHere(To) && !IsHere(From))
    return {};
  if (Piece < 4)
    return Unknown("asynchronous copy by a group: the alignment that it finds "
                   "when it runs decides");
  if (HasBarrier && Piece == 16)
    return Unknown("bulk copy: it has no addresses of a warp");

  Value Rank = 0, Members = 1;
  IntType Unsigned = {32, false};
  if (Group) {
    llvm::StringRef Name = Group->getName();
    auto Part = [&](llvm::StringRef Axis) {
      return specialRegister(Axis, Site->getBeginLoc()).Number;
    };
    Rank = P.add(Part("%tid.x"),
                 P.mul(Part("%ntid.x"),
                       P.add(Part("%tid.y"),
                             P.mul(Part("%ntid.y"), Part("%tid.z"), Unsigned),
                             Unsigned),
                       Unsigned),
                 Unsigned);
    const auto *Tile = dyn_cast<ClassTemplateSpecializationDecl>(Group);
    if (Name == "thread_block") {
      Members = P.mul(P.mul(Part("%ntid.x"), Part("%ntid.y"), Unsigned),
                      Part("%ntid.z"), Unsigned);
    } else if (Name == "thread_block_tile" && Tile &&
               Tile->getTemplateArgs()[0].getKind() ==
                   TemplateArgument::Integral) {
      Members = Tile->getTemplateArgs()[0].getAsIntegral().getExtValue();
      Rank = P.rem(Rank, Members, Unsigned);
    } else {
      return Unknown("asynchronous copy by a group whose members are not known");
    }
  }
  bool IsIn = IsHere(To);
  const Pointer *At = IsIn ? To.Address : From.Address;
  if (At->Base->Kind == Object::Shared && !At->Base->StrideBytes.empty())
    At->Base->Escapes = true; // it is filled as a whole
  Activity Before = Active;
  Value Count = P.div(Bytes, Value(Piece), {64, false});
  constexpr unsigned MaxRounds = 4096;
  for (unsigned Round = 0; Round != MaxRounds && !stopped() && spend(); ++Round) {
    Value Index = P.add(Rank, P.mul(Members, Value(int64_t(Round)), Unsigned));
    Split Copying = decideHere(P.less(Index, Count, {64, false}));
    if (!Copying.True)
      break;
    Active.Lanes = Copying.True;
    Active.How = worse(Before.How, Copying.How);
    Active.IsRepeated |= !Copying.isKnown();
    RequestKind Kind = !IsIn         ? RequestKind::Load
                       : Piece == 16 ? RequestKind::CpAsyncBypass
                                     : RequestKind::CpAsync;
    record(IsIn ? AccessOperation::CpAsync : AccessOperation::Load, Kind,
           step(At, Index, Piece), unsigned(Piece), false, Site);
    Active = Before;
    if (!Copying.isKnown()) // one round stands for all
      break;
  }
  Active = Before;
  return {};
}

/// An address that the compiler can see to be the same in all lanes: made of
/// shared variables, constants, arguments of the kernel and block indices.
static bool isPlainlyUniform(const Expr *E) {
  E = E->IgnoreParenCasts();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *Variable = dyn_cast<VarDecl>(Ref->getDecl());
    if (!Variable)
      return isa<EnumConstantDecl>(Ref->getDecl());
    if (const auto *Parameter = dyn_cast<ParmVarDecl>(Variable)) {
      const auto *Owner =
          dyn_cast<FunctionDecl>(Parameter->getParentFunctionOrMethod());
      return Owner && Owner->hasAttr<CUDAGlobalAttr>();
    }
    return Variable->hasAttr<CUDASharedAttr>() || Variable->isConstexpr() ||
           Variable->getName() == "blockIdx" || Variable->getName() == "gridDim";
  }
  if (isa<CallExpr>(E) || isa<PseudoObjectExpr>(E))
    return false;
  return llvm::all_of(E->children(), [](const Stmt *Child) {
    const auto *Part = dyn_cast_or_null<Expr>(Child);
    return Part && isPlainlyUniform(Part);
  });
}

Scalar Interpreter::callAtomic(const CallExpr *E, RequestKind Kind) {
  Scalar Address = evaluate(E->getArg(0));
  Value Operand;
  for (unsigned I = 1; I < E->getNumArgs(); ++I) {
    Value V = number(E->getArg(I));
    Operand = I == 1 ? V : Operand;
  }
  const Pointer *At = dereference(Address, E->getArg(0));
  if (At->Base->Kind == Object::Shared || At->Base->Kind == Object::Lost) {
    QualType Type = E->getArg(0)->getType()->getPointeeType();
    unsigned Bytes = unsigned(sizeOf(Type));
    bool IsAdd = E->getDirectCallee() &&
                 intrinsicOf(*E->getDirectCallee()) == Intrinsic::AtomicAdd;
    if (IsAdd && Bytes == 4 && isInteger(Type) && Unused == E &&
        Operand.isNumber(1))
      Kind = RequestKind::AtomicIncrement;
    const IdentifierInfo *Id =
        E->getDirectCallee() ? E->getDirectCallee()->getIdentifier() : nullptr;
    llvm::StringRef Name = Id ? Id->getName() : "";
    // Wrapping at the largest number is counting.
    if (Name.starts_with("atomicInc") && Unused == E && Operand.isNumber() &&
        uint32_t(Operand.constant().same()) == UINT32_MAX)
      Kind = RequestKind::AtomicIncrement;
    // Where the compiler sees that all lanes name one word, it combines them and
    // sends one lane (machine code of nvcc 13.0 for sm_90; not for exchanges).
    bool IsCombined = Kind == RequestKind::Atomic && Bytes == 4 &&
                      isInteger(Type) && !Name.starts_with("atomicExch") &&
                      !Name.starts_with("atomicInc") &&
                      !Name.starts_with("atomicDec") &&
                      isPlainlyUniform(E->getArg(0));
    LaneMask Lanes = Active.Lanes;
    if (IsCombined)
      Active.Lanes &= ~(Active.Lanes - 1);
    Request Asked;
    Asked.Kind = Kind;
    Asked.BytesPerLane = Bytes;
    bool IsOneRequest = (isInteger(Type) || !IsAdd) && hasRule(Asked);
    record(AccessOperation::Atomic, Kind,
           IsOneRequest
               ? At
               : lost(why("atomic that retries until it succeeds: its cost "
                          "depends on contention,",
                          E->getBeginLoc())),
           Bytes, false, E);
    Active.Lanes = Lanes;
  }
  return unknownOf(E->getType(), false, "returned by an atomic", E->getBeginLoc());
}

/// load_matrix_sync(fragment, pointer, ldm[, layout]) and
/// store_matrix_sync(pointer, fragment, ldm, layout).
void Interpreter::callFragment(const CallExpr *E, bool IsLoad) {
  if (E->getNumArgs() < 3)
    return callUnknown(E);
  const Expr *Fragment = E->getArg(IsLoad ? 0 : 1);
  Scalar Address = evaluate(E->getArg(IsLoad ? 1 : 0));
  Value LeadingDimension = number(E->getArg(2));
  Value LayoutNumber = E->getNumArgs() > 3 ? number(E->getArg(3)) : Value(0);
  if (!Address.Address || (Address.Address->Base->Kind != Object::Shared &&
                           Address.Address->Base->Kind != Object::Lost))
    return;
  Address.Address->Base->Escapes = true;
  auto Operation = IsLoad ? AccessOperation::Load : AccessOperation::Store;
  auto Kind = IsLoad ? RequestKind::Load : RequestKind::Store;
  std::optional<FragmentShape> Shape = fragmentOf(Fragment->getType());
  std::optional<FragmentLayout> Layout;
  if (Shape && Shape->Layout)
    Layout = Shape->Layout;
  else if (E->getNumArgs() > 3 && LayoutNumber.isNumber()) // layout_t
    Layout = LayoutNumber.isNumber(0) ? FragmentLayout::RowMajor
                                      : FragmentLayout::ColumnMajor;
  const FragmentAccess *Known =
      Shape && Layout ? accessOf(*Shape, *Layout) : nullptr;
  if (!Known)
    return record(Operation, Kind,
                  lost(why("matrix fragment of a kind that was not measured",
                           E->getBeginLoc())),
                  4, false, E);
  if (Known->Instruction == FragmentAccess::Ldmatrix) {
    Operation = IsLoad ? AccessOperation::LdMatrix : AccessOperation::StMatrix;
    Kind = IsLoad ? RequestKind::LdMatrix : RequestKind::StMatrix;
  } else if (IsLoad && Known->IsGeneric) {
    Kind = RequestKind::GenericLoad;
  }
  int64_t ElementBytes = sizeOf(E->getArg(IsLoad ? 1 : 0)->getType()->getPointeeType());
  bool IsRowMajor = *Layout == FragmentLayout::RowMajor;
  for (const FragmentAccess::Place &Origin : Known->Origins) {
    Lanes Along, Across;
    for (unsigned Lane = 0; Lane != WarpLanes; ++Lane) {
      int64_t Row = Origin.Row, Column = Origin.Column;
      for (unsigned Bit = 0; Bit != 5; ++Bit)
        if (Lane >> Bit & 1) {
          Row += Known->LaneBits[Bit].Row;
          Column += Known->LaneBits[Bit].Column;
        }
      Along[Lane] = IsRowMajor ? Column : Row;
      Across[Lane] = IsRowMajor ? Row : Column;
    }
    Value Element = P.add(P.lanes(Along),
                          P.mul(P.lanes(Across), LeadingDimension));
    Pointer At = *Address.Address;
    At.WithinBytes =
        P.add(At.WithinBytes, P.mul(Element, Value(ElementBytes)));
    record(Operation, Kind, new (P.storage()) Pointer(At), Known->BytesPerLane,
           true, E,
           Known->Instruction == FragmentAccess::Ldmatrix
               ? Known->AskingLanes / 8
               : 0);
  }
}

/// Lane l gets the number of another lane, where that lane is known.
Scalar Interpreter::callShuffle(const CallExpr *E, Intrinsic What) {
  const FunctionDecl *Callee = E->getDirectCallee();
  unsigned First = Callee->getName().ends_with("_sync") ? 1 : 0;
  if (First)
    evaluate(E->getArg(0));
  if (E->getNumArgs() < First + 2)
    return unknownOf(E->getType(), false, "shuffled", E->getBeginLoc());
  Scalar V = evaluate(E->getArg(First));
  Value Other = number(E->getArg(First + 1));
  Value Width = E->getNumArgs() > First + 2 ? number(E->getArg(First + 2))
                                            : Value(32);
  if (V.Number.isUniform() && !V.Address)
    return V;
  bool IsKnown = Other.isKnown() && Width.isNumber() &&
                 Width.constant().same() > 0 &&
                 llvm::all_of(V.Number.terms(), [](const Term &T) {
                   return T.What->IsUniform;
                 });
  if (!IsKnown || V.Address)
    return unknownOf(E->getType(), false, "shuffled", E->getBeginLoc());
  int64_t W = Width.constant().same();
  auto Source = [&](int64_t Lane) {
    int64_t Segment = Lane / W * W, By = Other.constant()[unsigned(Lane)];
    int64_t From = What == Intrinsic::ShuffleIndex  ? Segment + (By & (W - 1))
                   : What == Intrinsic::ShuffleUp   ? Lane - By
                   : What == Intrinsic::ShuffleDown ? Lane + By
                                                    : Lane ^ By;
    return From < Segment || From >= Segment + W ? Lane : From;
  };
  auto Permuted = [&](const LaneNumbers &Numbers) {
    Lanes Each;
    for (unsigned Lane = 0; Lane != WarpLanes; ++Lane)
      Each[Lane] = Numbers[unsigned(Source(Lane))];
    return P.lanes(Each);
  };
  Value Result = Permuted(V.Number.constant());
  for (const Term &T : V.Number.terms())
    Result = P.add(Result, P.mul(Permuted(T.Factor), P.valueOf(T.What)));
  return Result;
}
