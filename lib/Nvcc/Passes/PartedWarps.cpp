//===- PartedWarps.cpp - What all warps have in common --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Nvcc/Passes/PartedWarps.h"
#include "Nvcc/Passes/Addresses.h"
#include "Nvcc/Rules/Modes.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include <utility>

using namespace banklint;
using llvm::ArrayRef;
using llvm::SmallVector;

namespace {

/// Where one access is in one walk; the walk does not make it, or not at a
/// place that is known, where there is no array.
struct Position {
  const SharedArray *Array = nullptr;
  uint32_t Shape = 0;
  int64_t OffsetBytes = 0;
  LaneMask Active = 0;

  explicit operator bool() const { return Array; }
};

/// Where accesses that one walk has at places of one shape are in another, in
/// relation to that: equal for two of them if they are as far apart there.
struct Relation {
  Position There;
  int64_t ShiftBytes = 0; ///< from here to there

  /// Whether nothing speaks against it. Of lanes that one of them leaves out,
  /// nothing is known.
  bool agrees(const Relation &Other) const {
    return !There || !Other.There || There.Active != Other.There.Active ||
           (There.Array == Other.There.Array &&
            There.Shape == Other.There.Shape && ShiftBytes == Other.ShiftBytes);
  }
};

class Comparison {
public:
  explicit Comparison(llvm::MutableArrayRef<Trace> Groups)
      : Groups(Groups), Shapes(Groups.size()), Positions(Groups.size()),
        AccessOf(Groups.size()) {
    for (unsigned G = 0; G != Groups.size(); ++G)
      locate(G), compareIterations(G);
  }
  void mark(unsigned Group);

private:
  /// What the walks know an access by, beside how often they met it before.
  using Key =
      std::pair<std::pair<SiteId, uint64_t>, std::pair<unsigned, unsigned>>;

  static Key keyOf(const AccessRecord &Record) {
    return {{Record.Site, llvm::hash_combine_range(Record.Calls)},
            {unsigned(Record.Operation), Record.BytesPerLane}};
  }
  void locate(unsigned Group);
  void compareIterations(unsigned Group);
  Position positionIn(unsigned Group, uint32_t Access) const {
    return Access < Positions[Group].size() ? Positions[Group][Access]
                                            : Position();
  }
  unsigned stepBytes(unsigned Group, const Position &Here,
                     ArrayRef<Relation> Relations) const;

  llvm::MutableArrayRef<Trace> Groups;
  std::vector<AddressShapes> Shapes;
  /// By walk and access.
  std::vector<std::vector<Position>> Positions;
  /// The number of each record's access, by walk.
  std::vector<std::vector<uint32_t>> AccessOf;
  /// Accesses in loops: as far from the one before in two iterations of a walk,
  /// or not.
  llvm::DenseSet<Key> Fixed, Loose;
  llvm::DenseMap<std::pair<Key, unsigned>, uint32_t> Numbers;
};

} // namespace

/// Numbers the accesses of a walk as all walks number them: the third time of
/// one site is the third time of it in each.
void Comparison::locate(unsigned Group) {
  const Trace &T = Groups[Group];
  llvm::DenseMap<Key, unsigned> Met;
  for (const AccessRecord &Record : T.Records) {
    const Key Which = keyOf(Record);
    const auto [Known, IsNew] =
        Numbers.try_emplace({Which, Met[Which]++}, uint32_t(Numbers.size()));
    AccessOf[Group].push_back(Known->second);
    if (Known->second >= Positions[Group].size())
      Positions[Group].resize(Known->second + 1);
    if (!Record.Where || !Record.Where->Array->DeclarationId)
      continue;
    const ShapedPlace Place = Shapes[Group].placeOf(
        *Record.Where, Record.Active, T.Unrolls[Record.Unroll]);
    Positions[Group][Known->second] = {Record.Where->Array, Place.Shape,
                                       Place.OffsetBytes, Record.Active};
  }
}

