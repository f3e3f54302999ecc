//===- Aggregates.cpp - Values of class and array type --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExpressionVisitor.h"
#include "Warp/Limits.h"

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;

/// Initializes objects of class or array type.
class Interpreter::InitVisitor
    : public ExpressionVisitor<Interpreter::InitVisitor, void> {
public:
  InitVisitor(Interpreter &I, const Pointer *Target)
      : ExpressionVisitor(I), Target(Target) {}

  void again(const Expr *E) { I.evaluateInto(E, Target); }

  /// What has no method of its own.
  void VisitExpr(const Expr *E) {
    if (E->isGLValue())
      I.copy(I.place(E), Target, E->getType(), E, E);
    else
      I.evaluateUnsupported(E);
  }

  void VisitInitListExpr(const InitListExpr *E) { I.initializeList(E, Target); }
  void VisitCXXStdInitializerListExpr(const CXXStdInitializerListExpr *E) {
    I.makeInitializerList(E, Target);
  }
  void VisitMaterializeTemporaryExpr(const MaterializeTemporaryExpr *E) {
    again(E->getSubExpr());
  }
  void VisitCompoundLiteralExpr(const CompoundLiteralExpr *E) {
    again(E->getInitializer());
  }
  void VisitCXXConstructExpr(const CXXConstructExpr *E) {
    I.construct(E, Target);
  }
  void VisitCXXInheritedCtorInitExpr(const CXXInheritedCtorInitExpr *E) {
    I.inheritConstructor(E, Target);
  }
  void VisitLambdaExpr(const LambdaExpr *E) { I.makeClosure(E, Target); }
  void VisitCallExpr(const CallExpr *E) {
    if (E->isPRValue() && !isa<CUDAKernelCallExpr>(E) &&
        !isa<UserDefinedLiteral>(E))
      I.evaluateCall(E, Target);
    else
      VisitExpr(E);
  }
  void VisitImplicitValueInitExpr(const ImplicitValueInitExpr *E) {
    I.initialize(Target, E->getType(), Object::Zero);
  }
  void VisitCXXScalarValueInitExpr(const CXXScalarValueInitExpr *E) {
    I.initialize(Target, E->getType(), Object::Zero);
  }
  void VisitConditionalOperator(const ConditionalOperator *E) {
    if (E->isGLValue())
      return I.copyEither(E, Target);
    Value Truth = I.evaluateTruth(E->getCond());
    if (I.stopped())
      return;
    I.branch(
        I.decideHere(Truth), E->getCond()->getExprLoc(),
        [&] { again(E->getTrueExpr()); }, [&] { again(E->getFalseExpr()); });
  }
  void VisitArrayInitLoopExpr(const ArrayInitLoopExpr *E);
  void VisitBinaryOperator(const BinaryOperator *E) {
    if (E->getOpcode() != BO_Comma)
      return VisitExpr(E);
    I.evaluateForEffect(E->getLHS());
    again(E->getRHS());
  }
  void VisitStmtExpr(const StmtExpr *E) {
    const CompoundStmt *Body = E->getSubStmt();
    for (const Stmt *Child : Body->body()) {
      if (const auto *Last = dyn_cast<Expr>(Child);
          Last && Child == Body->body_back())
        return again(Last);
      I.run(Child);
    }
  }
  void VisitStringLiteral(const StringLiteral *) {}
  void VisitCastExpr(const CastExpr *E) {
    if (E->isGLValue())
      return VisitExpr(E);
    const Expr *Operand = E->getSubExpr();
    bool IsLoad = E->getCastKind() == CK_LValueToRValue ||
                  E->getCastKind() == CK_LValueToRValueBitCast;
    if (!IsLoad && Operand->getType()->isRecordType())
      return again(Operand);
    if (!Operand->isGLValue())
      return VisitExpr(E);
    I.copy(I.place(Operand), Target, E->getType(), Operand, E);
  }

private:
  const Pointer *Target;
};

