//===- Effects.cpp - What evaluating code does beside its value -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Syntax/Effects.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtVisitor.h"
#include "clang/Basic/Builtins.h"

using namespace banklint;
using namespace clang;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

static Effect larger(Effect A, Effect B) { return std::max(A, B); }

/// What is not listed here acts.
class EffectFinder::Visitor : public ConstStmtVisitor<Visitor, Effect> {
public:
  Visitor(EffectFinder &Finder, const FunctionDecl *Within)
      : Finder(Finder), Within(Within) {}

  Effect of(const Stmt *S) { return S ? Visit(S) : Effect::None; }
  Effect ofInitializer(const CXXCtorInitializer *Init) {
    return of(Init->getInit());
  }

  Effect VisitStmt(const Stmt *) { return Effect::Acts; }

  //===--- Statements -----------------------------------------------------===//

#define OF_CHILDREN(CLASS)                                                     \
  Effect Visit##CLASS(const CLASS *S) { return ofChildren(S); }
  OF_CHILDREN(CompoundStmt)
  OF_CHILDREN(ForStmt)
  OF_CHILDREN(WhileStmt)
  OF_CHILDREN(DoStmt)
  OF_CHILDREN(BreakStmt)
  OF_CHILDREN(ContinueStmt)
  OF_CHILDREN(SwitchStmt)
  OF_CHILDREN(SwitchCase)
  OF_CHILDREN(NullStmt)
  OF_CHILDREN(AttributedStmt)

  Effect VisitReturnStmt(const ReturnStmt *S) {
    const Expr *Result = S->getRetValue();
    return Result && Result->isGLValue() ? ofPlace(Result) : of(Result);
  }
  Effect VisitIfStmt(const IfStmt *S) {
    if (!S->isConstexpr())
      return ofChildren(S);
    const std::optional<const Stmt *> Kept =
        S->getNondiscardedCase(Finder.Context);
    return Kept ? of(*Kept) : ofChildren(S);
  }
  Effect VisitDeclStmt(const DeclStmt *S) {
    Effect Out = Effect::None;
    for (const Decl *D : S->decls()) {
      const auto *Variable = dyn_cast<VarDecl>(D);
      if (!Variable) {
        if (!isa<TypeDecl, StaticAssertDecl, UsingDecl, UsingDirectiveDecl,
                 EmptyDecl>(D))
          return Effect::Acts;
        continue;
      }
      if (Variable->hasGlobalStorage() && !Variable->isConstexpr())
        return Effect::Acts;
      if (Variable->getType().isDestructedType())
        return Effect::Acts;
      Out = larger(Out, of(Variable->getInit()));
    }
    return Out;
  }

  //===--- Values ---------------------------------------------------------===//

  OF_CHILDREN(BinaryConditionalOperator)
  OF_CHILDREN(CompoundLiteralExpr)
  OF_CHILDREN(ConditionalOperator)
  OF_CHILDREN(CXXParenListInitExpr)
  OF_CHILDREN(CXXRewrittenBinaryOperator)
  OF_CHILDREN(ExprWithCleanups)
  OF_CHILDREN(InitListExpr)
  OF_CHILDREN(MaterializeTemporaryExpr)
  OF_CHILDREN(ParenExpr)
  OF_CHILDREN(SubstNonTypeTemplateParmExpr)

#define CONSTANT(CLASS)                                                        \
  Effect Visit##CLASS(const CLASS *) { return Effect::None; }
  CONSTANT(CharacterLiteral)
  CONSTANT(ConceptSpecializationExpr)
  CONSTANT(ConstantExpr)
  CONSTANT(CXXBoolLiteralExpr)
  CONSTANT(CXXNoexceptExpr)
  CONSTANT(CXXNullPtrLiteralExpr)
  CONSTANT(CXXScalarValueInitExpr)
  CONSTANT(CXXThisExpr)
  CONSTANT(FloatingLiteral)
  CONSTANT(ImplicitValueInitExpr)
  CONSTANT(IntegerLiteral)
  CONSTANT(RequiresExpr)
  CONSTANT(SizeOfPackExpr)
  CONSTANT(StringLiteral)
  CONSTANT(TypeTraitExpr)
#undef CONSTANT
#undef OF_CHILDREN