/// Whether accesses of loops keep their distance from the one of their shape
/// that is before them in the iteration.
void Comparison::compareIterations(unsigned Group) {
  const Trace &T = Groups[Group];
  llvm::DenseMap<std::pair<Key, Key>, int64_t> Distances;
  llvm::DenseMap<std::pair<const SharedArray *, uint32_t>,
                 std::pair<const AccessRecord *, int64_t>>
      LastOfShape;
  for (auto [Record, Access] : llvm::zip_equal(T.Records, AccessOf[Group])) {
    const Position Here = Positions[Group][Access];
    if (!Here || T.Unrolls[Record.Unroll].Loop == NoSite)
      continue;
    auto &Last = LastOfShape[{Here.Array, Here.Shape}];
    const auto [Before, OffsetBytes] =
        std::exchange(Last, {&Record, Here.OffsetBytes});
    if (!Before || Before->Unroll != Record.Unroll)
      continue;
    const int64_t Apart = Here.OffsetBytes - OffsetBytes;
    const Key First = keyOf(*Before), Second = keyOf(Record);
    const auto [Known, IsNew] = Distances.try_emplace({First, Second}, Apart);
    if (IsNew)
      continue;
    llvm::DenseSet<Key> &Kind = Known->second == Apart ? Fixed : Loose;
    // Those that are never neighbours may lie anywhere.
    if (Known->second != Apart &&
        std::min(std::abs(Known->second), std::abs(Apart)) >= MaxAccessBytes)
      continue;
    Kind.insert(First);
    Kind.insert(Second);
  }
}

/// The power of two that divides all distances between where an access is here
/// and elsewhere.
unsigned Comparison::stepBytes(unsigned Group, const Position &Here,
                               ArrayRef<Relation> Relations) const {
  int64_t Step = 0;
  const AddressShape &Mine = Shapes[Group][Here.Shape];
  for (auto [Other, R] : llvm::enumerate(Relations)) {
    if (!R.There || R.There.Active != Here.Active)
      continue;
    if (R.There.Array != Here.Array)
      return 1;
    const AddressShape &Theirs = Shapes[Other][R.There.Shape];
    for (unsigned Lane = 0; Lane != LaneCount; ++Lane)
      if (Here.Active >> Lane & 1)
        Step |= R.ShiftBytes + Theirs.FromFirst[Lane] - Mine.FromFirst[Lane];
  }
  return Step ? unsigned(commonAlignment(Step, MaxAccessBytes)) : 0;
}

void Comparison::mark(unsigned Group) {
  /// Accesses that are as far apart in all walks.
  using Class = std::vector<Relation>;
  llvm::DenseMap<std::pair<const SharedArray *, uint32_t>,
                 SmallVector<Class, 1>>
      ByShape;
  Class Relations(Groups.size());
  for (auto [Record, Access] :
       llvm::zip_equal(Groups[Group].Records, AccessOf[Group])) {
    Record.IsFixed = Fixed.contains(keyOf(Record));
    Record.IsLoose = Loose.contains(keyOf(Record));
    const Position Here = Positions[Group][Access];
    if (!Here)
      continue;
    for (unsigned G = 0; G != Groups.size(); ++G) {
      Relations[G].There = G == Group ? Position() : positionIn(G, Access);
      Relations[G].ShiftBytes =
          Relations[G].There.OffsetBytes - Here.OffsetBytes;
    }
    Record.WarpStepBytes = stepBytes(Group, Here, Relations);
    SmallVector<Class, 1> &Classes = ByShape[{Here.Array, Here.Shape}];
    auto *Found = llvm::find_if(Classes, [&](const Class &Known) {
      return llvm::all_of(llvm::zip_equal(Known, Relations),
                          [](const auto &Both) {
                            return std::get<0>(Both).agrees(std::get<1>(Both));
                          });
    });
    Record.Apart = unsigned(Found - Classes.begin());
    if (Found == Classes.end()) {
      Classes.push_back(Relations);
      continue;
    }
    for (auto [Known, R] : llvm::zip_equal(*Found, Relations))
      if (!Known.There)
        Known = R;
  }
}

void banklint::compareWarps(llvm::MutableArrayRef<Trace> Groups) {
  if (Groups.size() < 2 || consult(ModelRule::AllWarps) == RuleMode::Off)
    return;
  Comparison Walks(Groups);
  for (unsigned G = 0; G != Groups.size(); ++G)
    Walks.mark(G);
  if (consult(ModelRule::AllWarps) == RuleMode::Doubted)
    for (Trace &Group : Groups)
      for (AccessRecord &Record : Group.Records) {
        if (Record.Apart != 0 || Record.IsLoose ||
            (Record.WarpStepBytes != 0 &&
             Record.WarpStepBytes < MaxAccessBytes))
          Record.InexactBy |= doubtOnly(ModelRule::AllWarps);
        Record.Apart = Record.WarpStepBytes = 0;
        Record.IsFixed = Record.IsLoose = false;
      }
}
