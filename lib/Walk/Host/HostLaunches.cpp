//===- HostLaunches.cpp - What host code launches -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks of host functions: the launches that they make, and the calls of
// functions that launch in other sources.
//
//===----------------------------------------------------------------------===//

#include "Cuda/KernelCalls.h"
#include "Interpreter.h"
#include "Values/Limits.h"

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;
using llvm::isa;

HostWalk Interpreter::walkHost(const FunctionDecl *Function,
                               const HostInput &Input) {
  IsHost = true;
  Recorder::Pause OnHost(Recorded);
  Active = {};
  StepsLeft = limits::HostSteps;
  AskedCalls = Input.Asked;
  walkFrom(Function, Input.Counts, Input.Passed);
  return {End, std::move(Launches), std::move(PassedOver)};
}

HostWalk banklint::walkHost(ASTContext &Context, const FunctionDecl *Function,
                            Pool &P, SiteMap &Sites, const HostInput &Input) {
  SharedMemory Memory;
  return Interpreter(Context, P, Memory, Sites).walkHost(Function, Input);
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

/// A launch, as far as it is one of the host's.
void Interpreter::evaluateLaunch(const CUDAKernelCallExpr *E) {
  if (!IsHost)
    return launchFromDevice(*E);
  // Where the type of one is not known, Clang adds none that is left out.
  const CallExpr *Given = E->getConfig();
  if (auto Configuration = configurationOf(*E))
    noteLaunch(E, E->getCallee(), Configuration->Grid, Configuration->Block);
  else if (Given && Given->isTypeDependent() && Given->getNumArgs() >= 2)
    noteLaunch(E, E->getCallee(), Given->getArg(0), Given->getArg(1));
}

Triple<Value> Interpreter::readTriple(const Expr *E) {
  Triple<Value> Result;
  if (E->isTypeDependent()) {
    for (unsigned D = 0; D != 3; ++D)
      Result[D] = P.symbol(why(ReasonKind::RejectedByClang, E->getBeginLoc()),
                           SymbolKind::Unknown);
    return Result;
  }
  if (!E->getType()->isRecordType()) {
    Result = {number(E), Value(1), Value(1)};
    return Result;
  }
  const Pointer *At = temporary(E->getType(), "a launch shape");
  evaluateInto(E, At);
  return loadTriple(At);
}

/// What a `dim3` holds.
Triple<Value> Interpreter::loadTriple(const Pointer *At) {
  Triple<Value> Result;
  for (unsigned D = 0; D != 3; ++D)
    Result[D] =
        loadLocal(stepBytes(At, 4 * D), Context.UnsignedIntTy, {}).Number;
  return Result;
}

/// What a launch names, by `<<<>>>` or as an argument.
void Interpreter::nameLaunched(const Expr *Callee, LaunchSite &Site) {
  const Expr *Named = Callee->IgnoreParenCasts();
  if (const auto *Address = dyn_cast<UnaryOperator>(Named))
    Named = Address->getSubExpr()->IgnoreParenCasts();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Named))
    Site.Kernel = dyn_cast<FunctionDecl>(Ref->getDecl());
  if (!Site.Kernel && !isa<OverloadExpr>(Named) && !Named->isTypeDependent())
    Site.Kernel = evaluate(Callee).Function;
  const QualType Pointed = Named->getType();
  Site.KernelType =
      Pointed->isPointerType() ? Pointed->getPointeeType() : Pointed;
}

void Interpreter::passToLaunch(const Expr *Argument, LaunchSite &Site) {
  Site.Arguments.push_back(
      Types.isInteger(Argument->getType())
          ? number(Argument)
          : Value(P.symbol(ReasonKind::Argument, SymbolKind::Unknown)));
}

/// In `case 8:` the number that is asked for is 8.
void Interpreter::addLaunch(LaunchSite Site) {
  if (TrialDepth)
    return;
  if (!Conditions.Told.empty()) {
    auto Tell = [&](llvm::MutableArrayRef<Value> Values) {
      for (Value &V : Values)
        V = P.substitute(V, Conditions.Told);
    };
    Tell(Site.Grid);
    Tell(Site.Block);
    Tell(Site.Arguments);
    for (auto &Argument : Site.Passed)
      Tell(Argument);
  }
  Launches.push_back(std::move(Site));
}

