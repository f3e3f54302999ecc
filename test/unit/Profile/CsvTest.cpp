//===- CsvTest.cpp - Tables as text ---------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/Csv.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "gtest/gtest.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

using namespace banklint;
using namespace llvm;

/// The rows as "line: cell|cell", a line each, or the sentence that refuses
/// them.
static std::string parsed(StringRef Text) {
  Expected<std::vector<CsvRow>> Rows = parseCsv(Text);
  if (!Rows)
    return toString(Rows.takeError());
  std::string Result;
  for (const CsvRow &Row : *Rows)
    Result += std::to_string(Row.Line) + ": " + join(Row.Cells, "|") + "\n";
  return Result;
}

TEST(Csv, CellsMayStandInQuotes) {
  EXPECT_EQ(parsed("a,\"b, c\",\"d \"\"e\"\"\",\n"), "1: a|b, c|d \"e\"|\n");
  EXPECT_EQ(parsed("\"two\nlines\",b\nc"), "1: two\nlines|b\n3: c\n");
}

TEST(Csv, LinesEndInEitherWay) {
  EXPECT_EQ(parsed("a,b\r\n\"c\",\"d\"\r\n\r\ne"), "1: a|b\n2: c|d\n4: e\n");
  EXPECT_EQ(parsed("\xEF\xBB\xBF\"a\"\n"), "1: a\n");
  EXPECT_EQ(parsed(""), "");
}

TEST(Csv, WhatTheProfilerSaysIsNoRow) {
  EXPECT_EQ(parsed("==PROF== Profiling \"f\": 0%, done\na,b\n"), "2: a|b\n");
}

TEST(Csv, QuotesOfSourceTextNeedNotBeDoubled) {
  EXPECT_EQ(parsed("\"7\",\"puts(\"x\");\",\"0\"\n\"8\",\"\",\"1\"\n"),
            "1: 7|puts(\"x\");|0\n2: 8||1\n");
  // At the end of a row, and with a comma behind the quote.
  EXPECT_EQ(parsed("\"5\",\"#include \"host.h\"\"\n\"6\",\"\"\n"),
            "1: 5|#include \"host.h\"\n2: 6|\n");
  EXPECT_EQ(parsed("\"9\",\"\"n\"(Size),\",\"-\"\r\n"),
            "1: 9|\"n\"(Size),|-\n");
  // A text that looks like the end of a cell is taken apart.
  EXPECT_EQ(parsed("\"9\",\"f(\"a\",\"b\")\",\"-\"\n"), "1: 9|f(\"a|b\")|-\n");
}

TEST(Csv, WhatIsNoTableIsRefusedWithItsLine) {
  EXPECT_EQ(parsed("a\n\"b\nc"), "the quote in line 2 does not end");
  EXPECT_EQ(parsed("a\n\"b\"c\n"),
            "text follows the end of a quoted cell in line 2");
  EXPECT_EQ(parsed(StringRef("a\nb\0c", 5)), "a NUL byte in line 2");
}

TEST(Csv, CountsMayHaveThousandsApart) {
  EXPECT_EQ(countIn("0"), 0);
  EXPECT_EQ(countIn(" 1024 "), 1024);
  EXPECT_EQ(countIn("1,024"), 1024);
  EXPECT_EQ(countIn("12,345,678"), 12345678);
  EXPECT_EQ(countIn("25.000000"), 25);
  EXPECT_EQ(countIn("9223372036854775807"), INT64_MAX);
}

TEST(Csv, WhatIsNoCountIsNone) {
  for (StringRef Cell :
       {"", "-", "-5", "x", "0x10", "1.5", "1,02", ",024", "1,,024", "1024,0",
        "1e3", "n/a", "9223372036854775808", "99999999999999999999999", "+1"})
    EXPECT_EQ(countIn(Cell), std::nullopt) << Cell.str();
}

TEST(Csv, CellsAreQuotedOnOneLine) {
  EXPECT_EQ(shownCell("a\nb\x1b[1m\x7f"), "a?b?[1m?");
  EXPECT_EQ(shownCell("\xc3\xa4\xff"), "\xc3\xa4\xef\xbf\xbd");
  EXPECT_EQ(shownCell(std::string(2000, 'x')), std::string(1000, 'x') + "...");
}
