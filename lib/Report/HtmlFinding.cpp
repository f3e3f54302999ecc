//===- HtmlFinding.cpp - A finding in a page ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HtmlFinding.h"
#include "Bank/BankModel.h"
#include "Bank/Gpu.h"
#include "Edit/EditSet.h"
#include "Edit/UnifiedDiff.h"
#include "Finding/Finding.h"
#include "Finding/Note.h"
#include "Finding/Wording.h"
#include "HtmlIndex.h"
#include "HtmlMaps.h"
#include "HtmlSource.h"
#include "HtmlText.h"
#include "Report/Explain.h"
#include "Source/Place.h"
#include "Wavefronts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

using namespace llvm;
using namespace banklint;

namespace {
/// Writes one finding.
class FindingWriter {
public:
  FindingWriter(raw_ostream &OS, const HtmlIndex &Index, HtmlMaps &Maps,
                size_t Number)
      : OS(OS), Index(Index), Maps(Maps), F(*Index.findings()[Number]),
        Number(Number), Accesses(Index.accessesOf(F)) {}

  void write();

private:
  void heading();
  void pictures();
  void lanes(const Request &Now, const Request *Then);
  void runs();
  void notes();
  void fixes();
  void diff(const Fix &X);
  const Request *then() const;
  static StringRef nowText() { return "Now"; }
  StringRef thenText() const {
    return F.Fixes.empty() ? "With the swizzle" : "With the fix";
  }

  raw_ostream &OS;
  const HtmlIndex &Index;
  HtmlMaps &Maps;
  const Finding &F;
  const size_t Number;
  const std::vector<const Access *> Accesses;
};
} // namespace

Verdict banklint::verdictOf(const Finding &F) {
  return any_of(F.Notes,
                [](const Note &N) { return N.getAs<note::Possible>(); })
             ? Verdict::Possible
             : Verdict::Conflict;
}

/// Whether the excess is known of all that it stands for.
static bool isExcessKnown(const Finding &F) {
  return F.ExcessPerBlock && all_of(F.Others, isExcessKnown);
}

std::string banklint::excessText(const Finding &F) {
  if (!F.Operation)
    return "–";
  double Excess = F.knownExcess();
  // A fraction is what averages leave, and tells nothing at such numbers.
  if (Excess >= 1000)
    Excess = std::round(Excess);
  if (isExcessKnown(F))
    return htmlNumber(Excess);
  return Excess > 0 ? "≥ " + htmlNumber(Excess) : "?";
}

void banklint::writeFilterAttributes(raw_ostream &OS, const HtmlIndex &Index,
                                     const Finding &F) {
  std::set<size_t> Kernels;
  auto Add = [&](const Finding &Of) {
    for (const Access *A : Index.accessesOf(Of))
      Kernels.insert(Index.kernelNumber(*A));
  };
  Add(F);
  for_each(F.Others, Add);
  OS << " data-v=\"" << verdictClass(verdictOf(F)) << "\" data-s=\""
     << severityName(F.severity()) << "\" data-k=\"";
  StringRef Separator;
  for (size_t Kernel : Kernels) {
    OS << Separator << Kernel;
    Separator = " ";
  }
  OS << "\"";
}

void FindingWriter::heading() {
  OS << "<h3 id=\"f" << Number + 1 << "t\"><a class=\"number\" href=\"#f"
     << Number + 1 << "\">" << Number + 1 << "</a> "
     << verdictIcon(verdictOf(F)) << htmlText(F.Message) << "</h3>\n"
     << "<p class=\"facts\">" << Index.linkTo(F.Span.Begin);
  if (F.Operation) {
    OS << " <span class=\"tag " << severityName(F.severity()) << "\">"
       << severityName(F.severity()) << " cost</span> <span><b>"
       << excessText(F) << "</b> excess wavefronts per block";
    if (!F.Others.empty())
      OS << ", with " << F.Others.size()
         << (F.Others.size() == 1 ? " other access" : " other accesses");
    OS << "</span>";
  }
  OS << " <span class=\"rule\">" << htmlText(F.Rule) << "</span></p>\n";
  writeHtmlSnippet(OS, Index, F.Span, verdictOf(F));
}

/// What the best fix, or the swizzle that is left to the reader, makes of the
/// worst request; null where nobody knows.
const Request *FindingWriter::then() const {
  if (!F.Fixes.empty())
    return F.Fixes.front().Proposed.Effect.Example.get();
  for (const Note &N : F.Notes)
    if (const auto *Moved = N.getAs<note::Swizzle>())
      return Moved->Proposed.Effect.Example.get();
  return nullptr;
}

/// A body of a table, with the byte of eight lanes a line.
static void writeLanes(raw_ostream &OS, StringRef Caption, const Request &R) {
  static constexpr unsigned PerLine = 8;
  const uint32_t Asking = askingLanes(R);
  const uint32_t FirstLine = firstLineBytes(R.OffsetBytes, Asking);
  OS << "<tbody>\n<tr><th colspan=\"" << PerLine + 1 << "\" scope=\"rowgroup\">"
     << Caption << "</tr>\n";
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane) {
    if (Lane % PerLine == 0)
      OS << "<tr><th scope=\"row\">lanes " << Lane << "–" << Lane + PerLine - 1;
    if (Asking >> Lane & 1)
      OS << "<td>" << R.OffsetBytes[Lane] - FirstLine;
    else
      OS << "<td>–";
    if (Lane % PerLine == PerLine - 1)
      OS << "</tr>\n";
  }
  OS << "</tbody>\n";
}

void FindingWriter::lanes(const Request &Now, const Request *Then) {
  OS << "<details class=\"lanes\"><summary>Byte that each lane accesses"
        "</summary>\n<table>\n";
  writeLanes(OS, nowText(), Now);
  if (Then)
    writeLanes(OS, thenText(), *Then);
  OS << "</table></details>\n";
}

