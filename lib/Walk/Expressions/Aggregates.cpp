//===- Aggregates.cpp - Values of class and array type --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Expressions/ExpressionVisitor.h"
#include "Expressions/NodeClasses.h"
#include "Values/Limits.h"

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
      return I.copy(I.place(E), Target, E->getType(), E, E);
    I.leaveUnsupported(E, Target);
  }

  void VisitInitListExpr(const InitListExpr *E) { I.initializeList(E, Target); }
  void VisitCXXParenListInitExpr(const CXXParenListInitExpr *E) {
    I.initializeParts(E,
                      {E->getType(), E->getInitExprs(), E->getArrayFiller(),
                       E->getInitializedFieldInUnion()},
                      Target);
  }
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
    if (E->isPRValue() && !isa<CUDAKernelCallExpr>(E))
      I.evaluateCall(E, Target);
    else
      VisitExpr(E);
  }
  void VisitImplicitValueInitExpr(const ImplicitValueInitExpr *E) {
    setToZero(E);
  }
  void VisitCXXScalarValueInitExpr(const CXXScalarValueInitExpr *E) {
    setToZero(E);
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
    const Scope Own(I);
    for (const Stmt *Child : Body->body()) {
      if (const auto *Last = dyn_cast<Expr>(Child);
          Last && Child == Body->body_back())
        return again(Last);
      I.run(Child);
    }
  }
  void VisitStringLiteral(const StringLiteral *E);
  void VisitExtVectorElementExpr(const ExtVectorElementExpr *E) {
    I.leaveUnsupported(E, Target);
  }
  void VisitCastExpr(const CastExpr *E) {
    if (E->isGLValue())
      return VisitExpr(E);
    const Expr *Operand = E->getSubExpr();
    if (E->getCastKind() == CK_VectorSplat) {
      auto [Element, Count] = TypeLayouts::elementsOf(E->getType());
      const Scalar V = I.evaluate(Operand);
      for (unsigned N = 0; N != Count; ++N)
        I.store(I.stepBytes(Target, N * I.Types.sizeOf(Element)), Element, V,
                E);
      return;
    }
    bool IsLoad = E->getCastKind() == CK_LValueToRValue ||
                  E->getCastKind() == CK_LValueToRValueBitCast;
    if (!IsLoad && Operand->getType()->isRecordType())
      return again(Operand);
    if (!Operand->isGLValue())
      return VisitExpr(E);
    I.copy(I.place(Operand), Target, E->getType(), Operand, E);
  }

  static void checkTable() {
    using namespace node;
#define EXPRESSION(CLASS, METHOD, WHERE)                                       \
  BANKLINT_CHECK_EXPRESSION(InitVisitor, AsInit, CLASS, METHOD, WHERE)
#define UNKNOWN(CLASS, WHAT) BANKLINT_CHECK_UNKNOWN(InitVisitor, CLASS)
#include "Expressions/NodeClasses.def"
  }

private:
  void setToZero(const Expr *E) { I.setToZero(Target, E->getType(), E); }

  const Pointer *Target;
};

/// The characters of an array, and zeros behind them.
void Interpreter::InitVisitor::VisitStringLiteral(const StringLiteral *E) {
  const ConstantArrayType *Array =
      I.Context.getAsConstantArrayType(E->getType());
  if (!Array)
    return I.leaveUnsupported(E, Target);
  const QualType Character = Array->getElementType();
  const int64_t Bytes = I.Types.sizeOf(Character);
  const uint64_t Size = Array->getZExtSize();
  const uint64_t Count = std::min(Size, limits::CopiedElements);
  for (uint64_t N = 0; N != Count; ++N)
    I.store(I.stepBytes(Target, int64_t(N) * Bytes), Character,
            Value(N < E->getLength() ? int64_t(E->getCodeUnit(N)) : 0), E);
  I.leaveElements(Target, Character, {Count, Size}, /*MakeAccesses=*/false, E);
}

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
    if (TypeLayouts::isInParts(Type))
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
  if (Facts.Effects.isOfNothing(E))
    return;
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

/// An object that is made by what is not interpreted.
void Interpreter::leaveUnsupported(const Expr *E, const Pointer *Target) {
  evaluateUnsupported(E);
  if (Target->Base->Kind == Object::Local)
    forgetBytes(Target, Types.sizeOf(E->getType()), unsupportedAt(E));
  else
    store(Target, E->getType(), nobody(), E);
}

void Interpreter::initializeList(const InitListExpr *E, const Pointer *Target) {
  if (const InitListExpr *Semantic = E->getSemanticForm())
    E = Semantic;
  if (E->isTransparent() && E->getNumInits() == 1)
    return evaluateInto(E->getInit(0), Target);
  initializeParts(E,
                  {E->getType(), E->inits(),
                   E->hasArrayFiller() ? E->getArrayFiller() : nullptr,
                   E->getInitializedFieldInUnion()},
                  Target);
}

