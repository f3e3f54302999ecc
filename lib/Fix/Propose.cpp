//===- Propose.cpp - Fixes for findings -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fix/Propose.h"
#include "Candidates/EffectOf.h"
#include "Candidates/ElementIndices.h"
#include "Candidates/Forms.h"
#include "Candidates/GappedIndices.h"
#include "Candidates/JointArrays.h"
#include "Candidates/LibraryLayouts.h"
#include "Candidates/Padding.h"
#include "Candidates/RegisterTiles.h"
#include "Config/Rules.h"
#include "Cuda/Locations.h"
#include "Layout/Residency.h"
#include "Layout/Rows.h"
#include "Layout/Search.h"
#include "Proof/BlockMemory.h"
#include "Proof/EditFacts.h"
#include "Proof/HalfRead.h"
#include "Proof/LaunchOrigins.h"
#include "Proof/LaunchSizes.h"
#include "Proof/OtherInstances.h"
#include "Proof/OtherMeanings.h"
#include "Proof/OtherSizes.h"
#include "Text/Edits.h"
#include "Text/Mentions.h"
#include "Text/SwizzleEdits.h"
#include "Values/Limits.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"

using namespace banklint;
using namespace clang;

namespace {
/// What a layout makes worse.
struct Losses {
  Losses() = default;
  explicit Losses(llvm::ArrayRef<Loser> Losers) : IsAny(!Losers.empty()) {
    double Least = -1;
    for (const Loser &L : Losers)
      if (L.After - L.Before > Least) {
        Least = L.After - L.Before;
        Most = {L.Where, L.Before, L.After};
      }
  }

  bool IsAny = false;
  std::optional<WorsenedAccess> Most; ///< the one that loses most
};

/// Finds the fixes and notes for one array.
class Proposal {
public:
  /// `Forms` are those of the array, where they have been made. Takes from
  /// `StepBudget` what it spends.
  Proposal(const DeclaredArray &Array,
           std::vector<std::unique_ptr<RowForm>> Forms, const SourceMap &Map,
           Mentions &Mentioned, LibraryLayouts &Layouts, ASTContext &Context,
           uint64_t &StepBudget)
      : Array(Array), Map(Map), Mentioned(Mentioned), Layouts(Layouts),
        Context(Context), StepBudget(StepBudget),
        OfOtherBlocks(kernelWithOtherBlocks(Array, Map)),
        HasOpenLaunch(llvm::any_of(
            Array.Uses,
            [&](const ArrayInKernel &Use) {
              return !LaunchOrigins(walkOf(Use), Map, Context).areClosed();
            })),
        MovedByGuess(movedByGuessedBlock(Array, Map, Context)),
        FillsRegisters(fillsRegisters(Array, Context)),
        Forms(std::move(Forms)) {}

  void addTo(llvm::ArrayRef<Finding *> Findings);

private:
  void tryForm(const RowForm &Form, PaddingReach Within);
  bool canWrite(const RowForm &Form) const;
  void tryShorter(const RowForm &Form);
  void search();
  void addPaddingNotes(llvm::ArrayRef<Finding *> Findings) const;
  bool isForAllShapes();
  void searchSwizzle(bool IsBeside);
  bool searchGaps(double ShareToBeat);
  void tryGaps(bool IsMovable, std::optional<Note> &Refusal, Fix &Longer);
  std::string swizzleText(const Finding &F) const;
  int64_t swizzleBytes() const;
  bool writeSwizzle(Fix &Out);
  bool shrinksForBlocks() const;
  bool needsBlocks() const;
  bool isSwizzleSafe() const;
  bool isSwizzleWorthIt() const;
  void addInstance(Finding &F, const OtherInstances &Instances) const;
  void addSwizzle(Finding &F, const Fix *Edits) const;
  bool helps(const Proof &One, const AccessKey &Where) const;
  ProposedLayout proposed(const Proof &One,
                          const std::vector<ArrayInKernel> &Uses,
                          const Losses &Lost, const AccessKey &Where) const;
  ElementType elementType() const;
  ProposedLayout longerRows(const AccessKey &Where) const;
  note::RowAdvice advice() const;
  int64_t ofAllBytes() const;
  Note refusal(const SourceObstacle &O,
               std::optional<note::RowAdvice> Advised = std::nullopt) const;
  std::optional<Note> refusalOfAll(Fix &Edits);
  Note refusalOf(const Finding &F, const Note &OfAll, bool IsMoved) const;
  void addLimitNotes(Finding &F) const;
  void addPadding(Finding &F, const Fix &Edits) const;

