//===- Cells.cpp - What local objects hold --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bank/Gpu.h"
#include "Nvcc/Source/SROA.h"
#include "State/Machine.h"
#include "Trace/AccessRecord.h"
#include "Values/Limits.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace banklint;
using namespace clang;

Machine::Contents Machine::writtenSince(const Journal::Position &From) const {
  Contents Written;
  for (const Journal::CellChange &C : Changes.cellsSince(From)) {
    if (C.Where->HasEnded)
      continue;
    auto Now = C.Where->Cells.find(C.OffsetBytes);
    if (Now != C.Where->Cells.end())
      Written.Cells[{C.Where, C.OffsetBytes}] = Now->second;
  }
  for (const Journal::RemainderChange &C : Changes.remaindersSince(From))
    Written.Remainders.insert({C.Where, Remainder::of(*C.Where)});
  return Written;
}

//===----------------------------------------------------------------------===//
// Cells
//===----------------------------------------------------------------------===//

void Machine::materialize(Object &O, int64_t OffsetBytes) {
  if (const Remainder Rest = Remainder::of(O); Rest.isSet())
    O.Cells.emplace(OffsetBytes,
                    initialValue(Rest, Types.scalarAt(O.Type, OffsetBytes)));
}

void Machine::setContents(const Contents &New) {
  for (const auto &[O, Rest] : New.Remainders)
    setRemainder(*O, Rest);
  for (const auto &[Of, V] : New.Cells)
    setCell(*Of.first, Of.second, V);
}

void Machine::setCell(Object &O, int64_t OffsetBytes, std::optional<Scalar> V) {
  auto Found = O.Cells.find(OffsetBytes);
  if (Found == O.Cells.end() && Changes.isRecording()) {
    // Where this is taken back, or joined, there is what was there before.
    materialize(O, OffsetBytes);
    Found = O.Cells.find(OffsetBytes);
  }
  Changes.noteCell(O, OffsetBytes,
                   Found == O.Cells.end() ? std::nullopt
                                          : std::optional(Found->second));
  if (!V) {
    if (Found != O.Cells.end())
      O.Cells.erase(Found);
  } else if (Found != O.Cells.end()) {
    Found->second = *V;
  } else {
    O.Cells.emplace(OffsetBytes, *V);
  }
}

/// Writes in the active lanes; the others keep what they had.
void Machine::writeCell(Object &O, int64_t OffsetBytes, const Scalar &V) {
  for (Object *Other : O.StandsFor)
    forgetCells(*Other, ReasonKind::WrittenThroughReference);
  // Where all lanes run that have the variable, there is one value: in
  // `if (t < 16) for (int i = 0; ...)` that of the counter in all lanes.
  if ((Active.Lanes & O.Lanes) == O.Lanes)
    return setCell(O, OffsetBytes, V);
  auto Found = O.Cells.find(OffsetBytes);
  if (Found == O.Cells.end()) {
    materialize(O, OffsetBytes);
    Found = O.Cells.find(OffsetBytes);
  }
  if (Found == O.Cells.end())
    return setCell(O, OffsetBytes, V);
  const bool IsAlike = Found->second.Bytes == V.Bytes;
  Scalar Both = selectLanes(Active.Lanes, V, Found->second);
  Both.Bytes = IsAlike ? V.Bytes : 0;
  setCell(O, OffsetBytes, Both);
}

//===----------------------------------------------------------------------===//
// What is looked at of what was loaded
//===----------------------------------------------------------------------===//

bool Machine::isTakenApart(QualType Type) const {
  return Types.sizeOf(Type) <= MostApartBytes;
}

uint16_t Machine::LoadedPart::bytesIn(int64_t First, int64_t Behind) const {
  uint16_t Bytes = 0;
  for (int64_t Byte = std::max(First, Begin); Byte < std::min(Behind, End);
       ++Byte)
    Bytes |= uint16_t(1u << (Byte - OffsetBytes));
  return Bytes;
}

void Machine::useLoad(unsigned Load, uint16_t Bytes) {
  uint16_t &Used = UsedBytes[Load];
  if ((Used | Bytes) == Used)
    return;
  Changes.onRollBack([this, Load, Before = Used] { UsedBytes[Load] = Before; });
  Used |= Bytes;
}

