//===- Places.cpp - What lvalues name; loads and stores -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interpreter.h"
#include "clang/AST/RecordLayout.h"

using namespace banklint;
using namespace clang;
using llvm::cast;
using llvm::dyn_cast;

//===----------------------------------------------------------------------===//
// Pointers
//===----------------------------------------------------------------------===//

//===----------------------------------------------------------------------===//
// Lvalues
//===----------------------------------------------------------------------===//

const Pointer *Interpreter::dereference(const Scalar &Address, const Expr *E) {
  if (Address.Address)
    return Address.Address;
  return lost(why("pointer of unknown origin", E->getBeginLoc()));
}

const Pointer *Interpreter::place(const Expr *E) {
  if (stopped() || !spend())
    return foreign();
  if (E->isTypeDependent()) {
    evaluateRejected(E);
    return foreign(P.varying("computed by code that Clang rejects"));
  }
  switch (E->getStmtClass()) {
  case Stmt::ParenExprClass:
    return place(cast<ParenExpr>(E)->getSubExpr());
  case Stmt::DeclRefExprClass:
    return placeOfVariable(cast<DeclRefExpr>(E));
  case Stmt::MemberExprClass:
    return placeOfMember(cast<MemberExpr>(E));
  case Stmt::ArraySubscriptExprClass: {
    const auto *Subscript = cast<ArraySubscriptExpr>(E);
    Scalar Base = evaluate(Subscript->getBase());
    Value Index = number(Subscript->getIdx());
    const Pointer *Array = dereference(Base, E);
    return step(Array, Index, Types.sizeOf(E->getType()));
  }
  case Stmt::UnaryOperatorClass: {
    const auto *Unary = cast<UnaryOperator>(E);
    if (Unary->getOpcode() == UO_Deref)
      return dereference(evaluate(Unary->getSubExpr()), E);
    if (Unary->getOpcode() == UO_Extension)
      return place(Unary->getSubExpr());
    if (Unary->isIncrementDecrementOp()) {
      const Pointer *Where = foreign();
      evaluateUnary(Unary, &Where);
      return Where;
    }
    break;
  }
  case Stmt::BinaryOperatorClass:
  case Stmt::CompoundAssignOperatorClass: {
    const auto *Binary = cast<BinaryOperator>(E);
    if (Binary->getOpcode() == BO_Comma) {
      evaluateForEffect(Binary->getLHS());
      return place(Binary->getRHS());
    }
    if (Binary->isAssignmentOp()) {
      const Pointer *Where = foreign();
      evaluateAssignment(Binary, &Where);
      return Where;
    }
    break;
  }
  case Stmt::MaterializeTemporaryExprClass: {
    const Expr *Inner = cast<MaterializeTemporaryExpr>(E)->getSubExpr();
    const Pointer *Target = temporary(E->getType(), "a temporary");
    if (E->getType()->isRecordType() || E->getType()->isArrayType())
      evaluateInto(Inner, Target);
    else
      storeLocal(Target, E->getType(), evaluate(Inner));
    return Target;
  }
  case Stmt::ConditionalOperatorClass: {
    const auto *C = cast<ConditionalOperator>(E);
    Scalar Either =
        evaluateConditional(C->getCond(), C->getTrueExpr(), C->getFalseExpr());
    return dereference(Either, E);
  }
  case Stmt::CallExprClass:
  case Stmt::CXXMemberCallExprClass:
  case Stmt::CXXOperatorCallExprClass: {
    Scalar Result = evaluateCall(cast<CallExpr>(E), nullptr);
    return Result.Address ? Result.Address
                          : foreign(P.varying(why("returned by a function",
                                                  E->getBeginLoc())));
  }
  case Stmt::OpaqueValueExprClass: {
    const auto *Value = cast<OpaqueValueExpr>(E);
    const Expr *Source = Opaque.lookup(Value);
    if (!Source)
      Source = Value->getSourceExpr();
    if (Source)
      return place(Source);
    break;
  }
  case Stmt::PseudoObjectExprClass:
    return place(cast<PseudoObjectExpr>(E)->getResultExpr());
  case Stmt::ExprWithCleanupsClass:
    return place(cast<ExprWithCleanups>(E)->getSubExpr());
  case Stmt::SubstNonTypeTemplateParmExprClass:
    return place(cast<SubstNonTypeTemplateParmExpr>(E)->getReplacement());
  case Stmt::CXXDefaultArgExprClass:
    return place(cast<CXXDefaultArgExpr>(E)->getExpr());
  case Stmt::CXXBindTemporaryExprClass:
    return place(cast<CXXBindTemporaryExpr>(E)->getSubExpr());
  case Stmt::StringLiteralClass:
  case Stmt::PredefinedExprClass:
  case Stmt::CXXTypeidExprClass:
    return foreign();
  case Stmt::CXXThisExprClass:
    return Top->This ? Top->This : foreign();
  default:
    if (const auto *Cast = dyn_cast<CastExpr>(E)) {
      if (Cast->getCastKind() == CK_DerivedToBase ||
          Cast->getCastKind() == CK_UncheckedDerivedToBase)
        return baseOf(place(Cast->getSubExpr()), Cast);
      if (Cast->getSubExpr()->isGLValue() && E->isGLValue())
        return place(Cast->getSubExpr());
    }
    break;
  }
  if (E->isGLValue()) {
    evaluateUnsupported(E);
    return lost(
        why("address computed by an unsupported construct", E->getBeginLoc()));
  }
  const Pointer *Target = temporary(E->getType(), "a temporary");
  if (E->getType()->isRecordType() || E->getType()->isArrayType())
    evaluateInto(E, Target);
  else
    storeLocal(Target, E->getType(), evaluate(E));
  return Target;
}

