//===- Recorder.cpp - Writes the trace of a walk --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Recorder.h"
#include "Bank/Gpu.h"
#include "Cuda/Intrinsics.h"
#include "Nvcc/Rules/Modes.h"
#include "Warp/Limits.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseSet.h"

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;

//===----------------------------------------------------------------------===//
// Where an access is shown
//===----------------------------------------------------------------------===//

void Recorder::noteFirstLines(const Expr *Site) {
  const SourceManager &Sources = M.Context.getSourceManager();
  bool IsInLoop = M.InnerLoop != nullptr;
  for (Machine::Frame *F = M.Top; F->Caller && !F->FirstLine; F = F->Caller) {
    M.Changes.onRollBack([this, Depth = F->Depth] {
      if (Machine::Frame *Still = M.frameAt(Depth))
        Still->FirstLine.reset();
    });
    F->FirstLine =
        IsInLoop ? 0 : Sources.getExpansionLineNumber(Site->getBeginLoc());
    IsInLoop = F->IsCalledInLoop;
    Site = F->Call;
  }
}

/// The frame in whose text a reader looks for an access: not in a library,
/// unless the kernel is one of it. That is then the one that calls the library
/// which makes the access.
static Machine::Frame *frameOfReader(Machine::Frame *Innermost,
                                     const Expr *Site,
                                     const SourceManager &Sources) {
  auto IsInSystem = [&](const Expr *Place) {
    return Sources.isInSystemHeader(
        Sources.getExpansionLoc(Place->getBeginLoc()));
  };
  Machine::Frame *OfOther = nullptr;
  const llvm::StringRef Library = libraryOf(*Innermost->Function);
  const Expr *Place = Site;
  for (Machine::Frame *F = Innermost; F; Place = F->Call, F = F->Caller) {
    const llvm::StringRef Of = libraryOf(*F->Function);
    if (IsInSystem(Place))
      continue;
    if (Of.empty())
      return F;
    if (!OfOther && Of != Library)
      OfOther = F;
  }
  if (OfOther)
    return OfOther;
  for (Place = Site; Innermost->Caller && IsInSystem(Place);
       Innermost = Innermost->Caller)
    Place = Innermost->Call;
  return Innermost;
}

