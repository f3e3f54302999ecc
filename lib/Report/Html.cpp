//===- Html.cpp - The report as one page ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/Html.h"
#include "AccessVerdicts.h"
#include "Counters.h"
#include "Finding/Finding.h"
#include "Finding/Wording.h"
#include "Formulas/Count.h"
#include "Formulas/Formula.h"
#include "HtmlFinding.h"
#include "HtmlIndex.h"
#include "HtmlMaps.h"
#include "HtmlShares.h"
#include "HtmlSource.h"
#include "HtmlText.h"
#include "Report/Summary.h"
#include "Source/SourceTexts.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/raw_ostream.h"
#include <array>
#include <cstddef>
#include <iterator>
#include <map>
#include <string>
#include <utility>

using namespace llvm;
using namespace banklint;

namespace {
/// A file that every page holds.
struct PageFile {
  StringLiteral Name;
  StringLiteral Text;
};
} // namespace

static constexpr PageFile PageFiles[] = {
#include "PageFiles.inc"
};

static StringRef pageFile(StringRef Name) {
  for (const PageFile &Known : PageFiles)
    if (Known.Name == Name)
      return Known.Text;
  llvm_unreachable("a file that the page does not have");
}

/// In the order in which pages count them.
static constexpr Verdict AllVerdicts[] = {Verdict::Conflict, Verdict::Possible,
                                          Verdict::Unknown, Verdict::ByHardware,
                                          Verdict::ConflictFree};

namespace {
/// Writes what stands between the head of a page and its script.
class PageWriter {
public:
  PageWriter(raw_ostream &OS, const HtmlIndex &Index)
      : OS(OS), Index(Index), R(Index.report()) {}

  void body();
  const HtmlMaps &maps() const { return Maps; }

private:
  void header();
  void totals();
  void navigation();
  void filters();
  void ranking();
  void findings();
  void verdicts(size_t KernelNumber, const std::array<unsigned, 3> &Block,
                ArrayRef<std::string> Terms, const AccessVerdicts &Verdicts);
  void counted(const KernelCount &Kernel, const AccessVerdicts &Verdicts);
  void tried(const Access &First, const AccessVerdicts &Verdicts);
  void kernels();
  void sources();
  void gaps();

  raw_ostream &OS;
  const HtmlIndex &Index;
  const Report &R;
  HtmlMaps Maps;
};
} // namespace

/// How many accesses of the source are judged so.
static unsigned countOf(const Report &R, Verdict V) {
  const Summary &S = R.Totals;
  switch (V) {
  case Verdict::Conflict:
    return S.Conflicts;
  case Verdict::Possible:
    return S.Possible;
  case Verdict::Unknown:
    return S.Unknown;
  case Verdict::ByHardware:
    return S.ByHardware;
  case Verdict::ConflictFree:
    break;
  }
  AccessVerdicts Known;
  for (const Access &A : R.Accesses)
    Known.add(A);
  return Known.count(V);
}

/// "conflicts", "conflict-free": with the number before it.
static StringRef totalName(Verdict V, unsigned Count) {
  if (V == Verdict::Conflict)
    return Count == 1 ? "conflict" : "conflicts";
  return V == Verdict::ByHardware ? "by hardware" : verdictName(V);
}

void PageWriter::totals() {
  OS << "<ul class=\"totals\">\n<li><b>" << htmlNumber(R.Findings.size())
     << "</b> finding" << (R.Findings.size() == 1 ? "" : "s") << "</li>\n";
  for (Verdict V : AllVerdicts) {
    const unsigned Count = countOf(R, V);
    OS << "<li class=\"" << verdictClass(V) << "\">" << verdictIcon(V) << "<b>"
       << htmlNumber(Count) << "</b> " << totalName(V, Count) << "</li>\n";
  }
  OS << "</ul>\n";
}

void PageWriter::header() {
  std::string Sum;
  raw_string_ostream Out(Sum);
  writeSummary(Out, R.Totals);
  OS << "<header>\n<h1>Shared-memory bank conflicts</h1>\n<p>"
     << htmlText(StringRef(Sum).rtrim()) << "</p>\n";
  totals();
  OS << "</header>\n";
}

