//===- Places.cpp - What lvalues name; loads and stores -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Expressions/ExpressionVisitor.h"
#include "Expressions/NodeClasses.h"
#include "Expressions/RowSteps.h"
#include "Values/Limits.h"
#include "clang/AST/RecordLayout.h"

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;

//===----------------------------------------------------------------------===//
// Lvalues
//===----------------------------------------------------------------------===//

const Pointer *Interpreter::dereference(const Scalar &Address, const Expr *E) {
  if (Address.Address)
    return Address.Address;
  return lost(why(ReasonKind::PointerOfUnknownOrigin, E->getBeginLoc()));
}

/// Places of glvalues; prvalues get a temporary.
class Interpreter::PlaceVisitor
    : public ExpressionVisitor<Interpreter::PlaceVisitor, const Pointer *> {
public:
  using ExpressionVisitor::ExpressionVisitor;

  const Pointer *again(const Expr *E) { return I.place(E); }

  /// What has no method of its own.
  const Pointer *VisitExpr(const Expr *E) {
    if (E->isGLValue()) {
      I.evaluateUnsupported(E);
      return I.lost(I.unsupportedAt(E));
    }
    return temporaryOf(E, E);
  }

  const Pointer *VisitDeclRefExpr(const DeclRefExpr *E) {
    return I.placeOfVariable(E);
  }
  const Pointer *VisitMemberExpr(const MemberExpr *E) {
    return I.placeOfMember(E);
  }
  const Pointer *VisitArraySubscriptExpr(const ArraySubscriptExpr *E) {
    if (E->getBase()->getType()->isVectorType()) {
      const Pointer *Vector = again(E->getBase());
      return ofVector(
          E, Vector,
          I.step(Vector, I.number(E->getIdx()), I.Types.sizeOf(E->getType())));
    }
    Scalar Base = I.evaluate(E->getBase());
    Value Index = I.number(E->getIdx());
    const Pointer *Array = I.dereference(Base, E);
    const ElementStep By = stepOver(E->getType(), I.Types.sizeOf(E->getType()),
                                    *Array, Index, I.P);
    const Pointer *Element = I.step(Array, By.Count, By.ElementBytes);
    return I.Changed ? I.changedElement(E, Array, Index, Element) : Element;
  }
  /// One element of a vector; several are no place.
  const Pointer *VisitExtVectorElementExpr(const ExtVectorElementExpr *E) {
    llvm::SmallVector<uint32_t, 4> Elements;
    E->getEncodedElementAccess(Elements);
    if (Elements.size() != 1)
      return VisitExpr(E);
    const Pointer *Vector = E->isArrow()
                                ? I.dereference(I.evaluate(E->getBase()), E)
                                : again(E->getBase());
    return ofVector(E, Vector,
                    I.stepBytes(Vector, int64_t(Elements[0]) *
                                            I.Types.sizeOf(E->getType())));
  }
  const Pointer *VisitCompoundLiteralExpr(const CompoundLiteralExpr *E) {
    return temporaryOf(E, E->getInitializer());
  }
  const Pointer *VisitUnaryOperator(const UnaryOperator *E) {
    if (E->getOpcode() == UO_Real || E->getOpcode() == UO_Imag) {
      const Pointer *Whole = again(E->getSubExpr());
      return E->getOpcode() == UO_Real
                 ? Whole
                 : I.stepBytes(Whole, I.Types.sizeOf(E->getType()));
    }
    if (E->getOpcode() == UO_Deref)
      return I.dereference(I.evaluate(E->getSubExpr()), E);
    if (E->getOpcode() == UO_Extension)
      return again(E->getSubExpr());
    if (!E->isIncrementDecrementOp())
      return VisitExpr(E);
    const Pointer *Where = I.foreign();
    I.evaluateUnary(E, &Where);
    return Where;
  }
  const Pointer *VisitBinaryOperator(const BinaryOperator *E) {
    if (E->getOpcode() == BO_Comma) {
      I.evaluateForEffect(E->getLHS());
      return again(E->getRHS());
    }
    if (E->isPtrMemOp() && E->isGLValue())
      return I.placeOfPointedMember(E);
    if (!E->isAssignmentOp())
      return VisitExpr(E);
    const Pointer *Where = I.foreign();
    I.evaluateAssignment(E, &Where);
    return Where;
  }
  const Pointer *VisitConditionalOperator(const ConditionalOperator *E) {
    Scalar Either = I.evaluateConditional(E->getCond(), E->getTrueExpr(),
                                          E->getFalseExpr());
    return I.dereference(Either, E);
  }
  const Pointer *VisitCallExpr(const CallExpr *E) {
    if (isa<CUDAKernelCallExpr>(E))
      return VisitExpr(E);
    Scalar Result = I.evaluateCall(E, nullptr);
    return Result.Address ? Result.Address
                          : I.foreign(I.P.varying(I.why(
                                ReasonKind::FunctionResult, E->getBeginLoc())));
  }
  const Pointer *VisitCXXBindTemporaryExpr(const CXXBindTemporaryExpr *E) {
    return I.placeOfBound(E);
  }
  const Pointer *
  VisitMaterializeTemporaryExpr(const MaterializeTemporaryExpr *E) {
    const Pointer *At = I.placeOfTemporary(E->getSubExpr(), E->getType());
    I.noteTemporary(E, At);
    return At;
  }
  const Pointer *VisitStringLiteral(const StringLiteral *E) {
    return I.placeOfLiteral(E);
  }
  const Pointer *VisitPredefinedExpr(const PredefinedExpr *) {
    return I.foreign();
  }
  const Pointer *VisitCXXTypeidExpr(const CXXTypeidExpr *) {
    return I.foreign();
  }
  const Pointer *VisitCXXThisExpr(const CXXThisExpr *E) {
    return I.thisObject(E);
  }
  const Pointer *VisitCastExpr(const CastExpr *E) {
    if (E->getCastKind() == CK_DerivedToBase ||
        E->getCastKind() == CK_UncheckedDerivedToBase)
      return I.baseOf(again(E->getSubExpr()), E);
    if (E->getCastKind() == CK_BaseToDerived && E->isGLValue())
      return I.derivedOf(again(E->getSubExpr()), E);
    if (E->getCastKind() == CK_Dynamic)
      return VisitExpr(E);
    if (E->getSubExpr()->isGLValue() && E->isGLValue())
      return again(E->getSubExpr());
    return VisitExpr(E);
  }

  static void checkTable() {
    using namespace node;
#define EXPRESSION(CLASS, METHOD, WHERE)                                       \
  BANKLINT_CHECK_EXPRESSION(PlaceVisitor, AsPlace, CLASS, METHOD, WHERE)
#define UNKNOWN(CLASS, WHAT) BANKLINT_CHECK_UNKNOWN(PlaceVisitor, CLASS)
#include "Expressions/NodeClasses.def"
  }

private:
  const Pointer *temporaryOf(const Expr *E, const Expr *Init) {
    const Pointer *At = I.placeOfTemporary(Init, E->getType());
    I.noteObject(I.Temporaries, E->getType(), At, E);
    return At;
  }
  /// In memory the whole vector may move for one element.
  const Pointer *ofVector(const Expr *E, const Pointer *Vector,
                          const Pointer *Element) {
    const bool IsRecorded = Vector->Base->Kind == Object::Shared ||
                            Vector->Base->Kind == Object::Lost;
    return IsRecorded ? I.lost(I.unsupportedAt(E)) : Element;
  }
};

