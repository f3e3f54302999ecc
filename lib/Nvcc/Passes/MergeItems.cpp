//===- MergeItems.cpp - The accesses that may become one ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MergeItems.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace banklint;
using llvm::ArrayRef;
using llvm::SmallVector;

MergeItems::MergeItems(AddressShapes &Shapes, const MergePlan &Plan,
                       ArrayRef<AccessRecord> Records)
    : Shapes(Shapes), Plan(Plan), Records(Records), Places(Records.size()),
      Items(Plan.steps().size()) {
  assert(llvm::all_of(Plan.steps(),
                      [&](const MergePlan::Step &Step) {
                        return Step.Record < Records.size();
                      }) &&
         "the plan is one of these records");
  for (uint32_t I = 0; I != Items.size(); ++I)
    if (stepOf(I).HasBase)
      locate(I);
}

std::optional<int64_t> MergeItems::alignedOffset(const MergeBase &B) const {
  return B.IsConstant
             ? std::optional(-(B.Array->PlacementBytes % MaxAccessBytes))
             : std::nullopt;
}

/// Whether the compiler knows the address, too, once the arrays are placed.
static bool isConstant(const SharedAddress &Where, int64_t AlignmentBytes) {
  return Where.Array->isDeclared() && !Where.Array->IsDynamic &&
         AlignmentBytes >= MaxAccessBytes && Where.isNumber();
}

/// Equal bases get equal numbers.
uint32_t MergeItems::numberOf(const MergeBase &B) {
  auto [Known, IsNew] =
      BaseNumbers.try_emplace(keyOf(B), uint32_t(Bases.size()));
  if (IsNew)
    Bases.push_back(B);
  // Lanes that do not run may hold anything.
  MergeBase &Common = Bases[Known->second];
  Common.AlignmentBytes = std::min(Common.AlignmentBytes, B.AlignmentBytes);
  Common.DeclaredBytes = std::min(Common.DeclaredBytes, B.DeclaredBytes);
  Common.IsConstant &= B.IsConstant;
  return Known->second;
}

/// Each iteration takes a way inside of it or not; that on which it begins, all
/// do.
static unsigned iterationOn(unsigned Arm, const UnrollBlock &Unroll,
                            unsigned Iteration) {
  return Unroll.Counter && Unroll.Arm != Arm ? Iteration : 0;
}

MergeBase MergeItems::baseAt(uint32_t Which, const ShapedPlace &Place,
                             unsigned Arm, LaneMask Active) const {
  const AccessRecord &Record = recordOf(Which);
  const UnrollBlock &Unroll = unrolls()[Record.Unroll];
  MergeBase B;
  B.Array = Record.Where->Array;
  B.Active = Active;
  B.Arm = Arm;
  B.Unroll = Record.Unroll;
  B.Iteration = iterationOn(Arm, Unroll, stepOf(Which).Iteration);
  B.Shape = Place.Shape;
  B.Apart = Record.Apart;
  B.AlignmentBytes =
      commonAlignment(Place.AlignmentBytes, B.Array->PlacementBytes);
  B.DeclaredBytes =
      commonAlignment(Place.AlignmentBytes, B.Array->DeclaredAlignment);
  B.IsConstant = isConstant(*Record.Where, Place.AlignmentBytes);
  if (Record.WarpStepBytes) {
    B.IsConstant = false;
    B.AlignmentBytes = commonAlignment(B.AlignmentBytes, Record.WarpStepBytes);
    B.DeclaredBytes = commonAlignment(B.DeclaredBytes, B.AlignmentBytes);
  }
  B.IsMoving =
      Unroll.Counter && llvm::any_of(shapeOf(B).Terms, [&](const ByteTerm &T) {
        return T.What == Unroll.Counter;
      });
  return B;
}

/// How far an iteration moves the address on.
int64_t MergeItems::shiftOf(const MergeBase &B, unsigned Iteration) const {
  int64_t Shift = 0;
  if (B.IsMoving)
    for (const ByteTerm &T : shapeOf(B).Terms)
      if (T.What == unrollOf(B).Counter && T.Factor.isSame())
        Shift = T.Factor.same() * T.Scale * Iteration;
  return Shift;
}

void MergeItems::locate(uint32_t Which) {
  const AccessRecord &Record = recordOf(Which);
  unsigned Iteration = stepOf(Which).Iteration;
  ShapedPlace &Place = Places[stepOf(Which).Record];
  if (Iteration == 0)
    Place =
        Shapes.placeOf(*Record.Where, Record.Active, unrolls()[Record.Unroll]);
  MergeBase B = baseAt(Which, Place, Record.Arm, Record.Active);
  MergeItem &I = Items[Which];
  I.ShiftBytes = shiftOf(B, Iteration);
  I.OffsetBytes = Place.OffsetBytes + I.ShiftBytes;
  I.BaseId = numberOf(B);
}

