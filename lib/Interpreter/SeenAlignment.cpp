//===- SeenAlignment.cpp - What the compiler sees of an alignment ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interpreter.h"
#include "Syntax/HiddenFactors.h"

using namespace banklint;
using namespace clang;

static constexpr unsigned bytesOf(unsigned ZeroBits) {
  return ZeroBits < 4 ? 1U << ZeroBits : AccessRecord::MaxAlignment;
}

SeenFactors Interpreter::factorsAt(const Expr *Site) {
  // What a parameter is depends on all calls that run.
  unsigned Calls = 0;
  for (const Frame *F = Top; F && F->Call; F = F->Caller)
    Calls = CallChains.try_emplace({Calls, F->Call}, CallChains.size() + 1)
                .first->second;
  auto [Known, IsNew] = Factors.try_emplace({Site, Calls});
  if (IsNew)
    Known->second = factorsOfPlace(*Site, compileTime(), Context);
  return Known->second;
}

void Interpreter::noteSeenAlignment(const Expr *Site, size_t FirstRecord) {
  llvm::MutableArrayRef<AccessRecord> Records =
      Recorded.recordsFrom(FirstRecord);
  if (Records.empty() || !Records.front().Where)
    return;
  const SeenFactors Seen = factorsAt(Site);
  if (!Seen.isHidden())
    return;
  for (AccessRecord &Record : Records) {
    const bool IsInLoop = Record.Unroll != 0;
    // LLVM sees what machine code does not, if the array is aligned.
    if (!IsInLoop && Seen.Terms <= 2 &&
        Record.Where->Array->DeclaredAlignment >= MaxAccessBytes)
      continue;
    Record.SureAlignment = bytesOf(Seen.ZeroBitsInDoubt);
    // A loop has an address that it moves on; a condition may tell a sign.
    if (!IsInLoop && Record.Arm == 0)
      Record.SeenAlignment = bytesOf(Seen.ZeroBits);
  }
}

void Interpreter::recordScalar(AccessOperation Operation, const Pointer *At,
                               QualType Type, const Expr *Site) {
  const size_t First = Recorded.size();
  Recorded.recordRange(Operation, At, Type, Site);
  noteSeenAlignment(Site, First);
}