void Machine::mark(const Object &O, bool LoadedParts::*Flag) {
  if (Loaded[&O].*Flag)
    return;
  Loaded[&O].*Flag = true;
  Changes.onRollBack([this, &O, Flag] { Loaded[&O].*Flag = false; });
}

void Machine::useLoaded(const Object &O, int64_t OffsetBytes, QualType Type) {
  auto Found = Loaded.find(&O);
  if (Found == Loaded.end())
    return;
  LoadedParts &Of = Found->second;
  const int64_t End = OffsetBytes + Types.sizeOf(Type);
  for (const LoadedPart &Part : Of.Parts)
    if (Part.Begin < End && OffsetBytes < Part.End)
      useLoad(Part.Load, Part.bytesIn(OffsetBytes, End));
  std::pair<int64_t, int64_t> Range(OffsetBytes, End);
  if (llvm::is_contained(Of.Used, Range))
    return;
  Of.Used.push_back(Range);
  Changes.onRollBack([this, &O] { Loaded[&O].Used.pop_back(); });
}

void Machine::useAll(const Object &O) {
  mark(O, &LoadedParts::IsSeen);
  for (const LoadedPart &Part : Loaded[&O].Parts)
    useLoad(Part.Load, AccessRecord::AllBytes);
  for (const Object *Other : O.StandsFor)
    useAll(*Other);
}

void Machine::forgetLoaded(const Object &O) {
  auto Found = Loaded.find(&O);
  if (Found == Loaded.end())
    return;
  Changes.onRollBack([this, &O, Before = std::move(Found->second)]() mutable {
    Loaded[&O] = std::move(Before);
  });
  Loaded.erase(&O);
}

bool Machine::isInLoop() const {
  bool IsInLoop = InnerLoop != nullptr;
  for (const Frame *F = Top; F; F = F->Caller)
    IsInLoop |= F->IsCalledInLoop;
  return IsInLoop;
}

void Machine::addLoaded(const Object &O, LoadedPart New) {
  LoadedParts &Of = Loaded[&O];
  bool IsKnown = llvm::any_of(Of.Parts, [&](const LoadedPart &Part) {
    return Part.Load == New.Load && Part.OffsetBytes == New.OffsetBytes &&
           Part.Begin <= New.Begin && New.End <= Part.End;
  });
  if (IsKnown)
    return;
  // What is overwritten for good is looked at no more.
  if (!Changes.isRecording() && Active.Lanes == AllLanes)
    llvm::erase_if(Of.Parts, [&](const LoadedPart &Part) {
      return New.Begin <= Part.Begin && Part.End <= New.End;
    });
  if (Of.Parts.size() == limits::LoadedParts)
    giveUp(O);
  if (Of.IsGivenUp)
    return giveUpLoad(New.Load);
  Of.Parts.push_back(New);
  Changes.onRollBack([this, &O] { Loaded[&O].Parts.pop_back(); });
  if (Of.IsSeen)
    useLoad(New.Load, AccessRecord::AllBytes);
  // An iteration of a loop looks at what the one before has loaded.
  if (!Of.Used.empty() && isInLoop())
    for (auto [Begin, End] : Of.Used)
      useLoad(New.Load, New.bytesIn(Begin, End));
}

/// What is looked at of a load is not known.
void Machine::giveUpLoad(unsigned Load) {
  useLoad(Load, AccessRecord::AllBytes);
  if (GuessedLoads.insert(Load).second)
    Changes.onRollBack([this, Load] { GuessedLoads.erase(Load); });
}

/// The object holds parts of too many loads to tell which is looked at.
void Machine::giveUp(const Object &O) {
  mark(O, &LoadedParts::IsGivenUp);
  LoadedParts &Of = Loaded[&O];
  for (const LoadedPart &Part : Of.Parts)
    giveUpLoad(Part.Load);
  Changes.onRollBack([this, &O, Before = std::move(Of.Parts)]() mutable {
    Loaded[&O].Parts = std::move(Before);
  });
  Of.Parts.clear();
}

