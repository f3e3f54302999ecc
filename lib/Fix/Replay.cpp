//===- Replay.cpp - What an array's accesses cost in another layout -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Replay.h"
#include "Compiler/Merging.h"
#include "Cost/Requests.h"
#include "Cuda/Locations.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/Hashing.h"

using namespace banklint;
using namespace clang;

int64_t ArrayInKernel::rowBytes() const {
  if (RowBytes)
    return RowBytes;
  size_t Dimensions = Array->StrideBytes.size();
  return Dimensions < 2 ? 0 : Array->StrideBytes[Dimensions - 2];
}

/// The array's strides, and behind them, in the first place, its size.
static llvm::SmallVector<int64_t, 4> stridesIn(const Layout &L,
                                               const Object &Array) {
  llvm::SmallVector<int64_t, 4> Result(Array.StrideBytes.size() + 1);
  int64_t Stride = Array.StrideBytes.empty()
                       ? Array.SizeBytes
                       : Array.StrideBytes.back() - L.DroppedBytes;
  for (size_t D = Array.StrideBytes.size(); D-- > 0;) {
    Result[D + 1] = Stride;
    int64_t Extra = D < L.ExtraElements.size() ? L.ExtraElements[D] : 0;
    Stride *= Array.Extents[D] + Extra;
  }
  Result[0] = Stride;
  return Result;
}

int64_t Layout::sizeBytes(const ArrayInKernel &A) const {
  if (!A.RowBytes)
    return stridesIn(*this, *A.Array)[0];
  int64_t Rows = (A.sizeBytes() + A.RowBytes - 1) / A.RowBytes;
  return A.sizeBytes() + Rows * Units * UnitElements * A.elementBytes();
}

int64_t Layout::rowBytes(const ArrayInKernel &A) const {
  if (A.RowBytes)
    return A.RowBytes + Units * UnitElements * A.elementBytes();
  llvm::SmallVector<int64_t, 4> Strides = stridesIn(*this, *A.Array);
  for (size_t D = ExtraElements.size(); D-- > 0;)
    if (ExtraElements[D])
      return Strides[D];
  return A.rowBytes();
}

void banklint::forEachRecord(
    const std::vector<ArrayInKernel> &Uses,
    llvm::function_ref<void(const ArrayInKernel &, const WarpGroupRecords &,
                            const AccessRecord &)>
        F) {
  for (const ArrayInKernel &Use : Uses)
    for (const WarpGroupRecords &Group : Use.Walked->Groups)
      for (const AccessRecord &Record : Group.Records)
        if (Record.Where && Record.Where->Base == Use.Array)
          F(Use, Group, Record);
}

//===----------------------------------------------------------------------===//
// Laying out anew
//===----------------------------------------------------------------------===//

/// A place with a number put in for the units of longer strides.
static Pointer withUnits(const WarpGroupRecords &Group, const Pointer &Where,
                         int64_t Units) {
  Pointer Result = Where;
  if (!Group.StrideUnits)
    return Result;
  Pool &P = *Group.Values;
  Assignment Number;
  Number[Group.StrideUnits] = Units;
  llvm::SmallVector<Value, 3> Index;
  for (const Value &I : Where.Index)
    Index.push_back(P.substitute(I, Number));
  Result.Index = llvm::ArrayRef<Value>(Index).copy(P.storage());
  Result.WithinBytes = P.substitute(Where.WithinBytes, Number);
  return Result;
}

/// The offset in the array, in bytes.
static Value offsetIn(const WarpGroupRecords &Group, const Pointer &Where,
                      llvm::ArrayRef<int64_t> StrideBytes) {
  Pool &P = *Group.Values;
  Value Offset = Where.WithinBytes;
  for (auto [Index, Stride] : llvm::zip(Where.Index, StrideBytes))
    Offset = P.add(Offset, P.mul(Index, Value(Stride)));
  return Offset;
}

namespace {
/// A place in its row, as far as longer strides tell the two apart.
struct RowAndColumn {
  Value RowTimesUnit;    ///< row * UnitBytes
  Value ColumnTimesUnit; ///< column in bytes * UnitBytes
};
} // namespace

