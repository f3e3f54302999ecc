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
#include <numeric>

using namespace banklint;
using llvm::ArrayRef;
using llvm::SmallVector;

/// The widest access, and so all of an alignment that matters.
static constexpr int64_t MaxBytes = 16;

static int64_t lowestBit(int64_t Number) { return Number & -Number; }

/// The smaller of two alignments; 0 is any.
static int64_t commonAlignment(int64_t A, int64_t B) {
  return lowestBit(A | B);
}

namespace {

/// `Factor * Scale` bytes for each of an unknown number.
struct ByteTerm {
  const Atom *What;
  LaneNumbers Factor;
  int64_t Scale;

  bool operator==(const ByteTerm &Other) const {
    if (What != Other.What)
      return false;
    if (Factor.isSame() && Other.Factor.isSame())
      return Factor.same() * Scale == Other.Factor.same() * Other.Scale;
    return Scale == Other.Scale && Factor == Other.Factor;
  }
};

/// An address from the start of its array, in bytes.
struct ByteAddress {
  explicit ByteAddress(const LoopPiece &Piece) : Piece(Piece) {}

  const LoopPiece &Piece;
  Lanes Known = {};
  SmallVector<ByteTerm, 4> Terms;
  /// What divides the part of it that is not constant. The compiler adds up
  /// what each dimension contributes, and knows no more than is known of these:
  /// of `s[t][t]` with rows of 17 words not that 18 * t is even.
  int64_t AlignmentBytes = MaxBytes;

  void add(const Value &V, int64_t Scale) {
    const LaneNumbers &Constant = V.constant();
    int64_t LaneBits = 0;
    for (unsigned Lane = 0; Lane != WarpLanes; ++Lane) {
      Known[Lane] += Constant[Lane] * Scale;
      LaneBits |= Constant[Lane] - Constant[0];
    }
    AlignmentBytes = commonAlignment(AlignmentBytes, LaneBits * Scale);
    for (const Term &T : V.terms())
      add(T, Scale);
    // To the compiler they are unknowns as any other.
    for (const Term &T : V.launchTerms())
      add(T, Scale);
  }

  void add(const Term &T, int64_t Scale) {
    int64_t Bits = 0;
    for (unsigned Lane = 0; Lane != (T.Factor.isSame() ? 1 : WarpLanes); ++Lane)
      Bits |= T.Factor[Lane];
    int64_t Multiple = Scale * T.What->MultipleOf;
    if (T.What == Piece.Counter)
      Multiple *= Piece.Rounds;
    AlignmentBytes = commonAlignment(AlignmentBytes, Bits * Multiple);
    auto *Same = llvm::find_if(Terms, [&](const ByteTerm &Other) {
      return Other.What == T.What && Other.Factor.isSame() && T.Factor.isSame();
    });
    if (Same == Terms.end())
      Terms.push_back({T.What, T.Factor, Scale});
    else
      *Same = {T.What,
               Same->Factor.same() * Same->Scale + T.Factor.same() * Scale, 1};
  }
};

/// All of an address that is not constant, and what decides with it whether
/// two accesses can be one: the same lanes, on the same way, in the same piece
/// of code.
struct Base {
  const Object *Array = nullptr;
  LaneMask Active = 0;
  unsigned Path = 0, Piece = 0;
  unsigned Round = 0;   ///< on ways that each round takes or not
  Lanes FromFirst = {}; ///< what each lane adds to the offset
  SmallVector<ByteTerm, 4> Terms;
  /// The power of two, up to 16, that divides the base: in bytes.
  int64_t AlignmentBytes = MaxBytes;
  /// A term takes part that the loop it is in moves.
  bool IsMoving = false;

