//===- FollowedCalls.cpp - Addresses in calls, and what these give --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Candidates/AddressFollower.h"
#include "Candidates/DeducedRows.h"

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;
using llvm::isa;

/// The first argument of a class template's instance, where that has one of
/// these names and the argument is a number.
static std::optional<int64_t> firstArgument(QualType Type,
                                            llvm::StringRef Name) {
  const auto *Class = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      Type.getNonReferenceType()->getAsCXXRecordDecl());
  if (!Class || Class->getName() != Name || !isOfCudaLibrary(*Class) ||
      Class->getTemplateArgs()[0].getKind() != TemplateArgument::Integral)
    return std::nullopt;
  return Class->getTemplateArgs()[0].getAsIntegral().getExtValue();
}

/// The size that memcpy_async is told by a thread that copies for itself: by no
/// group, or by one of a single thread. Null where others may copy, too.
static const Expr *ownSizeOf(const CallExpr *Copy) {
  llvm::ArrayRef<const Expr *> Arguments(Copy->getArgs(), Copy->getNumArgs());
  if (!Arguments.empty() &&
      firstArgument(Arguments[0]->getType(), "thread_block_tile") == 1)
    Arguments = Arguments.drop_front();
  return Arguments.size() >= 3 && isArrayOrPointer(Arguments[0]->getType()) &&
                 isArrayOrPointer(Arguments[1]->getType())
             ? Arguments[2]
             : nullptr;
}

void AddressFollower::followIntrinsic(const Expr *E, const CallExpr *Call,
                                      Intrinsic What) {
  switch (What) {
  case Intrinsic::MatrixLoad:
  case Intrinsic::MatrixStore:
    if (Call->getNumArgs() > 2)
      Uses.LeadingDimensions.push_back(
          {Call->getArg(2),
           Context.getTypeSizeInChars(E->getType()->getPointeeType())
               .getQuantity(),
           /*IsOfArray=*/false, baseOfAddress(E)});
    return;
  case Intrinsic::GroupCopy:
    if (const Expr *Size = ownSizeOf(Call))
      Uses.AlignmentBytes = std::max(
          Uses.AlignmentBytes,
          firstArgument(Size->getType(), "aligned_size_t").value_or(1));
    return;
  case Intrinsic::ClusterAddress:
    return obstruct(ObstacleKind::ClusterAddress, Call);
  case Intrinsic::SameValue:
    // `__builtin_assume_aligned(p, 16)`
    if (Call->getNumArgs() > 1 && E == Call->getArg(0))
      Uses.AlignmentBytes =
          std::max(Uses.AlignmentBytes,
                   constantValueOf(Call->getArg(1), Context).value_or(1));
    [[fallthrough]];
  case Intrinsic::GenericAddress:
    return reach(Call);
  case Intrinsic::SharedAddress:
    return reachNumber(Call);
  case Intrinsic::CachedLoad:
  case Intrinsic::CachedStore:
  case Intrinsic::AtomicInteger:
  case Intrinsic::AtomicAdd:
  case Intrinsic::AtomicCas:
  case Intrinsic::PipelineCopy:
  case Intrinsic::BulkCopy:
  case Intrinsic::MemoryCopy:
  case Intrinsic::MemorySet:
    // Accesses from this address on, which the walk has recorded, or lost.
  case Intrinsic::IsShared:
  case Intrinsic::IsGlobal:
  case Intrinsic::Barrier:
    // Where the array lies changes nothing of the result.
    return;
  case Intrinsic::NoEffect:
    if (Call->getDirectCallee()->isVariadic()) // `printf("%p", p)`
      obstruct(ObstacleKind::OpaqueCallee, Call, Call->getDirectCallee());
    return;
  case Intrinsic::None:
  case Intrinsic::Min:
  case Intrinsic::Max:
  case Intrinsic::Abs:
  case Intrinsic::Mul24:
  case Intrinsic::MulHigh:
  case Intrinsic::PopCount:
  case Intrinsic::LeadingZeros:
  case Intrinsic::FirstSet:
  case Intrinsic::ReverseBits:
  case Intrinsic::BlockVote:
  case Intrinsic::WarpVote:
  case Intrinsic::ActiveMask:
  case Intrinsic::ShuffleIndex:
  case Intrinsic::ShuffleUp:
  case Intrinsic::ShuffleDown:
  case Intrinsic::ShuffleXor:
  case Intrinsic::ThreadRegister:
  case Intrinsic::AssertFail:
  case Intrinsic::Stop:
    return obstruct(ObstacleKind::AddressAsInteger, Call);
  }
}

