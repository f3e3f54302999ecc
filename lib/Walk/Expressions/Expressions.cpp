//===- Expressions.cpp - What expressions are worth in all lanes ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Expressions/ExpressionVisitor.h"
#include "Expressions/NodeClasses.h"
#include "Nvcc/Source/InstCombine.h"
#include "Nvcc/Source/Reassociate.h"
#include "llvm/Support/SaveAndRestore.h"

// Each operator that Clang has is thought about.
#pragma GCC diagnostic error "-Wswitch"

using namespace banklint;
using namespace clang;
using llvm::cast;
using llvm::dyn_cast;

std::optional<Scalar> Interpreter::constantOf(const Expr *E) {
  Expr::EvalResult Result;
  if (E->isValueDependent() || !E->EvaluateAsRValue(Result, Context))
    return std::nullopt;
  if (Result.Val.isInt())
    return Scalar(numberOf(Result.Val.getInt()));
  return std::nullopt;
}

void Interpreter::evaluateForEffect(const Expr *E) {
  E = E->IgnoreParens();
  if (Facts.Effects.of(E) == Effect::None)
    return;
  if (const auto *Full = dyn_cast<ExprWithCleanups>(E)) {
    const FullExpression Whole(*this);
    return evaluateForEffect(Full->getSubExpr());
  }
  Unused = E;
  if (TypeLayouts::isInParts(E->getType()) && E->isPRValue()) {
    const Pointer *Target = temporary(E->getType(), "a temporary");
    evaluateInto(E, Target);
    return noteObject(Temporaries, E->getType(), Target, E);
  }
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  const auto *Unary = dyn_cast<UnaryOperator>(E);
  bool IsWrite = (Binary && Binary->isAssignmentOp()) ||
                 (Unary && Unary->isIncrementDecrementOp());
  if (E->isGLValue() && !IsWrite)
    place(E);
  else
    evaluate(E);
}

Value Interpreter::evaluateTruth(const Expr *E) {
  ConditionArms.clear();
  Scalar V = evaluate(E);
  const auto *Binary = dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts());
  if (!Binary || Binary->getOpcode() != BO_LAnd)
    ConditionArms.clear();
  if (V.Address)
    return V.Address->Base->Kind == Object::Foreign
               ? P.symbol(ReasonKind::Pointer, SymbolKind::Choice, {0, 1})
               : Value(1);
  return P.truth(V.Number);
}

const Expr *Interpreter::sourceOf(const OpaqueValueExpr *E) const {
  const Expr *Source = Opaque.lookup(E);
  return Source ? Source : E->getSourceExpr();
}