/// Where a reader finds an access: what a library does stands at the call of
/// it, and its own text is another view.
void Recorder::locate(AccessRecord &New, const Expr *Site) {
  const SourceManager &Sources = M.Context.getSourceManager();
  const Expr *Access = Site;
  // Of a library that source code is written with, the path counts also where
  // the toolkit brings it.
  const FunctionDecl &Accessing = *M.Top->Function;
  const llvm::StringRef Library = libraryOf(Accessing);
  const bool IsInSystem =
      Sources.isInSystemHeader(Sources.getExpansionLoc(Site->getBeginLoc())) &&
      (Library.empty() || Library == "std" || isOfCudaLibrary(Accessing));
  Machine::Frame *F = M.Top;
  llvm::SmallVector<const Expr *, 8> Chain;
  for (Machine::Frame *To = frameOfReader(F, Site, Sources); F != To;
       F = F->Caller) {
    Site = F->Call;
    Chain.push_back(Site);
  }
  llvm::SmallVector<SiteId, 2> Calls;
  if (Chain.empty() || IsInSystem) {
    New.Site = Sites.accessAt(Site, F->Function);
  } else {
    std::reverse(Chain.begin(), Chain.end());
    New.Site = Sites.accessThrough(Chain, Access, F->Function);
    Calls.push_back(Sites.accessAt(Access, M.Top->Function));
  }
  for (; F->Caller; F = F->Caller) {
    unsigned Line = Sources.getExpansionLineNumber(Site->getBeginLoc());
    if (F->FirstLine != Line) {
      New.LaterView = F->FirstLine ? Sites.at(F->Call) : NoSite;
      break;
    }
    Site = F->Call;
    Calls.push_back(Sites.at(Site));
  }
  New.Calls = llvm::ArrayRef<SiteId>(Calls).copy(M.P.storage());
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

/// The limit at which some part of an address stopped being taken apart.
Reason Recorder::limitOf(const SharedAddress &Where) const {
  Reason Limit = M.P.limitOf(Where.WithinBytes);
  for (const Value &Index : Where.Index)
    if (!Limit)
      Limit = M.P.limitOf(Index);
  return Limit;
}

bool Recorder::holdsDoubtfulXor(const Stmt *S) const {
  const auto *E = dyn_cast<Expr>(S);
  return (E && DoubtfulXors.contains(E)) ||
         llvm::any_of(S->children(), [&](const Stmt *Child) {
           return Child && holdsDoubtfulXor(Child);
         });
}

bool Recorder::holdsDoubtfulBits(const SharedAddress &Where) const {
  return M.P.holdsDoubtfulBits(Where.WithinBytes) ||
         llvm::any_of(Where.Index, [&](const Value &Index) {
           return M.P.holdsDoubtfulBits(Index);
         });
}

AccessRecord *Recorder::record(AccessOperation Operation, RequestKind Kind,
                               const Pointer *At, unsigned Bytes,
                               bool IsVolatile, const Expr *Site,
                               unsigned Matrices) {
  if (!isOn())
    return nullptr;
  assert(M.Active.Lanes && "a request has lanes");
  AccessRecord New;
  locate(New, Site);
  New.Operation = Operation;
  New.Kind = Kind == RequestKind::Load && At->IsGeneric
                 ? RequestKind::GenericLoad
                 : Kind;
  New.BytesPerLane = Bytes;
  New.Matrices = Matrices;
  New.Active = M.Active.Lanes;
  New.Confidence = M.Active.Confidence;
  New.Condition = M.Active.Condition;
  New.Guard = Sites.at(M.Active.Guard);
  New.IsRepeated = M.Active.IsRepeated;
  New.Times = M.Active.Times;
  if (New.IsRepeated && !Scopes.isRepeated(New.Times))
    New.Times = Scopes.unknown(New.Times, CountDoubt::Jumps);
  if (!Sites.isLineKnown(Site))
    New.InexactBy |= doubtBy(ModelRule::LineTable);
  if (!DoubtfulXors.empty() && holdsDoubtfulXor(Site))
    New.InexactBy |= doubtBy(ModelRule::Reassociate);
  New.IsVolatile = IsVolatile;
  New.ElementBytes = std::min(Bytes, 4u);
  New.Block = Code.Block;
  New.Fence = Code.Fence;
  New.Exchange = Code.Exchange;
  New.SlowPath = Code.SlowPath;
  New.Arm = Code.Arm;
  New.OuterArms = Code.OuterArms;
  New.Unroll = Code.Unroll;
  if (At->Base->Kind == Object::Lost)
    New.Why = At->Base->Why;
  else
    New.Where = At;
  if (New.Where) {
    New.Limit = limitOf(*New.Where);
    if (holdsDoubtfulBits(*New.Where))
      New.InexactBy |= doubtBy(ModelRule::Masks);
  }
  if (!New.Limit && M.Active.IsLimited)
    New.Limit =
        M.P.reason(ReasonKind::ManyConditionNumbers, limits::DecisionTrials);
  Records.push_back(New);
  return &Records.back();
}

/// Whether this is where a pointer leads of which nothing is known.
static bool isBase(const Variable &V) {
  return V.Kind == Variable::Symbol &&
         (V.Why.kind() == ReasonKind::Address ||
          V.Why.kind() == ReasonKind::VariableAddress);
}

/// How far an address of global memory lies from where a pointer leads; nothing
/// where it is not made of one pointer and an offset.
std::optional<Value> Recorder::offsetOfSource(const Pointer *From) const {
  if (!From || From->Base->Kind != Object::Foreign)
    return std::nullopt;
  const Value &Address = From->WithinBytes;
  llvm::SmallVector<const Variable *, 4> Symbols;
  M.P.symbols(Address, Symbols);
  const Variable *Base = nullptr;
  for (const Variable *Symbol : Symbols) {
    if (!isBase(*Symbol))
      continue;
    if (Base)
      return std::nullopt;
    Base = Symbol;
  }
  if (!Base)
    return std::nullopt;
  Value Offset = Pool::withoutLaunch(M.P.sub(Address, M.P.valueOf(Base)));
  Symbols.clear();
  M.P.symbols(Offset, Symbols);
  return llvm::is_contained(Symbols, Base) ? std::nullopt
                                           : std::optional(Offset);
}

/// Whether a lane reads either all of what it copies, or nothing. What reads a
/// part of it is another instruction.
static bool isAllOrNothing(const Pool &P, const Value &Read, LaneMask Active,
                           int64_t Bytes) {
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane) {
    if (!(Active >> Lane & 1))
      continue;
    const Range Bounds = P.rangeInLane(Read, Lane);
    if (Bounds.Min < 0 || Bounds.Max > Bytes ||
        Read.constant()[Lane] % Bytes != 0)
      return false;
  }
  return Read.isKnown() || P.termsMultipleOf(Read) % Bytes == 0;
}

