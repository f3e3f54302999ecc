//===- FixOffers.cpp - Which edits a host is given, and where -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FixOffers.h"
#include "Edit/FixPlan.h"
#include "Finding/Finding.h"
#include "Source/Place.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Path.h"
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace banklint;

FixOffers::FixOffers(llvm::ArrayRef<Finding> Findings, OfferRules Asked)
    : Findings(Findings), Rules(std::move(Asked)), Wanted(Findings.size()),
      Chosen(Findings.size()), CarriedBy(Findings.size()),
      Carried(Findings.size()) {
  if (Rules.Place != FixPlace::Warning)
    return;
  plan();
  carryTogether();
}

/// The plan of the command line, without what is not to be edited here, which
/// takes no room from the others.
void FixOffers::plan() {
  std::vector<Finding> Asking(Findings);
  for (auto [F, Asks, Own] : llvm::zip_equal(Findings, Asking, Wanted)) {
    if (!Rules.IsDropped(F))
      Own = planFixes(F, Rules.AllowUnsafe).Chosen.front();
    if (Own && elsewhere(*Own))
      Own = nullptr;
    Asks.Fixes.clear();
    if (Own)
      Asks.Fixes.push_back(*Own);
  }
  FixPlan Plan = planFixes(Asking, Rules.AllowUnsafe);
  for (size_t I = 0; I != Findings.size(); ++I)
    Chosen[I] = Plan.Chosen[I] ? Wanted[I] : nullptr;
}

/// All edits are of the source. Fixes that share one go in together: a host may
/// drop or refuse one warning, and a part of a fix is none. A finding of the
/// source itself is always shown, one in a header only where the host is asked
/// for it.
void FixOffers::carryTogether() {
  std::map<Edit, size_t> FirstWith;
  llvm::IntEqClasses Groups(Findings.size());
  for (size_t I = 0; I != Findings.size(); ++I)
    for (const Edit &E : Chosen[I] ? Chosen[I]->Edits : std::vector<Edit>())
      Groups.join(I, FirstWith.try_emplace(E, I).first->second);
  Groups.compress();
  std::set<unsigned> Made;
  for (const auto &[E, I] : FirstWith)
    if (Rules.IsMade(E))
      Made.insert(Groups[I]);
  std::map<unsigned, size_t> Carriers;
  for (bool InSource : {true, false})
    for (size_t I = 0; I != Findings.size(); ++I)
      if (Chosen[I] && Rules.IsEdited(Findings[I].Span.Begin.File) == InSource)
        Carriers.try_emplace(Groups[I], I);
  std::map<size_t, std::set<Edit>> Known;
  for (size_t I = 0; I != Findings.size(); ++I) {
    if (!Chosen[I] || Made.count(Groups[I]))
      continue;
    size_t Carrier = Carriers.at(Groups[I]);
    CarriedBy[I] = Carrier;
    for (const Edit &E : Chosen[I]->Edits)
      if (Known[Carrier].insert(E).second)
        Carried[Carrier].push_back(E);
  }
}

/// An edit of a file that is not edited; null if there is none.
const Edit *FixOffers::elsewhere(const Fix &X) const {
  auto Other = llvm::find_if(
      X.Edits, [&](const Edit &E) { return !Rules.IsEdited(E.File); });
  return Other == X.Edits.end() ? nullptr : &*Other;
}

llvm::ArrayRef<Edit> FixOffers::editsOfNote(size_t Number, const Fix &X) const {
  bool IsOffered = Rules.Place == FixPlace::Note && !elsewhere(X);
  return IsOffered ? llvm::ArrayRef<Edit>(X.Edits) : llvm::ArrayRef<Edit>();
}

std::string FixOffers::remark(size_t Number, const Fix &X) const {
  const Finding &F = Findings[Number];
  if (const Edit *Other = elsewhere(X))
    return "; the edit stands in '" +
           llvm::sys::path::filename(Other->File).str() +
           "', which other sources may include: 'banklint --fix" +
           (X.IsSafe ? "" : " --unsafe-fixes") + "' with all of them makes it";
  if (Rules.Place == FixPlace::Note)
    return "";
  if (&X == Chosen[Number]) {
    std::optional<size_t> Carrier = CarriedBy[Number];
    if (!Carrier)
      return "; the check of this source with other arguments makes it";
    if (*Carrier == Number)
      return "";
    return "; the fix of line " +
           std::to_string(Findings[*Carrier].Span.Begin.Line) + " makes it";
  }
  if (&X == Wanted[Number])
    return "; it does not go with the fixes of other findings: check again "
           "once these are made";
  bool IsOnly = llvm::none_of(F.Fixes, [](const Fix &Y) { return Y.IsSafe; }) &&
                &X == &F.Fixes.front();
  return IsOnly && !Rules.AllowUnsafe ? "; the option UnsafeFixes offers it"
                                      : "";
}