/// Values of prvalues, and what is at the place of a glvalue.
class Interpreter::ValueVisitor
    : public ExpressionVisitor<Interpreter::ValueVisitor, Scalar> {
public:
  using ExpressionVisitor::ExpressionVisitor;

  Scalar again(const Expr *E) { return I.evaluate(E); }

  /// What has no method of its own.
  Scalar VisitExpr(const Expr *E) {
    if (E->isGLValue())
      return I.load(I.place(E), E->getType(), E);
    return I.evaluateUnsupported(E);
  }

  //===--- Constants ------------------------------------------------------===//

  Scalar VisitIntegerLiteral(const IntegerLiteral *E) {
    return Value(I.Types.intType(E->getType())
                     .wrap(int64_t(E->getValue().getLimitedValue())));
  }
  Scalar VisitCharacterLiteral(const CharacterLiteral *E) {
    return Value(E->getValue());
  }
  Scalar VisitCXXBoolLiteralExpr(const CXXBoolLiteralExpr *E) {
    return Value(E->getValue());
  }
  Scalar VisitCXXNullPtrLiteralExpr(const CXXNullPtrLiteralExpr *) {
    return Value(0);
  }
  Scalar VisitGNUNullExpr(const GNUNullExpr *) { return Value(0); }
  Scalar VisitImplicitValueInitExpr(const ImplicitValueInitExpr *) {
    return Value(0);
  }
  Scalar VisitCXXScalarValueInitExpr(const CXXScalarValueInitExpr *) {
    return Value(0);
  }
  Scalar VisitFloatingLiteral(const FloatingLiteral *E) {
    return I.unknownOf(E->getType(), true, ReasonKind::FloatingPointNumber,
                       E->getBeginLoc());
  }
  Scalar VisitStringLiteral(const StringLiteral *E) {
    return Scalar(I.placeOfLiteral(E));
  }
  Scalar VisitConstantExpr(const ConstantExpr *E) {
    if (std::optional<Scalar> Known = I.constantOf(E))
      return *Known;
    return again(E->getSubExpr());
  }
  Scalar VisitUnaryExprOrTypeTraitExpr(const UnaryExprOrTypeTraitExpr *E) {
    return constant(E);
  }
  Scalar VisitTypeTraitExpr(const TypeTraitExpr *E) { return constant(E); }
  Scalar VisitArrayTypeTraitExpr(const ArrayTypeTraitExpr *E) {
    return constant(E);
  }
  Scalar VisitExpressionTraitExpr(const ExpressionTraitExpr *E) {
    return constant(E);
  }
  Scalar VisitSizeOfPackExpr(const SizeOfPackExpr *E) { return constant(E); }
  Scalar VisitOffsetOfExpr(const OffsetOfExpr *E) { return constant(E); }
  Scalar VisitCXXNoexceptExpr(const CXXNoexceptExpr *E) { return constant(E); }
  Scalar VisitConceptSpecializationExpr(const ConceptSpecializationExpr *E) {
    return constant(E);
  }
  Scalar VisitRequiresExpr(const RequiresExpr *E) { return constant(E); }

  //===--- Operators ------------------------------------------------------===//

  Scalar VisitCastExpr(const CastExpr *E) { return I.evaluateCast(E); }
  Scalar VisitUnaryOperator(const UnaryOperator *E) {
    return I.evaluateUnary(E);
  }
  Scalar VisitBinaryOperator(const BinaryOperator *E) {
    return I.evaluateBinary(E);
  }
  Scalar VisitConditionalOperator(const ConditionalOperator *E) {
    return I.evaluateConditional(E->getCond(), E->getTrueExpr(),
                                 E->getFalseExpr());
  }
  Scalar VisitBinaryConditionalOperator(const BinaryConditionalOperator *E) {
    const OpaqueValueExpr *Tested = E->getOpaqueValue();
    const Expr *Source = I.sourceOf(Tested);
    if (Source->isGLValue())
      return VisitExpr(E);
    // Evaluated once, and looked at twice.
    I.OpaqueValues[Tested] = again(Source);
    Scalar Result = I.evaluateConditional(E->getCond(), E->getTrueExpr(),
                                          E->getFalseExpr());
    I.OpaqueValues.erase(Tested);
    return Result;
  }
  Scalar VisitOpaqueValueExpr(const OpaqueValueExpr *E) {
    if (auto Found = I.OpaqueValues.find(E); Found != I.OpaqueValues.end())
      return Found->second;
    return ExpressionVisitor::VisitOpaqueValueExpr(E);
  }
  Scalar VisitCallExpr(const CallExpr *E) {
    Scalar Result = I.evaluateCall(E, nullptr);
    if (E->isGLValue() && Result.Address)
      return I.load(Result.Address, E->getType(), E);
    return Result;
  }

  //===--- Others ---------------------------------------------------------===//

  Scalar VisitCXXBindTemporaryExpr(const CXXBindTemporaryExpr *E) {
    return Scalar(I.placeOfBound(E));
  }
  Scalar VisitMaterializeTemporaryExpr(const MaterializeTemporaryExpr *E) {
    return I.load(I.place(E), E->getType(), E);
  }
  Scalar VisitStmtExpr(const StmtExpr *E) {
    const CompoundStmt *Body = E->getSubStmt();
    const Scope Own(I);
    for (const Stmt *Child : Body->body()) {
      const auto *Last = dyn_cast<Expr>(Child);
      if (Last && Child == Body->body_back() && !E->getType()->isVoidType())
        return again(Last);
      I.run(Child);
    }
    return I.nobody();
  }
  Scalar VisitInitListExpr(const InitListExpr *E) {
    if (TypeLayouts::isInParts(E->getType()))
      return object(E);
    return E->getNumInits() == 1 ? again(E->getInit(0)) : Scalar(Value(0));
  }
  Scalar VisitCXXParenListInitExpr(const CXXParenListInitExpr *E) {
    return object(E);
  }
  Scalar VisitCompoundLiteralExpr(const CompoundLiteralExpr *E) {
    return E->isGLValue() ? VisitExpr(E) : again(E->getInitializer());
  }
  Scalar VisitArrayInitIndexExpr(const ArrayInitIndexExpr *E) {
    if (I.ArrayInitIndex.empty())
      return I.evaluateUnsupported(E);
    return I.ArrayInitIndex.back();
  }
  Scalar VisitCXXThisExpr(const CXXThisExpr *E) { return I.thisObject(E); }
  Scalar VisitCXXThrowExpr(const CXXThrowExpr *E) {
    if (E->getSubExpr())
      I.evaluateForEffect(E->getSubExpr());
    I.HasThrown = true;
    return I.P.varying(I.P.named("a throw expression"));
  }
  Scalar VisitDeclRefExpr(const DeclRefExpr *E) {
    const ValueDecl *D = E->getDecl();
    if (const auto *Enumerator = dyn_cast<EnumConstantDecl>(D))
      return numberOf(Enumerator->getInitVal());
    if (const auto *Function = dyn_cast<FunctionDecl>(D)) {
      Scalar V;
      V.Function = Function;
      return V;
    }
    if (isa<NonTypeTemplateParmDecl>(D) || isa<TemplateParamObjectDecl>(D))
      return I.constantOf(E).value_or(I.unknownOf(
          E->getType(), true, ReasonKind::TemplateParameter, E->getBeginLoc()));
    // A reference to a function.
    if (const auto *Variable = dyn_cast<VarDecl>(D);
        Variable && E->getType()->isFunctionType()) {
      Object *Held = I.Top->Locals.lookup(Variable);
      return Held ? I.loadLocal(&Held->Begin, Variable->getType(),
                                E->getBeginLoc())
                  : I.evaluateUnsupported(E);
    }
    return VisitExpr(E);
  }
  /// An enumerator is the same in all objects of its class.
  Scalar VisitMemberExpr(const MemberExpr *E) {
    const auto *Enumerator = dyn_cast<EnumConstantDecl>(E->getMemberDecl());
    if (!Enumerator)
      return VisitExpr(E);
    if (E->getBase()->HasSideEffects(I.Context))
      I.evaluateForEffect(E->getBase());
    return numberOf(Enumerator->getInitVal());
  }
  Scalar VisitLambdaExpr(const LambdaExpr *E) { return object(E); }
  Scalar VisitCXXConstructExpr(const CXXConstructExpr *E) { return object(E); }
  Scalar VisitCXXDeleteExpr(const CXXDeleteExpr *E) {
    return I.evaluateDelete(E);
  }
  Scalar VisitCXXNewExpr(const CXXNewExpr *E) { return I.evaluateNew(E); }

  static void checkTable() {
    using namespace node;
#define EXPRESSION(CLASS, METHOD, WHERE)                                       \
  BANKLINT_CHECK_EXPRESSION(ValueVisitor, AsValue, CLASS, METHOD, WHERE)
#define UNKNOWN(CLASS, WHAT) BANKLINT_CHECK_UNKNOWN(ValueVisitor, CLASS)
#include "Expressions/NodeClasses.def"
  }

private:
  /// What Clang folds.
  Scalar constant(const Expr *E) {
    if (std::optional<Scalar> Known = I.constantOf(E))
      return *Known;
    return I.unknownOf(E->getType(), true, ReasonKind::Constant,
                       E->getBeginLoc());
  }
  /// An object of class type, as the address of a temporary.
  Scalar object(const Expr *E) {
    const Pointer *Target = I.temporary(E->getType(), "a temporary");
    I.evaluateInto(E, Target);
    return Scalar(Target);
  }
};

