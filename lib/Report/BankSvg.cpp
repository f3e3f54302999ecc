//===- BankSvg.cpp - Words of shared memory in their banks, drawn ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/BankSvg.h"
#include "Bank/BankModel.h"
#include "Bank/Gpu.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

using namespace llvm;
using namespace banklint;

// Lengths, in pixels.
static constexpr unsigned Cell = 9, Pitch = 10, Margin = 12, TitleHeight = 40,
                          AxisHeight = 22;
static constexpr unsigned PanelWidth = BankCount * Pitch;

namespace {
/// A panel, worked out.
struct Drawing {
  const BankPanel &Panel;
  std::vector<int64_t> Rows;         ///< those with a word that is accessed
  std::map<int64_t, uint32_t> Lanes; ///< of each word that is accessed
  std::vector<unsigned> WordsOfBank = std::vector<unsigned>(BankCount);

  explicit Drawing(const BankPanel &Panel);
  unsigned height() const {
    return TitleHeight + unsigned(Rows.size()) * Pitch + AxisHeight;
  }
  void write(raw_ostream &OS, unsigned Left) const;
};
} // namespace

Drawing::Drawing(const BankPanel &Panel) : Panel(Panel) {
  for (const PhaseMap &Phase : mapOf(Panel.Asked))
    for (ArrayRef<BankWord> Words : Phase.Banks)
      for (const BankWord &Word : Words)
        Lanes[int64_t(Word.WordIndex)] |= Word.LaneMask;
  std::set<int64_t> Used;
  for (const auto &[Word, Mask] : Lanes) {
    Used.insert(Word / BankCount);
    ++WordsOfBank[size_t(Word % BankCount)];
  }
  Rows.assign(Used.begin(), Used.end());
}

static std::string laneNames(uint32_t Mask) {
  std::vector<std::string> Names;
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane)
    if (Mask >> Lane & 1)
      Names.push_back(utostr(Lane));
  return (Names.size() == 1 ? "lane " : "lanes ") + join(Names, ", ");
}

static void writeEscaped(raw_ostream &OS, StringRef Text) {
  printHTMLEscaped(Text, OS);
}

/// "1 wavefront", "32 wavefronts".
static std::string wavefrontsOf(const RequestCost &Cost) {
  return utostr(Cost.Wavefronts) +
         (Cost.Wavefronts == 1 ? " wavefront" : " wavefronts");
}

void Drawing::write(raw_ostream &OS, unsigned Left) const {
  const RequestCost Cost = costOf(Panel.Asked);
  OS << "<g transform=\"translate(" << Left << ' ' << Margin << ")\">\n"
     << "<text class=\"title\" y=\"12\">";
  writeEscaped(OS, Panel.Title);
  OS << "</text>\n<text y=\"28\">" << wavefrontsOf(Cost);
  if (Cost.excess())
    OS << ", ideal " << Cost.Ideal;
  OS << "</text>\n";
  OS << "<rect fill=\"url(#free)\" y=\"" << TitleHeight << "\" width=\""
     << PanelWidth << "\" height=\"" << Rows.size() * Pitch << "\"/>\n";
  for (const auto &[Word, Mask] : Lanes) {
    const size_t Row =
        size_t(lower_bound(Rows, Word / BankCount) - Rows.begin());
    const unsigned Bank = unsigned(Word % BankCount);
    OS << "<rect class=\"" << (WordsOfBank[Bank] > 1 ? "shared" : "alone")
       << "\" x=\"" << Bank * Pitch << "\" y=\"" << TitleHeight + Row * Pitch
       << "\" width=\"" << Cell << "\" height=\"" << Cell << "\"><title>"
       << laneNames(Mask) << ": word " << Word << ", bank " << Bank
       << "</title></rect>\n";
  }
  const size_t Axis = TitleHeight + Rows.size() * Pitch + 13;
  OS << "<text y=\"" << Axis << "\">bank 0</text>\n"
     << "<text x=\"" << PanelWidth << "\" y=\"" << Axis
     << "\" text-anchor=\"end\">bank " << BankCount - 1 << "</text>\n</g>\n";
}

void banklint::writeBankSvg(raw_ostream &OS, ArrayRef<BankPanel> Panels) {
  std::vector<Drawing> Drawings(Panels.begin(), Panels.end());
  unsigned Height = 0;
  for (const Drawing &D : Drawings)
    Height = std::max(Height, D.height());
  Height += 2 * Margin;
  const unsigned Width =
      Margin + unsigned(Drawings.size()) * (PanelWidth + Margin);
  OS << "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" << Width
     << "\" height=\"" << Height << "\" viewBox=\"0 0 " << Width << ' '
     << Height << "\" role=\"img\">\n<title>";
  for (const Drawing &D : Drawings)
    writeEscaped(OS, (&D == &Drawings.front() ? "" : "; ") + D.Panel.Title +
                         ": " + wavefrontsOf(costOf(D.Panel.Asked)));
  OS << "</title>\n"
        "<style>\n"
        "text { font: 12px sans-serif; fill: #1f2328 }\n"
        ".title { font-weight: bold }\n"
        ".free { fill: #e6e9ed } .alone { fill: #1a7f37 }"
        " .shared { fill: #cf222e }\n"
        "@media (prefers-color-scheme: dark) {\n"
        "  text { fill: #e6edf3 }\n"
        "  .free { fill: #30363d } .alone { fill: #3fb950 }"
        " .shared { fill: #f85149 }\n"
        "}\n</style>\n"
        "<pattern id=\"free\" width=\""
     << Pitch << "\" height=\"" << Pitch
     << "\" patternUnits=\"userSpaceOnUse\" y=\"" << TitleHeight
     << "\"><rect class=\"free\" width=\"" << Cell << "\" height=\"" << Cell
     << "\"/></pattern>\n";
  unsigned Left = Margin;
  for (const Drawing &D : Drawings) {
    D.write(OS, Left);
    Left += PanelWidth + Margin;
  }
  OS << "</svg>\n";
}
