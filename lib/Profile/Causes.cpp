//===- Causes.cpp - What a line alone does not explain --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Causes.h"
#include "Matching.h"
#include "Profile/Comparison.h"
#include "Profile/Export.h"
#include "Profile/Prediction.h"
#include "Shapes.h"
#include "Source/AccessKey.h"
#include "Work.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include <cstddef>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

using namespace llvm;
using namespace banklint;

namespace {
/// Looks at the lines of one operation together.
class Settler {
public:
  Settler(std::vector<Work> &Lines, std::vector<Work> &Rest,
          const FileMap &Files)
      : Lines(Lines), Rest(Rest), Files(Files) {}

  void run(AccessOperation Operation);

private:
  void settleInHeaders(ArrayRef<Work *> Missing, ArrayRef<Work *> Found);
  static bool settleTogether(ArrayRef<Work *> Group);
  static void settleNeighbours(std::vector<Work *> &Missing,
                               std::vector<Work *> &Found);
  void settleUnknown(std::vector<Work *> &Missing, std::vector<Work *> &Found,
                     AccessOperation Operation);

  std::vector<Work> &Lines, &Rest;
  const FileMap &Files;
};
} // namespace

static std::vector<ProfiledLine> placesOf(ArrayRef<Work *> Works,
                                          const Work *But = nullptr) {
  std::vector<ProfiledLine> Places;
  for (const Work *W : Works)
    if (W != But && !is_contained(Places, W->Line.At))
      Places.push_back(W->Line.At);
  return Places;
}

/// Instructions of a header without the line that calls it: those that take
/// just what lines without any are predicted to take are theirs.
void Settler::settleInHeaders(ArrayRef<Work *> Missing,
                              ArrayRef<Work *> Found) {
  std::vector<std::pair<Expectation, Work *>> Lacking;
  for (Work *W : Missing) {
    if (W->Line.Measured || !W->Expected)
      return;
    Lacking.push_back({*W->Expected, W});
  }
  std::vector<std::tuple<Expectation, const Part *, Work *>> Instructions;
  for (Work *W : Found) {
    if (isKnownFile(W->Line.At, Files))
      return;
    for (const Part *P : W->Parts)
      Instructions.push_back({{P->Sum.Wavefronts, P->Sum.Ideal}, P, W});
  }
  if (Lacking.size() != Instructions.size())
    return;
  sort(Lacking);
  sort(Instructions);
  for (auto [Lack, I] : zip_equal(Lacking, Instructions))
    if (Lack.first != std::get<0>(I))
      return;
  for (auto [Lack, I] : zip_equal(Lacking, Instructions)) {
    Work &W = *Lack.second;
    addPart(W, *std::get<1>(I));
    W.takeExpected();
    conclude(W, Agreement::Agrees,
             {Cause::InHeader, "", {std::get<2>(I)->Line.At}});
    std::get<2>(I)->IsOpen = false;
  }
}

/// Several lines that differ, and whose sums do not: their accesses have
/// merged, or an instruction stands at another line of a statement.
bool Settler::settleTogether(ArrayRef<Work *> Group) {
  __int128 Wavefronts = 0, Ideal = 0;
  bool HasPrediction = false;
  for (const Work *W : Group) {
    Wavefronts += W->measured().Wavefronts;
    Ideal += W->measured().Ideal;
    if (!W->Predicted)
      continue;
    HasPrediction = true;
    if (!W->Expected)
      return false;
    Wavefronts -= W->Expected->first;
    Ideal -= W->Expected->second;
  }
  if (Group.size() < 2 || !HasPrediction || Wavefronts != 0 || Ideal != 0)
    return false;
  for (Work *W : Group)
    conclude(*W, Agreement::Explained,
             {Cause::Together, "", placesOf(Group, W)});
  return true;
}

/// Lines of one statement stand close to each other.
void Settler::settleNeighbours(std::vector<Work *> &Missing,
                               std::vector<Work *> &Found) {
  static constexpr unsigned Near = 3;
  std::vector<Work *> All = Missing;
  append_range(All, Found);
  sort(All,
       [](const Work *A, const Work *B) { return A->Line.At < B->Line.At; });
  for (size_t Begin = 0, End = 0; Begin != All.size(); Begin = End) {
    for (End = Begin + 1; End != All.size(); ++End)
      if (All[End]->Line.At.File != All[Begin]->Line.At.File ||
          All[End]->Line.At.Line - All[End - 1]->Line.At.Line > Near)
        break;
    settleTogether(ArrayRef(All).slice(Begin, End - Begin));
  }
  const auto IsSettled = [](const Work *W) { return !W->IsOpen; };
  erase_if(Missing, IsSettled);
  erase_if(Found, IsSettled);
}