Scalar Interpreter::evaluate(const Expr *E) {
  if (stopped() || !spend())
    return nobody();
  if (Changed)
    if (const Expr *Init = Changed->Values.lookup(E))
      return changedValue(E, evaluateInPlace(E, Init));
  Scalar V =
      E->isTypeDependent() ? evaluateRejected(E) : ValueVisitor(*this).Visit(E);
  return Changed ? changedValue(E, V) : V;
}

/// `new (address) T(...)` makes an object there, as in a shared buffer; what
/// other forms make lies in global memory.
Scalar Interpreter::evaluateNew(const CXXNewExpr *E) {
  const FunctionDecl *Allocator = E->getOperatorNew();
  const bool IsInPlace = Allocator && E->getNumPlacementArgs() == 1 &&
                         Allocator->isReservedGlobalPlacementOperator();
  if (!IsInPlace && E->getNumPlacementArgs() != 0)
    return evaluateUnsupported(E);
  if (E->isArray() && E->getArraySize() && *E->getArraySize())
    evaluateForEffect(*E->getArraySize());
  Scalar Address =
      IsInPlace ? evaluate(E->getPlacementArg(0))
      : IsHost && !E->isArray()
          ? Scalar(temporary(E->getAllocatedType(), "allocated memory"))
          : Scalar(foreign(P.varying(P.named("made by 'new'"))));
  if (!Address.Address)
    Address = lost(why(ReasonKind::PointerOfUnknownOrigin, E->getBeginLoc()));
  const Expr *Init = E->getInitializer();
  if (!Init)
    return Address;
  if (Init->getType().isNull() || Init->isTypeDependent()) {
    evaluateRejected(Init);
    passOn(Address.Address, E,
           {why(ReasonKind::UsedInRejectedCode, E->getBeginLoc()),
            why(ReasonKind::WrittenInLostCode, E->getBeginLoc())});
    return Address;
  }
  if (TypeLayouts::isInParts(Init->getType()))
    evaluateInto(Init, Address.Address);
  else
    store(Address.Address, Init->getType(), evaluate(Init), E);
  return Address;
}

