//===- LongerRows.cpp - Values where the source has longer rows -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A walk with a `StrideChange` carries out the source as a fix would leave it,
// for all lengths of rows at once: a symbol counts the units by which they are
// longer. Where it is 0, the program is the one that stands in the source.
//
//===----------------------------------------------------------------------===//

#include "Interpreter.h"
#include "Values/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace banklint;
using namespace clang;

const Variable *Interpreter::changeStrides(const StrideChange &Change) {
  Strides = &Change;
  Changed = &Change.InPlace;
  StrideUnits = P.symbol(ReasonKind::LongerRows, SymbolKind::Unknown,
                         {0, limits::RowUnits});
  return StrideUnits.terms()[0].What;
}

/// A number that counts in memory that is not shared, or is kept there.
void Interpreter::noteNumber(const Value &V, const Expr *Site) {
  Recorded.count(V, Active.Lanes, Site);
  if (!Strides || StrideElsewhere || V.isKnown())
    return;
  llvm::SmallVector<const Variable *, 4> Symbols;
  P.symbols(V, Symbols);
  if (llvm::is_contained(Symbols, StrideUnits.terms()[0].What))
    StrideElsewhere = Site;
}

void Interpreter::noteMet(const Expr *E) {
  if (MetStrides.insert(E).second)
    Changes.onRollBack([this, E] { MetStrides.erase(E); });
}

/// What a value is in the source as it stands.
Value Interpreter::withoutUnits(const Value &V) {
  Assignment Now;
  Now[StrideUnits.terms()[0].What] = 0;
  return P.substitute(V, Now);
}

/// Whether a value of the source as it stands is a number from 0 on that every
/// type of 32 bits has, in each lane.
bool Interpreter::isIndexNow(const Value &V) {
  const Value Now = withoutUnits(V);
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane) {
    const Range Bounds = P.rangeInLane(Now, Lane);
    if ((Active.Lanes >> Lane & 1) &&
        (Bounds.Min < 0 || Bounds.Max > INT32_MAX))
      return false;
  }
  return true;
}

/// The initializer of a variable in the place of its load. The text of it has
/// no conversion to the type of the variable, so that one has to change
/// nothing.
Scalar Interpreter::evaluateInPlace(const Expr *Load, const Expr *Init) {
  const llvm::SaveAndRestore Within(Changed, &Strides->InValues);
  const Scalar V = evaluate(Init);
  const bool IsConverted = !Context.hasSameUnqualifiedType(
      Init->getType(), Init->IgnoreParenImpCasts()->getType());
  if (IsConverted && !isIndexNow(V.Number) && !ChangedValue)
    ChangedValue = Load;
  noteMet(Load);
  return V;
}

/// What an expression is worth that was worth `V`.
Scalar Interpreter::changedValue(const Expr *E, Scalar V) {
  if (auto Found = Changed->Counted.find(E); Found != Changed->Counted.end()) {
    noteMet(E);
    V.Number = P.mul(StrideUnits, Value(Found->second));
  }
  if (auto Found = Changed->Units.find(E); Found != Changed->Units.end()) {
    noteMet(E);
    const auto *Binary = llvm::dyn_cast<BinaryOperator>(E);
    if (!Binary || Binary->getOpcode() != BO_Shl)
      V.Number = P.add(V.Number, P.mul(StrideUnits, Value(Found->second)));
  }
  if (auto Found = Changed->Flat.find(E); Found != Changed->Flat.end()) {
    noteMet(E);
    const auto &[RowElements, UnitElements, RowTerms, WholeTerms] =
        Found->second;
    bool IsIndex = isIndexNow(V.Number);
    auto NumberOf = [&](const Expr *Term) {
      const Value Part = Term == E ? V.Number : evaluate(Term).Number;
      IsIndex &= isIndexNow(Part);
      return Part;
    };
    const bool IsWhole = RowTerms.empty() && WholeTerms.empty();
    Value OfRow = IsWhole ? V.Number : Value(0);
    for (const Expr *Term : RowTerms)
      OfRow = P.add(OfRow, NumberOf(Term));
    IsIndex &= isIndexNow(OfRow);
    Value Row = P.div(OfRow, Value(RowElements), Int64);
    for (const Expr *Term : WholeTerms)
      Row = P.add(Row, P.div(NumberOf(Term), Value(RowElements), Int64));
    if (!IsIndex && !ChangedValue)
      ChangedValue = E;
    V.Number =
        P.add(V.Number, P.mul(StrideUnits, P.mul(Row, Value(UnitElements))));
  }
  return V;
}