void PageWriter::navigation() {
  OS << "<nav aria-label=\"Parts of the report\">\n<a "
        "href=\"#findings\">Findings</a>\n<a href=\"#kernels\">Kernels</a>\n<a "
        "href=\"#sources\">Sources</a>\n";
  if (!R.Gaps.empty())
    OS << "<a href=\"#gaps\">Not analysed</a>\n";
  OS << "</nav>\n";
}

/// Hidden until there is a script that they work by.
void PageWriter::filters() {
  OS << "<form id=\"filters\" hidden aria-label=\"Filters\">\n"
        "<label>Kernel <select id=\"kernel\"><option value=\"\">all";
  for (size_t I = 0; I != Index.kernels().size(); ++I)
    OS << "<option value=\"" << I << "\">" << htmlText(Index.kernels()[I]);
  OS << "</select></label>\n"
        "<label>Cost <select id=\"cost\"><option value=\"low\">any"
        "<option value=\"medium\">medium or high<option "
        "value=\"high\">high</select></label>\n<fieldset><legend>Verdict"
        "</legend>";
  for (Verdict V : AllVerdicts)
    OS << "<label><input type=\"checkbox\" name=\"verdict\" value=\""
       << verdictClass(V) << "\" checked> " << totalName(V, 1) << "</label>";
  OS << "</fieldset>\n<button type=\"reset\">Show all</button>\n"
        "<output id=\"shown\" role=\"status\"></output>\n</form>\n";
}

/// "safe", "unsafe", or a dash.
static StringRef fixName(const Finding &F) {
  if (F.Fixes.empty())
    return "–";
  return F.Fixes.front().IsSafe ? "safe" : "unsafe";
}

void PageWriter::ranking() {
  OS << "<div class=\"wide\" role=\"group\" tabindex=\"0\" "
        "aria-label=\"Findings by cost\"><table "
        "id=\"ranking\">\n<thead><tr><th "
        "scope=\"col\" class=\"r\">#<th scope=\"col\" class=\"r\">Excess per "
        "block<th scope=\"col\" class=\"r\">Ways<th scope=\"col\">Finding<th "
        "scope=\"col\">Where<th scope=\"col\">Kernel<th scope=\"col\">Fix</tr>"
        "</thead>\n<tbody>\n";
  for (size_t I = 0; I != Index.findings().size(); ++I) {
    const Finding &F = *Index.findings()[I];
    OS << "<tr";
    writeFilterAttributes(OS, Index, F);
    OS << "><td class=\"r\">" << I + 1 << "<td class=\"r\">" << excessText(F)
       << "<td class=\"r\">" << (F.Ways ? htmlNumber(*F.Ways) : "–") << "<td>"
       << verdictIcon(verdictOf(F)) << "<a href=\"#f" << I + 1 << "\">"
       << htmlText(F.Message) << "</a><td>" << Index.linkTo(F.Span.Begin)
       << "<td><code>" << htmlText(F.Kernels.empty() ? "" : F.Kernels.front())
       << "</code><td>" << fixName(F) << "</tr>\n";
  }
  OS << "</tbody></table></div>\n";
}

void PageWriter::findings() {
  OS << "<section aria-labelledby=\"findings\">\n<h2 "
        "id=\"findings\">Findings</h2>\n";
  if (Index.findings().empty()) {
    OS << "<p>None. What is unknown is not free of conflicts for that.</p>\n";
  } else {
    writeFirstFindings(OS, Index);
    OS << "<p>The costliest first: by the wavefronts above the ideal that a "
          "block spends. A wavefront is one pass through the 32 banks.</p>\n";
    ranking();
    OS << "<ul class=\"legend\" aria-label=\"Maps\">\n"
          "<li><svg aria-hidden=\"true\" width=\"15\" height=\"15\"><g "
          "class=\"w\">"
          "<rect class=\"s\" width=\"14\" height=\"14\"/></g></svg> a lane, "
          "with its "
          "number, in a wavefront that is needed anyway</li>\n"
          "<li><svg aria-hidden=\"true\" width=\"15\" height=\"15\"><g "
          "class=\"w e\">"
          "<rect class=\"s\" width=\"14\" height=\"14\"/></g></svg> in an "
          "extra "
          "wavefront</li>\n"
          "<li><svg aria-hidden=\"true\" width=\"15\" height=\"15\"><rect "
          "class=\"b\" "
          "width=\"14\" height=\"14\"/></svg> an idle bank</li>\n"
          "<li>Each column is a bank, and each row a wavefront of the access's "
          "worst request; with the fix, the worst may be another request. "
          "Bytes and words are counted from the first 128-byte line that the "
          "request accesses.</li>\n</ul>\n";
    for (size_t I = 0; I != Index.findings().size(); ++I)
      writeHtmlFinding(OS, Index, Maps, I);
  }
  OS << "</section>\n";
}

