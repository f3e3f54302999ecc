//===- AccessCounter.cpp - What the profiler counts of accesses -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessCounter.h"
#include "Bank/Gpu.h"
#include "Formulas/Iterations.h"
#include "Placement.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace banklint;

AccessCounter::AccessCounter(const Trace &Group, const MergePlan &Plan)
    : Group(Group), Copies(Group.Records.size()),
      NumberOf(Group.Records.size()), OfWarps(Group.Times.size()) {
  for (const MergePlan::Step &Step : Plan.steps())
    ++Copies[Step.Record];
}

AccessCounter::OfRecord &AccessCounter::ofRecord(const AccessRecord &Record) {
  unsigned &Number = NumberOf[size_t(&Record - Group.Records.data())];
  if (Number == 0) {
    Records.emplace_back().Record = &Record;
    Number = unsigned(Records.size());
  }
  return Records[Number - 1];
}

void AccessCounter::add(const MachineRequest &Request,
                        const AccessRecord &Whole, const CostEstimate &Cost) {
  // What is merged with code that runs more or less often, or with other
  // iterations.
  ofRecord(*Request.Part).IsMixed |= Request.IsLeftOver;
  if (Request.Share > 0 && Request.Part->Times != Request.Standing->Times)
    ofRecord(*Request.Standing).IsMixed = true;
  OfRecord &Of = ofRecord(*Request.Part);
  if (Request.IsPartOf || Request.Share == 0) {
    ++Of.Parts;
    return;
  }
  ++Of.Own;
  if (!Of.First)
    Of.First = &Firsts.emplace_back(Made{Whole, Cost});
  else
    Of.IsMixed |= Whole.BytesPerLane != Of.First->Whole.BytesPerLane ||
                  Cost.Wavefronts != Of.First->Cost.Wavefronts;
}

//===----------------------------------------------------------------------===//
// Over all warps
//===----------------------------------------------------------------------===//

/// "#x", of the symbol for how far threadIdx.x is from the least.
static bool isOfWarp(llvm::StringRef Name) {
  return Name.size() == 2 && Name[0] == '#';
}

Formula AccessCounter::overWarps(const Formula &Each) const {
  const auto Count = int64_t(std::max<size_t>(Group.Warps.size(), 1));
  if (llvm::none_of(Each.unknowns(), isOfWarp))
    return Each * Formula(Count);
  // Mostly the warps stand in equal steps.
  const std::string Turn = "#warp";
  Formula InSteps = Each;
  bool AreSteps = true;
  for (const auto &[Symbol, First] : Group.Warps.front()) {
    const llvm::StringRef Name = Group.Values->nameInFormulas(Symbol);
    const int64_t Step = Count > 1 ? Group.Warps[1].lookup(Symbol) - First : 0;
    for (int64_t W = 0; W != Count; ++W)
      AreSteps &= Group.Warps[W].lookup(Symbol) == First + W * Step;
    if (!Name.empty())
      InSteps = InSteps.substitute(
          Name, Formula(First) +
                    Formula(Step) * Formula::unknown(Turn, {0, Count - 1}));
  }
  if (AreSteps)
    return Formula::sum(Turn, Formula(Count), InSteps);
  Formula Sum;
  for (const Assignment &Warp : Group.Warps) {
    Formula Here = Each;
    for (const auto &[Symbol, Number] : Warp)
      if (const llvm::StringRef Name = Group.Values->nameInFormulas(Symbol);
          !Name.empty())
        Here = Here.substitute(Name, Formula(Number));
    Sum = Sum + Here;
  }
  return Sum;
}

