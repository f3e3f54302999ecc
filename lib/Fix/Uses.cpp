//===- Uses.cpp - What is done to an array --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Uses.h"
#include "Bank/Gpu.h"
#include "Cuda/Intrinsics.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtVisitor.h"

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;
using llvm::isa;

namespace {
/// Visits what is around each expression that leads into the array: `E` is the
/// part that does.
class Follower : public ConstStmtVisitor<Follower, void, const Expr *> {
public:
  Follower(const SourceMap &Map, const ASTContext &Context)
      : Map(Map), Context(Context) {}

  ArrayUses run(const VarDecl *Array);

  // What has the value of its operand, or is a part of it.
  void VisitCastExpr(const CastExpr *Cast, const Expr *E);
  void VisitParenExpr(const ParenExpr *S, const Expr *) { reach(S); }
  void VisitFullExpr(const FullExpr *S, const Expr *) { reach(S); }
  void VisitMaterializeTemporaryExpr(const MaterializeTemporaryExpr *S,
                                     const Expr *) {
    reach(S);
  }
  void VisitCXXBindTemporaryExpr(const CXXBindTemporaryExpr *S, const Expr *) {
    reach(S);
  }
  void VisitCXXDefaultInitExpr(const CXXDefaultInitExpr *S, const Expr *) {
    reach(S);
  }
  void VisitArraySubscriptExpr(const ArraySubscriptExpr *S, const Expr *E);
  void VisitMemberExpr(const MemberExpr *S, const Expr *) { reach(S); }
  void VisitConditionalOperator(const ConditionalOperator *S, const Expr *E);

  void VisitUnaryOperator(const UnaryOperator *, const Expr *) {}
  void VisitUnaryAddrOf(const UnaryOperator *S, const Expr *E);
  void VisitUnaryDeref(const UnaryOperator *S, const Expr *) { reach(S); }
  void VisitUnaryPreInc(const UnaryOperator *S, const Expr *E) { count(S, E); }
  void VisitUnaryPreDec(const UnaryOperator *S, const Expr *E) { count(S, E); }
  void VisitUnaryPostInc(const UnaryOperator *S, const Expr *E) { count(S, E); }
  void VisitUnaryPostDec(const UnaryOperator *S, const Expr *E) { count(S, E); }

  void VisitBinaryOperator(const BinaryOperator *S, const Expr *E);
  void VisitBinAssign(const BinaryOperator *S, const Expr *E);
  void VisitBinAdd(const BinaryOperator *S, const Expr *E) { addTo(S, E); }
  void VisitBinSub(const BinaryOperator *S, const Expr *E) { addTo(S, E); }
  void VisitBinAddAssign(const CompoundAssignOperator *S, const Expr *E) {
    advance(S, E);
  }
  void VisitBinSubAssign(const CompoundAssignOperator *S, const Expr *E) {
    advance(S, E);
  }
  void VisitBinComma(const BinaryOperator *S, const Expr *E);

  void VisitCallExpr(const CallExpr *Call, const Expr *E);
  void VisitCXXConstructExpr(const CXXConstructExpr *Call, const Expr *E);
  void VisitReturnStmt(const ReturnStmt *Return, const Expr *E);
  void VisitInitListExpr(const InitListExpr *List, const Expr *E);

  // What asks for the layout, or does not use the value.
  void VisitUnaryExprOrTypeTraitExpr(const UnaryExprOrTypeTraitExpr *Trait,
                                     const Expr *E);
  void VisitCXXForRangeStmt(const CXXForRangeStmt *, const Expr *E) {
    obstruct(ObstacleKind::RangeFor, E);
  }
  void VisitLambdaExpr(const LambdaExpr *, const Expr *) {}
  void VisitRecoveryExpr(const RecoveryExpr *Lost, const Expr *) {
    obstruct(ObstacleKind::LostUse, Lost);
  }
  /// Statements end expressions; what inline assembly does, the walk shows.
  void VisitStmt(const Stmt *, const Expr *) {}
  void VisitExpr(const Expr *S, const Expr *) {
    obstruct(ObstacleKind::UnfollowedUse, S);
  }

private:
  void reach(const Expr *E);
  void follow(const Expr *E, const SourceParent &Parent);
  void followDeclaration(const Expr *E, const Decl *D);
  void followIntrinsic(const Expr *E, const CallExpr *Call, Intrinsic What);
  void followArgument(const Expr *Call, const FunctionDecl *Callee,
                      const Expr *E);
  void bindArgument(const Expr *Call, const FunctionDecl *Callee, const Expr *E,
                    const ParmVarDecl *Parameter);
  void bind(const Expr *E, const ValueDecl *Target);
  void count(const UnaryOperator *S, const Expr *E);
  void addTo(const BinaryOperator *S, const Expr *E);
  void advance(const CompoundAssignOperator *S, const Expr *E);
  void step(const Expr *Count, QualType Element, bool IsOfArray = false);
  void obstruct(ObstacleKind Kind, SourceRange Where,
                const NamedDecl *Named = nullptr) {
    Uses.Obstacles.push_back({Kind, Where, Named});
  }
  void obstruct(ObstacleKind Kind, const Stmt *At,
                const NamedDecl *Named = nullptr) {
    obstruct(Kind, At->getSourceRange(), Named);
  }