/// Elements of an array that is captured, or copied with its class, one by one.
void Interpreter::InitVisitor::VisitArrayInitLoopExpr(
    const ArrayInitLoopExpr *E) {
  const Expr *Element = E->getSubExpr();
  QualType Type = Element->getType();
  I.Opaque[E->getCommonExpr()] = E->getCommonExpr()->getSourceExpr();
  const uint64_t Size = E->getArraySize().getLimitedValue();
  const uint64_t Count = std::min(Size, limits::CopiedElements);
  size_t RecordsBefore = 0; // the last of these
  for (uint64_t N = 0; N != Count; ++N) {
    RecordsBefore = I.Recorded.size();
    I.ArrayInitIndex.push_back(Value(int64_t(N)));
    const Pointer *At = I.stepBytes(Target, int64_t(N) * I.Types.sizeOf(Type));
    if (Type->isRecordType() || Type->isArrayType())
      I.evaluateInto(Element, At);
    else
      I.store(At, Type, I.evaluate(Element), E);
    I.ArrayInitIndex.pop_back();
  }
  I.leaveElements(Target, Type, {Count, Size},
                  I.Recorded.size() != RecordsBefore, E);
}

void Interpreter::leaveElements(const Pointer *Array, QualType Element,
                                ElementCounts Elements, bool MakeAccesses,
                                const Expr *E) {
  if (Elements.Walked == Elements.All || stopped())
    return;
  const auto First = int64_t(Elements.Walked);
  const int64_t ElementBytes = Types.sizeOf(Element);
  forgetBytes(
      stepBytes(Array, First * ElementBytes),
      int64_t(Elements.All - Elements.Walked) * ElementBytes,
      why(P.reason(ReasonKind::BehindFirstElements, First), E->getBeginLoc()));
  if (MakeAccesses)
    Gaps.push_back(
        {E->getBeginLoc(), P.reason(ReasonKind::RestOfArray, First)});
}

void Interpreter::evaluateInto(const Expr *E, const Pointer *Target) {
  if (!stopped() && spend())
    InitVisitor(*this, Target).Visit(E->IgnoreParens());
}

void Interpreter::copyEither(const ConditionalOperator *E,
                             const Pointer *Target) {
  Value Truth = evaluateTruth(E->getCond());
  if (stopped())
    return;
  Split Lanes = decideHere(Truth);
  SourceLocation Where = E->getCond()->getExprLoc();
  const Expr *True = E->getTrueExpr(), *False = E->getFalseExpr();
  const Pointer *A = nullptr, *B = nullptr;
  branch(Lanes, Where, [&] { A = place(True); }, [&] { B = place(False); });
  auto Copy = [&](const Pointer *From, const Expr *Site) {
    if (From)
      copy(From, Target, E->getType(), Site, E);
  };
  if (A && B && A->Base->Kind == Object::Shared &&
      B->Base->Kind == Object::Shared)
    return Copy(joinArms(Lanes, Where, Scalar(A), Scalar(B)).Address, E);
  branch(Lanes, Where, [&] { Copy(A, True); }, [&] { Copy(B, False); });
}