/// `cudaLaunchKernelEx(&config, kernel, arguments...)`
Scalar Interpreter::noteExtendedLaunch(const CallExpr *Call) {
  LaunchSite Site;
  Site.Call = Call;
  nameLaunched(Call->getArg(1), Site);
  const Expr *Config = Call->getArg(0);
  const Pointer *At = dereference(evaluate(Config), Config);
  const RecordDecl *Class =
      Config->getType()->getPointeeType()->getAsRecordDecl();
  if (!Class || At->Base->Kind != Object::Local)
    return resultOfUnknown(Call, Call->getDirectCallee(), nullptr, nullptr);
  for (const FieldDecl *Field : Class->fields())
    for (auto [Name, Into] :
         {std::pair("gridDim", &Site.Grid), std::pair("blockDim", &Site.Block)})
      if (Field->getName() == Name)
        *Into = loadTriple(memberOf(At, Field));
  // The form of C takes pointers to the arguments.
  const FunctionDecl *Callee = Call->getDirectCallee();
  const bool HasArguments = Callee->getName() == "cudaLaunchKernelEx";
  for (unsigned I = 2; HasArguments && I < Call->getNumArgs(); ++I)
    passToLaunch(Call->getArg(I), Site);
  addLaunch(std::move(Site));
  return unknownOf(Call->getType(), /*IsUniform=*/true, ReasonKind::Result,
                   Call->getBeginLoc());
}

void Interpreter::noteLaunch(const CallExpr *Call, const Expr *Callee,
                             const Expr *Grid, const Expr *Block) {
  LaunchSite Site;
  Site.Call = Call;
  nameLaunched(Callee, Site);
  Site.Grid = readTriple(Grid);
  Site.Block = readTriple(Block);
  if (isa<CUDAKernelCallExpr>(Call))
    for (const Expr *Argument : Call->arguments())
      passToLaunch(Argument, Site);
  addLaunch(std::move(Site));
}

//===----------------------------------------------------------------------===//
// Calls between sources
//===----------------------------------------------------------------------===//

/// Objects of more scalars are passed as if nothing of them were known.
static constexpr size_t MostPassedScalars = 64;

/// The scalars of what a parameter is given, by value or by reference.
static std::optional<std::vector<TypeLayouts::Part>>
passedParts(const TypeLayouts &Types, QualType Type) {
  const QualType Whole = Type.getNonReferenceType();
  if (!Whole->isRecordType() || Whole->isIncompleteType())
    return std::nullopt;
  return Types.partsOf(Whole, MostPassedScalars);
}

/// Gives a parameter what the call in another source passes.
void Interpreter::setPassed(Object &O,
                            llvm::ArrayRef<std::optional<int64_t>> Numbers) {
  const QualType Type = O.Type;
  const QualType Whole = Type.getNonReferenceType();
  Object *Holder = &O;
  if (Type->isReferenceType()) {
    if (!Types.isInteger(Whole) && !passedParts(Types, Type))
      return;
    Holder = &makeObject(Object::Local, O.Name, Whole);
    Holder->Initial = Object::UniformUnknown;
    setCell(O, 0, Scalar(&Holder->Begin));
  }
  if (Types.isInteger(Whole)) {
    if (Numbers.size() == 1 && Numbers[0])
      setCell(*Holder, 0, Value(*Numbers[0]));
    return;
  }
  const auto Parts = passedParts(Types, Type);
  if (!Parts || Parts->size() != Numbers.size())
    return;
  for (const auto &[Part, Number] : llvm::zip_equal(*Parts, Numbers))
    if (Number && Types.isInteger(Part.Type) && !Part.BitField)
      setCell(*Holder, Part.OffsetBytes, Value(*Number));
}

/// What an argument passes, scalar by scalar.
llvm::SmallVector<Value, 3> Interpreter::passedBy(const Expr *Argument,
                                                  QualType Type) {
  // It is evaluated once more for what the call does.
  if (Argument->HasSideEffects(Context, /*IncludePossibleEffects=*/false))
    return {};
  const QualType Whole = Type.getNonReferenceType();
  const auto Parts = passedParts(Types, Type);
  if (!Parts && !Types.isInteger(Whole))
    return {};
  if (!Parts && !Type->isReferenceType())
    return {number(Argument)};
  const Pointer *At = nullptr;
  if (Type->isReferenceType()) {
    At = bindReference(Type, Argument).Address;
  } else {
    At = temporary(Whole, "an argument");
    evaluateInto(Argument, At);
  }
  if (!At || At->Base->Kind != Object::Local)
    return {};
  if (!Parts)
    return {loadLocal(At, Whole, {}).Number};
  llvm::SmallVector<Value, 3> Result;
  for (const TypeLayouts::Part &Part : *Parts)
    Result.push_back(
        Types.isInteger(Part.Type) && !Part.BitField
            ? loadLocal(stepBytes(At, Part.OffsetBytes), Part.Type, {}).Number
            : Value(P.symbol(ReasonKind::Argument, SymbolKind::Unknown)));
  return Result;
}

void Interpreter::noteCall(const CallExpr *Call, const FunctionDecl *Callee,
                           llvm::ArrayRef<const Expr *> Arguments) {
  LaunchSite Site;
  Site.Call = Call;
  Site.Function = Callee;
  for (unsigned I = 0; I != Callee->getNumParams(); ++I)
    Site.Passed.push_back(
        I < Arguments.size()
            ? passedBy(Arguments[I], Callee->getParamDecl(I)->getType())
            : llvm::SmallVector<Value, 3>());
  addLaunch(std::move(Site));
}
