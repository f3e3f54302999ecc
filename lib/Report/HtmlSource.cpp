//===- HtmlSource.cpp - Sources in a page, with their accesses ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HtmlSource.h"
#include "AccessVerdicts.h"
#include "Finding/Finding.h"
#include "Finding/Wording.h"
#include "HtmlIndex.h"
#include "HtmlText.h"
#include "Source/AccessKey.h"
#include "Source/Place.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

using namespace llvm;
using namespace banklint;

namespace {
/// A part of a line, in bytes from its beginning.
struct Mark {
  size_t Begin = 0, End = 0;
  Verdict Judged = Verdict::ConflictFree;
};

/// What is said behind a line of an operation on an array.
struct Label {
  AccessOperation Operation = AccessOperation::Load;
  Verdict Judged = Verdict::ConflictFree;
  double Ways = 1;
  bool IsOfLines = true; ///< where it is a conflict
  std::optional<size_t> Finding;
};

/// A line of the table: an access, under the kernels where all that is shown of
/// it is the same.
struct Row {
  const Access *First = nullptr;
  std::vector<const Access *> Same;
};

/// Writes one file.
class SourceWriter {
public:
  SourceWriter(raw_ostream &OS, const HtmlIndex &Index, size_t Number);

  void write();

private:
  void addMarks(const SourceSpan &Span, Verdict Judged);
  void addLabels();
  void lines(unsigned First, unsigned Last);
  void fold(unsigned First, unsigned Last);
  void label(const Label &L);
  void table();
  void row(const Row &R);

  raw_ostream &OS;
  const HtmlIndex &Index;
  const HtmlIndex::File &File;
  const size_t Number;
  const unsigned Digits;
  std::map<unsigned, std::vector<Mark>> Marks; ///< by line
  std::map<unsigned, std::vector<Label>> Labels;
};
} // namespace

/// Calls `Add(Line, Mark)` for each line that a span covers a part of.
template <typename Fn>
static void forEachMark(SourceTexts &Texts, const SourceSpan &Span,
                        Verdict Judged, Fn Add) {
  const SourcePoint &Begin = Span.Begin;
  const unsigned LastLine = std::max(Begin.Line, Span.EndLine);
  for (unsigned Line = Begin.Line; Line <= LastLine; ++Line) {
    StringRef Text = Texts.line(Begin.File, Line);
    size_t First =
        Line == Begin.Line ? Begin.Column - 1 : Text.find_first_not_of(" \t");
    size_t Last = Line == Span.EndLine ? Span.EndColumn - 1 : Text.size();
    Last = std::min(Last, Text.size());
    if (First < Last)
      Add(Line, Mark{First, Last, Judged});
  }
}

/// A line, in which marks are nested as their ranges are. One that leaves the
/// mark around it ends there.
static void writeMarked(raw_ostream &OS, StringRef Line,
                        std::vector<Mark> Marks) {
  sort(Marks, [](const Mark &A, const Mark &B) {
    return std::tuple(A.Begin, B.End) < std::tuple(B.Begin, A.End);
  });
  size_t At = 0;
  std::vector<size_t> Ends;
  auto WriteTo = [&](size_t End) {
    OS << htmlText(Line.slice(At, End));
    At = std::max(At, End);
  };
  auto CloseBefore = [&](size_t Begin) {
    while (!Ends.empty() && Ends.back() <= Begin) {
      WriteTo(Ends.back());
      OS << "</mark>";
      Ends.pop_back();
    }
  };
  for (const Mark &M : Marks) {
    CloseBefore(M.Begin);
    WriteTo(M.Begin);
    OS << "<mark class=\"" << verdictClass(M.Judged) << "\">";
    Ends.push_back(Ends.empty() ? M.End : std::min(M.End, Ends.back()));
  }
  CloseBefore(Line.size());
  WriteTo(Line.size());
}

SourceWriter::SourceWriter(raw_ostream &OS, const HtmlIndex &Index,
                           size_t Number)
    : OS(OS), Index(Index), File(Index.files()[Number]), Number(Number),
      Digits(utostr(File.LineCount).size()) {
  using Range = std::tuple<SourcePoint, unsigned, unsigned>;
  std::map<Range, std::pair<SourceSpan, Verdict>> Ranges;
  for (const Access *A : File.Accesses) {
    const SourceSpan &Span = A->Span;
    auto [Known, IsNew] = Ranges.try_emplace(
        {Span.Begin, Span.EndLine, Span.EndColumn}, Span, A->Judgement);
    if (!IsNew)
      Known->second.second = joined(Known->second.second, A->Judgement);
  }
  for (const auto &Entry : Ranges)
    addMarks(Entry.second.first, Entry.second.second);
  addLabels();
}

