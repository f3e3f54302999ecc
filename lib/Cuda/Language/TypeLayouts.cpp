//===- TypeLayouts.cpp - Sizes, offsets and integer types -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cuda/TypeLayouts.h"
#include "clang/AST/CXXInheritance.h"
#include "clang/AST/RecordLayout.h"

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;

static bool isIntegerType(QualType Type) {
  if (Type.isNull())
    return false;
  Type = Type.getNonReferenceType();
  if (const auto *Atomic = Type->getAs<AtomicType>())
    Type = Atomic->getValueType();
  return Type->isIntegralOrEnumerationType();
}

static IntType intTypeOf(QualType Type, const ASTContext &Context) {
  if (Type->isBooleanType())
    return {1, false};
  if (!isIntegerType(Type))
    return {64, false}; // pointers
  return {std::min<unsigned>(64, Context.getIntWidth(Type)),
          Type->isSignedIntegerOrEnumerationType()};
}

const TypeLayouts::Facts &TypeLayouts::lookUp(QualType Type) const {
  Recent &R = Recents[(uintptr_t(Type.getAsOpaquePtr()) >> 4) % Recents.size()];
  R.Type = Type.getAsOpaquePtr();
  auto [Found, IsNew] = Known.try_emplace(Type.getAsOpaquePtr());
  if (!IsNew)
    return R.Of = Found->second;
  Facts New;
  New.IsInteger = isIntegerType(Type);
  if (!Type.isNull())
    New.Integer = intTypeOf(Type, Context);
  QualType Stored = Type.isNull() ? Type : Type.getNonReferenceType();
  if (isSized(Stored))
    New.SizeBytes =
        std::max<int64_t>(1, Context.getTypeSizeInChars(Stored).getQuantity());
  return R.Of = Found->second = New;
}

/// Whether it makes sense to ask for the size of a type.
bool TypeLayouts::isSized(QualType Type) const {
  if (Type.isNull() || Type->isIncompleteType() || Type->isDependentType() ||
      Type->isPlaceholderType() || Type->isFunctionType() || Type->isVoidType())
    return false;
  const RecordDecl *Class = Type->getBaseElementTypeUnsafe()->getAsRecordDecl();
  return !Class || hasLayout(Class);
}

int64_t TypeLayouts::alignmentOf(QualType Type) const {
  Type = Type.getNonReferenceType();
  if (!isSized(Type))
    return 1;
  return Context.getTypeAlignInChars(Type).getQuantity();
}

/// Whether Clang can lay the class out: what it rejected may have members
/// without a size.
bool TypeLayouts::hasLayout(const RecordDecl *Class) const {
  auto [Entry, IsNew] = HasLayout.try_emplace(Class, false);
  if (!IsNew)
    return Entry->second;
  auto IsSized = [&](QualType Type) {
    if (Type->isDependentType() || Type->isPlaceholderType())
      return false;
    const RecordDecl *Member =
        Type->getBaseElementTypeUnsafe()->getAsRecordDecl();
    return !Member || hasLayout(Member);
  };
  const RecordDecl *Definition = Class->getDefinition();
  bool Has = Definition && !Definition->isInvalidDecl() &&
             !Definition->isDependentContext() &&
             llvm::all_of(Definition->fields(), [&](const FieldDecl *Field) {
               return !Field->isInvalidDecl() && IsSized(Field->getType());
             });
  if (const auto *Cxx = dyn_cast_or_null<CXXRecordDecl>(Definition); Has && Cxx)
    Has = llvm::all_of(Cxx->bases(), [&](const CXXBaseSpecifier &Base) {
      return IsSized(Base.getType());
    });
  return HasLayout[Class] = Has;
}

uint64_t TypeLayouts::firstBitOf(const FieldDecl *Field) const {
  if (!hasLayout(Field->getParent()))
    return 0;
  return Context.getASTRecordLayout(Field->getParent())
      .getFieldOffset(Field->getFieldIndex());
}

