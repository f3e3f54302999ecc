//===- Uses.cpp - Who uses an array ---------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Uses.h"
#include "Cuda/Intrinsics.h"
#include "Strides.h"
#include "clang/AST/ExprCXX.h"

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;
using llvm::isa;

namespace {
class Follower {
public:
  Follower(const SourceMap &Map, const ASTContext &Context)
      : Map(Map), Context(Context) {}

  ArrayUses run(const VarDecl *Array);

private:
  void reach(const Expr *E);
  void follow(const Expr *E, const SourceParent &Parent);
  void followDeclaration(const Expr *E, const Decl *D);
  void followCast(const Expr *E, const CastExpr *Cast);
  void followUnary(const Expr *E, const UnaryOperator *Unary);
  void followBinary(const Expr *E, const BinaryOperator *Binary);
  void followArgument(const Expr *E, const Expr *Call);
  void followIntrinsic(const Expr *E, const CallExpr *Call, Intrinsic What);
  void followResult(const ReturnStmt *Return);
  void followInitializer(const Expr *E, const InitListExpr *List);
  void bind(const Expr *E, const ValueDecl *Target);
  void step(const Expr *Count, QualType Element, bool IsOfArray = false);
  void obstruct(SourceRange Where, llvm::StringRef Reason) {
    Uses.Obstacles.push_back({Where, Reason.str()});
  }
  void obstruct(const Stmt *At, llvm::StringRef Reason) {
    obstruct(At->getSourceRange(), Reason);
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

/// The type with the length of rows in it: of an array, or of a pointer or a
/// reference to one.
static bool namesRows(QualType Type) {
  if (Type->isReferenceType() || Type->isPointerType())
    Type = Type->getPointeeType();
  return Type->isArrayType();
}

static std::string quoted(const NamedDecl *D) {
  return "'" + D->getNameAsString() + "'";
}

void Follower::reach(const Expr *E) {
  if (Uses.Followed.insert(E).second)
    Work.push_back(E);
}

ArrayUses Follower::run(const VarDecl *Array) {
  if (Array->hasInit() && !Array->getType()->isIncompleteArrayType() &&
      isa<InitListExpr>(Array->getInit()->IgnoreImplicit()))
    obstruct(Array->getSourceRange(), "its initialiser counts its elements");
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
    return obstruct(E, "the type of " + quoted(Target) +
                           " repeats the length of its rows");
  if (Uses.Pointers.insert(Target))
    for (const Expr *Ref : Map.referencesTo(Target))
      reach(Ref);
}

void Follower::followDeclaration(const Expr *E, const Decl *D) {
  if (const auto *Variable = dyn_cast_or_null<VarDecl>(D))
    return bind(E, Variable);
  if (const auto *Member = dyn_cast_or_null<FieldDecl>(D))
    return bind(E, Member);
  obstruct(E, "it is used in a declaration");
}

void Follower::follow(const Expr *E, const SourceParent &Parent) {
  if (Parent.IsTypeOnly)
    return obstruct(E, "'decltype' repeats its type");
  if (!Parent.Statement)
    return followDeclaration(E, Parent.Declaration);
  const Stmt *S = Parent.Statement;
  if (const auto *Cast = dyn_cast<CastExpr>(S))
    return followCast(E, Cast);
  if (isa<ParenExpr, ExprWithCleanups, MaterializeTemporaryExpr, ConstantExpr,
          CXXBindTemporaryExpr, CXXDefaultInitExpr>(S))
    return reach(cast<Expr>(S));
  if (const auto *Trait = dyn_cast<UnaryExprOrTypeTraitExpr>(S)) {
    if (E->getType()->isArrayType())
      obstruct(Trait, Trait->getKind() == UETT_SizeOf
                          ? "'sizeof' asks for its size"
                          : "'alignof' asks for its layout");
    return;
  }
  // From here on only addresses matter: elements that are used up are not
  // followed.
  bool IsElement = E->isGLValue() && !isArrayOrPointer(E->getType());
  if (const auto *Unary = dyn_cast<UnaryOperator>(S))
    return followUnary(E, Unary);
  if (IsElement)
    return;
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(S)) {
    if (E != Subscript->getBase())
      return;
    step(Subscript->getIdx(), Subscript->getType(),
         E->IgnoreParenImpCasts()->getType()->isArrayType());
    return reach(Subscript);
  }
  if (const auto *Binary = dyn_cast<BinaryOperator>(S))
    return followBinary(E, Binary);
  if (const auto *Choice = dyn_cast<ConditionalOperator>(S)) {
    if (E != Choice->getCond())
      reach(Choice);
    return;
  }
  if (isa<CallExpr, CXXConstructExpr>(S))
    return followArgument(E, cast<Expr>(S));
  if (const auto *Return = dyn_cast<ReturnStmt>(S))
    return followResult(Return);
  if (const auto *List = dyn_cast<InitListExpr>(S))
    return followInitializer(E, List);
  if (const auto *Member = dyn_cast<MemberExpr>(S))
    return reach(Member);
  if (isa<CXXForRangeStmt>(S))
    return obstruct(E, "a loop over it visits every element");
  if (isa<GCCAsmStmt>(S) || isa<LambdaExpr>(S) || !isa<Expr>(S))
    return; // assembly is followed by the walk
  obstruct(S, "it is used in a way that is not followed");
}

void Follower::followCast(const Expr *E, const CastExpr *Cast) {
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
    return obstruct(Cast, "its address is made a number");
  case CK_LValueBitCast:
    if (namesRows(To))
      obstruct(Cast, "it is seen as an array of another shape");
    return reach(Cast);
  default:
    if (isa<ExplicitCastExpr>(Cast) && To->isPointerType() && namesRows(To) &&
        !Context.hasSameUnqualifiedType(To, E->getType()))
      return obstruct(Cast, "it is seen as an array of another shape");
    if (isArrayOrPointer(To) || Cast->isGLValue())
      reach(Cast);
    return;
  }
}

void Follower::followUnary(const Expr *E, const UnaryOperator *Unary) {
  switch (Unary->getOpcode()) {
  case UO_AddrOf:
    if (E->getType()->isPointerType())
      return obstruct(Unary, "a pointer to it is changed elsewhere");
    return reach(Unary);
  case UO_Deref:
    return reach(Unary);
  case UO_PreInc:
  case UO_PreDec:
  case UO_PostInc:
  case UO_PostDec:
    if (E->getType()->isPointerType())
      reach(Unary);
    return;
  default:
    return;
  }
}

void Follower::followBinary(const Expr *E, const BinaryOperator *Binary) {
  bool IsLeft = E == Binary->getLHS();
  const Expr *Other = IsLeft ? Binary->getRHS() : Binary->getLHS();
  switch (Binary->getOpcode()) {
  case BO_Assign:
    if (IsLeft)
      return;
    if (const ValueDecl *Target = namedBy(Binary->getLHS()))
      return bind(E, Target);
    return obstruct(Binary, "its address is kept in memory");
  case BO_Add:
  case BO_Sub:
    if (Other->getType()->isPointerType())
      return obstruct(Binary, "the distance of two addresses is taken");
    step(Other, Binary->getType()->getPointeeType());
    return reach(Binary);
  case BO_AddAssign:
  case BO_SubAssign:
    if (IsLeft) {
      step(Other, Binary->getType()->getPointeeType());
      reach(Binary);
    }
    return;
  case BO_Comma:
    if (!IsLeft)
      reach(Binary);
    return;
  default:
    if (Binary->isComparisonOp() &&
        !Other->isNullPointerConstant(const_cast<ASTContext &>(Context),
                                      Expr::NPC_ValueDependentIsNotNull))
      obstruct(Binary, "its address is compared");
    return;
  }
}

/// The bytes of memcpy_async(target, source, size, barrier), where a thread
/// copies no more than one instruction does: an access like any other.
static bool isOneAccess(const CallExpr *Copy, const ASTContext &Context) {
  constexpr int64_t MaxAccessBytes = 16;
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
  std::string Name = quoted(Call->getDirectCallee());
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
    return obstruct(Call, Name + " counts its bytes without regard to rows");
  case Intrinsic::SameValue:
  case Intrinsic::GenericAddress:
    return reach(Call);
  case Intrinsic::SharedAddress:
    // What is done to the number, inline assembly shows in the walk.
    return;
  default:
    return;
  }
}

