//===- AccessReason.cpp - Why an access is judged as it is ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Finding/AccessReason.h"
#include "Values/Reason.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Allocator.h"

using namespace banklint;

SavedReason banklint::savedReason(const Reason &Why) {
  const ReasonFields &Fields = Why.fields();
  SavedReason Saved = {Why.kind(), Why.line(), Fields.Name.str(),
                       Fields.Number};
  for (const ReasonValue &Each : Fields.Values)
    Saved.Values.push_back({savedReason(Each.Symbol), Each.Number});
  if (Fields.Inner)
    Saved.Inner.push_back(savedReason(Fields.Inner));
  return Saved;
}

Reason banklint::restoredReason(const SavedReason &Saved,
                                llvm::BumpPtrAllocator &Storage) {
  if (!hasFields(Saved.Kind))
    return Reason(Saved.Kind).atLine(Saved.Line);
  llvm::SmallVector<ReasonValue, 4> Values;
  for (const SavedReasonValue &Each : Saved.Values)
    Values.push_back({restoredReason(Each.Symbol, Storage), Each.Number});
  ReasonFields Fields = {Saved.Name, Saved.Number, Values, {}};
  if (!Saved.Inner.empty())
    Fields.Inner = restoredReason(Saved.Inner.front(), Storage);
  return Reason(Saved.Kind, Fields, Storage).atLine(Saved.Line);
}
