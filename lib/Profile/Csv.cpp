//===- Csv.cpp - Tables as text -------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/Csv.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace llvm;
using namespace banklint;

namespace {
/// Goes through a text, cell by cell.
class CsvParser {
public:
  explicit CsvParser(StringRef Text) : Rest(Text) {
    Rest.consume_front("\xEF\xBB\xBF"); // what some programs begin UTF-8 with
  }

  Expected<std::vector<CsvRow>> parse();

private:
  Expected<std::string> cell();
  Expected<std::string> quotedCell();
  Error row(CsvRow &Row);
  bool bareRow(CsvRow &Row);
  /// Passes an end of line, if it is one.
  bool endLine();

  StringRef Rest;
  unsigned Line = 1;
};
} // namespace

bool CsvParser::endLine() {
  if (!Rest.consume_front("\r\n") && !Rest.consume_front("\n"))
    return false;
  ++Line;
  return true;
}

Expected<std::string> CsvParser::quotedCell() {
  const unsigned Begin = Line;
  std::string Cell;
  while (true) {
    const size_t Quote = Rest.find('"');
    if (Quote == StringRef::npos)
      return createStringError("the quote in line " + Twine(Begin) +
                               " does not end");
    const StringRef Part = Rest.take_front(Quote);
    Cell += Part;
    Line += unsigned(Part.count('\n'));
    Rest = Rest.drop_front(Quote + 1);
    if (!Rest.consume_front("\""))
      return Cell;
    Cell += '"';
  }
}

Expected<std::string> CsvParser::cell() {
  if (!Rest.consume_front("\"")) {
    const size_t End = std::min(Rest.find_first_of(",\n"), Rest.size());
    std::string Cell = Rest.take_front(End).str();
    Rest = Rest.drop_front(End);
    if (Rest.starts_with("\n") && StringRef(Cell).ends_with("\r"))
      Cell.pop_back();
    return Cell;
  }
  Expected<std::string> Cell = quotedCell();
  if (Cell && !Rest.empty() && !Rest.starts_with(",") &&
      !Rest.starts_with("\n") && !Rest.starts_with("\r\n"))
    return createStringError("text follows the end of a quoted cell in line " +
                             Twine(Line));
  return Cell;
}

Error CsvParser::row(CsvRow &Row) {
  do {
    Expected<std::string> Cell = cell();
    if (!Cell)
      return Cell.takeError();
    Row.Cells.push_back(std::move(*Cell));
  } while (Rest.consume_front(","));
  return Error::success();
}

/// A line whose quotes are not doubled.
bool CsvParser::bareRow(CsvRow &Row) {
  const size_t End = std::min(Rest.find('\n'), Rest.size());
  StringRef Text = Rest.take_front(End).rtrim('\r');
  Text.consume_back(",");
  if (Text.size() < 2 || !Text.consume_front("\"") || !Text.consume_back("\""))
    return false;
  SmallVector<StringRef> Cells;
  Text.split(Cells, "\",\"");
  Row.Cells.assign(Cells.begin(), Cells.end());
  Row.HasBareQuotes = true;
  Rest = Rest.drop_front(End);
  return true;
}

Expected<std::vector<CsvRow>> CsvParser::parse() {
  std::vector<CsvRow> Rows;
  if (const size_t Nul = Rest.find('\0'); Nul != StringRef::npos)
    return createStringError("a NUL byte in line " +
                             Twine(Rest.take_front(Nul).count('\n') + 1));
  while (!Rest.empty()) {
    if (endLine())
      continue;
    if (Rest.starts_with("==")) {
      Rest = Rest.drop_front(std::min(Rest.find('\n'), Rest.size()));
      continue;
    }
    CsvRow Row;
    Row.Line = Line;
    const StringRef Begin = Rest;
    if (Error E = row(Row)) {
      Rest = Begin;
      Line = Row.Line;
      if (!bareRow(Row))
        return std::move(E);
      consumeError(std::move(E));
    }
    Rows.push_back(std::move(Row));
  }
  return Rows;
}

Expected<std::vector<CsvRow>> banklint::parseCsv(StringRef Text) {
  return CsvParser(Text).parse();
}

std::optional<int64_t> banklint::countIn(StringRef Cell) {
  auto [Whole, Fraction] = Cell.trim(' ').split('.');
  if (!all_of(Fraction, [](char C) { return C == '0'; }))
    return std::nullopt;
  SmallVector<StringRef> Groups;
  Whole.split(Groups, ',');
  std::string Digits;
  for (auto [I, Group] : enumerate(Groups)) {
    const bool IsGroup =
        I ? Group.size() == 3 : Groups.size() == 1 || Group.size() <= 3;
    if (!IsGroup || Group.empty() || !all_of(Group, isDigit))
      return std::nullopt;
    Digits += Group;
  }
  int64_t Count = 0;
  if (StringRef(Digits).getAsInteger(10, Count))
    return std::nullopt;
  return Count;
}

std::string banklint::shownCell(StringRef Cell) {
  static constexpr size_t Longest = 1000;
  std::string Shown = Cell.take_front(Longest).str();
  for (char &C : Shown)
    if ((C >= 0 && C < ' ') || C == '\x7f')
      C = '?';
  if (Cell.size() > Longest)
    Shown += "...";
  return json::fixUTF8(Shown);
}