/// What is not interpreted may read what it is given, change it and keep its
/// address.
void Interpreter::passToUnsupported(const Expr *Operand, const Reason &What) {
  const Scalar V =
      Operand->isGLValue() ? Scalar(place(Operand)) : evaluate(Operand);
  if (V.Address)
    passOn(V.Address, Operand,
           {why(What, Operand->getBeginLoc()),
            why(ReasonKind::PassedToUnknownCode, Operand->getBeginLoc())});
}

Scalar Interpreter::evaluateUnsupported(const Expr *E) {
  if (const auto *Lost = dyn_cast<RecoveryExpr>(E))
    return evaluateLost(Lost);
  const Reason What = unsupported(E);
  const auto *Id = dyn_cast<CXXTypeidExpr>(E);
  if (!Id || Id->isPotentiallyEvaluated())
    for (const Stmt *Child : E->children())
      if (const auto *Operand = dyn_cast_or_null<Expr>(Child))
        passToUnsupported(Operand, What);
  QualType Type = E->getType();
  if (!Type.isNull() && !Type->isDependentType() && Type->isPointerType())
    return lost(why(What, E->getBeginLoc()));
  return unknownOf(Type, /*IsUniform=*/false, What, E->getBeginLoc());
}

const Pointer *Interpreter::thisObject(const Expr *E) {
  if (Top->This)
    return Top->This;
  return IsHost ? foreign() : lost(unsupportedAt(E));
}

/// A pointer to a member is its offset, as in Clang's ABI; null is -1.
Scalar Interpreter::memberPointer(const DeclRefExpr *E) {
  int64_t OffsetBytes = 0;
  auto Add = [&](const FieldDecl *Field) {
    OffsetBytes += int64_t(Types.firstBitOf(Field) / 8);
  };
  if (const auto *Field = dyn_cast<FieldDecl>(E->getDecl()))
    Add(Field);
  else if (const auto *Indirect = dyn_cast<IndirectFieldDecl>(E->getDecl()))
    for (const NamedDecl *Link : Indirect->chain())
      Add(cast<FieldDecl>(Link));
  else
    return evaluate(E); // a function
  return Value(OffsetBytes);
}