/// Rows one unit longer move each row by one unit more than the one before: the
/// difference is the row, and what is left the column.
static RowAndColumn split(const ArrayInKernel &Use,
                          const WarpGroupRecords &Group, const Pointer &Where,
                          int64_t UnitBytes) {
  Pool &P = *Group.Values;
  llvm::SmallVector<int64_t, 3> Longer(Use.Array->StrideBytes);
  if (!Use.RowBytes && Longer.size() > 1)
    Longer[Longer.size() - 2] += UnitBytes;
  Value Now =
      offsetIn(Group, withUnits(Group, Where, 0), Use.Array->StrideBytes);
  Value Then = offsetIn(Group, withUnits(Group, Where, 1), Longer);
  Value Row = P.sub(Then, Now);
  return {Row, P.sub(P.mul(Now, Value(UnitBytes)),
                     P.mul(Row, Value(Use.rowBytes())))};
}

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
static void swizzle(const ArrayInKernel &Use, const WarpGroupRecords &Group,
                    const Swizzle &How, Mixer &Mixed, Pointer &Where) {
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
                                               const WarpGroupRecords &Group) {
  std::vector<AccessRecord> Result;
  const AccessRecord *Load = nullptr, *Store = nullptr; // since then
  for (const AccessRecord &Record : Group.Records) {
    bool IsOther = Record.Where && Record.Where->Base != Use.Array &&
                   Record.Where->Base->Declaration;
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
  Sums(ASTContext &Context) : Context(Context) {}

  void clear() {
    OfAll.assign(Places.size(), {});
    OfUse.clear();
    Total = {};
  }
  void add(size_t Use, const MachineRequest &Request, const CostEstimate &Cost,
           double Requests);
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
  size_t numberOf(const AccessRecord &Access);
  static void addTo(std::vector<Sum> &Sums, size_t Number,
                    const CostEstimate &Cost, double Requests);

  ASTContext &Context;
  std::vector<Site> Places;
  using ExprKey = std::pair<const Expr *, unsigned>;
  llvm::DenseMap<std::pair<ExprKey, unsigned>, size_t> Numbers;
  std::map<Site, size_t> NumberOfPlace;
  std::vector<Sum> OfAll;
  std::vector<std::vector<Sum>> OfUse;
  SiteCost Total;
};

size_t Replay::Sums::numberOf(const AccessRecord &Access) {
  ExprKey Expression = {Access.Site, Access.Shown.getBegin().getRawEncoding()};
  auto [Known, IsNew] =
      Numbers.try_emplace({Expression, unsigned(Access.Operation)});
  if (!IsNew)
    return Known->second;
  SourcePoint At = pointOf(Access.range().getBegin(), Context);
  Site Where{At.File, At.Line, At.Column, Access.Operation};
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

void Replay::Sums::add(size_t Use, const MachineRequest &Request,
                       const CostEstimate &Cost, double Requests) {
  size_t Number = numberOf(*Request.Part);
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
  Group(size_t UseNumber, const ArrayInKernel &Use,
        const WarpGroupRecords &Walked)
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
  void change(Object &Changed, const Layout &L,
              llvm::ArrayRef<int64_t> Strides) const;
  void layOut(size_t Which, const Layout &L, Object &Changed);
  std::vector<MachineRequest> merge(const Layout &L, Object &Changed);
  void placeAnew(MachineRequest &Request, const Layout &L, Object &Changed);
  /// Returns the excess.
  double add(const MachineRequest &Request, Sums &To) {
    double Requests = double(Walked.Warps.size()) * Request.Share;
    const CostEstimate &Cost = Costs.of(Request);
    To.add(UseNumber, Request, Cost, Requests);
    return (Cost.Wavefronts - Cost.Ideal) * Requests;
  }

  size_t UseNumber;
  const ArrayInKernel &Use;
  const WarpGroupRecords &Walked;
  const std::vector<AccessRecord> Records;
  // In the layout that is tried.
  std::vector<AccessRecord> LaidOut;
  std::vector<Pointer> Moved;
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
  llvm::append_range(Result, Strides.drop_front());
  for (int64_t &Bytes : Result)
    Bytes %= MaxAccessBytes;
  return Result;
}

/// Makes the array as it is in another layout.
void Replay::Group::change(Object &Changed, const Layout &L,
                           llvm::ArrayRef<int64_t> Strides) const {
  Changed.Kind = Object::Shared;
  Changed.Declaration = Use.Array->Declaration;
  Changed.IsSwizzled = L.Swizzled.has_value();
  Changed.PlacementBytes = Use.Array->PlacementBytes;
  Changed.DeclaredAlignment = L.Swizzled ? 1 : Use.Array->DeclaredAlignment;
  Changed.Extents = Use.Array->Extents;
  Changed.StrideBytes = Strides.drop_front();
  if (Use.Array->SizeBytes)
    Changed.SizeBytes = L.sizeBytes(Use);
}

void Replay::Group::layOut(size_t Which, const Layout &L, Object &Changed) {
  const Pointer *Written = Records[Which].Where;
  if (!Written || Written->Base != Use.Array)
    return;
  Moved[Which] = withUnits(Walked, *Written, L.Units);
  Moved[Which].Base = &Changed;
  if (L.Swizzled)
    swizzle(Use, Walked, *L.Swizzled, Mixed, Moved[Which]);
  LaidOut[Which].Where = &Moved[Which];
}

std::vector<MachineRequest> Replay::Group::merge(const Layout &L,
                                                 Object &Changed) {
  for (size_t I = 0; I != Records.size(); ++I)
    layOut(I, L, Changed);
  return mergeAccesses(Shapes, Plan, LaidOut);
}

void Replay::Group::placeAnew(MachineRequest &Request, const Layout &L,
                              Object &Changed) {
  layOut(size_t(Request.Standing - LaidOut.data()), L, Changed);
  if (Request.Place)
    Request.Place =
        Shapes.placeOf(*Request.Standing->Where, Request.Standing->Active,
                       Walked.Pieces[Request.Standing->Piece]);
}

void Replay::Group::count(const Layout &L, Sums &To) {
  llvm::SmallVector<int64_t, 4> Strides = stridesIn(L, *Use.Array);
  Object Changed;
  change(Changed, L, Strides);
  Shapes.forgetObjects();
  for (const MachineRequest &Request : merge(L, Changed))
    add(Request, To);
}

bool Replay::Group::estimate(const Layout &L, const CostLimit &Limit,
                             Sums &To) {
  llvm::SmallVector<int64_t, 4> Strides = stridesIn(L, *Use.Array);
  Object Changed;
  change(Changed, L, Strides);
  Shapes.forgetObjects();
  auto [Known, IsNew] =
      Merged.try_emplace(alignmentOf(L, Strides, Use.elementBytes()));
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

Replay::Replay(const std::vector<ArrayInKernel> &Uses, ASTContext &Context)
    : Uses(Uses), Counted(std::make_unique<Sums>(Context)) {
  for (size_t I = 0; I != Uses.size(); ++I)
    for (const WarpGroupRecords &Walked : Uses[I].Walked->Groups)
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

/// Whether an access is a subscript of an array with rows, or what begins
/// there: its members, or a vector as in `*(float4 *)&s[r][c]`.
static bool subscriptsRow(const Expr *Access) {
  const Expr *E = Access;
  while (true) {
    E = E->IgnoreParenCasts();
    if (const auto *Member = llvm::dyn_cast<MemberExpr>(E)) {
      E = Member->getBase();
    } else if (const auto *Unary = llvm::dyn_cast<UnaryOperator>(E)) {
      if (Unary->getOpcode() != UO_AddrOf && Unary->getOpcode() != UO_Deref)
        return false;
      E = Unary->getSubExpr();
    } else if (const auto *Subscript = llvm::dyn_cast<ArraySubscriptExpr>(E)) {
      if (Subscript->getBase()->IgnoreParenImpCasts()->getType()->isArrayType())
        return true;
      const auto *Index = llvm::dyn_cast<IntegerLiteral>(
          Subscript->getIdx()->IgnoreParenImpCasts());
      if (!Index || Index->getValue() != 0)
        return false;
      E = Subscript->getBase();
    } else {
      return false;
    }
  }
}

const Expr *banklint::leavesRow(const std::vector<ArrayInKernel> &Uses,
                                int64_t UnitElements) {
  const Expr *Found = nullptr;
  forEachRecord(Uses, [&](const ArrayInKernel &Use,
                          const WarpGroupRecords &Group,
                          const AccessRecord &Record) {
    if (Found || (!Use.RowBytes && subscriptsRow(Record.Site)))
      return;
    int64_t UnitBytes = UnitElements * Use.elementBytes();
    RowAndColumn At = split(Use, Group, *Record.Where, UnitBytes);
    const Pool &P = *Group.Values;
    for (unsigned Lane = 0; Lane != WarpLanes; ++Lane) {
      if (!(Record.Active >> Lane & 1))
        continue;
      Range Column = P.rangeInLane(At.ColumnTimesUnit, Lane);
      Range Row = P.rangeInLane(At.RowTimesUnit, Lane);
      if (Row.Min < 0 || Column.Min < 0 ||
          Column.Max >= Use.rowBytes() * UnitBytes) {
        Found = Record.Site;
        return;
      }
    }
    // Other dimensions stay what they are: their subscripts must be in range.
    for (unsigned D = 1; !Use.RowBytes && D + 1 < Record.Where->Index.size();
         ++D) {
      Range Bounds = P.range(Record.Where->Index[D]);
      if (Bounds.Min < 0 || Bounds.Max >= Use.Array->Extents[D])
        Found = Record.Site;
    }
  });
  return Found;
}