  bool isSame(const Base &Other) const {
    return Array == Other.Array && Active == Other.Active &&
           Path == Other.Path && Piece == Other.Piece && Round == Other.Round &&
           isSameAddress(Other);
  }
  bool isSameAddress(const Base &Other) const {
    return FromFirst == Other.FromFirst && Terms == Other.Terms;
  }
  llvm::hash_code hash() const {
    auto Hash = llvm::hash_combine(
        Array, Active, Path, Piece,
        llvm::hash_combine_range(FromFirst.begin(), FromFirst.end()));
    for (const ByteTerm &T : Terms)
      Hash = llvm::hash_combine(Hash, T.What);
    return Hash;
  }
};

/// A record, or one of the rounds that it stands for.
struct Item {
  uint32_t Record = 0;
  uint32_t Round = 0;
  uint32_t BaseId = 0;
  int64_t ShiftBytes = 0;  ///< of the round
  int64_t OffsetBytes = 0; ///< from the base
  /// The item that made this one unnecessary.
  uint32_t Instead = None;
  bool IsKnown = false; ///< it has a base: it may merge

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

/// Part of an item.
struct Element {
  int64_t OffsetBytes;
  uint32_t Which; ///< item
};

class Merger {
public:
  Merger(Pool &P, ArrayRef<AccessRecord> Records, ArrayRef<LoopPiece> Pieces,
         const Object *Only)
      : P(P), Records(Records), Pieces(Pieces), Only(Only) {}

  std::vector<AccessRecord> run();

private:
  const AccessRecord &recordOf(uint32_t Which) const {
    return Records[Items[Which].Record];
  }
  const Base &baseOf(uint32_t Which) const {
    return Bases[Items[Which].BaseId];
  }

  void list();
  void append(uint32_t Record, unsigned Round);
  uint32_t internBase(const AccessRecord &Record, ByteAddress &Address,
                      int64_t &OffsetBytes, int64_t &ShiftBytes,
                      unsigned Round);
  void dropRepeats();
  bool isInside(const AccessRecord &Inner, const Base &Outer,
                uint32_t InnerBase) const;
  bool mayAlias(uint32_t A, uint32_t B) const;
  void findLoopConstants();
  void findLoopOffsets();
  static bool isDynamic(const Base &B) {
    return B.Array->Declaration->hasExternalStorage();
  }
  bool separates(uint32_t Which, const Group &Open) const;
  bool continues(uint32_t Which, uint32_t Run) const;
  void collectGroups();
  void emitGroups();
  void emit(const Group &G);
  void emitRequest(int64_t OffsetBytes, int64_t WidthBytes, uint32_t Standing,
                   ArrayRef<uint32_t> Members, bool IsUncertain);
  void emitUnmerged(uint32_t Which);
  void emitLeftOver(ArrayRef<uint32_t> Members);

  Pool &P;
  ArrayRef<AccessRecord> Records;
  ArrayRef<LoopPiece> Pieces;
  const Object *Only;

