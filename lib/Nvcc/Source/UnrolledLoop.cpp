//===- UnrolledLoop.cpp - Loops that were walked, unrolled ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Nvcc/Source/UnrolledLoop.h"
#include "Nvcc/Rules/Modes.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

using namespace banklint;
using namespace clang;

//===----------------------------------------------------------------------===//
// Where the iterations stand
//===----------------------------------------------------------------------===//

void LoopCode::unite(RecordedCode &R, TripCount Kind, unsigned Unrolled,
                     uint64_t Rest, bool IsRestFirst) const {
  const uint64_t Count = Iterations.size();
  const bool IsWhole = Unrolled >= Count && Kind == TripCount::Constant;
  for (uint64_t N = 0; N != Count; ++N) {
    const Iteration &Here = Iterations[N];
    const bool IsRest = IsRestFirst ? N < Rest : N >= Count - Rest;
    const uint64_t InUnrolled = IsRestFirst ? N - Rest : N;
    const bool BeginsUnroll = IsRest || InUnrolled % Unrolled == 0;
    UnrollBlock &Unroll = R.unroll(Here.Unroll);
    Unroll.IsUncounted = Kind == TripCount::Unknown;
    Unroll.Degree = !BeginsUnroll ? 0 : IsRest ? 1 : Unrolled;
    if (!BeginsUnroll) {
      R.joinBlocks(Here.FirstBlock, Iterations[N - 1].LastBlock);
      R.joinUnrolls(Here.Unroll, Iterations[N - 1].Unroll);
    } else if (IsWhole) {
      R.joinBlocks(Here.FirstBlock, BlockBefore);
      R.joinUnrolls(Here.Unroll, OuterUnroll);
    }
  }
  if (IsWhole)
    R.joinBlocks(BlockBehind, Iterations.back().LastBlock);
}

/// Once more, and no further, the compiler unrolls what is counted by what it
/// has unrolled; a single iteration is no loop, however deep it lies.
void LoopCode::uniteInside(RecordedCode &R, bool IsUnrolledOnce) const {
  for (const LoopCode &Loop : CountedInside) {
    const uint64_t Count = Loop.Iterations.size();
    if (!IsUnrolledOnce && Count > 1)
      continue;
    const unsigned Unrolled =
        unrollDegree(TripCount::Constant, Count, Loop.IterationSize, Loop.Hint);
    Loop.unite(R, TripCount::Constant, Unrolled, Count % Unrolled,
               /*IsRestFirst=*/false);
    if (Unrolled >= Count)
      Loop.uniteInside(R, /*IsUnrolledOnce=*/false);
  }
}

//===----------------------------------------------------------------------===//
// How many there are
//===----------------------------------------------------------------------===//

static bool isAlwaysTrue(const Expr &Condition, const ASTContext &Context) {
  bool Result = false;
  return !Condition.isValueDependent() &&
         Condition.EvaluateAsBooleanCondition(Result, Context) && Result;
}

bool banklint::countsByConstants(const LoopParts &Parts, const Expr *Increment,
                                 const CompileTime &Inside,
                                 const CompileTime &Around) {
  const bool IsStep = Inside.isConstantStep(Increment);
  // What an outer loop counts is a constant once that loop is unrolled. Loops
  // inside that double or halve are unrolled only then.
  const CompileTime &Known = IsStep ? Inside : Around;
  // `while (true)` ends elsewhere.
  bool IsConstant =
      Parts.Condition && !isAlwaysTrue(*Parts.Condition, Known.context()) &&
      Known.isConstant(Parts.Condition) && Known.isConstant(Increment);
  if (const auto *For = llvm::dyn_cast<ForStmt>(Parts.Statement))
    IsConstant = IsConstant && Known.isConstant(For->getInit());
  return IsConstant ||
         Known.comparesPointersConstantApart(Parts.Condition, Increment);
}
TripCount banklint::tripCountOf(const LoopParts &Parts, const Expr *Step,
                                bool EndsInBody, const CompileTime &Inside,
                                const CompileTime &Around) {
  if (countsByConstants(Parts, Step, Inside, Around))
    return TripCount::Constant;
  return Inside.isConstantStep(Step) && !EndsInBody ? TripCount::Counted
                                                    : TripCount::Unknown;
}