bool TypeLayouts::standsFirst(const CXXRecordDecl *Base,
                              const CXXRecordDecl *Class) const {
  CXXBasePaths Paths;
  if (Base->getCanonicalDecl() == Class->getCanonicalDecl())
    return true;
  return Class->isDerivedFrom(Base, Paths) &&
         std::distance(Paths.begin(), Paths.end()) == 1 &&
         llvm::all_of(Paths.front(), [&](const CXXBasePathElement &Step) {
           return !Step.Base->isVirtual() &&
                  offsetOf(Step.Class, Step.Base->getType()) == 0;
         });
}

int64_t TypeLayouts::offsetOf(const CXXRecordDecl *Class, QualType Base) const {
  const CXXRecordDecl *BaseClass = Base->getAsCXXRecordDecl();
  if (!hasLayout(Class) || !BaseClass)
    return 0;
  return Context.getASTRecordLayout(Class)
      .getBaseClassOffset(BaseClass)
      .getQuantity();
}

bool TypeLayouts::isWholeNumber(const FieldDecl *BitField) const {
  const uint64_t Bits = BitField->getBitWidthValue();
  return (Bits == 8 || Bits == 16 || Bits == 32 || Bits == 64) &&
         firstBitOf(BitField) % Bits == 0;
}

bool TypeLayouts::mayFillBytes(const FieldDecl *BitField) const {
  // The bits of a run of fields that lie one behind the other.
  uint64_t Begin = 0, End = 0;
  bool HasIt = false;
  for (const FieldDecl *Field : BitField->getParent()->fields()) {
    if (!Field->isBitField())
      continue;
    const uint64_t First = firstBitOf(Field);
    const uint64_t Behind = First + Field->getBitWidthValue();
    if (First != End || First % 8 == 0) {
      if (HasIt)
        return false;
      Begin = First;
    }
    End = Behind;
    HasIt |= Field == BitField;
    if (HasIt && Begin % 8 == 0 && End % 8 == 0)
      return true;
  }
  return false;
}

/// The first byte of the number that holds a bit-field.
int64_t TypeLayouts::unitOf(const FieldDecl *BitField) const {
  int64_t UnitBytes = 0;
  bool IsRunning = false;
  for (const FieldDecl *Field : BitField->getParent()->fields()) {
    if (Field->isBitField()) {
      uint64_t First = firstBitOf(Field);
      bool Fits = First + Field->getBitWidthValue() <=
                  uint64_t(UnitBytes) * 8 + BitFieldUnit.Bits;
      if (!IsRunning || !Fits)
        UnitBytes = int64_t(First / 8);
    }
    IsRunning = Field->isBitField();
    if (Field == BitField)
      break;
  }
  return UnitBytes;
}

std::pair<QualType, unsigned> TypeLayouts::elementsOf(QualType Type) {
  if (const auto *Vector = Type->getAs<VectorType>())
    return {Vector->getElementType(), Vector->getNumElements()};
  if (const auto *Complex = Type->getAs<ComplexType>())
    return {Complex->getElementType(), 2};
  return {QualType(), 0};
}

bool TypeLayouts::addParts(QualType Type, int64_t OffsetBytes, size_t Most,
                           std::vector<Part> &Parts) const {
  if (const ConstantArrayType *Array = Context.getAsConstantArrayType(Type)) {
    QualType Element = Array->getElementType();
    const uint64_t Count = Array->getZExtSize();
    for (uint64_t N = 0; N != Count; ++N)
      if (!addParts(Element, OffsetBytes + int64_t(N) * sizeOf(Element), Most,
                    Parts))
        return false;
    return true;
  }
  const RecordDecl *Class = Type->getAsRecordDecl();
  if (!Class) {
    auto [Element, Count] = elementsOf(Type);
    for (unsigned N = 0; N != Count; ++N)
      Parts.push_back({OffsetBytes + N * sizeOf(Element), Element});
    if (!Count)
      Parts.push_back({OffsetBytes, Type});
    return Parts.size() <= Most;
  }
  Class = Class->getDefinition();
  if (!Class)
    return true;
  // The class of the whole object says where virtual bases lie.
  if (const auto *Cxx = dyn_cast<CXXRecordDecl>(Class))
    for (const CXXBaseSpecifier &Base : Cxx->bases())
      if (Base.isVirtual() ||
          !addParts(Base.getType(), OffsetBytes + offsetOf(Cxx, Base.getType()),
                    Most, Parts))
        return false;
  for (const FieldDecl *Field : Class->fields()) {
    if (Field->isBitField())
      Parts.push_back({OffsetBytes + unitOf(Field), Field->getType(), Field});
    else if (!addParts(Field->getType(),
                       OffsetBytes + int64_t(firstBitOf(Field) / 8), Most,
                       Parts))
      return false;
  }
  return Parts.size() <= Most;
}

