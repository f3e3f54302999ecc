//===- Aggregates.cpp - Values of class and array type --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interpreter.h"

using namespace banklint;
using namespace clang;
using llvm::cast;
using llvm::dyn_cast;

void Interpreter::evaluateInto(const Expr *E, const Pointer *Target) {
  if (stopped() || !spend())
    return;
  E = E->IgnoreParens();
  QualType Type = E->getType();
  switch (E->getStmtClass()) {
  case Stmt::InitListExprClass:
    return initializeList(cast<InitListExpr>(E), Target);
  case Stmt::CXXStdInitializerListExprClass:
    return makeInitializerList(cast<CXXStdInitializerListExpr>(E), Target);
  case Stmt::ExprWithCleanupsClass:
    return evaluateInto(cast<ExprWithCleanups>(E)->getSubExpr(), Target);
  case Stmt::CXXBindTemporaryExprClass:
    return evaluateInto(cast<CXXBindTemporaryExpr>(E)->getSubExpr(), Target);
  case Stmt::MaterializeTemporaryExprClass:
    return evaluateInto(cast<MaterializeTemporaryExpr>(E)->getSubExpr(),
                        Target);
  case Stmt::ConstantExprClass:
    return evaluateInto(cast<ConstantExpr>(E)->getSubExpr(), Target);
  case Stmt::CXXDefaultArgExprClass:
    return evaluateInto(cast<CXXDefaultArgExpr>(E)->getExpr(), Target);
  case Stmt::CXXDefaultInitExprClass:
    return evaluateInto(cast<CXXDefaultInitExpr>(E)->getExpr(), Target);
  case Stmt::CXXRewrittenBinaryOperatorClass:
    return evaluateInto(cast<CXXRewrittenBinaryOperator>(E)->getSemanticForm(),
                        Target);
  case Stmt::CXXConstructExprClass:
  case Stmt::CXXTemporaryObjectExprClass:
    return construct(cast<CXXConstructExpr>(E), Target);
  case Stmt::LambdaExprClass:
    return makeClosure(cast<LambdaExpr>(E), Target);
  case Stmt::CallExprClass:
  case Stmt::CXXMemberCallExprClass:
  case Stmt::CXXOperatorCallExprClass:
    if (E->isPRValue()) {
      evaluateCall(cast<CallExpr>(E), Target);
      return;
    }
    break;
  case Stmt::ImplicitValueInitExprClass:
  case Stmt::CXXScalarValueInitExprClass:
    if (Target->Base->Kind == Object::Local && Target->WithinBytes.isNumber(0))
      Target->Base->Initial = Object::Zero;
    return;
  case Stmt::CompoundLiteralExprClass:
    return evaluateInto(cast<CompoundLiteralExpr>(E)->getInitializer(), Target);
  case Stmt::ConditionalOperatorClass: {
    const auto *C = cast<ConditionalOperator>(E);
    if (E->isGLValue())
      return copyEither(C, Target);
    Value Truth = evaluateTruth(C->getCond());
    if (stopped())
      return;
    branch(
        decideHere(Truth), C->getCond()->getExprLoc(),
        [&] { evaluateInto(C->getTrueExpr(), Target); },
        [&] { evaluateInto(C->getFalseExpr(), Target); });
    return;
  }
  case Stmt::ArrayInitLoopExprClass: {
    const auto *Each = cast<ArrayInitLoopExpr>(E);
    int64_t ElementBytes = Types.sizeOf(Each->getSubExpr()->getType());
    Opaque[Each->getCommonExpr()] = Each->getCommonExpr()->getSourceExpr();
    uint64_t Count =
        std::min<uint64_t>(Each->getArraySize().getLimitedValue(), 256);
    for (uint64_t I = 0; I != Count; ++I) {
      ArrayInitIndex.push_back(Value(int64_t(I)));
      const Pointer *Element = stepBytes(Target, int64_t(I) * ElementBytes);
      QualType ElementType = Each->getSubExpr()->getType();
      if (ElementType->isRecordType() || ElementType->isArrayType())
        evaluateInto(Each->getSubExpr(), Element);
      else
        store(Element, ElementType, evaluate(Each->getSubExpr()), E);
      ArrayInitIndex.pop_back();
    }
    return;
  }
  case Stmt::BinaryOperatorClass:
    if (cast<BinaryOperator>(E)->getOpcode() == BO_Comma) {
      evaluateForEffect(cast<BinaryOperator>(E)->getLHS());
      return evaluateInto(cast<BinaryOperator>(E)->getRHS(), Target);
    }
    break;
  case Stmt::PseudoObjectExprClass:
    return evaluateInto(cast<PseudoObjectExpr>(E)->getResultExpr(), Target);
  case Stmt::StmtExprClass: {
    const CompoundStmt *Body = cast<StmtExpr>(E)->getSubStmt();
    for (const Stmt *Child : Body->body()) {
      if (const auto *Last = dyn_cast<Expr>(Child);
          Last && Child == Body->body_back())
        return evaluateInto(Last, Target);
      run(Child);
    }
    return;
  }
  case Stmt::StringLiteralClass:
    return;
  default:
    if (const auto *Cast = dyn_cast<CastExpr>(E)) {
      switch (Cast->getCastKind()) {
      case CK_LValueToRValue:
      case CK_LValueToRValueBitCast:
        break;
      default:
        if (E->isGLValue())
          break;
        if (Cast->getSubExpr()->getType()->isRecordType())
          return evaluateInto(Cast->getSubExpr(), Target);
        break;
      }
      if (E->isPRValue() && Cast->getSubExpr()->isGLValue())
        return copy(place(Cast->getSubExpr()), Target, Type, Cast->getSubExpr(),
                    E);
    }
    break;
  }
  if (E->isGLValue())
    return copy(place(E), Target, Type, E, E);
  evaluateUnsupported(E);
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
    return Copy(joinSides(Lanes, Where, Scalar(A), Scalar(B)).Address, E);
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
    if (Target->Base->Kind == Object::Local && Target->WithinBytes.isNumber(0))
      Target->Base->Initial = Object::Zero;
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
    return storeLocal(Target, Type, Value(V.getInt().getExtValue()));
  case APValue::Float:
    return storeLocal(Target, Type,
                      unknownOf(Type, true, "a floating-point number", {}));
  case APValue::Array: {
    const ConstantArrayType *Array = Context.getAsConstantArrayType(Type);
    if (!Array || V.getArraySize() > 4096)
      return;
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