/// `object.*member` and `pointer->*member`.
const Pointer *Interpreter::placeOfPointedMember(const BinaryOperator *E) {
  const Pointer *Base = E->getOpcode() == BO_PtrMemI
                            ? dereference(evaluate(E->getLHS()), E->getLHS())
                            : place(E->getLHS());
  return step(Base, number(E->getRHS()), 1);
}

Scalar Interpreter::evaluateUnary(const UnaryOperator *E,
                                  const Pointer **Assigned) {
  const Expr *Operand = E->getSubExpr();
  QualType Type = E->getType();
  switch (E->getOpcode()) {
  case UO_AddrOf:
    if (E->getType()->isMemberPointerType())
      return memberPointer(cast<DeclRefExpr>(Operand->IgnoreParens()));
    if (Operand->getType()->isFunctionType())
      return evaluate(Operand->IgnoreParens());
    return Scalar(place(Operand));
  case UO_Deref:
    if (Type->isFunctionType())
      return evaluate(Operand);
    return load(place(E), Type, E);
  case UO_Real:
  case UO_Imag:
    return load(place(E), Type, E);
  case UO_Plus:
    return evaluate(Operand);
  case UO_Minus:
    if (Types.isInteger(Type))
      return P.negate(number(Operand), Types.intType(Type));
    return evaluate(Operand);
  case UO_Not:
    return P.complement(number(Operand), Types.intType(Type));
  case UO_LNot: {
    if (Operand->getType()->isBooleanType() ||
        Types.isInteger(Operand->getType()))
      return P.logicalNot(evaluateTruth(Operand));
    return evaluate(Operand);
  }
  case UO_PreInc:
  case UO_PreDec:
  case UO_PostInc:
  case UO_PostDec: {
    const Pointer *Where = place(Operand);
    if (Assigned)
      *Assigned = Where;
    Scalar Old = load(Where, Type, Operand);
    bool IsUp = E->isIncrementOp();
    Scalar New = arithmetic(IsUp ? BO_Add : BO_Sub, Type, Type, Old, Value(1));
    store(Where, Type, New, Operand);
    return E->isPrefix() ? New : Old;
  }
  case UO_Extension:
    return evaluate(Operand);
  case UO_Coawait:
    return evaluateUnsupported(E);
  }
  llvm_unreachable("every operator is listed");
}

Scalar Interpreter::evaluateBinary(const BinaryOperator *E) {
  if (E->isAssignmentOp())
    return evaluateAssignment(E);
  if (E->isLogicalOp())
    return evaluateLogical(E);
  if (E->getOpcode() == BO_Comma) {
    evaluateForEffect(E->getLHS());
    return evaluate(E->getRHS());
  }
  if (E->isPtrMemOp()) {
    if (E->isGLValue() || !TypeLayouts::isInParts(E->getLHS()->getType()))
      return load(placeOfPointedMember(E), E->getType(), E);
    return evaluateUnsupported(E);
  }
  if (E->getOpcode() == BO_Cmp)
    return evaluateUnsupported(E);
  const size_t FirstRecord = Recorded.size();
  Scalar A = evaluate(E->getLHS());
  Scalar B = evaluate(E->getRHS());
  noteSlowPath(E);
  // Of what is multiplied by zero nothing is looked at.
  const bool IsProduct = E->getOpcode() == BO_Mul || E->getOpcode() == BO_And;
  if (IsProduct && Types.isInteger(E->getType()) && !A.Address && !B.Address &&
      (A.Number.isNumber(0) || B.Number.isNumber(0)))
    markUnused(Recorded, FirstRecord);
  if (E->getOpcode() == BO_Xor && !A.Address && !B.Address &&
      mayBeRewritten(E, A.Number, B.Number, P, isInLoop()))
    Recorded.Xors.note(E);
  Scalar V =
      arithmetic(E->getOpcode(), E->getType(), E->getLHS()->getType(), A, B);
  if (E->isAdditiveOp() && !V.Address && Types.isInteger(E->getType()))
    if (const int64_t Granule = movedGranule(
            E, [this](const Expr *Of) { return constantNumber(Of); }, Types))
      V.Number = P.movedMask(V.Number, Granule, Types.intType(E->getType()));
  return Changed ? changedBinary(E, A, B, V) : V;
}