void Recorder::noteSource(AccessRecord *Copy, const Pointer *From,
                          const Value &ReadBytes) {
  if (!Copy)
    return;
  assert(isCopy(Copy->Kind) && "only copies have a source");
  const Value Read = M.P.inLanes(ReadBytes, Copy->Active);
  if (!isAllOrNothing(M.P, Read, Copy->Active, Copy->BytesPerLane))
    return;
  if (Read.isKnown()) {
    LaneMask Filled = 0;
    for (unsigned Lane = 0; Lane != LaneCount; ++Lane)
      Filled |= LaneMask(Read.constant()[Lane] == 0) << Lane;
    Filled &= Copy->Active;
    Copy->ZeroFilled = Filled == Copy->Active ? AllLanes : Filled;
  } else if (Copy->Kind == RequestKind::CpAsync) {
    // Through the cache, it matters which lanes read.
    return;
  }
  if (std::optional<Value> Offset = offsetOfSource(From))
    Copy->From = new (M.P.storage()) Value(*Offset);
}

/// What the compiler splits a part of a value into: its scalars, but vectors
/// of narrower integers move in one.
unsigned Recorder::elementBytesOf(QualType Type, unsigned PartBytes,
                                  bool &IsWidened) const {
  bool IsRecord = false, IsBrainFloat = false;
  while (true) {
    if (const ArrayType *Array = M.Context.getAsArrayType(Type)) {
      Type = Array->getElementType();
      continue;
    }
    const RecordDecl *Class = Type->getAsRecordDecl();
    if (!Class || !Class->getDefinition())
      break;
    IsRecord = true;
    IsBrainFloat |= Class->getName() == "__nv_bfloat16";
    const RecordDecl *Next = Class->getDefinition();
    while (Next->field_empty()) {
      const auto *Derived = dyn_cast<CXXRecordDecl>(Next);
      if (!Derived || Derived->bases().empty())
        return std::min(PartBytes, 4u);
      const RecordDecl *Base =
          Derived->bases_begin()->getType()->getAsRecordDecl();
      Next = Base ? Base->getDefinition() : nullptr;
      if (!Next)
        return std::min(PartBytes, 4u);
    }
    Type = Next->field_begin()->getType();
  }
  auto Scalar = unsigned(std::min<int64_t>(M.Types.sizeOf(Type), PartBytes));
  IsWidened = Scalar < 4 && Type->isIntegerType() &&
              (!IsRecord || IsBrainFloat) && PartBytes < 4;
  return Scalar < WordBytes ? PartBytes : Scalar;
}

/// What eight bytes of an object hold.
enum class Eight {
  Words,  ///< two of them
  Number, ///< one of 64 bits
  Mixed,  ///< narrow members, or a gap
};

