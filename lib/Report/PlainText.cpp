//===- PlainText.cpp - Markdown for a terminal ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/PlainText.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <string>
#include <vector>

using namespace llvm;
using namespace banklint;

/// A line without the marks of emphasis, code and links. Within code all else
/// stays as it is; a bar of a table's cell has a backslash before it.
static std::string withoutMarks(StringRef Line) {
  std::string Text;
  bool IsCode = false;
  while (!Line.empty()) {
    const char C = Line.front();
    if (Line.consume_front("\\|")) {
      Text += '|';
      continue;
    }
    if (C == '`') {
      IsCode = !IsCode;
      Line = Line.drop_front();
      continue;
    }
    const size_t End = Line.find(']');
    if (!IsCode && C == '[' && Line.substr(End).starts_with("](") &&
        Line.find(')', End) != StringRef::npos) {
      Text += withoutMarks(Line.slice(1, End));
      Line = Line.substr(Line.find(')', End) + 1);
      continue;
    }
    if (IsCode || C != '*')
      Text += C;
    Line = Line.drop_front();
  }
  return Text;
}

/// The cells of a table's row: "| a | b |".
static std::vector<std::string> cellsOf(StringRef Row) {
  std::vector<std::string> Cells;
  Row = Row.trim();
  Row.consume_front("|");
  Row.consume_back("|");
  size_t Begin = 0;
  for (size_t I = 0; I <= Row.size(); ++I)
    if (I == Row.size() || (Row[I] == '|' && (I == 0 || Row[I - 1] != '\\'))) {
      Cells.push_back(withoutMarks(Row.slice(Begin, I).trim()));
      Begin = I + 1;
    }
  return Cells;
}

static void writeTable(raw_ostream &OS, ArrayRef<StringRef> Rows) {
  std::vector<std::vector<std::string>> Table;
  std::vector<size_t> Widths;
  for (StringRef Row : Rows) {
    if (Row.find_first_not_of("|- :") == StringRef::npos)
      continue; // the line below the heads of the columns
    Table.push_back(cellsOf(Row));
    Widths.resize(std::max(Widths.size(), Table.back().size()));
    for (size_t I = 0; I != Table.back().size(); ++I)
      Widths[I] = std::max(Widths[I], Table.back()[I].size());
  }
  for (const std::vector<std::string> &Cells : Table) {
    std::string Line;
    raw_string_ostream Text(Line);
    for (size_t I = 0; I != Cells.size(); ++I)
      Text << (I ? "  " : "") << left_justify(Cells[I], Widths[I]);
    OS << "  " << StringRef(Line).rtrim() << '\n';
  }
}

void banklint::writePlainText(raw_ostream &OS, StringRef Markdown) {
  SmallVector<StringRef, 0> Lines;
  Markdown.rtrim('\n').split(Lines, '\n');
  bool IsCode = false;
  for (size_t I = 0; I < Lines.size(); ++I) {
    const StringRef Line = Lines[I], Text = Line.ltrim();
    if (Text.starts_with("```")) {
      IsCode = !IsCode;
    } else if (IsCode) {
      OS << (Line.empty() ? "" : "    ") << Line << '\n';
    } else if (Text.starts_with("#")) {
      const std::string Heading = withoutMarks(Text.ltrim('#').ltrim());
      OS << Heading << '\n'
         << std::string(Heading.size(), Text.starts_with("##") ? '-' : '=')
         << '\n';
    } else if (Text.starts_with("|")) {
      const size_t First = I;
      while (I + 1 < Lines.size() && Lines[I + 1].ltrim().starts_with("|"))
        ++I;
      writeTable(OS, ArrayRef(Lines).slice(First, I + 1 - First));
    } else {
      OS << withoutMarks(Line) << '\n';
    }
  }
}
