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
  const uint32_t Reading = R.FromBytes ? Phase & ~R.ZeroFilledMask : 0;
  auto Global = Reading ? lanesByPlace(*R.FromBytes, PieceBytes, Reading)
                        : decltype(Shared){};
  int Most = 0;
  forEachLane(Phase, [&](unsigned Lane) {
    uint32_t Meets = Shared[R.OffsetBytes[Lane] % LineBytes / PieceBytes];
    if (Reading >> Lane & 1)
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
/// halves of their kind. No request that was measured tells whether a sector is
/// whole that lands in both halves of a row.
static Bounds passesOf(const Load &L) {
  auto PassesWith = [&](unsigned Whole) {
    const unsigned Halves = L.Pieces & ~Whole;
    return unsigned(Whole != 0) + ((Halves & EvenPieces) != 0) +
           ((Halves & OddPieces) != 0);
  };
  return std::minmax(PassesWith(inWholeSectors(L)),
                     PassesWith(withNeighbour(L.Pieces, L.Pieces)));
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
  // Lanes that fill with zeros have a place in their line all the same.
  if (!R.FromBytes) {
    Cost.Wavefronts = std::max(rowsOf(R), Cost.Ideal);
    Cost.IsExact = false;
    return Cost;
  }
  std::map<Route, Load> Loads;
  forEachLane(R.ActiveMask, [&](unsigned Lane) {
    uint32_t S = R.OffsetBytes[Lane] / PieceBytes;
    uint32_t G = (*R.FromBytes)[Lane] / PieceBytes;
    Load &L = Loads[{G / LinePieces, S / LinePieces, (G ^ S) % 4}];
    const unsigned Piece = G % LinePieces;
    L.HasTwice |= L.Pieces >> Piece & 1;
    L.Pieces |= 1u << Piece;
    L.To[Piece] = uint8_t(S % LinePieces);
  });
  // Of copies by some of the lanes, a quarter took more than the rule says.
  Cost.IsExact = R.ActiveMask == ~0u;
  for (const auto &[Way, L] : Loads) {
    auto [Fewest, Most] = passesOf(L);
    Cost.Wavefronts += Fewest;
    Cost.IsExact &= Fewest == Most && !L.HasTwice;
  }
  // Where lanes copy one piece twice.
  Cost.Wavefronts = std::max(Cost.Wavefronts, Cost.Ideal);
  return Cost;
}
