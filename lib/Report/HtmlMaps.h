//===- HtmlMaps.h - Bank maps in a page -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A map has a column for each bank and a row for each wavefront. A cell is what
// lanes get in one of them, and bears the number of the lane, or of how many
// they are. What repeats is written once: the cells as symbols, and all rows of
// a map that another finding has as well.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_REPORT_HTMLMAPS_H
#define BANKLINT_REPORT_HTMLMAPS_H

#include "Bank/BankModel.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

namespace banklint {

/// "lane 3", "lanes 0–7, 16".
std::string laneText(uint32_t LaneMask);

/// Writes the maps of one page.
class HtmlMaps {
public:
  /// A figure under a caption such as "now", of a request with a bank map.
  void write(llvm::raw_ostream &OS, llvm::StringRef Caption, const Request &R);

  /// What all maps so far refer to, once, anywhere in the page.
  void writeSymbols(llvm::raw_ostream &OS) const;

private:
  /// The lanes of a cell, and its width in banks.
  std::string symbolOf(uint32_t LaneMask, unsigned Count);
  std::string rowsOf(const Request &R);

  struct Symbol {
    std::string Label;
    unsigned Banks = 1;
  };
  std::map<std::string, Symbol> Symbols; ///< by name
  llvm::StringMap<unsigned> Numbers;     ///< of maps, by their rows
  size_t MostRows = 0;                   ///< of any map
};

} // namespace banklint

#endif // BANKLINT_REPORT_HTMLMAPS_H