/// A new object that an expression initializes.
const Pointer *Interpreter::placeOfTemporary(const Expr *Init, QualType Type) {
  const Pointer *Target = temporary(Type, "a temporary");
  if (TypeLayouts::isInParts(Type))
    evaluateInto(Init, Target);
  else
    storeLocal(Target, Type, evaluate(Init));
  return Target;
}

/// What a reference holds.
Scalar Interpreter::bindReference(QualType Type, const Expr *Init) {
  return Type->getPointeeType()->isFunctionType() ? evaluate(Init)
                                                  : Scalar(place(Init));
}

const Pointer *Interpreter::place(const Expr *E) {
  if (stopped() || !spend())
    return foreign();
  if (E->isTypeDependent()) {
    evaluateRejected(E);
    return foreign(P.varying(ReasonKind::RejectedByClang));
  }
  return PlaceVisitor(*this).Visit(E);
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
  if (!Variable) {
    if (const auto *Parameter = dyn_cast<TemplateParamObjectDecl>(D))
      return &objectOf(*Parameter).Begin;
    return isa<FunctionDecl>(D) ? foreign() : lost(unsupportedAt(E));
  }
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
  // Its declaration has not been walked.
  if (Variable->hasLocalStorage() && !IsHost)
    return lost(why(ReasonKind::NeverSet, E->getBeginLoc()));
  return foreign(P.symbol(ReasonKind::VariableAddress, SymbolKind::Unknown));
}

