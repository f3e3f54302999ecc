//===- BlockWalk.cpp - All warps of a block, walked -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockWalk.h"
#include "Bank/Gpu.h"
#include "Nvcc/Passes/PartedWarps.h"
#include "Nvcc/Passes/Pipeline.h"
#include "Walk/Walk.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <numeric>
#include <optional>
#include <vector>

using namespace banklint;
using namespace clang;
using llvm::SmallVector;
using llvm::SmallVectorImpl;

//===----------------------------------------------------------------------===//
// The warps of a block
//===----------------------------------------------------------------------===//

namespace {
/// A warp of the block: where its lanes stand.
struct Warp {
  Triple<Lanes> Index;
  LaneMask Active = 0;
};
} // namespace

/// Lanes are numbered along x, then y, then z.
static std::vector<Warp> warpsOf(const std::array<unsigned, 3> &Block) {
  unsigned Threads = Block[0] * Block[1] * Block[2];
  std::vector<Warp> Warps((Threads + LaneCount - 1) / LaneCount);
  for (unsigned W = 0; W != Warps.size(); ++W)
    for (unsigned Lane = 0; Lane != LaneCount; ++Lane) {
      unsigned Thread = W * LaneCount + Lane;
      Warps[W].Active |= Thread < Threads ? LaneMask(1) << Lane : 0;
      Warps[W].Index[0][Lane] = Thread % Block[0];
      Warps[W].Index[1][Lane] = Thread / Block[0] % Block[1];
      Warps[W].Index[2][Lane] = Thread / Block[0] / Block[1];
    }
  return Warps;
}

static bool isShifted(const Warp &A, const Warp &B) {
  if (A.Active != B.Active)
    return false;
  for (unsigned D = 0; D != 3; ++D)
    for (unsigned Lane = 1; Lane != LaneCount; ++Lane)
      if (A.Index[D][Lane] - A.Index[D][0] != B.Index[D][Lane] - B.Index[D][0])
        return false;
  return true;
}

/// The walk of warps that differ by a shift: thread indices are those of the
/// first plus a symbol in each direction.
static WalkInput inputFor(llvm::ArrayRef<const Warp *> Group,
                          const LaunchShape &Shape, Pool &P) {
  static constexpr const char *Axis[] = {"x", "y", "z"};
  WalkInput Input;
  Input.Active = Group.front()->Active;
  Input.Warps.resize(Group.size());
  for (unsigned D = 0; D != 3; ++D) {
    // Any of them can have the least: the groups of warps that part keep their
    // order, in which threadIdx.x falls wherever a row of the block ends.
    const int64_t OfFront = Group.front()->Index[D][0];
    int64_t First = OfFront, Most = OfFront, Common = 0;
    for (const Warp *W : Group) {
      First = std::min(First, W->Index[D][0]);
      Most = std::max(Most, W->Index[D][0]);
      Common = std::gcd(Common, W->Index[D][0] - OfFront);
    }
    Value Shift = P.symbol(P.reason(ReasonKind::WarpThreadIndex, Axis[D]),
                           SymbolKind::WarpShift, {0, Most - First},
                           std::max<int64_t>(1, Common));
    if (!Shift.isKnown())
      for (unsigned W = 0; W != Group.size(); ++W)
        Input.Warps[W][Shift.terms()[0].What] = Group[W]->Index[D][0] - First;
    auto NameOf = [&](const char *Builtin) {
      return std::string(Builtin) + "." + Axis[D];
    };
    P.nameInFormulas(Shift, std::string("#") + Axis[D]);
    // Of a dimension of one, only the launch says so.
    Input.ThreadIndex[D] = Shape.Block[D] == 1
                               ? P.launched(NameOf("threadIdx"), 0)
                               : P.add(P.add(P.lanes(Group.front()->Index[D]),
                                             Value(First - OfFront)),
                                       Shift);
    Input.BlockDim[D] = P.launched(NameOf("blockDim"), Shape.Block[D]);
    Input.GridDim[D] =
        Shape.Grid[D]
            ? P.launched(NameOf("gridDim"), *Shape.Grid[D])
            : P.symbol(NameOf("gridDim"), SymbolKind::Unknown, {1, INT64_MAX});
    int64_t LastBlock = Shape.Grid[D] ? *Shape.Grid[D] - 1 : INT64_MAX;
    Input.BlockIndex[D] =
        LastBlock == 0
            ? P.launched(NameOf("blockIdx"), 0)
            : P.symbol(NameOf("blockIdx"), SymbolKind::Visited, {0, LastBlock});
    if (!Shape.Grid[D])
      P.nameInFormulas(Input.GridDim[D], NameOf("gridDim"));
    if (LastBlock != 0)
      P.nameInFormulas(Input.BlockIndex[D], NameOf("blockIdx"));
  }
  return Input;
}

