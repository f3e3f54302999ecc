//===- Finding.cpp - What banklint says about a source --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Finding/Finding.h"
#include "llvm/Support/ErrorHandling.h"
#include <iterator>

const char *banklint::verdictName(Verdict V) {
  switch (V) {
  case Verdict::ConflictFree:
    return "conflict-free";
  case Verdict::Conflict:
    return "conflict";
  case Verdict::Possible:
    return "possible";
  case Verdict::Unknown:
    return "unknown";
  }
  llvm_unreachable("a verdict without a name");
}

template <typename T>
static void moveBehind(std::vector<T> &Target, std::vector<T> &Source) {
  Target.insert(Target.end(), std::make_move_iterator(Source.begin()),
                std::make_move_iterator(Source.end()));
}

void banklint::Report::append(Report &&Other) {
  moveBehind(Accesses, Other.Accesses);
  moveBehind(Findings, Other.Findings);
  moveBehind(Gaps, Other.Gaps);
  Totals.Files += Other.Totals.Files;
  Totals.Kernels += Other.Totals.Kernels;
  Totals.Suppressed += Other.Totals.Suppressed;
  Totals.BelowThreshold += Other.Totals.BelowThreshold;
}
