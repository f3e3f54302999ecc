//===- Effects.cpp - What evaluating code does beside its value -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Expressions/Effects.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtVisitor.h"
#include "clang/Basic/Builtins.h"

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;
using llvm::isa;

/// Walks code and adds up what it does. What is not listed here acts.
class EffectFinder::Visitor : public ConstStmtVisitor<Visitor> {
public:
  /// `Within` is null for an expression by itself.
  Visitor(EffectFinder &Finder, const FunctionDecl *Within, Conduct &Into)
      : Finder(Finder), Within(Within), Into(Into) {}

  void add(const Stmt *S) {
    if (S && Into.What != Effect::Acts)
      Visit(S);
  }

  void VisitStmt(const Stmt *) { note(Effect::Acts); }

  //===--- Statements -----------------------------------------------------===//

#define OF_CHILDREN(CLASS)                                                     \
  void Visit##CLASS(const CLASS *S) { addChildren(S); }
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

  void VisitReturnStmt(const ReturnStmt *S) {
    const Expr *Result = S->getRetValue();
    if (!Result || !Result->isGLValue())
      return add(Result);
    add(Result);
    const Root To = rootOf(Result);
    Into.Returned |= To.Given;
    Into.ReturnsOther |= To.IsOther;
  }
  void VisitIfStmt(const IfStmt *S) {
    std::optional<const Stmt *> Kept;
    if (S->isConstexpr())
      Kept = S->getNondiscardedCase(Finder.Context);
    Kept ? add(*Kept) : addChildren(S);
  }
  void VisitDeclStmt(const DeclStmt *S) {
    for (const Decl *D : S->decls()) {
      const auto *Variable = dyn_cast<VarDecl>(D);
      const bool IsQuiet = isa<TypeDecl, StaticAssertDecl, UsingDecl,
                               UsingDirectiveDecl, EmptyDecl>(D);
      if (Variable
              ? Variable->getType().isDestructedType() ||
                    (Variable->hasGlobalStorage() && !Variable->isConstexpr())
              : !IsQuiet)
        note(Effect::Acts);
      if (Variable)
        add(Variable->getInit());
    }
  }

  //===--- Values ---------------------------------------------------------===//

  OF_CHILDREN(ArraySubscriptExpr)
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
  void Visit##CLASS(const CLASS *) {}
  CONSTANT(CharacterLiteral)
  CONSTANT(ConceptSpecializationExpr)
  CONSTANT(ConstantExpr)
  CONSTANT(CXXBoolLiteralExpr)
  CONSTANT(CXXNoexceptExpr)
  CONSTANT(CXXNullPtrLiteralExpr)
  CONSTANT(CXXScalarValueInitExpr)
  CONSTANT(CXXThisExpr)
  CONSTANT(DeclRefExpr)
  CONSTANT(FloatingLiteral)
  CONSTANT(ImplicitValueInitExpr)
  CONSTANT(IntegerLiteral)
  CONSTANT(RequiresExpr)
  CONSTANT(SizeOfPackExpr)
  CONSTANT(StringLiteral)
  CONSTANT(TypeTraitExpr)
#undef CONSTANT
#undef OF_CHILDREN

  void VisitMemberExpr(const MemberExpr *E) { add(E->getBase()); }
  void VisitOpaqueValueExpr(const OpaqueValueExpr *E) {
    add(E->getSourceExpr());
  }
  void VisitUnaryExprOrTypeTraitExpr(const UnaryExprOrTypeTraitExpr *E) {
    if (E->getTypeOfArgument()->isVariablyModifiedType())
      note(Effect::Acts);
  }
  void VisitCXXDefaultArgExpr(const CXXDefaultArgExpr *E) { add(E->getExpr()); }
  void VisitCXXDefaultInitExpr(const CXXDefaultInitExpr *E) {
    add(E->getExpr());
  }
  void VisitLambdaExpr(const LambdaExpr *E) {
    for (const Expr *Init : E->capture_inits())
      add(Init);
  }
  void VisitCastExpr(const CastExpr *E) {
    switch (E->getCastKind()) {
    case CK_LValueToRValue:
      return addReading(E->getSubExpr());
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
      return add(E->getSubExpr());
    default:
      note(Effect::Acts);
    }
  }

