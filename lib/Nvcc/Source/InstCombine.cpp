//===- InstCombine.cpp - Parts of numbers ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Nvcc/Source/InstCombine.h"
#include "Nvcc/Rules/Modes.h"
#include "llvm/Support/MathExtras.h"

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;

void banklint::markWideLoads(QualType To,
                             llvm::MutableArrayRef<AccessRecord> Records,
                             const ASTContext &Context) {
  const auto Bytes = uint64_t(Context.getTypeSizeInChars(To).getQuantity());
  for (AccessRecord &Record : Records)
    if (Record.Operation == AccessOperation::Load && !Record.IsVolatile &&
        Record.BytesPerLane > Bytes && !To->isBooleanType())
      Record.InexactBy |= inexactBy(ModelRule::NarrowLoad);
}
void banklint::markUnused(RecordedCode &Recorded, size_t FirstRecord) {
  Recorded.markInexact(FirstRecord, inexactBy(ModelRule::Unused));
}

/// 2^k, where a number is written as what is left of another one without its
/// last k bits: `x & ~3`, `x >> 2 << 2`, `x / 4 * 4` of an unsigned x; else 0.
static int64_t granuleOf(const Expr *E, NumberOfFunction NumberOf,
                         const TypeLayouts &Types) {
  const auto *Outer = dyn_cast<BinaryOperator>(E->IgnoreParens());
  if (!Outer || !Types.isInteger(E->getType()))
    return 0;
  // What a quotient is divided by, or a product multiplied with.
  auto StepOf = [&](const BinaryOperator &Of, BinaryOperatorKind Scaling,
                    BinaryOperatorKind Shift) -> int64_t {
    const std::optional<int64_t> By = NumberOf(Of.getRHS());
    if (By && Of.getOpcode() == Shift && *By >= 0 && *By < 32)
      return int64_t(1) << *By;
    return By && Of.getOpcode() == Scaling ? *By : 0;
  };
  int64_t Granule = 0;
  if (Outer->getOpcode() == BO_And) {
    std::optional<int64_t> Mask = NumberOf(Outer->getRHS());
    if (!Mask)
      Mask = NumberOf(Outer->getLHS());
    const IntType Signed = {Types.intType(Outer->getType()).Bits, true};
    Granule = Mask ? -Signed.wrap(*Mask) : 0;
  } else if (const auto *Inner =
                 dyn_cast<BinaryOperator>(Outer->getLHS()->IgnoreParens());
             Inner && (Inner->getOpcode() == BO_Shr ||
                       Inner->getType()->isUnsignedIntegerType())) {
    Granule = StepOf(*Inner, BO_Div, BO_Shr);
    if (Granule != StepOf(*Outer, BO_Mul, BO_Shl))
      return 0;
  }
  return Granule > 1 && llvm::isPowerOf2_64(Granule) ? Granule : 0;
}
int64_t banklint::movedGranule(const BinaryOperator *E,
                               NumberOfFunction NumberOf,
                               const TypeLayouts &Types) {
  for (const auto &[Masked, Added] : {std::pair(E->getLHS(), E->getRHS()),
                                      std::pair(E->getRHS(), E->getLHS())}) {
    const int64_t Granule = granuleOf(Masked, NumberOf, Types);
    const std::optional<int64_t> Number =
        Granule ? NumberOf(Added) : std::nullopt;
    if (!Number || (E->getOpcode() == BO_Sub && Masked == E->getRHS()))
      continue;
    if (*Number != 0 && *Number % Granule == 0)
      return Granule;
  }
  return 0;
}

void BitFieldStores::markPart(size_t FirstRecord, RecordedCode &Recorded) {
  Recorded.markInexact(FirstRecord, inexactBy(ModelRule::BitFields));
}

void BitFieldStores::noteWhole(const FieldDecl &Field, size_t FirstRecord,
                               RecordedCode &Recorded) {
  const Store Before = std::exchange(
      Last, {Field.getParent(), Recorded.Code.Block, FirstRecord});
  if (Before.Of != Last.Of || Before.Block != Last.Block ||
      Before.Record >= FirstRecord)
    return;
  const ModelRules By = inexactBy(ModelRule::BitFields);
  Recorded[Before.Record].InexactBy |= By;
  Recorded.markInexact(FirstRecord, By);
}