  Effect VisitOpaqueValueExpr(const OpaqueValueExpr *E) {
    return of(E->getSourceExpr());
  }
  Effect VisitUnaryExprOrTypeTraitExpr(const UnaryExprOrTypeTraitExpr *E) {
    return E->getTypeOfArgument()->isVariablyModifiedType() ? Effect::Acts
                                                            : Effect::None;
  }
  Effect VisitCXXDefaultArgExpr(const CXXDefaultArgExpr *E) {
    return of(E->getExpr());
  }
  Effect VisitCXXDefaultInitExpr(const CXXDefaultInitExpr *E) {
    return of(E->getExpr());
  }
  Effect VisitLambdaExpr(const LambdaExpr *E) {
    Effect Out = Effect::None;
    for (const Expr *Init : E->capture_inits())
      Out = larger(Out, of(Init));
    return Out;
  }
  Effect VisitCastExpr(const CastExpr *E) {
    switch (E->getCastKind()) {
    case CK_LValueToRValue:
      return ofReading(E->getSubExpr());
    case CK_UserDefinedConversion:
    case CK_ConstructorConversion:
    case CK_NoOp:
    case CK_DerivedToBase:
    case CK_UncheckedDerivedToBase:
    case CK_BaseToDerived:
    case CK_ToVoid:
    case CK_ArrayToPointerDecay:
    case CK_FunctionToPointerDecay:
    case CK_NullToPointer:
    case CK_IntegralCast:
    case CK_IntegralToBoolean:
    case CK_BooleanToSignedIntegral:
    case CK_BitCast:
    case CK_LValueBitCast:
    case CK_IntegralToFloating:
    case CK_FloatingToIntegral:
    case CK_FloatingCast:
    case CK_PointerToBoolean:
    case CK_PointerToIntegral:
      return of(E->getSubExpr());
    default:
      return Effect::Acts;
    }
  }
  Effect VisitDeclRefExpr(const DeclRefExpr *E) {
    const auto *Variable = dyn_cast<VarDecl>(E->getDecl());
    if (!Variable || !Variable->hasGlobalStorage() ||
        Variable->isUsableInConstantExpressions(Finder.Context) ||
        Finder.Empty.contains(Variable->getType()))
      return Effect::None;
    return Effect::Reads;
  }
  Effect VisitArraySubscriptExpr(const ArraySubscriptExpr *E) {
    const Expr *Array = E->getBase()->IgnoreParenImpCasts();
    return larger(ofChildren(E), Array->getType()->isArrayType()
                                     ? Effect::None
                                     : Effect::Reads);
  }
  Effect VisitMemberExpr(const MemberExpr *E) {
    Effect Out = of(E->getBase());
    if (const auto *Variable = dyn_cast<VarDecl>(E->getMemberDecl()))
      return Variable->isUsableInConstantExpressions(Finder.Context)
                 ? Out
                 : larger(Out, Effect::Reads);
    if (E->getMemberDecl()->getType()->isReferenceType() &&
        !Finder.Empty.contains(E->getType()))
      return larger(Out, Effect::Reads);
    if (E->isArrow() && !isa<CXXThisExpr>(E->getBase()->IgnoreParenImpCasts()))
      Out = larger(Out, Effect::Reads);
    return Out;
  }

  //===--- Operators ------------------------------------------------------===//

  Effect VisitUnaryOperator(const UnaryOperator *E) {
    const Effect Of = of(E->getSubExpr());
    switch (E->getOpcode()) {
    case UO_PreInc:
    case UO_PreDec:
    case UO_PostInc:
    case UO_PostDec:
      return isOwn(E->getSubExpr()) ? Of : Effect::Acts;
    case UO_AddrOf:
      return ofPlace(E->getSubExpr());
    case UO_Deref:
      return isa<CXXThisExpr>(E->getSubExpr()->IgnoreParenImpCasts())
                 ? Of
                 : larger(Of, Effect::Reads);
    default:
      return Of;
    }
  }
  Effect VisitBinaryOperator(const BinaryOperator *E) {
    if (E->isPtrMemOp() || (E->isAssignmentOp() && !isOwn(E->getLHS())))
      return Effect::Acts;
    return ofChildren(E);
  }