  const DeclaredArray &Array;
  const SourceMap &Map;
  Mentions &Mentioned;
  LibraryLayouts &Layouts;
  ASTContext &Context;
  uint64_t &StepBudget;
  const FunctionDecl *const OfOtherBlocks; ///< a kernel; null if none
  /// What is seen may not be all that launches pass.
  const bool HasOpenLaunch;
  const std::optional<SourceObstacle> MovedByGuess; ///< of the blocks' size
  const bool FillsRegisters; ///< longer indices may cost a block
  LayoutCost Now;
  std::vector<std::unique_ptr<RowForm>> Forms;
  std::vector<std::unique_ptr<RowForm>> Inner; ///< within declared rows
  const RowForm *Chosen = nullptr;
  PaddingReach Reach = PaddingReach::Usual; ///< of its padding
  std::unique_ptr<RowForm> Unchanged;       ///< what swizzles are tried on
  std::unique_ptr<RowForm> Gapped;
  std::optional<Proof> Best, BestSwizzle;
  Losses BestLosses, SwizzleLosses;    ///< of these
  RoundedSizes Rounded;                ///< for the swizzle
  std::optional<Residency> BlocksLost; ///< to the padding
  bool IsSwizzleSearchCut = false;     ///< by the limit of its own
  bool HasSearchedSwizzle = false;
  /// What keeps the swizzle from being written at each index.
  std::optional<SourceObstacle> ByHand;
  std::optional<std::string> RepeatedFile; ///< of the swizzle's edits
};
} // namespace

/// The arithmetic of a longer index is a few instructions for each request, of
/// whatever cost.
static bool paysForArithmetic(double SavedWavefronts, const SiteCost &Cost) {
  constexpr double RequestsOfWavefront = 8;
  return SavedWavefronts * RequestsOfWavefront >=
         Cost.Requests + Cost.UnknownRequests;
}

/// What a layout makes worse, for all findings that it is said of.
static Losses lossesOf(const std::optional<Proof> &One, const LayoutCost &Now) {
  return One ? Losses(One->losers(Now)) : Losses();
}

/// The access that a finding is about, if the layout was proved for it.
static std::optional<AccessKey> accessOf(const Finding &F,
                                         const LayoutCost &Cost) {
  std::optional<AccessKey> Where = F.key();
  return Where && Cost.Sites.count(*Where) ? Where : std::nullopt;
}

/// Chooses a form that can be proved, if its padding is better than those
/// before.
void Proposal::tryForm(const RowForm &Form, PaddingReach Within) {
  if (!Form.isProvable())
    return;
  Replay Accesses(Form.Uses);
  LayoutCost Before = Accesses.costOf({});
  std::optional<Proof> One =
      bestPadding(Accesses, Form.UnitElements, Before, StepBudget, Within);
  // Of equals, indices without a division.
  auto RankOf = [](const Proof &P, const RowForm &Of) {
    return std::pair(P.Cost.Total.weight(), Of.HasFlatIndices);
  };
  if (Chosen &&
      (!One || (Best && RankOf(*One, Form) >= RankOf(*Best, *Chosen))))
    return;
  Chosen = &Form;
  Now = std::move(Before);
  Best = std::move(One);
  Reach = Within;
}

/// Whether the best layout of a form can be written.
bool Proposal::canWrite(const RowForm &Form) const {
  Fix Edits;
  llvm::Error E = Form.Edit(*Best, Edits);
  const bool IsWritten = !E && Form.Obstacles.empty();
  llvm::consumeError(std::move(E));
  return IsWritten;
}

/// What only moves rows apart, and makes lanes meet by that, is better taken
/// away.
void Proposal::tryShorter(const RowForm &Form) {
  if (!Form.isProvable() || !Form.OpenUses.empty() ||
      Form.Uses.front().RowBytes)
    return;
  Replay Accesses(Form.Uses);
  LayoutCost Before = Accesses.costOf({});
  std::optional<Proof> One =
      bestShorterRows(Accesses, Form.UnitElements, Before, StepBudget);
  if (!One || lossesOf(One, Before).IsAny ||
      (Best && One->Cost.Total.weight() > Best->Cost.Total.weight() + 1e-9))
    return;
  auto Kept = std::tuple(Chosen, Now, Best);
  Chosen = &Form;
  Now = std::move(Before);
  Best = std::move(One);
  if (!canWrite(Form))
    std::tie(Chosen, Now, Best) = std::move(Kept);
}

/// Of the forms that can be proved, the one with the best padding.
void Proposal::search() {
  if (Forms.empty())
    Forms = formsOf(Array, Map, Context, StepBudget);
  for (const auto &Form : Forms)
    tryForm(*Form, PaddingReach::Usual);
  if (!Best || Best->Cost.hasExcess() || lossesOf(Best, Now).IsAny)
    tryShorter(*Forms.front());
  if (!Best || Best->Cost.hasExcess()) {
    Inner = innerForms(Array, Map, Context, StepBudget);
    for (const auto &Form : Inner) {
      auto Kept = std::tuple(Chosen, Now, Best);
      tryForm(*Form, PaddingReach::Usual);
      // What can be written is not given up for what cannot.
      if (Chosen == Form.get() && std::get<2>(Kept) && !canWrite(*Form))
        std::tie(Chosen, Now, Best) = std::move(Kept);
    }
  }
  if (!Best)
    for (const auto *All : {&Forms, &Inner})
      for (const auto &Form : *All)
        tryForm(*Form, PaddingReach::Far);
  BestLosses = lossesOf(Best, Now);
  if (Best)
    BlocksLost = lostResidency(Chosen->Uses, Best->ExtraBytes);
  bool IsFree = Best && !Best->Cost.hasExcess() && !BestLosses.IsAny;
  if (!IsFree)
    searchSwizzle(/*IsBeside=*/Best.has_value());
}

