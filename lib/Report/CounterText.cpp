//===- CounterText.cpp - The profiler's counters, for people --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Counters.h"
#include "Files/Shown.h"
#include "Finding/Finding.h"
#include "Finding/Wording.h"
#include "Formulas/Count.h"
#include "Formulas/Formula.h"
#include "Report/Summary.h"
#include "Source/AccessKey.h"
#include "Source/Place.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Unicode.h"
#include "llvm/Support/raw_ostream.h"
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace llvm;
using namespace banklint;

static constexpr size_t PageWidth = 80;

/// Columns that a text takes.
static size_t widthOf(StringRef Text) {
  const int Columns = sys::unicode::columnWidthUTF8(Text);
  return Columns < 0 ? Text.size() : size_t(Columns);
}

static std::string rightJustified(StringRef Text, size_t Width) {
  const size_t Own = widthOf(Text);
  return std::string(Own < Width ? Width - Own : 0, ' ') + Text.str();
}

static std::string leftJustified(StringRef Text, size_t Width) {
  const size_t Own = widthOf(Text);
  return Text.str() + std::string(Own < Width ? Width - Own : 0, ' ');
}

static std::string textOf(const Count &C) {
  return countText(C, [](const Formula &F) { return F.text(); });
}

/// Breaks a text between words.
static void writeWrapped(raw_ostream &OS, StringRef Unshown, size_t Indent,
                         size_t Hanging) {
  const std::string Shown = shownText(Unshown);
  StringRef Text = Shown;
  size_t At = 0;
  const auto Begin = [&](size_t Columns) {
    OS << std::string(Columns, ' ');
    At = Columns;
  };
  Begin(Indent);
  bool IsFirst = true;
  while (!Text.empty()) {
    auto [Word, Rest] = Text.split(' ');
    const size_t Width = widthOf(Word);
    if (!IsFirst && At + 1 + Width > PageWidth) {
      OS << '\n';
      Begin(Hanging);
    } else if (!IsFirst) {
      OS << ' ';
      ++At;
    }
    OS << (At == Hanging ? shownText(Word) : Word.str());
    At += Width;
    IsFirst = false;
    Text = Rest;
  }
  OS << '\n';
}

namespace {
/// A line of the table.
struct Row {
  std::string Label;
  std::array<std::string, 3> Cells;
  std::optional<double> Share;
  bool IsOfBlock;

  Row(std::string Label, const Counters &Of, bool IsOfBlock = true)
      : Label(std::move(Label)),
        Cells{textOf(Of.Wavefronts), textOf(Of.Ideal), textOf(Of.Excess)},
        Share(Of.excessShare()), IsOfBlock(IsOfBlock) {}
};
} // namespace

static constexpr std::array<StringLiteral, 3> Columns = {"wavefronts", "ideal",
                                                         "excess"};

static constexpr size_t LabelWidth = 14, CellWidth = 14;

static bool isNarrow(ArrayRef<Row> Rows) {
  return all_of(Rows, [](const Row &R) {
    return all_of(R.Cells,
                  [](StringRef Cell) { return widthOf(Cell) <= CellWidth; });
  });
}

/// Numbers side by side, and formulas below each other.
static void writeRows(raw_ostream &OS, ArrayRef<Row> Rows) {
  if (!isNarrow(Rows)) {
    for (const Row &R : Rows) {
      OS << "  " << R.Label << (R.IsOfBlock ? " of a block\n" : "\n");
      for (auto [Name, Cell] : zip_equal(Columns, R.Cells))
        writeWrapped(OS, leftJustified(Name, 12) + Cell, 4, 18);
    }
    return;
  }
  OS << "  " << leftJustified("a block", LabelWidth);
  for (StringRef Name : Columns)
    OS << "  " << rightJustified(Name, CellWidth);
  OS << '\n';
  for (const Row &R : Rows) {
    OS << "  " << leftJustified(R.Label, LabelWidth);
    for (StringRef Cell : R.Cells)
      OS << "  " << rightJustified(Cell, CellWidth);
    if (R.Share)
      OS << format(" %5.1f %%", 100 * *R.Share);
    OS << '\n';
  }
}

static const char *pluralOf(AccessOperation Operation) {
  switch (Operation) {
  case AccessOperation::Load:
    return "loads";
  case AccessOperation::Store:
    return "stores";
  case AccessOperation::Atomic:
    return "atomics";
  case AccessOperation::LdMatrix:
    return "matrix loads";
  case AccessOperation::StMatrix:
    return "matrix stores";
  case AccessOperation::CpAsync:
    return "async copies";
  }
  llvm_unreachable("every operation is listed");
}

static void writeCostliest(raw_ostream &OS, const KernelCounters &Kernel) {
  static constexpr size_t MostShown = 5;
  const size_t All = Kernel.Costliest.size();
  if (!All)
    return;
  OS << "  costliest accesses";
  if (All > MostShown)
    OS << ", " << MostShown << " of " << All;
  OS << ", by excess\n";
  for (const auto &[A, Own] :
       ArrayRef(Kernel.Costliest).take_front(MostShown)) {
    std::string Line = A->At.File + ":" + std::to_string(A->At.Line) + ":" +
                       std::to_string(A->At.Column) + " " +
                       operationName(A->Operation) + " " + A->Text + ": " +
                       textOf(Own.Excess);
    if (const auto Share = Own.excessShare())
      raw_string_ostream(Line)
          << format(" (%.1f %% of its wavefronts)", 100 * *Share);
    writeWrapped(OS, Line, 4, 8);
  }
}

void banklint::writeCounters(raw_ostream &OS, const Report &R) {
  bool IsFirst = true;
  for (const KernelCount &Each : R.Kernels) {
    if (Each.Accesses.empty())
      continue;
    if (std::exchange(IsFirst, false))
      OS << "predicted counters of each kernel, summed over its instructions\n"
            "  wavefronts  "
         << WavefrontsCounter << "\n  ideal       " << IdealCounter << '\n';
    const KernelCounters Kernel = countersOf(Each);
    std::string Head = Each.ShortKernel + ", blocks of " +
                       blockName(Each.Block) + " (" + toText(Each.BlockFrom) +
                       ")";
    if (!Each.Grid.empty())
      Head += ", grid of " + extentsText(Each.Grid);
    OS << '\n';
    writeWrapped(OS, Head, 0, 4);
    std::vector<Row> Rows;
    Rows.reserve(Kernel.Operations.size() + 2);
    for (const auto &[Operation, Of] : Kernel.Operations)
      Rows.emplace_back(pluralOf(Operation), Of);
    if (Rows.size() > 1 || Each.IsPart)
      Rows.emplace_back("all", Kernel.Block);
    if (Kernel.isLaunchMore())
      Rows.emplace_back("the launch", *Kernel.Launch, /*IsOfBlock=*/false);
    writeRows(OS, Rows);
    for (const std::string &Term : Kernel.terms())
      writeWrapped(OS, Term, 2, 6);
    writeCostliest(OS, Kernel);
  }
}
