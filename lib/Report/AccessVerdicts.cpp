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
  const bool IsConflict = A.Judgement == Verdict::Conflict;
  auto [Entry, IsNew] =
      Known.try_emplace(A.ofArray(), Judged{A.Judgement, true});
  Judged &All = Entry->second;
  All.Judgement = joined(All.Judgement, A.Judgement);
  All.IsOfLines &= !IsConflict || A.isOfLines();
}

unsigned AccessVerdicts::count(Verdict V) const {
  const bool IsConflict = V == Verdict::Conflict;
  return unsigned(llvm::count_if(Known, [&](const auto &Entry) {
    return Entry.second.Judgement == V &&
           !(IsConflict && Entry.second.IsOfLines);
  }));
}

unsigned AccessVerdicts::countByLines() const {
  return unsigned(llvm::count_if(Known, [](const auto &Entry) {
    return Entry.second.Judgement == Verdict::Conflict &&
           Entry.second.IsOfLines;
  }));
}