/// Where no launch is seen, blocks of some common shapes are guessed: a padding
/// is one to offer only if it is the best for each of them; of declared rows,
/// whose subscripts the language keeps in them, also if none of them pays.
bool Proposal::isForAllShapes() {
  std::map<std::array<unsigned, 3>, std::vector<ArrayInKernel>> OfShape;
  for (const ArrayInKernel &Use : Chosen->Uses)
    if (walkOf(Use).Shape.IsGuess)
      OfShape[walkOf(Use).Shape.Block].push_back(Use);
  if (OfShape.size() < 2)
    return true;
  return llvm::all_of(OfShape, [&](const auto &Entry) {
    Replay Accesses(Entry.second);
    const LayoutCost Before = Accesses.costOf({});
    if (!Before.hasExcess())
      return true;
    const std::optional<Proof> One =
        bestPadding(Accesses, Chosen->UnitElements, Before, StepBudget, Reach);
    if (One && One->ExtraBytes == Best->ExtraBytes)
      return true;
    if (Entry.second.front().RowBytes || StepBudget == 0)
      return false;
    Proof Here = *Best;
    Here.Cost = Accesses.costOf(Best->NewLayout);
    return Here.losers(Before).empty() &&
           Here.Cost.Total.weight() <= Before.Total.weight() + 1e-9;
  });
}

/// A swizzle has to be better than the padding, or as good and at the cost of
/// no access.
void Proposal::searchSwizzle(bool IsBeside) {
  HasSearchedSwizzle = true;
  if (Array.AreApart)
    return; // their elements may differ
  Unchanged = formToSwizzle(Array, Forms, Map, Context, StepBudget);
  if (!Unchanged)
    return;
  auto Alignment = alignmentToSwizzle(Array, Map, Context, StepBudget);
  const int64_t MostBytes = Alignment ? Alignment->Bytes : INT64_MAX;
  if (!Alignment)
    ByHand = takeObstacle(Alignment.takeError());
  const bool IsLimited = StepBudget > limits::SwizzleSteps;
  StepAllowance Steps(StepBudget, limits::SwizzleSteps);
  const llvm::scope_exit NoteCut(
      [&] { IsSwizzleSearchCut = IsLimited && Steps.Left == 0; });
  Replay Accesses(Unchanged->Uses);
  if (!Chosen)
    Now = Accesses.costOf({});
  const double ToBeat = (IsBeside ? Best->Cost.Total : Now.Total).weight();
  BestSwizzle = bestSwizzle(Accesses, Now, ToBeat, MostBytes, Steps.Left);
  // One that cannot be written at every index is a note.
  if (!BestSwizzle && MostBytes < IndexBases().AlignmentBytes) {
    BestSwizzle = bestSwizzle(Accesses, Now, ToBeat, INT64_MAX, Steps.Left);
    ByHand = {Alignment->Otherwise, Alignment->Where};
  }
  SwizzleLosses = lossesOf(BestSwizzle, Now);
  if (!BestSwizzle || !IsBeside)
    return;
  bool IsLess =
      BestSwizzle->Cost.Total.weight() < Best->Cost.Total.weight() - 1e-9;
  bool HasFewerLosers = BestLosses.IsAny && !SwizzleLosses.IsAny;
  if (!IsLess && !HasFewerLosers)
    BestSwizzle.reset();
}

/// Gaps that leave a smaller share, by more than the arithmetic of their
/// indices takes, become what is proposed. Other walks may have other loops cut
/// short: only shares are to be compared.
bool Proposal::searchGaps(double ShareToBeat) {
  Gapped = gappedForm(Array, Map, Context, StepBudget);
  if (!Gapped)
    return false;
  Replay Accesses(Gapped->Uses);
  LayoutCost Before = Accesses.costOf({});
  std::optional<Proof> One =
      bestPadding(Accesses, Gapped->UnitElements, Before, StepBudget);
  // Declared rows could still grow: one fix is to be enough.
  const bool MayGrow = Array.any().Extents.size() > 1;
  if (!One || (MayGrow && One->Cost.hasExcess()) ||
      !paysForArithmetic(ShareToBeat * Before.Total.weight() -
                             One->Cost.Total.weight(),
                         One->Cost.Total))
    return false;
  Chosen = Gapped.get();
  Now = std::move(Before);
  Best = std::move(One);
  BestLosses = lossesOf(Best, Now);
  BlocksLost = lostResidency(Chosen->Uses, Best->ExtraBytes);
  return true;
}

//===----------------------------------------------------------------------===//
// What is said of a layout
//===----------------------------------------------------------------------===//

/// Whether an access takes fewer wavefronts than now.
bool Proposal::helps(const Proof &One, const AccessKey &Where) const {
  auto Was = Now.Sites.find(Where), Is = One.Cost.Sites.find(Where);
  double Before = Was == Now.Sites.end() ? 0 : Was->second.Wavefronts;
  double After = Is == One.Cost.Sites.end() ? 0 : Is->second.Wavefronts;
  return After < Before - 1e-9;
}

/// What was proved, but for the change itself.
ProposedLayout Proposal::proposed(const Proof &One,
                                  const std::vector<ArrayInKernel> &Uses,
                                  const Losses &Lost,
                                  const AccessKey &Where) const {
  ProposedLayout Result;
  Result.Effect = effectOn(Where, Now, One.Cost, Uses);
  Result.Worsened = Lost.Most;
  Result.HasUnknown = One.Cost.Total.UnknownRequests > 0;
  return Result;
}

