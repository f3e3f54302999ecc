//===- Wavefronts.cpp - A request, pass by pass ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Wavefronts.h"
#include "Bank/BankModel.h"
#include "Bank/Gpu.h"
#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

using namespace banklint;

bool banklint::hasBankMap(const Request &R) {
  return R.Kind != RequestKind::CpAsyncBypass && hasRule(R) && askingLanes(R);
}

uint32_t banklint::firstLineBytes(const LaneBytes &OfLanes, uint32_t Asking) {
  uint32_t LowestBytes = UINT32_MAX;
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane)
    if (Asking >> Lane & 1)
      LowestBytes = std::min(LowestBytes, OfLanes[Lane]);
  return LowestBytes - LowestBytes % LineBytes;
}

/// Whether lanes on one word take turns.
static bool isByLane(RequestKind Kind) {
  return Kind == RequestKind::Atomic || Kind == RequestKind::AtomicCas ||
         Kind == RequestKind::CpAsync;
}

/// A word for each turn that it takes.
static std::vector<BankWord> turnsOf(const std::vector<BankWord> &Words,
                                     RequestKind Kind) {
  if (!isByLane(Kind))
    return Words;
  std::vector<BankWord> Turns;
  for (const BankWord &Word : Words)
    for (unsigned Lane = 0; Lane != LaneCount; ++Lane)
      if (Word.LaneMask >> Lane & 1)
        Turns.push_back({Word.WordIndex, uint32_t(1) << Lane});
  return Turns;
}

/// Adds a word behind those of lower banks.
static void append(std::vector<ServedWords> &Row, unsigned Bank,
                   const BankWord &Word) {
  if (!Row.empty()) {
    ServedWords &Last = Row.back();
    if (Last.LaneMask == Word.LaneMask && Last.Bank + Last.Count == Bank &&
        Last.WordIndex + Last.Count == Word.WordIndex) {
      ++Last.Count;
      return;
    }
  }
  Row.push_back({Bank, 1, Word.WordIndex, Word.LaneMask});
}

std::vector<Wavefront> banklint::wavefrontsOf(const Request &R) {
  assert(hasBankMap(R) && "a request without banks to draw");
  std::vector<Wavefront> Result;
  const std::vector<PhaseMap> Phases = mapOf(R);
  for (size_t Number = 0; Number != Phases.size(); ++Number) {
    const PhaseMap &Phase = Phases[Number];
    const size_t First = Result.size();
    for (unsigned Turn = 0; Turn != Phase.Wavefronts; ++Turn)
      Result.push_back(
          {unsigned(Number), Phase.LaneMask, /*IsExcess=*/Turn > 0, {}});
    for (unsigned Bank = 0; Bank != BankCount; ++Bank) {
      const std::vector<BankWord> Turns = turnsOf(Phase.Banks[Bank], R.Kind);
      assert(Turns.size() <= Phase.Wavefronts && "a bank that is not served");
      for (size_t Turn = 0; Turn != Turns.size(); ++Turn)
        append(Result[First + Turn].Words, Bank, Turns[Turn]);
    }
  }
  // An ideal copy is one of full lines, whatever its phases are.
  if (isCopy(R.Kind))
    for (size_t I = 0; I != Result.size(); ++I)
      Result[I].IsExcess = I >= costOf(R).Ideal;
  return Result;
}