void Machine::noteLoaded(const Pointer *At, unsigned Bytes, unsigned Load,
                         CodePlace Where) {
  assert(At->Base->Kind == Object::Local && At->WithinBytes.isNumber() &&
         Bytes <= MaxAccessBytes && "a load goes to one place");
  int64_t Begin = At->WithinBytes.constant().same();
  if (!isTakenApart(At->Base->Type))
    return useLoad(Load, AccessRecord::AllBytes);
  addLoaded(*At->Base,
            {Load, Begin, Begin, Begin + int64_t(Bytes), Where, Active.Lanes});
}

void Machine::overwriteLoaded(const Pointer *At, int64_t Bytes,
                              CodePlace Where) {
  const auto Found = Loaded.find(At->Base);
  if (Found == Loaded.end() || !At->WithinBytes.isNumber())
    return;
  const int64_t First = At->WithinBytes.constant().same();
  const int64_t Behind = First + Bytes;
  llvm::SmallVector<LoadedPart, 2> Left;
  for (const LoadedPart &Part : Found->second.Parts) {
    if (Part.End <= First || Behind <= Part.Begin) {
      Left.push_back(Part);
      continue;
    }
    const bool IsGone =
        Part.Where.Block == Where.Block && (Part.Lanes & ~Active.Lanes) == 0;
    const bool IsOnWay = Part.Where.Arm == Where.Arm;
    const bool IsWhole = First <= Part.Begin && Part.End <= Behind;
    const uint16_t Unused =
        Part.bytesIn(First, Behind) & uint16_t(~usedBytesOf(Part.Load));
    // What is left of a wider access may come by narrower ones.
    if (Unused && IsOnWay && !(IsGone && IsWhole) &&
        OverwrittenLoads.insert(Part.Load).second)
      Changes.onRollBack(
          [this, Load = Part.Load] { OverwrittenLoads.erase(Load); });
    if (!IsGone) {
      Left.push_back(Part);
      continue;
    }
    for (const auto &[Begin, End] :
         {std::pair(Part.Begin, First), std::pair(Behind, Part.End)})
      if (Begin < End) {
        Left.push_back(Part);
        Left.back().Begin = Begin;
        Left.back().End = End;
      }
  }
  std::swap(Found->second.Parts, Left);
  Changes.onRollBack(
      [this, &O = *At->Base, Before = std::move(Left)]() mutable {
        Loaded[&O].Parts = std::move(Before);
      });
}

void Machine::copyLoaded(const Pointer *From, const Pointer *To,
                         int64_t Bytes) {
  auto Found = Loaded.find(From->Base);
  if (Found == Loaded.end())
    return;
  if (Found->second.IsWhole)
    keepWhole(*To->Base);
  Found = Loaded.find(From->Base);
  if (From->Base == To->Base || Found->second.IsSeen)
    return useAll(*From->Base);
  const int64_t First = From->WithinBytes.constant().same();
  const int64_t Moved = To->WithinBytes.constant().same() - First;
  // The table may grow.
  const llvm::SmallVector<LoadedPart, 2> Parts = Found->second.Parts;
  for (const LoadedPart &Part : Parts) {
    int64_t Begin = std::max(Part.Begin, First);
    int64_t End = std::min(Part.End, First + Bytes);
    if (Begin < End)
      addLoaded(*To->Base, {Part.Load, Part.OffsetBytes + Moved, Begin + Moved,
                            End + Moved, Part.Where, Part.Lanes});
  }
}

