//===- BankModel.cpp - From a request to its wavefronts -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bank/BankModel.h"
#include "Copies.h"
#include "Lanes.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <vector>

using namespace banklint;

/// A matrix of ldmatrix and stmatrix has 8 rows, whose addresses 8 lanes give
/// (PTX ISA, "ldmatrix").
static constexpr unsigned RowsPerMatrix = 8;

bool banklint::hasRule(const Request &R) {
  unsigned Bytes = R.BytesPerLane, Matrices = R.Matrices;
  switch (R.Kind) {
  case RequestKind::Load:
  case RequestKind::GenericLoad:
  case RequestKind::Store:
    return Bytes <= 16 && llvm::isPowerOf2_32(Bytes);
  case RequestKind::Atomic:
  case RequestKind::AtomicIncrement:
    return Bytes == 4;
  case RequestKind::AtomicCas:
    return Bytes == 4 || Bytes == 8;
  case RequestKind::LdMatrix:
  case RequestKind::StMatrix:
    return Bytes == 16 && (Matrices == 1 || Matrices == 2 || Matrices == 4);
  case RequestKind::CpAsync:
    return Bytes == 4 || Bytes == 8 || Bytes == 16;
  case RequestKind::CpAsyncBypass:
    return Bytes == 16;
  }
  llvm_unreachable("unknown kind of request");
}

uint32_t banklint::askingLanes(const Request &R) {
  if (R.Kind != RequestKind::LdMatrix && R.Kind != RequestKind::StMatrix)
    return R.ActiveMask;
  return R.ActiveMask &
         llvm::maskTrailingOnes<uint32_t>(RowsPerMatrix * R.Matrices);
}

/// Calls `Visit(Lane, WordIndex)` for each word that each lane of a group asks
/// for. The words of one lane lie in different banks.
template <typename Fn>
static void forEachWord(const Request &R, uint32_t Group, Fn Visit) {
  unsigned WordCount = std::max(R.BytesPerLane / WordBytes, 1u);
  forEachLane(Group, [&](unsigned Lane) {
    uint32_t First = R.OffsetBytes[Lane] / WordBytes;
    for (unsigned I = 0; I != WordCount; ++I)
      Visit(Lane, First + I);
  });
}

/// Whether each active lane's neighbour at `Distance` (1 or 2: l xor Distance)
/// is inactive or asks for the same address.
static bool isPaired(const Request &R, unsigned Distance) {
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane) {
    unsigned Other = Lane ^ Distance;
    if ((R.ActiveMask >> Lane & R.ActiveMask >> Other & 1) &&
        R.OffsetBytes[Lane] != R.OffsetBytes[Other])
      return false;
  }
  return true;
}

static unsigned lanesPerPhase(const Request &R) {
  if (R.BytesPerLane <= WordBytes || R.Kind == RequestKind::CpAsyncBypass)
    return LaneCount;
  unsigned Lanes = BankCount * WordBytes / R.BytesPerLane;
  bool IsDoubled =
      R.Kind == RequestKind::Load && (isPaired(R, 1) || isPaired(R, 2));
  return IsDoubled ? 2 * Lanes : Lanes;
}

/// Calls `Visit(LaneMask)` for each phase that holds an asking lane.
template <typename Fn> static void forEachPhase(const Request &R, Fn Visit) {
  assert(hasRule(R) && "no rule for this kind and width of request");
  uint32_t Asking = askingLanes(R);
  unsigned Lanes = lanesPerPhase(R);
  uint32_t Phase = llvm::maskTrailingOnes<uint32_t>(Lanes);
  for (unsigned First = 0; First != LaneCount; First += Lanes)
    if (uint32_t Group = Asking & Phase << First)
      Visit(Group);
}

/// The most distinct words that a group of lanes asks of one bank.
static unsigned degree(const Request &R, uint32_t Group) {
  std::array<uint8_t, BankCount> Distinct = {};
  // The first Distinct[Bank] words of a row are set: at most one a lane.
  uint32_t Words[BankCount][LaneCount];
  unsigned Degree = 0;
  forEachWord(R, Group, [&](unsigned, uint32_t Word) {
    unsigned Bank = Word % BankCount;
    uint32_t *End = Words[Bank] + Distinct[Bank];
    if (std::find(Words[Bank], End, Word) != End)
      return;
    *End = Word;
    Degree = std::max<unsigned>(Degree, ++Distinct[Bank]);
  });
  return Degree;
}

