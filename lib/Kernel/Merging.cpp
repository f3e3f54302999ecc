//===- Merging.cpp - Which accesses become one request --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/Merging.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"
#include <deque>
#include <numeric>

using namespace banklint;
using llvm::ArrayRef;
using llvm::SmallVector;

static constexpr int64_t MaxBytes = MaxAccessBytes;

namespace {

/// The shape of an address, and what decides with it whether two accesses can
/// be one: the same lanes, on the same way, in the same piece of code.
struct Base {
  const Object *Array = nullptr;
  LaneMask Active = 0;
  unsigned Path = 0, Piece = 0;
  unsigned Round = 0; ///< on ways that each round takes or not
  uint32_t Shape = 0;
  /// The power of two, up to 16, that divides the base: in bytes. And what of
  /// that holds wherever the array may be placed.
  int64_t AlignmentBytes = MaxBytes, DeclaredBytes = MaxBytes;
  /// A term takes part that the loop it is in moves.
  bool IsMoving = false;
};

/// A step of the plan, where it is.
struct Item {
  uint32_t BaseId = 0;
  int64_t ShiftBytes = 0;  ///< of the round
  int64_t OffsetBytes = 0; ///< from the base
  /// The item that made this one unnecessary.
  uint32_t Instead = None;
  /// Joined with others before there is machine code.
  bool IsJoined = false;

  static constexpr uint32_t None = ~0u;
};

/// Loads or stores of one base that may become wider ones.
struct Group {
  uint32_t BaseId = 0;
  bool IsLoad = false;
  /// What is loaded is stored to in the same place: loads may move down to
  /// their uses between these stores.
  bool IsInPlace = false;
  SmallVector<uint32_t, 4> Items; ///< in program order
};

/// Accesses of one basic block that can become wider ones wherever others stand
/// in between, as long as none of these meets them.
struct Chain {
  bool IsLoad = false;
  /// How many stores there were in all before the first item, and whether there
  /// were more before the last.
  unsigned StoresBefore = 0;
  bool IsCut = false;
  SmallVector<uint32_t, 8> Items;
  SmallVector<uint32_t, 8> Between; ///< stores, that loads would move over
};

/// An access that several items make together.
struct Joined {
  int64_t OffsetBytes = 0, WidthBytes = 0;
  SmallVector<uint32_t, 4> Members;
};

/// Part of an item.
struct Element {
  int64_t OffsetBytes;
  uint32_t Which; ///< item
};

/// An access after which a register holds what is in its place.
struct Held {
  uint32_t Which;       ///< item
  uint64_t LoadsBefore; ///< of the array, when it was stored
};
using OffsetTable = llvm::SmallDenseMap<int64_t, Held, 16>;

/// Groups that further accesses may join.
struct OpenGroups {
  /// By base and kind of element.
  llvm::DenseMap<std::pair<uint32_t, unsigned>, uint32_t> Loads;
  /// What the stores of a run share: base, block of memory, block of code and
  /// bytes of an element.
  using RunKey =
      std::pair<std::pair<uint32_t, int64_t>, std::pair<unsigned, unsigned>>;
  /// All go to one array and have one shape.
  llvm::DenseMap<RunKey, uint32_t> Runs;
};

class Merger {
public:
  Merger(AddressShapes &Shapes, const MergePlan &Plan,
         ArrayRef<AccessRecord> Records)
      : Shapes(Shapes), Plan(Plan), Records(Records), Pieces(Plan.pieces()) {}

  std::vector<MachineRequest> run();

private:
  const MergePlan::Step &stepOf(uint32_t Which) const {
    return Plan.steps()[Which];
  }
  const AccessRecord &recordOf(uint32_t Which) const {
    return Records[stepOf(Which).Record];
  }
  const Base &baseOf(uint32_t Which) const {
    return Bases[Items[Which].BaseId];
  }

  const AddressShape &shapeOf(const Base &B) const { return Shapes[B.Shape]; }
  void locate();
  void locate(uint32_t Which);
  uint32_t numberOf(const Base &B);
  SmallVector<uint32_t, 8> basesAround(uint32_t Which) const;
  void overwrite(uint32_t Which, uint64_t Loads, OffsetTable &ByOffset);
  void dropRepeats();
  bool mayAlias(uint32_t A, uint32_t B) const;
  void findLoopConstants();
  void findLoopOffsets();
  void joinChains();
  bool continues(const Chain &C, uint32_t Which) const;
  bool meets(ArrayRef<uint32_t> Others, uint32_t Which) const;
  void split(const Chain &C);
  int64_t declaredAlignment(ArrayRef<uint32_t> Of) const;
  uint32_t standingOf(const Joined &J) const {
    bool IsLoad = recordOf(J.Members[0]).Operation == AccessOperation::Load;
    return IsLoad ? J.Members.front() : J.Members.back();
  }
  static bool isDynamic(const Base &B) {
    return B.Array->Declaration->hasExternalStorage();
  }
  bool separates(uint32_t Which, const Group &Open) const;
  void close(OpenGroups &Open, uint32_t Which, bool IsStore) const;
  OpenGroups::RunKey runOf(uint32_t Which) const;
  void collectGroups();
  void emitGroups();
  void emit(const Group &G);
  void emitRequest(int64_t OffsetBytes, int64_t WidthBytes, uint32_t Standing,
                   ArrayRef<uint32_t> Members, bool IsUncertain);
  MachineRequest alone(uint32_t Which) const;
  void emitAlone(uint32_t Which, bool IsDropped);
  void emitLeftOver(ArrayRef<uint32_t> Members);

  AddressShapes &Shapes;
  const MergePlan &Plan;
  ArrayRef<AccessRecord> Records;
  ArrayRef<LoopPiece> Pieces;

