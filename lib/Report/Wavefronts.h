//===- Wavefronts.h - A request, pass by pass -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What pictures of a request are made of: which lanes each pass of the data
// stage serves, and from which banks. The words that a phase asks of one bank
// are taken one after the other, in the order of the first lane to ask.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_REPORT_WAVEFRONTS_H
#define BANKLINT_REPORT_WAVEFRONTS_H

#include "Bank/BankModel.h"
#include <cstdint>
#include <vector>

namespace banklint {

/// Neighbouring words that the same lanes ask for, in one wavefront.
struct ServedWords {
  unsigned Bank = 0;      ///< of the first word
  unsigned Count = 1;     ///< as many words, in as many banks
  uint32_t WordIndex = 0; ///< as in `BankWord`, of the first
  uint32_t LaneMask = 0;
};

/// One pass of the data stage.
struct Wavefront {
  unsigned Phase = 0; ///< which phase of the request it is of, from 0
  uint32_t PhaseLanes = 0;
  bool IsExcess = false;          ///< an ideal request does without it
  std::vector<ServedWords> Words; ///< from bank 0 up
};

/// Whether its banks can be drawn: the measured rules cover it, and some lane
/// asks. Past the cache, more than the banks decides what a copy takes.
bool hasBankMap(const Request &R);

/// The passes of a request with a bank map, as many as `costOf` counts.
/// Example: of 4-byte loads at `256 * lane`, 32 of one word each, in bank 0; of
/// 16-byte loads at `16 * lane`, 4 of all banks, each with the words of 8
/// lanes.
///
/// Passes of a copy that serve no bank are those that its global side takes.
std::vector<Wavefront> wavefrontsOf(const Request &R);

/// The 128-byte line that holds the lowest byte that a lane asks for: where
/// pictures count bytes and words from. Banks do not change.
uint32_t firstLineBytes(const LaneBytes &OfLanes, uint32_t Asking);

} // namespace banklint

#endif // BANKLINT_REPORT_WAVEFRONTS_H