void Follower::followArgument(const Expr *E, const Expr *Call) {
  const auto *Plain = dyn_cast<CallExpr>(Call);
  const FunctionDecl *Callee = nullptr;
  if (Plain) {
    if (E == Plain->getCallee())
      return;
    Callee = Plain->getDirectCallee();
  } else {
    Callee = cast<CXXConstructExpr>(Call)->getConstructor();
  }
  if (!Callee)
    return obstruct(Call, "it is passed to a function that is not known");
  if (Plain)
    if (Intrinsic What = intrinsicOf(*Callee); What != Intrinsic::None)
      return followIntrinsic(E, Plain, What);
  std::string Name = quoted(Callee);
  if (Callee->getBuiltinID())
    return obstruct(Call, "it is passed to " + Name);
  if (!Callee->hasBody())
    return obstruct(Call,
                    "it is passed to " + Name + ", whose code is not visible");
  if (Context.getSourceManager().isInSystemHeader(Callee->getLocation()))
    return obstruct(Call, "it is passed to " + Name +
                              ", which is not part of this project");
  forEachArgument(Call, [&](const Expr *Argument,
                            const ParmVarDecl *Parameter) {
    if (Argument != E)
      return;
    if (!Parameter)
      return obstruct(Call, "it is passed to " + Name);
    QualType Type = Parameter->getType();
    bool IsDeduced = Callee->isTemplateInstantiation() && namesRows(Type);
    if (IsDeduced)
      return obstruct(Call, Name + " is instantiated for the length of its "
                                   "rows");
    if (Type->isReferenceType() && Type->getPointeeType()->isPointerType() &&
        !Type->getPointeeType().isConstQualified())
      return obstruct(Call, Name + " may change a pointer to it");
    bind(E, Parameter);
  });
}

void Follower::followResult(const ReturnStmt *Return) {
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
  obstruct(Return, "its address is returned");
}

void Follower::followInitializer(const Expr *E, const InitListExpr *List) {
  const RecordDecl *Class = List->getType()->getAsRecordDecl();
  if (!Class)
    return obstruct(List, "its address is kept in memory");
  for (const FieldDecl *Field : Class->fields())
    if (llvm::is_contained(Map.valuesOf(Field), E))
      return bind(E, Field);
  obstruct(List, "its address is kept in memory");
}

ArrayUses banklint::usesOf(const VarDecl *Array, const SourceMap &Map,
                           const ASTContext &Context) {
  return Follower(Map, Context).run(Array);
}