/// Those of the rows that become longer.
ElementType Proposal::elementType() const {
  const ArrayInKernel &Use = Chosen->Uses.front();
  const ValueDecl *Declared = Array.declaration();
  if (Chosen->OfMember)
    Declared = Chosen->OfMember->Member;
  QualType Element(Declared->getType()->getBaseElementTypeUnsafe(), 0);
  ElementType Result;
  Result.Bytes = Use.elementBytes();
  if (!Element->isIncompleteType() && !Element->isDependentType() &&
      Context.getTypeSizeInChars(Element).getQuantity() == Result.Bytes)
    Result.Name = Element.getAsString(Context.getPrintingPolicy());
  return Result;
}

/// By how much the rows of all instances grow, where these have several
/// lengths; else 0.
int64_t Proposal::ofAllBytes() const {
  const ArrayInKernel &First = Chosen->Uses.front();
  const bool AreAlike =
      llvm::all_of(Chosen->Uses, [&](const ArrayInKernel &Use) {
        return declarationOf(Use)->getLocation() !=
                   declarationOf(First)->getLocation() ||
               Use.rowBytes() == First.rowBytes();
      });
  return AreAlike ? 0 : Best->NewLayout.rowBytes(First) - First.rowBytes();
}

ProposedLayout Proposal::longerRows(const AccessKey &Where) const {
  assert(Best && Chosen && "no padding was found");
  ProposedLayout Result = proposed(*Best, Chosen->Uses, BestLosses, Where);
  std::optional<ResidentBlocks> Blocks;
  if (BlocksLost)
    Blocks = {BlocksLost->Now, BlocksLost->Then};
  if (Chosen->IsGapped) {
    Result.Change = GappedIndices{Array.any().Name.str(),
                                  gappedText(Array, Best->NewLayout),
                                  Best->ExtraBytes, Blocks};
    return Result;
  }
  std::string Owner = Chosen->OfMember
                          ? Chosen->OfMember->Member->getNameAsString()
                          : Array.any().Name.str();
  const ArrayInKernel &Use = Chosen->Uses.front();
  const int64_t ExtraBytes =
      droppedElements(Best->NewLayout) > 0
          ? Best->NewLayout.sizeBytes(Use) - Use.sizeBytes()
          : Best->ExtraBytes;
  Result.Change =
      LongerRows{std::move(Owner), elementType(), Best->NewLayout.rowBytes(Use),
                 ExtraBytes,       Blocks,        ofAllBytes()};
  return Result;
}

/// The row length to choose by hand.
note::RowAdvice Proposal::advice() const {
  assert(Best && Chosen && "no padding was found");
  const ArrayInKernel &Use = Chosen->Uses.front();
  return {Use.rowBytes(), Best->NewLayout.rowBytes(Use), elementType(),
          /*IsDeclared=*/!Use.RowBytes || Use.Member, ofAllBytes()};
}

Note Proposal::refusal(const SourceObstacle &O,
                       std::optional<note::RowAdvice> Advised) const {
  SourceRange Where = O.Where.isValid()
                          ? O.Where
                          : SourceRange(Array.declaration()->getLocation());
  return {spanOf(Where, Context),
          note::NoFix{Array.any().Name.str(), O.what(), std::move(Advised)}};
}

std::string Proposal::swizzleText(const Finding &F) const {
  const Expr *Access = nullptr;
  forEachRecord(Unchanged->Uses, [&](const ArrayInKernel &Use, const Trace &,
                                     const AccessRecord &Record) {
    const Site &Shown = (*Use.Walked->Sites)[Record.shownSite()];
    if (!Access && Shown.Span.Begin == F.Span.Begin)
      Access = expressionOf(Use, Record.Site);
  });
  if (!Access)
    return "";
  return swizzledText(Array, Access, *BestSwizzle->NewLayout.Swizzled, Context);
}

/// What the swizzled array is larger by; below 0 where it loses its padding.
int64_t Proposal::swizzleBytes() const {
  const ArrayInKernel &Use = Unchanged->Uses.front();
  const Layout &L = BestSwizzle->NewLayout;
  return droppedElements(L) ? L.sizeBytes(Use) - Use.sizeBytes() : 0;
}

/// Without its padding a row may be too short for other blocks.
bool Proposal::shrinksForBlocks() const {
  return HasOpenLaunch && droppedElements(BestSwizzle->NewLayout) > 0;
}

/// Rows that nothing declares, and shorter ones, are those of the blocks.
bool Proposal::needsBlocks() const {
  return HasOpenLaunch &&
         (Array.any().Extents.size() < 2 || !Array.any().SizeBytes ||
          !Array.dynamicArrays().empty() || Best->ExtraBytes < 0);
}

/// No access pays for it, in blocks of any shape that comes by.
bool Proposal::isSwizzleSafe() const {
  const SiteCost &Swizzled = BestSwizzle->Cost.Total;
  return !SwizzleLosses.IsAny &&
         paysForArithmetic(Now.Total.weight() - Swizzled.weight(), Swizzled) &&
         !Rounded.MayNotFit && !OfOtherBlocks && !shrinksForBlocks() &&
         !FillsRegisters;
}