/// The most lanes of a group that ask one bank for a word.
static unsigned count(const Request &R, uint32_t Group) {
  std::array<uint8_t, BankCount> Lanes = {};
  forEachWord(R, Group,
              [&](unsigned, uint32_t Word) { ++Lanes[Word % BankCount]; });
  return *std::max_element(Lanes.begin(), Lanes.end());
}

/// The passes that one phase takes.
static unsigned wavefrontsOf(const Request &R, uint32_t Group) {
  switch (R.Kind) {
  case RequestKind::Load:
  case RequestKind::GenericLoad:
  case RequestKind::Store:
  case RequestKind::AtomicIncrement:
  case RequestKind::LdMatrix:
  case RequestKind::StMatrix:
    return degree(R, Group);
  case RequestKind::Atomic:
  case RequestKind::AtomicCas:
    return count(R, Group);
  case RequestKind::CpAsync:
    return wavefrontsThroughCache(R, Group);
  case RequestKind::CpAsyncBypass:
    return costPastCache(R).Wavefronts;
  }
  llvm_unreachable("unknown kind of request");
}

/// Whether a generic load takes the same with pairing and without: loads of 8
/// and 16 bytes have been measured both ways.
static bool isCertain(const Request &R, const RequestCost &Cost) {
  Request Known = R;
  Known.Kind = RequestKind::Load;
  const RequestCost Paired = costOf(Known);
  return Paired.Wavefronts == Cost.Wavefronts && Paired.Ideal == Cost.Ideal;
}

RequestCost banklint::costOf(const Request &R) {
  if (R.Kind == RequestKind::CpAsyncBypass) {
    assert(hasRule(R) && "no rule for this width of copy");
    return costPastCache(R);
  }
  RequestCost Cost;
  forEachPhase(R, [&](uint32_t Group) {
    Cost.Wavefronts += wavefrontsOf(R, Group);
    ++Cost.Ideal;
    if (R.Kind == RequestKind::CpAsync)
      Cost.InAnyLayout += leastThroughCache(R, Group);
  });
  if (R.Kind == RequestKind::CpAsync) {
    Cost.Ideal = idealThroughCache(R);
    Cost.IsExact = R.FromBytes || (R.ActiveMask & ~R.ZeroFilledMask) == 0;
  }
  if (R.Kind == RequestKind::GenericLoad)
    Cost.IsExact = isCertain(R, Cost);
  Cost.InAnyLayout = std::max(Cost.InAnyLayout, Cost.Ideal);
  return Cost;
}

/// Notes that a lane asks a bank for a word.
static void ask(std::vector<BankWord> &Bank, unsigned Lane, uint32_t Word) {
  auto Known = std::find_if(Bank.begin(), Bank.end(), [&](const BankWord &W) {
    return W.WordIndex == Word;
  });
  if (Known == Bank.end())
    Known = Bank.insert(Bank.end(), BankWord{Word, 0});
  Known->LaneMask |= 1u << Lane;
}

std::vector<PhaseMap> banklint::mapOf(const Request &R) {
  std::vector<PhaseMap> Phases;
  forEachPhase(R, [&](uint32_t Group) {
    PhaseMap &Phase = Phases.emplace_back();
    Phase.LaneMask = Group;
    Phase.Wavefronts = wavefrontsOf(R, Group);
    forEachWord(R, Group, [&](unsigned Lane, uint32_t Word) {
      ask(Phase.Banks[Word % BankCount], Lane, Word);
    });
  });
  return Phases;
}

/// How likely at most one of the words has an active lane.
static double oddsOfOneWord(const std::vector<BankWord> &Words) {
  double None = 1, One = 0;
  for (const BankWord &W : Words) {
    double Idle = std::ldexp(1.0, -llvm::popcount(W.LaneMask));
    One = One * Idle + None * (1 - Idle);
    None *= Idle;
  }
  return None + One;
}

double banklint::oddsOfExcessInHalf(const Request &R) {
  if (isCopy(R.Kind))
    return 0;
  double Free = 1;
  for (const PhaseMap &Phase : mapOf(R))
    for (const std::vector<BankWord> &Words : Phase.Banks)
      Free *= oddsOfOneWord(Words);
  return 1 - Free;
}