/// `if (j >= n) break;`, at the head of an iteration.
static bool beginsWithBreak(const Stmt *Body) {
  const auto *Block = llvm::dyn_cast_or_null<CompoundStmt>(Body);
  const auto *First = Block && !Block->body_empty()
                          ? dyn_cast<IfStmt>(Block->body_front())
                          : nullptr;
  if (!First)
    return false;
  const Stmt *Then = First->getThen();
  if (const auto *Inside = dyn_cast<CompoundStmt>(Then))
    Then = Inside->size() == 1 ? Inside->body_front() : Then;
  return isa<BreakStmt>(Then);
}

/// `j < 16`, or a part of a condition that is.
static bool boundsByConstant(const Expr *Condition, const ASTContext &Context) {
  const auto *Binary =
      dyn_cast<BinaryOperator>(Condition->IgnoreParenImpCasts());
  if (!Binary || !(Binary->isComparisonOp() || Binary->isLogicalOp()))
    return false;
  if (Binary->isLogicalOp())
    return boundsByConstant(Binary->getLHS(), Context) ||
           boundsByConstant(Binary->getRHS(), Context);
  return Binary->getLHS()->isEvaluatable(Context) ||
         Binary->getRHS()->isEvaluatable(Context);
}

/// Whether a loop ends with the data as well as after so many iterations, as `j
/// < 16 && j < n` does: LLVM knows how many there are at most. Where these are
/// few, and no loop is around, it leaves it as it is.
bool banklint::hasSeveralEnds(const LoopParts &Parts, TripCount Kind,
                              const ASTContext &Context) {
  if (!Parts.Condition || !boundsByConstant(Parts.Condition, Context) ||
      consult(ModelRule::ScevBounded) == RuleMode::Off)
    return false;
  const auto *Ends =
      dyn_cast<BinaryOperator>(Parts.Condition->IgnoreParenImpCasts());
  return (Kind != TripCount::Constant && Ends->isLogicalOp()) ||
         beginsWithBreak(Parts.Body);
}
//===----------------------------------------------------------------------===//
// What becomes of them
//===----------------------------------------------------------------------===//

/// Whether the iterations that are left over come before those that are
/// unrolled together: LLVM has them come behind only where a variable of the
/// loop begins with a constant.
bool UnrolledLoop::isRestFirst() const {
  return llvm::isa<ForStmt>(Parts.Statement) && Parts.Counter &&
         Parts.Counter->getInit() &&
         !Known.isConstant(Parts.Counter->getInit());
}

/// Where each lane goes, in bytes from the beginning of the array.
static std::optional<Lanes> offsetsOf(const AccessRecord &Record) {
  if (!Record.Where)
    return std::nullopt;
  Lanes Sum = {};
  auto Add = [&](const Value &Part, int64_t Scale) {
    if (!Part.isKnown())
      return false;
    for (unsigned Lane = 0; Lane != LaneCount; ++Lane)
      Sum[Lane] += Part.constant()[Lane] * Scale;
    return true;
  };
  bool IsKnown = Add(Record.Where->WithinBytes, 1);
  for (auto [Index, Stride] :
       llvm::zip(Record.Where->Index, Record.Where->Array->StrideBytes))
    IsKnown = IsKnown && Add(Index, Stride);
  return IsKnown ? std::optional(Sum) : std::nullopt;
}

/// Whether it does not matter which lanes are in which iteration: each stays in
/// its banks, and no two share a word.
static bool staysInBanks(llvm::ArrayRef<AccessRecord> Records) {
  constexpr int64_t RowBytes = int64_t(BankCount) * WordBytes;
  llvm::DenseMap<SiteId, llvm::DenseMap<unsigned, int64_t>> Columns;
  for (const AccessRecord &Record : Records) {
    const std::optional<Lanes> Offsets = offsetsOf(Record);
    if (!Offsets || Record.BytesPerLane < WordBytes)
      return false;
    llvm::SmallDenseSet<int64_t, 32> Met;
    for (unsigned Lane = 0; Lane != LaneCount; ++Lane) {
      if (!(Record.Active >> Lane & 1))
        continue;
      const int64_t Column = (*Offsets)[Lane] & (RowBytes - 1);
      if (!Met.insert((*Offsets)[Lane]).second ||
          Columns[Record.Site].try_emplace(Lane, Column).first->second !=
              Column)
        return false;
    }
  }
  return true;
}