//===----------------------------------------------------------------------===//
// Their walks
//===----------------------------------------------------------------------===//

namespace {
/// Walks all warps of a block, as many at a time as go the same way.
class BlockWalker {
public:
  /// `Observer` may be null.
  BlockWalker(WalkedKernel &Walked, ASTContext &Context, uint64_t &StepBudget,
              TraceObserver *Observer, bool CountsTimes)
      : Walked(Walked), Context(Context), StepBudget(StepBudget),
        Observer(Observer), CountsTimes(CountsTimes) {}

  /// `Strides` may be null.
  void run(const StrideChange *Strides, GroupCallback Take);

private:
  using Warps = llvm::ArrayRef<const Warp *>;
  void walk(Warps Group, const StrideChange *Strides,
            std::vector<Trace> &Found);
  std::optional<Trace> walkTogether(Warps Group, const StrideChange *Strides,
                                    SmallVectorImpl<unsigned> &Partition);
  WalkedKernel &Walked;
  ASTContext &Context;
  uint64_t &StepBudget;
  TraceObserver *Observer;
  const bool CountsTimes;
};
} // namespace

/// Walks a group of warps together; nothing where they part, but which part
/// each of them is in.
std::optional<Trace>
BlockWalker::walkTogether(Warps Group, const StrideChange *Strides,
                          SmallVectorImpl<unsigned> &Partition) {
  Trace Found;
  Found.Values = std::make_unique<Pool>();
  if (!CountsTimes)
    Found.Times.clear();
  if (Observer && Observer->asksForNumbers())
    Found.Counted.emplace();
  // A fix is proved for all numbers.
  if (Strides && !Strides->isEmpty())
    Found.Values->doubtSigns();
  WalkInput Input = inputFor(Group, Walked.Shape, *Found.Values);
  Input.Arguments = Walked.Shape.Arguments;
  KernelWalk Walk =
      walkKernel(Context, Walked.Kernel, Input, Strides, *Walked.Memory,
                 *Walked.SitesOfSource, StepBudget, Found);
  if (Walk.End == WalkEnd::WarpsDisagree) {
    Partition.assign(Walk.Partition.begin(), Walk.Partition.end());
    return std::nullopt;
  }
  for (const auto &[Where, What] : Walk.Gaps)
    Walked.NotUnderstood.insert({Where, What.copy(Walked.Reasons)});
  Walked.IsRefused |= Walk.IsRefused;
  Walked.MetStrides.insert(Walk.MetStrides.begin(), Walk.MetStrides.end());
  if (!Walked.StrideElsewhere)
    Walked.StrideElsewhere = Walk.StrideElsewhere;
  if (!Walked.ChangedValue)
    Walked.ChangedValue = Walk.ChangedValue;
  Found.Warps = std::move(Input.Warps);
  return Found;
}

/// Walks a group of warps together; where they part, those that go the same
/// way.
void BlockWalker::walk(Warps Group, const StrideChange *Strides,
                       std::vector<Trace> &Found) {
  SmallVector<unsigned, 32> Partition;
  if (std::optional<Trace> T = walkTogether(Group, Strides, Partition)) {
    Found.push_back(std::move(*T));
    return;
  }
  for (unsigned Part = 0; llvm::is_contained(Partition, Part); ++Part) {
    SmallVector<const Warp *, 32> Alike;
    for (auto [W, PartOfIt] : llvm::zip_equal(Group, Partition))
      if (PartOfIt == Part)
        Alike.push_back(W);
    walk(Alike, Strides, Found);
  }
}

void BlockWalker::run(const StrideChange *Strides, GroupCallback Take) {
  std::vector<Warp> All = warpsOf(Walked.Shape.Block);
  SmallVector<SmallVector<const Warp *, 32>, 4> Groups;
  for (const Warp &W : All) {
    auto *Found = llvm::find_if(Groups, [&](const auto &Group) {
      return isShifted(*Group.front(), W);
    });
    if (Found != Groups.end())
      Found->push_back(&W);
    else
      Groups.push_back({&W});
  }
  const uint64_t Granted = StepBudget;
  std::vector<Trace> Found;
  for (const auto &Group : Groups)
    walk(Group, Strides, Found);
  Walked.Steps = Granted - StepBudget;
  if (Observer) {
    for (const Trace &T : Found)
      Observer->recorded(Walked, T);
    Observer->walked(Walked);
  }
  compareWarps(Found);
  for (Trace &T : Found) {
    applyRegions(T);
    if (Observer)
      Observer->prepared(Walked, T);
    Take(T);
  }
}

void banklint::walkBlock(WalkedKernel &Walked, ASTContext &Context,
                         uint64_t &StepBudget, TraceObserver *Observer,
                         const StrideChange *Strides, bool CountsTimes,
                         GroupCallback Take) {
  BlockWalker(Walked, Context, StepBudget, Observer, CountsTimes)
      .run(Strides, Take);
}