void AddressFollower::VisitCallExpr(const CallExpr *Call, const Expr *E) {
  const FunctionDecl *Callee = Call->getDirectCallee();
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Callee);
  // `e.f()`, where E is `e.f`, and `e + x`.
  if (Method &&
      (E == Call->getCallee() || (isa<CXXOperatorCallExpr>(Call) &&
                                  E == Call->getArg(0) && isElement(E))))
    return followMethod(Call, Method);
  if (E == Call->getCallee() ||
      (isElement(E) && Method && Method->isDefaulted())) // a copy of it
    return;
  Intrinsic What = Callee ? intrinsicOf(*Callee) : Intrinsic::None;
  if (What == Intrinsic::None || isElement(E)) {
    // `t(r, c)`: a method that has been reached, as `t.at(r, c)` has been.
    if (Member && Method && isa<CXXOperatorCallExpr>(Call) &&
        E == Call->getArg(0) && Method->hasBody() && !Method->isDefaulted() &&
        !Method->isExplicitObjectMemberFunction())
      return;
    return followArgument(Call, Callee, E);
  }
  followIntrinsic(E, Call, What);
}

void AddressFollower::VisitCXXConstructExpr(const CXXConstructExpr *Call,
                                            const Expr *E) {
  const CXXConstructorDecl *Constructor = Call->getConstructor();
  if (isElement(E) && Constructor->isDefaulted() &&
      Constructor->isCopyOrMoveConstructor())
    return; // the value
  // What an inherited constructor is given, that of the base takes.
  if (const InheritedConstructor From = Constructor->getInheritedConstructor())
    Constructor = From.getConstructor();
  followArgument(Call, Constructor, E);
}

/// What a method of an element's class does with the element.
void AddressFollower::followMethod(const CallExpr *Call,
                                   const CXXMethodDecl *Method) {
  if (Method->isStatic())
    return;
  if (Context.getSourceManager().isInSystemHeader(Method->getLocation()) ||
      Method->isDefaulted())
    return followResult(Call, Method);
  const FunctionDecl *Defined = nullptr;
  if (!Method->hasBody(Defined) || Method->isVirtual() ||
      Method->isExplicitObjectMemberFunction())
    return obstruct(ObstacleKind::BodilessCallee, Call, Method);
  for (const Expr *This : thisWithin(*Defined))
    reach(This);
}

/// Whether an object of a type can hold an address. The references of the
/// language's library to atomic objects give none away.
static bool holdsAddresses(QualType Type) {
  const RecordDecl *Class = Type->getAsRecordDecl();
  Class = Class ? Class->getDefinition() : nullptr;
  if (!Class ||
      (Class->getName() == "atomic_ref" && !libraryOf(*Class).empty()))
    return false;
  const auto *Cxx = dyn_cast<CXXRecordDecl>(Class);
  auto Holds = [](QualType Part) {
    Part = QualType(Part->getBaseElementTypeUnsafe(), 0);
    return Part->isAnyPointerType() || Part->isReferenceType() ||
           holdsAddresses(Part);
  };
  return llvm::any_of(
             Class->fields(),
             [&](const FieldDecl *Field) { return Holds(Field->getType()); }) ||
         (Cxx && llvm::any_of(Cxx->bases(), [&](const CXXBaseSpecifier &Base) {
            return Holds(Base.getType());
          }));
}

/// What a function of a library makes of an element that it is given by
/// reference: it may give its address back.
void AddressFollower::followResult(const Expr *Call,
                                   const FunctionDecl *Callee) {
  if (Call->isGLValue() || Call->getType()->isPointerType())
    return reach(Call);
  if (holdsAddresses(Call->getType()))
    obstruct(ObstacleKind::ForeignCallee, Call, Callee);
}