/// Whether requests hold accesses of several iterations. Lanes with fewer
/// unroll blocks do the iterations that are left over while the others wait:
/// not in one request with them. Where these come first, lanes with others of
/// them come to what is unrolled with other iterations.
bool UnrolledLoop::areLanesSkewed(unsigned Unrolled, bool IsFirst) const {
  if (!FirstLeave || *FirstLeave == LastLeave || Unrolled <= 1)
    return false;
  return *FirstLeave / Unrolled != LastLeave / Unrolled ||
         (IsFirst && LastLeave >= Unrolled &&
          !staysInBanks(Recorded.recordsFrom(FirstRecord)));
}

/// How far apart the places are that a lane goes to, in bytes; nothing where
/// that is not known, or a barrier between them keeps the two apart.
static std::optional<int64_t> distanceOf(Pool &P, const AccessRecord &A,
                                         const AccessRecord &B) {
  if (!A.Where || !B.Where || A.Where->Array != B.Where->Array ||
      A.Fence != B.Fence || (A.Active & B.Active) == 0)
    return std::nullopt;
  const Value Apart = bytesApart(P, *A.Where, *B.Where);
  const unsigned Lane = unsigned(llvm::countr_zero(A.Active & B.Active));
  return Apart.isKnown() ? std::optional(std::abs(Apart.constant()[Lane]))
                         : std::nullopt;
}

/// Whether a lane goes to places fewer than 16 bytes apart.
static bool areNeighbours(Pool &P, const AccessRecord &A,
                          const AccessRecord &B) {
  return distanceOf(P, A, B).value_or(MaxAccessBytes) < MaxAccessBytes;
}

/// Whether a function runs whose body is seen.
static bool callsInlined(const Stmt *S) {
  if (!S)
    return false;
  const auto *Call = llvm::dyn_cast<CallExpr>(S);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  return (Callee && Callee->hasBody()) ||
         llvm::any_of(S->children(), callsInlined);
}

/// Whether more iterations of a constant number may be unrolled together than
/// `unrollDegree` says. Of 170 loops whose estimated size is at most 150, LLVM
/// unrolled some by two or four, and of an odd number of iterations all by
/// four; what it leaves, ptxas unrolled by 2 to 6 up to 56 of its own
/// instructions, which were estimated at 195, where nothing branches.
static bool mayUnrollMore(uint64_t IterationSize, bool Branches) {
  return IterationSize <= (Branches ? 150 : 200);
}

