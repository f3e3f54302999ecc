//===- RequestTableFuzzer.cpp - What banklint model reads -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bank/Patterns.h"
#include "Checks.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <cstddef>
#include <cstdint>
#include <string>

using namespace banklint;

/// Every row is costed, and comes out with one cell more.
int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  llvm::Expected<PatternTable> Table =
      readPatterns(textOf(Data, Size), "table.csv");
  if (!Table) {
    requireSentence(Table.takeError());
    return 0;
  }
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  writePredictions(*Table, OS);
  llvm::StringRef Written = Text;
  require(Written.count('\n') == Table->Rows.size() + 1,
          "the header and every row is written");
  for (const Pattern &Row : Table->Rows)
    require(Row.Text.count(',') == Table->Header.count(','),
            "every row has the columns of the header");
  return 0;
}
