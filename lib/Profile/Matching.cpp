//===- Matching.cpp - Which prediction is of which launch -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Matching.h"
#include "Formulas/Count.h"
#include "Formulas/Formula.h"
#include "Profile/Comparison.h"
#include "Profile/Export.h"
#include "Profile/Prediction.h"
#include "Shapes.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

using namespace llvm;
using namespace banklint;

//===----------------------------------------------------------------------===//
// Launches that an export does not tell apart.
//===----------------------------------------------------------------------===//

/// What holds for both counts; none where formulas differ.
static std::optional<Count> joined(const std::optional<Count> &A,
                                   const std::optional<Count> &B) {
  if (!A || !B || *A == *B)
    return A && B ? A : std::nullopt;
  if (A->Where != B->Where)
    return std::nullopt;
  Count Both = *A;
  if (Both.Least != B->Least)
    Both.Least = Both.Least.isNumber() && B->Least.isNumber()
                     ? std::min(Both.Least.number(), B->Least.number())
                     : 0;
  if (!B->Most)
    Both.Most.reset();
  else if (Both.Most && *Both.Most != *B->Most)
    Both.Most = Both.Most->isNumber() && B->Most->isNumber()
                    ? std::optional(Formula(
                          std::max(Both.Most->number(), B->Most->number())))
                    : std::nullopt;
  return Both;
}

static std::optional<Cost> joined(const std::optional<Cost> &A,
                                  const std::optional<Cost> &B) {
  const bool IsSame =
      A && B && A->Wavefronts == B->Wavefronts && A->Ideal == B->Ideal;
  return IsSame ? A : std::nullopt;
}

static bool areSame(const PredictedLine &A, const PredictedLine &B) {
  return A.File == B.File && A.Line == B.Line && A.Operation == B.Operation;
}

/// What holds of a line in both launches; `Other` is null where one of them has
/// no such access.
static void joinLine(PredictedLine &To, const PredictedLine *Other) {
  if (Other && To.Wavefronts == Other->Wavefronts && To.Ideal == Other->Ideal)
    return;
  const std::optional<Count> None = Count();
  To.Wavefronts = joined(To.Wavefronts, Other ? Other->Wavefronts : None);
  To.Ideal = joined(To.Ideal, Other ? Other->Ideal : None);
  To.Block = Other ? joined(To.Block, Other->Block) : std::nullopt;
  To.Request = Other ? joined(To.Request, Other->Request) : To.Request;
  To.IsExact = false;
  To.IsConditional = true;
  To.IsConflict &= Other && Other->IsConflict;
  To.IsConflictFree &= !Other || Other->IsConflictFree;
  To.IsWide |= Other && Other->IsWide;
  To.HasCalls |= Other && Other->HasCalls;
  if (To.Reason.empty())
    To.Reason = "the export does not say which of several launches it was";
}

static void joinKernel(PredictedKernel &To, const PredictedKernel &Other) {
  const auto LineOf = [](const PredictedKernel &Kernel,
                         const PredictedLine &Of) {
    const auto Found = find_if(Kernel.Lines, [&](const PredictedLine &Line) {
      return areSame(Line, Of);
    });
    return Found == Kernel.Lines.end() ? nullptr : &*Found;
  };
  for (PredictedLine &Line : To.Lines)
    joinLine(Line, LineOf(Other, Line));
  for (const PredictedLine &Line : Other.Lines)
    if (!LineOf(To, Line))
      joinLine(To.Lines.emplace_back(Line), nullptr);
  To.IsLaunched &= Other.IsLaunched;
  To.IsPart |= Other.IsPart;
  if (To.Grid != Other.Grid)
    To.Grid.reset();
}

/// What is predicted whichever of several launches it was.
const PredictedKernel *LaunchMatcher::anyOf(const Kernels &Alike) {
  if (Alike.size() == 1)
    return Alike.front();
  const auto Met =
      find_if(Known, [&](const Joined &Each) { return Each.Of == Alike; });
  if (Met != Known.end())
    return &Met->All;
  Joined &New = Known.emplace_back(Joined{Alike, *Alike.front()});
  for (const PredictedKernel *Other : drop_begin(Alike))
    joinKernel(New.All, *Other);
  return &New.All;
}