  //===--- Operators ------------------------------------------------------===//

  void VisitUnaryOperator(const UnaryOperator *E) {
    const Expr *Operand = E->getSubExpr();
    if (E->isIncrementDecrementOp() && !isOwn(Operand))
      note(Effect::Acts);
    add(Operand);
  }
  void VisitBinaryOperator(const BinaryOperator *E) {
    if (E->isPtrMemOp() || (E->isAssignmentOp() && !isOwn(E->getLHS())))
      note(Effect::Acts);
    addChildren(E);
  }

  //===--- Calls ----------------------------------------------------------===//

  void VisitCallExpr(const CallExpr *E) {
    const FunctionDecl *Callee = E->getDirectCallee();
    if (!Callee || isa<CUDAKernelCallExpr>(E))
      return note(Effect::Acts);
    const Expr *Object = nullptr;
    llvm::SmallVector<const Expr *, 8> Arguments(E->arguments());
    if (const auto *Member = dyn_cast<CXXMemberCallExpr>(E)) {
      Object = Member->getImplicitObjectArgument();
    } else if (const auto *Method = dyn_cast<CXXMethodDecl>(Callee);
               Method && isa<CXXOperatorCallExpr>(E) && !Arguments.empty()) {
      Object = Arguments.front();
      Arguments.erase(Arguments.begin());
    }
    addCall(Callee, Object, Arguments);
  }
  void VisitCXXConstructExpr(const CXXConstructExpr *E) {
    if (E->getType().isDestructedType())
      note(Effect::Acts);
    const CXXConstructorDecl *Constructor = E->getConstructor();
    llvm::SmallVector<const Expr *, 8> Arguments(E->arguments());
    if (!Constructor->isTrivial())
      return addCall(Constructor, nullptr, Arguments);
    for (const Expr *Argument : Arguments)
      Argument->isGLValue() && !Finder.Empty.contains(E->getType())
          ? addReading(Argument)
          : add(Argument);
  }
  void VisitCXXInheritedCtorInitExpr(const CXXInheritedCtorInitExpr *E) {
    Conduct Of = Finder.of(E->getConstructor());
    Into.What = std::max(Into.What, Of.What);
    Into.Looked |= Of.Looked & ~(GivenSet(1) << ThisObject);
  }

private:
  void note(Effect What) { Into.What = std::max(Into.What, What); }

  void addChildren(const Stmt *S) {
    for (const Stmt *Child : S->children())
      add(Child);
  }

  /// Whether one of Clang's own functions does no more than give a value. That
  /// Clang can evaluate it is not enough: `__builtin_memmove` may stand in a
  /// constant expression.
  bool onlyComputes(unsigned Builtin,
                    llvm::ArrayRef<const Expr *> Arguments) const {
    const bool IsHint = Builtin == Builtin::BI__builtin_unreachable ||
                        Builtin == Builtin::BI__builtin_assume ||
                        Builtin == Builtin::BI__builtin_assume_aligned ||
                        Builtin == Builtin::BI__builtin_launder;
    // What it is given may be memory that it reads or writes. A constant
    // function, such as `std::move`, looks at the address alone.
    const Builtin::Context &Known = Finder.Context.BuiltinInfo;
    auto IsMemory = [](const Expr *Argument) {
      return Argument->isGLValue() || !Argument->getType()->isScalarType() ||
             Argument->getType()->isAnyPointerType();
    };
    // Others read registers: `threadIdx.x` ends in one.
    return IsHint ||
           (Known.isConstantEvaluated(Builtin) &&
            (Known.isConst(Builtin) || llvm::none_of(Arguments, IsMemory)));
  }

  void addCall(const FunctionDecl *Callee, const Expr *Object,
               llvm::ArrayRef<const Expr *> Arguments) {
    Conduct Of;
    if (const unsigned Builtin = Callee->getBuiltinID()) {
      if (!onlyComputes(Builtin, Arguments))
        Of.What = Effect::Acts;
    } else {
      Of = Finder.of(Callee);
    }
    if (Of.What != Effect::ReadsGiven)
      note(Of.What);
    auto AddGiven = [&](const Expr *Given, unsigned Position) {
      if (!Given)
        return;
      const bool IsLooked = Of.Looked >> Position & 1;
      if (!Given->isGLValue()) {
        add(Given);
        if (IsLooked && Given->getType()->isPointerType())
          noteReading(rootBehind(Given));
      } else {
        IsLooked ? addReading(Given) : add(Given);
      }
    };
    AddGiven(Object, ThisObject);
    for (const auto &[I, Argument] : llvm::enumerate(Arguments))
      AddGiven(Argument, positionOf(I));
  }

