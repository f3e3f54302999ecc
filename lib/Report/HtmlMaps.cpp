//===- HtmlMaps.cpp - Bank maps in a page ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HtmlMaps.h"
#include "Bank/BankModel.h"
#include "Bank/Gpu.h"
#include "HtmlText.h"
#include "Wavefronts.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

using namespace llvm;
using namespace banklint;

// Lengths, in pixels: of a cell with the gap behind it, of the gap, and of what
// stands around the cells.
static constexpr unsigned Pitch = 15, Gap = 1, LeftWidth = 24, RightWidth = 64,
                          AxisHeight = 15, PhaseGap = 5;
static constexpr unsigned Cell = Pitch - Gap, Baseline = 10;

/// "3", "0–7".
static std::string rangeText(uint32_t First, uint32_t Last) {
  return First == Last ? utostr(First) : utostr(First) + "–" + utostr(Last);
}

std::string banklint::laneText(uint32_t LaneMask) {
  std::string Text = popcount(LaneMask) == 1 ? "lane " : "lanes ";
  StringRef Separator;
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane) {
    if (!(LaneMask >> Lane & 1))
      continue;
    unsigned Last = Lane;
    while (Last + 1 != LaneCount && (LaneMask >> (Last + 1) & 1))
      ++Last;
    Text += (Separator + rangeText(Lane, Last)).str();
    Separator = ", ";
    Lane = Last;
  }
  return Text;
}

std::string HtmlMaps::symbolOf(uint32_t LaneMask, unsigned Count) {
  const bool IsOne = popcount(LaneMask) == 1;
  const unsigned Number =
      unsigned(IsOne ? countr_zero(LaneMask) : popcount(LaneMask));
  std::string Name = (IsOne ? "l" : "x") + utostr(Number);
  if (Count != 1)
    Name += "-" + utostr(Count);
  Symbols[Name] = {(IsOne ? "" : "×") + utostr(Number), Count};
  return Name;
}

/// The rows of a map.
std::string HtmlMaps::rowsOf(const Request &R) {
  std::string Text;
  raw_string_ostream OS(Text);
  const std::vector<Wavefront> Rows = wavefrontsOf(R);
  MostRows = std::max(MostRows, Rows.size());
  const bool HasPhases = Rows.back().Phase != 0; // they are named then
  for (size_t I = 0; I != Rows.size(); ++I) {
    const Wavefront &Row = Rows[I];
    const size_t Top = AxisHeight + I * Pitch + Row.Phase * PhaseGap;
    OS << "<g class=\"w" << (Row.IsExcess ? " e" : "")
       << "\" transform=\"translate(" << LeftWidth << ' ' << Top
       << ")\"><use href=\"#r" << I + 1 << "\"/>";
    if (HasPhases && (I == 0 || Rows[I - 1].Phase != Row.Phase))
      OS << "<text class=\"p\" x=\"" << BankCount * Pitch + 6 << "\" y=\""
         << Baseline << "\">" << laneText(Row.PhaseLanes) << "</text>";
    for (const ServedWords &Served : Row.Words) {
      OS << "<use href=\"#" << symbolOf(Served.LaneMask, Served.Count) << '"';
      if (Served.Bank)
        OS << " x=\"" << Served.Bank * Pitch << '"';
      if (popcount(Served.LaneMask) != 1)
        OS << " data-lanes=\"" << laneText(Served.LaneMask) << '"';
      OS << "/>";
    }
    OS << "</g>\n";
  }
  return Text;
}

void HtmlMaps::write(raw_ostream &OS, StringRef Caption, const Request &R) {
  const RequestCost Cost = costOf(R);
  std::string Sum = countedText(Cost.Wavefronts, "wavefront");
  if (Cost.excess())
    Sum += ", ideal " + utostr(Cost.Ideal);
  const std::vector<PhaseMap> Phases = mapOf(R);
  const unsigned Width =
      LeftWidth + BankCount * Pitch + (Phases.size() > 1 ? RightWidth : 0);
  uint32_t Used = 0;
  for (const PhaseMap &Phase : Phases)
    for (unsigned Bank = 0; Bank != BankCount; ++Bank)
      if (!Phase.Banks[Bank].empty())
        Used |= uint32_t(1) << Bank;
  const size_t Height =
      AxisHeight + Cost.Wavefronts * Pitch + (Phases.size() - 1) * PhaseGap;
  OS << "<figure class=\"map\">\n<figcaption><b>" << htmlText(Caption)
     << "</b> " << Sum << "</figcaption>\n<svg role=\"img\" width=\"" << Width
     << "\" height=\"" << Height << "\" viewBox=\"0 0 " << Width << ' '
     << Height << "\" aria-label=\"Bank map, " << htmlText(Caption) << ": "
     << Sum << "; " << laneText(askingLanes(R)) << " in " << popcount(Used)
     << " of " << BankCount << " banks\">\n<use href=\"#axis\"/>\n";
  std::string Rows = rowsOf(R);
  auto [Known, IsNew] = Numbers.try_emplace(Rows, Numbers.size());
  if (IsNew)
    OS << "<g id=\"m" << Known->second << "\">\n" << Rows << "</g>\n";
  else
    OS << "<use class=\"same\" href=\"#m" << Known->second << "\"/>\n";
  OS << "</svg>\n</figure>\n";
}

void HtmlMaps::writeSymbols(raw_ostream &OS) const {
  OS << "<g id=\"axis\">";
  for (unsigned Bank = 0; Bank != BankCount; ++Bank)
    OS << "<text class=\"a\" x=\"" << LeftWidth + Bank * Pitch + Cell / 2
       << "\" y=\"" << Baseline << "\">" << Bank << "</text>";
  OS << "</g>\n<g id=\"free\">";
  for (unsigned Bank = 0; Bank != BankCount; ++Bank)
    OS << "<rect class=\"b\" x=\"" << Bank * Pitch << "\" width=\"" << Cell
       << "\" height=\"" << Cell << "\"/>";
  OS << "</g>\n";
  for (size_t Row = 1; Row <= MostRows; ++Row)
    OS << "<g id=\"r" << Row
       << "\"><use href=\"#free\"/><text class=\"n\" x=\"-6\" y=\"" << Baseline
       << "\">" << Row << "</text></g>\n";
  for (const auto &[Name, Of] : Symbols) {
    const unsigned Width = Of.Banks * Pitch - Gap;
    OS << "<g id=\"" << Name << "\"><rect class=\"s\" width=\"" << Width
       << "\" height=\"" << Cell << "\"/><text x=\"" << Width / 2 << "\" y=\""
       << Baseline << "\">" << Of.Label << "</text></g>\n";
  }
}
