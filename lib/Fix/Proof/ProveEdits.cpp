//===- ProveEdits.cpp - Fixes proved for another build --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fix/ProveEdits.h"
#include "Candidates/ElementIndices.h"
#include "Candidates/Forms.h"
#include "Candidates/GappedIndices.h"
#include "Candidates/JointArrays.h"
#include "Layout/Rows.h"
#include "Layout/Search.h"
#include "Proof/BlockMemory.h"
#include "Proof/EditFacts.h"
#include "Proof/HalfRead.h"
#include "Proof/LaunchSizes.h"
#include "Text/Edits.h"
#include "Text/SwizzleEdits.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
using namespace llvm;

/// All edits as those of one fix.
static Fix joined(ArrayRef<ProvedEdits> Wanted) {
  Fix Result;
  for (const ProvedEdits &P : Wanted)
    append_range(Result.Edits, P.Edits);
  return Result;
}

namespace {
/// Looks for the edits of one build among those of another.
class EditProver {
public:
  EditProver(clang::ASTContext &Context, uint64_t &StepsLeft,
             ArrayRef<ProvedEdits> Wanted)
      : Map(Context), Mentioned(Map, Context), Context(Context),
        StepsLeft(StepsLeft), Places(joined(Wanted), Context) {
    for (const ProvedEdits &P : Wanted) {
      HasSwizzles |= P.Kernels.empty();
      for (const Edit &E : P.Edits)
        ByPlace[{E.File, E.OffsetBytes}].push_back({&P, E});
    }
  }

  OtherProof prove(const Analysis &Found);

private:
  bool isWanted(const Fix &Edits) const;
  void prove(const DeclaredArray &Array);
  using EditFunction = function_ref<Error(const Proof &, Fix &)>;
  void prove(const DeclaredArray &Array, const RowForm &Form,
             std::vector<Proof> Layouts, EditFunction MakeEdits);

  SourceMap Map;
  Mentions Mentioned;
  clang::ASTContext &Context;
  uint64_t &StepsLeft;
  EditedPlaces Places;
  /// All wanted edits, by file and offset, with what they belong to.
  std::map<std::pair<std::string, unsigned>,
           std::vector<std::pair<const ProvedEdits *, Edit>>>
      ByPlace;
  bool HasSwizzles = false; ///< which take no memory
  std::vector<ProvedEdits> Proved;
  bool Contradicts = false;
};
} // namespace

/// Whether an edit of another build is among them, and nothing else than that
/// build writes in the same place: all paddings put a `(` before a length.
bool EditProver::isWanted(const Fix &Edits) const {
  std::map<const ProvedEdits *, bool> Agrees;
  for (const Edit &E : Edits.Edits) {
    const auto Known = ByPlace.find({E.File, E.OffsetBytes});
    if (Known == ByPlace.end())
      continue;
    std::map<const ProvedEdits *, bool> Here;
    for (const auto &[Of, Wanted] : Known->second)
      Here[Of] |= !(Wanted < E) && !(E < Wanted);
    for (const auto &[Of, IsSame] : Here)
      Agrees.try_emplace(Of, true).first->second &= IsSame;
  }
  return any_of(make_second_range(Agrees), [](bool Does) { return Does; });
}

void EditProver::prove(const DeclaredArray &Array, const RowForm &Form,
                       std::vector<Proof> Layouts, EditFunction MakeEdits) {
  Replay Accesses(Form.Uses);
  const LayoutCost Before = Accesses.costOf({});
  for (Proof &One : Layouts) {
    Fix Edits;
    Edits.IsSafe = true;
    if (Error E = MakeEdits(One, Edits)) {
      consumeError(std::move(E));
      continue;
    }
    if (!isWanted(Edits) || StepsLeft == 0 || Map.repeatedFileOf(Edits) ||
        wrapsAround(Form.allUses(), One.NewLayout.Units) ||
        ((!One.NewLayout.Swizzled || One.ExtraBytes > 0) &&
         memoryObstacle(Array, Form.Uses, One.NewLayout, Map, Context)))
      continue;
    One.Cost = Accesses.costOf(One.NewLayout);
    Accesses.charge(StepsLeft);
    ProvedEdits &Made = Proved.emplace_back();
    Made.Symbols = symbolsOf(Array, Edits, Map, Context);
    Made.IsHalfRead = isHalfRead(Array, Edits, Map, Context);
    Made.Edits = std::move(Edits.Edits);
    Made.IsSafe =
        Edits.IsSafe && !Made.IsHalfRead && One.losers(Before).empty();
    Made.Kernels = growthOf(Array, Form.Uses, One.NewLayout, Map, Context);
  }
}

