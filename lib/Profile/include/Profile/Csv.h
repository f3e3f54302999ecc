//===- Csv.h - Tables as text -----------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What RFC 4180 calls comma-separated values: `a,"b, ""c""",d` is a row of
// three cells. Rows end in LF or CRLF, and a cell in quotes may hold either.
// Lines that a profiler writes between its tables, which begin with "==", are
// none.
//
// Nsight Compute does not double the quotes of source text:
// `"7","puts("x");","0"` is a row of three cells, too. Such a row is one line,
// with quotes around every cell, and ends a cell with `","`.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_PROFILE_CSV_H
#define BANKLINT_PROFILE_CSV_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace banklint {

/// A row, and the line of the file that it begins in, from 1.
struct CsvRow {
  unsigned Line = 0;
  std::vector<std::string> Cells;
  /// Quotes in it are not doubled: a cell that holds `","` has become several.
  bool HasBareQuotes = false;
};

/// The rows of a text but for empty ones. Fails with a sentence where a quote
/// does not end, text follows the end of a quoted cell, or a NUL byte tells
/// that it is no text.
llvm::Expected<std::vector<CsvRow>> parseCsv(llvm::StringRef Text);

/// A cell that counts something, with thousands apart or not: "1,024", "1024",
/// "1024.000". None for what is no whole number from 0 to 2^63 - 1.
std::optional<int64_t> countIn(llvm::StringRef Cell);

/// A cell as a sentence can quote it, and a terminal show it: '?' stands for
/// what is no printable ASCII or UTF-8, and the end of a long one is left out.
std::string shownCell(llvm::StringRef Cell);

} // namespace banklint

#endif // BANKLINT_PROFILE_CSV_H