void AddressFollower::followArgument(const Expr *Call,
                                     const FunctionDecl *Callee,
                                     const Expr *E) {
  if (!Callee)
    return obstruct(ObstacleKind::UnknownCallee, Call);
  if (isElement(E) &&
      (Callee->getBuiltinID() ||
       Context.getSourceManager().isInSystemHeader(Callee->getLocation())))
    return followResult(Call, Callee);
  if (Callee->getBuiltinID())
    return obstruct(ObstacleKind::OpaqueCallee, Call, Callee);
  if (!Callee->hasBody())
    return obstruct(ObstacleKind::BodilessCallee, Call, Callee);
  if (Callee->getIdentifier() && Callee->getName() == "map_shared_rank" &&
      isOfCudaLibrary(*Callee))
    return obstruct(ObstacleKind::ClusterAddress, Call);
  if (Context.getSourceManager().isInSystemHeader(Callee->getLocation()))
    return obstruct(ObstacleKind::ForeignCallee, Call, Callee);
  forEachArgument(Call,
                  [&](const Expr *Argument, const ParmVarDecl *Parameter) {
                    if (Argument == E)
                      bindArgument(Call, Callee, E, Parameter);
                  });
}

void AddressFollower::bindArgument(const Expr *Call, const FunctionDecl *Callee,
                                   const Expr *E,
                                   const ParmVarDecl *Parameter) {
  if (!Parameter)
    return obstruct(ObstacleKind::OpaqueCallee, Call, Callee);
  if (Map.isCalledUnseen(Callee))
    return obstruct(ObstacleKind::UnseenCalls, Call, Callee);
  QualType Type = Parameter->getType();
  const bool IsDeduced = Callee->isTemplateInstantiation() && namesRows(Type);
  if (IsDeduced && !deducesRows(Call, Callee, Parameter, Map))
    return obstruct(ObstacleKind::InstantiatedForRows, Call, Callee);
  if (mayChooseByRows(Callee, E, Parameter, Map))
    return obstruct(ObstacleKind::ChangedType, E);
  if (Type->isReferenceType() && Type->getPointeeType()->isPointerType() &&
      !Type->getPointeeType().isConstQualified())
    return obstruct(ObstacleKind::PointerByReference, Call, Callee);
  // A template may ask for the size of what it takes.
  if (Member && holdsMember(Type, Member) && Callee->isTemplateInstantiation())
    return obstruct(ObstacleKind::InstantiatedForRows, Call, Callee);
  bind(E, Parameter, IsDeduced);
}

void AddressFollower::VisitReturnStmt(const ReturnStmt *Return, const Expr *E) {
  const Stmt *Inner = Return;
  while (Inner) {
    llvm::ArrayRef<SourceParent> Parents = Map.parentsOf(Inner);
    if (Parents.empty())
      break;
    if (const auto *Function =
            dyn_cast_or_null<FunctionDecl>(Parents[0].Declaration)) {
      Returning.insert(Function);
      if (namesRows(Function->getReturnType()) &&
          !isDeducedWithRows(Function->getDeclaredReturnType()))
        return obstruct(ObstacleKind::TypeWithRows, Return, Function);
      if (Map.isCalledUnseen(Function))
        break;
      for (const CallExpr *Call : Map.callsOf(Function)) {
        if (Numbers.contains(E))
          Numbers.insert(Call);
        reach(Call);
      }
      return;
    }
    Inner = Parents[0].Statement;
    const auto *Lambda = dyn_cast_or_null<LambdaExpr>(Inner);
    if (!Lambda)
      continue;
    if (Lambda->isGenericLambda() ||
        Map.isCalledUnseen(Lambda->getCallOperator()) ||
        (Lambda->hasExplicitResultType() &&
         namesRows(Lambda->getCallOperator()->getReturnType())))
      break;
    for (const CallExpr *Call : Map.callsOf(Lambda->getCallOperator())) {
      if (Numbers.contains(E))
        Numbers.insert(Call);
      reach(Call);
    }
    return;
  }
  obstruct(ObstacleKind::AddressReturned, Return);
}

void AddressFollower::VisitInitListExpr(const InitListExpr *List,
                                        const Expr *E) {
  const RecordDecl *Class = List->getType()->getAsRecordDecl();
  if (!Class)
    return obstruct(ObstacleKind::AddressInMemory, List);
  for (const FieldDecl *Field : Class->fields())
    if (llvm::is_contained(Map.valuesOf(Field), E))
      return bind(E, Field);
  obstruct(ObstacleKind::AddressInMemory, List);
}