std::vector<int64_t>
TypeLayouts::tablePointersOf(const CXXRecordDecl &Class) const {
  std::vector<int64_t> Found;
  auto Add = [&](auto &Self, const CXXRecordDecl &Part, int64_t At) -> void {
    if (!Part.isDynamicClass() || !hasLayout(&Part))
      return;
    const ASTRecordLayout &Layout = Context.getASTRecordLayout(&Part);
    if (Layout.hasOwnVFPtr())
      Found.push_back(At);
    for (const CXXBaseSpecifier &Base : Part.bases())
      if (!Base.isVirtual())
        Self(Self, *Base.getType()->getAsCXXRecordDecl(),
             At + offsetOf(&Part, Base.getType()));
  };
  Add(Add, Class, 0);
  if (hasLayout(&Class))
    for (const CXXBaseSpecifier &Base : Class.vbases()) {
      const CXXRecordDecl *Part = Base.getType()->getAsCXXRecordDecl();
      Add(Add, *Part,
          Context.getASTRecordLayout(&Class)
              .getVBaseClassOffset(Part)
              .getQuantity());
    }
  llvm::sort(Found);
  Found.erase(llvm::unique(Found), Found.end());
  return Found;
}

std::optional<std::vector<TypeLayouts::Part>>
TypeLayouts::partsOf(QualType Type, size_t Most) const {
  std::vector<Part> Parts;
  if (!addParts(Type, 0, Most, Parts))
    return std::nullopt;
  return Parts;
}

QualType TypeLayouts::scalarAt(QualType Type, int64_t OffsetBytes) const {
  const QualType Unclear = Context.LongLongTy;
  while (true) {
    if (const ConstantArrayType *Array = Context.getAsConstantArrayType(Type)) {
      Type = Array->getElementType();
      OffsetBytes %= std::max<int64_t>(1, sizeOf(Type));
      continue;
    }
    const RecordDecl *Class = Type->getAsRecordDecl();
    if (QualType Element = elementsOf(Type).first; !Element.isNull()) {
      Type = Element;
      OffsetBytes %= std::max<int64_t>(1, sizeOf(Type));
      continue;
    }
    if (!Class)
      return OffsetBytes == 0 ? Type : Unclear;
    Class = Class->getDefinition();
    if (!Class || Class->isUnion() || !hasLayout(Class))
      return Unclear;
    auto Contains = [&](int64_t Begin, QualType Part) {
      return OffsetBytes >= Begin && OffsetBytes < Begin + sizeOf(Part);
    };
    std::optional<std::pair<QualType, int64_t>> Inner;
    if (const auto *Cxx = dyn_cast<CXXRecordDecl>(Class))
      for (const CXXBaseSpecifier &Base : Cxx->bases()) {
        if (Base.isVirtual())
          continue;
        if (int64_t Begin = offsetOf(Cxx, Base.getType());
            !Inner && !Base.getType()->getAsCXXRecordDecl()->isEmpty() &&
            Contains(Begin, Base.getType()))
          Inner = {Base.getType(), Begin};
      }
    for (const FieldDecl *Field : Class->fields())
      if (auto Begin = int64_t(firstBitOf(Field) / 8);
          !Inner && !Field->isBitField() && Contains(Begin, Field->getType()))
        Inner = {Field->getType(), Begin};
    if (!Inner)
      return Unclear;
    Type = Inner->first;
    OffsetBytes -= Inner->second;
  }
}