/// Accesses whose cost is not known may have made the instructions of a header
/// that are left, and those of others beside them.
void Settler::settleUnknown(std::vector<Work *> &Missing,
                            std::vector<Work *> &Found,
                            AccessOperation Operation) {
  std::vector<Work *> Unknown;
  for (Work &W : Lines)
    if (W.Line.Operation == Operation && W.Line.Judgement == Agreement::Open &&
        !W.IsOpen && !W.Line.Measured)
      Unknown.push_back(&W);
  erase_if(Found,
           [&](const Work *W) { return isKnownFile(W->Line.At, Files); });
  if (Unknown.empty() || Found.empty())
    return;
  __int128 Needed = 0, Measured = 0;
  for (const Work *W : Missing)
    Needed += W->Expected ? W->Expected->first : 0;
  for (const Work *W : Found)
    Measured += W->measured().Wavefronts;
  if (Needed > Measured)
    return;
  const std::vector<ProfiledLine> Places = placesOf(Found);
  for (Work *W : Missing)
    if (!W->Line.Measured && W->Expected)
      conclude(*W, Agreement::Open, {Cause::AmongOthers, "", Places});
  for (Work *W : Unknown) {
    W->Line.Causes = {{Cause::NotKnown, W->Predicted->Reason}};
    if (Unknown.size() == 1 && Missing.empty()) {
      for (const Work *F : Found)
        for (const Part *P : F->Parts)
          addPart(*W, *P);
      W->Line.Causes.push_back({Cause::InHeader, "", Places});
    } else {
      W->Line.Causes.push_back({Cause::AmongOthers, "", Places});
    }
  }
  for (Work *W : Found)
    W->IsOpen = false;
}

void Settler::run(AccessOperation Operation) {
  std::vector<Work *> Missing, Found;
  for (auto [From, To] :
       {std::pair(&Lines, &Missing), std::pair(&Rest, &Found)})
    for (Work &W : *From)
      if (W.IsOpen && W.Line.Operation == Operation)
        To->push_back(&W);
  settleInHeaders(Missing, Found);
  const auto IsSettled = [](const Work *W) { return !W->IsOpen; };
  erase_if(Missing, IsSettled);
  erase_if(Found, IsSettled);
  settleNeighbours(Missing, Found);
  std::vector<Work *> All = Missing;
  append_range(All, Found);
  if (settleTogether(All))
    return;
  settleUnknown(Missing, Found, Operation);
}

void banklint::settleTogether(std::vector<Work> &Lines, std::vector<Work> &Rest,
                              const FileMap &Files) {
  std::set<AccessOperation> Operations;
  for (const std::vector<Work> *Of : {&Lines, &Rest})
    for (const Work &W : *Of)
      Operations.insert(W.Line.Operation);
  Settler Together(Lines, Rest, Files);
  for (AccessOperation Operation : Operations)
    Together.run(Operation);
}

void banklint::concludeOpen(Work &W, const PlacedLaunch &Placed) {
  const PredictedKernel *Predicted = Placed.Predicted;
  // Blocks that somebody guessed may be others of as many warps.
  if (Placed.BlockFrom == ShapeSource::Threads && !Predicted->IsLaunched)
    return conclude(W, Agreement::Open,
                    {Cause::ShapeUnknown, shapeText(Predicted->Block)});
  if (!W.Predicted) {
    const bool IsPart = Predicted->IsPart;
    conclude(W, IsPart ? Agreement::Open : Agreement::Differs,
             {IsPart ? Cause::PartOfKernel : Cause::NotReported});
    return;
  }
  const bool IsIdle =
      W.Line.Measured && all_of(W.Parts, [](const Part *P) {
        return P->Sum.Requests == 0 || (P->Lanes && *P->Lanes == 0);
      });
  // What may take none at all need not be there.
  if (!W.Line.Measured && W.Line.Wavefronts && W.Line.Wavefronts->contains(0))
    return conclude(W, Agreement::Open,
                    {Cause::NoInstruction, W.Predicted->Reason});
  if (!W.Line.Measured)
    W.Line.Causes.push_back({Cause::NoInstruction});
  else if (IsIdle)
    W.Line.Causes.push_back({Cause::NotExecuted});
  const bool IsCondition = IsIdle && W.Predicted->IsConditional;
  conclude(W, IsCondition ? Agreement::Explained : Agreement::Differs);
  if (!IsCondition)
    W.Line.Causes.push_back({Cause::NotExplained});
}
