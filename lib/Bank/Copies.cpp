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
#include <cassert>
#include <tuple>
#include <utility>
#include <vector>

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

/// The most lanes that one meets: those that `InShared(Lane)` says, and those
/// that read its place of global memory.
template <typename Fn>
static unsigned mostMeeting(const Request &R, uint32_t Phase, Fn InShared) {
  const unsigned PieceBits = llvm::Log2_32(R.BytesPerLane);
  const uint32_t Reading = R.FromBytes ? Phase & ~R.ZeroFilledMask : 0;
  std::array<uint32_t, LineBytes / WordBytes> Global = {};
  if (Reading)
    Global = lanesByPlace(*R.FromBytes, PieceBits, Reading);
  int Most = 0;
  forEachLane(Phase, [&](unsigned Lane) {
    uint32_t Meets = InShared(Lane);
    if (Reading >> Lane & 1)
      Meets |= Global[(*R.FromBytes)[Lane] % LineBytes >> PieceBits];
    Most = std::max(Most, llvm::popcount(Meets));
  });
  return unsigned(Most);
}

unsigned banklint::wavefrontsThroughCache(const Request &R, uint32_t Phase) {
  const unsigned PieceBits = llvm::Log2_32(R.BytesPerLane);
  const auto Shared = lanesByPlace(R.OffsetBytes, PieceBits, Phase);
  return mostMeeting(R, Phase, [&](unsigned Lane) {
    return Shared[R.OffsetBytes[Lane] % LineBytes >> PieceBits];
  });
}

unsigned banklint::leastThroughCache(const Request &R, uint32_t Phase) {
  return mostMeeting(R, Phase, [&](unsigned Lane) {
    uint32_t Same = 0;
    forEachLane(Phase, [&](unsigned Other) {
      Same |= uint32_t(R.OffsetBytes[Other] == R.OffsetBytes[Lane]) << Other;
    });
    return Same;
  });
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

namespace {
/// How many lanes bring each piece of a line.
using PieceCounts = std::array<unsigned, LinePieces>;
} // namespace

/// What brings these pieces in any layout at least: a pass takes whole sectors,
/// or halves of one kind, of one line, and no piece twice.
static unsigned fewestPasses(const PieceCounts &Pieces) {
  unsigned Fewest = LaneCount, MostWhole = 0;
  for (unsigned OfSectors = 0; OfSectors <= MostWhole; ++OfSectors) {
    unsigned OfEven = 0, OfOdd = 0;
    for (unsigned Even = 0; Even != LinePieces; Even += 2) {
      const unsigned Both = std::min(Pieces[Even], Pieces[Even + 1]);
      const unsigned Whole = std::min(OfSectors, Both);
      MostWhole = std::max(MostWhole, Both);
      OfEven = std::max(OfEven, Pieces[Even] - Whole);
      OfOdd = std::max(OfOdd, Pieces[Even + 1] - Whole);
    }
    Fewest = std::min(Fewest, OfSectors + OfEven + OfOdd);
  }
  return Fewest;
}

/// What the lanes' lines of global memory take, wherever these write.
static unsigned leastPastCache(const Request &R, uint32_t Lanes) {
  FewEntries<uint32_t, PieceCounts> Lines;
  forEachLane(Lanes, [&](unsigned Lane) {
    const uint32_t G = (*R.FromBytes)[Lane] / PieceBytes;
    ++Lines[G / LinePieces][G % LinePieces];
  });
  unsigned Passes = 0;
  for (const auto &[Line, Pieces] : Lines)
    Passes += fewestPasses(Pieces);
  return Passes;
}

RequestCost banklint::costPastCache(const Request &R) {
  RequestCost Cost;
  const uint32_t Lanes = writingLanes(R);
  Cost.Ideal = linesOf(unsigned(llvm::popcount(Lanes)) * PieceBytes);
  // Lanes that fill with zeros have a place in their line all the same.
  if (!R.FromBytes) {
    Cost.Wavefronts = std::max(rowsOf(R), Cost.Ideal);
    Cost.InAnyLayout = Cost.Ideal;
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
  Cost.InAnyLayout = std::max(leastPastCache(R, Lanes), Cost.Ideal);
  return Cost;
}

//===----------------------------------------------------------------------===//
// What is read
//===----------------------------------------------------------------------===//

ReadLines banklint::linesRead(const Request &R) {
  assert(R.FromBytes && "the global side is known");
  std::vector<uint32_t> Pieces;
  // Past the cache, lanes that fill with zeros count as others do.
  const bool HasReaders = R.Kind == RequestKind::CpAsync;
  const uint32_t Reading = R.ActiveMask & ~(HasReaders ? R.ZeroFilledMask : 0);
  forEachLane(Reading,
              [&](unsigned Lane) { Pieces.push_back((*R.FromBytes)[Lane]); });
  llvm::sort(Pieces);
  Pieces.erase(llvm::unique(Pieces), Pieces.end());
  ReadLines Read;
  unsigned RunBytes = 0;
  for (size_t I = 0; I != Pieces.size(); ++I) {
    const bool HasBefore = I != 0;
    if (!HasBefore || Pieces[I] / LineBytes != Pieces[I - 1] / LineBytes)
      ++Read.Lines;
    if (!HasBefore || Pieces[I] != Pieces[I - 1] + R.BytesPerLane)
      RunBytes = 0;
    RunBytes += R.BytesPerLane;
    Read.RunBytes = std::max(Read.RunBytes, RunBytes);
  }
  return Read;
}
