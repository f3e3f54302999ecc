//===- BankModel.h - From a request to its wavefronts -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What shared memory does with one *request*: one warp that executes one
// shared-memory instruction. The lanes' byte offsets name 4-byte *words*; the
// words lie in 32 *banks* by turns; each *wavefront*, a pass of the data stage,
// takes one word from every bank.
//
//   request -> phases:   the groups of lanes that an ideal wavefront serves
//           -> bank map: the words that a phase asks of each bank
//           -> cost:     the fullest bank of a phase is its wavefronts; an
//                        ideal request takes one wavefront a phase
//
// A phase is 128 bytes' worth of lanes: 32 lanes of up to 4 bytes, 16 of 8, 8
// of 16. Lanes on the same word share it (a broadcast), except in atomics and
// cp.async, where each lane costs a pass of its own. What an asynchronous copy
// takes depends on both of its sides: on where its lanes read global memory,
// too.
//
// The rules were counted with the hardware counters of an NVIDIA H200 (sm_90);
// test/data/wavefronts-sm_90.csv and copies-sm_90.csv hold 4,757 and 1,755
// measured requests. This model reproduces all but 10, copies of one piece to
// several places, which it says to be no more than bounds.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_BANK_BANKMODEL_H
#define BANKLINT_BANK_BANKMODEL_H