  //===--- Calls ----------------------------------------------------------===//

  Effect VisitCallExpr(const CallExpr *E) {
    if (auto Found = Finder.OfCalls.find(E); Found != Finder.OfCalls.end())
      return Found->second;
    const Effect Out = ofCall(E);
    Finder.OfCalls[E] = Out;
    return Out;
  }
  Effect VisitCXXConstructExpr(const CXXConstructExpr *E) {
    if (auto Found = Finder.OfCalls.find(E); Found != Finder.OfCalls.end())
      return Found->second;
    const CXXConstructorDecl *Constructor = E->getConstructor();
    Effect Out = E->getType().isDestructedType() ? Effect::Acts : Effect::None;
    if (!Constructor->isTrivial())
      Out = larger(Out, Finder.of(Constructor));
    else if (E->getNumArgs() && !Finder.Empty.contains(E->getType()))
      Out = larger(Out, ofReading(E->getArg(0)));
    for (const Expr *Argument : E->arguments())
      Out = larger(Out, of(Argument));
    Finder.OfCalls[E] = Out;
    return Out;
  }
  Effect VisitCXXInheritedCtorInitExpr(const CXXInheritedCtorInitExpr *E) {
    return Finder.of(E->getConstructor());
  }

private:
  Effect ofChildren(const Stmt *S) {
    Effect Out = Effect::None;
    for (const Stmt *Child : S->children()) {
      Out = larger(Out, of(Child));
      if (Out == Effect::Acts)
        break;
    }
    return Out;
  }

  /// Of looking at what is at a place.
  Effect ofReading(const Expr *Place) {
    if (Place->getType().isVolatileQualified())
      return Effect::Acts;
    const Effect Of = of(Place);
    Place = Place->IgnoreParenImpCasts();
    while (true) {
      if (const auto *Member = dyn_cast<MemberExpr>(Place))
        Place = Member->getBase()->IgnoreParenImpCasts();
      else if (const auto *Element = dyn_cast<ArraySubscriptExpr>(Place))
        Place = Element->getBase()->IgnoreParenImpCasts();
      else
        break;
    }
    const auto *Ref = dyn_cast<DeclRefExpr>(Place);
    const bool IsOwn =
        Place->isPRValue()
            ? !isa<CXXThisExpr>(Place)
            : isa<MaterializeTemporaryExpr>(Place) ||
                  (Ref && !Ref->getDecl()->getType()->isReferenceType());
    if (Ref && Ref->refersToEnclosingVariableOrCapture())
      return larger(Of, Effect::Reads);
    return larger(Of, IsOwn ? Effect::None : Effect::ReadsGiven);
  }

  /// Of a place at which nothing is looked at, as for `&p->x`.
  Effect ofPlace(const Expr *E) {
    E = E->IgnoreParenNoopCasts(Finder.Context);
    if (const auto *Unary = dyn_cast<UnaryOperator>(E);
        Unary && Unary->getOpcode() == UO_Deref)
      return of(Unary->getSubExpr());
    if (isa<ArraySubscriptExpr>(E))
      return ofChildren(E);
    if (const auto *Member = dyn_cast<MemberExpr>(E);
        Member && isa<FieldDecl>(Member->getMemberDecl()) &&
        !Member->getMemberDecl()->getType()->isReferenceType())
      return Member->isArrow() ? of(Member->getBase())
                               : ofPlace(Member->getBase());
    return of(E);
  }