/// A cell with a number, or with a formula or bounds, which may need lines.
static std::string cellOf(const Count &C) {
  const auto TextOf = [](const Formula &F) {
    return F.isNumber() ? htmlInteger(F.number()) : F.text();
  };
  const bool IsNumber = C.isExact() && C.Least.isNumber();
  return (IsNumber ? "<td class=\"r\">" : "<td class=\"formula\">") +
         htmlText(countText(C, TextOf));
}

static void writeCells(raw_ostream &OS, const Counters &Of) {
  for (const Count *C : {&Of.Wavefronts, &Of.Ideal, &Of.Excess})
    OS << cellOf(*C);
}

/// Up to the counters: who runs, and how its accesses are judged.
void PageWriter::verdicts(size_t KernelNumber,
                          const std::array<unsigned, 3> &Block,
                          ArrayRef<std::string> Terms,
                          const AccessVerdicts &Verdicts) {
  OS << "<tr data-k=\"" << KernelNumber << "\"><td><code>"
     << htmlText(Index.kernels()[KernelNumber]) << "</code>";
  for (const std::string &Term : Terms)
    OS << "<div class=\"term\">" << htmlText(Term) << "</div>";
  OS << "<td>" << blockName(Block);
  for (Verdict V : AllVerdicts)
    OS << "<td class=\"r\">" << Verdicts.count(V);
}

void PageWriter::counted(const KernelCount &Kernel,
                         const AccessVerdicts &Verdicts) {
  const KernelCounters Of = countersOf(Kernel);
  const size_t Number = Index.kernelNumber(Kernel);
  verdicts(Number, Kernel.Block, Of.terms(), Verdicts);
  writeCells(OS, Of.Block);
  OS << "</tr>\n";
  if (!Of.isLaunchMore())
    return;
  OS << "<tr data-k=\"" << Number << "\"><td colspan=\""
     << 2 + std::size(AllVerdicts) << "\" class=\"launch\">the launch, grid of "
     << extentsText(Kernel.Grid);
  writeCells(OS, *Of.Launch);
  OS << "</tr>\n";
}

/// A kernel that a template was tried with, which nobody launches.
void PageWriter::tried(const Access &First, const AccessVerdicts &Verdicts) {
  verdicts(Index.kernelNumber(First), First.Block,
           {"not counted: nothing in this source instantiates it"}, Verdicts);
  OS << "<td class=\"r\">–<td class=\"r\">–<td class=\"r\">–</tr>\n";
}

