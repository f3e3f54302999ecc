//===- AccessVerdicts.cpp - What is said of each access -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessVerdicts.h"
#include "Finding/Finding.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

Verdict banklint::joined(Verdict A, Verdict B) {
  for (Verdict V : {Verdict::Conflict, Verdict::Possible, Verdict::Unknown,
                    Verdict::ByHardware})
    if (A == V || B == V)
      return V;
  return Verdict::ConflictFree;
}

void AccessVerdicts::add(const Access &A) {
  if (A.IsAtCall)
    return;
  auto [Entry, IsNew] = Known.try_emplace(A.ofArray(), A.Judgement);
  if (!IsNew)
    Entry->second = joined(Entry->second, A.Judgement);
}

unsigned AccessVerdicts::count(Verdict V) const {
  return unsigned(llvm::count_if(
      Known, [&](const auto &Entry) { return Entry.second == V; }));
}
