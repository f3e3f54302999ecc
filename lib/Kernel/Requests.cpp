//===- Requests.cpp - What the recorded accesses cost ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/Requests.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
using llvm::ArrayRef;
using llvm::SmallVector;

static_assert(LaneCount == WarpLanes, "the model and the values agree on warps");

/// The address in bytes from the start of shared memory.
static Value addressOf(Pool &P, const Pointer &Where,
                       const LayoutChange *Change) {
  ArrayRef<int64_t> Strides = Where.Base->StrideBytes;
  if (Change && Change->Array == Where.Base)
    Strides = Change->StrideBytes;
  Value Address = P.add(Where.WithinBytes, Value(Where.Base->PlacementBytes));
  for (auto [Index, Stride] : llvm::zip(Where.Index, Strides))
    Address = P.add(Address, P.mul(Index, Value(Stride)));
  return Address;
}

/// Without what moves all lanes by the same whole words: that only turns the
/// banks around.
static Value withoutCommonWords(Pool &P, Value Address) {
  Value Rest = Address.constant();
  for (const Term &T : Address.terms()) {
    bool IsCommon = T.Factor.isSame() && T.What->IsUniform;
    bool IsWords =
        IsCommon && (T.Factor.same() * T.What->MultipleOf) % WordBytes == 0;
    if (!IsWords)
      Rest = P.add(Rest, P.mul(P.valueOf(T.What), Value(T.Factor)));
  }
  return Rest;
}

/// The request for known addresses; false where they lie too far apart to be
/// in shared memory.
static bool makeRequest(const AccessRecord &Record, const LaneNumbers &Offsets,
                        Request &R) {
  R.Kind = Record.Kind;
  R.BytesPerLane = Record.BytesPerLane;
  R.Matrices = Record.Matrices;
  R.ActiveMask = Record.Active;
  int64_t Least = INT64_MAX, Most = INT64_MIN;
  for (unsigned Lane = 0; Lane != WarpLanes; ++Lane)
    if (Record.Active >> Lane & 1) {
      Least = std::min(Least, Offsets[Lane]);
      Most = std::max(Most, Offsets[Lane]);
    }
  if (Least > Most || Most - Least > (int64_t(1) << 30))
    return false;
  int64_t Base = Least - (((Least % 128) + 128) % 128);
  for (unsigned Lane = 0; Lane != WarpLanes; ++Lane)
    R.OffsetBytes[Lane] = Record.Active >> Lane & 1
                              ? uint32_t(Offsets[Lane] - Base)
                              : 0;
  return true;
}

namespace {
/// The mean cost over the warps and over what is visited in turn.
struct Case {
  double Wavefronts = 0, Ideal = 0, Worst = 1;
  unsigned Count = 0;

  void add(const RequestCost &Cost) {
    Wavefronts += Cost.Wavefronts;
    Ideal += Cost.Ideal;
    Worst = std::max(Worst, Cost.ways());
    ++Count;
  }
};
} // namespace

static std::string notKnown(const Value &Address) {
  llvm::StringRef Reason = Address.reason();
  return Reason.empty() ? "the index is not known" : "index " + Reason.str();
}

/// Each lane's unknown part keeps it in its own bank: no two lanes can meet in
/// a bank, whatever the data is.
static bool staysApart(const Value &Address, const AccessRecord &Record) {
  if (Record.BytesPerLane > WordBytes)
    return false;
  for (const Term &T : Address.terms())
    for (unsigned Lane = 0; Lane != WarpLanes; ++Lane)
      if ((T.Factor[Lane] * T.What->MultipleOf) % (WordBytes * BankCount) != 0)
        return false;
  uint32_t Seen = 0;
  for (unsigned Lane = 0; Lane != WarpLanes; ++Lane) {
    if (!(Record.Active >> Lane & 1))
      continue;
    int64_t Byte = Address.constant()[Lane] % (WordBytes * BankCount);
    unsigned Bank = bankOf(uint64_t(Byte + WordBytes * BankCount));
    if (Seen >> Bank & 1)
      return false;
    Seen |= 1u << Bank;
  }
  return true;
}