const Pointer *Interpreter::placeOfVariable(const DeclRefExpr *E) {
  const ValueDecl *D = E->getDecl();
  if (const auto *Binding = dyn_cast<BindingDecl>(D)) {
    if (const VarDecl *Held = Binding->getHoldingVar())
      D = Held;
    else if (const Expr *Bound = Binding->getBinding())
      return place(Bound);
  }
  const auto *Variable = dyn_cast<VarDecl>(D);
  if (!Variable)
    return foreign();
  auto Through = [&](const Pointer *At) {
    if (!Variable->getType()->isReferenceType())
      return At;
    return dereference(loadLocal(At, Variable->getType(), E->getBeginLoc()), E);
  };
  if (Object *Known = Top->Locals.lookup(Variable))
    return Through(&Known->Begin);
  if (FieldDecl *Field = Top->Captures.lookup(Variable)) {
    const Pointer *At =
        memberOf(Top->Closure ? Top->Closure : foreign(), Field);
    if (!Field->getType()->isReferenceType())
      return At;
    return dereference(load(At, Field->getType(), E), E);
  }
  if (Variable->hasAttr<CUDASharedAttr>())
    return Through(&Memory.object(Variable, Context).Begin);
  if (Variable->isFileVarDecl() && !Variable->isStaticDataMember())
    if (auto Found = Builtins.find(Variable->getName());
        Found != Builtins.end())
      return &Found->second->Begin;
  if (Object *Constant = constantObject(Variable))
    return &Constant->Begin;
  if (Variable->getType()->isReferenceType() && Variable->hasGlobalStorage())
    return foreign();
  return foreign(P.symbol("a variable's address", SymbolKind::Unknown));
}

Object *Interpreter::constantObject(const VarDecl *Variable) {
  if (!Variable->getType().isConstQualified() && !Variable->isConstexpr())
    return nullptr;
  if (Variable->getType()->isReferenceType())
    return nullptr;
  Object *&Known = Constants[Variable];
  if (Known)
    return Known;
  const Expr *Init = Variable->getAnyInitializer();
  if (!Init || Init->isValueDependent())
    return nullptr;
  const VarDecl *Defined = Variable->getInitializingDeclaration();
  const APValue *Number = Defined ? Defined->evaluateValue() : nullptr;
  if (!Number)
    return nullptr;
  Object &O =
      makeObject(Object::Local, Variable->getName(), Variable->getType());
  // Not undone with the branch that met it first.
  const Mark Begin(*this);
  storeConstant(*Number, Variable->getType(), &O.Begin);
  keepChangesSince(Begin);
  return Constants[Variable] = &O;
}