/// Of each eight bytes of an object; none where they are no unit of its type,
/// or members overlap.
static std::optional<llvm::SmallVector<Eight, 8>>
eightsOf(QualType Type, const TypeLayouts &Types) {
  constexpr int64_t Bytes = 8;
  const int64_t Size = Types.sizeOf(Type);
  if (!Type->isRecordType() || Types.alignmentOf(Type) != Bytes)
    return std::nullopt;
  auto Scalars = Types.partsOf(Type, size_t(Size));
  if (!Scalars)
    return std::nullopt;
  llvm::SmallVector<unsigned, 8> Words(Size / Bytes), Numbers(Size / Bytes);
  int64_t End = 0;
  for (const TypeLayouts::Part &Scalar : *Scalars) {
    if (Scalar.BitField || Scalar.OffsetBytes < End)
      return std::nullopt;
    const int64_t Width = Types.sizeOf(Scalar.Type);
    End = Scalar.OffsetBytes + Width;
    Words[Scalar.OffsetBytes / Bytes] += Width == WordBytes;
    Numbers[Scalar.OffsetBytes / Bytes] += Width == Bytes;
  }
  llvm::SmallVector<Eight, 8> Result;
  for (auto [OfWords, OfNumbers] : llvm::zip_equal(Words, Numbers))
    Result.push_back(OfNumbers      ? Eight::Number
                     : OfWords == 2 ? Eight::Words
                                    : Eight::Mixed);
  return Result;
}

/// Of an object that is a number of 64 bits and, without a gap, members of less
/// than that, how many these are: 1 of `{double; int}`, 0 of all others. The
/// two parts are copied apart. Where there are several members, some were seen
/// to be copied by themselves.
static size_t membersBehindNumber(QualType Type, const TypeLayouts &Types) {
  constexpr int64_t Bytes = 8;
  const int64_t Size = Types.sizeOf(Type);
  if (!Type->isRecordType() || Size != 2 * Bytes)
    return 0;
  auto Scalars = Types.partsOf(Type, size_t(Size));
  if (!Scalars || Scalars->empty() || Scalars->front().BitField ||
      Types.sizeOf(Scalars->front().Type) != Bytes)
    return 0;
  int64_t End = Bytes;
  for (const TypeLayouts::Part &Scalar : llvm::drop_begin(*Scalars)) {
    if (Scalar.BitField || Scalar.OffsetBytes != End)
      return 0;
    End += Types.sizeOf(Scalar.Type);
  }
  return End < Size ? Scalars->size() - 1 : 0;
}

/// Whether an object that moves in units of `UnitBytes` holds an array of
/// narrow numbers that are no whole units, as `short[3]` in units of 4. nvcc
/// moves what is left over by itself, or the members around it: `{short[3];
/// int; float}` takes STS, STS.U16 and STS.64, `{short[3]; short; float;
/// float}` one STS.128.
static bool hasBrokenUnits(QualType Type, int64_t UnitBytes,
                           const TypeLayouts &Types,
                           const ASTContext &Context) {
  const RecordDecl *Class = Type->getAsRecordDecl();
  if (!Class || !Class->getDefinition())
    return false;
  Class = Class->getDefinition();
  if (const auto *Derived = dyn_cast<CXXRecordDecl>(Class))
    for (const CXXBaseSpecifier &Base : Derived->bases())
      if (hasBrokenUnits(Base.getType(), UnitBytes, Types, Context))
        return true;
  return llvm::any_of(Class->fields(), [&](const FieldDecl *Field) {
    const QualType Member = Field->getType();
    const QualType Element = Context.getBaseElementType(Member);
    if (Element->isRecordType())
      return hasBrokenUnits(Element, UnitBytes, Types, Context);
    return Member->isConstantArrayType() &&
           Types.sizeOf(Element) < int64_t(WordBytes) &&
           Types.sizeOf(Member) % UnitBytes != 0;
  });
}