  /// The last bits of a set stand for all that are behind them.
  static unsigned positionOf(size_t Parameter) {
    return std::min<size_t>(Parameter, ThisObject - 1);
  }

  //===--- Places ---------------------------------------------------------===//

  /// What a place may be in: what the function is given, or memory that it has
  /// no variable for.
  struct Root {
    GivenSet Given = 0;
    bool IsOther = false;
  };

  void noteReading(Root Of) {
    Into.Looked |= Of.Given;
    if (Of.Given)
      note(Effect::ReadsGiven);
    if (Of.IsOther)
      note(Effect::Reads);
  }
  /// What is at a place is looked at.
  void addReading(const Expr *Place) {
    if (Place->getType().isVolatileQualified())
      return note(Effect::Acts);
    add(Place);
    if (!Finder.Empty.contains(Place->getType()))
      noteReading(rootOf(Place));
  }
  static constexpr GivenSet This = GivenSet(1) << ThisObject;

  /// Of what a pointer points to.
  Root rootBehind(const Expr *Pointer) {
    Pointer = Pointer->IgnoreParenImpCasts();
    if (isa<CXXThisExpr>(Pointer))
      return {This, false};
    if (const auto *Address = dyn_cast<UnaryOperator>(Pointer);
        Address && Address->getOpcode() == UO_AddrOf)
      return rootOf(Address->getSubExpr());
    return {0, true};
  }

  Root rootOf(const Expr *Place) {
    Place = Place->IgnoreParens();
    if (Place->isPRValue() || isa<MaterializeTemporaryExpr>(Place) ||
        Finder.Empty.contains(Place->getType()))
      return {};
    if (const auto *Cast = dyn_cast<CastExpr>(Place))
      return rootOf(Cast->getSubExpr());
    if (const auto *Member = dyn_cast<MemberExpr>(Place)) {
      if (!isa<FieldDecl>(Member->getMemberDecl()))
        return rootOfVariable(Member->getMemberDecl());
      if (Member->getMemberDecl()->getType()->isReferenceType())
        return {0, true};
      return Member->isArrow() ? rootBehind(Member->getBase())
                               : rootOf(Member->getBase());
    }
    if (const auto *Element = dyn_cast<ArraySubscriptExpr>(Place)) {
      const Expr *Array = Element->getBase()->IgnoreParenImpCasts();
      return Array->getType()->isArrayType() ? rootOf(Array) : Root{0, true};
    }
    if (const auto *Unary = dyn_cast<UnaryOperator>(Place))
      return Unary->getOpcode() == UO_Deref ? rootBehind(Unary->getSubExpr())
                                            : rootOf(Unary->getSubExpr());
    if (const auto *Either = dyn_cast<ConditionalOperator>(Place)) {
      const Root A = rootOf(Either->getTrueExpr());
      const Root B = rootOf(Either->getFalseExpr());
      return {A.Given | B.Given, A.IsOther || B.IsOther};
    }
    if (const auto *Binary = dyn_cast<BinaryOperator>(Place);
        Binary && Binary->isAssignmentOp())
      return rootOf(Binary->getLHS());
    if (const auto *Ref = dyn_cast<DeclRefExpr>(Place))
      return Ref->refersToEnclosingVariableOrCapture()
                 ? Root{0, true}
                 : rootOfVariable(Ref->getDecl());
    if (const auto *Call = dyn_cast<CallExpr>(Place))
      return rootOfCall(Call);
    return {0, true};
  }

