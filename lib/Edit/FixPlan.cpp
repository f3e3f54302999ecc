//===- FixPlan.cpp - Which fixes to apply ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Edit/FixPlan.h"
#include "Files/Paths.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include <cassert>

using namespace llvm;
using namespace banklint;

namespace {
/// Collects fixes whose edits do not overlap.
class Planner {
public:
  /// Adds all edits of a fix; none of them, and false, where one overlaps.
  bool add(const Fix &F);
  std::map<std::string, EditSet> take() { return std::move(ByFile); }

private:
  const std::string &realName(const std::string &File);

  std::map<std::string, EditSet> ByFile;
  StringMap<std::string> RealNames;
};
} // namespace

const std::string &Planner::realName(const std::string &File) {
  auto [Entry, IsNew] = RealNames.try_emplace(File);
  if (IsNew)
    Entry->second = realPath(File);
  return Entry->second;
}

bool Planner::add(const Fix &F) {
  std::map<std::string, EditSet> Changed;
  for (const Edit &E : F.Edits) {
    const std::string &File = realName(E.File);
    auto Planned = ByFile.find(File);
    EditSet &Edits =
        Changed
            .try_emplace(File,
                         Planned == ByFile.end() ? EditSet() : Planned->second)
            .first->second;
    if (!Edits.add({File, E.OffsetBytes, E.LengthBytes, E.Text}))
      return false;
  }
  for (auto &[File, Edits] : Changed)
    ByFile[File] = std::move(Edits);
  return true;
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
  if (!F.IsEditable) {
    ++Plan.BrokenLeft;
    return nullptr;
  }
  return Best;
}

FixPlan banklint::planFixes(ArrayRef<Finding> Findings, bool AllowUnsafe) {
  FixPlan Plan;
  Planner All;
  for (const Finding &F : Findings) {
    const Fix *Best = choose(F, AllowUnsafe, Plan);
    if (Best && !All.add(*Best)) {
      Best = nullptr;
      ++Plan.OverlapLeft;
    }
    Plan.Chosen.push_back(Best);
  }
  Plan.Edits = All.take();
  assert(Plan.Chosen.size() == Findings.size() && "one entry for each finding");
  return Plan;
}

unsigned FixPlan::fixedFindings() const {
  return count_if(Chosen, [](const Fix *F) { return F && !F->Proposed.Effect.HasExcess; });
}

unsigned FixPlan::improvedFindings() const {
  return count_if(Chosen, [](const Fix *F) { return F && F->Proposed.Effect.HasExcess; });
}