/// Where a padding serves nearly as well, that is the better one.
bool Proposal::isSwizzleWorthIt() const {
  const SiteCost &Swizzled = BestSwizzle->Cost.Total;
  return isSwizzleSafe() &&
         (BestLosses.IsAny ||
          paysForArithmetic(Best->Cost.Total.weight() - Swizzled.weight(),
                            Swizzled));
}

/// Points at a launch of the same template that has no conflict, from the one
/// that has.
void Proposal::addInstance(Finding &F, const OtherInstances &Instances) const {
  const std::optional<AccessKey> Where = accessOf(F, Now);
  if (!Where)
    return;
  auto Other = Instances.withoutConflict(*Where, Context);
  const auto Launched = llvm::find_if(
      F.Notes, [](const Note &N) { return N.getAs<note::Launch>(); });
  if (Other && Launched != F.Notes.end())
    F.Notes.push_back({Launched->Span, std::move(*Other)});
}

/// The swizzle as a fix where every access can be edited; else as a note.
void Proposal::addSwizzle(Finding &F, const Fix *Edits) const {
  std::optional<AccessKey> Where = accessOf(F, BestSwizzle->Cost);
  std::string Text = swizzleText(F);
  if (!Where || Text.empty() || !helps(*BestSwizzle, *Where))
    return;
  ProposedLayout Proposed =
      proposed(*BestSwizzle, Unchanged->Uses, SwizzleLosses, *Where);
  Proposed.HasOtherBlocks = OfOtherBlocks || shrinksForBlocks();
  Proposed.TakesRegisters = FillsRegisters;
  Proposed.Change = SwizzledIndices{
      Array.any().Name.str(),
      std::move(Text),
      Rounded.IsAny ? movedBytes(Array, BestSwizzle->NewLayout) : 0,
      Rounded.MayNotFit,
      std::max<int64_t>(droppedElements(BestSwizzle->NewLayout), 0),
      swizzleBytes()};
  if (!Edits)
    return F.Notes.push_back({F.Span, note::Swizzle{std::move(Proposed)}});
  Fix Offered = *Edits;
  Offered.IsSafe = isSwizzleSafe();
  Offered.Proposed = std::move(Proposed);
  Offered.Where = F.Span;
  F.Fixes.push_back(std::move(Offered));
}

//===----------------------------------------------------------------------===//
// Fixes and notes
//===----------------------------------------------------------------------===//

/// An access whose index does not fit its type with some padding.
static std::optional<AccessOfUse> wrappingAccess(const RowForm &Form) {
  for (const Proof &One :
       fittingPaddings(Form.Uses, Form.UnitElements, /*InTwo=*/false))
    for (const auto *Uses : {&Form.Uses, &Form.OpenUses})
      if (auto Wrapped = wrapsAround(*Uses, One.NewLayout.Units))
        return Wrapped;
  return std::nullopt;
}

/// Why no padding is offered; where one is, its edits.
std::optional<Note> Proposal::refusalOfAll(Fix &Edits) {
  assert((Chosen || !Forms.front()->Obstacles.empty()) &&
         "a form without an obstacle can be proved");
  if (!Chosen)
    return refusal(Forms.front()->Obstacles.front());
  if (!Best && StepBudget == 0)
    return refusal({ObstacleKind::LongProof, {}});
  if (auto Wrapped = Best ? std::nullopt : wrappingAccess(*Chosen))
    return refusal(
        {ObstacleKind::NarrowIndex,
         expressionOf(*Wrapped->Use, Wrapped->Site)->getSourceRange()});
  // Rows within the declared ones might help: not those that are none.
  const auto IsProvable = [](const auto &Form) { return Form->isProvable(); };
  if (!Best && llvm::none_of(Inner, IsProvable))
    for (const auto &Form : Inner)
      if (!Form->Crossing)
        return refusal(Form->Obstacles.front());
  if (!Best)
    return refusal({isMemoryShort(Chosen->Uses) ? ObstacleKind::ShortMemory
                                                : ObstacleKind::NothingBetter,
                    {}});
  if (!Chosen->Obstacles.empty())
    return refusal(Chosen->Obstacles.front(), advice());
  if (MovedByGuess)
    return refusal(*MovedByGuess, advice());
  if (!isForAllShapes())
    return refusal({ObstacleKind::UnknownBlock, {}});
  if (OfOtherBlocks)
    return refusal({ObstacleKind::OtherLaunches, OfOtherBlocks->getLocation()},
                   advice());
  if (llvm::Error E = Chosen->Edit(*Best, Edits))
    return refusal(takeObstacle(std::move(E)), advice());
  if (auto File = Map.repeatedFileOf(Edits))
    return refusal({ObstacleKind::RepeatedFile, {}, nullptr, *File}, advice());
  llvm::SetVector<const NamedDecl *> Others = Chosen->Written;
  if (Chosen->ReadsBlock)
    for (const ArrayInKernel &Use : Array.Uses)
      Others.insert(walkOf(Use).Kernel);
  for (const VarDecl *Instance : Array.Instances)
    if (const TypedefNameDecl *Name = typeNameOf(Instance);
        Name && !Map.arraysOf(Name).empty())
      Others.insert(Name);
  const DeclaredArray &Followed = Chosen->OfMember ? *Chosen->OfMember : Array;
  for (const NamedDecl *D : Chosen->Written)
    if (isa<TagDecl>(D) && Mentioned.hasConditions(D->getSourceRange()))
      return refusal({ObstacleKind::RemovedText, D->getLocation(), D},
                     advice());
  if (auto Removed =
          Mentioned.removedUse(Followed, Edits, Others.getArrayRef()))
    return refusal(*Removed, advice());
  const ArrayInKernel &Use = Chosen->Uses.front();
  if (auto Other =
          Chosen->IsGapped
              ? otherPlaces(Array, &Chosen->BoundedTerms, Edits, Mentioned, Map,
                            Context)
              : otherMeaning(Followed, Use.rowBytes() / Use.elementBytes(),
                             Edits, Mentioned, Map, Context))
    return refusal(*Other, advice());
  if (auto Other = otherSize(Followed, Chosen->Uses, Best->NewLayout, Mentioned,
                             Map, Context))
    return refusal(*Other, advice());
  if (auto Counted =
          memoryObstacle(Array, Chosen->Uses, Best->NewLayout, Map, Context))
    return refusal(*Counted, advice());
  Edits.Symbols = symbolsOf(Array, Edits, Map, Context);
  // Each array of several proposes the same.
  if (Array.IsJoint)
    llvm::sort(Edits.Edits);
  return std::nullopt;
}

