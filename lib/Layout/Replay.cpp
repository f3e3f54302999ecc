//===- Replay.cpp - What an array's accesses cost in another layout -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Replay.h"
#include "Compiler/Merging.h"
#include "Cost/Requests.h"
#include "Places.h"
#include "llvm/ADT/Hashing.h"

using namespace banklint;

//===----------------------------------------------------------------------===//
// Laying out anew
//===----------------------------------------------------------------------===//

namespace {
/// Offset ^ move, each worked out once: swizzles have most of them in common.
class Mixer {
public:
  explicit Mixer(Pool &P) : P(P) {}

  Value mix(const Value &Offset, const Value &Move) {
    auto &Known = ByHash[llvm::hash_combine(hashOf(Offset), hashOf(Move))];
    for (const Mixed &M : Known)
      if (M.Offset == Offset && M.Move == Move)
        return M.Result;
    Known.push_back({Offset, Move, P.bitXor(Offset, Move, Int64)});
    return Known.back().Result;
  }

private:
  struct Mixed {
    Value Offset, Move, Result;
  };
  /// A pool keeps the numbers of lanes once.
  static llvm::hash_code hashOf(const LaneNumbers &Numbers) {
    return llvm::hash_combine(Numbers.each(),
                              Numbers.isSame() ? Numbers.same() : 0);
  }
  static llvm::hash_code hashOf(const Value &V) {
    llvm::hash_code Hash = hashOf(V.constant());
    for (const Term &T : V.terms())
      Hash = llvm::hash_combine(Hash, T.What, hashOf(T.Factor));
    return Hash;
  }

  Pool &P;
  llvm::DenseMap<uint64_t, llvm::SmallVector<Mixed, 1>> ByHash;
};
} // namespace

/// Moves a place within its row. What decides on the move are some bits of the
/// offset in the array, whichever row it is in.
static void swizzle(const ArrayInKernel &Use, const Trace &Group,
                    const Swizzle &How, Mixer &Mixed, SharedAddress &Where) {
  Pool &P = *Group.Values;
  int64_t Divisor = How.Divisor * (How.IsByRow ? Use.rowElements() : 1);
  Value Offset = offsetIn(Group, Where, Use.Array->StrideBytes);
  Value Bits =
      P.bitAnd(Offset, Value(How.Mask * Divisor * Use.elementBytes()), Int64);
  Value Move =
      P.mul(P.div(Bits, Value(Divisor), Int64), Value(How.UnitElements));
  Where.Index = {};
  Where.WithinBytes = Mixed.mix(Offset, Move);
}

/// Calls of other arrays stand between those of this one, as separators: of
/// those that follow each other a load and a store are enough.
static std::vector<AccessRecord> recordsAround(const ArrayInKernel &Use,
                                               const Trace &Group) {
  std::vector<AccessRecord> Result;
  const AccessRecord *Load = nullptr, *Store = nullptr; // since then
  for (const AccessRecord &Record : Group.Records) {
    bool IsOther = Record.Where && Record.Where->Array != Use.Array &&
                   Record.Where->Array->isDeclared();
    bool IsNext = !Result.empty() && Result.back().Piece == Record.Piece &&
                  Result.back().Fence == Record.Fence;
    if (!IsOther || !IsNext)
      Load = Store = nullptr;
    if (IsOther) {
      bool IsLoad = Record.Operation == AccessOperation::Load ||
                    Record.Operation == AccessOperation::LdMatrix;
      const AccessRecord *&Before = IsLoad ? Load : Store;
      if (std::exchange(Before, &Record))
        continue;
    }
    Result.push_back(Record);
  }
  return Result;
}

//===----------------------------------------------------------------------===//
// Counting
//===----------------------------------------------------------------------===//

static void add(SiteCost &To, const CostEstimate &Cost, double Requests) {
  if (Cost.How == CostEstimate::NotKnown) {
    To.UnknownRequests += Requests;
    return;
  }
  double Wavefronts = Cost.How == CostEstimate::Depends
                          ? Cost.Worst * Cost.Ideal
                          : Cost.Wavefronts;
  To.Wavefronts += Wavefronts * Requests;
  To.Ideal += Cost.Ideal * Requests;
  To.Requests += Requests;
}

/// What the accesses cost in one layout, by numbers for their places.
class Replay::Sums {
public:
  void clear() {
    OfAll.assign(Places.size(), {});
    OfUse.clear();
    Total = {};
  }
  void add(size_t Use, const SiteTable &Sites, const MachineRequest &Request,
           const CostEstimate &Cost, double Requests);
  bool exceeds(const CostLimit &Limit) const {
    return Total.Wavefronts > Limit.Wavefronts ||
           Total.Wavefronts - Total.Ideal > Limit.Excess;
  }
  LayoutCost take() const;

private:
  struct Sum {
    SiteCost Cost;
    bool IsMet = false;
  };
  size_t numberOf(const SiteTable &Sites, const AccessRecord &Access);
  static void addTo(std::vector<Sum> &Sums, size_t Number,
                    const CostEstimate &Cost, double Requests);

