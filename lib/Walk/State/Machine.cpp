//===- Machine.cpp - Objects, addresses and unknowns ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "State/Machine.h"
#include "clang/AST/RecordLayout.h"

using namespace banklint;
using namespace clang;

Machine::Machine(ASTContext &Context, Pool &P, SharedMemory &Memory)
    : Context(Context), P(P), Memory(Memory), Types(Context) {
  Outside = &makeObject(Object::Foreign, "memory", QualType());
}

//===----------------------------------------------------------------------===//
// Objects and addresses
//===----------------------------------------------------------------------===//

Object &Machine::makeObject(Object::ObjectKind Kind, llvm::StringRef Name,
                            QualType Type) {
  Object &O = *new (Objects.allocate(sizeof(Object), alignof(Object)))
                  Object(&Objects); // its memory goes with the arena
  O.Kind = Kind;
  O.Name = Name;
  O.Type = Type;
  return O;
}

const Pointer *Machine::temporary(QualType Type, llvm::StringRef Name) {
  return &makeObject(Object::Local, Name, Type).Begin;
}

const Pointer *Machine::lost(const Reason &Why) {
  Object &O = makeObject(Object::Lost, "", QualType());
  O.Why = Why;
  return &O.Begin;
}

const Pointer *Machine::foreign(Value OffsetBytes) {
  return new (P.storage()) Pointer(Outside, {}, OffsetBytes);
}

/// `p + Count` for elements of a size. Inside an array with dimensions the
/// subscript of the dimension with this stride moves.
const Pointer *Machine::step(const Pointer *From, Value Count,
                             int64_t ElementBytes) {
  if (Count == Value(0)) // whatever the launch
    return From;
  Pointer To = *From;
  llvm::ArrayRef<int64_t> Strides;
  if (From->Array)
    Strides = From->Array->StrideBytes;
  size_t Moved = From->Index.size();
  for (size_t D = Moved; D-- > 0 && Moved == From->Index.size();)
    if (Strides[D] == ElementBytes)
      Moved = D;
  // A vector moves by several elements of the innermost dimension.
  if (Moved == From->Index.size() && Moved > 0 &&
      ElementBytes % Strides[Moved - 1] == 0)
    --Moved;
  if (Moved < From->Index.size()) {
    llvm::SmallVector<Value, 3> Index(From->Index);
    Index[Moved] =
        P.add(Index[Moved], P.mul(Count, Value(ElementBytes / Strides[Moved])));
    To.Index = llvm::ArrayRef<Value>(Index).copy(P.storage());
  } else {
    To.WithinBytes = P.add(To.WithinBytes, P.mul(Count, Value(ElementBytes)));
  }
  return new (P.storage()) Pointer(To);
}

const Pointer *Machine::stepBytes(const Pointer *From, int64_t Bytes) {
  if (Bytes == 0)
    return From;
  Pointer To = *From;
  To.WithinBytes = P.add(To.WithinBytes, Value(Bytes));
  return new (P.storage()) Pointer(To);
}

const Pointer *Machine::memberOf(const Pointer *From, const FieldDecl *Field) {
  if (!Field->isBitField())
    return stepBytes(From, int64_t(Types.firstBitOf(Field) / 8));
  Pointer Bits = *stepBytes(From, Types.unitOf(Field));
  Bits.BitField = Field;
  return new (P.storage()) Pointer(Bits);
}

static const CXXRecordDecl *classOf(QualType Type) {
  return Type->isPointerType() ? Type->getPointeeCXXRecordDecl()
                               : Type->getAsCXXRecordDecl();
}

/// The base-class part of the object at an address.
const Pointer *Machine::baseOf(const Pointer *From, const CastExpr *Cast) {
  const CXXRecordDecl *Class = classOf(Cast->getSubExpr()->getType());
  for (const CXXBaseSpecifier *Base : Cast->path()) {
    if (Base->isVirtual())
      From = virtualBaseOf(From, Class, Base->getType(), Cast->getBeginLoc());
    else if (Class)
      From = stepBytes(From, Types.offsetOf(Class, Base->getType()));
    Class = Base->getType()->getAsCXXRecordDecl();
  }
  return From;
}

