//===- NolintFuzzer.cpp - NOLINT comments ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include "Config/Rules.h"
#include "Finding/Finding.h"
#include "Finding/Suppression.h"
#include "llvm/ADT/StringRef.h"
#include <cstddef>
#include <cstdint>

using namespace banklint;

int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  llvm::StringRef Text = textOf(Data, Size);
  Suppressions Comments = Suppressions::parse("a.cu", Text);
  unsigned Lines = Text.count('\n') + 1;
  for (unsigned Line : {1u, Lines / 2 + 1, Lines})
    for (const Rule &R : allRules())
      Comments.covers(Line, R.Name);
  if (!Text.contains("NOLINT"))
    require(!Comments.covers(1, BankConflictRule) &&
                Comments.errors().empty(),
            "a text without comments suppresses nothing");
  for (const Finding &F : Comments.errors())
    require(F.IsError && F.Span.Begin.Line >= 1 && F.Span.Begin.Line <= Lines,
            "an error stands at a line of the file");
  return 0;
}