/// Whether accesses of successive iterations merge as the rules say is not
/// known where the compiler counts the iterations, and their number is one of
/// several constants, as `t < 128 ? 8 : 4`: these were seen to end one by one.
/// Nor is it where functions count, or where they hide how large an iteration
/// is, where a part of the iterations is unrolled that may be all of them, and
/// where one unroll block is all that was walked: nothing tells by how
/// much the next one, or what is left over, would move.
void UnrolledLoop::markNeighbours(TripCount Kind, unsigned Unrolled) {
  const size_t Count = Code.Iterations.size();
  const bool IsInPart = Kind == TripCount::Constant && Unrolled < Count;
  const bool IsHidden =
      Kind == TripCount::Constant
          ? IsInPart && (Hint ? *Hint > 1 && Count % Unrolled != 0
                              : callsInlined(Parts.Body) ||
                                    mayUnrollInFull(Count, Code.IterationSize))
          : Kind == TripCount::Unknown && (callsInlined(Parts.Condition) ||
                                           callsInlined(Parts.Increment));
  const bool IsOpen =
      IsInPart && !Hint &&
      mayUnrollMore(Code.IterationSize,
                    !Recorded.isSameBlock(Code.Iterations[0].FirstBlock,
                                          Code.Iterations[0].LastBlock));
  const bool IsChosen =
      IsHidden || IsOpen ||
      (Kind == TripCount::Counted && Unrolled > 1 && Parts.Condition &&
       Known.isChosenConstant(Parts.Condition));
  if (!IsChosen && (Kind != TripCount::Counted || Unrolled <= 1 ||
                    Code.Iterations.size() != Unrolled))
    return;
  // Iterations that are nearer than that may be side by side; where unroll
  // blocks may grow, those that are as far apart as they are.
  const unsigned Reach = IsHidden ? 16 : IsOpen ? Unrolled : 1;
  llvm::DenseMap<SiteId, llvm::SmallVector<const AccessRecord *, 4>> Earlier;
  llvm::SmallDenseSet<SiteId, 4> Doubted;
  const llvm::ArrayRef<AccessRecord> Records = Recorded.recordsFrom(0);
  for (size_t N = 0; N != Code.Iterations.size(); ++N) {
    const size_t Behind = N + 1 != Code.Iterations.size()
                              ? Code.Iterations[N + 1].FirstRecord
                              : Records.size();
    llvm::DenseMap<SiteId, const AccessRecord *> Here;
    for (size_t R = Code.Iterations[N].FirstRecord; R != Behind; ++R)
      Here.try_emplace(Records[R].Site, &Records[R]);
    for (const auto &One : Here) {
      const AccessRecord &Record = *One.second;
      llvm::SmallVector<const AccessRecord *, 4> &Others = Earlier[Record.Site];
      const auto IsNeighbour = [&](const AccessRecord *Other) {
        return areNeighbours(P, *Other, Record);
      };
      if (!Doubted.contains(Record.Site) &&
          (IsChosen || !Record.Where || !Record.Where->isNumber()) &&
          llvm::any_of(llvm::ArrayRef(Others).take_front(
                           IsHidden ? Reach : Others.size() / Reach),
                       IsNeighbour))
        Doubted.insert(Record.Site);
      if (Others.size() == Reach)
        Others.erase(Others.begin());
      Others.push_back(&Record);
    }
  }
  for (AccessRecord &R : Recorded.recordsFrom(FirstRecord))
    if (Doubted.contains(R.Site))
      R.InexactBy |=
          inexactBy(IsCountOpen ? ModelRule::Scev : ModelRule::Unroll);
}

/// What the last iteration of an unrolled loop loads for one that does not come
/// is not loaded.
void UnrolledLoop::markLast() {
  if (!In.Function ||
      !In.Assignments.handsOnInVain(*Parts.Statement, *In.Function))
    return;
  for (AccessRecord &R :
       Recorded.recordsFrom(Code.Iterations.back().FirstRecord))
    if (R.Operation == AccessOperation::Load)
      R.InexactBy |= inexactBy(ModelRule::UnrollLast);
}

/// In a loop that the compiler counts, a register may point to the middle of
/// what one iteration accesses, so that its pieces are halved. By a signed
/// counter the rules say where; of others they do not, nor of a loop that ends
/// after its first iteration, of which the compiler does not know that.
void UnrolledLoop::markPieces(bool IsCounted) {
  if (!IsCounted || !Parts.Counter ||
      (Parts.Counter->getType()->isSignedIntegerType() &&
       Code.Iterations.size() > 1))
    return;
  const size_t SecondRecord = Code.Iterations.size() > 1
                                  ? Code.Iterations[1].FirstRecord
                                  : Recorded.recordsFrom(0).size();
  llvm::ArrayRef<AccessRecord> Records = Recorded.recordsFrom(0);
  llvm::SmallDenseSet<SiteId, 4> Doubted;
  for (size_t N = Code.Iterations[0].FirstRecord; N < SecondRecord; ++N)
    for (size_t Other = std::max(N, Code.Iterations[0].FirstRecord + 16) - 16;
         Other < N; ++Other)
      if (const int64_t Bytes =
              distanceOf(P, Records[Other], Records[N]).value_or(0);
          Bytes > 0 && Bytes < MaxAccessBytes) {
        Doubted.insert(Records[Other].Site);
        Doubted.insert(Records[N].Site);
      }
  for (AccessRecord &R : Recorded.recordsFrom(FirstRecord))
    if (Doubted.contains(R.Site))
      R.InexactBy |= inexactBy(ModelRule::PtxasLsr);
}