/// The same of `a << 5`, which becomes a product, and `a | b`, which becomes a
/// sum where the two have no bit in common.
Scalar Interpreter::changedBinary(const BinaryOperator *E, const Scalar &A,
                                  const Scalar &B, Scalar V) {
  if (E->getOpcode() == BO_Shl)
    if (auto Found = Changed->Units.find(E); Found != Changed->Units.end())
      V.Number = P.add(
          V.Number, P.mul(A.Number, P.mul(StrideUnits, Value(Found->second))));
  if (Changed->Sums.contains(E)) {
    noteMet(E);
    const IntType Type = Types.intType(E->getType());
    const Value Overlap =
        P.select(Active.Lanes,
                 P.bitAnd(withoutUnits(A.Number), withoutUnits(B.Number), Type),
                 Value(0));
    if (!Overlap.isNumber(0) && !ChangedValue)
      ChangedValue = E;
    V.Number = P.add(A.Number, B.Number, Type);
  }
  return V;
}

//===----------------------------------------------------------------------===//
// Members of classes
//===----------------------------------------------------------------------===//

/// Of the members of a class, up to one of them, or to the end.
int64_t MemberChange::growthOf(RecordDecl::field_range Members,
                               const FieldDecl *End) const {
  int64_t Sum = 0;
  for (const FieldDecl *Field : Members) {
    if (Field == End)
      break;
    Sum += Field == Member ? Rows * UnitBytes : growthOf(Field->getType());
  }
  return Sum;
}

int64_t MemberChange::growthOf(QualType Type) const {
  if (!Member)
    return 0;
  Type = Type.getCanonicalType();
  if (const auto *Array = llvm::dyn_cast<ConstantArrayType>(Type))
    return Array->getSExtSize() * growthOf(Array->getElementType());
  const RecordDecl *Class = Type->getAsRecordDecl();
  Class = Class ? Class->getDefinition() : nullptr;
  return Class ? growthOf(Class->fields(), nullptr) : 0;
}

int64_t MemberChange::growthBefore(const FieldDecl *Other) const {
  return Member ? growthOf(Other->getParent()->fields(), Other) : 0;
}

/// An address that each unit moves by so many bytes.
const Pointer *Interpreter::movedByUnits(const Pointer *At,
                                         const Value &BytesOfUnit) {
  if (BytesOfUnit.isNumber(0))
    return At;
  Pointer To = *At;
  To.WithinBytes = P.add(To.WithinBytes, P.mul(StrideUnits, BytesOfUnit));
  return new (P.storage()) Pointer(To);
}

/// `To` is so many elements behind `From`. Where a subscript of the array
/// counts them, it moves by what an element takes in the end.
const Pointer *Interpreter::changedStep(const Pointer *From, const Pointer *To,
                                        const Value &Count, int64_t Growth) {
  return To->Index.data() == From->Index.data()
             ? movedByUnits(To, P.mul(Count, Value(Growth)))
             : To;
}

/// An element of an array: one of the rows that are longer, or an object that
/// holds such rows.
const Pointer *Interpreter::changedElement(const ArraySubscriptExpr *E,
                                           const Pointer *Array,
                                           const Value &Index,
                                           const Pointer *Element) {
  const MemberChange &Change = Strides->OfMember;
  auto Rows = Change.RowsOf.find(E->getIdx());
  const int64_t Growth = Rows == Change.RowsOf.end()
                             ? Change.growthOf(E->getType())
                             : Rows->second * Change.UnitBytes;
  return changedStep(Array, Element, Index, Growth);
}
