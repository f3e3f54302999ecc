//===- Copies.cpp - Both sides of an asynchronous copy --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Copies.h"
#include "Lanes.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>
#include <utility>

using namespace banklint;

unsigned banklint::idealOfCopy(const Request &R) {
  unsigned Bytes = unsigned(llvm::popcount(R.ActiveMask)) * R.BytesPerLane;
  return llvm::divideCeil(Bytes, LineBytes);
}

//===----------------------------------------------------------------------===//
// Through the first-level cache
//===----------------------------------------------------------------------===//

/// The lanes of a phase by the place of their piece in its line.
static std::array<uint32_t, LineBytes / WordBytes>
lanesByPlace(const LaneBytes &AddressBytes, unsigned PieceBytes,
             uint32_t Phase) {
  std::array<uint32_t, LineBytes / WordBytes> Lanes = {};
  forEachLane(Phase, [&](unsigned Lane) {
    Lanes[AddressBytes[Lane] % LineBytes / PieceBytes] |= 1u << Lane;
  });
  return Lanes;
}

unsigned banklint::wavefrontsThroughCache(const Request &R, uint32_t Phase) {
  const unsigned PieceBytes = R.BytesPerLane;
  auto Shared = lanesByPlace(R.OffsetBytes, PieceBytes, Phase);
  const bool HasSource = R.FromBytes && !R.IsZeroFill;
  auto Global = HasSource ? lanesByPlace(*R.FromBytes, PieceBytes, Phase)
                          : decltype(Shared){};
  int Most = 0;
  forEachLane(Phase, [&](unsigned Lane) {
    uint32_t Meets = Shared[R.OffsetBytes[Lane] % LineBytes / PieceBytes];
    if (HasSource)
      Meets |= Global[(*R.FromBytes)[Lane] % LineBytes / PieceBytes];
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

/// Pieces that come from one line, go to one row, and lie alike in their halves
/// of it: the global line, the shared row, and (g ^ s) % 4.
using Route = std::tuple<uint32_t, uint32_t, uint32_t>;

/// What travels by one route: pieces by their place in the line.
struct Load {
  unsigned Pieces = 0;
  /// Where each of them goes in the row.
  std::array<uint8_t, LinePieces> To = {};
  /// One piece goes to several places, or is copied twice.
  bool HasTwice = false;
};

/// The fewest wavefronts, and the most.
using Bounds = std::pair<unsigned, unsigned>;

} // namespace

/// The pieces whose neighbour in the sector is among `Others`, too.
static unsigned withNeighbour(unsigned Pieces, unsigned Others) {
  return Pieces & ((Others & EvenPieces) << 1 | (Others & OddPieces) >> 1);
}

/// Of those, the pieces that land in one 32-byte half of shared memory together
/// with their neighbour.
static unsigned inWholeSectors(const Load &L) {
  unsigned Whole = withNeighbour(L.Pieces, L.Pieces);
  for (unsigned Piece = 0; Piece != LinePieces; ++Piece)
    if ((Whole >> Piece & 1) && L.To[Piece] / 2 != L.To[Piece ^ 1] / 2)
      Whole &= ~(1u << Piece);
  return Whole;
}

/// What one route takes: whole sectors travel at once, and halves of them with
/// halves of their kind. Measured were lines of whole sectors; where pieces of
/// both kinds meet, it is open whether they travel together.
static Bounds passesOf(const Load &L, unsigned AskedOfLine) {
  Bounds Result = {LinePieces, 0};
  for (unsigned Whole : {inWholeSectors(L), withNeighbour(L.Pieces, L.Pieces),
                         withNeighbour(L.Pieces, AskedOfLine)}) {
    const unsigned Halves = L.Pieces & ~Whole;
    const unsigned Kinds =
        unsigned((Halves & EvenPieces) != 0) + ((Halves & OddPieces) != 0);
    Result.first = std::min(Result.first, std::max(Kinds, 1u));
    Result.second = std::max(Result.second, Kinds + (Whole != 0));
  }
  return Result;
}

/// The rows of shared memory that the lanes write: each takes a pass.
static unsigned rowsOf(const Request &R) {
  std::set<uint32_t> Rows;
  forEachLane(R.ActiveMask, [&](unsigned Lane) {
    Rows.insert(R.OffsetBytes[Lane] / LineBytes);
  });
  return unsigned(Rows.size());
}

RequestCost banklint::costPastCache(const Request &R) {
  RequestCost Cost;
  Cost.Ideal = idealOfCopy(R);
  if (!R.FromBytes || R.IsZeroFill) {
    Cost.Wavefronts = std::max(rowsOf(R), Cost.Ideal);
    Cost.IsExact = false;
    return Cost;
  }
  std::map<Route, Load> Loads;
  std::map<uint32_t, unsigned> AskedOfLine;
  forEachLane(R.ActiveMask, [&](unsigned Lane) {
    uint32_t S = R.OffsetBytes[Lane] / PieceBytes;
    uint32_t G = (*R.FromBytes)[Lane] / PieceBytes;
    Load &L = Loads[{G / LinePieces, S / LinePieces, (G ^ S) % 4}];
    const unsigned Piece = G % LinePieces;
    L.HasTwice |= L.Pieces >> Piece & 1;
    L.Pieces |= 1u << Piece;
    L.To[Piece] = uint8_t(S % LinePieces);
    AskedOfLine[G / LinePieces] |= 1u << Piece;
  });
  // Of copies by some of the lanes, a quarter took more than the rule says.
  Cost.IsExact = R.ActiveMask == ~0u;
  for (const auto &[Way, L] : Loads) {
    auto [Fewest, Most] = passesOf(L, AskedOfLine[std::get<0>(Way)]);
    Cost.Wavefronts += Fewest;
    Cost.IsExact &= Fewest == Most && !L.HasTwice;
  }
  // Where lanes copy one piece twice.
  Cost.Wavefronts = std::max(Cost.Wavefronts, Cost.Ideal);
  return Cost;
}