/// Whether a number that was just evaluated is what one record loads.
bool Interpreter::isLoadAlone(const Expr *E, size_t Record) {
  if (!Recorded.isOn() || Recorded.size() != Record + 1 ||
      Recorded.recordsFrom(Record)[0].Kind != RequestKind::Load)
    return false;
  const auto *Load = dyn_cast<CastExpr>(E->IgnoreParens());
  while (Load && Load->getCastKind() != CK_LValueToRValue)
    Load = dyn_cast<CastExpr>(Load->getSubExpr()->IgnoreParens());
  return Load != nullptr;
}

Scalar Interpreter::evaluateAssignment(const BinaryOperator *E,
                                       const Pointer **Assigned) {
  QualType Type = E->getLHS()->getType();
  if (E->getOpcode() == BO_Assign) {
    if (TypeLayouts::isInParts(Type)) {
      const Pointer *Where = place(E->getLHS());
      evaluateInto(E->getRHS(), Where);
      if (Assigned)
        *Assigned = Where;
      return Scalar(Where);
    }
    const size_t FirstRecord = Recorded.size();
    Scalar V = evaluate(E->getRHS());
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E->getLHS()->IgnoreParens()))
      if (const auto *Variable = dyn_cast<VarDecl>(Ref->getDecl()))
        Sunk.noteLoaded(Variable, FirstRecord, codeOf(*Top));
    if (isa<ArraySubscriptExpr>(E->getLHS()->IgnoreParens()))
      Sunk.noteLoadedInto(E->getLHS(), FirstRecord, codeOf(*Top));
    const bool IsLoad = isLoadAlone(E->getRHS(), FirstRecord);
    const Pointer *Where = place(E->getLHS());
    if (Assigned)
      *Assigned = Where;
    store(Where, Type, V, E->getLHS()->IgnoreParens());
    if (IsLoad)
      Recorded.noteScalarInto(Where, FirstRecord);
    return V;
  }
  const auto *Compound = cast<CompoundAssignOperator>(E);
  const size_t FirstRecord = Recorded.size();
  Scalar B = evaluate(E->getRHS());
  Sunk.noteLoadedInto(E->getLHS(), FirstRecord, codeOf(*Top));
  const Pointer *Where = place(E->getLHS());
  if (Assigned)
    *Assigned = Where;
  const Expr *Site = E->getLHS()->IgnoreParens();
  Scalar Old = load(Where, Type, Site);
  noteSlowPath(E);
  QualType In = Compound->getComputationLHSType();
  Scalar New;
  if (Type->isPointerType()) {
    New = arithmetic(BinaryOperator::getOpForCompoundAssignment(E->getOpcode()),
                     Type, Type, Old, B);
  } else {
    Scalar A = Old.Address ? Old : convert(Old, Type, In, E->getBeginLoc());
    New = arithmetic(BinaryOperator::getOpForCompoundAssignment(E->getOpcode()),
                     Compound->getComputationResultType(), In, A, B);
    if (!New.Address)
      New = convert(New, Compound->getComputationResultType(), Type,
                    E->getBeginLoc());
  }
  store(Where, Type, New, Site);
  return New;
}