/// An object that a template was given.
Object &Interpreter::objectOf(const TemplateParamObjectDecl &Parameter) {
  Object *&Known = Constants[&Parameter];
  if (Known)
    return *Known;
  Known =
      &makeObject(Object::Local, "a template's argument", Parameter.getType());
  const Journal::Position Begin = Changes.here();
  storeConstant(Parameter.getValue(), Parameter.getType(), &Known->Begin);
  Changes.keepContents(Begin);
  return *Known;
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
  const Journal::Position Begin = Changes.here();
  storeConstant(*Number, Variable->getType(), &O.Begin);
  Changes.keepContents(Begin);
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
  if (Changed)
    At = movedByUnits(At, Value(Strides->OfMember.growthBefore(Field)));
  if (Field->getType()->isReferenceType())
    return dereference(load(At, Field->getType(), E), E);
  return At;
}

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
  if (!V.Address)
    return;
  if (V.Address->Base->Kind == Object::Shared ||
      V.Address->Base->Kind == Object::Lost)
    Memory.keepAddress(sharedPlace(At), sharedPlace(V.Address), Changes);
  else
    Memory.keepOtherAddress(sharedPlace(At), Changes);
}

/// A pointer that was loaded from shared memory, where that holds addresses of
/// its own; null where it does not.
const Pointer *Interpreter::keptAddress(const Pointer *At, const Expr *Site) {
  if (!Memory.holdsAddresses())
    return nullptr;
  const std::optional<SharedMemory::Place> Holder = sharedPlace(At);
  const std::optional<SharedMemory::Place> Kept =
      Holder ? Memory.keptAddress(*Holder) : std::nullopt;
  if (Kept) {
    // Places count from the beginning of shared memory.
    const Pointer *Begin = &Kept->first->Begin;
    int64_t Offset = Kept->second - Begin->Array->PlacementBytes;
    Pointer *Found =
        new (P.storage()) Pointer(Offset ? *stepBytes(Begin, Offset) : *Begin);
    Found->IsGeneric = true;
    return Found;
  }
  return lost(why(ReasonKind::PointerFromSharedMemory, Site->getBeginLoc()));
}

/// One of several pointers, of which only the launch decides which:
/// nothing shows that it is shared.
static Scalar seenFrom(const Pointer &At, const Scalar &Loaded, Pool &P) {
  const bool IsChosen = !At.WithinBytes.launchTerms().empty() ||
                        llvm::any_of(At.Index, [](const Value &Each) {
                          return !Each.launchTerms().empty();
                        });
  if (!IsChosen || !Loaded.Address ||
      Loaded.Address->Base->Kind != Object::Shared)
    return Loaded;
  auto *Seen = new (P.storage()) Pointer(*Loaded.Address);
  Seen->IsGeneric = true;
  return Scalar(Seen);
}