std::optional<std::vector<TypeLayouts::Part>>
Machine::writtenScalars(const Pointer *At, QualType Type) const {
  assert(At->Base->Kind == Object::Local && "only local objects have cells");
  Object &O = *At->Base;
  const auto Found = Loaded.find(&O);
  if ((Found != Loaded.end() &&
       (Found->second.IsWhole || !Found->second.Parts.empty())) ||
      !At->WithinBytes.isNumber() || Remainder::of(O).isSet() ||
      !O.StandsFor.empty() || !isTakenApart(O.Type))
    return std::nullopt;
  std::optional<std::vector<TypeLayouts::Part>> Parts =
      Types.partsOf(Type, MostApartBytes);
  if (!Parts)
    return std::nullopt;
  llvm::sort(*Parts,
             [](const TypeLayouts::Part &X, const TypeLayouts::Part &Y) {
               return X.OffsetBytes < Y.OffsetBytes;
             });
  // Members overlap, or share a number.
  int64_t End = 0;
  for (const TypeLayouts::Part &Part : *Parts) {
    if (Part.BitField || Part.OffsetBytes < End)
      return std::nullopt;
    End = Part.OffsetBytes + Types.sizeOf(Part.Type);
  }
  const int64_t First = At->WithinBytes.constant().same();
  llvm::erase_if(*Parts, [&](const TypeLayouts::Part &Part) {
    return O.Cells.find(First + Part.OffsetBytes) == O.Cells.end();
  });
  return Parts;
}

//===----------------------------------------------------------------------===//
// Reading and writing
//===----------------------------------------------------------------------===//

Scalar Machine::readCell(Object &O, int64_t OffsetBytes, QualType Type) {
  if (!Loaded.empty())
    useLoaded(O, OffsetBytes, Type);
  auto Found = O.Cells.find(OffsetBytes);
  if (Found != O.Cells.end()) {
    Scalar V = Found->second;
    // What the lanes hold that wait is no part of what these compute.
    if (Active.Lanes != AllLanes && !V.Number.isKnown())
      V.Number = P.inLanes(V.Number, Active.Lanes);
    return V;
  }
  Scalar V = initialValue(Remainder::of(O), Type);
  if (O.Initial == Object::UniformUnknown)
    O.Cells.emplace(OffsetBytes, V); // it is the same whenever it is read
  return V;
}

/// The most that a scalar takes.
static constexpr int64_t MostScalarBytes = 16;

/// What a scalar takes in memory: a reference, an address.
static int64_t cellBytesOf(QualType Type, const TypeLayouts &Types) {
  constexpr int64_t AddressBytes = 8;
  return Type->isReferenceType() ? AddressBytes : Types.sizeOf(Type);
}

Scalar Machine::sized(Scalar V, QualType Type) const {
  const int64_t Bytes = cellBytesOf(Type, Types);
  V.Bytes = Bytes <= MostScalarBytes ? uint8_t(Bytes) : 0;
  return V;
}

static const char OtherParts[] = "part of what was written as another type";

/// The cell that begins further in front and reaches this byte; null if there
/// is none.
const CellMap::Entry *Machine::cellAround(Object &O,
                                          int64_t OffsetBytes) const {
  for (auto Cell = O.Cells.lowerBound(OffsetBytes); Cell != O.Cells.begin();) {
    --Cell;
    if (Cell->first + MostScalarBytes <= OffsetBytes)
      break;
    if (Cell->first + Cell->second.Bytes > OffsetBytes)
      return &*Cell;
  }
  return nullptr;
}

/// Memory may be read as another type than it was written as: of an integer
/// that is wider, the bits are known.
Scalar Machine::readPart(Object &O, int64_t OffsetBytes, QualType Type) {
  const int64_t Bytes = cellBytesOf(Type, Types);
  auto First = O.Cells.lowerBound(OffsetBytes);
  const bool HasCell = First != O.Cells.end() && First->first == OffsetBytes;
  const bool Fits =
      HasCell && (!First->second.Bytes || First->second.Bytes == Bytes);
  if (Fits)
    return readCell(O, OffsetBytes, Type);
  const CellMap::Entry *Around = HasCell && First->second.Bytes > Bytes
                                     ? &*First
                                 : HasCell ? nullptr
                                           : cellAround(O, OffsetBytes);
  if (!Around) {
    const bool IsPieced =
        First != O.Cells.end() && First->first < OffsetBytes + Bytes;
    if (!IsPieced)
      return readCell(O, OffsetBytes, Type);
  } else if (!Around->second.Address && !Around->second.Function &&
             Types.isInteger(Type) && Around->second.Bytes <= 8 &&
             Around->first + Around->second.Bytes >= OffsetBytes + Bytes &&
             Around->second.Number.isKnown()) {
    const IntType Whole = {8u * Around->second.Bytes, false};
    const int64_t FirstBit = 8 * (OffsetBytes - Around->first);
    const Scalar All = readCell(O, Around->first, Type);
    return P.convert(
        P.shr(P.convert(All.Number, Int64, Whole), Value(FirstBit), Whole),
        Whole, Types.intType(Type));
  }
  if (!Loaded.empty())
    useLoaded(O, OffsetBytes, Type);
  if (Type->isPointerType())
    return lost(P.named(OtherParts));
  return unknownOf(Type, false, P.named(OtherParts), SourceLocation());
}