  const SourceMap &Map;
  const ASTContext &Context;
  ArrayUses Uses;
  llvm::SmallVector<const Expr *, 32> Work;
};
} // namespace

static bool isArrayOrPointer(QualType Type) {
  return Type->isArrayType() || Type->isPointerType();
}

/// Whether a type has the length of rows in it: that of an array, or of a
/// pointer or a reference to one.
static bool namesRows(QualType Type) {
  if (Type->isReferenceType() || Type->isPointerType())
    Type = Type->getPointeeType();
  return Type->isArrayType();
}

static const Expr *otherOperand(const BinaryOperator *Binary, const Expr *E) {
  assert((E == Binary->getLHS() || E == Binary->getRHS()) && "not an operand");
  return E == Binary->getLHS() ? Binary->getRHS() : Binary->getLHS();
}

//===----------------------------------------------------------------------===//
// From expression to expression
//===----------------------------------------------------------------------===//

void Follower::reach(const Expr *E) {
  if (Uses.Followed.insert(E).second)
    Work.push_back(E);
}

ArrayUses Follower::run(const VarDecl *Array) {
  if (Array->hasInit() && !Array->getType()->isIncompleteArrayType() &&
      isa<InitListExpr>(Array->getInit()->IgnoreImplicit()))
    obstruct(ObstacleKind::CountedInitializer, Array->getSourceRange());
  for (const Expr *Ref :
       Map.referencesTo(cast<ValueDecl>(Array->getCanonicalDecl())))
    reach(Ref);
  while (!Work.empty()) {
    const Expr *E = Work.pop_back_val();
    for (const SourceParent &Parent : Map.parentsOf(E))
      follow(E, Parent);
  }
  return std::move(Uses);
}

void Follower::follow(const Expr *E, const SourceParent &Parent) {
  if (Parent.IsTypeOnly)
    return obstruct(ObstacleKind::Decltype, E);
  const Stmt *S = Parent.Statement;
  if (!S)
    return followDeclaration(E, Parent.Declaration);
  // The value of an element is not followed, its address is.
  bool IsElement = E->isGLValue() && !isArrayOrPointer(E->getType());
  bool KeepsAddress =
      isa<CastExpr, ParenExpr, FullExpr, MaterializeTemporaryExpr,
          CXXBindTemporaryExpr, CXXDefaultInitExpr, UnaryOperator>(S);
  if (!IsElement || KeepsAddress)
    Visit(S, E);
}

void Follower::step(const Expr *Count, QualType Element, bool IsOfArray) {
  if (Element->isDependentType() || Element->isIncompleteType())
    return;
  Uses.Steps.push_back(
      {Count, Context.getTypeSizeInChars(Element).getQuantity(), IsOfArray});
}

/// A variable, parameter or member that holds the address.
void Follower::bind(const Expr *E, const ValueDecl *Target) {
  QualType Type = Target->getType();
  bool IsDeduced = false;
  if (const auto *Declared = dyn_cast<DeclaratorDecl>(Target))
    if (const TypeSourceInfo *Info = Declared->getTypeSourceInfo())
      IsDeduced = Info->getType()->getContainedAutoType() != nullptr;
  if (namesRows(Type) && !IsDeduced)
    return obstruct(ObstacleKind::TypeWithRows, E, Target);
  if (Uses.Pointers.insert(Target))
    for (const Expr *Ref : Map.referencesTo(Target))
      reach(Ref);
}

void Follower::followDeclaration(const Expr *E, const Decl *D) {
  if (const auto *Variable = dyn_cast_or_null<VarDecl>(D))
    return bind(E, Variable);
  if (const auto *Member = dyn_cast_or_null<FieldDecl>(D))
    return bind(E, Member);
  obstruct(ObstacleKind::UsedInDeclaration, E);
}

