//===- Propose.cpp - Fixes for findings -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fix/Propose.h"
#include "Cuda/Locations.h"
#include "Finding/Join.h"
#include "Layout/Residency.h"
#include "Padding.h"
#include "Swizzles.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
using namespace clang;

namespace {
/// Finds and words what is to be said of one array.
class Proposal {
public:
  /// Takes from `StepBudget` what it spends.
  Proposal(const DeclaredArray &Array, const SourceMap &Map,
           ASTContext &Context, uint64_t &StepBudget)
      : Array(Array), Map(Map), Context(Context), StepBudget(StepBudget) {}

  void addTo(llvm::ArrayRef<Finding *> Findings);

private:
  void search();
  void addPaddingNotes(llvm::ArrayRef<Finding *> Findings) const;
  Fix fixFor(const AccessKey &Where) const;
  void searchSwizzle();
  std::string swizzleText(const Finding &F) const;
  void addSwizzle(Finding &F, const Fix *Edits) const;
  bool helps(const Proof &One, const AccessKey &Where) const;
  std::string describe(const AccessKey &Where) const;
  std::string loserText(const Proof &One) const;
  std::string adviceText() const;
  Note refusal(const Obstacle &O, const std::string &Advice) const;
  std::optional<Note> refusalOfAll(Fix &Edits) const;
  void addPadding(Finding &F, const Fix &Edits) const;

  const DeclaredArray &Array;
  const SourceMap &Map;
  ASTContext &Context;
  uint64_t &StepBudget;
  LayoutCost Now;
  std::vector<std::unique_ptr<RowForm>> Forms;
  const RowForm *Chosen = nullptr;
  std::unique_ptr<RowForm> AsItIs; ///< what a swizzle is tried on
  std::optional<Proof> Best, BestSwizzle;
};
} // namespace

/// The access that a finding speaks of.
static std::optional<AccessKey> siteOf(const Finding &F,
                                       const LayoutCost &Cost) {
  for (const auto &[Where, Sum] : Cost.Sites)
    if (Where.At == F.Span.Begin &&
        llvm::StringRef(F.Message).contains(std::string(" in ") +
                                            operationName(Where.Operation)))
      return Where;
  return std::nullopt;
}

static double wavefrontsAt(const LayoutCost &Cost, const AccessKey &Where) {
  auto Found = Cost.Sites.find(Where);
  if (Found == Cost.Sites.end() || Found->second.Requests == 0)
    return 0;
  return Found->second.Wavefronts / Found->second.Requests;
}

static bool hasExcessAt(const LayoutCost &Cost, const AccessKey &Where) {
  auto Found = Cost.Sites.find(Where);
  return Found != Cost.Sites.end() &&
         Found->second.Wavefronts > Found->second.Ideal + 1e-9;
}

/// Of the forms that can be proved, the one with the best padding.
void Proposal::search() {
  Forms = formsOf(Array, Map, Context, StepBudget);
  for (const auto &Form : Forms) {
    if (!Form->isProvable())
      continue;
    Replay Accesses(Form->Uses);
    LayoutCost Before = Accesses.costOf({});
    std::optional<Proof> One =
        bestPadding(Accesses, Form->UnitElements, Before, StepBudget);
    bool IsBetter = One && (!Best || One->Cost.Total.Wavefronts <
                                         Best->Cost.Total.Wavefronts);
    if (Chosen && !IsBetter)
      continue;
    Chosen = Form.get();
    Now = std::move(Before);
    Best = std::move(One);
  }
  bool IsFree = Best && !Best->Cost.hasExcess() && Best->losers(Now).empty();
  if (!IsFree)
    searchSwizzle();
}

/// What the search for a swizzle may spend of the budget: it is a second
/// choice.
static constexpr uint64_t SwizzleSteps = 100'000;