/// Where a virtual base lies is up to the class of the whole object.
const Pointer *Machine::virtualBaseOf(const Pointer *From,
                                      const CXXRecordDecl *Class, QualType Base,
                                      SourceLocation Where) {
  const CXXRecordDecl *Whole = From->Base->Type.isNull()
                                   ? nullptr
                                   : From->Base->Type->getAsCXXRecordDecl();
  const CXXRecordDecl *BaseClass = Base->getAsCXXRecordDecl();
  if (!Class || !Whole || !BaseClass || From->Base->Kind != Object::Local ||
      !Types.hasLayout(Whole) ||
      !(Whole->getCanonicalDecl() == Class->getCanonicalDecl() ||
        Whole->isDerivedFrom(Class)))
    return lost(why(P.named("in a virtual base"), Where));
  return stepBytes(&From->Base->Begin, Context.getASTRecordLayout(Whole)
                                           .getVBaseClassOffset(BaseClass)
                                           .getQuantity());
}

/// The object of which there is the base-class part at an address.
const Pointer *Machine::derivedOf(const Pointer *From, const CastExpr *Cast) {
  const CXXRecordDecl *Class = classOf(Cast->getType());
  int64_t OffsetBytes = 0;
  for (const CXXBaseSpecifier *Base : Cast->path()) {
    if (Class)
      OffsetBytes += Types.offsetOf(Class, Base->getType());
    Class = Base->getType()->getAsCXXRecordDecl();
  }
  return stepBytes(From, -OffsetBytes);
}

/// The place as an offset from the beginning of shared memory, or of another
/// object.
const Pointer *Machine::flatten(const Pointer *From) {
  if (From->Base->Kind != Object::Shared)
    return From;
  Value Offset = P.add(From->WithinBytes, Value(From->Array->PlacementBytes));
  for (auto [Index, Stride] : llvm::zip(From->Index, From->Array->StrideBytes))
    Offset = P.add(Offset, P.mul(Index, Value(Stride)));
  return new (P.storage()) Pointer(From->Base, {}, Offset, From->IsGeneric);
}

//===----------------------------------------------------------------------===//
// Unknowns
//===----------------------------------------------------------------------===//

Reason Machine::why(const Reason &What, SourceLocation Where) const {
  PresumedLoc Location = Context.getSourceManager().getPresumedLoc(
      Context.getSourceManager().getExpansionLoc(Where));
  return Location.isValid() ? What.atLine(Location.getLine()) : What;
}

/// A value of this type of which nothing is known but whether the lanes share
/// it.
Scalar Machine::unknownOf(QualType Type, bool IsUniform, const Reason &What,
                          SourceLocation Where, const Object *Origin) {
  // What Clang rejects may have no type.
  if (Type.isNull() || Type->isDependentType())
    return P.varying(why(What, Where));
  Type = Type.getNonReferenceType();
  if (Type->isPointerType())
    return Scalar(
        foreign(IsUniform ? P.symbol(ReasonKind::Address, SymbolKind::Unknown)
                          : P.varying(why(What, Where))));
  if (Type->isRealFloatingType())
    return floating(IsUniform, Origin);
  Range Bounds;
  if (Type->isBooleanType())
    Bounds = {0, 1};
  else if (Types.isInteger(Type)) {
    IntType T = Types.intType(Type);
    if (T.Bits < 32)
      Bounds = T.IsSigned ? Range{-(int64_t(1) << (T.Bits - 1)),
                                  (int64_t(1) << (T.Bits - 1)) - 1}
                          : Range{0, (int64_t(1) << T.Bits) - 1};
    else if (!T.IsSigned)
      Bounds.Min = 0;
  }
  if (IsUniform)
    return P.symbol(What, SymbolKind::Unknown, Bounds);
  return P.varying(why(What, Where), Bounds, Origin);
}

/// Of a floating-point number nothing is kept but whether the lanes share it,
/// and of one that they do not share what it was loaded from.
Value Machine::floating(bool IsUniform, const Object *Origin) {
  Value &V = IsUniform ? UniformFloat : VaryingFloats[Origin];
  if (V.isKnown())
    V = IsUniform
            ? P.symbol(ReasonKind::FloatingPoint, SymbolKind::Unknown)
            : P.varying(ReasonKind::ComputedFromFloatingPoint, {}, Origin);
  return V;
}