Scalar Interpreter::evaluateLogical(const BinaryOperator *E) {
  Value Left = evaluateTruth(E->getLHS());
  if (stopped())
    return nobody();
  bool IsAnd = E->getOpcode() == BO_LAnd;
  llvm::SmallVector<unsigned, 4> Led = std::exchange(ConditionArms, {});
  if (!IsAnd)
    Led.clear();
  auto EvaluateRight = [&] {
    const Value Right = evaluateTruth(E->getRHS());
    ConditionArms.insert(ConditionArms.begin(), Led.begin(), Led.end());
    return Right;
  };
  Split Lanes = decideHere(Left);
  if (!IsAnd) {
    std::swap(Lanes.True, Lanes.False);
    std::swap(Lanes.OthersTrue, Lanes.OthersFalse);
    Lanes.Unresolved = P.logicalNot(Lanes.Unresolved);
  }
  if (!Lanes.True && !Lanes.OthersTrue)
    return Value(!IsAnd);
  if (!Lanes.False && leavesNoBranch(Lanes, E->getLHS()))
    return EvaluateRight();
  // The right operand runs in the lanes that need it.
  Value Right;
  const unsigned BlockBefore = Recorded.Code.Block;
  const size_t RecordsBefore = Recorded.size();
  branch(
      Lanes, E->getOperatorLoc(),
      [&] {
        const llvm::SaveAndRestore Restore(Recorded.Code.OuterArms);
        comeThrough(Led);
        Led.push_back(Recorded.Code.Arm);
        Right = EvaluateRight();
      },
      [] {});
  if (!readsMemory(E->getRHS()) && Recorded.size() == RecordsBefore)
    Recorded.Code.Block = BlockBefore;
  return IsAnd ? P.logicalAnd(Left, Right) : P.logicalOr(Left, Right);
}

Scalar Interpreter::evaluateConditional(const Expr *Condition, const Expr *True,
                                        const Expr *False, const Expr *Loaded) {
  Value Truth = evaluateTruth(Condition);
  if (stopped())
    return nobody();
  Split Lanes = decideHere(Truth);
  Scalar A, B;
  auto EvaluateArm = [&](const Expr *E) {
    return E->isGLValue() ? Scalar(place(E)) : evaluate(E);
  };
  const unsigned BlockBefore = Recorded.Code.Block;
  const size_t RecordsBefore = Recorded.size();
  auto Load = [&](Scalar &V, const Expr *Site) {
    if (V.Address)
      V = load(V.Address, Site->getType(), Site->IgnoreParens());
  };
  auto IsShared = [](const Scalar &V) {
    return V.Address && V.Address->Base->Kind == Object::Shared;
  };
  SourceLocation Where = Condition->getExprLoc();
  // What is decided when compiling leaves no branch behind.
  if (leavesNoBranch(Lanes, Condition)) {
    const Expr *Taken = Lanes.True ? True : False;
    A = EvaluateArm(Taken);
    if (Loaded)
      Load(A, Taken);
    return A;
  }
  Sunk.markInexact(Lanes, True, False, codeOf(*Top));
  const size_t FirstOfArms = Recorded.size();
  branch(
      Lanes, Where,
      [&] {
        const llvm::SaveAndRestore Restore(Conditions);
        noteCompared(Condition);
        A = EvaluateArm(True);
      },
      [&] {
        const llvm::SaveAndRestore Restore(Conditions);
        noteCompared(Condition);
        B = EvaluateArm(False);
      });
  if (Recorded.isOn() && !IsHost)
    markSpeculated(FirstOfArms, Recorded);
  // The machine selects between addresses in shared memory, and loads once.
  bool IsLoadedOnce = Loaded && IsShared(A) && IsShared(B);
  if (Loaded && !IsLoadedOnce)
    branch(Lanes, Where, [&] { Load(A, True); }, [&] { Load(B, False); });
  // A choice between registers is no branch; one between shared variables is.
  if (!readsMemory(True) && !readsMemory(False) &&
      Recorded.size() == RecordsBefore)
    Recorded.Code.Block = BlockBefore;
  if (isa<CXXThrowExpr>(True->IgnoreParens()) ||
      !(Lanes.True | Lanes.OthersTrue))
    return B;
  if (isa<CXXThrowExpr>(False->IgnoreParens()) ||
      !(Lanes.False | Lanes.OthersFalse))
    return A;
  Scalar Either = joinArms(Lanes, Where, A, B);
  if (IsLoadedOnce)
    Load(Either, Loaded);
  return Either;
}