/// Tries all that Propose.cpp may propose for an array.
void EditProver::prove(const DeclaredArray &Array) {
  if (kernelWithOtherBlocks(Array, Map) ||
      movedByGuessedBlock(Array, Map, Context))
    return;
  const size_t Before = Proved.size();
  const auto Forms = formsOf(Array, Map, Context, StepsLeft);
  auto TryPaddings = [&](const std::vector<std::unique_ptr<RowForm>> &Of,
                         bool InTwo, PaddingReach Reach) {
    for (const auto &Form : Of)
      if (Form->Obstacles.empty() && Proved.size() == Before)
        prove(Array, *Form,
              fittingPaddings(Form->Uses, Form->UnitElements, InTwo,
                              /*WholeWords=*/false, Reach),
              Form->Edit);
  };
  TryPaddings(Forms, /*InTwo=*/false, PaddingReach::Usual);
  TryPaddings(Forms, /*InTwo=*/true, PaddingReach::Usual);
  const auto Inner = Proved.size() == Before
                         ? innerForms(Array, Map, Context, StepsLeft)
                         : std::vector<std::unique_ptr<RowForm>>();
  TryPaddings(Inner, /*InTwo=*/false, PaddingReach::Usual);
  // What an array has to offer where no usual padding helps.
  for (const auto *Of : {&Forms, &Inner})
    TryPaddings(*Of, /*InTwo=*/false, PaddingReach::Far);
  for (const auto &Form : Forms)
    if (Form->Obstacles.empty() && Proved.size() == Before &&
        !Form->Uses.front().RowBytes && Form->OpenUses.empty())
      prove(Array, *Form, fittingShorterRows(Form->Uses, Form->UnitElements),
            Form->Edit);
  const bool MayHaveGaps =
      !Array.any().SizeBytes ||
      Places.hasAnyIn(Array.declaration()->getSourceRange());
  if (MayHaveGaps) // a padding may ask for some of the same edits
    if (const auto Form = gappedForm(Array, Map, Context, StepsLeft))
      prove(Array, *Form,
            fittingPaddings(Form->Uses, Form->UnitElements, /*InTwo=*/false),
            Form->Edit);
  // That it can be changed, and not so, is no accident.
  Contradicts |= Proved.size() == Before &&
                 Places.hasAnyIn(Array.declaration()->getSourceRange()) &&
                 any_of(Forms, [](const auto &Form) {
                   return Form->Obstacles.empty() || Form->Crossing;
                 });
  if (!HasSwizzles)
    return;
  const auto Form = formToSwizzle(Array, Forms, Map, Context, StepsLeft);
  if (!Form)
    return;
  auto Alignment = alignmentToSwizzle(Array, Map, Context, StepsLeft);
  if (!Alignment)
    return consumeError(Alignment.takeError());
  prove(Array, *Form, fittingSwizzles(Form->Uses, Alignment->Bytes),
        [&](const Proof &One, Fix &Edits) -> Error {
          if (Error E = editSwizzle(Array, Form->Uses, One.NewLayout, Mentioned,
                                    Map, Context, Edits))
            return E;
          const RoundedSizes Sizes =
              roundLaunchSizes(Array, movedBytes(Array, One.NewLayout),
                               Mentioned, Map, Context, Edits);
          Edits.IsSafe = !Sizes.MayNotFit;
          return Sizes.Obstacle ? obstacle(ObstacleKind::SizeOfLaunch)
                                : Error::success();
        });
}

OtherProof EditProver::prove(const Analysis &Found) {
  const std::map<ArrayKey, DeclaredArray> Arrays =
      declaredArrays(Found, Map, Context);
  for (const auto &[Key, Array] : Arrays) {
    const size_t Before = Proved.size();
    prove(Array);
    if (Proved.size() != Before || !mayBeJoint(Array))
      continue;
    if (std::optional<DeclaredArray> Joint =
            jointArray(Array, Arrays, Map, Context))
      prove(*Joint);
  }
  return {std::move(Proved), Contradicts};
}

OtherProof banklint::proveEdits(const Analysis &Found,
                                clang::ASTContext &Context, ProofBudget &Budget,
                                ArrayRef<ProvedEdits> Wanted) {
  return EditProver(Context, Budget.StepsLeft, Wanted).prove(Found);
}
