//===- Recorder.cpp - Writes the trace of a walk --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "State/Recorder.h"
#include "Bank/Gpu.h"
#include "Cuda/Intrinsics.h"
#include "Nvcc/Rules/Modes.h"
#include "Nvcc/Source/Copies.h"
#include "Values/Limits.h"
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

bool Recorder::holdsInexactBits(const SharedAddress &Where) const {
  return M.P.holdsInexactBits(Where.WithinBytes) ||
         llvm::any_of(Where.Index, [&](const Value &Index) {
           return M.P.holdsInexactBits(Index);
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
    New.InexactBy |= inexactBy(ModelRule::LineTable);
  if (Xors.areIn(Site))
    New.InexactBy |= inexactBy(ModelRule::Reassociate);
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
    if (holdsInexactBits(*New.Where))
      New.InexactBy |= inexactBy(ModelRule::Masks);
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
  const ObjectCopy Copy(Type, Unroll, M.Types, M.Context);
  // A variable may be aligned to more than its class.
  const bool IsPackedNumber =
      Size > 1 && At->isNumber() &&
      (Unroll == 1 || AlignmentBytes < M.Types.alignmentOf(Type));
  for (int64_t Offset = 0; Offset < Size; Offset += Unroll) {
    AccessRecord *New =
        record(Operation, Kind, M.stepBytes(At, Offset), unsigned(Unroll),
               Type.isVolatileQualified(), Site);
    Copy.describe(*New, Offset, IsPackedNumber);
  }
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
    const size_t Count = scalarsInBlock(Rest, Bytes, Alignment, M.Types);
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
  // Of narrow numbers that become bytes of an object, some are loaded as pairs
  // of bytes; these do not merge with the others.
  AccessRecord &Load = Records[Record];
  if (Load.BytesPerLane < WordBytes && !To->Base->Type.isNull()) {
    const QualType Number =
        M.Types.scalarAt(To->Base->Type, To->WithinBytes.constant().same());
    if (M.Types.sizeOf(Number) < int64_t(Load.BytesPerLane))
      Load.InexactBy |= inexactBy(ModelRule::Copies);
  }
  ++LastLoad;
  PartLoads.push_back({Record, LastLoad, LastLoad, 0, /*IsScalar=*/true});
  M.noteLoaded(To, Records[Record].BytesPerLane, LastLoad, placeInCode());
}

//===----------------------------------------------------------------------===//
// Regions and unroll blocks
//===----------------------------------------------------------------------===//

BranchArms::InsertionPoint Recorder::insertionPoint() {
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

void Recorder::take(Trace &Into) {
  SameBlock.grow(Code.Block + 1);
  SameUnroll.grow(unsigned(Unrolls.size()));
  const auto UseOf = [&](unsigned Load) {
    return LoadUse{M.usedBytesOf(Load), M.mayBeOverwritten(Load),
                   M.isUseGuessed(Load)};
  };
  applyUses(Records, PartLoads, UseOf, M.P);
  for (AccessRecord &Record : Records) {
    Record.Block = SameBlock.findLeader(Record.Block);
    Record.Unroll = SameUnroll.findLeader(Record.Unroll);
  }
  applyOpenAlignments(Records, OpenAlignments, M.P);
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