/// How the lanes of the finding meet, if a note says so.
static const LaneConflict *meetingOf(const Finding &F) {
  for (const Note &N : F.Notes)
    if (const auto *Why = N.getAs<note::Why>())
      return &Why->Meeting;
  return nullptr;
}

/// Whether lanes access a member each of elements side by side.
static bool isOfOneMember(const Finding &F, const DeclaredArray &Array) {
  const LaneConflict *Meeting = meetingOf(F);
  const auto *Steps = Meeting ? std::get_if<EqualSteps>(Meeting) : nullptr;
  const SharedArray &Any = Array.any();
  return Steps && F.IsSteady && Any.HasClassElements &&
         Any.Extents.size() == 1 &&
         std::abs(Steps->Bytes) == Any.StrideBytes.back();
}

/// Why there is no fix for one of the findings: what keeps all of them from
/// one, if no better reason is known. `IsMoved`: the swizzle is offered.
Note Proposal::refusalOf(const Finding &F, const Note &OfAll,
                         bool IsMoved) const {
  const ObstacleKind Kind = OfAll.getAs<note::NoFix>()->What.Kind;
  const bool IsWithoutRows = Kind == ObstacleKind::NoRows ||
                             Kind == ObstacleKind::NoRowFactor ||
                             Kind == ObstacleKind::NothingBetter;
  const LaneConflict *Meeting = meetingOf(F);
  if (Meeting && std::holds_alternative<SameWord>(*Meeting) &&
      F.Operation == AccessOperation::Atomic)
    return refusal({ObstacleKind::OneWord, {}});
  if (IsWithoutRows && isOfOneMember(F, Array))
    return refusal({ObstacleKind::MembersApart, {}});
  if (IsMoved && IsWithoutRows && BestSwizzle)
    if (std::optional<AccessKey> Where = accessOf(F, BestSwizzle->Cost);
        Where && !helps(*BestSwizzle, *Where))
      return refusal({ObstacleKind::NotThisAccess, {}});
  return OfAll;
}

/// What limits have left untried.
void Proposal::addLimitNotes(Finding &F) const {
  if (!F.Fixes.empty()) {
    const bool IsFree = llvm::any_of(
        F.Fixes, [](const Fix &X) { return X.IsSafe && !X.leavesExcess(); });
    if ((IsSwizzleSearchCut || StepBudget == 0) && !IsFree)
      F.Notes.push_back({spanOf(Array.declaration()->getLocation(), Context),
                         note::CutSearch{Array.any().Name.str()}});
    return;
  }
  // One reason is enough, and that nothing is better is not known then.
  auto Add = [&F](Note Limit) {
    auto Known = llvm::find_if(
        F.Notes, [](const Note &N) { return N.getAs<note::NoFix>(); });
    if (Known == F.Notes.end())
      F.Notes.push_back(std::move(Limit));
    else if (Known->getAs<note::NoFix>()->What.Kind ==
             ObstacleKind::NothingBetter)
      *Known = std::move(Limit);
  };
  if (!Best && llvm::any_of(Forms.back()->Obstacles, [](const auto &O) {
        return O.Kind == ObstacleKind::ManyRowFactors;
      }))
    Add(refusal(Forms.back()->Obstacles.back()));
  if (!Best && Chosen && StepBudget != 0 &&
      hasUntriedPaddings(Chosen->Uses, Chosen->UnitElements))
    Add(refusal({ObstacleKind::ManyPaddings, {}}));
  if (IsSwizzleSearchCut && !BestSwizzle)
    Add(refusal({ObstacleKind::LongSwizzleSearch, {}}));
}