/// A number whose first bytes are written. Where the sign would matter, it is
/// not known: nothing says whether the number has one.
static std::optional<Scalar> withFirstBytes(Pool &P, const Scalar &Whole,
                                            const Scalar &Part) {
  if (Whole.Address || Whole.Function || Part.Address || Part.Function ||
      Whole.Bytes > 8 || !Whole.Number.isKnown() || !Part.Number.isKnown())
    return std::nullopt;
  const IntType Bits = {8u * Whole.Bytes, false};
  const Value Low((int64_t(1) << 8 * Part.Bytes) - 1);
  Scalar Both =
      P.bitOr(P.bitAnd(P.convert(Whole.Number, Int64, Bits),
                       P.complement(Low, Bits), Bits),
              P.bitAnd(P.convert(Part.Number, Int64, Bits), Low, Bits), Bits);
  Both.Bytes = Whole.Bytes;
  auto HasSign = [&](const Value &Of) {
    return !Of.isKnown() || Of.constant().min() < 0 ||
           Of.constant().max() >> (8 * Whole.Bytes - 1) != 0;
  };
  if (HasSign(Whole.Number) || HasSign(Both.Number))
    return std::nullopt;
  return Both;
}

/// What was there before as parts of another kind is gone.
void Machine::writePart(Object &O, int64_t OffsetBytes, const Scalar &V) {
  llvm::SmallVector<int64_t, 4> Overwritten;
  if (const CellMap::Entry *Around = cellAround(O, OffsetBytes))
    Overwritten.push_back(Around->first);
  for (auto Cell = O.Cells.lowerBound(OffsetBytes + 1),
            End = O.Cells.lowerBound(OffsetBytes + V.Bytes);
       Cell < End; ++Cell)
    Overwritten.push_back(Cell->first);
  for (int64_t Offset : Overwritten)
    forgetCell(O, Offset, P.named(OtherParts));
  auto Found = O.Cells.find(OffsetBytes);
  const uint8_t Before = Found != O.Cells.end() ? Found->second.Bytes : 0;
  const bool IsInAll = (Active.Lanes & O.Lanes) == O.Lanes;
  // Where other lanes keep several numbers in these bytes, this is none there.
  if (!IsInAll && !Overwritten.empty() && Before && Before < V.Bytes)
    forgetCell(O, OffsetBytes, P.named(OtherParts));
  // Of a wider number that begins here, the other bytes stay.
  const bool IsPartOfWider = V.Bytes && Before > V.Bytes;
  if (!IsPartOfWider)
    return writeCell(O, OffsetBytes, V);
  if (std::optional<Scalar> Both = withFirstBytes(P, Found->second, V))
    return writeCell(O, OffsetBytes, *Both);
  // Other lanes keep it, as where they use another member of a union.
  if (!IsInAll && !Found->second.Address && !Found->second.Function) {
    Scalar Unknown = P.varying(P.named(OtherParts));
    Unknown.Bytes = Before;
    return writeCell(O, OffsetBytes, Unknown);
  }
  Scalar Rest = P.varying(P.named(OtherParts));
  Rest.Bytes = uint8_t(Found->second.Bytes - V.Bytes);
  forgetCell(O, OffsetBytes, P.named(OtherParts));
  writeCell(O, OffsetBytes, V);
  setCell(O, OffsetBytes + V.Bytes, Rest);
}