Count AccessCounter::overWarps(const Count &Each) const {
  Count Result = Each;
  Result.Where.clear();
  Result.Least = overWarps(Each.Least);
  if (Each.Most)
    Result.Most = overWarps(*Each.Most);
  for (const Formula &F : Each.Where) {
    if (llvm::none_of(F.unknowns(), isOfWarp)) {
      Result.require(F);
      continue;
    }
    for (const Assignment &Warp : Group.Warps) {
      Formula Here = F;
      for (const auto &[Symbol, Number] : Warp)
        if (const llvm::StringRef Name = Group.Values->nameInFormulas(Symbol);
            !Name.empty())
          Here = Here.substitute(Name, Formula(Number));
      Result.require(Here);
    }
  }
  constexpr size_t MostConditions = 4;
  if (Result.Where.size() > MostConditions) {
    Result.Where.clear();
    Result.doubtAll(CountDoubt::LongFormula);
  }
  Result.dropInvalid();
  return Result;
}

const ExecutionCount &AccessCounter::overWarps(unsigned Times) {
  std::optional<ExecutionCount> &Known = OfWarps[Times];
  if (!Known)
    Known = ExecutionCount{overWarps(Group.Times[Times].Some),
                           overWarps(Group.Times[Times].All)};
  return *Known;
}

//===----------------------------------------------------------------------===//
// Wavefronts
//===----------------------------------------------------------------------===//

/// A factor that grows by the same number of words from lane to lane.
static std::optional<int64_t> wordsPerLane(const LaneNumbers &Numbers,
                                           int64_t MultipleOf) {
  const int64_t Step = Numbers[1] - Numbers[0];
  for (unsigned Lane = 1; Lane != LaneCount; ++Lane)
    if (Numbers[Lane] - Numbers[Lane - 1] != Step)
      return std::nullopt;
  if ((Numbers[0] * MultipleOf) % int64_t(WordBytes) != 0 ||
      Step % int64_t(WordBytes) != 0)
    return std::nullopt;
  return Step / int64_t(WordBytes);
}

/// The wavefronts of a request for words that lie n words apart, from lane 0
/// on: the lanes fill 32 / gcd(n, 32) banks in turn. With n = 0, they share
/// one word.
std::optional<Formula>
AccessCounter::stridedWavefronts(const AccessRecord &Record) const {
  if (!Record.Where || Record.Condition ||
      Record.Operation == AccessOperation::Atomic ||
      (Record.Kind != RequestKind::Load && Record.Kind != RequestKind::Store) ||
      Record.BytesPerLane != WordBytes || !llvm::isMask_32(Record.Active))
    return std::nullopt;
  Pool &P = *Group.Values;
  const Value Address = addressOf(P, *Record.Where);
  const std::optional<int64_t> Known = wordsPerLane(Address.constant(), 1);
  if (!Known)
    return std::nullopt;
  Formula Stride(*Known);
  FormulaMaker Maker(P);
  for (const Term &T : Address.terms()) {
    const std::optional<int64_t> Words =
        wordsPerLane(T.Factor, T.What->MultipleOf);
    if (!Words)
      return std::nullopt;
    if (*Words == 0)
      continue; // moves all lanes
    const std::optional<Formula> Of = Maker.of(P.valueOf(T.What));
    if (!Of || !Maker.Where.empty())
      return std::nullopt;
    Stride = Stride + Formula(*Words) * *Of;
  }
  if (Stride.isNumber() ||
      llvm::any_of(Stride.unknowns(),
                   [](llvm::StringRef Name) { return Name[0] == '#'; }))
    return std::nullopt;
  const Formula Lanes(int64_t(llvm::countr_one(Record.Active)));
  const Formula Banks{int64_t(BankCount)};
  return Formula::choice(
      Formula::equal(Stride, Formula(0)), Formula(1),
      Formula::ceilingQuotient(Lanes * Formula::gcd(Stride, Banks), Banks));
}

/// Whether nothing but the warp decides where a request goes.
bool AccessCounter::isSameForAll(const AccessRecord &Record) const {
  if (!Record.Where || Record.Condition || Record.From)
    return false;
  llvm::SmallVector<const Variable *, 4> Symbols;
  Group.Values->symbols(addressOf(*Group.Values, *Record.Where), Symbols);
  return llvm::all_of(Symbols, [](const Variable *A) {
    return A->Role == SymbolKind::WarpShift;
  });
}

