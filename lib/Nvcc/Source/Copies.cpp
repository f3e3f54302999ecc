//===- Copies.cpp - How objects are copied --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Nvcc/Source/Copies.h"
#include "Bank/Gpu.h"
#include "Nvcc/Rules/Modes.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;

/// What a part of a value is split into: its scalars, but vectors
/// of narrower integers move in one.
static unsigned elementBytesOf(QualType Type, unsigned PartBytes,
                               bool &IsWidened, const TypeLayouts &Types,
                               const ASTContext &Context) {
  bool IsRecord = false, IsBrainFloat = false;
  while (true) {
    if (const ArrayType *Array = Context.getAsArrayType(Type)) {
      Type = Array->getElementType();
      continue;
    }
    const RecordDecl *Class = Type->getAsRecordDecl();
    if (!Class || !Class->getDefinition())
      break;
    IsRecord = true;
    IsBrainFloat |= Class->getName() == "__nv_bfloat16";
    const RecordDecl *Next = Class->getDefinition();
    while (Next->field_empty()) {
      const auto *Derived = dyn_cast<CXXRecordDecl>(Next);
      if (!Derived || Derived->bases().empty())
        return std::min(PartBytes, 4u);
      const RecordDecl *Base =
          Derived->bases_begin()->getType()->getAsRecordDecl();
      Next = Base ? Base->getDefinition() : nullptr;
      if (!Next)
        return std::min(PartBytes, 4u);
    }
    Type = Next->field_begin()->getType();
  }
  auto Scalar = unsigned(std::min<int64_t>(Types.sizeOf(Type), PartBytes));
  IsWidened = Scalar < 4 && Type->isIntegerType() &&
              (!IsRecord || IsBrainFloat) && PartBytes < 4;
  return Scalar < WordBytes ? PartBytes : Scalar;
}
std::optional<llvm::SmallVector<Eight, 8>>
banklint::eightsOf(QualType Type, const TypeLayouts &Types) {
  constexpr int64_t Bytes = 8;
  const int64_t Size = Types.sizeOf(Type);
  if (!Type->isRecordType() || Types.alignmentOf(Type) != Bytes)
    return std::nullopt;
  auto Scalars = Types.partsOf(Type, size_t(Size));
  if (!Scalars)
    return std::nullopt;
  llvm::SmallVector<unsigned, 8> Words(Size / Bytes), Numbers(Size / Bytes);
  int64_t End = 0;
  for (const TypeLayouts::Part &Scalar : *Scalars) {
    if (Scalar.BitField || Scalar.OffsetBytes < End)
      return std::nullopt;
    const int64_t Width = Types.sizeOf(Scalar.Type);
    End = Scalar.OffsetBytes + Width;
    Words[Scalar.OffsetBytes / Bytes] += Width == WordBytes;
    Numbers[Scalar.OffsetBytes / Bytes] += Width == Bytes;
  }
  llvm::SmallVector<Eight, 8> Result;
  for (auto [OfWords, OfNumbers] : llvm::zip_equal(Words, Numbers))
    Result.push_back(OfNumbers      ? Eight::Number
                     : OfWords == 2 ? Eight::Words
                                    : Eight::Mixed);
  return Result;
}

/// Of an object that is a number of 64 bits and, without a gap, members of less
/// than that, how many these are: 1 of `{double; int}`, 0 of all others. The
/// two parts are copied apart. Where there are several members, some were seen
/// to be copied by themselves.
static size_t membersBehindNumber(QualType Type, const TypeLayouts &Types) {
  constexpr int64_t Bytes = 8;
  const int64_t Size = Types.sizeOf(Type);
  if (!Type->isRecordType() || Size != 2 * Bytes)
    return 0;
  auto Scalars = Types.partsOf(Type, size_t(Size));
  if (!Scalars || Scalars->empty() || Scalars->front().BitField ||
      Types.sizeOf(Scalars->front().Type) != Bytes)
    return 0;
  int64_t End = Bytes;
  for (const TypeLayouts::Part &Scalar : llvm::drop_begin(*Scalars)) {
    if (Scalar.BitField || Scalar.OffsetBytes != End)
      return 0;
    End += Types.sizeOf(Scalar.Type);
  }
  return End < Size ? Scalars->size() - 1 : 0;
}

/// Whether an object that moves in units of `UnitBytes` holds an array of
/// narrow numbers that are no whole units, as `short[3]` in units of 4. nvcc
/// moves what is left over by itself, or the members around it: `{short[3];
/// int; float}` takes STS, STS.U16 and STS.64, `{short[3]; short; float;
/// float}` one STS.128.
static bool hasBrokenUnits(QualType Type, int64_t UnitBytes,
                           const TypeLayouts &Types,
                           const ASTContext &Context) {
  const RecordDecl *Class = Type->getAsRecordDecl();
  if (!Class || !Class->getDefinition())
    return false;
  Class = Class->getDefinition();
  if (const auto *Derived = dyn_cast<CXXRecordDecl>(Class))
    for (const CXXBaseSpecifier &Base : Derived->bases())
      if (hasBrokenUnits(Base.getType(), UnitBytes, Types, Context))
        return true;
  return llvm::any_of(Class->fields(), [&](const FieldDecl *Field) {
    const QualType Member = Field->getType();
    const QualType Element = Context.getBaseElementType(Member);
    if (Element->isRecordType())
      return hasBrokenUnits(Element, UnitBytes, Types, Context);
    return Member->isConstantArrayType() &&
           Types.sizeOf(Element) < int64_t(WordBytes) &&
           Types.sizeOf(Member) % UnitBytes != 0;
  });
}