const Pointer *Interpreter::placeOfMember(const MemberExpr *E) {
  const auto *Field = dyn_cast<FieldDecl>(E->getMemberDecl());
  if (!Field) {
    evaluateForEffect(E->getBase());
    if (const auto *Variable = dyn_cast<VarDecl>(E->getMemberDecl())) {
      if (Variable->hasAttr<CUDASharedAttr>())
        return &Memory.object(Variable, Context).Begin;
      if (Object *Constant = constantObject(Variable))
        return &Constant->Begin;
    }
    return foreign();
  }
  const Pointer *Base = E->isArrow() ? dereference(evaluate(E->getBase()), E)
                                     : place(E->getBase());
  const Pointer *At = memberOf(Base, Field);
  if (Field->getType()->isReferenceType())
    return dereference(load(At, Field->getType(), E), E);
  return At;
}

//===----------------------------------------------------------------------===//
// Locals
//===----------------------------------------------------------------------===//

//===----------------------------------------------------------------------===//
// Loads and stores
//===----------------------------------------------------------------------===//

/// The place that a pointer into shared memory points at in all lanes.
std::optional<SharedMemory::Place> Interpreter::sharedPlace(const Pointer *At) {
  const Pointer *Flat = flatten(At);
  if (Flat->Base->Kind != Object::Shared || !Flat->WithinBytes.isNumber())
    return std::nullopt;
  return SharedMemory::Place(Flat->Base, Flat->WithinBytes.constant().same());
}

void Interpreter::keepAddress(const Pointer *At, const Scalar &V) {
  if (V.Address && (V.Address->Base->Kind == Object::Shared ||
                    V.Address->Base->Kind == Object::Lost))
    Memory.keepAddress(sharedPlace(At), sharedPlace(V.Address));
}

/// A pointer that was loaded from shared memory, where that holds addresses of
/// its own; null where it does not.
const Pointer *Interpreter::keptAddress(const Pointer *At, const Expr *Site) {
  if (!Memory.holdsAddresses())
    return nullptr;
  std::optional<SharedMemory::Place> Holder = sharedPlace(At), Kept;
  if (Holder && (Kept = Memory.keptAddress(*Holder))) {
    const Pointer *Begin = &Kept->first->Begin;
    Pointer *Found = new (P.storage())
        Pointer(Kept->second ? *stepBytes(Begin, Kept->second) : *Begin);
    Found->IsGeneric = true;
    return Found;
  }
  return lost(why("pointer loaded from shared memory", Site->getBeginLoc()));
}

Scalar Interpreter::load(const Pointer *At, QualType Type, const Expr *Site) {
  if (At->Base->Kind != Object::Local) {
    Recorded.noteFirstLines(Site);
    if (At->BitField)
      At = storageOf(At);
  }
  switch (At->Base->Kind) {
  case Object::Local:
    return loadLocal(At, Type, Site->getBeginLoc());
  case Object::Shared:
  case Object::Lost:
    if (Type->isRecordType() || Type->isArrayType())
      return Scalar(At);
    Recorded.recordRange(AccessOperation::Load, At, Type, Site);
    if (Type->isPointerType())
      if (const Pointer *Kept = keptAddress(At, Site))
        return Scalar(Kept);
    return unknownOf(Type,
                     At->Base->Kind == Object::Shared &&
                         flatten(At)->WithinBytes.isUniform(),
                     "loaded from shared memory", Site->getBeginLoc(),
                     At->Base);
  case Object::Foreign:
    return unknownOf(Type, At->WithinBytes.isUniform(), "loaded from memory",
                     Site->getBeginLoc());
  }
  llvm_unreachable("every kind is listed");
}