void SourceWriter::addMarks(const SourceSpan &Span, Verdict Judged) {
  forEachMark(Index.texts(), Span, Judged,
              [&](unsigned Line, Mark M) { Marks[Line].push_back(M); });
}

void SourceWriter::addLabels() {
  MapVector<ArrayAccess, Label, std::map<ArrayAccess, unsigned>> Known;
  for (const Access *A : File.Accesses) {
    auto [Entry, IsNew] =
        Known.try_emplace(A->ofArray(), Label{A->Operation, A->Judgement, 1,
                                              true, Index.findingOf(*A)});
    Label &L = Entry->second;
    L.Judged = joined(L.Judged, A->Judgement);
    L.IsOfLines &= A->Judgement != Verdict::Conflict || A->isOfLines();
    L.Ways = std::max(L.Ways, A->Worst.value_or(1));
  }
  for (const auto &[Key, L] : Known)
    Labels[Key.Where.At.Line].push_back(L);
}

/// "load 32-way", "load, conflict-free".
static std::string labelText(const Label &L) {
  const std::string Operation = operationName(L.Operation);
  switch (L.Judged) {
  case Verdict::Conflict:
    return Operation +
           (L.IsOfLines ? " by lines" : " " + wavefrontText(L.Ways) + "-way");
  case Verdict::ConflictFree:
    return Operation + ", conflict-free";
  case Verdict::ByHardware:
  case Verdict::Possible:
  case Verdict::Unknown:
    return Operation + " " + verdictName(L.Judged);
  }
  llvm_unreachable("a verdict without a label");
}

void SourceWriter::label(const Label &L) {
  std::string Content = verdictIcon(L.Judged) + labelText(L);
  OS << ' ';
  if (L.Finding)
    OS << "<a class=\"k " << verdictClass(L.Judged) << "\" href=\"#f"
       << *L.Finding + 1 << "\">" << Content << "</a>";
  else
    OS << "<span class=\"k " << verdictClass(L.Judged) << "\">" << Content
       << "</span>";
}

void SourceWriter::lines(unsigned First, unsigned Last) {
  OS << "<pre>";
  for (unsigned Line = First; Line <= Last; ++Line) {
    OS << "<span class=\"n\" id=\"s" << Number << 'L' << Line << "\">"
       << format("%*u", int(Digits), Line) << "</span> ";
    StringRef Text = Index.texts().line(File.Name, Line);
    auto Known = Marks.find(Line);
    if (Known == Marks.end())
      OS << htmlText(Text);
    else
      writeMarked(OS, Text, Known->second);
    if (auto Said = Labels.find(Line); Said != Labels.end())
      for (const Label &L : Said->second)
        label(L);
    OS << '\n';
  }
  OS << "</pre>\n";
}

void SourceWriter::fold(unsigned First, unsigned Last) {
  const unsigned Count = Last - First + 1;
  if (!HtmlIndex::holdsText(Count)) {
    OS << "<p class=\"fold\">" << countedText(Count, "line")
       << " left out</p>\n";
    return;
  }
  OS << "<details class=\"fold\"><summary>" << countedText(Count, "line")
     << ", from " << First << " to " << Last << "</summary>\n";
  lines(First, Last);
  OS << "</details>\n";
}

/// Numbers of kernels, for filters: "0 3".
static std::string kernelNumbers(const HtmlIndex &Index,
                                 ArrayRef<const Access *> Accesses) {
  std::set<size_t> Numbers;
  for (const Access *A : Accesses)
    Numbers.insert(Index.kernelNumber(*A));
  std::string Text;
  for (size_t Number : Numbers)
    Text += (Text.empty() ? "" : " ") + utostr(Number);
  return Text;
}

/// "32", or nothing where it is not known.
static std::string numberOrDash(std::optional<double> Number) {
  return Number ? htmlNumber(*Number) : "–";
}