Scalar Machine::loadLocal(const Pointer *At, QualType Type,
                          SourceLocation Where) {
  return At->BitField ? loadBits(At, Where)
                      : loadScalar(At, Type, Where, /*IsUnit=*/false);
}

/// What an offset with unknowns is a multiple of, from its known part: the size
/// of the elements that an index counts. 0 where that differs by lane.
static int64_t apart(const Value &Offset) {
  int64_t Result = 0;
  if (!Offset.constant().isSame())
    return 0;
  for (const Term &T : Offset.terms()) {
    int64_t Step = 0;
    if (!T.Factor.isSame() ||
        llvm::MulOverflow(T.Factor.same(), T.What->MultipleOf, Step) ||
        Step == INT64_MIN)
      return 0;
    Result = std::gcd(Result, Step);
  }
  return Result;
}

/// `IsUnit`: the number around bit-fields, of which other members may take a
/// part.
Scalar Machine::loadScalar(const Pointer *At, QualType Type,
                           SourceLocation Where, bool IsUnit) {
  auto Read = [&](Object &O, int64_t OffsetBytes) {
    return IsUnit ? readCell(O, OffsetBytes, Type)
                  : readPart(O, OffsetBytes, Type);
  };
  Object &O = *At->Base;
  const Value &Offset = At->WithinBytes;
  // What only the launch decides is no constant in machine code.
  if (!Offset.launchTerms().empty())
    useAll(O);
  if (Offset.isNumber())
    return Read(O, Offset.constant().same());
  if (Offset.isKnown()) {
    keepWhole(O);
    Scalar All;
    LaneMask Done = 0;
    for (unsigned Lane = 0; Lane != LaneCount; ++Lane) {
      if (Done >> Lane & 1 || !(Active.Lanes >> Lane & 1))
        continue;
      LaneMask Same = 0;
      for (unsigned Other = Lane; Other != LaneCount; ++Other)
        if (Offset.constant()[Other] == Offset.constant()[Lane])
          Same |= LaneMask(1) << Other;
      Scalar One = Read(O, Offset.constant()[Lane]);
      All = Done ? selectLanes(Same, One, All) : One;
      Done |= Same;
    }
    return All;
  }
  useAll(O);
  keepWhole(O);
  bool IsUniform = Offset.isUniform(), IsSame = true;
  const bool IsChosenAlike = IsUniform;
  const bool WantsAddress = Type->isPointerType() || Type->isReferenceType();
  bool HasNumber = false, HasAddress = false;
  // Of numbers, whether there are several: a table has thousands.
  llvm::SmallVector<Scalar, 8> All;
  auto Add = [&](const Scalar &Stored) {
    IsUniform &= Stored.Number.isUniform();
    (Stored.Address ? HasAddress : HasNumber) = true;
    if (!All.empty() && !Stored.Address && !WantsAddress)
      IsSame &= All.front() == Stored;
    else if (!llvm::is_contained(All, Stored))
      All.push_back(Stored);
  };
  // Of objects side by side, the same member in each.
  const int64_t Apart = apart(Offset);
  for (const auto &[OffsetBytes, Stored] : O.Cells)
    if (!Apart || (OffsetBytes - Offset.constant().same()) % Apart == 0)
      Add(Stored);
  if (const Remainder Rest = Remainder::of(O); Rest.isSet() && !isFilled(O))
    Add(initialValue(Rest, Type));
  if (All.size() == 1 && IsSame)
    return All.front();
  if (HasAddress && (WantsAddress || !HasNumber)) {
    Scalar Any = All.front();
    for (const Scalar &Stored : llvm::drop_begin(All))
      Any = choose(
          IsChosenAlike
              ? P.symbol(ReasonKind::Index, SymbolKind::Choice, {0, 1})
              : P.varying(why(ReasonKind::ReadAtUnknownIndex, Where), {0, 1}),
          Stored, Any);
    return Any;
  }
  for (const Scalar &Stored : All)
    loseAddress(Stored);
  return unknownOf(Type, IsUniform, ReasonKind::ReadAtUnknownIndex, Where);
}

void Machine::storeLocal(const Pointer *At, QualType Type, const Scalar &V) {
  if (At->BitField)
    return storeBits(At, V);
  storeScalar(At, sized(V, Type));
}