/// Whether a condition compares what is a constant apart in each iteration,
/// wherever that is in a lane: `i < t + 8` where i begins at t.
bool UnrolledLoop::comparesConstantApart() const {
  auto IsPlain = [](const Value &V) {
    return V.isNumber() && V.launchTerms().empty();
  };
  if (Compared[0].size() != Compared[1].size() ||
      (Step && !Known.isConstantStep(Step)))
    return false;
  for (size_t N = 0; N != Compared[0].size(); ++N) {
    const Value &First = Compared[0][N].Distance,
                &Second = Compared[1][N].Distance;
    if (!IsPlain(First) || !IsPlain(Second))
      continue;
    if (Compared[2].size() != Compared[0].size())
      return true;
    const Value &Third = Compared[2][N].Distance;
    if (IsPlain(Third) &&
        First.constant().same() - Second.constant().same() ==
            Second.constant().same() - Third.constant().same())
      return true;
  }
  return false;
}

/// Whether the counter begins, in each lane, at a multiple of what it counts,
/// so that it does not wrap: `for (i = 16 * t; i < 16 * t + 16; ++i)`.
bool UnrolledLoop::beginsAtMultiple() const {
  if (Compared[0].size() != 1 || !comparesConstantApart())
    return false;
  const LoopTest &Test = Compared[0].front();
  const auto Length = uint64_t(std::abs(Test.Distance.constant().same()));
  if (!Test.Left.isKnown() || Length == 0)
    return false;
  const auto Block = int64_t(llvm::PowerOf2Ceil(Length));
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane)
    if ((LanesBefore >> Lane & 1) && Test.Left.constant()[Lane] % Block != 0)
      return false;
  return true;
}

/// Whether both sides of a relation move from the first iteration to the next.
bool UnrolledLoop::moveBothSides() const {
  return Compared[0].size() == Compared[1].size() &&
         llvm::any_of(llvm::zip(Compared[0], Compared[1]), [](auto Tests) {
           const auto &[First, Second] = Tests;
           return First.IsRelational && !(First.Left == Second.Left) &&
                  !(First.Right == Second.Right);
         });
}

/// Where the compiler may know the number of iterations, those that it unrolls
/// may share accesses.
void UnrolledLoop::markSharing() {
  constexpr size_t MostRecords = 32; // of an iteration
  const llvm::ArrayRef<AccessRecord> Records = Recorded.recordsFrom(0);
  auto RecordsOf = [&](size_t N) {
    const size_t From = Code.Iterations[N].FirstRecord;
    const size_t Behind = N + 1 != Code.Iterations.size()
                              ? Code.Iterations[N + 1].FirstRecord
                              : Records.size();
    return Records.slice(From, Behind - From);
  };
  llvm::SmallDenseSet<SiteId, 4> Doubted;
  bool AreMany = false;
  for (size_t N = 1; N < std::min<size_t>(Code.Iterations.size(), 3); ++N) {
    AreMany |= RecordsOf(N).size() > MostRecords;
    for (const AccessRecord &Earlier : RecordsOf(N - 1).take_front(MostRecords))
      for (const AccessRecord &Later : RecordsOf(N).take_front(MostRecords))
        if (areNeighbours(P, Earlier, Later) &&
            (Earlier.Site != Later.Site ||
             distanceOf(P, Earlier, Later) != 0)) {
          Doubted.insert(Earlier.Site);
          Doubted.insert(Later.Site);
        }
  }
  for (AccessRecord &R : Recorded.recordsFrom(FirstRecord))
    if (AreMany || Doubted.contains(R.Site))
      R.InexactBy |= inexactBy(ModelRule::Scev);
}