void Interpreter::initializeList(const InitListExpr *E, const Pointer *Target) {
  if (const InitListExpr *Semantic = E->getSemanticForm())
    E = Semantic;
  if (E->isTransparent() && E->getNumInits() == 1)
    return evaluateInto(E->getInit(0), Target);
  QualType Type = E->getType();
  auto Element = [&](const Expr *Init, QualType ElementType,
                     const Pointer *At) {
    if (ElementType->isReferenceType()) {
      if (At->Base->Kind == Object::Local)
        storeLocal(At, ElementType, Scalar(place(Init)));
    } else if (ElementType->isRecordType() || ElementType->isArrayType()) {
      evaluateInto(Init, At);
    } else {
      store(At, ElementType, evaluate(Init), E);
    }
  };
  if (const ConstantArrayType *Array = Context.getAsConstantArrayType(Type)) {
    QualType ElementType = Array->getElementType();
    int64_t ElementBytes = Types.sizeOf(ElementType);
    if (E->hasArrayFiller())
      initialize(Target, Type, Object::Zero);
    for (unsigned I = 0; I != E->getNumInits(); ++I)
      Element(E->getInit(I), ElementType, stepBytes(Target, I * ElementBytes));
    return;
  }
  const auto *Class = Type->getAsRecordDecl();
  if (!Class) {
    for (const Expr *Init : E->inits())
      evaluateForEffect(Init);
    return;
  }
  unsigned Next = 0;
  if (const auto *Cxx = dyn_cast<CXXRecordDecl>(Class))
    for (const CXXBaseSpecifier &Base : Cxx->bases()) {
      if (Next == E->getNumInits())
        return;
      evaluateInto(E->getInit(Next++),
                   stepBytes(Target, Types.offsetOf(Cxx, Base.getType())));
    }
  if (Class->isUnion()) {
    if (const FieldDecl *Field = E->getInitializedFieldInUnion())
      if (Next < E->getNumInits())
        Element(E->getInit(Next), Field->getType(), memberOf(Target, Field));
    return;
  }
  for (const FieldDecl *Field : Class->fields()) {
    if (Field->isUnnamedBitField())
      continue;
    if (Next == E->getNumInits())
      return;
    Element(E->getInit(Next++), Field->getType(), memberOf(Target, Field));
  }
}

/// `{a, b}` as a `std::initializer_list`: the beginning of an array of its own,
/// and its length or its end.
void Interpreter::makeInitializerList(const CXXStdInitializerListExpr *E,
                                      const Pointer *Target) {
  const Expr *Array = E->getSubExpr();
  const Pointer *Begin = place(Array);
  const RecordDecl *Class = E->getType()->getAsRecordDecl();
  const auto *Type = Context.getAsConstantArrayType(Array->getType());
  if (!Class || !Type ||
      std::distance(Class->field_begin(), Class->field_end()) != 2)
    return (void)evaluateUnsupported(E);
  const FieldDecl *First = *Class->field_begin();
  const FieldDecl *Second = *std::next(Class->field_begin());
  Value Count = int64_t(Type->getZExtSize());
  store(memberOf(Target, First), First->getType(), Scalar(Begin), E);
  store(memberOf(Target, Second), Second->getType(),
        Second->getType()->isPointerType()
            ? Scalar(step(Begin, Count, Types.sizeOf(Type->getElementType())))
            : Scalar(Count),
        E);
}

void Interpreter::storeConstant(const APValue &V, QualType Type,
                                const Pointer *Target) {
  switch (V.getKind()) {
  case APValue::Int:
    return storeLocal(Target, Type, numberOf(V.getInt()));
  case APValue::Float:
    return storeLocal(
        Target, Type,
        unknownOf(Type, true, ReasonKind::FloatingPointNumber, {}));
  case APValue::Array: {
    const ConstantArrayType *Array = Context.getAsConstantArrayType(Type);
    if (!Array)
      return;
    if (V.getArraySize() > limits::ConstantElements)
      return forgetBytes(
          Target, Types.sizeOf(Type),
          P.reason(ReasonKind::LargeConstant, limits::ConstantElements));
    int64_t ElementBytes = Types.sizeOf(Array->getElementType());
    for (unsigned I = 0; I != V.getArraySize(); ++I)
      storeConstant(
          I < V.getArrayInitializedElts() ? V.getArrayInitializedElt(I)
                                          : V.getArrayFiller(),
          Array->getElementType(), stepBytes(Target, I * ElementBytes));
    return;
  }
  case APValue::Struct: {
    const RecordDecl *Class = Type->getAsRecordDecl();
    if (!Class)
      return;
    if (const auto *Cxx = dyn_cast<CXXRecordDecl>(Class)) {
      unsigned I = 0;
      for (const CXXBaseSpecifier &Base : Cxx->bases())
        storeConstant(V.getStructBase(I++), Base.getType(),
                      stepBytes(Target, Types.offsetOf(Cxx, Base.getType())));
    }
    for (const FieldDecl *Field : Class->fields())
      storeConstant(V.getStructField(Field->getFieldIndex()), Field->getType(),
                    memberOf(Target, Field));
    return;
  }
  default:
    return;
  }
}