/// Whether nvcc may move members of an object by themselves that the rules take
/// for parts of wider units: narrow ones of several widths, or beside a number
/// of 64 bits without a gap, or gaps in what is aligned to 4 and longer than 8.
/// `{int; short; char; char}` takes LDS and two LDS.U16, `{double; short;
/// short; float}` two LDS.64, `{short; float; float; float}` LDS.128 and LDS;
/// but
/// `{double; char; int}` one LDS.128.
static bool hasUnlikeNumbers(QualType Type, const TypeLayouts &Types) {
  constexpr size_t MostNumbers = 64;
  constexpr int64_t LongBytes = 8;
  if (!Type->isRecordType())
    return false;
  const auto Numbers = Types.partsOf(Type, MostNumbers);
  if (!Numbers)
    return false;
  bool HasBytes = false, HasHalves = false, HasLong = false, HasGaps = false;
  for (size_t I = 0; I != Numbers->size(); ++I) {
    const TypeLayouts::Part &Number = (*Numbers)[I];
    if (Number.BitField)
      return false;
    const int64_t Width = Types.sizeOf(Number.Type);
    const int64_t Next = I + 1 == Numbers->size()
                             ? Types.sizeOf(Type)
                             : (*Numbers)[I + 1].OffsetBytes;
    HasBytes |= Width == 1;
    HasHalves |= Width == 2;
    HasLong |= Width == LongBytes;
    HasGaps |= Width < int64_t(WordBytes) && Number.OffsetBytes + Width < Next;
  }
  const bool IsOfWords = Types.alignmentOf(Type) == int64_t(WordBytes);
  return (HasBytes && HasHalves && (IsOfWords || !HasGaps)) ||
         ((HasBytes || HasHalves) && HasLong && !HasGaps) ||
         (HasGaps && IsOfWords && Types.sizeOf(Type) > LongBytes);
}
unsigned banklint::elementBytesIn(Eight Bytes) {
  return Bytes == Eight::Words ? WordBytes : 2 * WordBytes;
}

ObjectCopy::ObjectCopy(QualType Type, int64_t UnitBytes,
                       const TypeLayouts &Types, const ASTContext &Context)
    : UnitBytes(unsigned(UnitBytes)),
      ElementBytes(
          elementBytesOf(Type, unsigned(UnitBytes), IsWidened, Types, Context)),
      Eights(eightsOf(Type, Types)),
      BehindNumber(membersBehindNumber(Type, Types)),
      IsBroken(hasUnlikeNumbers(Type, Types) ||
               hasBrokenUnits(Type, UnitBytes, Types, Context)) {}

void ObjectCopy::describe(AccessRecord &Part, int64_t OffsetBytes,
                          bool IsPacked) const {
  Part.ElementBytes = ElementBytes;
  // Words are copied as words, but all as numbers of 64 bits where some are
  // neither.
  if (Eights)
    Part.ElementBytes =
        BehindNumber && OffsetBytes ? WordBytes
        : llvm::is_contained(*Eights, Eight::Mixed)
            ? UnitBytes
            : elementBytesIn((*Eights)[OffsetBytes / UnitBytes]);
  if (BehindNumber > 1 || IsBroken || IsPacked)
    Part.InexactBy |= inexactBy(ModelRule::Copies);
  if (IsWidened && Part.Operation == AccessOperation::Load) {
    Part.IsWidened = applies(ModelRule::NarrowIntegers);
    Part.InexactBy |= doubtOnly(ModelRule::NarrowIntegers);
  }
}

size_t banklint::scalarsInBlock(llvm::ArrayRef<TypeLayouts::Part> Scalars,
                                int64_t ScalarBytes, int64_t MostBytes,
                                const TypeLayouts &Types) {
  size_t Most = 1;
  const int64_t Begin = Scalars.front().OffsetBytes;
  for (size_t Count = 1; Count != Scalars.size(); ++Count) {
    const int64_t Bytes = int64_t(Count + 1) * ScalarBytes;
    if (Scalars[Count].OffsetBytes != Begin + int64_t(Count) * ScalarBytes ||
        Types.sizeOf(Scalars[Count].Type) != ScalarBytes || Bytes > MostBytes)
      break;
    if (llvm::isPowerOf2_64(uint64_t(Bytes)) && Begin % Bytes == 0)
      Most = Count + 1;
  }
  return Most;
}

/// Whether it is part of a wider member of a union.
static bool isWithinUnion(const Expr *Site, QualType Type,
                          const TypeLayouts &Types, const ASTContext &Context) {
  for (const Expr *E = Site->IgnoreParenImpCasts();;) {
    if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E)) {
      E = Element->getBase()->IgnoreParenImpCasts();
      continue;
    }
    const auto *Member = dyn_cast<MemberExpr>(E);
    const auto *Field =
        Member ? dyn_cast<FieldDecl>(Member->getMemberDecl()) : nullptr;
    if (!Field)
      return false;
    if (Field->getParent()->isUnion() &&
        Types.alignmentOf(Context.getCanonicalTagType(Field->getParent())) >
            Types.sizeOf(Type))
      return true;
    if (Member->isArrow())
      return false;
    E = Member->getBase()->IgnoreParenImpCasts();
  }
}
void banklint::markWithinUnion(const Expr *Site, QualType Type,
                               llvm::MutableArrayRef<AccessRecord> Records,
                               const TypeLayouts &Types,
                               const ASTContext &Context) {
  if (!isWithinUnion(Site, Type, Types, Context))
    return;
  for (AccessRecord &Record : Records)
    Record.InexactBy |= inexactBy(ModelRule::Unions);
}
