//===- UnifiedDiff.cpp - Edits as `diff -u` shows them --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Edit/UnifiedDiff.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include <algorithm>

using namespace llvm;
using namespace banklint;

static constexpr size_t ContextLines = 3;

namespace {
/// Lines with their ends.
using Lines = std::vector<StringRef>;

/// The old lines from `First` up to `Last`, without it, become `Text`.
struct Change {
  size_t First, Last;
  std::string Text;
};
} // namespace

static Lines linesOf(StringRef Text) {
  Lines Result;
  while (!Text.empty()) {
    size_t End = Text.find('\n');
    size_t Length = End == StringRef::npos ? Text.size() : End + 1;
    Result.push_back(Text.take_front(Length));
    Text = Text.drop_front(Length);
  }
  return Result;
}

/// Lines that follow each other change together, as `diff` has it.
static std::vector<Change> joined(std::vector<Change> Changes) {
  std::vector<Change> Result;
  for (Change &C : Changes)
    if (!Result.empty() && Result.back().Last == C.First) {
      Result.back().Last = C.Last;
      Result.back().Text += C.Text;
    } else {
      Result.push_back(std::move(C));
    }
  return Result;
}

/// Whole lines that change: edits that share a line are one change.
static std::vector<Change> changesOf(StringRef Before, const Lines &Old,
                                     ArrayRef<Edit> Edits) {
  auto OffsetOf = [&](size_t Line) {
    return Line < Old.size() ? size_t(Old[Line].data() - Before.data())
                             : Before.size();
  };
  std::vector<Change> Changes;
  size_t Line = 0, Copied = 0;
  for (const Edit &E : Edits) {
    size_t Begin = E.OffsetBytes, End = Begin + E.LengthBytes;
    bool IsSameLine =
        !Changes.empty() && (Changes.back().Last == Old.size() ||
                             Begin < OffsetOf(Changes.back().Last));
    if (!IsSameLine) {
      if (!Changes.empty())
        Changes.back().Text +=
            Before.slice(Copied, OffsetOf(Changes.back().Last));
      while (Line + 1 < Old.size() && OffsetOf(Line + 1) <= Begin)
        ++Line;
      Changes.push_back({Line, std::min(Line + 1, Old.size()), ""});
      Copied = OffsetOf(Line);
    }
    Change &C = Changes.back();
    C.Text += Before.slice(Copied, Begin);
    C.Text += E.Text;
    Copied = End;
    // An edit that takes the end of a line away takes the next line in.
    bool IsWhole = C.Text.empty() || StringRef(C.Text).ends_with("\n");
    while (C.Last < Old.size() &&
           (OffsetOf(C.Last) < End || (OffsetOf(C.Last) == End && !IsWhole)))
      ++C.Last;
  }
  if (!Changes.empty())
    Changes.back().Text += Before.slice(Copied, OffsetOf(Changes.back().Last));
  return joined(std::move(Changes));
}

static void writeLines(raw_ostream &OS, char Mark, ArrayRef<StringRef> Some) {
  for (StringRef Line : Some) {
    OS << Mark << Line;
    if (!Line.ends_with("\n"))
      OS << "\n\\ No newline at end of file\n";
  }
}

static void writeRange(raw_ostream &OS, size_t First, size_t Count) {
  OS << (Count ? First + 1 : First) << ',' << Count;
}

/// Changes whose surroundings touch. `Shift` is by how many lines the changes
/// before them moved the rest.
static void writeHunk(raw_ostream &OS, ArrayRef<Change> Changes,
                      ArrayRef<StringRef> Old, int64_t &Shift) {
  size_t First = Changes.front().First;
  First -= std::min(First, ContextLines);
  size_t Last = std::min(Changes.back().Last + ContextLines, Old.size());
  int64_t Growth = 0;
  for (const Change &C : Changes)
    Growth += int64_t(linesOf(C.Text).size()) - int64_t(C.Last - C.First);
  OS << "@@ -";
  writeRange(OS, First, Last - First);
  OS << " +";
  writeRange(OS, First + Shift, Last - First + Growth);
  OS << " @@\n";
  size_t At = First;
  for (const Change &C : Changes) {
    writeLines(OS, ' ', Old.slice(At, C.First - At));
    writeLines(OS, '-', Old.slice(C.First, C.Last - C.First));
    writeLines(OS, '+', linesOf(C.Text));
    At = C.Last;
  }
  writeLines(OS, ' ', Old.slice(At, Last - At));
  Shift += Growth;
}

/// A name as git writes it, in quotes where it holds what could end it:
/// "a/new\nline.cu" in C's escapes.
static std::string quoted(StringRef Name) {
  static constexpr StringLiteral Escaped = "\a\b\t\n\v\f\r\"\\";
  static constexpr StringLiteral Letters = "abtnvfr\"\\";
  std::string Result;
  for (char C : Name) {
    if (const size_t At = Escaped.find(C); At != StringRef::npos)
      Result += {'\\', Letters[At]};
    else if (isPrint(C))
      Result += C;
    else
      raw_string_ostream(Result) << format("\\%03o", unsigned(uint8_t(C)));
  }
  return Result == Name ? Result : '"' + Result + '"';
}

void banklint::writeUnifiedDiff(raw_ostream &OS, StringRef Name,
                                StringRef Before, const EditSet &Edits) {
  assert(Edits.endBytes() <= Before.size() && "an edit lies behind the end");
  Lines Old = linesOf(Before);
  std::vector<Change> Changes = changesOf(Before, Old, Edits.edits());
  // A tab tells where a name with spaces ends.
  StringRef End = Name.contains(' ') ? "\t\n" : "\n";
  OS << "--- " << quoted(("a/" + Name).str()) << End << "+++ "
     << quoted(("b/" + Name).str()) << End;
  int64_t Shift = 0;
  for (ArrayRef<Change> Rest = Changes; !Rest.empty();) {
    size_t Count = 1;
    while (Count != Rest.size() &&
           Rest[Count].First <= Rest[Count - 1].Last + 2 * ContextLines)
      ++Count;
    writeHunk(OS, Rest.take_front(Count), Old, Shift);
    Rest = Rest.drop_front(Count);
  }
}
