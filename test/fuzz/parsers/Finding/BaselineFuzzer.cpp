//===- BaselineFuzzer.cpp - Old findings, kept in a file ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include "Finding/Baseline.h"
#include "Finding/Finding.h"
#include "llvm/Support/Error.h"
#include <cstddef>
#include <cstdint>
#include <utility>

using namespace banklint;

int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  llvm::Expected<Baseline> Old = Baseline::parse("old.txt", textOf(Data, Size));
  if (!Old) {
    requireSentence(Old.takeError());
    return 0;
  }
  Report R;
  Finding Known;
  Known.Fingerprint = "0123456789abcdef";
  R.Findings = {Known, Known, Finding()};
  Old->apply(R);
  require(R.Findings.size() + R.Silenced.size() == 3, "no finding is lost");
  require(R.Silenced.size() == R.Totals.InBaseline, "silence is counted");
  require(R.Findings.back().Fingerprint.empty(),
          "a finding without a fingerprint is in no baseline");
  return 0;
}