/// Whether nvcc may move members of an object by themselves that the rules take
/// for parts of wider units: narrow ones of several widths, or beside a number
/// of 64 bits without a gap, or gaps in what is aligned to 4 and longer than 8.
/// `{int; short; char; char}` takes LDS and two LDS.U16, `{double; short;
/// short; float}` two LDS.64, `{short; float; float; float}` LDS.128 and LDS;
/// but
/// `{double; char; int}` one LDS.128.
static bool hasUnlikeNumbers(QualType Type, const TypeLayouts &Types) {
  constexpr size_t MostNumbers = 64;
  constexpr int64_t LongBytes = 8;
  if (!Type->isRecordType())
    return false;
  const auto Numbers = Types.partsOf(Type, MostNumbers);
  if (!Numbers)
    return false;
  bool HasBytes = false, HasHalves = false, HasLong = false, HasGaps = false;
  for (size_t I = 0; I != Numbers->size(); ++I) {
    const TypeLayouts::Part &Number = (*Numbers)[I];
    if (Number.BitField)
      return false;
    const int64_t Width = Types.sizeOf(Number.Type);
    const int64_t Next = I + 1 == Numbers->size()
                             ? Types.sizeOf(Type)
                             : (*Numbers)[I + 1].OffsetBytes;
    HasBytes |= Width == 1;
    HasHalves |= Width == 2;
    HasLong |= Width == LongBytes;
    HasGaps |= Width < int64_t(WordBytes) && Number.OffsetBytes + Width < Next;
  }
  const bool IsOfWords = Types.alignmentOf(Type) == int64_t(WordBytes);
  return (HasBytes && HasHalves && (IsOfWords || !HasGaps)) ||
         ((HasBytes || HasHalves) && HasLong && !HasGaps) ||
         (HasGaps && IsOfWords && Types.sizeOf(Type) > LongBytes);
}

static unsigned elementBytesIn(Eight Bytes) {
  return Bytes == Eight::Words ? WordBytes : 2 * WordBytes;
}

void Recorder::recordRange(AccessOperation Operation, const Pointer *At,
                           QualType Type, const Expr *Site,
                           int64_t AlignmentBytes) {
  if (!isOn())
    return;
  int64_t Size = M.Types.sizeOf(Type);
  const int64_t Alignment = std::min<int64_t>(
      {MaxAccessBytes, M.Types.alignmentOf(Type), AlignmentBytes});
  int64_t Unroll = Alignment;
  while (Size % Unroll)
    Unroll /= 2;
  RequestKind Kind = Operation == AccessOperation::Store ? RequestKind::Store
                                                         : RequestKind::Load;
  bool IsWidened = false;
  unsigned Element = elementBytesOf(Type, unsigned(Unroll), IsWidened);
  // Words are copied as words, but all as numbers of 64 bits where some are
  // neither.
  std::optional<llvm::SmallVector<Eight, 8>> Eights = eightsOf(Type, M.Types);
  const bool HasMixed = Eights && llvm::is_contained(*Eights, Eight::Mixed);
  const size_t Behind = membersBehindNumber(Type, M.Types);
  const bool IsBroken = hasUnlikeNumbers(Type, M.Types) ||
                        hasBrokenUnits(Type, Unroll, M.Types, M.Context);
  // A variable may be aligned to more than its class.
  const bool IsPackedNumber =
      Size > 1 && At->isNumber() &&
      (Unroll == 1 || AlignmentBytes < M.Types.alignmentOf(Type));
  for (int64_t Offset = 0; Offset < Size; Offset += Unroll) {
    AccessRecord *New =
        record(Operation, Kind, M.stepBytes(At, Offset), unsigned(Unroll),
               Type.isVolatileQualified(), Site);
    New->ElementBytes = Element;
    if (Eights)
      New->ElementBytes = Behind && Offset ? WordBytes
                          : HasMixed
                              ? unsigned(Unroll)
                              : elementBytesIn((*Eights)[Offset / Unroll]);
    if (Behind > 1 || IsBroken || IsPackedNumber)
      New->InexactBy |= doubtBy(ModelRule::Copies);
    if (IsWidened && Operation == AccessOperation::Load) {
      New->IsWidened = applies(ModelRule::NarrowIntegers);
      New->InexactBy |= doubtOnly(ModelRule::NarrowIntegers);
    }
  }
}