CostEstimate banklint::estimateCost(Pool &P, const AccessRecord &Record,
                                    ArrayRef<Assignment> Warps,
                                    const LayoutChange *Change) {
  constexpr unsigned MaxCases = 600;
  CostEstimate Result;
  if (!Record.Where) {
    Result.Reason = Record.Reason.str();
    return Result;
  }
  Value Address =
      withoutCommonWords(P, addressOf(P, *Record.Where, Change));
  Result.Example.Kind = Record.Kind;
  Result.Example.BytesPerLane = Record.BytesPerLane;
  Result.Example.Matrices = Record.Matrices;
  if (!hasRule(Result.Example)) {
    Result.Reason = "no measured rule for accesses of " +
                    std::to_string(Record.BytesPerLane) + " bytes";
    return Result;
  }
  if (Address.isVarying()) {
    if (staysApart(Address, Record)) {
      Result.How = CostEstimate::Certain;
      Result.Wavefronts = Result.Ideal = 1;
      Result.Example.ActiveMask = Record.Active;
      return Result;
    }
    Result.Reason = notKnown(Address);
    return Result;
  }
  if (Address.isKnown()) {
    if (!makeRequest(Record, Address.constant(), Result.Example)) {
      Result.Reason = "the address lies outside shared memory";
      return Result;
    }
    RequestCost Cost = costOf(Result.Example);
    Result.How = CostEstimate::Certain;
    Result.Wavefronts = Cost.Wavefronts;
    Result.Ideal = Cost.Ideal;
    Result.Worst = Cost.ways();
    return Result;
  }

  // Try what the unknowns can be: those that are visited in turn are averaged,
  // over the others all cases have to agree.
  SmallVector<const Atom *, 4> Symbols;
  P.symbols(Address, Symbols);
  SmallVector<const Atom *, 4> Averaged, Open;
  SmallVector<SmallVector<int64_t, 48>, 4> AveragedNumbers, OpenNumbers;
  unsigned OpenCases = 1, AveragedCases = 1;
  bool AllAveraged = true;
  for (const Atom *Symbol : Symbols) {
    if (Symbol->Role == SymbolKind::WarpShift)
      continue;
    bool IsWhole = true;
    SmallVector<int64_t, 48> Numbers = candidates(*Symbol, IsWhole);
    bool IsAveraged = Symbol->Role == SymbolKind::Visited && IsWhole;
    AllAveraged &= IsAveraged;
    (IsAveraged ? AveragedCases : OpenCases) *= Numbers.size();
    (IsAveraged ? Averaged : Open).push_back(Symbol);
    (IsAveraged ? AveragedNumbers : OpenNumbers).push_back(std::move(Numbers));
    if (OpenCases * AveragedCases > MaxCases) {
      Result.Reason = "the index depends on too many unknowns";
      return Result;
    }
  }
  auto Assign = [](Assignment &To, ArrayRef<const Atom *> Which,
                   ArrayRef<SmallVector<int64_t, 48>> Numbers, unsigned Number) {
    for (auto [Symbol, Choices] : llvm::zip(Which, Numbers)) {
      To[Symbol] = Choices[Number % Choices.size()];
      Number /= Choices.size();
    }
  };
  Pool Scratch; // what is tried is not kept
  SmallVector<Assignment, 1> NoWarps(1);
  SmallVector<Case, 8> Cases;
  SmallVector<unsigned, 8> CaseNumbers;
  for (unsigned I = 0; I != OpenCases; ++I) {
    Case One;
    for (unsigned J = 0; J != AveragedCases; ++J)
      for (const Assignment &Warp : Warps.empty() ? ArrayRef(NoWarps) : Warps) {
        Assignment Numbers = Warp;
        Assign(Numbers, Open, OpenNumbers, I);
        Assign(Numbers, Averaged, AveragedNumbers, J);
        Value Known = Scratch.substitute(Address, Numbers);
        Request R;
        if (!Known.isKnown() || !makeRequest(Record, Known.constant(), R))
          continue;
        if (One.Count == 0 && Cases.empty())
          Result.Example = R;
        One.add(costOf(R));
      }
    if (One.Count) {
      Cases.push_back(One);
      CaseNumbers.push_back(I);
    }
  }
  if (Cases.empty()) {
    Result.Reason = "the address lies outside shared memory";
    return Result;
  }
  auto Excess = [](const Case &C) { return (C.Wavefronts - C.Ideal) / C.Count; };
  auto [Least, Most] = std::minmax_element(
      Cases.begin(), Cases.end(),
      [&](const Case &A, const Case &B) { return Excess(A) < Excess(B); });
  Result.IsExact = AllAveraged;
  Result.Wavefronts = Least->Wavefronts / Least->Count;
  Result.Ideal = Least->Ideal / Least->Count;
  Result.Worst = Least->Worst;
  Result.How = CostEstimate::Certain;
  if (Excess(*Most) > 0 && Excess(*Least) == 0) {
    Result.How = CostEstimate::Depends;
    Result.Worst = Most->Worst;
    Assignment Shown;
    Assign(Shown, Open, OpenNumbers, CaseNumbers[Most - Cases.begin()]);
    std::string Values;
    for (const Atom *Symbol : Open)
      Values += (Values.empty() ? "" : ", ") + Symbol->Text.str() + " = " +
                std::to_string(Shown[Symbol]);
    Result.Reason = "conflicts for some values, as with " + Values;
  }
  return Result;
}