/// A swizzle has to be better than the padding, or as good and at the cost of
/// no access.
void Proposal::searchSwizzle() {
  bool IsDeclared = Array.any().Extents.size() > 1;
  if (IsDeclared && !Chosen)
    return; // a subscript may leave its row
  Allowance Steps(StepBudget, SwizzleSteps);
  AsItIs = formAsItIs(Array, Forms, Context, Steps.Left);
  if (!AsItIs->isProvable())
    return;
  Replay Accesses(AsItIs->Uses);
  if (!Chosen)
    Now = Accesses.costOf({});
  const SiteCost &ToBeat = Best ? Best->Cost.Total : Now.Total;
  BestSwizzle = bestSwizzle(Accesses, Now, ToBeat.Wavefronts, Steps.Left);
  if (!BestSwizzle || !Best)
    return;
  bool IsLess =
      BestSwizzle->Cost.Total.Wavefronts < Best->Cost.Total.Wavefronts - 1e-9;
  bool IsKinder =
      !Best->losers(Now).empty() && BestSwizzle->losers(Now).empty();
  if (!IsLess && !IsKinder)
    BestSwizzle.reset();
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

static std::string wordsText(int64_t Bytes) {
  return Bytes % WordBytes == 0 ? std::to_string(Bytes / WordBytes) + " words"
                                : std::to_string(Bytes) + " bytes";
}

/// What a layout leaves of the access: "puts the 32 lanes in 32 banks".
static std::string effectText(const LayoutCost &Before, const LayoutCost &Cost,
                              const AccessKey &Where) {
  auto Found = Cost.Sites.find(Where);
  if (Found == Cost.Sites.end() || Found->second.Requests == 0)
    return " leaves it without requests";
  const SiteCost &Sum = Found->second;
  double Wavefronts = Sum.Wavefronts / Sum.Requests;
  if (Wavefronts == 1)
    return " puts the 32 lanes in 32 banks";
  std::string Text = " leaves " + wavefrontText(Wavefronts) +
                     " wavefronts a request" +
                     (Sum.Wavefronts > Sum.Ideal + 1e-9 ? "" : ", the ideal");
  auto Was = Before.Sites.find(Where);
  if (Was == Before.Sites.end() || Was->second.Requests <= Sum.Requests + 1e-9)
    return Text;
  return Text + ", in " + wavefrontText(Was->second.Requests / Sum.Requests) +
         " times fewer requests";
}

bool Proposal::helps(const Proof &One, const AccessKey &Where) const {
  auto Was = Now.Sites.find(Where), Is = One.Cost.Sites.find(Where);
  double Before = Was == Now.Sites.end() ? 0 : Was->second.Wavefronts;
  double After = Is == One.Cost.Sites.end() ? 0 : Is->second.Wavefronts;
  return After < Before - 1e-9;
}

/// Names the access that gets worse most, and says if there may be others.
std::string Proposal::loserText(const Proof &One) const {
  std::string Text;
  double Most = -1;
  for (const Loser &L : One.losers(Now)) {
    if (L.After - L.Before <= Most)
      continue;
    Most = L.After - L.Before;
    Text = std::string("; the ") + operationName(L.Where.Operation) +
           " at line " + std::to_string(L.Where.At.Line) + " then takes " +
           wavefrontText(L.After) + " wavefronts instead of " +
           wavefrontText(L.Before);
  }
  if (One.Cost.Total.UnknownRequests > 0)
    Text += "; what some accesses then take is not known";
  return Text;
}

std::string Proposal::describe(const AccessKey &Where) const {
  std::string Text = "a row of " +
                     wordsText(Best->How.rowBytes(Chosen->Uses.front())) +
                     effectText(Now, Best->Cost, Where) + "; adds " +
                     std::to_string(Best->ExtraBytes) + " bytes";
  if (auto Blocks = lostResidency(Chosen->Uses, Best->ExtraBytes))
    Text += "; an SM then holds " + std::to_string(Blocks->Then) +
            (Blocks->Then == 1 ? " block" : " blocks") + " instead of " +
            std::to_string(Blocks->Now);
  return Text + loserText(*Best);
}

Fix Proposal::fixFor(const AccessKey &Where) const {
  Fix Result;
  Result.ExtraBytes = unsigned(Best->ExtraBytes);
  Result.Wavefronts = wavefrontsAt(Best->Cost, Where);
  Result.IsPartial = hasExcessAt(Best->Cost, Where);
  Result.IsSafe =
      Best->losers(Now).empty() && Best->Cost.Total.UnknownRequests == 0;
  Result.Description = describe(Where);
  return Result;
}

/// What to do by hand.
std::string Proposal::adviceText() const {
  const ArrayInKernel &Use = Chosen->Uses.front();
  int64_t ElementBytes = Use.elementBytes();
  int64_t Now = Use.rowBytes(), Then = Best->How.rowBytes(Use);
  std::string Text = "; by hand: ";
  if (!Use.RowBytes)
    return Text + "a row of " + wordsText(Then) + " would be best";
  return Text + "a row stride of " + std::to_string(Then / ElementBytes) +
         " instead of " + std::to_string(Now / ElementBytes) +
         " in every index would be best, and takes " +
         std::to_string(Then - Now) + " bytes more for each row";
}

Note Proposal::refusal(const Obstacle &O, const std::string &Advice) const {
  SourceRange Where = O.Where.isValid()
                          ? O.Where
                          : SourceRange(Array.declaration()->getLocation());
  return {spanOf(Where, Context),
          "no fix for '" + Array.any().Name.str() + "': " + O.Reason + Advice};
}

std::string Proposal::swizzleText(const Finding &F) const {
  const Expr *Access = nullptr;
  forEachRecord(AsItIs->Uses, [&](const ArrayInKernel &Use, const Trace &,
                                  const AccessRecord &Record) {
    const Site &Shown = (*Use.Walked->Sites)[Record.shownSite()];
    if (!Access && Shown.Span.Begin == F.Span.Begin)
      Access = expressionOf(Use, Record.Site);
  });
  if (!Access)
    return "";
  return swizzledText(Array, Access, *BestSwizzle->How.Swizzled, Context);
}

/// The swizzle as a fix where every access can be edited; else as a note.
void Proposal::addSwizzle(Finding &F, const Fix *Edits) const {
  std::optional<AccessKey> Where = siteOf(F, BestSwizzle->Cost);
  std::string Text = swizzleText(F);
  if (!Where || Text.empty() || !helps(*BestSwizzle, *Where))
    return;
  Text = "'" + Text + "', with the same in every access of '" +
         Array.any().Name.str() + "'," +
         effectText(Now, BestSwizzle->Cost, *Where) + " and takes no memory" +
         loserText(*BestSwizzle);
  if (AsItIs->Uses.front().rowElements() == 0)
    Text += "; its size has to be a multiple of 128 bytes then";
  if (!Edits)
    return F.Notes.push_back({F.Span, Text});
  Fix Offered = *Edits;
  Offered.Wavefronts = wavefrontsAt(BestSwizzle->Cost, *Where);
  Offered.IsPartial = hasExcessAt(BestSwizzle->Cost, *Where);
  Offered.Description = Text;
  Offered.Where = F.Span;
  F.Fixes.push_back(std::move(Offered));
}

//===----------------------------------------------------------------------===//
// All together
//===----------------------------------------------------------------------===//

/// What stands in the way of edits; with the fix's edits where nothing does.
std::optional<Note> Proposal::refusalOfAll(Fix &Edits) const {
  if (!Chosen)
    return refusal(Forms.front()->Obstacles.front(), "");
  if (!Best && StepBudget == 0)
    return refusal({{}, "its proof takes more steps than the budget allows"},
                   "");
  if (!Best)
    return refusal(
        {{},
         isMemoryShort(Chosen->Uses)
             ? "longer rows do not fit in 48 KB of static shared memory"
             : "no longer row lowers the wavefronts of its accesses together"},
        "");
  if (!Chosen->Obstacles.empty())
    return refusal(Chosen->Obstacles.front(), adviceText());
  if (llvm::Error E = Chosen->Edit(*Best, Edits))
    return refusal({{}, toString(std::move(E))}, adviceText());
  return std::nullopt;
}

/// A member that nothing names and that only moves the others apart.
void Proposal::addPaddingNotes(llvm::ArrayRef<Finding *> Findings) const {
  std::optional<Padding> P = memberPaddingOf(Array, Map, Context);
  bool Pays = P && P->IsUseless &&
              P->Without.Total.Wavefronts < P->With.Total.Wavefronts - 1e-9;
  for (Finding *F : Pays ? Findings : llvm::ArrayRef<Finding *>())
    if (std::optional<AccessKey> Where = siteOf(*F, Now))
      F->Notes.push_back(
          {spanOf(P->Member->getSourceRange(), Context),
           "a plain type without the member '" + P->Member->getNameAsString() +
               "', which nothing names," +
               effectText(P->With, P->Without, *Where) + "; saves " +
               std::to_string(P->Bytes) + " bytes"});
}

void Proposal::addPadding(Finding &F, const Fix &Edits) const {
  AccessKey Where = siteOf(F, Now).value_or(AccessKey());
  if (!helps(*Best, Where))
    return F.Notes.push_back(refusal(
        {{}, "what helps its other accesses does not help this one"}, ""));
  Fix Offered = fixFor(Where);
  Offered.Edits = Edits.Edits;
  Offered.Where = Edits.Where;
  F.Fixes.insert(Offered.IsSafe ? F.Fixes.begin() : F.Fixes.end(),
                 std::move(Offered));
}

void Proposal::addTo(llvm::ArrayRef<Finding *> Findings) {
  search();
  addPaddingNotes(Findings);
  Fix Longer, Moved;
  std::optional<Note> Refusal = refusalOfAll(Longer);
  bool IsMovable = false;
  if (BestSwizzle) {
    llvm::Error E =
        editSwizzle(Array, *BestSwizzle->How.Swizzled, Map, Context, Moved);
    IsMovable = !E;
    llvm::consumeError(std::move(E));
  }
  for (Finding *F : Findings) {
    if (BestSwizzle)
      addSwizzle(*F, IsMovable ? &Moved : nullptr);
    if (!Refusal)
      addPadding(*F, Longer);
    else if (F->Fixes.empty())
      F->Notes.push_back(*Refusal);
  }
}

void banklint::proposeFixes(const Analysis &Found, ASTContext &Context,
                            ProofBudget &Budget,
                            std::vector<Finding> &Findings) {
  std::map<ArrayKey, std::vector<Finding *>> ByArray;
  std::set<ArrayKey> Wanted;
  for (Finding &F : Findings)
    if (F.Declared.Line) {
      ArrayKey Key = {placeOf(F.Declared), F.Array};
      ByArray[Key].push_back(&F);
      Wanted.insert(Key);
    }
  if (ByArray.empty())
    return;
  SourceMap Map(Context);
  for (auto &[Key, Array] : declaredArrays(Found, Map, Context, &Wanted)) {
    const uint64_t Before = Budget.StepsLeft;
    Proposal(Array, Map, Context, Budget.StepsLeft).addTo(ByArray[Key]);
    Budget.IsWhole &= Budget.StepsLeft != 0;
    Budget.StepsOf[walkOf(Array.Uses.front()).Kernel] +=
        Before - Budget.StepsLeft;
  }
}