  std::vector<ShapedPlace> Places; ///< of the records that have a base
  std::vector<Item> Items;
  std::vector<Base> Bases;
  /// What makes a base.
  using BaseKey = std::pair<std::pair<uint64_t, uint64_t>,
                            std::pair<const Object *, unsigned>>;
  static BaseKey keyOf(const Base &B) {
    return {
        {uint64_t(B.Shape) << 32 | B.Piece, uint64_t(B.Path) << 32 | B.Active},
        {B.Array, B.Round}};
  }
  llvm::DenseMap<BaseKey, uint32_t> BaseNumbers;
  std::vector<Group> Groups;
  std::vector<Joined> JoinedItems;
  std::vector<uint32_t> Singles; ///< items that merge with nothing
  /// The items that another made unnecessary, by that other.
  llvm::DenseMap<uint32_t, SmallVector<uint32_t, 2>> Replaced;
  /// Of moving bases: the offset that the loop's address register points to,
  /// and the alignment of that place over all rounds.
  llvm::DenseMap<uint32_t, int64_t> MiddleBytes;
  llvm::DenseMap<uint32_t, int64_t> LoopAlignment;
  struct SiteFacts {
    int64_t AlignmentBytes = MaxBytes;  ///< over all rounds
    unsigned Pieces = 0, LastPiece = 0; ///< that it was met in
    unsigned Runs = 0, LastRun = 0;     ///< of the loop, likewise
    bool IsLoose = false; ///< it has no fixed distance to its neighbours
  };
  std::vector<SiteFacts> InLoop; ///< by the plan's number
  std::vector<std::pair<uint32_t, MachineRequest>> Out; ///< by item
};

} // namespace

//===----------------------------------------------------------------------===//
// Plans
//===----------------------------------------------------------------------===//

void MergePlan::append(ArrayRef<AccessRecord> Records, uint32_t Index,
                       unsigned Round, const Object *Only) {
  const AccessRecord &Record = Records[Index];
  const Object *Array = Record.Where ? Record.Where->Base : nullptr;
  bool IsPlain =
      Record.Kind == RequestKind::Load || Record.Kind == RequestKind::Store;
  Step S;
  S.Record = Index;
  S.Round = Round;
  S.IsWanted = !Only || Array == Only;
  S.IsApart = Array && !S.IsWanted && Array->Declaration;
  S.HasBase = Array && IsPlain && S.IsWanted && Array->Declaration;
  S.IsKnown = S.HasBase && !Record.IsVolatile;
  Steps.push_back(S);
}

/// Lists the records; those of a loop that was walked once and is unrolled, in
/// all its rounds.
MergePlan::MergePlan(ArrayRef<AccessRecord> Records, ArrayRef<LoopPiece> Pieces,
                     const Object *Only)
    : Pieces(Pieces) {
  std::vector<unsigned> Runs(Pieces.size()); // of records
  for (size_t I = 0; I != Records.size(); ++I)
    if (I == 0 || Records[I].Piece != Records[I - 1].Piece)
      ++Runs[Records[I].Piece];
  for (size_t I = 0; I != Records.size();) {
    size_t End = I + 1;
    while (End != Records.size() && Records[End].Piece == Records[I].Piece)
      ++End;
    const LoopPiece &Piece = Pieces[Records[I].Piece];
    bool IsRepeated = Piece.Counter && Runs[Records[I].Piece] == 1;
    unsigned Rounds = IsRepeated ? Piece.Rounds : 1;
    for (unsigned Round = 0; Round != Rounds; ++Round)
      for (size_t J = I; J != End; ++J)
        append(Records, uint32_t(J), Round, Only);
    I = End;
  }
  numberSites(Records);
}

void MergePlan::numberSites(ArrayRef<AccessRecord> Records) {
  llvm::DenseMap<std::pair<const clang::Stmt *, const clang::Expr *>, uint32_t>
      Sites;
  llvm::DenseMap<std::pair<unsigned, const clang::Expr *>, uint32_t> Met;
  for (Step &S : Steps) {
    const AccessRecord &Record = Records[S.Record];
    const clang::Stmt *Loop = Pieces[Record.Piece].Loop;
    if (!S.IsKnown || !Loop)
      continue;
    auto [Known, IsNew] = Sites.try_emplace({Loop, Record.Site}, SiteCount + 1);
    SiteCount += IsNew;
    S.Site = Known->second;
    S.Occurrence = Met[{Record.Piece, Record.Site}]++;
  }
}

//===----------------------------------------------------------------------===//
// Bases and offsets
//===----------------------------------------------------------------------===//

/// Equal bases get equal numbers.
uint32_t Merger::numberOf(const Base &B) {
  auto [Known, IsNew] =
      BaseNumbers.try_emplace(keyOf(B), uint32_t(Bases.size()));
  if (IsNew)
    Bases.push_back(B);
  // Lanes that do not run may hold anything.
  Base &Common = Bases[Known->second];
  Common.AlignmentBytes = std::min(Common.AlignmentBytes, B.AlignmentBytes);
  Common.DeclaredBytes = std::min(Common.DeclaredBytes, B.DeclaredBytes);
  return Known->second;
}

/// Each round takes a way inside of it or not; that on which it begins, all do.
static unsigned roundOn(unsigned Path, const LoopPiece &Piece, unsigned Round) {
  return Piece.Counter && Piece.Path != Path ? Round : 0;
}