void Machine::storeScalar(const Pointer *At, const Scalar &V) {
  Object &O = *At->Base;
  const Value &Offset = At->WithinBytes;
  if (Offset.isNumber())
    return writePart(O, Offset.constant().same(), V);
  keepWhole(O);
  if (Offset.isKnown()) {
    LaneMask Before = Active.Lanes, Done = 0;
    for (unsigned Lane = 0; Lane != LaneCount; ++Lane) {
      if (Done >> Lane & 1 || !(Before >> Lane & 1))
        continue;
      LaneMask Same = 0;
      for (unsigned Other = Lane; Other != LaneCount; ++Other)
        if (Offset.constant()[Other] == Offset.constant()[Lane])
          Same |= LaneMask(1) << Other;
      Active.Lanes = Before & Same;
      writePart(O, Offset.constant()[Lane], V);
      Done |= Same;
    }
    Active.Lanes = Before;
    return;
  }
  forgetLocal(O, ReasonKind::StoredAtUnknownIndex);
}

void Machine::forgetLocal(Object &O, const Reason &Why) {
  for (Object *Other : O.StandsFor)
    forgetCells(*Other, Why);
  forgetCells(O, Why);
}

void Machine::forgetBytes(const Pointer *At, int64_t Bytes, const Reason &Why) {
  Object &O = *At->Base;
  if (O.Kind != Object::Local)
    return;
  useAll(O);
  // What has all its cells counts as made anew if its rest is set.
  if (O.Initial != Object::Undefined || !isFilled(O))
    forgetUnwritten(O, Why);
  if (!At->WithinBytes.isNumber())
    return forgetLocal(O, Why);
  for (Object *Other : O.StandsFor)
    forgetCells(*Other, Why);
  const int64_t Begin = At->WithinBytes.constant().same();
  llvm::SmallVector<int64_t, 8> Offsets;
  for (auto Cell = O.Cells.lowerBound(Begin),
            End = O.Cells.lowerBound(Begin + Bytes);
       Cell != End; ++Cell)
    Offsets.push_back(Cell->first);
  for (int64_t OffsetBytes : Offsets)
    forgetCell(O, OffsetBytes, Why);
}

Scalar Machine::unknownLike(const Scalar &Known, const Reason &Why) {
  Scalar Unknown = Known.Address ? Scalar(lost(Why)) : Scalar(P.varying(Why));
  Unknown.Bytes = Known.Bytes;
  return Unknown;
}

void Machine::forgetCell(Object &O, int64_t OffsetBytes, const Reason &Why) {
  setCell(O, OffsetBytes, unknownLike(O.Cells[OffsetBytes], Why));
}

/// Of all that was written, or is otherwise known.
void Machine::forgetCells(Object &O, const Reason &Why) {
  useAll(O);
  if (O.Initial != Object::Undefined)
    forgetUnwritten(O, Why);
  llvm::SmallVector<int64_t, 8> Offsets;
  for (const auto &[OffsetBytes, Stored] : O.Cells)
    Offsets.push_back(OffsetBytes);
  for (int64_t OffsetBytes : Offsets)
    forgetCell(O, OffsetBytes, Why);
}

//===----------------------------------------------------------------------===//
// Whole objects
//===----------------------------------------------------------------------===//

void Machine::setRemainder(Object &O, const Remainder &New) {
  if (Remainder::of(O) == New)
    return;
  Changes.noteRemainder(O);
  New.restore(O);
}

/// What has no cell yet is not known.
void Machine::forgetUnwritten(Object &O, const Reason &Why) {
  setRemainder(O, {Object::Undefined, O.Name, Why});
}

/// Whether each scalar of the object has a cell.
bool Machine::isFilled(Object &O) const {
  std::optional<std::vector<TypeLayouts::Part>> Parts =
      Types.partsOf(O.Type, limits::FilledScalars);
  return Parts && llvm::all_of(*Parts, [&](const TypeLayouts::Part &Part) {
           return O.Cells.find(Part.OffsetBytes) != O.Cells.end();
         });
}