Scalar Interpreter::load(const Pointer *At, QualType Type, const Expr *Site) {
  if (At->Base->Kind != Object::Local) {
    Recorded.noteFirstLines(Site);
    if (At->BitField)
      At = storageOf(At, Types.sizeOf(Type));
  }
  switch (At->Base->Kind) {
  case Object::Local:
    if (TypeLayouts::isInParts(Type))
      return Scalar(At);
    return seenFrom(*At, loadLocal(At, Type, Site->getBeginLoc()), P);
  case Object::Shared:
  case Object::Lost:
    if (Type->isRecordType() || Type->isArrayType())
      return Scalar(At);
    if (At->Base->Kind == Object::Lost)
      noteNumber(At->WithinBytes, Site);
    recordScalar(AccessOperation::Load, At, Type, Site);
    if (Type->isPointerType())
      if (const Pointer *Kept = keptAddress(At, Site))
        return Scalar(Kept);
    return unknownOf(Type,
                     At->Base->Kind == Object::Shared &&
                         flatten(At)->WithinBytes.isUniform(),
                     ReasonKind::LoadedFromSharedMemory, Site->getBeginLoc(),
                     At->Base);
  case Object::Foreign: {
    noteNumber(At->WithinBytes, Site);
    if (Type->isPointerType() && HasLostAddresses)
      return lost(why(ReasonKind::LoadedFromMemory, Site->getBeginLoc()));
    const Scalar Loaded =
        unknownOf(Type, At->WithinBytes.isUniform(),
                  ReasonKind::LoadedFromMemory, Site->getBeginLoc());
    if (Recorded.countsNumbers())
      P.noteLoaded(Loaded.Address ? Loaded.Address->WithinBytes : Loaded.Number,
                   At->WithinBytes);
    return Loaded;
  }
  }
  llvm_unreachable("every kind is listed");
}

/// Of a bit-field that is no part of a local object.
void Interpreter::storeBitField(const Pointer *At, QualType Type,
                                const Scalar &V, const Expr *Site) {
  const FieldDecl &Field = *At->BitField;
  const size_t First = Recorded.size();
  if (!Types.isWholeNumber(&Field)) {
    load(At, Type, Site); // for the bits around it
    // Several that are set one after the other may fill bytes.
    if (Types.mayFillBytes(&Field))
      StoredBits.markPart(First, Recorded);
    return store(storageOf(At, Types.sizeOf(Type)), Type, V, Site);
  }
  const unsigned Bits = Field.getBitWidthValue();
  store(storageOf(At, Bits / 8), Context.getIntTypeForBitwidth(Bits, false), V,
        Site);
  if (Recorded.size() == First)
    return;
  StoredBits.noteWhole(Field, First, Recorded);
}

void Interpreter::store(const Pointer *At, QualType Type, const Scalar &V,
                        const Expr *Site) {
  if (At->Base->Kind != Object::Local && At->BitField)
    return storeBitField(At, Type, V, Site);
  if (At->Base->Kind != Object::Local)
    Recorded.noteFirstLines(Site);
  switch (At->Base->Kind) {
  case Object::Local:
    if (TypeLayouts::isInParts(Type))
      return forgetBytes(At, Types.sizeOf(Type), unsupportedAt(Site));
    overwriteLoaded(At, Types.sizeOf(Type), Recorded.placeInCode());
    return storeLocal(At, Type, V);
  case Object::Shared:
  case Object::Lost:
    noteNumber(V.Number, Site);
    keepAddress(At, V);
    return recordScalar(AccessOperation::Store, At, Type, Site);
  case Object::Foreign:
    noteNumber(At->WithinBytes, Site);
    noteNumber(V.Number, Site);
    return loseAddress(V);
  }
}

