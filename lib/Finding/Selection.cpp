//===- Selection.cpp - Which findings are asked for -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Finding/Selection.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/GlobPattern.h"

using namespace banklint;
using namespace llvm;

bool banklint::isInRules(ArrayRef<StringRef> Globs, StringRef Rule,
                         bool Default) {
  bool IsIn = Default;
  for (StringRef Text : Globs) {
    Text = Text.trim();
    bool IsExcepted = Text.consume_front("-");
    if (Text.empty())
      continue;
    Expected<GlobPattern> Glob = GlobPattern::create(Text);
    if (!Glob)
      consumeError(Glob.takeError());
    else if (Glob->match(Rule))
      IsIn = !IsExcepted;
  }
  return IsIn;
}

static bool isBelow(const Finding &F, const Selection &Asked) {
  return (F.Ways && *F.Ways < Asked.MinWays) ||
         (F.ExcessPerBlock && *F.ExcessPerBlock < Asked.MinExcess);
}

void banklint::applySelection(Report &R, const Selection &Asked) {
  SmallVector<StringRef> Rules(Asked.Rules.begin(), Asked.Rules.end());
  erase_if(R.Findings, [&](const Finding &F) {
    return !isInRules(Rules, F.Rule, /*Default=*/true);
  });
  size_t Before = R.Findings.size();
  erase_if(R.Findings, [&](const Finding &F) { return isBelow(F, Asked); });
  R.Totals.BelowThreshold += Before - R.Findings.size();
}