  std::vector<Item> Items;
  std::vector<Base> Bases;
  llvm::DenseMap<uint64_t, SmallVector<uint32_t, 1>> BasesByHash;
  std::vector<Group> Groups;
  std::vector<uint32_t> Singles; ///< items that merge with nothing
  /// The items that another made unnecessary, by that other.
  llvm::DenseMap<uint32_t, SmallVector<uint32_t, 2>> Replaced;
  /// Of moving bases: the offset that the loop's address register points to,
  /// and the alignment of that place over all rounds.
  llvm::DenseMap<uint32_t, int64_t> MiddleBytes;
  llvm::DenseMap<uint32_t, int64_t> LoopAlignment;
  using SiteInLoop = std::pair<const clang::Stmt *, const clang::Expr *>;
  struct SiteFacts {
    int64_t AlignmentBytes = MaxBytes;  ///< over all rounds
    unsigned Pieces = 0, LastPiece = 0; ///< that it was met in
    unsigned Runs = 0, LastRun = 0;     ///< of the loop, likewise
    bool IsLoose = false; ///< it has no fixed distance to its neighbours
  };
  llvm::DenseMap<SiteInLoop, SiteFacts> InLoop;
  std::vector<std::pair<uint32_t, AccessRecord>> Out; ///< by item
};

} // namespace

//===----------------------------------------------------------------------===//
// Bases and offsets
//===----------------------------------------------------------------------===//

/// The base and offset of an address; equal bases get equal numbers.
uint32_t Merger::internBase(const AccessRecord &Record, ByteAddress &Address,
                            int64_t &OffsetBytes, int64_t &ShiftBytes,
                            unsigned Round) {
  Base B;
  B.Array = Record.Where->Base;
  B.Active = Record.Active;
  B.Path = Record.Path;
  B.Piece = Record.Piece;
  if (const LoopPiece &Piece = Address.Piece;
      Piece.Counter && Piece.Path != Record.Path)
    B.Round = Round;
  B.AlignmentBytes =
      commonAlignment(Address.AlignmentBytes, B.Array->PlacementBytes);
  ShiftBytes = 0;
  for (const ByteTerm &T : Address.Terms)
    if (T.What == Address.Piece.Counter) {
      B.IsMoving = true;
      if (T.Factor.isSame())
        ShiftBytes = T.Factor.same() * T.Scale * Round;
    }
  unsigned First = Record.Active ? llvm::countr_zero(Record.Active) : 0;
  OffsetBytes = Address.Known[First] + ShiftBytes;
  for (unsigned Lane = 0; Lane != WarpLanes; ++Lane)
    B.FromFirst[Lane] = Record.Active >> Lane & 1
                            ? Address.Known[Lane] - Address.Known[First]
                            : 0;
  B.Terms = std::move(Address.Terms);
  llvm::sort(B.Terms, [](const ByteTerm &X, const ByteTerm &Y) {
    return X.What->Id < Y.What->Id;
  });

  SmallVector<uint32_t, 1> &Candidates = BasesByHash[B.hash()];
  for (uint32_t Id : Candidates)
    if (Bases[Id].isSame(B)) {
      // Lanes that do not run may hold anything.
      Bases[Id].AlignmentBytes =
          std::min(Bases[Id].AlignmentBytes, B.AlignmentBytes);
      return Id;
    }
  Candidates.push_back(uint32_t(Bases.size()));
  Bases.push_back(std::move(B));
  return Candidates.back();
}

void Merger::append(uint32_t Index, unsigned Round) {
  const AccessRecord &Record = Records[Index];
  Item I;
  I.Record = Index;
  I.Round = Round;
  bool IsPlain =
      Record.Kind == RequestKind::Load || Record.Kind == RequestKind::Store;
  bool IsWanted = !Only || (Record.Where && Record.Where->Base == Only);
  if (Record.Where && IsPlain && IsWanted && Record.Where->Base->Declaration) {
    ByteAddress Address(Pieces[Record.Piece]);
    Address.add(Record.Where->WithinBytes, 1);
    for (auto [Index, Stride] :
         llvm::zip(Record.Where->Index, Record.Where->Base->StrideBytes))
      Address.add(Index, Stride);
    I.BaseId = internBase(Record, Address, I.OffsetBytes, I.ShiftBytes, Round);
    I.IsKnown = !Record.IsVolatile;
  }
  Items.push_back(I);
}

/// Lists the records; those of a loop that was walked once and is unrolled, in
/// all its rounds.
void Merger::list() {
  llvm::DenseMap<unsigned, unsigned> Runs; // of records, by piece
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
        append(uint32_t(J), Round);
    I = End;
  }
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
  if (X.BaseId == Y.BaseId || BaseX.isSameAddress(BaseY))
    return Apart < BytesY && -Apart < BytesX;
  int64_t Step = 0;
  for (unsigned Lane = 0; Lane != WarpLanes; ++Lane)
    Step = std::gcd(Step, BaseX.FromFirst[Lane] - BaseY.FromFirst[Lane]);
  auto AddTerms = [&](const Base &From, const Base &Other) {
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
  AddTerms(BaseX, BaseY);
  AddTerms(BaseY, BaseX);
  if (Step == 0)
    return true;
  int64_t Rest = ((Apart % Step) + Step) % Step;
  return !(Rest >= BytesY && Step - Rest >= BytesX);
}

/// The same address, for the same lanes, on a way that leads to this one.
bool Merger::isInside(const AccessRecord &Inner, const Base &Outer,
                      uint32_t InnerBase) const {
  const Base &Mine = Bases[InnerBase];
  return Outer.Piece == Mine.Piece && Outer.Active == Mine.Active &&
         llvm::is_contained(Inner.OuterPaths, Outer.Path) &&
         Outer.isSameAddress(Mine);
}

void Merger::dropRepeats() {
  struct Held {
    uint32_t Which;
    uint64_t LoadsBefore; ///< of the array, when it was stored
  };
  struct OfBase {
    uint32_t BaseId = 0;
    llvm::DenseMap<int64_t, Held> ByOffset;
  };
  struct OfArray {
    SmallVector<OfBase, 4> Bases;
    uint64_t Loads = 0;
  };
  // Beyond these, accesses are taken to meet.
  constexpr size_t MaxBases = 16, MaxOffsets = 64;
  llvm::MapVector<const Object *, OfArray> Arrays;
  unsigned Fence = Records.empty() ? 0 : Records[0].Fence;
  for (uint32_t I = 0; I != Items.size(); ++I) {
    const AccessRecord &Record = recordOf(I);
    if (Record.Fence != Fence)
      Arrays.clear();
    Fence = Record.Fence;
    bool IsLoad = Record.Operation == AccessOperation::Load ||
                  Record.Operation == AccessOperation::LdMatrix;
    if (!Items[I].IsKnown) {
      bool IsOther = Only && Record.Where && Record.Where->Base != Only &&
                     Record.Where->Base->Declaration;
      if (IsOther)
        continue;
      if (IsLoad) {
        for (auto &[Array, State] : Arrays)
          ++State.Loads;
      } else if (Record.Where && Record.Where->Base->Declaration) {
        Arrays.erase(Record.Where->Base);
      } else {
        Arrays.clear();
      }
      continue;
    }
    OfArray &Array = Arrays[Record.Where->Base];
    uint32_t BaseId = Items[I].BaseId;
    OfBase *Mine = llvm::find_if(
        Array.Bases, [&](const OfBase &B) { return B.BaseId == BaseId; });
    int64_t Offset = Items[I].OffsetBytes;
    if (IsLoad) {
      // What an outer way holds is held inside, too.
      auto *Holder = llvm::find_if(Array.Bases, [&](const OfBase &B) {
        if (B.BaseId != BaseId && !isInside(Record, Bases[B.BaseId], BaseId))
          return false;
        auto Found = B.ByOffset.find(Offset);
        return Found != B.ByOffset.end() &&
               recordOf(Found->second.Which).BytesPerLane ==
                   Record.BytesPerLane;
      });
      if (Holder != Array.Bases.end()) {
        uint32_t Held = Holder->ByOffset.find(Offset)->second.Which;
        Items[I].Instead = Held;
        Replaced[Held].push_back(I);
        continue;
      }
      ++Array.Loads;
    } else {
      for (size_t J = Array.Bases.size(); J-- > 0;) {
        OfBase &Other = Array.Bases[J];
        if (Other.BaseId == BaseId) {
          // Accesses of one base step by elements: look where one may overlap.
          auto Found = Other.ByOffset.find(Offset);
          if (Found != Other.ByOffset.end()) {
            uint32_t Before = Found->second.Which;
            const AccessRecord &Earlier = recordOf(Before);
            if (Earlier.Operation == AccessOperation::Store &&
                Earlier.BytesPerLane == Record.BytesPerLane &&
                Earlier.Block == Record.Block &&
                Found->second.LoadsBefore == Array.Loads) {
              Items[Before].Instead = I;
              Replaced[I].push_back(Before);
            }
          }
          SmallVector<int64_t, 8> Gone;
          for (int64_t At = Offset - MaxBytes + 1;
               At < Offset + int64_t(Record.BytesPerLane); ++At) {
            auto Near = Other.ByOffset.find(At);
            if (Near != Other.ByOffset.end() && mayAlias(Near->second.Which, I))
              Gone.push_back(At);
          }
          for (int64_t At : Gone)
            Other.ByOffset.erase(At);
          continue;
        }
        bool MayMeet = Array.Bases.size() > MaxBases ||
                       Other.ByOffset.size() > MaxOffsets ||
                       llvm::any_of(Other.ByOffset, [&](const auto &Entry) {
                         return mayAlias(Entry.second.Which, I);
                       });
        if (MayMeet)
          Array.Bases.erase(Array.Bases.begin() + J);
      }
      Mine = llvm::find_if(Array.Bases,
                           [&](const OfBase &B) { return B.BaseId == BaseId; });
    }
    if (Mine == Array.Bases.end()) {
      Mine = &Array.Bases.emplace_back();
      Mine->BaseId = BaseId;
    }
    Mine->ByOffset[Offset] = {I, Array.Loads};
  }
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

/// What differs from round to round of a loop that stays is no constant to the
/// compiler: neither how far apart two accesses are (`s[i]` and `s[i + step]`)
/// nor what divides an address (`s[2 * step * t]`).
void Merger::findLoopConstants() {
  std::map<std::pair<SiteInLoop, unsigned>, int64_t> Distances;
  llvm::DenseMap<uint32_t, uint32_t> LastOfBase;
  std::map<std::pair<unsigned, const clang::Expr *>, unsigned> Occurrences;
  llvm::DenseMap<unsigned, unsigned> PiecesOf; // by run
  for (const LoopPiece &Piece : Pieces)
    if (Piece.Rounds)
      ++PiecesOf[Piece.Run];
  for (uint32_t I = 0; I != Items.size(); ++I) {
    const AccessRecord &Record = recordOf(I);
    const clang::Stmt *Loop = Pieces[Record.Piece].Loop;
    if (!Items[I].IsKnown || !Loop)
      continue;
    SiteInLoop Site = {Loop, Record.Site};
    auto [Known, IsNew] = InLoop.try_emplace(Site);
    if (Known->second.LastPiece != Record.Piece)
      ++Known->second.Pieces;
    Known->second.LastPiece = Record.Piece;
    if (Known->second.LastRun != Pieces[Record.Piece].Run)
      ++Known->second.Runs;
    Known->second.LastRun = Pieces[Record.Piece].Run;
    Known->second.AlignmentBytes =
        std::min(Known->second.AlignmentBytes, baseOf(I).AlignmentBytes);
    unsigned Occurrence = Occurrences[{Record.Piece, Record.Site}]++;
    auto [Last, IsFirst] = LastOfBase.try_emplace(Items[I].BaseId, I);
    if (!IsFirst) {
      int64_t Apart = Items[I].OffsetBytes - Items[Last->second].OffsetBytes;
      auto Other = Distances.try_emplace({Site, Occurrence}, Apart).first;
      // Those that are never neighbours may lie anywhere.
      bool AreNear = std::min(std::abs(Apart), std::abs(Other->second)) <
                     int64_t(MaxBytes);
      if (Other->second != Apart && AreNear) {
        Known->second.IsLoose = true;
        InLoop[{Loop, recordOf(Last->second).Site}].IsLoose = true;
      }
      Last->second = I;
    }
  }
  // Of many rounds these lanes may take part in one: that tells nothing.
  for (auto &[Site, Facts] : InLoop)
    Facts.IsLoose |=
        Facts.Pieces == Facts.Runs && PiecesOf.lookup(Facts.LastRun) > 1;
}

/// In a loop that stays a loop, the register with the address in a static array
/// points to the middle one of the accesses of a base, and the others are
/// reached from there; not where the step from round to round is no constant.
void Merger::findLoopOffsets() {
  llvm::MapVector<uint32_t, SmallVector<int64_t, 8>> Offsets;
  for (const Item &I : Items)
    if (const LoopPiece &Piece = Pieces[Bases[I.BaseId].Piece];
        I.IsKnown && Piece.Loop && !Piece.IsOpen && !isDynamic(Bases[I.BaseId]))
      Offsets[I.BaseId].push_back(I.OffsetBytes);
  // Pieces of one loop have bases of their own: find those that belong
  // together.
  llvm::DenseMap<uint64_t, SmallVector<uint32_t, 2>> Alike;
  for (auto &[Id, Of] : Offsets) {
    llvm::sort(Of);
    Of.erase(llvm::unique(Of), Of.end());
    Base Key = Bases[Id];
    Key.Piece = Pieces[Key.Piece].Run;
    // Each round takes other ways of the same branches.
    Key.Path = 0;
    Alike[Key.hash()].push_back(Id);
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
          llvm::all_of(B.FromFirst, [](int64_t N) { return N == 0; }) &&
          llvm::all_of(B.Terms, [&](const ByteTerm &T) {
            return T.What == Pieces[B.Piece].Counter;
          });
      MiddleBytes[Id] = IsArrayAlone ? Of[0] : Of[Of.size() / 2];
      LoopAlignment[Id] = IsArrayAlone ? MaxBytes : Alignment;
    }
  }
}

/// Whether an access stands between those of an open group, so that what comes
/// behind it does not merge with what came before. In dynamic memory the
/// compiler tells places of one base apart, and these from static arrays; of
/// static arrays it takes every store to meet every access, but for loads and
/// stores of which one is of dynamic memory and steps along with the other.
bool Merger::separates(uint32_t Which, const Group &Open) const {
  const Base &B = baseOf(Which), &Kept = Bases[Open.BaseId];
  if (isDynamic(Kept) && !isDynamic(B))
    return false;
  if (!isDynamic(B))
    return true;
  if (!B.isSameAddress(Kept))
    return true;
  if (isDynamic(Kept))
    return B.Array != Kept.Array;
  bool IsLoad = recordOf(Which).Operation == AccessOperation::Load;
  return !Open.IsLoad && !IsLoad;
}

/// Loads between two separators, and unbroken runs of stores.
void Merger::collectGroups() {
  unsigned Fence = Records.empty() ? 0 : Records[0].Fence;
  using LoadKey = std::tuple<uint32_t, unsigned, unsigned>;
  std::map<LoadKey, uint32_t> Loads;            // open groups
  SmallVector<uint32_t, 8> Runs;                // open groups of stores
  llvm::DenseMap<uint32_t, uint32_t> LastLoads; // groups, by base
  auto Close = [&](uint32_t Which, bool IsStore) {
    llvm::erase_if(Runs,
                   [&](uint32_t G) { return separates(Which, Groups[G]); });
    for (auto It = Loads.begin(); IsStore && It != Loads.end();)
      It = separates(Which, Groups[It->second]) ? Loads.erase(It)
                                                : std::next(It);
  };
  for (uint32_t I = 0; I != Items.size(); ++I) {
    const AccessRecord &Record = recordOf(I);
    if (Record.Fence != Fence) {
      Loads.clear();
      Runs.clear();
      LastLoads.clear();
    }
    Fence = Record.Fence;
    if (Items[I].Instead != Item::None)
      continue;
    bool IsLoad = Record.Operation == AccessOperation::Load;
    if (!Items[I].IsKnown) {
      Runs.clear();
      if (!IsLoad && Record.Operation != AccessOperation::LdMatrix)
        Loads.clear();
      Singles.push_back(I);
      continue;
    }
    uint32_t BaseId = Items[I].BaseId;
    if (IsLoad) {
      Close(I, /*IsStore=*/false);
      auto [Found, IsNew] =
          Loads.try_emplace({BaseId, Record.ElementBytes, Record.IsWidened},
                            uint32_t(Groups.size()));
      if (IsNew)
        Groups.push_back(Group{BaseId, true, false, {}});
      Groups[Found->second].Items.push_back(I);
      LastLoads[BaseId] = Found->second;
      continue;
    }
    auto *Run =
        llvm::find_if(Runs, [&](uint32_t G) { return continues(I, G); });
    uint32_t Kept = Run == Runs.end() ? uint32_t(Groups.size()) : *Run;
    if (Run == Runs.end())
      Groups.push_back(Group{BaseId, false, false, {}});
    Groups[Kept].Items.push_back(I);
    Close(I, /*IsStore=*/true);
    if (!llvm::is_contained(Runs, Kept))
      Runs.push_back(Kept);
    auto Loaded = LastLoads.find(BaseId);
    if (Loaded != LastLoads.end() && !isDynamic(Bases[BaseId]))
      Groups[Kept].IsInPlace = Groups[Loaded->second].IsInPlace = true;
  }
}

/// Whether a store goes to the same aligned block as the run before it.
bool Merger::continues(uint32_t Which, uint32_t Run) const {
  uint32_t Last = Groups[Run].Items.back();
  const AccessRecord &Record = recordOf(Which), &Before = recordOf(Last);
  int64_t Block = std::min<int64_t>(MaxBytes, 4 * Record.ElementBytes);
  auto BlockOf = [&](uint32_t Item) {
    int64_t Offset = Items[Item].OffsetBytes;
    return (Offset - ((Offset % Block) + Block) % Block) / Block;
  };
  return Items[Last].BaseId == Items[Which].BaseId &&
         Before.Block == Record.Block &&
         Before.ElementBytes == Record.ElementBytes &&
         BlockOf(Last) == BlockOf(Which);
}

//===----------------------------------------------------------------------===//
// Requests
//===----------------------------------------------------------------------===//

void Merger::emitUnmerged(uint32_t Which) {
  const AccessRecord &Record = recordOf(Which);
  if (Only && !(Record.Where && Record.Where->Base == Only))
    return;
  Out.push_back({Which, Record});
}

/// What merges with other rounds is by itself in those that are left over.
void Merger::emitLeftOver(ArrayRef<uint32_t> Members) {
  if (llvm::all_of(Members, [&](uint32_t Which) {
        return Items[Which].Round == Items[Members[0]].Round;
      }))
    return;
  for (uint32_t Which : Members) {
    AccessRecord Request = recordOf(Which);
    Request.IsLeftOver = true;
    Out.push_back({Which, Request});
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
  AccessRecord Request = Records[From.Record];
  Request.BytesPerLane = unsigned(WidthBytes);
  Request.IsUncertain = IsUncertain && Members.size() > 1;
  Request.Share = 1.0 / double(Parts.size());
  int64_t Delta = OffsetBytes - From.OffsetBytes + From.ShiftBytes;
  if (Delta) {
    auto *Moved = new (P.storage()) Pointer(*Request.Where);
    Moved->WithinBytes = P.add(Moved->WithinBytes, Value(Delta));
    Request.Where = Moved;
  }
  for (uint32_t Part : Parts) {
    Request.Site = recordOf(Part).Site;
    Request.Function = recordOf(Part).Function;
    Request.Calls = recordOf(Part).Calls;
    Request.Shown = recordOf(Part).Shown;
    Request.IsPartOf = Part != Standing;
    Out.push_back({Part, Request});
  }
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
  bool MayMerge = ElementBytes >= 2 && !Any.IsWidened;
  // Whether a narrow integer is widened depends on what is done with it.
  bool MayBeWidened = Any.IsWidened && ElementBytes == 2 && G.Items.size() > 1;
  if (const clang::Stmt *Loop = Pieces[B.Piece].Loop)
    for (uint32_t Which : G.Items) {
      SiteFacts Facts = InLoop.lookup({Loop, recordOf(Which).Site});
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
  for (uint32_t Which : Singles)
    emitUnmerged(Which);
  // Loads whose value was just stored make no request.
  for (uint32_t I = 0; I != Items.size(); ++I) {
    if (Items[I].Instead == Item::None)
      continue;
    if (recordOf(I).Operation == recordOf(Items[I].Instead).Operation)
      continue;
    AccessRecord Request = recordOf(I);
    Request.IsPartOf = true;
    Request.Share = 0;
    Out.push_back({I, Request});
  }
}

std::vector<AccessRecord> Merger::run() {
  list();
  dropRepeats();
  findLoopConstants();
  findLoopOffsets();
  collectGroups();
  emitGroups();
  std::vector<uint32_t> Order(Out.size());
  std::iota(Order.begin(), Order.end(), 0);
  llvm::sort(Order, [&](uint32_t A, uint32_t B) {
    return std::tie(Out[A].first, A) < std::tie(Out[B].first, B);
  });
  std::vector<AccessRecord> Result;
  Result.reserve(Out.size());
  for (uint32_t Which : Order)
    Result.push_back(Out[Which].second);
  return Result;
}

std::vector<AccessRecord>
banklint::mergeAccesses(Pool &P, ArrayRef<AccessRecord> Records,
                        ArrayRef<LoopPiece> Pieces, const Object *Only) {
  return Merger(P, Records, Pieces, Only).run();
}