void PageWriter::kernels() {
  OS << "<section aria-labelledby=\"kernels\">\n<h2 id=\"kernels\">Kernels"
        "</h2>\n<p>Accesses of the source by verdict, and what the profiler "
        "will count of one block, and of the launch where its grid is known: "
        "the sums of <code>"
     << WavefrontsCounter << "</code> and <code>" << IdealCounter
     << "</code> over the kernel’s instructions, and their difference. What "
        "arguments decide is a formula in them; what is not known has bounds, "
        "and the reason. This ideal counts bytes where that of findings "
        "counts phases.</p>\n<div "
        "class=\"wide\" "
        "role=\"group\" tabindex=\"0\" aria-label=\"Totals by kernel\"><table "
        "id=\"totals\">\n<thead><tr><th scope=\"col\">Kernel<th "
        "scope=\"col\">Block";
  for (Verdict V : AllVerdicts)
    OS << "<th scope=\"col\" class=\"r\">" << verdictIcon(V) << totalName(V, 1);
  for (StringRef Name : {"Wavefronts", "Ideal", "Excess"})
    OS << "<th scope=\"col\" class=\"r\">" << Name;
  OS << "</tr></thead>\n<tbody>\n";
  std::map<std::pair<StringRef, std::array<unsigned, 3>>, AccessVerdicts>
      Verdicts;
  for (const Access &A : R.Accesses)
    Verdicts[{A.Kernel, A.Block}].add(A);
  for (const KernelCount &Each : R.Kernels)
    if (!Each.Accesses.empty())
      counted(Each, Verdicts[{Each.Kernel, Each.Block}]);
  for (const KernelCount &Each : R.Kernels)
    Verdicts.erase({Each.Kernel, Each.Block});
  for (const Access &A : R.Accesses)
    if (A.IsProbe)
      if (auto Tried = Verdicts.extract({A.Kernel, A.Block}))
        tried(A, Tried.mapped());
  OS << "</tbody></table></div>\n</section>\n";
}

void PageWriter::sources() {
  OS << "<section aria-labelledby=\"sources\">\n<h2 "
        "id=\"sources\">Sources</h2>\n";
  for (size_t I = 0; I != Index.files().size(); ++I)
    writeHtmlSource(OS, Index, I);
  if (Index.files().empty())
    OS << "<p>None accesses shared memory.</p>\n";
  OS << "</section>\n";
}

void PageWriter::gaps() {
  if (R.Gaps.empty())
    return;
  OS << "<section aria-labelledby=\"gaps\">\n<h2 id=\"gaps\">Not "
        "analysed</h2>\n<ul class=\"notes\">\n";
  for (const NotAnalysed &Gap : R.Gaps)
    OS << "<li>" << (Gap.IsError ? "<b>Error:</b> " : "")
       << htmlText(gapSentence(Gap)) << ' ' << Index.linkTo(Gap.Span.Begin)
       << "</li>\n";
  OS << "</ul>\n</section>\n";
}

void PageWriter::body() {
  header();
  navigation();
  OS << "<main id=\"main\">\n";
  filters();
  findings();
  kernels();
  sources();
  gaps();
  OS << "</main>\n<footer><p>Made by banklint " BANKLINT_VERSION
        "</p></footer>\n";
}

/// What allows an element of this text, and no other: "'sha256-q83v...='".
static std::string hashSource(StringRef Text) {
  return "'sha256-" + encodeBase64(SHA256::hash(arrayRefFromStringRef(Text))) +
         "'";
}

void banklint::writeHtml(raw_ostream &OS, const Report &R, SourceTexts &Texts) {
  const HtmlIndex Index(R, Texts);
  std::string Body;
  raw_string_ostream Out(Body);
  PageWriter Writer(Out, Index);
  Writer.body();
  const std::string Style = "\n" + pageFile("report.css").str();
  const std::string Script = "\n" + pageFile("report.js").str();
  OS << "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
        "<meta charset=\"utf-8\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src "
        "'none'; style-src "
     << hashSource(Style) << "; script-src " << hashSource(Script)
     << "; img-src data:; base-uri 'none'; form-action 'none'\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, "
        "initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light "
        "dark\">\n<title>banklint: "
     << countedText(R.Findings.size(), "finding") << "</title>\n"
     << "<link rel=\"icon\" href=\"data:,\">\n<style>" << Style
     << "</style>\n</head>\n<body>\n<a class=\"skip\" href=\"#main\">Skip to "
        "the findings</a>\n<svg class=\"symbols\" aria-hidden=\"true\" "
        "width=\"0\" height=\"0\"><defs>\n"
     << pageFile("symbols.svg");
  Writer.maps().writeSymbols(OS);
  OS << "</defs></svg>\n"
     << Body << "<script>" << Script << "</script>\n</body>\n</html>\n";
}