Scalar Machine::initialValue(const Remainder &Of, QualType Type) {
  if (Of.State == Object::Zero)
    return Value(0);
  bool IsUniform = Of.State == Object::UniformUnknown;
  Reason Why = IsUniform ? P.named(Of.Name)
               : Of.Why  ? Of.Why
                         : Reason(ReasonKind::NeverSet);
  // It may point anywhere.
  if (!IsUniform && !Type.isNull() && Type->isPointerType())
    return lost(Why);
  return unknownOf(Type, IsUniform, Why, SourceLocation());
}

/// The scalars of a part that have no cell become what `State` says.
void Machine::fillUnwritten(const Pointer *At, QualType Type,
                            Object::InitialState State, llvm::StringRef Name) {
  Object &O = *At->Base;
  const int64_t Begin = At->WithinBytes.constant().same();
  const bool IsWhole = Begin == 0 && Types.sizeOf(Type) >= Types.sizeOf(O.Type);
  if (O.Initial == State)
    return;
  const bool IsUnset = !Remainder::of(O).isSet();
  const Remainder New = {State, Name, {}};
  if (IsWhole && (IsUnset || Active.Lanes == AllLanes))
    return setRemainder(O, New);
  std::optional<std::vector<TypeLayouts::Part>> Parts =
      Types.partsOf(Type, limits::FilledScalars);
  if (!Parts)
    return forgetUnwritten(
        O, P.reason(ReasonKind::ManyParts, limits::FilledScalars));
  for (const TypeLayouts::Part &Part : *Parts)
    if (O.Cells.find(Begin + Part.OffsetBytes) == O.Cells.end())
      writeCell(O, Begin + Part.OffsetBytes, initialValue(New, Part.Type));
}

void Machine::initialize(const Pointer *At, QualType Type,
                         Object::InitialState State) {
  if (At->Base->Kind != Object::Local)
    return;
  Object &O = *At->Base;
  if (!At->WithinBytes.isNumber())
    return forgetLocal(O, ReasonKind::InitializedAtUnknownIndex);
  const int64_t Begin = At->WithinBytes.constant().same();
  llvm::SmallVector<int64_t, 8> Written;
  for (auto I = O.Cells.lowerBound(Begin),
            End = O.Cells.lowerBound(Begin + Types.sizeOf(Type));
       I != End; ++I)
    Written.push_back(I->first);
  for (int64_t OffsetBytes : Written)
    writeCell(
        O, OffsetBytes,
        initialValue({State, O.Name, {}}, Types.scalarAt(O.Type, OffsetBytes)));
  fillUnwritten(At, Type, State, O.Name);
}

void Machine::copyLocal(const Pointer *From, const Pointer *To, QualType Type) {
  Object &Source = *From->Base, &Target = *To->Base;
  const int64_t First = From->WithinBytes.constant().same();
  const int64_t Begin = To->WithinBytes.constant().same();
  const int64_t Size = Types.sizeOf(Type);
  if (!Loaded.empty())
    copyLoaded(From, To, Size);
  // Read before anything is written: the parts may overlap.
  llvm::SmallVector<std::pair<int64_t, Scalar>, 8> Parts;
  for (auto I = Source.Cells.lowerBound(First),
            End = Source.Cells.lowerBound(First + Size);
       I != End; ++I)
    Parts.push_back({I->first - First, I->second});
  const Object::InitialState State = Source.Initial;
  if (&Source != &Target)
    for (auto I = Target.Cells.lowerBound(Begin),
              End = Target.Cells.lowerBound(Begin + Size);
         I != End; ++I)
      if (int64_t Offset = I->first - Begin;
          Source.Cells.find(First + Offset) == Source.Cells.end())
        Parts.push_back({Offset, initialValue(Remainder::of(Source),
                                              Types.scalarAt(Target.Type,
                                                             Begin + Offset))});
  for (const auto &[Offset, V] : Parts)
    writeCell(Target, Begin + Offset, V);
  if (State == Object::Undefined) {
    if (Source.Why)
      forgetUnwritten(Target, Source.Why);
    return;
  }
  fillUnwritten(To, Type, State, Source.Name);
}