/// What is in memory that others see is stored to.
void Interpreter::setToZero(const Pointer *Target, QualType Type,
                            const Expr *E) {
  const CXXRecordDecl *Class = Type->getAsCXXRecordDecl();
  if (Target->Base->Kind == Object::Local)
    initialize(Target, Type, Object::Zero);
  else if (!Class || !Class->isEmpty())
    store(Target, Type, Value(0), E);
}

void Interpreter::initializePart(const Expr *Init, QualType Type,
                                 const Pointer *At, const Expr *E) {
  if (Type->isReferenceType())
    store(At, Type, bindReference(Type, Init), E);
  else if (TypeLayouts::isInParts(Type))
    evaluateInto(Init, At);
  else
    store(At, Type, evaluate(Init), E);
}

void Interpreter::initializeElements(const Expr *E, const PartInits &Inits,
                                     QualType ElementType, uint64_t Size,
                                     const Pointer *Target) {
  const int64_t ElementBytes = Types.sizeOf(ElementType);
  const bool IsFilledWithZeros =
      !Inits.Filler || isa<ImplicitValueInitExpr>(Inits.Filler);
  const uint64_t Count = Inits.Each.size();
  const bool IsLocal = Target->Base->Kind == Object::Local;
  if (IsFilledWithZeros && Count < Size && (IsLocal || Count == 0))
    setToZero(Target, Inits.Type, E);
  for (uint64_t I = 0; I != Count; ++I)
    initializePart(Inits.Each[I], ElementType,
                   stepBytes(Target, int64_t(I) * ElementBytes), E);
  if (IsFilledWithZeros) {
    if (!IsLocal && Count != 0 && Count < Size)
      setToZero(stepBytes(Target, int64_t(Count) * ElementBytes),
                Context.getConstantArrayType(
                    ElementType, llvm::APInt(64, Size - Count), nullptr,
                    ArraySizeModifier::Normal, 0),
                E);
    return;
  }
  const uint64_t Walked =
      std::min(Size, std::max(Count, limits::CopiedElements));
  size_t RecordsBefore = 0; // the last of these
  for (uint64_t I = Count; I < Walked; ++I) {
    RecordsBefore = Recorded.size();
    initializePart(Inits.Filler, ElementType,
                   stepBytes(Target, int64_t(I) * ElementBytes), E);
  }
  leaveElements(Target, ElementType, {Walked, Size},
                Recorded.size() != RecordsBefore, E);
}

/// The members of a class, or the elements of an array, a vector or a complex
/// number, from a list in braces or in parentheses.
void Interpreter::initializeParts(const Expr *E, const PartInits &Inits,
                                  const Pointer *Target) {
  const QualType Type = Inits.Type;
  // Of a list that Clang rejects, as one with too many parts, some are missing.
  if (llvm::is_contained(Inits.Each, nullptr))
    return leaveUnsupported(E, Target);
  if (const ConstantArrayType *Array = Context.getAsConstantArrayType(Type))
    return initializeElements(E, Inits, Array->getElementType(),
                              Array->getZExtSize(), Target);
  if (auto [Element, Count] = TypeLayouts::elementsOf(Type); Count) {
    // A vector may be made of vectors.
    const bool IsPlain = llvm::all_of(Inits.Each, [](const Expr *Init) {
      return !TypeLayouts::isInParts(Init->getType());
    });
    if (IsPlain)
      return initializeElements(E, Inits, Element, Count, Target);
  }
  const auto *Class = Type->getAsRecordDecl();
  if (!Class) {
    for (const Expr *Init : Inits.Each)
      evaluateForEffect(Init);
    return forgetBytes(Target, Types.sizeOf(Type), unsupportedAt(E));
  }
  size_t Next = 0;
  if (const auto *Cxx = dyn_cast<CXXRecordDecl>(Class))
    for (const CXXBaseSpecifier &Base : Cxx->bases()) {
      if (Next == Inits.Each.size())
        return;
      evaluateInto(Inits.Each[Next++],
                   stepBytes(Target, Types.offsetOf(Cxx, Base.getType())));
    }
  if (Class->isUnion()) {
    if (Inits.OfUnion && Next < Inits.Each.size())
      initializePart(Inits.Each[Next], Inits.OfUnion->getType(),
                     memberOf(Target, Inits.OfUnion), E);
    return;
  }
  for (const FieldDecl *Field : Class->fields()) {
    if (Field->isUnnamedBitField())
      continue;
    if (Next == Inits.Each.size())
      return;
    initializePart(Inits.Each[Next++], Field->getType(),
                   memberOf(Target, Field), E);
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
    return leaveUnsupported(E, Target);
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
  case APValue::None:
  case APValue::Indeterminate:
  case APValue::FixedPoint:
  case APValue::ComplexInt:
  case APValue::ComplexFloat:
  case APValue::LValue:
  case APValue::Vector:
  case APValue::Union:
  case APValue::MemberPointer:
  case APValue::AddrLabelDiff:
    return forgetBytes(Target, Types.sizeOf(Type),
                       P.named("a constant that is no number"));
  }
}