/// How many of the first scalars fill an aligned block without a gap, and are
/// all of one size; at least one.
static size_t countInBlock(llvm::ArrayRef<TypeLayouts::Part> Scalars,
                           int64_t ScalarBytes, int64_t MostBytes,
                           const TypeLayouts &Types) {
  size_t Most = 1;
  const int64_t Begin = Scalars.front().OffsetBytes;
  for (size_t Count = 1; Count != Scalars.size(); ++Count) {
    const int64_t Bytes = int64_t(Count + 1) * ScalarBytes;
    if (Scalars[Count].OffsetBytes != Begin + int64_t(Count) * ScalarBytes ||
        Types.sizeOf(Scalars[Count].Type) != ScalarBytes || Bytes > MostBytes)
      break;
    if (llvm::isPowerOf2_64(uint64_t(Bytes)) && Begin % Bytes == 0)
      Most = Count + 1;
  }
  return Most;
}

void Recorder::recordScalars(const Pointer *At, QualType Type,
                             llvm::ArrayRef<TypeLayouts::Part> Scalars,
                             const Expr *Site) {
  if (!isOn())
    return;
  const int64_t Alignment =
      std::min<int64_t>(MaxAccessBytes, M.Types.alignmentOf(Type));
  for (llvm::ArrayRef<TypeLayouts::Part> Rest = Scalars; !Rest.empty();) {
    const int64_t Bytes = M.Types.sizeOf(Rest.front().Type);
    const size_t Count = countInBlock(Rest, Bytes, Alignment, M.Types);
    AccessRecord *New = record(AccessOperation::Store, RequestKind::Store,
                               M.stepBytes(At, Rest.front().OffsetBytes),
                               unsigned(Bytes * int64_t(Count)), false, Site);
    // Vectors of narrow numbers move in one.
    New->ElementBytes = Bytes < WordBytes ? New->BytesPerLane : unsigned(Bytes);
    Rest = Rest.drop_front(Count);
  }
}

void Recorder::noteLoadedInto(const Pointer *To, QualType Type, size_t First) {
  const unsigned FirstOfObject = LastLoad + 1;
  const std::optional<llvm::SmallVector<Eight, 8>> Eights =
      eightsOf(Type, M.Types);
  int64_t OffsetBytes = 0;
  for (size_t I = First; I != Records.size(); ++I) {
    const unsigned Element =
        Eights ? elementBytesIn((*Eights)[I - First]) : Records[I].ElementBytes;
    PartLoads.push_back({I, ++LastLoad, FirstOfObject, Element});
    M.noteLoaded(M.stepBytes(To, OffsetBytes), Records[I].BytesPerLane,
                 LastLoad, placeInCode());
    OffsetBytes += Records[I].BytesPerLane;
  }
}

void Recorder::noteScalarInto(const Pointer *To, size_t Record) {
  if (!isOn() || !To || To->Base->Kind != Object::Local ||
      !To->WithinBytes.isNumber())
    return;
  // Of narrow numbers that become bytes of an object, LLVM loads some as pairs
  // of bytes; these do not merge with the others.
  AccessRecord &Load = Records[Record];
  if (Load.BytesPerLane < WordBytes && !To->Base->Type.isNull()) {
    const QualType Number =
        M.Types.scalarAt(To->Base->Type, To->WithinBytes.constant().same());
    if (M.Types.sizeOf(Number) < int64_t(Load.BytesPerLane))
      Load.InexactBy |= doubtBy(ModelRule::Copies);
  }
  ++LastLoad;
  PartLoads.push_back({Record, LastLoad, LastLoad, 0, /*IsScalar=*/true});
  M.noteLoaded(To, Records[Record].BytesPerLane, LastLoad, placeInCode());
}