/// How the compiler sees the number of iterations that were walked. What it
/// knows of it by scalar evolution, no rule here tells: that a few iterations
/// to a constant apart are unrolled in full is likely, and that a loop stays
/// whose sides both move.
TripCount UnrolledLoop::judge() {
  if (EndsUnknown)
    return TripCount::Unknown;
  const bool MoveBoth = moveBothSides();
  if (!MoveBoth && (KnownKind == TripCount::Constant ||
                    (!Compared[0].empty() && !comparesConstantApart())))
    return KnownKind;
  const RuleMode Mode = consult(ModelRule::Scev);
  IsCountOpen = Mode != RuleMode::Off;
  if (Mode != RuleMode::Applied || Compared[0].empty())
    return KnownKind;
  constexpr uint64_t MostOfABound = 8;
  const uint64_t Count = Code.Iterations.size();
  if (MoveBoth)
    return TripCount::Unknown;
  return (Hint ? *Hint == 0 || *Hint >= Count
               : Count <= MostOfABound || beginsAtMultiple())
             ? TripCount::Constant
             : KnownKind;
}

bool UnrolledLoop::unroll() {
  const uint64_t Count = Code.Iterations.size();
  assert(Count != 0 && "some iteration was walked");
  const uint64_t Size = Code.IterationSize =
      (Recorded.CodeSize - SizeBefore) / Count + 1;
  const TripCount Kind = judge();
  unsigned Unrolled = unrollDegree(Kind, Count, Size, Hint);
  if (!Hint && hasSeveralEnds(Parts, Kind, Known.context())) {
    Recorded.markInexact(FirstRecord, inexactBy(ModelRule::ScevBounded));
    Unrolled = In.IsOutermost ? 1 : Unrolled;
  }
  if (Unrolled > 1 && !applies(ModelRule::Unroll)) {
    Recorded.markInexact(FirstRecord, inexactBy(ModelRule::Unroll));
    Unrolled = 1;
  }
  const bool IsFirst =
      Kind == TripCount::Counted && Unrolled > 1 && isRestFirst();
  // By steps that only the launch decides, it counts all the same: accesses do
  // not merge then, but iterations are left over.
  const bool HasFreeStep = Kind == TripCount::Unknown &&
                           KnownKind == TripCount::Unknown && !EndsUnknown &&
                           !EndsInBody && CompileTime::isSignedStepUp(Step);
  const bool IsSkewed =
      HasFreeStep
          ? areLanesSkewed(unrollDegree(TripCount::Counted, Count, Size, Hint),
                           isRestFirst())
          : areLanesSkewed(Unrolled, IsFirst);
  // Where the compiler does not know their number, the rest of the iterations
  // have a loop of their own.
  const uint64_t Rest = Kind == TripCount::Constant ? 0 : Count % Unrolled;
  Code.BlockBehind = ++Recorded.Code.Block;
  Code.unite(Recorded, Kind, Unrolled, Rest, IsFirst);
  if (Kind == TripCount::Constant && Unrolled >= Count) {
    Code.uniteInside(Recorded);
    markLast();
  }
  if (IsSkewed)
    Recorded.markInexact(FirstRecord, inexactBy(ModelRule::Unroll));
  markNeighbours(Kind, Unrolled);
  if (IsCountOpen)
    markSharing();
  // That an unsigned counter does not wrap, the compiler has to be told.
  markPieces(Kind == TripCount::Counted);
  Recorded.CodeSize = SizeBefore + Size * std::min<uint64_t>(Unrolled, Count);
  return Kind == TripCount::Unknown && !EndsUnknown &&
         countsByConstants(Parts, Step, Known, /*Around=*/Known);
}

unsigned banklint::unrollUncounted(const LoopParts &Parts, TripCount Kind,
                                   uint64_t Size, std::optional<unsigned> Hint,
                                   size_t FirstRecord, bool IsOutermost,
                                   RecordedCode &Recorded,
                                   const ASTContext &Context) {
  const unsigned Unrolled = unrollDegree(Kind, 0, Size, Hint);
  if (Hint || !hasSeveralEnds(Parts, Kind, Context))
    return Unrolled;
  Recorded.markInexact(FirstRecord, inexactBy(ModelRule::ScevBounded));
  return IsOutermost ? 1 : Unrolled;
}
