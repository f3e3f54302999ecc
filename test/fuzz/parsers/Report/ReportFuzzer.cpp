//===- ReportFuzzer.cpp - The reports that banklint compare reads ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include "Report/Compare.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

using namespace banklint;

/// A report beside itself has not changed, and beside none all is new or gone.
int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  using Accesses = std::vector<ReportedAccess>;
  llvm::Expected<Accesses> Read = readReport("new.json", textOf(Data, Size));
  if (!Read) {
    requireSentence(Read.takeError());
    return 0;
  }
  const Accesses None;
  for (const ComparedAccess &Each : compareReports(*Read, *Read))
    require(Each.Old && Each.New && !Each.isWorse(),
            "no access is worse than itself");
  std::vector<ComparedAccess> New = compareReports(None, *Read),
                              Gone = compareReports(*Read, None);
  require(New.size() == Read->size() && Gone.size() == Read->size(),
          "every access is compared");
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  writeComparison(OS, New);
  writeComparison(OS, Gone);
  return 0;
}