/// Finds the base and offset of an access.
void Merger::locate(uint32_t Which) {
  const AccessRecord &Record = recordOf(Which);
  unsigned Round = stepOf(Which).Round;
  Item &I = Items[Which];
  const LoopPiece &Piece = Pieces[Record.Piece];
  ShapedPlace &Place = Places[stepOf(Which).Record];
  if (Round == 0)
    Place = Shapes.placeOf(*Record.Where, Record.Active, Piece);
  Base B;
  B.Array = Record.Where->Base;
  B.Active = Record.Active;
  B.Path = Record.Path;
  B.Piece = Record.Piece;
  B.Shape = Place.Shape;
  B.AlignmentBytes =
      commonAlignment(Place.AlignmentBytes, B.Array->PlacementBytes);
  B.DeclaredBytes =
      commonAlignment(Place.AlignmentBytes, B.Array->DeclaredAlignment);
  if (Piece.Counter) {
    B.Round = roundOn(Record.Path, Piece, Round);
    for (const ByteTerm &T : shapeOf(B).Terms) {
      if (T.What != Piece.Counter)
        continue;
      B.IsMoving = true;
      if (T.Factor.isSame())
        I.ShiftBytes = T.Factor.same() * T.Scale * Round;
    }
  }
  I.OffsetBytes = Place.OffsetBytes + I.ShiftBytes;
  I.BaseId = numberOf(B);
}

void Merger::locate() {
  Places.resize(Records.size());
  Items.resize(Plan.steps().size());
  for (uint32_t I = 0; I != Items.size(); ++I)
    if (stepOf(I).HasBase)
      locate(I);
}

//===----------------------------------------------------------------------===//
// Repeated loads, forwarded loads and dead stores
//===----------------------------------------------------------------------===//

/// Whether two accesses of one array may meet in one lane. With the same base
/// the offsets say it; with others, the difference of the addresses is a
/// multiple of some number, plus a constant.
bool Merger::mayAlias(uint32_t A, uint32_t B) const {
  const Item &X = Items[A], &Y = Items[B];
  const Base &BaseX = Bases[X.BaseId], &BaseY = Bases[Y.BaseId];
  int64_t BytesX = recordOf(A).BytesPerLane, BytesY = recordOf(B).BytesPerLane;
  int64_t Apart = X.OffsetBytes - Y.OffsetBytes;
  if (BaseX.Shape == BaseY.Shape)
    return Apart < BytesY && -Apart < BytesX;
  const AddressShape &ShapeX = shapeOf(BaseX), &ShapeY = shapeOf(BaseY);
  int64_t Step = 0;
  for (unsigned Lane = 0; Lane != WarpLanes; ++Lane)
    Step = std::gcd(Step, ShapeX.FromFirst[Lane] - ShapeY.FromFirst[Lane]);
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
    return true;
  int64_t Rest = ((Apart % Step) + Step) % Step;
  return !(Rest >= BytesY && Step - Rest >= BytesX);
}

namespace {
/// What is held of one base.
struct HeldOfBase {
  uint32_t BaseId;
  uint64_t Order; ///< in which they came
  OffsetTable ByOffset;
};

/// What is held of one array.
class HeldOfArray {
public:
  /// Null where there is nothing.
  HeldOfBase *find(uint32_t BaseId) const { return ByBase.lookup(BaseId); }
  HeldOfBase &get(uint32_t BaseId) {
    HeldOfBase *&Known = ByBase[BaseId];
    if (!Known) {
      Known = &Storage.emplace_back(
          HeldOfBase{BaseId, Storage.size(), OffsetTable()});
      InOrder.push_back(Known);
    }
    return *Known;
  }
  void erase(size_t Place) {
    ByBase.erase(InOrder[Place]->BaseId);
    InOrder.erase(InOrder.begin() + Place);
  }
  ArrayRef<HeldOfBase *> all() const { return InOrder; }

  uint64_t Loads = 0;

private:
  std::deque<HeldOfBase> Storage;
  llvm::DenseMap<uint32_t, HeldOfBase *> ByBase;
  SmallVector<HeldOfBase *, 8> InOrder;
};
} // namespace

/// The earliest that holds what a load asks for: its base, or the same address
/// for the same lanes on a way that leads to this one.
static std::optional<uint32_t>
holderOf(const HeldOfArray &Array, ArrayRef<uint32_t> BaseIds, int64_t Offset,
         llvm::function_ref<bool(uint32_t)> IsAlike) {
  std::optional<uint32_t> Result;
  uint64_t Earliest = UINT64_MAX;
  for (uint32_t BaseId : BaseIds) {
    HeldOfBase *Of = Array.find(BaseId);
    if (!Of || Of->Order >= Earliest)
      continue;
    auto Found = Of->ByOffset.find(Offset);
    if (Found == Of->ByOffset.end() || !IsAlike(Found->second.Which))
      continue;
    Result = Found->second.Which;
    Earliest = Of->Order;
  }
  return Result;
}

/// The bases of which a load may find its value held.
SmallVector<uint32_t, 8> Merger::basesAround(uint32_t Which) const {
  SmallVector<uint32_t, 8> Result = {Items[Which].BaseId};
  Base Outer = baseOf(Which);
  for (unsigned Path : recordOf(Which).OuterPaths) {
    Outer.Path = Path;
    Outer.Round = roundOn(Path, Pieces[Outer.Piece], stepOf(Which).Round);
    if (auto Known = BaseNumbers.find(keyOf(Outer)); Known != BaseNumbers.end())
      Result.push_back(Known->second);
  }
  return Result;
}

