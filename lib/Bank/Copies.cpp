//===- Copies.cpp - Both sides of an asynchronous copy --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Copies.h"
#include "Lanes.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

using namespace banklint;

/// How many lines these bytes fill.
static unsigned linesOf(unsigned Bytes) {
  return llvm::divideCeil(Bytes, LineBytes);
}

unsigned banklint::idealThroughCache(const Request &R) {
  return linesOf(unsigned(llvm::popcount(R.ActiveMask)) * R.BytesPerLane);
}

//===----------------------------------------------------------------------===//
// Through the first-level cache
//===----------------------------------------------------------------------===//

/// The lanes of a phase by the place of their piece in its line.
static std::array<uint32_t, LineBytes / WordBytes>
lanesByPlace(const LaneBytes &AddressBytes, unsigned PieceBits,
             uint32_t Phase) {
  std::array<uint32_t, LineBytes / WordBytes> Lanes = {};
  forEachLane(Phase, [&](unsigned Lane) {
    Lanes[AddressBytes[Lane] % LineBytes >> PieceBits] |= 1u << Lane;
  });
  return Lanes;
}

unsigned banklint::wavefrontsThroughCache(const Request &R, uint32_t Phase) {
  const unsigned PieceBits = llvm::Log2_32(R.BytesPerLane);
  auto Shared = lanesByPlace(R.OffsetBytes, PieceBits, Phase);
  const uint32_t Reading = R.FromBytes ? Phase & ~R.ZeroFilledMask : 0;
  auto Global = Reading ? lanesByPlace(*R.FromBytes, PieceBits, Reading)
                        : decltype(Shared){};
  int Most = 0;
  forEachLane(Phase, [&](unsigned Lane) {
    uint32_t Meets = Shared[R.OffsetBytes[Lane] % LineBytes >> PieceBits];
    if (Reading >> Lane & 1)
      Meets |= Global[(*R.FromBytes)[Lane] % LineBytes >> PieceBits];
    Most = std::max(Most, llvm::popcount(Meets));
  });
  return unsigned(Most);
}

//===----------------------------------------------------------------------===//
// Past it
//===----------------------------------------------------------------------===//

namespace {

/// A piece, and the sector that two of them make.
constexpr unsigned PieceBytes = 16, LinePieces = LineBytes / PieceBytes;
constexpr unsigned EvenPieces = 0x55, OddPieces = 0xaa;

/// Pieces that come from one line, go to one row, lie alike in their halves of
/// it, and travel in one round: the global line, the shared row, (g ^ s) % 4,
/// and the round.
using Route = std::tuple<uint32_t, uint32_t, uint32_t, unsigned>;

/// What travels by one route: the pieces of the global line, by the half of the
/// shared row that they go to. A sector is whole if both of its pieces go to
/// one half.
using Load = std::array<unsigned, 2>;

} // namespace

/// The pieces whose neighbour in the sector is among them, too.
static unsigned inWholeSectors(unsigned Pieces) {
  return Pieces & ((Pieces & EvenPieces) << 1 | (Pieces & OddPieces) >> 1);
}

/// What one route takes: whole sectors travel at once, and halves of them with
/// halves of their kind.
static unsigned passesOf(const Load &L) {
  unsigned Whole = 0, Halves = 0;
  for (unsigned Pieces : L) {
    Whole |= inWholeSectors(Pieces);
    Halves |= Pieces & ~inWholeSectors(Pieces);
  }
  return unsigned(Whole != 0) + ((Halves & EvenPieces) != 0) +
         ((Halves & OddPieces) != 0);
}

namespace {
/// A few numbers each once: no more than there are lanes.
class FewNumbers {
public:
  /// Whether it was not among them.
  bool insert(uint32_t Number) {
    if (llvm::is_contained(llvm::ArrayRef(Numbers).take_front(Count), Number))
      return false;
    Numbers[Count++] = Number;
    return true;
  }
  unsigned size() const { return Count; }

private:
  std::array<uint32_t, LaneCount> Numbers;
  unsigned Count = 0;
};
} // namespace

/// The active lanes without those whose piece of shared memory a lower lane
/// writes: these add nothing, neither to what it takes nor to the ideal.
static uint32_t writingLanes(const Request &R) {
  uint32_t Lanes = 0;
  FewNumbers Written;
  forEachLane(R.ActiveMask, [&](unsigned Lane) {
    if (Written.insert(R.OffsetBytes[Lane] / PieceBytes))
      Lanes |= 1u << Lane;
  });
  return Lanes;
}

/// The rows of shared memory that the lanes write: each takes a pass.
static unsigned rowsOf(const Request &R) {
  FewNumbers Rows;
  forEachLane(R.ActiveMask, [&](unsigned Lane) {
    Rows.insert(R.OffsetBytes[Lane] / LineBytes);
  });
  return Rows.size();
}

/// What is kept of a key, of which there are no more than lanes.
template <typename Key, typename T> class FewEntries {
public:
  T &operator[](const Key &Of) {
    for (unsigned I = 0; I != Count; ++I)
      if (Entries[I].first == Of)
        return Entries[I].second;
    Entries[Count] = {Of, {}};
    return Entries[Count++].second;
  }
  const std::pair<Key, T> *begin() const { return Entries.data(); }
  const std::pair<Key, T> *end() const { return Entries.data() + Count; }

private:
  std::array<std::pair<Key, T>, LaneCount> Entries;
  unsigned Count = 0;
};

RequestCost banklint::costPastCache(const Request &R) {
  RequestCost Cost;
  const uint32_t Lanes = writingLanes(R);
  Cost.Ideal = linesOf(unsigned(llvm::popcount(Lanes)) * PieceBytes);
  // Lanes that fill with zeros have a place in their line all the same.
  if (!R.FromBytes) {
    Cost.Wavefronts = std::max(rowsOf(R), Cost.Ideal);
    Cost.IsExact = false;
    return Cost;
  }
  FewEntries<Route, Load> Loads;
  // Of the lanes that copy one piece to several places of a row, with the same
  // (g ^ s) % 2, the last travels in the first round, and each other in one of
  // its own.
  FewEntries<std::tuple<uint32_t, uint32_t, uint32_t>, unsigned> Rounds;
  for (unsigned Lane = LaneCount; Lane-- != 0;) {
    if (!(Lanes >> Lane & 1))
      continue;
    const uint32_t S = R.OffsetBytes[Lane] / PieceBytes;
    const uint32_t G = (*R.FromBytes)[Lane] / PieceBytes;
    const unsigned Round = Rounds[{G, S / LinePieces, (G ^ S) % 2}]++;
    Loads[{G / LinePieces, S / LinePieces, (G ^ S) % 4, Round}]
         [S / (LinePieces / 2) % 2] |= 1u << G % LinePieces;
  }
  for (const auto &[Way, L] : Loads)
    Cost.Wavefronts += passesOf(L);
  Cost.Wavefronts = std::max(Cost.Wavefronts, Cost.Ideal);
  return Cost;
}