/// Points at a member that no code names, and that only moves the others apart.
void Proposal::addPaddingNotes(llvm::ArrayRef<Finding *> Findings) const {
  std::optional<Padding> P = memberPaddingOf(Array, Map, Context);
  bool Pays = P && P->IsUseless &&
              P->Without.Total.Wavefronts < P->With.Total.Wavefronts - 1e-9;
  for (Finding *F : Pays ? Findings : llvm::ArrayRef<Finding *>())
    if (std::optional<AccessKey> Where = accessOf(*F, Now))
      F->Notes.push_back(
          {spanOf(P->Member->getSourceRange(), Context),
           note::SpareMember{P->Member->getNameAsString(),
                             effectOn(*Where, P->With, P->Without, Array.Uses),
                             P->Bytes}});
}

void Proposal::addPadding(Finding &F, const Fix &Edits) const {
  std::optional<AccessKey> Where = accessOf(F, Now);
  if (!Where || !helps(*Best, *Where)) {
    if (F.Fixes.empty()) {
      F.Notes.push_back(refusal({ObstacleKind::NotThisAccess, {}}));
      F.Notes.back().Span = F.Span;
    }
    return;
  }
  Fix Offered = Edits;
  Offered.Proposed = longerRows(*Where);
  Offered.Proposed.HasOtherBlocks = needsBlocks();
  Offered.Proposed.TakesRegisters =
      Chosen->IsGapped && !Chosen->HasSteadyGaps && FillsRegisters;
  Offered.IsSafe =
      !BestLosses.IsAny && !needsBlocks() && !Offered.Proposed.TakesRegisters;
  // One safe fix is enough: an editor takes it without a question.
  if (Offered.IsSafe && !F.Fixes.empty() && F.Fixes.front().IsSafe) {
    if (!isSwizzleWorthIt())
      F.Fixes.front() = std::move(Offered);
    return;
  }
  F.Fixes.insert(Offered.IsSafe ? F.Fixes.begin() : F.Fixes.end(),
                 std::move(Offered));
}

/// What a library accesses, no edit of the source's subscripts moves.
static bool areOfLibrary(llvm::ArrayRef<Finding *> Findings) {
  return llvm::all_of(Findings,
                      [](const Finding *F) { return !F->Library.empty(); });
}

/// Where no other edit frees all accesses, and no access pays for it, gaps may.
void Proposal::tryGaps(bool IsMovable, std::optional<Note> &Refusal,
                       Fix &Longer) {
  const bool IsKnown = Chosen || Unchanged;
  const SiteCost *Offered = &Now.Total;
  if (!Refusal && !BestLosses.IsAny)
    Offered = &Best->Cost.Total;
  if (IsMovable && isSwizzleSafe() &&
      BestSwizzle->Cost.Total.weight() < Offered->weight())
    Offered = &BestSwizzle->Cost.Total;
  const double IdealWeight =
      Now.Total.weight() - Now.Total.Wavefronts + Now.Total.Ideal;
  if (IsKnown && Offered->weight() <= IdealWeight + 1e-9)
    return;
  auto Kept = std::tuple(Chosen, Now, Best, BestLosses, BlocksLost);
  Fix Edits;
  const bool IsBetter =
      searchGaps(IsKnown ? Offered->weight() / Now.Total.weight() : 1) &&
      !(BestLosses.IsAny && (!Refusal || IsMovable));
  std::optional<Note> OfGaps = IsBetter ? refusalOfAll(Edits) : std::nullopt;
  if (IsBetter && !OfGaps) {
    Refusal.reset();
    Longer = std::move(Edits);
    return;
  }
  std::tie(Chosen, Now, Best, BestLosses, BlocksLost) = std::move(Kept);
  // There is a better layout, but its text cannot be.
  if (OfGaps && Refusal &&
      Refusal->getAs<note::NoFix>()->What.Kind == ObstacleKind::NothingBetter)
    Refusal = std::move(OfGaps);
}

/// Writes the swizzle at each index, and rounds what launches ask for; or says
/// why that is to be done by hand.
bool Proposal::writeSwizzle(Fix &Out) {
  const Layout &L = BestSwizzle->NewLayout;
  if (!ByHand)
    ByHand = MovedByGuess;
  if (!ByHand)
    if (llvm::Error E = editSwizzle(Array, Unchanged->Uses, L, Mentioned, Map,
                                    Context, Out))
      ByHand = takeObstacle(std::move(E));
  if (!ByHand)
    ByHand = Mentioned.removedUse(Array, Out);
  if (!ByHand)
    ByHand = otherPlaces(Array, /*BoundedTerms=*/nullptr, Out, Mentioned, Map,
                         Context);
  const bool Grows = BestSwizzle->ExtraBytes > 0;
  if (!ByHand && Grows)
    ByHand = otherSize(Array, Unchanged->Uses, L, Mentioned, Map, Context);
  if (!ByHand && Grows)
    ByHand = memoryObstacle(Array, Unchanged->Uses, L, Map, Context);
  Rounded = roundLaunchSizes(Array, movedBytes(Array, L), Mentioned, Map,
                             Context, Out);
  if (!ByHand)
    ByHand = Rounded.Obstacle;
  if (!ByHand && Grows)
    Out.Kernels = growthOf(Array, Unchanged->Uses, L, Map, Context);
  RepeatedFile = Map.repeatedFileOf(Out);
  if (RepeatedFile && !ByHand)
    ByHand = {ObstacleKind::RepeatedFile, {}, nullptr, *RepeatedFile};
  Out.Symbols = symbolsOf(Array, Out, Map, Context);
  if (Array.IsJoint)
    llvm::sort(Out.Edits);
  return !ByHand;
}