MergeItems::Address MergeItems::addressOn(uint32_t Which, unsigned Arm,
                                          LaneMask Active) {
  assert(Active && "some lane runs on the path");
  const AccessRecord &Record = recordOf(Which);
  ShapedPlace Place = placeOf(Which);
  if (Active != Record.Active)
    Place = Shapes.placeOf(*Record.Where, Active, unrolls()[Record.Unroll]);
  MergeBase B = baseAt(Which, Place, Arm, Active);
  return {numberOf(B), Place.OffsetBytes + shiftOf(B, stepOf(Which).Iteration)};
}

std::optional<int64_t> MergeItems::distanceOf(uint32_t Earlier,
                                              uint32_t Which) const {
  const AccessRecord &Record = recordOf(Earlier);
  const LaneMask Active = recordOf(Which).Active;
  assert(Record.Where->Array == recordOf(Which).Where->Array &&
         (Active & ~Record.Active) == 0 &&
         "both are of one array, and the earlier one runs in these lanes");
  ShapedPlace Place = placeOf(Earlier);
  if (Active != Record.Active)
    Place = Shapes.placeOf(*Record.Where, Active, unrolls()[Record.Unroll]);
  if (Place.Shape != placeOf(Which).Shape ||
      Record.Apart != recordOf(Which).Apart)
    return std::nullopt;
  return Items[Which].OffsetBytes - Place.OffsetBytes -
         Items[Earlier].ShiftBytes;
}

bool MergeItems::mayAlias(uint32_t A, uint32_t B) const {
  const MergeItem &X = Items[A], &Y = Items[B];
  const MergeBase &BaseX = baseOf(A), &BaseY = baseOf(B);
  assert(BaseX.Array == BaseY.Array && "accesses of one array are compared");
  int64_t BytesX = recordOf(A).BytesPerLane, BytesY = recordOf(B).BytesPerLane;
  int64_t Apart = X.OffsetBytes - Y.OffsetBytes;
  if (BaseX.Shape == BaseY.Shape)
    return Apart < BytesY && -Apart < BytesX;
  const AddressShape &ShapeX = shapeOf(BaseX), &ShapeY = shapeOf(BaseY);
  int64_t Step = 0;
  // Where one of them has lanes that the other has not, those of both tell.
  const bool HasSameLanes = BaseX.Active == BaseY.Active;
  const LaneMask Both = HasSameLanes ? AllLanes : BaseX.Active & BaseY.Active;
  if (!Both)
    return true;
  std::optional<int64_t> First;
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane) {
    if (!(Both >> Lane & 1))
      continue;
    const int64_t Here = ShapeX.FromFirst[Lane] - ShapeY.FromFirst[Lane];
    if (!First)
      First = Here;
    Step = std::gcd(Step, Here - *First);
  }
  Apart += *First;
  auto AddTerms = [&](const AddressShape &From, const AddressShape &Other) {
    for (const ByteTerm &T : From.Terms) {
      if (llvm::is_contained(Other.Terms, T))
        continue;
      if (!T.Factor.isSame()) {
        Step = 1;
        return;
      }
      Step = std::gcd(Step, T.Factor.same() * T.Scale);
    }
  };
  AddTerms(ShapeX, ShapeY);
  AddTerms(ShapeY, ShapeX);
  if (Step == 0)
    return HasSameLanes || (Apart < BytesY && -Apart < BytesX);
  int64_t Rest = ((Apart % Step) + Step) % Step;
  return !(Rest >= BytesY && Step - Rest >= BytesX);
}

bool MergeItems::mayMeetAny(ArrayRef<uint32_t> Others, uint32_t Which) const {
  return llvm::any_of(Others,
                      [&](uint32_t Other) { return mayAlias(Other, Which); });
}

SmallVector<uint32_t, 8> MergeItems::basesAround(uint32_t Which) const {
  SmallVector<uint32_t, 8> Result = {Items[Which].BaseId};
  MergeBase Outer = baseOf(Which);
  for (unsigned Arm : recordOf(Which).OuterArms) {
    Outer.Arm = Arm;
    Outer.Iteration =
        iterationOn(Arm, unrollOf(Outer), stepOf(Which).Iteration);
    if (auto Known = BaseNumbers.find(keyOf(Outer)); Known != BaseNumbers.end())
      Result.push_back(Known->second);
  }
  return Result;
}

void MergeItems::drop(uint32_t Which, uint32_t Instead) {
  assert(!Items[Which].isDropped() && "an item is dropped once");
  assert(Which != Instead && Instead < Items.size() &&
         "another item does what it would have done");
  Items[Which].Instead = Instead;
  Dropped[Instead].push_back(Which);
}

ArrayRef<uint32_t> MergeItems::droppedFor(uint32_t Which) const {
  auto Found = Dropped.find(Which);
  return Found == Dropped.end() ? ArrayRef<uint32_t>() : Found->second;
}