  std::vector<AccessKey> Places;
  llvm::DenseMap<std::pair<SiteId, unsigned>, size_t> Numbers;
  std::map<AccessKey, size_t> NumberOfPlace;
  std::vector<Sum> OfAll;
  std::vector<std::vector<Sum>> OfUse;
  SiteCost Total;
};

size_t Replay::Sums::numberOf(const SiteTable &Sites,
                              const AccessRecord &Access) {
  SiteId Shown = Access.shownSite();
  auto [Known, IsNew] =
      Numbers.try_emplace({Shown, unsigned(Access.Operation)});
  if (!IsNew)
    return Known->second;
  AccessKey Where{Sites[Shown].Span.Begin, Access.Operation};
  Known->second = NumberOfPlace.try_emplace(Where, Places.size()).first->second;
  if (Known->second == Places.size())
    Places.push_back(std::move(Where));
  return Known->second;
}

void Replay::Sums::addTo(std::vector<Sum> &Sums, size_t Number,
                         const CostEstimate &Cost, double Requests) {
  if (Sums.size() <= Number)
    Sums.resize(Number + 1);
  Sums[Number].IsMet = true;
  ::add(Sums[Number].Cost, Cost, Requests);
}

void Replay::Sums::add(size_t Use, const SiteTable &Sites,
                       const MachineRequest &Request, const CostEstimate &Cost,
                       double Requests) {
  size_t Number = numberOf(Sites, *Request.Part);
  if (OfUse.size() <= Use)
    OfUse.resize(Use + 1);
  addTo(OfAll, Number, Cost, Requests);
  addTo(OfUse[Use], Number, Cost, Requests);
  ::add(Total, Cost, Requests);
}

LayoutCost Replay::Sums::take() const {
  LayoutCost Result;
  Result.Total = Total;
  for (size_t I = 0; I != OfAll.size(); ++I)
    if (OfAll[I].IsMet)
      Result.Sites[Places[I]] = OfAll[I].Cost;
  for (size_t Use = 0; Use != OfUse.size(); ++Use)
    for (size_t I = 0; I != OfUse[Use].size(); ++I)
      if (OfUse[Use][I].IsMet)
        Result.SitesByUse[{Use, Places[I]}] = OfUse[Use][I].Cost;
  return Result;
}

/// What a group of warps does with the array.
class Replay::Group {
public:
  Group(size_t UseNumber, const ArrayInKernel &Use, const Trace &Walked)
      : UseNumber(UseNumber), Use(Use), Walked(Walked),
        Records(recordsAround(Use, Walked)), LaidOut(Records),
        Moved(Records.size()), Plan(Records, Walked.Pieces, Use.Array),
        Mixed(*Walked.Values), Costs(*Walked.Values, Shapes, Walked.Warps) {}

  /// From scratch.
  void count(const Layout &L, Sums &To);
  /// False where it was given up.
  bool estimate(const Layout &L, const CostLimit &Limit, Sums &To);
  size_t recordCount() const { return Records.size(); }

private:
  void change(SharedArray &Changed, const Layout &L,
              llvm::ArrayRef<int64_t> Strides) const;
  void layOut(size_t Which, const Layout &L, SharedArray &Changed);
  std::vector<MachineRequest> merge(const Layout &L, SharedArray &Changed);
  void placeAnew(MachineRequest &Request, const Layout &L,
                 SharedArray &Changed);
  /// Returns the excess.
  double add(const MachineRequest &Request, Sums &To) {
    double Requests = double(Walked.Warps.size()) * Request.Share;
    const CostEstimate &Cost = Costs.of(Request);
    To.add(UseNumber, *Use.Walked->Sites, Request, Cost, Requests);
    return (Cost.Wavefronts - Cost.Ideal) * Requests;
  }

  size_t UseNumber;
  const ArrayInKernel &Use;
  const Trace &Walked;
  const std::vector<AccessRecord> Records;
  // In the layout that is tried.
  std::vector<AccessRecord> LaidOut;
  std::vector<SharedAddress> Moved;
  const MergePlan Plan;
  Mixer Mixed;
  AddressShapes Shapes;
  RequestCosts Costs;
  /// What merging made of the records in the first layout of each alignment.
  std::map<std::vector<int64_t>, std::vector<MachineRequest>> Merged;
};

/// All of a layout that decides what merges. With a swizzle nothing does.
static std::vector<int64_t> alignmentOf(const Layout &L,
                                        llvm::ArrayRef<int64_t> Strides,
                                        int64_t ElementBytes) {
  if (L.Swizzled)
    return {};
  std::vector<int64_t> Result = {L.Units * L.UnitElements * ElementBytes};
  llvm::append_range(Result, Strides);
  for (int64_t &Bytes : Result)
    Bytes %= MaxAccessBytes;
  return Result;
}