/// What the program never looks at is not loaded. An object of which nothing is
/// looked at may go where the walk does not see it.
void Recorder::noteUsedBytes() {
  auto WholeOf = [&](const PartLoad &Part) {
    return uint16_t((1u << Records[Part.Record].BytesPerLane) - 1);
  };
  auto UsedOf = [&](const PartLoad &Part) {
    return uint16_t(M.usedBytesOf(Part.Load) & WholeOf(Part));
  };
  llvm::DenseSet<unsigned> UsedObjects, PartlyUsed;
  for (const PartLoad &Part : PartLoads) {
    if (M.mayBeOverwritten(Part.Load))
      Records[Part.Record].InexactBy |= doubtBy(ModelRule::Sroa);
    // A number at which nobody looks may be looked at where no walk comes.
    if (Part.IsScalar) {
      if (M.usedBytesOf(Part.Load) == 0)
        Records[Part.Record].InexactBy |= doubtBy(ModelRule::Unused);
      continue;
    }
    if (M.usedBytesOf(Part.Load))
      UsedObjects.insert(Part.FirstOfObject);
    if (UsedOf(Part) != WholeOf(Part))
      PartlyUsed.insert(Part.FirstOfObject);
  }
  for (const PartLoad &Part : PartLoads) {
    if (Part.IsScalar)
      continue;
    AccessRecord &Record = Records[Part.Record];
    if (UsedObjects.contains(Part.FirstOfObject) &&
        PartlyUsed.contains(Part.FirstOfObject)) {
      // Members are loaded by themselves.
      Record.ElementBytes = Part.ElementBytes;
      if (UsedOf(Part) != WholeOf(Part))
        Record.UsedBytes = UsedOf(Part);
    }
    if (M.isUseGuessed(Part.Load)) {
      Record.Where = nullptr;
      Record.Why = M.P.reason(ReasonKind::ManyLoads, limits::LoadedParts);
    }
  }
}

//===----------------------------------------------------------------------===//
// Regions and unroll blocks
//===----------------------------------------------------------------------===//

BranchArms::Beside Recorder::besideHere() {
  return {M.Active.Confidence, Sites.at(M.Active.Guard), Code.Block,
          M.Active.Times};
}

void Recorder::doubtRepeats(size_t FirstRecord, size_t RestBegin) {
  llvm::MutableArrayRef<AccessRecord> All(Records);
  llvm::DenseSet<SiteId> Met;
  for (const AccessRecord &Record :
       All.slice(FirstRecord, RestBegin - FirstRecord))
    Met.insert(Record.Site);
  for (AccessRecord &Record : All.drop_front(RestBegin))
    if (!Record.Doubt && Met.count(Record.Site))
      Record.Doubt = ReasonKind::SomeIterations;
}

void Recorder::noteLimit(size_t FirstRecord, const Reason &Limit) {
  for (AccessRecord &Record : recordsFrom(FirstRecord))
    if (!Record.Limit)
      Record.Limit = Limit;
}

void Recorder::markInexact(size_t FirstRecord, ModelRules By) {
  for (AccessRecord &Record : recordsFrom(FirstRecord))
    Record.InexactBy |= By;
}

void Recorder::count(const Value &Number, LaneMask Lanes, const Expr *Site) {
  if (Counted && isOn() && Lanes && Counted->size() < limits::CountedNumbers)
    Counted->push_back({Number, Lanes, Site ? Sites.at(Site) : NoSite});
}

unsigned Recorder::openUnroll(const Stmt *Loop, unsigned Run) {
  UnrollBlock &New = Unrolls.emplace_back();
  New.Loop = isOn() ? Sites.at(Loop) : NoSite;
  New.Run = Run;
  return Code.Unroll = unsigned(Unrolls.size() - 1);
}