void SourceWriter::row(const Row &R) {
  const Access &A = *R.First;
  std::optional<double> Requests;
  if (A.RequestsPerBlock)
    Requests = double(*A.RequestsPerBlock);
  OS << "<tr data-v=\"" << verdictClass(A.Judgement) << "\" data-k=\""
     << kernelNumbers(Index, R.Same) << "\"><td><a href=\"#s" << Number << 'L'
     << A.Span.Begin.Line << "\">" << A.Span.Begin.Line << ':'
     << A.Span.Begin.Column << "</a><td>" << operationName(A.Operation)
     << "<td>" << htmlText(join(A.Arrays, ", ")) << "<td><code>"
     << htmlText(A.ShortKernel) << "</code>";
  if (R.Same.size() > 1)
    OS << " and " << R.Same.size() - 1 << " more";
  OS << "<td>" << blockName(A.Block) << "<td>" << verdictIcon(A.Judgement)
     << verdictText(A) << "<td class=\"r\">" << numberOrDash(A.Wavefronts)
     << "<td class=\"r\">" << numberOrDash(A.Ideal) << "<td class=\"r\">"
     << numberOrDash(Requests) << "<td>" << htmlText(reasonText(A.Reason))
     << "</tr>\n";
}

void SourceWriter::table() {
  using Shown = std::tuple<ArrayAccess, std::array<unsigned, 3>, Verdict,
                           AccessReason, std::optional<double>,
                           std::optional<double>, std::optional<uint64_t>>;
  MapVector<Shown, Row, std::map<Shown, unsigned>> Rows;
  for (const Access *A : File.Accesses) {
    Row &R = Rows[{A->ofArray(), A->Block, A->Judgement, A->Reason,
                   A->Wavefronts, A->Ideal, A->RequestsPerBlock}];
    if (!R.First)
      R.First = A;
    R.Same.push_back(A);
  }
  OS << "<details class=\"accesses\"><summary>Accesses of <code>"
     << htmlText(File.Name) << "</code> by kernel and block</summary>\n"
     << "<div class=\"wide\" role=\"group\" tabindex=\"0\" aria-label=\""
        "Accesses of "
     << htmlText(File.Name)
     << "\"><table>\n<thead><tr><th scope=\"col\">Line<th scope=\"col\">"
        "Operation<th scope=\"col\">Array<th scope=\"col\">Kernel<th "
        "scope=\"col\">Block<th scope=\"col\">Verdict<th scope=\"col\" "
        "class=\"r\">Wavefronts<th scope=\"col\" class=\"r\">Ideal<th "
        "scope=\"col\" class=\"r\">Requests<th scope=\"col\">Because</tr>"
        "</thead>\n<tbody>\n";
  for (const auto &Entry : Rows)
    row(Entry.second);
  OS << "</tbody></table></div></details>\n";
}

void SourceWriter::write() {
  OS << "<section class=\"file\" aria-labelledby=\"s" << Number
     << "\">\n<h3 id=\"s" << Number << "\"><code>" << htmlText(File.Name)
     << "</code></h3>\n<div class=\"code\" role=\"group\" tabindex=\"0\" "
        "aria-label=\"Source of "
     << htmlText(File.Name) << "\">\n";
  unsigned Next = 1; // the first line that is not written yet
  for (auto Open = File.Open.begin(); Open != File.Open.end();) {
    const unsigned First = *Open;
    unsigned Last = First;
    for (++Open; Open != File.Open.end() && *Open == Last + 1; ++Open)
      ++Last;
    if (Next < First)
      fold(Next, First - 1);
    lines(First, Last);
    Next = Last + 1;
  }
  if (Next <= File.LineCount)
    fold(Next, File.LineCount);
  OS << "</div>\n";
  if (!File.Accesses.empty())
    table();
  OS << "</section>\n";
}

void banklint::writeHtmlSource(raw_ostream &OS, const HtmlIndex &Index,
                               size_t FileNumber) {
  SourceWriter(OS, Index, FileNumber).write();
}

void banklint::writeHtmlSnippet(raw_ostream &OS, const HtmlIndex &Index,
                                const SourceSpan &Span, Verdict Judged) {
  std::map<unsigned, Mark> Marks;
  forEachMark(Index.texts(), Span, Judged,
              [&](unsigned Line, Mark M) { Marks[Line] = M; });
  if (Marks.empty())
    return;
  OS << "<pre class=\"snippet\" tabindex=\"0\">";
  const size_t Digits = utostr(Marks.rbegin()->first).size();
  for (const auto &[Line, M] : Marks) {
    OS << "<span class=\"n\">" << format("%*u", int(Digits), Line)
       << "</span> ";
    writeMarked(OS, Index.texts().line(Span.Begin.File, Line), {M});
    OS << '\n';
  }
  OS << "</pre>\n";
}