/// A store replaces what is held of its base.
void Merger::overwrite(uint32_t Which, uint64_t Loads, OffsetTable &ByOffset) {
  const AccessRecord &Record = recordOf(Which);
  int64_t Offset = Items[Which].OffsetBytes;
  if (auto Found = ByOffset.find(Offset); Found != ByOffset.end()) {
    uint32_t Before = Found->second.Which;
    const AccessRecord &Earlier = recordOf(Before);
    if (Earlier.Operation == AccessOperation::Store &&
        Earlier.BytesPerLane == Record.BytesPerLane &&
        Earlier.Block == Record.Block && Found->second.LoadsBefore == Loads) {
      Items[Before].Instead = Which;
      Replaced[Which].push_back(Before);
    }
  }
  // Accesses of one base step by elements: look where one may overlap.
  SmallVector<int64_t, 8> Gone;
  for (int64_t At = Offset - MaxBytes + 1;
       At < Offset + int64_t(Record.BytesPerLane); ++At) {
    auto Near = ByOffset.find(At);
    if (Near != ByOffset.end() && mayAlias(Near->second.Which, Which))
      Gone.push_back(At);
  }
  for (int64_t At : Gone)
    ByOffset.erase(At);
}

void Merger::dropRepeats() {
  // Beyond these, accesses are taken to meet.
  constexpr size_t MaxBases = 16, MaxOffsets = 64;
  llvm::MapVector<const Object *, std::unique_ptr<HeldOfArray>> Arrays;
  unsigned Fence = Records.empty() ? 0 : Records[0].Fence;
  for (uint32_t I = 0; I != Items.size(); ++I) {
    const AccessRecord &Record = recordOf(I);
    if (Record.Fence != Fence)
      Arrays.clear();
    Fence = Record.Fence;
    bool IsLoad = Record.Operation == AccessOperation::Load ||
                  Record.Operation == AccessOperation::LdMatrix;
    if (!stepOf(I).IsKnown) {
      if (stepOf(I).IsApart)
        continue;
      if (IsLoad) {
        for (auto &[Array, State] : Arrays)
          ++State->Loads;
      } else if (Record.Where && Record.Where->Base->Declaration) {
        Arrays.erase(Record.Where->Base);
      } else {
        Arrays.clear();
      }
      continue;
    }
    auto &State = Arrays[Record.Where->Base];
    if (!State)
      State = std::make_unique<HeldOfArray>();
    HeldOfArray &Array = *State;
    uint32_t BaseId = Items[I].BaseId;
    int64_t Offset = Items[I].OffsetBytes;
    if (IsLoad) {
      std::optional<uint32_t> Holder =
          holderOf(Array, basesAround(I), Offset, [&](uint32_t Other) {
            return recordOf(Other).BytesPerLane == Record.BytesPerLane;
          });
      if (Holder) {
        Items[I].Instead = *Holder;
        Replaced[*Holder].push_back(I);
        continue;
      }
      ++Array.Loads;
    } else {
      for (size_t J = Array.all().size(); J-- > 0;) {
        HeldOfBase &Other = *Array.all()[J];
        if (Other.BaseId == BaseId) {
          overwrite(I, Array.Loads, Other.ByOffset);
          continue;
        }
        bool MayMeet = Array.all().size() > MaxBases ||
                       Other.ByOffset.size() > MaxOffsets ||
                       llvm::any_of(Other.ByOffset, [&](const auto &Entry) {
                         return mayAlias(Entry.second.Which, I);
                       });
        if (MayMeet)
          Array.erase(J);
      }
    }
    Array.get(BaseId).ByOffset[Offset] = {I, Array.Loads};
  }
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

/// What differs from round to round of a loop that stays is no constant to the
/// compiler: neither how far apart two accesses are (`s[i]` and `s[i + step]`)
/// nor what divides an address (`s[2 * step * t]`).
void Merger::findLoopConstants() {
  InLoop.resize(Plan.siteCount() + 1);
  llvm::DenseMap<std::pair<uint32_t, uint32_t>, int64_t> Distances;
  std::vector<uint32_t> LastOfBase(Bases.size(), Item::None);
  llvm::DenseMap<unsigned, unsigned> PiecesOf; // by run
  for (const LoopPiece &Piece : Pieces)
    if (Piece.Rounds)
      ++PiecesOf[Piece.Run];
  for (uint32_t I = 0; I != Items.size(); ++I) {
    const MergePlan::Step &Step = stepOf(I);
    if (!Step.Site)
      continue;
    unsigned Piece = recordOf(I).Piece;
    SiteFacts &Facts = InLoop[Step.Site];
    if (Facts.LastPiece != Piece)
      ++Facts.Pieces;
    Facts.LastPiece = Piece;
    if (Facts.LastRun != Pieces[Piece].Run)
      ++Facts.Runs;
    Facts.LastRun = Pieces[Piece].Run;
    Facts.AlignmentBytes =
        std::min(Facts.AlignmentBytes, baseOf(I).AlignmentBytes);
    uint32_t Last = std::exchange(LastOfBase[Items[I].BaseId], I);
    if (Last == Item::None)
      continue;
    int64_t Apart = Items[I].OffsetBytes - Items[Last].OffsetBytes;
    int64_t Before = Distances.try_emplace({Step.Site, Step.Occurrence}, Apart)
                         .first->second;
    // Those that are never neighbours may lie anywhere.
    bool AreNear = std::min(std::abs(Apart), std::abs(Before)) < MaxBytes;
    if (Before != Apart && AreNear)
      Facts.IsLoose = InLoop[stepOf(Last).Site].IsLoose = true;
  }
  // Of many rounds these lanes may take part in one: that tells nothing.
  for (SiteFacts &Facts : InLoop)
    Facts.IsLoose |=
        Facts.Pieces == Facts.Runs && PiecesOf.lookup(Facts.LastRun) > 1;
}

/// In a loop that stays a loop, the register with the address in a static array
/// points to the middle one of the accesses of a base, and the others are
/// reached from there; not where the step from round to round is no constant.
void Merger::findLoopOffsets() {
  std::vector<SmallVector<int64_t, 8>> Offsets(Bases.size());
  for (uint32_t I = 0; I != Items.size(); ++I)
    if (stepOf(I).Site && !Pieces[baseOf(I).Piece].IsOpen &&
        !isDynamic(baseOf(I)))
      Offsets[Items[I].BaseId].push_back(Items[I].OffsetBytes);
  // Pieces of one loop have bases of their own: find those that belong
  // together.
  llvm::DenseMap<uint64_t, SmallVector<uint32_t, 2>> Alike;
  for (uint32_t Id = 0; Id != Bases.size(); ++Id) {
    SmallVector<int64_t, 8> &Of = Offsets[Id];
    if (Of.empty())
      continue;
    llvm::sort(Of);
    Of.erase(llvm::unique(Of), Of.end());
    // Each round takes other ways of the same branches.
    const Base &B = Bases[Id];
    Alike[llvm::hash_combine(B.Array, B.Active, Pieces[B.Piece].Run,
                             shapeOf(B).HashOfAtoms)]
        .push_back(Id);
  }
  for (auto &[Hash, Ids] : Alike) {
    bool IsMoving = false;
    int64_t Alignment = MaxBytes;
    auto RoundsOf = [&](uint32_t Id) { return Pieces[Bases[Id].Piece].Rounds; };
    unsigned Unrolled = 0;
    for (uint32_t Id : Ids)
      Unrolled = std::max(Unrolled, RoundsOf(Id));
    for (uint32_t Id : Ids) {
      ArrayRef<int64_t> Of = Offsets[Id];
      IsMoving |= Bases[Id].IsMoving || Of[0] != Offsets[Ids[0]][0];
      // Rounds that are left over have a loop and a register of their own.
      if (RoundsOf(Id) == Unrolled)
        Alignment = commonAlignment(Alignment, Of[Of.size() / 2]);
    }
    if (!IsMoving)
      continue;
    for (uint32_t Id : Ids) {
      ArrayRef<int64_t> Of = Offsets[Id];
      const Base &B = Bases[Id];
      // Where nothing but the array is the base, it is the first one.
      bool IsArrayAlone =
          llvm::all_of(shapeOf(B).FromFirst,
                       [](int64_t N) { return N == 0; }) &&
          llvm::all_of(shapeOf(B).Terms, [&](const ByteTerm &T) {
            return T.What == Pieces[B.Piece].Counter;
          });
      MiddleBytes[Id] = IsArrayAlone ? Of[0] : Of[Of.size() / 2];
      LoopAlignment[Id] = IsArrayAlone ? MaxBytes : Alignment;
    }
  }
}

/// The alignment that is known wherever the array lies, in every round of a
/// loop that stays one; 1 where the distances are no constants.
int64_t Merger::declaredAlignment(ArrayRef<uint32_t> Of) const {
  int64_t Alignment = baseOf(Of.front()).DeclaredBytes;
  for (uint32_t Which : Of)
    if (uint32_t Site = stepOf(Which).Site) {
      const SiteFacts &Facts = InLoop[Site];
      Alignment = Facts.IsLoose ? 1 : std::min(Alignment, Facts.AlignmentBytes);
    }
  return Alignment;
}

bool Merger::meets(ArrayRef<uint32_t> Others, uint32_t Which) const {
  return llvm::any_of(Others,
                      [&](uint32_t Other) { return mayAlias(Other, Which); });
}

/// Whether an access can be one with those of a chain.
bool Merger::continues(const Chain &C, uint32_t Which) const {
  const AccessRecord &First = recordOf(C.Items.front());
  const AccessRecord &Next = recordOf(Which);
  bool IsLoad = Next.Operation == AccessOperation::Load;
  return C.IsLoad == IsLoad && First.Block == Next.Block &&
         Items[C.Items.front()].BaseId == Items[Which].BaseId &&
         First.ElementBytes == Next.ElementBytes &&
         First.IsWidened == Next.IsWidened && !meets(C.Items, Which) &&
         !meets(C.Between, Which);
}

/// Where the declaration of an array promises an alignment, its accesses join
/// before there is machine code: of one basic block, whatever lies in between
/// and does not meet them.
void Merger::joinChains() {
  constexpr size_t MaxChains = 32, MaxItems = 64;
  llvm::MapVector<const Object *, std::vector<Chain>> Open;
  auto Close = [&](std::vector<Chain> &Chains) {
    for (const Chain &C : Chains)
      split(C);
    Chains.clear();
  };
  auto CloseAll = [&] {
    for (auto &[Array, Chains] : Open)
      Close(Chains);
  };
  const AccessRecord *Before = nullptr;
  unsigned Stores = 0;
  for (uint32_t I = 0; I != Items.size(); ++I) {
    const AccessRecord &Record = recordOf(I);
    Stores += Record.Operation == AccessOperation::Store;
    if (Before &&
        (Before->Fence != Record.Fence || Before->Exchange != Record.Exchange))
      CloseAll();
    Before = &Record;
    if (Items[I].Instead != Item::None)
      continue;
    if (!stepOf(I).IsKnown) {
      bool IsPlain =
          Record.Kind == RequestKind::Load || Record.Kind == RequestKind::Store;
      if (!stepOf(I).IsApart || !IsPlain || Record.IsVolatile)
        CloseAll();
      continue;
    }
    bool IsLoad = Record.Operation == AccessOperation::Load;
    std::vector<Chain> &Chains = Open[Record.Where->Base];
    auto Mine = std::find_if(Chains.begin(), Chains.end(),
                             [&](Chain &C) { return continues(C, I); });
    std::optional<size_t> Which;
    if (Mine != Chains.end())
      Which = Mine - Chains.begin();
    for (size_t C = Chains.size(); C-- > 0;) {
      if (C == Which)
        continue;
      if (Chains[C].IsLoad && !IsLoad) {
        Chains[C].Between.push_back(I);
      } else if (!(Chains[C].IsLoad && IsLoad) && meets(Chains[C].Items, I)) {
        split(Chains[C]);
        Chains.erase(Chains.begin() + C);
        if (Which && C < *Which)
          --*Which;
      }
    }
    if (Which) {
      Chains[*Which].Items.push_back(I);
      Chains[*Which].IsCut |= Chains[*Which].StoresBefore != Stores;
    } else if (baseOf(I).DeclaredBytes > int64_t(Record.ElementBytes)) {
      Chains.push_back({IsLoad, Stores, false, {I}, {}});
    }
    if (Chains.size() > MaxChains ||
        (Which && Chains[*Which].Items.size() + Chains[*Which].Between.size() >
                      MaxItems))
      Close(Chains);
  }
  CloseAll();
}

/// Cuts a chain into the widest accesses that its alignment allows. What stays
/// alone is left to what comes later; so are loads with no store between them
/// that do not make up 16 bytes, unless they are narrow.
void Merger::split(const Chain &C) {
  if (C.Items.size() < 2)
    return;
  bool IsNarrow = recordOf(C.Items.front()).ElementBytes < WordBytes;
  int64_t Least = C.IsLoad && !C.IsCut && !IsNarrow ? MaxBytes : 1;
  int64_t Most = std::min(MaxBytes, declaredAlignment(C.Items));
  SmallVector<uint32_t, 8> Sorted = C.Items;
  llvm::sort(Sorted, [&](uint32_t A, uint32_t B) {
    return Items[A].OffsetBytes < Items[B].OffsetBytes;
  });
  for (size_t First = 0, Next = 0; First != Sorted.size(); First = Next) {
    Next = First + 1;
    Joined New;
    New.OffsetBytes = Items[Sorted[First]].OffsetBytes;
    int64_t End = New.OffsetBytes;
    for (size_t I = First; I != Sorted.size(); ++I) {
      End += recordOf(Sorted[I]).BytesPerLane;
      int64_t Width = End - New.OffsetBytes;
      if (Width > Most)
        break;
      if (llvm::isPowerOf2_64(uint64_t(Width)) &&
          New.OffsetBytes % Width == 0) {
        Next = I + 1;
        New.WidthBytes = Width;
      }
      if (I + 1 != Sorted.size() && Items[Sorted[I + 1]].OffsetBytes != End)
        break;
    }
    if (Next == First + 1 || New.WidthBytes < Least)
      continue;
    New.Members.append(Sorted.begin() + First, Sorted.begin() + Next);
    llvm::sort(New.Members);
    for (uint32_t Which : New.Members)
      Items[Which].IsJoined = true;
    JoinedItems.push_back(std::move(New));
  }
}

/// Whether an access stands between those of an open group, so that what comes
/// behind it does not merge with what came before. In dynamic memory the
/// compiler tells places of one base apart, and these from static arrays; of
/// static arrays it takes every store to meet every access, but for loads and
/// stores of which one is of dynamic memory and steps along with the other.
bool Merger::separates(uint32_t Which, const Group &Open) const {
  const Base &B = baseOf(Which), &Kept = Bases[Open.BaseId];
  if (!isDynamic(B))
    return !isDynamic(Kept);
  if (B.Shape != Kept.Shape)
    return true;
  if (isDynamic(Kept))
    return B.Array != Kept.Array;
  bool IsLoad = recordOf(Which).Operation == AccessOperation::Load;
  return !Open.IsLoad && !IsLoad;
}

/// Ends the groups between whose accesses one stands. It stands between those
/// of all open runs or of none.
void Merger::close(OpenGroups &Open, uint32_t Which, bool IsStore) const {
  if (!Open.Runs.empty() && separates(Which, Groups[Open.Runs.begin()->second]))
    Open.Runs.clear();
  if (IsStore)
    for (auto It = Open.Loads.begin(); It != Open.Loads.end();)
      if (auto Here = It++; separates(Which, Groups[Here->second]))
        Open.Loads.erase(Here);
}

/// Stores are of one run where they go to one aligned block.
OpenGroups::RunKey Merger::runOf(uint32_t Which) const {
  const AccessRecord &Record = recordOf(Which);
  int64_t Block = std::min<int64_t>(MaxBytes, 4 * Record.ElementBytes);
  int64_t Offset = Items[Which].OffsetBytes;
  int64_t Begin = Offset - ((Offset % Block) + Block) % Block;
  return {{Items[Which].BaseId, Begin}, {Record.Block, Record.ElementBytes}};
}

/// Loads between two separators, and unbroken runs of stores.
void Merger::collectGroups() {
  unsigned Fence = Records.empty() ? 0 : Records[0].Fence;
  OpenGroups Static, Dynamic;
  llvm::DenseMap<uint32_t, uint32_t> LastLoads; // groups, by base
  llvm::DenseSet<uint32_t> Standing;
  for (const Joined &J : JoinedItems)
    Standing.insert(standingOf(J));
  for (uint32_t I = 0; I != Items.size(); ++I) {
    const AccessRecord &Record = recordOf(I);
    if (Record.Fence != Fence) {
      Static = Dynamic = OpenGroups();
      LastLoads.clear();
    }
    Fence = Record.Fence;
    if (Items[I].Instead != Item::None)
      continue;
    bool IsLoad = Record.Operation == AccessOperation::Load;
    if (Items[I].IsJoined) {
      // It stands where the first of its loads does, or the last of its stores.
      if (Standing.count(I)) {
        close(Static, I, !IsLoad);
        close(Dynamic, I, !IsLoad);
      }
      continue;
    }
    if (!stepOf(I).IsKnown) {
      for (OpenGroups *Open : {&Static, &Dynamic}) {
        Open->Runs.clear();
        if (!IsLoad && Record.Operation != AccessOperation::LdMatrix)
          Open->Loads.clear();
      }
      Singles.push_back(I);
      continue;
    }
    uint32_t BaseId = Items[I].BaseId;
    OpenGroups &Open = isDynamic(Bases[BaseId]) ? Dynamic : Static;
    uint32_t Next = uint32_t(Groups.size());
    if (IsLoad) {
      close(Static, I, /*IsStore=*/false);
      close(Dynamic, I, /*IsStore=*/false);
      auto [Found, IsNew] = Open.Loads.try_emplace(
          {BaseId, 2 * Record.ElementBytes + Record.IsWidened}, Next);
      if (IsNew)
        Groups.push_back(Group{BaseId, true, false, {}});
      Groups[Found->second].Items.push_back(I);
      LastLoads[BaseId] = Found->second;
      continue;
    }
    // It goes on with a run even where it ends the others.
    OpenGroups::RunKey Run = runOf(I);
    auto Before = Open.Runs.find(Run);
    uint32_t Kept = Before == Open.Runs.end() ? Next : Before->second;
    if (Kept == Next)
      Groups.push_back(Group{BaseId, false, false, {}});
    Groups[Kept].Items.push_back(I);
    close(Static, I, /*IsStore=*/true);
    close(Dynamic, I, /*IsStore=*/true);
    Open.Runs[Run] = Kept;
    auto Loaded = LastLoads.find(BaseId);
    if (Loaded != LastLoads.end() && !isDynamic(Bases[BaseId]))
      Groups[Kept].IsInPlace = Groups[Loaded->second].IsInPlace = true;
  }
}

//===----------------------------------------------------------------------===//
// Requests
//===----------------------------------------------------------------------===//

/// The request of an access by itself.
MachineRequest Merger::alone(uint32_t Which) const {
  MachineRequest R;
  R.Part = R.Standing = &recordOf(Which);
  if (stepOf(Which).HasBase)
    R.Place = Places[stepOf(Which).Record];
  R.BytesPerLane = R.Part->BytesPerLane;
  R.IsUncertain = R.Part->IsUncertain;
  return R;
}

void Merger::emitAlone(uint32_t Which, bool IsDropped) {
  MachineRequest R = alone(Which);
  R.IsPartOf = IsDropped;
  R.Share = IsDropped ? 0 : 1;
  Out.push_back({Which, R});
}

/// What merges with other rounds is by itself in those that are left over.
void Merger::emitLeftOver(ArrayRef<uint32_t> Members) {
  if (llvm::all_of(Members, [&](uint32_t Which) {
        return stepOf(Which).Round == stepOf(Members[0]).Round;
      }))
    return;
  for (uint32_t Which : Members) {
    MachineRequest R = alone(Which);
    R.IsLeftOver = true;
    Out.push_back({Which, R});
  }
}

/// A request of `WidthBytes`, which stands where `Standing` does; the members
/// and what they replace take part.
void Merger::emitRequest(int64_t OffsetBytes, int64_t WidthBytes,
                         uint32_t Standing, ArrayRef<uint32_t> Members,
                         bool IsUncertain) {
  SmallVector<uint32_t, 8> Parts; // one item a site
  auto Take = [&](uint32_t Which) {
    const AccessRecord &Record = recordOf(Which);
    if (Record.Operation != recordOf(Standing).Operation)
      return; // a forwarded load takes no part in a store
    for (uint32_t Part : Parts)
      if (recordOf(Part).Site == Record.Site &&
          recordOf(Part).Calls == Record.Calls)
        return;
    Parts.push_back(Which);
  };
  auto TakeAll = [&](uint32_t Which, auto &Self) -> void {
    Take(Which);
    auto Also = Replaced.find(Which);
    if (Also != Replaced.end())
      for (uint32_t Other : Also->second)
        Self(Other, Self);
  };
  Take(Standing);
  for (uint32_t Which : Members)
    TakeAll(Which, TakeAll);
  const Item &From = Items[Standing];
  MachineRequest R;
  R.Standing = &recordOf(Standing);
  R.Place = Places[stepOf(Standing).Record];
  R.MovedBytes = OffsetBytes - From.OffsetBytes + From.ShiftBytes;
  R.Round = stepOf(Standing).Round;
  R.BytesPerLane = unsigned(WidthBytes);
  R.IsUncertain = (IsUncertain && Members.size() > 1) ||
                  recordOf(Standing).IsUncertain;
  R.Share = 1.0 / double(Parts.size());
  for (uint32_t Part : Parts) {
    R.Part = &recordOf(Part);
    R.IsPartOf = Part != Standing;
    Out.push_back({Part, R});
  }
}

AccessRecord MachineRequest::record(Pool &P) const {
  AccessRecord Result = *Standing;
  Result.Site = Part->Site;
  Result.Function = Part->Function;
  Result.Calls = Part->Calls;
  Result.Shown = Part->Shown;
  Result.BytesPerLane = BytesPerLane;
  Result.IsUncertain = IsUncertain;
  Result.IsPartOf = IsPartOf;
  Result.IsLeftOver = IsLeftOver;
  Result.Share = Share;
  if (MovedBytes) {
    auto *Moved = new (P.storage()) Pointer(*Standing->Where);
    Moved->WithinBytes = P.add(Moved->WithinBytes, Value(MovedBytes));
    Result.Where = Moved;
  }
  return Result;
}

void Merger::emit(const Group &G) {
  const AccessRecord &Any = recordOf(G.Items[0]);
  const Base &B = Bases[G.BaseId];
  int64_t ElementBytes = Any.ElementBytes;
  int64_t Alignment = B.AlignmentBytes, Origin = 0;
  // Of two rounds, some bodies come out as pairs and others do not.
  const LoopPiece &Around = Pieces[B.Piece];
  bool IsUncertain = Around.Rounds == 2 || G.IsInPlace;
  if (auto Middle = MiddleBytes.find(G.BaseId); Middle != MiddleBytes.end()) {
    Origin = Middle->second;
    Alignment = std::min(Alignment, LoopAlignment.lookup(G.BaseId));
  }
  if (B.Array->IsSwizzled) {
    for (uint32_t Which : G.Items)
      emitRequest(Items[Which].OffsetBytes, recordOf(Which).BytesPerLane, Which,
                  {Which}, false);
    return;
  }
  bool MayMerge = ElementBytes >= 2 && !Any.IsWidened;
  // Whether a narrow integer is widened depends on what is done with it.
  bool MayBeWidened = Any.IsWidened && ElementBytes == 2 && G.Items.size() > 1;
  if (Pieces[B.Piece].Loop)
    for (uint32_t Which : G.Items) {
      const SiteFacts &Facts = InLoop[stepOf(Which).Site];
      Alignment = std::min(Alignment, Facts.AlignmentBytes);
      MayMerge &= !Facts.IsLoose;
    }

  SmallVector<Element, 16> Elements;
  for (uint32_t Which : G.Items) {
    int64_t Bytes = recordOf(Which).BytesPerLane;
    if (Bytes > ElementBytes && Alignment < Bytes) {
      // Its type says that it is aligned, although its base does not.
      emitRequest(Items[Which].OffsetBytes, Bytes, Which, {Which}, false);
      continue;
    }
    for (int64_t Byte = 0; Byte < Bytes; Byte += ElementBytes)
      Elements.push_back({Items[Which].OffsetBytes - Origin + Byte, Which});
  }
  llvm::sort(Elements, [](const Element &X, const Element &Y) {
    return std::tie(X.OffsetBytes, X.Which) < std::tie(Y.OffsetBytes, Y.Which);
  });

  auto BlockOf = [](int64_t Offset, int64_t Width) {
    return Offset - ((Offset % Width) + Width) % Width;
  };
  int64_t Quad = 4 * ElementBytes, Two = 2 * ElementBytes;
  bool Quads = MayMerge && Quad <= MaxBytes && Alignment >= Quad;
  bool Pairs = MayMerge && Two <= MaxBytes && Alignment >= Two;
  int64_t Block = Quads ? Quad : Pairs ? Two : ElementBytes;
  SmallVector<uint32_t, 8> Members;
  for (size_t I = 0; I != Elements.size();) {
    size_t End = I + 1;
    int64_t Begin = BlockOf(Elements[I].OffsetBytes, Block);
    unsigned Distinct = 1;
    while (End != Elements.size() &&
           BlockOf(Elements[End].OffsetBytes, Block) == Begin) {
      Distinct += Elements[End].OffsetBytes != Elements[End - 1].OffsetBytes;
      ++End;
    }
    auto Emit = [&](size_t First, size_t Last, int64_t Width) {
      Members.clear();
      for (size_t J = First; J != Last; ++J)
        if (!llvm::is_contained(Members, Elements[J].Which))
          Members.push_back(Elements[J].Which);
      int64_t At = BlockOf(Elements[First].OffsetBytes, Width) + Origin;
      uint32_t Standing =
          G.IsLoad ? *llvm::min_element(Members) : *llvm::max_element(Members);
      emitRequest(At, Width, Standing, Members, IsUncertain);
      Out.back().second.IsUncertain |= MayBeWidened;
      if (Around.HasRest)
        emitLeftOver(Members);
    };
    if (Quads && (Distinct == 4 || (G.IsLoad && Distinct == 3))) {
      Emit(I, End, Quad);
    } else {
      while (I != End) {
        size_t Next = I + 1;
        int64_t Here = Elements[I].OffsetBytes;
        int64_t Pair = BlockOf(Here, Two);
        unsigned InPair = 1;
        while (Next != End &&
               (Elements[Next].OffsetBytes == Here ||
                (Pairs && BlockOf(Elements[Next].OffsetBytes, Two) == Pair))) {
          InPair +=
              Elements[Next].OffsetBytes != Elements[Next - 1].OffsetBytes;
          ++Next;
        }
        Emit(I, Next, InPair == 2 ? Two : ElementBytes);
        I = Next;
      }
    }
    I = End;
  }
}

void Merger::emitGroups() {
  for (const Group &G : Groups)
    emit(G);
  for (const Joined &J : JoinedItems)
    emitRequest(J.OffsetBytes, J.WidthBytes, standingOf(J), J.Members, false);
  for (uint32_t Which : Singles)
    if (stepOf(Which).IsWanted)
      emitAlone(Which, /*IsDropped=*/false);
  // Loads whose value was just stored make no request.
  for (uint32_t I = 0; I != Items.size(); ++I)
    if (Items[I].Instead != Item::None &&
        recordOf(I).Operation != recordOf(Items[I].Instead).Operation)
      emitAlone(I, /*IsDropped=*/true);
}

std::vector<MachineRequest> Merger::run() {
  locate();
  dropRepeats();
  findLoopConstants();
  findLoopOffsets();
  joinChains();
  collectGroups();
  emitGroups();
  std::vector<std::pair<uint32_t, uint32_t>> Order;
  Order.reserve(Out.size());
  for (uint32_t I = 0; I != Out.size(); ++I)
    Order.push_back({Out[I].first, I});
  llvm::sort(Order);
  std::vector<MachineRequest> Result;
  Result.reserve(Out.size());
  for (auto [Item, Which] : Order)
    Result.push_back(Out[Which].second);
  return Result;
}

std::vector<MachineRequest>
banklint::mergeAccesses(AddressShapes &Shapes, const MergePlan &Plan,
                        ArrayRef<AccessRecord> Records) {
  return Merger(Shapes, Plan, Records).run();
}
