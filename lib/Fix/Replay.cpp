//===- Replay.cpp - What an array's accesses cost in another layout -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fix/Replay.h"
#include "Cuda/Locations.h"
#include "Kernel/Merging.h"
#include "clang/AST/ASTContext.h"

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

/// Moves the column of a place.
static void swizzle(const ArrayInKernel &Use, const WarpGroupRecords &Group,
                    const Layout &L, const Pointer &Written, Pointer &Where) {
  Pool &P = *Group.Values;
  const Swizzle &How = *L.Swizzled;
  auto Mixed = [&](const Value &Row, const Value &Column) {
    Value Bits = P.bitAnd(Row, Value(How.Mask), Int64);
    return P.bitXor(Column, P.mul(Bits, Value(How.UnitElements)), Int64);
  };
  if (!Use.RowBytes) {
    llvm::SmallVector<Value, 3> Index(Where.Index);
    Index.back() = Mixed(Index[Index.size() - 2], Index.back());
    Where.Index = llvm::ArrayRef<Value>(Index).copy(P.storage());
    return;
  }
  int64_t ElementBytes = Use.elementBytes();
  int64_t UnitBytes = L.UnitElements * ElementBytes;
  RowAndColumn At = split(Use, Group, Written, UnitBytes);
  Value Row = P.div(At.RowTimesUnit, Value(UnitBytes), Int64);
  Value ColumnBytes = P.div(At.ColumnTimesUnit, Value(UnitBytes), Int64);
  Value Column = P.div(ColumnBytes, Value(ElementBytes), Int64);
  Value Within = P.sub(ColumnBytes, P.mul(Column, Value(ElementBytes)));
  Value Moved = P.mul(Mixed(Row, Column), Value(ElementBytes));
  Where.Index = {};
  Where.WithinBytes =
      P.add(P.mul(Row, Value(Use.RowBytes)), P.add(Moved, Within));
}

static std::vector<AccessRecord> layOut(const ArrayInKernel &Use,
                                        const WarpGroupRecords &Group,
                                        const Layout &L, Object &Changed) {
  Pool &P = *Group.Values;
  std::vector<AccessRecord> Records = Group.Records;
  for (AccessRecord &Record : Records) {
    if (!Record.Where || Record.Where->Base != Use.Array)
      continue;
    auto *Moved =
        new (P.storage()) Pointer(withUnits(Group, *Record.Where, L.Units));
    Moved->Base = &Changed;
    if (L.Swizzled)
      swizzle(Use, Group, L, *Record.Where, *Moved);
    Record.Where = Moved;
  }
  return Records;
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

namespace {
/// The sums that the requests of one access belong to.
struct SumsOfSite {
  SiteCost *OfAll = nullptr, *OfUse = nullptr;
};
} // namespace

LayoutCost banklint::costOf(const std::vector<ArrayInKernel> &Uses,
                            const Layout &L, ASTContext &Context,
                            double MostWavefronts) {
  LayoutCost Result;
  for (const ArrayInKernel &Use : Uses) {
    std::map<std::pair<SourceLocation, AccessOperation>, SumsOfSite> Sums;
    auto SumsOf = [&](const AccessRecord &Request) {
      SourceLocation Begin = Request.range().getBegin();
      SumsOfSite &Known = Sums[{Begin, Request.Operation}];
      if (Known.OfAll)
        return Known;
      SourcePoint Where = pointOf(Begin, Context);
      Site Access{Where.File, Where.Line, Where.Column, Request.Operation};
      Known.OfAll = &Result.Sites[Access];
      Known.OfUse = &Result.SitesByUse[{size_t(&Use - Uses.data()), Access}];
      return Known;
    };
    llvm::SmallVector<int64_t, 4> Strides = stridesIn(L, *Use.Array);
    Object Changed;
    Changed.Kind = Object::Shared;
    Changed.Declaration = Use.Array->Declaration;
    Changed.PlacementBytes = Use.Array->PlacementBytes;
    Changed.DeclaredAlignment = Use.Array->DeclaredAlignment;
    Changed.Extents = Use.Array->Extents;
    Changed.StrideBytes = llvm::ArrayRef(Strides).drop_front();
    if (Use.Array->SizeBytes)
      Changed.SizeBytes = L.sizeBytes(Use);
    for (const WarpGroupRecords &Group : Use.Walked->Groups) {
      std::vector<AccessRecord> Records = layOut(Use, Group, L, Changed);
      for (const AccessRecord &Request :
           mergeAccesses(*Group.Values, Records, Group.Pieces, &Changed)) {
        CostEstimate Cost = estimateCost(*Group.Values, Request, Group.Warps);
        double Requests = double(Group.Warps.size()) * Request.Share;
        SumsOfSite Of = SumsOf(Request);
        add(*Of.OfAll, Cost, Requests);
        add(*Of.OfUse, Cost, Requests);
        add(Result.Total, Cost, Requests);
        if (Result.Total.Wavefronts > MostWavefronts)
          return Result;
      }
    }
  }
  return Result;
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