  Root rootOfVariable(const ValueDecl *D) {
    if (const auto *Binding = dyn_cast<BindingDecl>(D))
      return Binding->getBinding() ? rootOf(Binding->getBinding())
                                   : Root{0, true};
    const auto *Variable = dyn_cast<VarDecl>(D);
    if (!Variable)
      return {};
    if (Variable->hasGlobalStorage())
      return {0, !Variable->isUsableInConstantExpressions(Finder.Context)};
    if (!Variable->getType()->isReferenceType())
      return {};
    if (const auto *Parameter = dyn_cast<ParmVarDecl>(Variable))
      return {GivenSet(1) << positionOf(Parameter->getFunctionScopeIndex()),
              false};
    const Expr *Init = Variable->getInit();
    return Init ? rootOf(Init) : Root{0, true};
  }

  Root rootOfCall(const CallExpr *E) {
    const FunctionDecl *Callee = E->getDirectCallee();
    if (!Callee || Callee->getBuiltinID())
      return {0, true};
    const Conduct Of = Finder.of(Callee);
    Root Out = {0, Of.ReturnsOther || Of.What == Effect::Acts};
    auto Add = [&](const Expr *Given, unsigned Position) {
      if (!(Of.Returned >> Position & 1))
        return;
      const Root To = Given->isGLValue() ? rootOf(Given) : rootBehind(Given);
      Out.Given |= To.Given;
      Out.IsOther |= To.IsOther;
    };
    unsigned First = 0;
    if (const auto *Member = dyn_cast<CXXMemberCallExpr>(E)) {
      Add(Member->getImplicitObjectArgument(), ThisObject);
    } else if (isa<CXXMethodDecl>(Callee) && isa<CXXOperatorCallExpr>(E)) {
      Add(E->getArg(0), ThisObject);
      First = 1;
    }
    for (unsigned I = First; I < E->getNumArgs(); ++I)
      Add(E->getArg(I), positionOf(I - First));
    return Out;
  }

  /// Whether what is written there ends with the function: a variable of its
  /// own or, in a constructor, the object that is made.
  bool isOwn(const Expr *Place) {
    if (!Within)
      return false;
    const Root Of = rootOf(Place);
    const bool IsInMade = Of.Given == This && isa<CXXConstructorDecl>(Within);
    return !Of.IsOther && (Of.Given == 0 || IsInMade) && isOfFunction(Place);
  }
  /// Not a variable around a lambda, or a constant.
  bool isOfFunction(const Expr *Place) {
    Place = Place->IgnoreParenCasts();
    if (const auto *Member = dyn_cast<MemberExpr>(Place))
      return isOfFunction(Member->getBase());
    if (const auto *Element = dyn_cast<ArraySubscriptExpr>(Place))
      return isOfFunction(Element->getBase());
    if (isa<CXXThisExpr>(Place))
      return true;
    const auto *Ref = dyn_cast<DeclRefExpr>(Place);
    const auto *Variable = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    return Variable && Variable->hasLocalStorage() &&
           Variable->getDeclContext() == Within;
  }

  EffectFinder &Finder;
  const FunctionDecl *Within;
  Conduct &Into;
};

Effect EffectFinder::of(const Expr *E) {
  if (auto Found = OfExpressions.find(E); Found != OfExpressions.end())
    return Found->second;
  Conduct Out;
  Visitor(*this, nullptr, Out).add(E);
  if (isa<CallExpr, CXXConstructExpr>(E))
    OfExpressions[E] = Out.What;
  return Out.What;
}

Conduct EffectFinder::of(const FunctionDecl *Function) {
  const Conduct Unknown = {Effect::Acts, 0, 0, true};
  const FunctionDecl *Defined = nullptr;
  const auto *Method = dyn_cast<CXXMethodDecl>(Function);
  // What Clang makes up has a body that does not show what it does.
  const bool IsMadeUp =
      Function->isDefaulted() && !isa<CXXConstructorDecl>(Function);
  if ((Method && Method->isVirtual()) || IsMadeUp ||
      !Function->hasBody(Defined))
    return Unknown;
  auto [Slot, IsNew] = OfFunctions.try_emplace(Defined, Unknown);
  if (!IsNew)
    return Slot->second;
  Conduct Out;
  Visitor Visit(*this, Defined, Out);
  if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(Defined))
    for (const CXXCtorInitializer *Init : Constructor->inits())
      Visit.add(Init->getInit());
  Visit.add(Defined->getBody());
  return OfFunctions[Defined] = Out;
}

bool EmptyTypes::contains(QualType Type) {
  if (Type.isNull())
    return false;
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