//===----------------------------------------------------------------------===//
// Shapes.
//===----------------------------------------------------------------------===//

/// As many blocks of this shape have the warps and threads of the launch; none
/// where no number of them has.
static std::optional<int64_t> blocksOf(const ProfiledLaunch &Launch,
                                       const Extents &Block) {
  if (Launch.Grid)
    return productOf(*Launch.Grid);
  const int64_t Threads = productOf(Block);
  if (!Launch.Warps || !Launch.Threads || Threads == 0 ||
      *Launch.Threads % Threads != 0)
    return std::nullopt;
  const int64_t Blocks = *Launch.Threads / Threads;
  if (Blocks * ((Threads - 1) / 32 + 1) != *Launch.Warps)
    return std::nullopt;
  return Blocks;
}

/// Finds which of the analysed shapes a launch has.
void LaunchMatcher::findShape(PlacedLaunch &To, const Kernels &Shapes) {
  Kernels Fitting;
  std::set<std::string> All, Blocks;
  for (const PredictedKernel *Kernel : Shapes) {
    const bool Fits = To.Launch->Block
                          ? *To.Launch->Block == Kernel->Block
                          : blocksOf(*To.Launch, Kernel->Block).has_value();
    All.insert(shapeText(Kernel->Block));
    if (!Fits)
      continue;
    Fitting.push_back(Kernel);
    Blocks.insert(shapeText(Kernel->Block));
  }
  To.Block = To.Launch->Block;
  if (To.Block)
    To.BlockFrom = ShapeSource::Export;
  if (Fitting.empty()) {
    To.Missing = {Cause::OtherShape, join(All, ", ")};
    return;
  }
  if (Blocks.size() > 1) {
    To.Missing = {Cause::ShapeUnknown, join(Blocks, ", ")};
    return;
  }
  // Another grid than those of the report is as good as any where that counts
  // by block.
  Kernels Same;
  copy_if(Fitting, std::back_inserter(Same),
          [&](const PredictedKernel *Kernel) {
            return To.Launch->Grid && Kernel->Grid &&
                   equal(*To.Launch->Grid, *Kernel->Grid);
          });
  To.Predicted = anyOf(Same.empty() ? Fitting : Same);
  To.Block = To.Predicted->Block;
  if (To.BlockFrom == ShapeSource::Unknown)
    To.BlockFrom = ShapeSource::Threads;
  To.Blocks = blocksOf(*To.Launch, *To.Block);
}

PlacedLaunch LaunchMatcher::place(const ProfiledLaunch &Launch,
                                  const std::string *Name) {
  PlacedLaunch To;
  To.Launch = &Launch;
  if (!Name) {
    To.Name = Launch.Kernel;
    To.Block = Launch.Block;
    if (To.Block)
      To.BlockFrom = ShapeSource::Export;
    To.Missing = {Cause::NoKernel};
    return To;
  }
  To.Name = *Name;
  Kernels Shapes;
  for (const PredictedKernel &Kernel : Predicted.Kernels)
    if (Kernel.Name == *Name)
      Shapes.push_back(&Kernel);
  findShape(To, Shapes);
  return To;
}

std::vector<std::vector<PlacedLaunch>>
banklint::groupsOf(ArrayRef<PlacedLaunch> Placed) {
  using Key =
      std::tuple<std::string, const PredictedKernel *, std::optional<Extents>>;
  std::map<Key, size_t> Known;
  std::vector<std::vector<PlacedLaunch>> Groups;
  for (const PlacedLaunch &Launch : Placed) {
    auto [Entry, IsNew] = Known.try_emplace(
        {Launch.Name, Launch.Predicted, Launch.Block}, Groups.size());
    if (IsNew)
      Groups.emplace_back();
    Groups[Entry->second].push_back(Launch);
  }
  return Groups;
}