void FindingWriter::pictures() {
  if (Accesses.empty())
    return;
  const Access &Worst = Explanation{Accesses}.worst();
  if (!Worst.Example || !askingLanes(*Worst.Example))
    return;
  const Request *Then = then();
  if (Then && !hasBankMap(*Then))
    Then = nullptr;
  if (hasBankMap(*Worst.Example)) {
    OS << "<div class=\"maps\">\n";
    Maps.write(OS, nowText(), *Worst.Example);
    if (Then)
      Maps.write(OS, thenText(), *Then);
    OS << "</div>\n";
  }
  lanes(*Worst.Example, Then);
}

/// The kernels and blocks that reach it.
void FindingWriter::runs() {
  if (Accesses.empty())
    return;
  OS << "<div class=\"wide\" role=\"group\" tabindex=\"0\" aria-label=\"Where "
        "finding "
     << Number + 1
     << " runs\"><table class=\"runs\">\n<thead><tr><th scope=\"col\">Kernel"
        "<th scope=\"col\">Block<th scope=\"col\">From";
  for (StringRef Name : {"Requests per block", "Wavefronts per request",
                         "Ideal", "Excess per block"})
    OS << "<th scope=\"col\" class=\"r\">" << Name;
  OS << "</tr></thead>\n<tbody>\n";
  static constexpr size_t MostRuns = 8;
  for (const Access *A : ArrayRef(Accesses).take_front(MostRuns)) {
    OS << "<tr><td><code>" << htmlText(A->ShortKernel) << "</code><td>"
       << blockName(A->Block) << "<td>" << htmlText(toText(A->BlockFrom))
       << "<td class=\"r\">"
       << (A->RequestsPerBlock ? htmlNumber(double(*A->RequestsPerBlock)) : "–")
       << "<td class=\"r\">"
       << (A->Wavefronts ? htmlNumber(*A->Wavefronts) : "–")
       << "<td class=\"r\">" << (A->Ideal ? htmlNumber(*A->Ideal) : "–")
       << "<td class=\"r\">";
    if (A->RequestsPerBlock && A->Wavefronts && A->Ideal)
      OS << htmlNumber(double(*A->RequestsPerBlock) *
                       (*A->Wavefronts - *A->Ideal));
    else
      OS << "–";
    OS << "</tr>\n";
  }
  OS << "</tbody></table></div>\n";
  if (Accesses.size() > MostRuns)
    OS << "<p class=\"more\">and " << Accesses.size() - MostRuns
       << " more, which the table of the file lists</p>\n";
}

void FindingWriter::notes() {
  std::string Items;
  raw_string_ostream Out(Items);
  for (const Note &N : F.Notes)
    if (!N.getAs<note::Likewise>())
      Out << "<li>" << htmlText(noteText(N)) << ' '
          << Index.linkTo(N.Span.Begin) << "</li>\n";
  for (const Finding &Other : F.Others)
    Out << "<li>" << htmlText(Other.Message) << ": <code>"
        << htmlText(Other.Text) << "</code> " << Index.linkTo(Other.Span.Begin)
        << "</li>\n";
  if (!Items.empty())
    OS << "<ul class=\"notes\">\n" << Items << "</ul>\n";
}

/// The lines of a diff, each in an element of its kind, but for the two that
/// name the file.
static void writeDiffLines(raw_ostream &OS, StringRef Diff) {
  Diff = Diff.split('\n').second.split('\n').second;
  for (StringRef Line : split(Diff.rtrim('\n'), '\n')) {
    const char Kind = Line.empty() ? ' ' : Line.front();
    StringRef Element = Kind == '+' ? "ins" : Kind == '-' ? "del" : "span";
    OS << '<' << Element << '>' << htmlText(Line) << "</" << Element << ">\n";
  }
}

void FindingWriter::diff(const Fix &X) {
  std::map<std::string, EditSet> ByFile;
  for (const Edit &E : X.Edits)
    ByFile[E.File].add(E);
  if (ByFile.empty())
    return;
  OS << "<pre class=\"diff\" tabindex=\"0\"><code>";
  for (const auto &[File, Edits] : ByFile) {
    StringRef Before = Index.texts().contents(File);
    if (Edits.endBytes() > Before.size())
      continue; // it has changed since
    std::string Text;
    raw_string_ostream Out(Text);
    writeUnifiedDiff(Out, File, Before, Edits);
    OS << "<b>" << htmlText(File) << "</b>\n";
    writeDiffLines(OS, Text);
  }
  OS << "</code></pre>\n";
}

void FindingWriter::fixes() {
  for (const Fix &X : F.Fixes) {
    OS << "<div class=\"fix\">\n<h4>" << (X.IsSafe ? "Fix" : "Unsafe fix")
       << ": " << htmlText(fixText(X)) << "</h4>\n";
    if (&X == &F.Fixes.front()) {
      diff(X);
      OS << "<p class=\"how\">Applied by <code>banklint --fix"
         << (X.IsSafe ? "" : " --unsafe-fixes") << "</code></p>\n";
    }
    OS << "</div>\n";
  }
}

void FindingWriter::write() {
  OS << "<article class=\"finding\" id=\"f" << Number + 1
     << "\" aria-labelledby=\"f" << Number + 1 << "t\"";
  writeFilterAttributes(OS, Index, F);
  OS << ">\n";
  heading();
  notes();
  pictures();
  runs();
  fixes();
  OS << "</article>\n";
}

void banklint::writeHtmlFinding(raw_ostream &OS, const HtmlIndex &Index,
                                HtmlMaps &Maps, size_t Number) {
  FindingWriter(OS, Index, Maps, Number).write();
}