#include "Bank/Gpu.h"
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace banklint {

/// The bank that holds the byte at `OffsetBytes`: `bankOf(4 * 33)` is 1.
constexpr unsigned bankOf(uint64_t OffsetBytes) {
  return OffsetBytes / WordBytes % BankCount;
}

/// Instructions that the hardware serves by different rules.
enum class RequestKind {
  Load,            ///< ld.shared
  GenericLoad,     ///< ld, whose address may be in any space
  Store,           ///< st.shared
  Atomic,          ///< integer read-modify-write on 32 bits: add, exch, max
  AtomicCas,       ///< compare-and-swap, 32 or 64 bits
  AtomicIncrement, ///< atomicAdd(p, 1) whose result is unused
  LdMatrix,        ///< 8-lane phases; the first 8 * Matrices lanes ask for rows
  StMatrix,        ///< as LdMatrix
  CpAsync,         ///< cp.async.ca: through the first-level cache
  CpAsyncBypass,   ///< cp.async.cg: past it
};

/// Whether it copies from global to shared memory.
constexpr bool isCopy(RequestKind Kind) {
  return Kind == RequestKind::CpAsync || Kind == RequestKind::CpAsyncBypass;
}

/// Lines of global memory, and rows of shared memory in which each bank has one
/// word: what a copy moves in one wavefront at best.
inline constexpr unsigned LineBytes = BankCount * WordBytes;

/// A byte for each lane; those of inactive lanes are ignored.
using LaneBytes = std::array<uint32_t, LaneCount>;

/// One warp executing one instruction.
struct Request {
  RequestKind Kind = RequestKind::Load;
  unsigned BytesPerLane = 4; ///< a row's 16 for ldmatrix and stmatrix
  uint32_t ActiveMask = ~0u; ///< bit l is lane l
  /// Of each lane, from any 128-byte aligned base; inactive lanes' are ignored.
  /// The hardware traps unless they are multiples of `BytesPerLane`; the model
  /// then counts whole words from the one that holds the first byte.
  LaneBytes OffsetBytes = {};
  unsigned Matrices = 0; ///< of ldmatrix and stmatrix: 1, 2 or 4
  /// Of copies: where each lane reads global memory, or would, from any base
  /// that is aligned to 128 bytes. Not set where that is not known.
  std::optional<LaneBytes> FromBytes;
  /// Of copies: lanes that read nothing, and set all bytes to zero.
  uint32_t ZeroFilledMask = 0;
};

/// Whether the measured rules cover requests of this kind and width. A 12-byte
/// load or a 64-bit atomic add is not a single request; `costOf` and `mapOf`
/// must not be asked about it.
bool hasRule(const Request &R);

/// The lanes that ask for memory: the active ones, and of an `ldmatrix.x1` or
/// `.x2` only those among the first 8 or 16, which give the rows' addresses.
uint32_t askingLanes(const Request &R);

/// What a request costs, in passes of the data stage.
struct RequestCost {
  unsigned Wavefronts = 0;
  /// Phases with an asking lane; of copies, the 128-byte lines that their bytes
  /// would fill (past the cache, those that are written). 0 if no lane asks.
  unsigned Ideal = 0;
  /// It takes so many at least in any layout of shared memory: of copies, what
  /// their global side costs; of all else, the ideal.
  unsigned InAnyLayout = 0;
  /// False where the measured rules leave it open, as for copies of which the
  /// global side is not known: then it takes at least so many passes; and for
  /// wide generic loads by pairs of lanes, which may take half.
  bool IsExact = true;

  /// Passes that a better layout would save: the profiler's conflict counter.
  unsigned excess() const { return Wavefronts - Ideal; }
  /// The N of an "N-way" conflict; 1 where no lane asks.
  double ways() const { return Ideal ? double(Wavefronts) / Ideal : 1; }
  /// The part of it that another layout of shared memory may take away.
  double waysOfLayout() const {
    return InAnyLayout ? double(Wavefronts) / InAnyLayout : 1;
  }
};

/// The exact cost of a request.
///
/// With degree(G) = the most *distinct words* that the lanes G ask of one bank,
/// and count(G) = the most *lanes* that ask one bank,
///
///   wavefronts = sum over the phases G of degree(G) for loads, stores,
///                increments and matrices; of count(G) for other atomics.
///
/// Copies have two sides. With s and g = the shared and the global address
/// divided by the bytes of a lane, and eight or more of them in a line:
///
///   cp.async.ca: sum over the phases of the largest number of lanes that have
///                s or g in common with one lane, modulo the line. Where it
///                fills with zeros, s alone counts.
///   cp.async.cg: the number of different (g / 8, s / 8, (g ^ s) % 4, half)
///                among the lanes, where `half` is g % 2, unless lanes bring
///                both halves of the 32-byte sector g / 2 to one half of the
///                row, s / 4. Of lanes with one s only the first one counts.
///
/// Example: a warp that copies 4 lines of 128 bytes past the cache into rows of
/// 144 bytes takes 10 or 11 wavefronts, and 4 into rows of 128.
///
/// Loads of 8 or 16 bytes serve twice as many lanes a phase if the warp is
/// *paired*: for x = 1 or for x = 2, each active lane l finds lane l xor x
/// inactive or at its own address. Stores and generic loads never do; for
/// generic loads of 8 bytes, which the table lacks, that was timed on the same
/// GPU: 2.1 cycles a paired request, 1.5 for a shared one.
///
/// Example: 4-byte loads at `132 * lane` (a column of `float[32][33]`) cost 1
/// wavefront of an ideal 1; at `128 * lane` they cost 32. Runs in O(lanes), and
/// O(lanes^2) comparisons where all fall in one bank; allocates nothing.
RequestCost costOf(const Request &R);

/// A word, and the lanes that ask for it.
struct BankWord {
  uint32_t WordIndex = 0; ///< byte offset / 4
  uint32_t LaneMask = 0;
};

/// What one phase of a request asks of each bank.
struct PhaseMap {
  uint32_t LaneMask = 0;   ///< the asking lanes of the phase
  unsigned Wavefronts = 0; ///< of this phase
  /// The distinct words in each bank, in the order of the first lane to ask.
  std::array<std::vector<BankWord>, BankCount> Banks;
};

/// The phases that hold an asking lane, from lane 0 up: all lanes are one in a
/// copy past the cache. Their wavefronts add up to `costOf(R).Wavefronts`, and
/// but for copies their number is `costOf(R).Ideal`.
std::vector<PhaseMap> mapOf(const Request &R);

/// How likely the request spends more than its ideal if each asking lane is
/// active with even odds, independently of the others.
///
/// A phase is free of conflicts where no bank is asked for two words; of the
/// words of one bank, that have n lanes each, at most one may have an active
/// lane, and has none with odds 2^-n. Example: 4-byte loads at `8 * lane` ask
/// each of 16 banks for two words, of one lane each: 1 - (3/4)^16 = 0.99. 0 for
/// copies, of which this is not known.
double oddsOfExcessInHalf(const Request &R);

/// What a copy reads of global memory.
struct ReadLines {
  unsigned Lines = 0;    ///< of 128 bytes
  unsigned RunBytes = 0; ///< the most that lie side by side
};

/// Of a copy whose global side is known.
ReadLines linesRead(const Request &R);

} // namespace banklint

#endif // BANKLINT_BANK_BANKMODEL_H