  Effect ofCall(const CallExpr *E) {
    const FunctionDecl *Callee = E->getDirectCallee();
    if (!Callee || isa<CUDAKernelCallExpr>(E))
      return Effect::Acts;
    Effect Out = Effect::None;
    if (const unsigned Builtin = Callee->getBuiltinID()) {
      // Others read registers: `threadIdx.x` ends in one.
      const bool IsHint = Builtin == Builtin::BI__builtin_unreachable ||
                          Builtin == Builtin::BI__builtin_assume ||
                          Builtin == Builtin::BI__builtin_assume_aligned;
      if (!IsHint && !Finder.Context.BuiltinInfo.isConstantEvaluated(Builtin))
        return Effect::Acts;
    } else {
      Out = Finder.of(Callee);
    }
    if (const auto *Member = dyn_cast<CXXMemberCallExpr>(E))
      Out = larger(Out, of(Member->getImplicitObjectArgument()));
    for (const Expr *Argument : E->arguments()) {
      if (Out == Effect::Acts)
        break;
      Out = larger(Out, of(Argument));
    }
    return Out;
  }

  /// Whether what is written there ends with the function: a variable of its
  /// own or, in a constructor, the object that is made.
  bool isOwn(const Expr *Place) const {
    Place = Place->IgnoreParenImpCasts();
    if (const auto *Member = dyn_cast<MemberExpr>(Place)) {
      const Expr *Base = Member->getBase()->IgnoreParenImpCasts();
      if (!isa<FieldDecl>(Member->getMemberDecl()) ||
          Member->getMemberDecl()->getType()->isReferenceType())
        return false;
      if (isa<CXXThisExpr>(Base))
        return llvm::isa_and_nonnull<CXXConstructorDecl>(Within);
      return !Member->isArrow() && isOwn(Base);
    }
    if (const auto *Element = dyn_cast<ArraySubscriptExpr>(Place)) {
      const Expr *Array = Element->getBase()->IgnoreParenImpCasts();
      return Array->getType()->isArrayType() && isOwn(Array);
    }
    const auto *Ref = dyn_cast<DeclRefExpr>(Place);
    if (!Ref || Ref->refersToEnclosingVariableOrCapture())
      return false;
    const auto *Variable = dyn_cast<VarDecl>(Ref->getDecl());
    return Variable && Within && Variable->getDeclContext() == Within &&
           Variable->hasLocalStorage() &&
           !Variable->getType()->isReferenceType();
  }

  EffectFinder &Finder;
  const FunctionDecl *Within; ///< null for an expression by itself
};

Effect EffectFinder::of(const Expr *E) { return Visitor(*this, nullptr).of(E); }

Effect EffectFinder::of(const FunctionDecl *Function) {
  const FunctionDecl *Defined = nullptr;
  const auto *Method = dyn_cast<CXXMethodDecl>(Function);
  // What Clang makes up has a body that does not show what it does.
  const bool IsMadeUp =
      Function->isDefaulted() && !isa<CXXConstructorDecl>(Function);
  if ((Method && Method->isVirtual()) || IsMadeUp ||
      !Function->hasBody(Defined))
    return Effect::Acts;
  auto [Slot, IsNew] = OfFunctions.try_emplace(Defined, Effect::Acts);
  if (!IsNew)
    return Slot->second;
  Visitor Visit(*this, Defined);
  Effect Out = Effect::None;
  if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(Defined))
    for (const CXXCtorInitializer *Init : Constructor->inits())
      Out = larger(Out, Visit.ofInitializer(Init));
  if (Out != Effect::Acts)
    Out = larger(Out, Visit.of(Defined->getBody()));
  OfFunctions[Defined] = Out;
  return Out;
}

bool EmptyTypes::contains(QualType Type) {
  const CXXRecordDecl *Class = Type->getAsCXXRecordDecl();
  if (!Class || !Class->hasDefinition() || Class->isInvalidDecl())
    return false;
  Class = Class->getDefinition();
  auto [Slot, IsNew] = Known.try_emplace(Class, false);
  if (!IsNew)
    return Slot->second;
  bool IsEmpty =
      !Class->isUnion() && !Class->isDynamicClass() && !Type.isDestructedType();
  for (const CXXBaseSpecifier &Base : Class->bases())
    IsEmpty = IsEmpty && contains(Base.getType());
  for (const FieldDecl *Field : Class->fields())
    IsEmpty = IsEmpty && contains(Field->getType());
  Known[Class] = IsEmpty;
  return IsEmpty;
}