/// The scalars that are stored of a local object, where these are in registers.
/// Null where the object's bytes move, and where that is the same.
std::optional<std::vector<TypeLayouts::Part>>
Interpreter::scalarsToStore(const Pointer *From, QualType Type) const {
  std::optional<std::vector<TypeLayouts::Part>> Scalars =
      writtenScalars(From, Type);
  if (!Scalars || Scalars->empty())
    return std::nullopt;
  int64_t Bytes = 0;
  const int64_t First = Types.sizeOf(Scalars->front().Type);
  bool AreAlike = true;
  for (const TypeLayouts::Part &Part : *Scalars) {
    const int64_t PartBytes = Types.sizeOf(Part.Type);
    // What is packed is stored byte by byte.
    if (PartBytes > Types.alignmentOf(Type))
      return std::nullopt;
    AreAlike &= PartBytes == First;
    Bytes += PartBytes;
  }
  if (AreAlike && Bytes == Types.sizeOf(Type))
    return std::nullopt;
  return Scalars;
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
  std::optional<std::vector<TypeLayouts::Part>> Scalars;
  if (From->Base->Kind == Object::Local && IsRecorded(To) &&
      !Type.isVolatileQualified())
    Scalars = scalarsToStore(From, Type);
  if (From->Base->Kind == Object::Local && To->Base->Kind != Object::Local) {
    if (From->WithinBytes.isNumber())
      useLoaded(*From->Base, From->WithinBytes.constant().same(), Type);
    else
      useAll(*From->Base);
    loseAddressesIn(*From->Base);
  }
  if (IsRecorded(From)) {
    const size_t First = Recorded.size();
    Recorded.recordRange(AccessOperation::Load, From, Type,
                         ReadSite->IgnoreParens());
    if (To->Base->Kind == Object::Local && To->WithinBytes.isNumber() &&
        !Type.isVolatileQualified())
      Recorded.noteLoadedInto(To, Type, First);
  }
  if (Scalars)
    return Recorded.recordScalars(To, Type, *Scalars,
                                  WriteSite->IgnoreParens());
  if (IsRecorded(To))
    return Recorded.recordRange(AccessOperation::Store, To, Type,
                                WriteSite->IgnoreParens());
  if (To->Base->Kind != Object::Local)
    return;
  if (From->Base->Kind != Object::Local)
    keepWhole(*To->Base);
  bool IsPlain = From->Base->Kind == Object::Local &&
                 From->WithinBytes.isNumber() && To->WithinBytes.isNumber();
  if (!IsPlain) {
    // Every scalar of it is loaded; from which of several local objects need
    // not be known.
    const bool IsLocal = From->Base->Kind == Object::Local;
    bool IsUniform = From->Base->Kind != Object::Local &&
                     flatten(From)->WithinBytes.isUniform();
    std::function<void(QualType, const Pointer *, const Pointer *)> Fill =
        [&](QualType T, const Pointer *At, const Pointer *Read) {
          if (const ConstantArrayType *Array =
                  Context.getAsConstantArrayType(T)) {
            const uint64_t Size = Array->getZExtSize();
            const uint64_t Count = std::min(Size, limits::CopiedElements);
            for (uint64_t I = 0; I != Count; ++I) {
              const int64_t Bytes =
                  int64_t(I) * Types.sizeOf(Array->getElementType());
              Fill(Array->getElementType(), stepBytes(At, Bytes),
                   stepBytes(Read, Bytes));
            }
            leaveElements(At, Array->getElementType(), {Count, Size},
                          /*MakeAccesses=*/false, ReadSite);
          } else if (const RecordDecl *Class = T->getAsRecordDecl()) {
            if (!Class->getDefinition())
              return;
            if (const auto *Cxx = dyn_cast<CXXRecordDecl>(Class))
              for (const CXXBaseSpecifier &Base : Cxx->bases()) {
                if (Base.isVirtual())
                  forgetLocal(*At->Base, why(P.named("in a virtual base"),
                                             WriteSite->getBeginLoc()));
                else
                  Fill(Base.getType(),
                       stepBytes(At, Types.offsetOf(Cxx, Base.getType())),
                       stepBytes(Read, Types.offsetOf(Cxx, Base.getType())));
              }
            for (const FieldDecl *Field : Class->fields())
              Fill(Field->getType(), memberOf(At, Field),
                   memberOf(Read, Field));
          } else {
            const SourceLocation Where = ReadSite->getBeginLoc();
            const bool MayBeLost =
                (T->isPointerType() || T->isReferenceType()) &&
                HasLostAddresses;
            storeLocal(
                At, T,
                IsLocal ? loadLocal(Read, T, Where)
                : MayBeLost
                    ? Scalar(lost(why(ReasonKind::LoadedFromMemory, Where)))
                    : unknownOf(T, IsUniform, ReasonKind::LoadedFromMemory,
                                Where));
          }
        };
    return Fill(Type, To, From);
  }
  overwriteLoaded(To, Types.sizeOf(Type), Recorded.placeInCode());
  copyLocal(From, To, Type);
}

void Interpreter::escape(const Scalar &V, const Expr *E) {
  if (!V.Address)
    return;
  if (V.Address->Base->Kind == Object::Local) {
    loseAddressesIn(*V.Address->Base);
    forgetLocal(*V.Address->Base,
                why(ReasonKind::PassedToUnknownCode, E->getBeginLoc()));
  }
  loseAddress(V);
}