/// What the profiler shows as ideal: of wide accesses, it counts bytes, and no
/// more than there are wavefronts.
static double idealOf(const AccessRecord &Record, const CostEstimate &Cost) {
  if ((Record.Kind != RequestKind::Load && Record.Kind != RequestKind::Store &&
       Record.Kind != RequestKind::GenericLoad) ||
      Record.Operation == AccessOperation::Atomic ||
      Record.BytesPerLane <= WordBytes)
    return Cost.Ideal;
  const unsigned Bytes =
      unsigned(llvm::popcount(Record.Active)) * Record.BytesPerLane;
  return std::min(double(llvm::divideCeil(Bytes, LineBytes)), Cost.Fewest);
}

static bool isWhole(double Number) {
  return std::abs(Number - std::round(Number)) < 1e-9;
}

static Count between(const Formula &Least, const std::optional<Formula> &Most,
                     const Count &Of) {
  Count Result = Of;
  Result.Least = Least;
  Result.Most = Most;
  return Result;
}

void AccessCounter::addRequest(const Made &Request, AccessSum &To) {
  const AccessRecord &Record = Request.Whole;
  const CostEstimate &Cost = Request.Cost;
  const ExecutionCount &Times = Group.Times[Record.Times];
  // The profiler counts both values of a compare-and-swap.
  const auto Factor = Record.Kind == RequestKind::AtomicCas ? 2 : 1;
  const bool HasLimit = Record.Limit &&
                        Record.Limit.kind() != ReasonKind::LongLoop &&
                        Record.Limit.kind() != ReasonKind::LongLoopWalk;
  const bool IsDoubted =
      Record.Doubt && Record.Doubt.kind() != ReasonKind::SomeIterations;
  const auto Unknown = [&](CountDoubt Why) {
    Count None = Formula(1);
    None.doubtAll(Why);
    To.TotalWavefronts += None;
    To.TotalIdeal += None;
  };
  if (Cost.Confidence == CostEstimate::NotKnown)
    return Unknown(CountDoubt::Unknown);
  if (Record.IsRepeated && !Record.Times)
    return Unknown(CountDoubt::LoopLength);
  if (Record.InexactBy || IsDoubted || HasLimit)
    return Unknown(CountDoubt::Compiler);

  const bool IsPlain =
      Record.BytesPerLane <= WordBytes &&
      (Record.Kind == RequestKind::Load || Record.Kind == RequestKind::Store) &&
      Record.Operation != AccessOperation::Atomic;
  const bool AreLanesKnown = Record.Confidence <= Certainty::Whole;
  const bool IsSteady = Cost.Confidence == CostEstimate::Certain &&
                        Cost.IsExact && !Cost.IsLeast && Cost.Share == 1 &&
                        Cost.Fewest == Cost.Most && isWhole(Cost.Most);
  const ExecutionCount &OfAll = overWarps(Record.Times);
  const Count &Some = OfAll.Some, &All = OfAll.All;
  const double Ideal = idealOf(Record, Cost);
  if (!AreLanesKnown) {
    // Some of the lanes are there; a bound that lanes are compared with tells
    // whether any is.
    const bool IsBounded = Record.Confidence == Certainty::Guarded;
    if (!IsPlain || !IsSteady || (IsBounded && !Times.Some.isExact()))
      return Unknown(CountDoubt::PartingLanes);
    const Formula Each{int64_t(std::round(Cost.Most))};
    Count Wavefronts = between(
        IsBounded ? (Cost.Most == 1 ? Some.Least : All.Least * Each)
                  : Formula(0),
        Some.Most ? std::optional(*Some.Most * Each) : std::nullopt, Some);
    if (!Wavefronts.isExact() && Wavefronts.Doubt == CountDoubt::None)
      Wavefronts.Doubt = CountDoubt::PartingLanes;
    Count Least = between(IsBounded ? Some.Least : Formula(0), Some.Most, Some);
    if (!Least.isExact() && Least.Doubt == CountDoubt::None)
      Least.Doubt = CountDoubt::PartingLanes;
    To.TotalWavefronts += Wavefronts;
    To.TotalIdeal += Least;
    return;
  }
  if (!(Times.Some == Times.All) && !(IsPlain && IsSteady && Cost.Most == 1)) {
    // Lanes leave a loop that others go on in.
    if (!IsPlain || !IsSteady)
      return Unknown(CountDoubt::PartingLanes);
    const Formula Each{int64_t(std::round(Cost.Most))};
    Count Wavefronts = between(
        All.Least * Each,
        Some.Most ? std::optional(*Some.Most * Each) : std::nullopt, Some);
    if (!Wavefronts.isExact() && Wavefronts.Doubt == CountDoubt::None)
      Wavefronts.Doubt = CountDoubt::PartingLanes;
    To.TotalWavefronts += Wavefronts;
    To.TotalIdeal += Some;
    return;
  }
  // All requests of the group are made alike.
  const auto IdealCount = [&] {
    Count Result = Some * Count(Formula(int64_t(std::round(Ideal)) * Factor));
    return Result;
  };
  if (!isWhole(Ideal))
    return Unknown(CountDoubt::Wavefronts);
  if (IsSteady) {
    To.TotalWavefronts +=
        Some * Count(Formula(int64_t(std::round(Cost.Most)) * Factor));
    To.TotalIdeal += IdealCount();
    return;
  }
  const auto Warps = double(std::max<size_t>(Group.Warps.size(), 1));
  const bool IsOfWarp = Cost.Confidence == CostEstimate::Certain &&
                        Cost.IsExact && !Cost.IsLeast && Cost.Share == 1 &&
                        isSameForAll(Record) &&
                        isWhole(Cost.Wavefronts * Warps) &&
                        llvm::none_of(Times.Some.Least.unknowns(), isOfWarp);
  if (IsOfWarp) {
    // Each warp takes its own.
    To.TotalWavefronts +=
        Times.Some *
        Count(Formula(int64_t(std::round(Cost.Wavefronts * Warps)) * Factor));
    To.TotalIdeal += IdealCount();
    return;
  }
  if (const std::optional<Formula> Strided = stridedWavefronts(Record)) {
    To.TotalWavefronts += Some * Count(*Strided);
    To.TotalIdeal += IdealCount();
    return;
  }
  const bool HasBounds = Cost.Confidence == CostEstimate::Certain &&
                         Cost.IsExact && !Cost.IsLeast && Cost.Share == 1;
  Count Wavefronts = Some;
  Wavefronts.Least = Some.Least * Formula(int64_t(HasBounds ? Cost.Fewest
                                                  : Cost.Share == 1 ? Cost.Ideal
                                                                    : 0));
  if (HasBounds && Some.Most)
    Wavefronts.Most = *Some.Most * Formula(int64_t(std::ceil(Cost.Most)));
  else
    Wavefronts.Most.reset();
  if (Wavefronts.Doubt == CountDoubt::None)
    Wavefronts.Doubt = CountDoubt::Wavefronts;
  To.TotalWavefronts += Wavefronts;
  if (Cost.Share == 1)
    To.TotalIdeal += IdealCount();
  else
    To.TotalIdeal += Wavefronts;
}

void AccessCounter::finish(
    llvm::function_ref<AccessSum &(const AccessRecord &)> SumOf) {
  for (const OfRecord &Of : Records) {
    const unsigned Expected = Copies[size_t(Of.Record - Group.Records.data())];
    // Each iteration makes the same.
    const bool IsSteady =
        !Of.IsMixed && ((Of.Own == Expected && Of.Parts == 0) ||
                        (Of.Own == 0 && Of.Parts > 0));
    if (Of.Own == 0 && IsSteady)
      continue;
    AccessSum &Sum = SumOf(*Of.Record);
    if (IsSteady) {
      addRequest(*Of.First, Sum);
      continue;
    }
    Count None = Formula(1);
    None.doubtAll(CountDoubt::Merged);
    Sum.TotalWavefronts += None;
    Sum.TotalIdeal += None;
  }
}