void Interpreter::store(const Pointer *At, QualType Type, const Scalar &V,
                        const Expr *Site) {
  if (At->Base->Kind != Object::Local && At->BitField) {
    load(At, Type, Site); // for the bits around it
    At = storageOf(At);
  }
  if (At->Base->Kind != Object::Local)
    Recorded.noteFirstLines(Site);
  switch (At->Base->Kind) {
  case Object::Local:
    return storeLocal(At, Type, V);
  case Object::Shared:
  case Object::Lost:
    keepAddress(At, V);
    return Recorded.recordRange(AccessOperation::Store, At, Type, Site);
  case Object::Foreign:
    return;
  }
}

void Interpreter::copy(const Pointer *From, const Pointer *To, QualType Type,
                       const Expr *ReadSite, const Expr *WriteSite) {
  auto IsRecorded = [](const Pointer *At) {
    return At->Base->Kind == Object::Shared || At->Base->Kind == Object::Lost;
  };
  if (const CXXRecordDecl *Class = Type->getAsCXXRecordDecl();
      Class && Class->isEmpty())
    return;
  if (From->Base->Kind != Object::Local)
    Recorded.noteFirstLines(ReadSite->IgnoreParens());
  if (To->Base->Kind != Object::Local)
    Recorded.noteFirstLines(WriteSite->IgnoreParens());
  if (IsRecorded(From))
    Recorded.recordRange(AccessOperation::Load, From, Type,
                         ReadSite->IgnoreParens());
  if (IsRecorded(To))
    return Recorded.recordRange(AccessOperation::Store, To, Type,
                                WriteSite->IgnoreParens());
  if (To->Base->Kind != Object::Local)
    return;
  int64_t Size = Types.sizeOf(Type);
  bool IsPlain = From->Base->Kind == Object::Local &&
                 From->WithinBytes.isNumber() && To->WithinBytes.isNumber();
  if (!IsPlain) {
    // Every scalar of it is loaded.
    bool IsUniform = From->Base->Kind != Object::Local &&
                     flatten(From)->WithinBytes.isUniform();
    std::function<void(QualType, const Pointer *)> Fill =
        [&](QualType T, const Pointer *At) {
          if (const ConstantArrayType *Array =
                  Context.getAsConstantArrayType(T)) {
            uint64_t Count = std::min<uint64_t>(Array->getZExtSize(), 256);
            for (uint64_t I = 0; I != Count; ++I)
              Fill(Array->getElementType(),
                   stepBytes(At, int64_t(I) *
                                     Types.sizeOf(Array->getElementType())));
          } else if (const RecordDecl *Class = T->getAsRecordDecl()) {
            if (!Class->getDefinition())
              return;
            if (const auto *Cxx = dyn_cast<CXXRecordDecl>(Class))
              for (const CXXBaseSpecifier &Base : Cxx->bases())
                Fill(Base.getType(),
                     stepBytes(At, Types.offsetOf(Cxx, Base.getType())));
            for (const FieldDecl *Field : Class->fields())
              Fill(Field->getType(), memberOf(At, Field));
          } else {
            storeLocal(At, T,
                       unknownOf(T, IsUniform, "loaded from memory",
                                 ReadSite->getBeginLoc()));
          }
        };
    return Fill(Type, To);
  }
  int64_t Source = From->WithinBytes.constant().same();
  int64_t Target = To->WithinBytes.constant().same();
  llvm::SmallVector<std::pair<int64_t, Scalar>, 8> Parts(
      From->Base->Cells.lower_bound(Source),
      From->Base->Cells.lower_bound(Source + Size));
  if (From->Base->Initial == Object::Zero)
    To->Base->Initial = Object::Zero;
  if (From->Base->Initial == Object::UniformUnknown &&
      To->Base->Initial == Object::Undefined) {
    To->Base->Initial = Object::UniformUnknown;
    To->Base->Name = From->Base->Name;
  }
  for (const auto &[OffsetBytes, V] : Parts)
    writeCell(*To->Base, OffsetBytes - Source + Target, V);
}

void Interpreter::escape(const Scalar &V, const Expr *E) {
  if (!V.Address)
    return;
  if (V.Address->Base->Kind == Object::Local)
    forgetLocal(*V.Address->Base,
                why("passed to unknown code", E->getBeginLoc()));
  else if (V.Address->Base->Kind == Object::Shared)
    V.Address->Base->Array->Escapes = true;
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//