void Proposal::addTo(llvm::ArrayRef<Finding *> Findings) {
  if (areOfLibrary(Findings)) {
    for (const LayoutCure &Cure : Layouts.curesOf(Array, StepBudget))
      for (Finding *F : Findings)
        std::visit([F](const auto &N) { F->Notes.push_back({F->Span, N}); },
                   Cure);
    return;
  }
  search();
  if (!Array.IsJoint)
    addPaddingNotes(Findings);
  Fix Longer, Moved;
  std::optional<Note> Refusal = refusalOfAll(Longer);
  const bool IsInPlace = Refusal && !HasSearchedSwizzle && StepBudget;
  if (IsInPlace) // of a padding
    searchSwizzle(/*IsBeside=*/false);
  const bool IsMovable = BestSwizzle && writeSwizzle(Moved);
  if (IsInPlace && !IsMovable)
    BestSwizzle.reset(); // what is to be done by hand is said
  else if (BestSwizzle && !IsMovable && Refusal)
    Refusal = refusal(*ByHand);
  tryGaps(IsMovable, Refusal, Longer);
  if (!Refusal)
    Longer.Kernels =
        growthOf(Array, Chosen->Uses, Best->NewLayout, Map, Context);
  const RowForm *Form = Chosen ? Chosen : Unchanged.get();
  std::optional<OtherInstances> Instances;
  if (Form)
    Instances.emplace(Now, Form->Uses);
  for (Finding *F : Findings) {
    if (Instances)
      addInstance(*F, *Instances);
    if (BestSwizzle)
      addSwizzle(*F, IsMovable ? &Moved : nullptr);
    if (!Refusal)
      addPadding(*F, Longer);
    else if (F->Fixes.empty())
      F->Notes.push_back(refusalOf(*F, *Refusal, IsMovable));
    addLimitNotes(*F);
    F->dropNeedlessAdvice();
    if (llvm::any_of(F->Fixes, [&](const Fix &X) {
          return isHalfRead(Array, X, Map, Context);
        }))
      F->keepHalfRead();
  }
}

static bool isEditable(llvm::ArrayRef<std::unique_ptr<RowForm>> Forms) {
  return llvm::any_of(Forms,
                      [](const auto &Form) { return Form->Obstacles.empty(); });
}

static std::vector<std::vector<Note>>
notesOf(llvm::ArrayRef<Finding *> Findings) {
  std::vector<std::vector<Note>> Result;
  for (const Finding *F : Findings)
    Result.push_back(F->Notes);
  return Result;
}

static bool hasFixes(llvm::ArrayRef<Finding *> Findings) {
  return llvm::any_of(Findings,
                      [](const Finding *F) { return !F->Fixes.empty(); });
}

void banklint::proposeFixes(const Analysis &Found, ASTContext &Context,
                            ProofBudget &Budget,
                            std::vector<Finding> &Findings) {
  std::map<ArrayKey, std::vector<Finding *>> ByArray;
  std::set<ArrayKey> Wanted;
  for (Finding &F : Findings)
    if (F.Declared.Line && F.Rule == BankConflictRule) {
      ArrayKey Key = {F.Declared, arrayField(F.Arrays)};
      ByArray[Key].push_back(&F);
      Wanted.insert(Key);
    }
  if (ByArray.empty())
    return;
  SourceMap Map(Context);
  Mentions Mentioned(Map, Context);
  LibraryLayouts Layouts(Context);
  std::optional<std::map<ArrayKey, DeclaredArray>> All;
  for (auto &[Key, Array] : declaredArrays(Found, Map, Context, &Wanted)) {
    std::vector<Finding *> &OfArray = ByArray[Key];
    std::optional<DeclaredArray> Joint;
    if (!areOfLibrary(OfArray) && mayBeJoint(Array)) {
      if (!All)
        All = declaredArrays(Found, Map, Context);
      Joint = jointArray(Array, *All, Map, Context);
    }
    std::vector<std::unique_ptr<RowForm>> Forms;
    auto Propose = [&](const DeclaredArray &Changed) {
      Proposal(Changed, std::move(Forms), Map, Mentioned, Layouts, Context,
               Budget.StepsLeft)
          .addTo(OfArray);
    };
    if (Joint) {
      Forms = formsOf(Array, Map, Context, Budget.StepsLeft);
      if (isEditable(Forms))
        Joint.reset(); // it can change alone
    }
    if (Joint) {
      auto OfJoint = formsOf(*Joint, Map, Context, Budget.StepsLeft);
      const bool IsEditable = isEditable(OfJoint);
      std::swap(Forms, OfJoint);
      const auto Kept = notesOf(OfArray);
      Propose(*Joint);
      // What keeps the one array is said.
      if (!IsEditable && !hasFixes(OfArray)) {
        for (auto [F, Notes] : llvm::zip_equal(OfArray, Kept))
          F->Notes = Notes;
        Forms = std::move(OfJoint);
        Joint.reset();
      }
    }
    if (!Joint)
      Propose(Array);
    if (Budget.StepsLeft == 0)
      Budget.CutShort.insert(walkOf(Array.Uses.front()).Kernel);
  }
}