/// Makes the array as it is in another layout.
void Replay::Group::change(SharedArray &Changed, const Layout &L,
                           llvm::ArrayRef<int64_t> Strides) const {
  Changed.DeclarationId = Use.Array->DeclarationId;
  Changed.IsDynamic = Use.Array->IsDynamic;
  Changed.IsSwizzled = L.Swizzled.has_value();
  Changed.PlacementBytes = Use.Array->PlacementBytes;
  Changed.DeclaredAlignment = L.Swizzled ? 1 : Use.Array->DeclaredAlignment;
  Changed.Extents = Use.Array->Extents;
  Changed.StrideBytes = Strides;
  if (Use.Array->SizeBytes)
    Changed.SizeBytes = L.sizeBytes(Use);
}

void Replay::Group::layOut(size_t Which, const Layout &L,
                           SharedArray &Changed) {
  const SharedAddress *Written = Records[Which].Where;
  if (!Written || Written->Array != Use.Array)
    return;
  Moved[Which] = withUnits(Walked, *Written, L.Units);
  Moved[Which].Array = &Changed;
  if (L.Swizzled)
    swizzle(Use, Walked, *L.Swizzled, Mixed, Moved[Which]);
  LaidOut[Which].Where = &Moved[Which];
}

std::vector<MachineRequest> Replay::Group::merge(const Layout &L,
                                                 SharedArray &Changed) {
  for (size_t I = 0; I != Records.size(); ++I)
    layOut(I, L, Changed);
  return mergeAccesses(Shapes, Plan, LaidOut);
}

void Replay::Group::placeAnew(MachineRequest &Request, const Layout &L,
                              SharedArray &Changed) {
  layOut(size_t(Request.Standing - LaidOut.data()), L, Changed);
  if (Request.Place)
    Request.Place =
        Shapes.placeOf(*Request.Standing->Where, Request.Standing->Active,
                       Walked.Pieces[Request.Standing->Piece]);
}

void Replay::Group::count(const Layout &L, Sums &To) {
  StridesAndSize Strides = stridesIn(L, *Use.Array);
  SharedArray Changed;
  change(Changed, L, Strides.StrideBytes);
  Shapes.forgetObjects();
  for (const MachineRequest &Request : merge(L, Changed))
    add(Request, To);
}

bool Replay::Group::estimate(const Layout &L, const CostLimit &Limit,
                             Sums &To) {
  StridesAndSize Strides = stridesIn(L, *Use.Array);
  SharedArray Changed;
  change(Changed, L, Strides.StrideBytes);
  Shapes.forgetObjects();
  auto [Known, IsNew] = Merged.try_emplace(
      alignmentOf(L, Strides.StrideBytes, Use.elementBytes()));
  // Longer rows are further apart in later rounds.
  IsNew |= llvm::any_of(Known->second,
                        [](const MachineRequest &R) { return R.Round != 0; });
  if (IsNew)
    Known->second = merge(L, Changed);
  auto Worst = Known->second.begin();
  double MostExcess = 0;
  for (auto Each = Known->second.begin(); Each != Known->second.end(); ++Each) {
    MachineRequest Request = *Each;
    if (!IsNew)
      placeAnew(Request, L, Changed);
    double Excess = add(Request, To);
    if (Excess > MostExcess) {
      MostExcess = Excess;
      Worst = Each;
    }
    if (To.exceeds(Limit)) {
      // It may well tell the next layout to be no better.
      std::rotate(Known->second.begin(), Worst, std::next(Worst));
      return false;
    }
  }
  return true;
}

Replay::Replay(const std::vector<ArrayInKernel> &Uses)
    : Uses(Uses), Counted(std::make_unique<Sums>()) {
  assert(llvm::all_of(Uses,
                      [&](const ArrayInKernel &Use) {
                        return Use.Walked->Sites == Uses.front().Walked->Sites;
                      }) &&
         "the sites of one source have one table");
  for (size_t I = 0; I != Uses.size(); ++I)
    for (const Trace &Walked : Uses[I].Walked->Groups)
      Groups.push_back(std::make_unique<Group>(I, Uses[I], Walked));
}

Replay::~Replay() = default;

uint64_t Replay::steps() const {
  constexpr uint64_t StepsOfRecord = 8; // measured
  uint64_t Sum = 0;
  for (const auto &G : Groups)
    Sum += StepsOfRecord * G->recordCount();
  return Sum;
}

LayoutCost Replay::costOf(const Layout &L) {
  Counted->clear();
  for (const auto &G : Groups)
    G->count(L, *Counted);
  return Counted->take();
}

std::optional<LayoutCost> Replay::estimate(const Layout &L,
                                           const CostLimit &Limit) {
  Counted->clear();
  for (const auto &G : Groups)
    if (!G->estimate(L, Limit, *Counted))
      return std::nullopt;
  return Counted->take();
}