//===----------------------------------------------------------------------===//
// The whole
//===----------------------------------------------------------------------===//

void Recorder::rollBack(const Mark &To) {
  assert(To.Records <= Records.size() && To.Regions <= Regions.size() &&
         "the mark lies behind what was recorded");
  Records.resize(To.Records);
  while (!PartLoads.empty() && PartLoads.back().Record >= To.Records)
    PartLoads.pop_back();
  while (!OpenAlignments.empty() && OpenAlignments.back().Record >= To.Records)
    OpenAlignments.pop_back();
  Regions.resize(To.Regions);
  if (Counted)
    Counted->resize(To.Counted);
  Code.Unroll = To.Unroll;
  CodeSize = To.CodeSize;
}

/// The records before and behind one that are looked at for a neighbour.
static llvm::ArrayRef<AccessRecord> around(llvm::ArrayRef<AccessRecord> All,
                                           size_t Of) {
  constexpr size_t Window = 32;
  const size_t First = Of < Window ? 0 : Of - Window;
  return All.slice(First, std::min(Of + Window, All.size()) - First);
}

/// Whether two places of one array are less than the widest access apart, by
/// one number in all lanes.
static bool areNear(Pool &P, const SharedAddress &A, const SharedAddress &B) {
  const Value Apart = bytesApart(P, A, B);
  if (!Apart.isNumber() || !Apart.launchTerms().empty())
    return false;
  const int64_t Bytes = Apart.constant().same();
  return Bytes != 0 && std::abs(Bytes) < MaxAccessBytes;
}

/// Whether a record may merge with one that is not far from it.
bool Recorder::mayMerge(const OpenAlignment &Open) const {
  const AccessRecord &Of = Records[Open.Record];
  if (Of.Unroll != 0)
    return true; // with that of another iteration
  if (!Of.Where)
    return false;
  // What both arms load may be one, before the number is known on one of them.
  const bool IsOfArms = Open.IsOfKnown && Of.Operation == AccessOperation::Load;
  for (const AccessRecord &Other : around(Records, Open.Record))
    if (Other.Operation == Of.Operation && Other.Fence == Of.Fence &&
        Other.Where && Other.Where->Array == Of.Where->Array &&
        (areNear(M.P, *Other.Where, *Of.Where) ||
         (IsOfArms && areArmsOfOne(Other.Arm, Of.Arm))))
      return true;
  return false;
}

void Recorder::applyOpenAlignments() {
  for (const OpenAlignment &Open : OpenAlignments)
    if (mayMerge(Open))
      Records[Open.Record].InexactBy |= doubtBy(
          Open.IsOfKnown ? ModelRule::PropagateEquality : ModelRule::KnownBits);
}

void Recorder::take(Trace &Into) {
  SameBlock.grow(Code.Block + 1);
  SameUnroll.grow(unsigned(Unrolls.size()));
  noteUsedBytes();
  for (AccessRecord &Record : Records) {
    Record.Block = SameBlock.findLeader(Record.Block);
    Record.Unroll = SameUnroll.findLeader(Record.Unroll);
  }
  applyOpenAlignments();
  for (Region &R : Regions)
    if (auto *Arms = std::get_if<BranchArms>(&R)) {
      Arms->Behind.Block = SameBlock.findLeader(Arms->Behind.Block);
    } else if (auto *Loop = std::get_if<LoopRecords>(&R))
      Loop->OuterUnroll = SameUnroll.findLeader(Loop->OuterUnroll);
  Into.Records = std::move(Records);
  Into.Unrolls = std::move(Unrolls);
  Into.Regions = std::move(Regions);
  Into.Counted = std::move(Counted);
  llvm::BitVector Used(Scopes.size());
  for (const AccessRecord &Record : Into.Records)
    Used.set(Record.Times);
  for (const Region &R : Into.Regions)
    if (const auto *Arms = std::get_if<BranchArms>(&R))
      Used.set(Arms->Behind.Times);
  Into.Times = Scopes.take(Used);
}