void Follower::VisitUnaryExprOrTypeTraitExpr(
    const UnaryExprOrTypeTraitExpr *Trait, const Expr *E) {
  if (E->getType()->isArrayType())
    obstruct(Trait->getKind() == UETT_SizeOf ? ObstacleKind::Sizeof
                                             : ObstacleKind::Alignof,
             Trait);
}

void Follower::VisitCastExpr(const CastExpr *Cast, const Expr *E) {
  QualType To = Cast->getType();
  switch (Cast->getCastKind()) {
  case CK_LValueToRValue:
    if (isArrayOrPointer(To))
      reach(Cast);
    return;
  case CK_ToVoid:
  case CK_PointerToBoolean:
    return;
  case CK_PointerToIntegral:
    return obstruct(ObstacleKind::AddressAsInteger, Cast);
  case CK_LValueBitCast:
    if (namesRows(To))
      obstruct(ObstacleKind::OtherShape, Cast);
    return reach(Cast);
  default:
    if (isa<ExplicitCastExpr>(Cast) && To->isPointerType() && namesRows(To) &&
        !Context.hasSameUnqualifiedType(To, E->getType()))
      return obstruct(ObstacleKind::OtherShape, Cast);
    if (isArrayOrPointer(To) || Cast->isGLValue())
      reach(Cast);
    return;
  }
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

void Follower::VisitArraySubscriptExpr(const ArraySubscriptExpr *S,
                                       const Expr *E) {
  if (E != S->getBase())
    return;
  step(S->getIdx(), S->getType(),
       E->IgnoreParenImpCasts()->getType()->isArrayType());
  reach(S);
}

void Follower::VisitConditionalOperator(const ConditionalOperator *S,
                                        const Expr *E) {
  if (E != S->getCond())
    reach(S);
}

void Follower::VisitUnaryAddrOf(const UnaryOperator *S, const Expr *E) {
  if (E->getType()->isPointerType())
    return obstruct(ObstacleKind::AddressOfPointer, S);
  reach(S);
}

/// `++` and `--`.
void Follower::count(const UnaryOperator *S, const Expr *E) {
  if (E->getType()->isPointerType())
    reach(S);
}

void Follower::VisitBinAssign(const BinaryOperator *S, const Expr *E) {
  if (E == S->getLHS())
    return;
  if (const ValueDecl *Target = namedBy(S->getLHS()))
    return bind(E, Target);
  obstruct(ObstacleKind::AddressInMemory, S);
}

void Follower::addTo(const BinaryOperator *S, const Expr *E) {
  const Expr *Other = otherOperand(S, E);
  if (Other->getType()->isPointerType())
    return obstruct(ObstacleKind::AddressDifference, S);
  step(Other, S->getType()->getPointeeType());
  reach(S);
}

/// `+=` and `-=`.
void Follower::advance(const CompoundAssignOperator *S, const Expr *E) {
  if (E != S->getLHS())
    return;
  step(S->getRHS(), S->getType()->getPointeeType());
  reach(S);
}

void Follower::VisitBinComma(const BinaryOperator *S, const Expr *E) {
  if (E == S->getRHS())
    reach(S);
}

void Follower::VisitBinaryOperator(const BinaryOperator *S, const Expr *E) {
  if (S->isComparisonOp() &&
      !otherOperand(S, E)->isNullPointerConstant(
          const_cast<ASTContext &>(Context), Expr::NPC_ValueDependentIsNotNull))
    obstruct(ObstacleKind::AddressComparison, S);
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// Whether a thread copies by memcpy_async(target, source, size, barrier) no
/// more than one instruction does: an access like any other.
static bool isOneAccess(const CallExpr *Copy, const ASTContext &Context) {
  if (Copy->getNumArgs() < 3 || !isArrayOrPointer(Copy->getArg(0)->getType()))
    return false; // a group shares the copy out
  const Expr *Size = Copy->getArg(2)->IgnoreImplicit();
  if (const auto *Cast = dyn_cast<CXXFunctionalCastExpr>(Size))
    Size = Cast->getSubExpr()->IgnoreImplicit();
  if (const auto *Aligned = dyn_cast<CXXConstructExpr>(Size))
    Size = Aligned->getNumArgs() == 1 ? Aligned->getArg(0) : Size;
  std::optional<int64_t> Bytes = constantValueOf(Size, Context);
  return Bytes && *Bytes > 0 && *Bytes <= MaxAccessBytes;
}

void Follower::followIntrinsic(const Expr *E, const CallExpr *Call,
                               Intrinsic What) {
  switch (What) {
  case Intrinsic::MatrixLoad:
  case Intrinsic::MatrixStore:
    if (Call->getNumArgs() > 2)
      Uses.LeadingDimensions.push_back(
          {Call->getArg(2),
           Context.getTypeSizeInChars(E->getType()->getPointeeType())
               .getQuantity()});
    return;
  case Intrinsic::GroupCopy:
    if (isOneAccess(Call, Context))
      return;
    [[fallthrough]];
  case Intrinsic::BulkCopy:
  case Intrinsic::MemoryCopy:
  case Intrinsic::MemorySet:
    return obstruct(ObstacleKind::CopyOfBytes, Call, Call->getDirectCallee());
  case Intrinsic::ClusterAddress:
    return obstruct(ObstacleKind::ClusterAddress, Call);
  case Intrinsic::SameValue:
  case Intrinsic::GenericAddress:
    return reach(Call);
  case Intrinsic::SharedAddress:
    // What is done to the number, inline assembly shows in the walk.
  case Intrinsic::CachedLoad:
  case Intrinsic::CachedStore:
  case Intrinsic::AtomicInteger:
  case Intrinsic::AtomicAdd:
  case Intrinsic::AtomicCas:
  case Intrinsic::PipelineCopy:
    // An access at this address, which the walk has recorded.
  case Intrinsic::IsShared:
  case Intrinsic::IsGlobal:
  case Intrinsic::NoEffect:
  case Intrinsic::Barrier:
    // Where the array lies changes nothing of the result.
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

void Follower::VisitCallExpr(const CallExpr *Call, const Expr *E) {
  if (E == Call->getCallee())
    return;
  const FunctionDecl *Callee = Call->getDirectCallee();
  Intrinsic What = Callee ? intrinsicOf(*Callee) : Intrinsic::None;
  if (What != Intrinsic::None)
    return followIntrinsic(E, Call, What);
  followArgument(Call, Callee, E);
}

void Follower::VisitCXXConstructExpr(const CXXConstructExpr *Call,
                                     const Expr *E) {
  followArgument(Call, Call->getConstructor(), E);
}

void Follower::followArgument(const Expr *Call, const FunctionDecl *Callee,
                              const Expr *E) {
  if (!Callee)
    return obstruct(ObstacleKind::UnknownCallee, Call);
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

void Follower::bindArgument(const Expr *Call, const FunctionDecl *Callee,
                            const Expr *E, const ParmVarDecl *Parameter) {
  if (!Parameter)
    return obstruct(ObstacleKind::OpaqueCallee, Call, Callee);
  QualType Type = Parameter->getType();
  if (Callee->isTemplateInstantiation() && namesRows(Type))
    return obstruct(ObstacleKind::InstantiatedForRows, Call, Callee);
  if (Type->isReferenceType() && Type->getPointeeType()->isPointerType() &&
      !Type->getPointeeType().isConstQualified())
    return obstruct(ObstacleKind::PointerByReference, Call, Callee);
  bind(E, Parameter);
}

void Follower::VisitReturnStmt(const ReturnStmt *Return, const Expr *) {
  const Stmt *Inner = Return;
  while (Inner) {
    llvm::ArrayRef<SourceParent> Parents = Map.parentsOf(Inner);
    if (Parents.empty())
      break;
    if (const auto *Function =
            dyn_cast_or_null<FunctionDecl>(Parents[0].Declaration)) {
      for (const CallExpr *Call : Map.callsOf(Function))
        reach(Call);
      return;
    }
    Inner = Parents[0].Statement;
    if (Inner && isa<LambdaExpr>(Inner))
      break;
  }
  obstruct(ObstacleKind::AddressReturned, Return);
}

void Follower::VisitInitListExpr(const InitListExpr *List, const Expr *E) {
  const RecordDecl *Class = List->getType()->getAsRecordDecl();
  if (!Class)
    return obstruct(ObstacleKind::AddressInMemory, List);
  for (const FieldDecl *Field : Class->fields())
    if (llvm::is_contained(Map.valuesOf(Field), E))
      return bind(E, Field);
  obstruct(ObstacleKind::AddressInMemory, List);
}

ArrayUses banklint::usesOf(const VarDecl *Array, const SourceMap &Map,
                           const ASTContext &Context) {
  return Follower(Map, Context).run(Array);
}
