//===- FixPlan.cpp - Which fixes to apply ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Edit/FixPlan.h"
#include "Files/Paths.h"
#include "Source/Place.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

using namespace llvm;
using namespace banklint;

namespace {
/// Collects fixes that can be made together.
class Planner {
public:
  enum class Result { Added, Overlaps, IsTooLarge };

  /// Where an array is declared, and its name.
  using ArrayKey = std::pair<SourcePoint, std::string>;

  /// Adds all edits of a fix for `Array`, or none.
  Result add(const Fix &F, const ArrayKey &Array);
  std::map<std::string, EditSet> takeEdits() { return std::move(ByFile); }
  std::vector<FixGroup> groups() const;

private:
  const std::string &realName(const std::string &File);
  bool fits(const Fix &F, const ArrayKey &Array) const;
  bool isOfOtherKind(const Fix &F, const ArrayKey &Array) const;

  /// A kernel, and what fixes add to it.
  struct Kernel {
    int64_t RoomBytes = INT64_MAX;          ///< for all of them
    std::map<ArrayKey, int64_t> ExtraBytes; ///< by array
    int64_t extraBytes() const;
  };
  using KernelKey = std::pair<SourcePoint, std::string>;
  static Kernel with(Kernel Known, const KernelGrowth &Growth,
                     const ArrayKey &Array);

  std::map<std::string, EditSet> ByFile;
  StringMap<std::string> RealNames;
  std::map<sys::fs::UniqueID, std::string> FirstNames;
  std::map<KernelKey, Kernel> Kernels;
  std::map<ArrayKey, size_t> Kinds; ///< of the change, by array
  std::vector<std::pair<const Fix *, std::vector<std::string>>> Added;
};
} // namespace

/// Hard links of one file have one name, too: it is written once.
const std::string &Planner::realName(const std::string &File) {
  auto [Entry, IsNew] = RealNames.try_emplace(File);
  if (!IsNew)
    return Entry->second;
  Entry->second = realPath(File);
  if (sys::fs::UniqueID Id; !sys::fs::getUniqueID(File, Id))
    Entry->second = FirstNames.try_emplace(Id, Entry->second).first->second;
  return Entry->second;
}

int64_t Planner::Kernel::extraBytes() const {
  int64_t Sum = 0;
  for (const auto &[Array, Extra] : ExtraBytes)
    Sum += Extra;
  return Sum;
}

Planner::Kernel Planner::with(Kernel Known, const KernelGrowth &Growth,
                              const ArrayKey &Array) {
  Known.RoomBytes = std::min(Known.RoomBytes, Growth.RoomBytes);
  int64_t &Extra = Known.ExtraBytes[Array];
  Extra = std::max(Extra, Growth.ExtraBytes);
  return Known;
}

/// One fix alone was proved to fit.
bool Planner::fits(const Fix &F, const ArrayKey &Array) const {
  return all_of(F.Kernels, [&](const KernelGrowth &Growth) {
    auto Known = Kernels.find({Growth.Where, Growth.Kernel});
    if (Known == Kernels.end())
      return true;
    Kernel Then = with(Known->second, Growth, Array);
    return Then.ExtraBytes.size() == 1 || Then.extraBytes() <= Then.RoomBytes;
  });
}

/// Rows that are longer and a swizzle were each proved for the array as it is.
bool Planner::isOfOtherKind(const Fix &F, const ArrayKey &Array) const {
  auto Known = Kinds.find(Array);
  return Known != Kinds.end() && Known->second != F.Proposed.Change.index();
}

Planner::Result Planner::add(const Fix &F, const ArrayKey &Array) {
  if (isOfOtherKind(F, Array))
    return Result::Overlaps;
  std::map<std::string, EditSet> Changed;
  for (const Edit &Made : F.Edits) {
    const std::string &File = realName(Made.File);
    const Edit E = {File, Made.OffsetBytes, Made.LengthBytes, Made.Text};
    auto Planned = ByFile.find(File);
    if (!Changed[File].add(E) ||
        (Planned != ByFile.end() && !Planned->second.allows(E)))
      return Result::Overlaps;
  }
  if (!fits(F, Array))
    return Result::IsTooLarge;
  for (const KernelGrowth &Growth : F.Kernels) {
    Kernel &Known = Kernels[{Growth.Where, Growth.Kernel}];
    Known = with(std::move(Known), Growth, Array);
  }
  Kinds.emplace(Array, F.Proposed.Change.index());
  std::vector<std::string> &Files = Added.emplace_back(&F, 0).second;
  for (const auto &[File, Edits] : Changed) {
    for (const Edit &E : Edits.edits())
      ByFile[File].add(E);
    Files.push_back(File);
  }
  return Result::Added;
}

std::vector<FixGroup> Planner::groups() const {
  std::map<std::string, unsigned> NumberOf;
  for (const auto &[File, Edits] : ByFile)
    NumberOf.emplace(File, NumberOf.size());
  IntEqClasses Connected(NumberOf.size());
  for (const auto &[F, Files] : Added)
    for (const std::string &File : Files)
      Connected.join(NumberOf.at(Files.front()), NumberOf.at(File));
  Connected.compress();
  std::vector<FixGroup> Groups(Connected.getNumClasses());
  for (const auto &[File, Number] : NumberOf)
    Groups[Connected[Number]].Files.push_back(File);
  for (const auto &[F, Files] : Added)
    if (!Files.empty()) {
      FixGroup &Group = Groups[Connected[NumberOf.at(Files.front())]];
      ++(F->leavesExcess() ? Group.Improved : Group.Fixed);
    }
  return Groups;
}

/// The fix that a finding asks for; null where it has none, or one that is not
/// to be applied, which the plan counts.
static const Fix *choose(const Finding &F, bool AllowUnsafe, FixPlan &Plan) {
  auto Safe = find_if(F.Fixes, [](const Fix &X) { return X.IsSafe; });
  const Fix *Best = Safe != F.Fixes.end() ? &*Safe
                    : F.Fixes.empty()     ? nullptr
                                          : &F.Fixes.front();
  if (!Best)
    return nullptr;
  if (!Best->IsSafe && !AllowUnsafe) {
    ++Plan.UnsafeLeft;
    return nullptr;
  }
  return Best;
}

FixPlan banklint::planFixes(ArrayRef<Finding> Findings, bool AllowUnsafe) {
  FixPlan Plan;
  for (const Finding &F : Findings)
    Plan.Chosen.push_back(choose(F, AllowUnsafe, Plan));
  Planner All;
  for (bool IsSafe : {true, false})
    for (auto [F, Best] : zip_equal(Findings, Plan.Chosen)) {
      if (!Best || Best->IsSafe != IsSafe)
        continue;
      Planner::Result Result =
          All.add(*Best, {F.Declared, arrayField(F.Arrays)});
      if (Result != Planner::Result::Added)
        Best = nullptr;
      Plan.OverlapLeft += Result == Planner::Result::Overlaps;
      Plan.SizeLeft += Result == Planner::Result::IsTooLarge;
    }
  Plan.Groups = All.groups();
  Plan.Edits = All.takeEdits();
  return Plan;
}

unsigned FixPlan::fixedFindings() const {
  return count_if(seq(Chosen.size()),
                  [this](size_t Number) { return fixes(Number); });
}
