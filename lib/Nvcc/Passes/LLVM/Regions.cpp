//===- Regions.cpp - What the compiler moves out of branches and loops ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Nvcc/Passes/Regions.h"
#include "Bank/BankModel.h"
#include "Nvcc/Rules/Modes.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"
#include <utility>

using namespace banklint;
using llvm::SmallVector;

using Records = std::vector<AccessRecord>;

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

static bool isSameRequest(const AccessRecord &A, const AccessRecord &B) {
  return A.Where && B.Where && areSamePlace(*A.Where, *B.Where) &&
         A.Apart == B.Apart && A.Kind == B.Kind &&
         A.BytesPerLane == B.BytesPerLane && A.Unroll == B.Unroll &&
         A.Fence == B.Fence;
}

/// Whether two records are the stores of a pair of sites, neither in a branch
/// inside of its arm, and make the same request.
static bool arePair(const AccessRecord &A, const AccessRecord &B,
                    const BranchArms::SitePair &Sites, const BranchArms &Arms) {
  return A.Site == Sites.first && B.Site == Sites.second &&
         A.Arm == Arms.ThenArm && B.Arm == Arms.ElseArm &&
         A.Operation == AccessOperation::Store && B.Operation == A.Operation &&
         isSameRequest(A, B);
}

/// Whether equal accesses in a row become one.
static bool mayRepeat(const AccessRecord &Record) {
  return !Record.IsVolatile && Record.Where &&
         Record.Where->Array->DeclarationId;
}

/// Makes two records those of one access by the lanes of both, behind the
/// branch. Those that stay two are made as often as before.
static void moveOut(AccessRecord &A, AccessRecord &B, const BranchArms &Arms) {
  LaneMask Lanes = A.Active | B.Active;
  for (AccessRecord *Record : {&A, &B}) {
    Record->Active = Lanes;
    Record->UsedBytes = A.UsedBytes | B.UsedBytes;
    Record->Confidence = Arms.Behind.Confidence;
    Record->Guard = Arms.Behind.Guard;
    if (mayRepeat(*Record))
      Record->Times = Arms.Behind.Times;
    Record->Arm = Arms.Arm;
    Record->OuterArms = Arms.OuterArms;
    Record->Block = Arms.Behind.Block;
  }
}

/// Parts of one object that differ in size may be one access, with the padding
/// between them: the compiler chooses between whole objects, and where it
/// knows some members, it makes them with their padding (nvcc 13.0, sm_90).
static void doubtUnlikeParts(Records &All, llvm::ArrayRef<size_t> Parts) {
  auto IsUnlike = [&](size_t I) {
    return All[I].BytesPerLane != All[Parts.front()].BytesPerLane;
  };
  if (llvm::any_of(Parts, IsUnlike))
    for (size_t I : Parts)
      All[I].InexactBy |= doubtBy(ModelRule::Copies);
}

/// What both arms store last is stored behind the branch: such accesses stand
/// side by side, as if they were there.
static void mergeArms(Records &All, BranchArms Arms) {
  assert(Arms.ThenBegin < Arms.ElseBegin && Arms.ElseBegin < Arms.End &&
         Arms.End <= All.size() && "both arms have records");
  // [the one arm][the other][what is behind them]
  for (const BranchArms::SitePair &Sites : Arms.Stores) {
    SmallVector<size_t, 4> Moved;
    // An object is stored in one part or several.
    while (Arms.ThenBegin < Arms.ElseBegin && Arms.ElseBegin < Arms.End) {
      size_t A = Arms.ElseBegin - 1, B = Arms.End - 1;
      if (!arePair(All[A], All[B], Sites, Arms))
        break;
      if (!applies(ModelRule::CfgSink)) {
        for (size_t I : {A, B})
          All[I].InexactBy |= doubtBy(ModelRule::CfgSink);
        break;
      }
      moveOut(All[A], All[B], Arms);
      std::rotate(All.begin() + A, All.begin() + A + 1, All.begin() + B);
      Arms.ElseBegin -= 1;
      Arms.End -= 2;
      Moved.append({Arms.End, Arms.End + 1});
    }
    if (Moved.empty())
      return;
    doubtUnlikeParts(All, Moved);
  }
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Whether no loop changes an address: it depends on the thread alone.
static bool dependsOnThread(const SharedAddress &Where) {
  auto IsOfThread = [](const Value &V) {
    return llvm::all_of(V.terms(), [](const Term &Each) {
      return Each.What->Role == SymbolKind::WarpShift;
    });
  };
  return IsOfThread(Where.WithinBytes) && llvm::all_of(Where.Index, IsOfThread);
}

/// The sites of a loop that load the same in every iteration, each with its
/// first record. Empty where lanes wait for others, or store nobody knows
/// where.
static llvm::MapVector<SiteId, AccessRecord *>
sameLoadsOf(llvm::MutableArrayRef<AccessRecord> Inside) {
  llvm::MapVector<SiteId, AccessRecord *> First;
  llvm::DenseSet<SiteId> Moving, Again;
  llvm::DenseSet<const SharedArray *> Stored;
  for (AccessRecord &Record : Inside) {
    if (Record.Fence != Inside.front().Fence)
      return {};
    if (Record.Operation != AccessOperation::Load) {
      if (!Record.Where || Record.Where->Array->IsDynamic ||
          !Record.Where->Array->DeclarationId)
        return {};
      Stored.insert(Record.Where->Array);
      continue;
    }
    const auto [Known, IsNew] = First.try_emplace(Record.Site, &Record);
    const AccessRecord *Before = Known->second;
    if (!IsNew)
      Again.insert(Record.Site);
    if (!Record.Where || Record.IsVolatile || !Before->Where ||
        !areSamePlace(*Before->Where, *Record.Where))
      Moving.insert(Record.Site);
  }
  First.remove_if([&](const auto &Entry) {
    // Of one iteration nothing tells what another would do.
    return Moving.contains(Entry.first) ||
           (!Again.contains(Entry.first) &&
            !dependsOnThread(*Entry.second->Where)) ||
           Stored.contains(Entry.second->Where->Array) ||
           (!Stored.empty() && Entry.second->Where->Array->IsDynamic);
  });
  return First;
}

/// Loads that are the same in every iteration of a loop move in front of it:
/// line tables then show them at its condition, or where the compiler was
/// before, and no longer at their own line, but for a loop that is run once.
/// All lanes that enter it load, also those that leave before others.
static void hoistLoads(Records &All, const LoopRecords &Loop) {
  assert(Loop.Begin < Loop.End && Loop.End <= All.size() &&
         "the loop has records");
  llvm::MutableArrayRef<AccessRecord> Inside(All);
  Inside = Inside.slice(Loop.Begin, Loop.End - Loop.Begin);
  const auto Same = sameLoadsOf(Inside);
  auto IsSeen = [](const AccessRecord &Record) {
    return Record.Confidence == Certainty::Exact;
  };
  for (AccessRecord &Record : Inside) {
    const auto *Found = Same.find(Record.Site);
    if (Found == Same.end())
      continue;
    if (Record.LaterView == NoSite)
      Record.LaterView = Loop.Condition;
    const AccessRecord &First = *Found->second;
    if (&Record == &First || Record.Arm != Loop.Arm || First.Arm != Loop.Arm ||
        !IsSeen(Record) || !IsSeen(First) ||
        (Record.Active & ~First.Active) != 0)
      continue;
    if (Loop.MayHoist || (Loop.Hoists && !applies(ModelRule::Licm)))
      Record.InexactBy |= doubtBy(ModelRule::Licm);
    if (!Loop.Hoists || !applies(ModelRule::Licm))
      continue;
    Record.Active = First.Active;
    Record.Block = First.Block;
    Record.Unroll = Loop.OuterUnroll;
    if (!Loop.IsOneLine) {
      Record.InexactBy |= doubtBy(ModelRule::LineTable);
      Found->second->InexactBy |= doubtBy(ModelRule::LineTable);
    }
  }
  for (const auto &[Site, First] : Same)
    if (Loop.Hoists && applies(ModelRule::Licm) && First->Arm == Loop.Arm &&
        IsSeen(*First))
      First->Unroll = Loop.OuterUnroll;
}

//===----------------------------------------------------------------------===//
// Parts of objects
//===----------------------------------------------------------------------===//

/// A part of what a record loads.
static AccessRecord partOf(const AccessRecord &Whole, unsigned OffsetBytes,
                           unsigned Bytes, Pool &P) {
  AccessRecord Part = Whole;
  Part.UsedBytes = AccessRecord::AllBytes;
  Part.BytesPerLane = Bytes;
  Part.ElementBytes = std::min(Whole.ElementBytes, Bytes);
  if (Whole.Where && OffsetBytes) {
    auto *Moved = new (P.storage()) SharedAddress(*Whole.Where);
    Moved->WithinBytes = P.add(Moved->WithinBytes, Value(int64_t(OffsetBytes)));
    Part.Where = Moved;
  }
  return Part;
}

/// Members in both words of eight bytes are used, but not all of them: mostly
/// each is loaded by itself, and sometimes the eight bytes are.
static bool isUsedInWords(const AccessRecord &Record) {
  constexpr unsigned LowWord = 0xf, HighWord = 0xf0, Both = 0xff;
  const unsigned Used = Record.UsedBytes & Both;
  return Record.ElementBytes == 2 * WordBytes && Used != Both &&
         Used & LowWord && Used & HighWord;
}

/// A load of a whole object becomes loads of the members that are used, which
/// merge again where they are neighbours: `float4 v = s[t]; v.y` is a load of 4
/// bytes. Of narrow members the smallest block that holds them is loaded.
static void narrowLoads(Records &All, Pool &P) {
  auto IsWhole = [](const AccessRecord &Record) {
    return Record.UsedBytes == AccessRecord::AllBytes;
  };
  if (llvm::all_of(All, IsWhole))
    return;
  Records Result;
  for (AccessRecord &Record : All) {
    if (!IsWhole(Record) && !applies(ModelRule::Sroa)) {
      Record.UsedBytes = AccessRecord::AllBytes;
      Record.InexactBy |= doubtBy(ModelRule::Sroa);
    }
    if (IsWhole(Record)) {
      Result.push_back(Record);
      continue;
    }
    assert(llvm::isPowerOf2_32(Record.ElementBytes) && "elements are aligned");
    Records Parts;
    unsigned Loaded = 0;
    const bool IsInWords = isUsedInWords(Record);
    const unsigned Step = IsInWords ? WordBytes : Record.ElementBytes;
    for (unsigned Element = 0; Element < Record.BytesPerLane; Element += Step) {
      unsigned Used =
          unsigned(Record.UsedBytes) >> Element & ((1u << Step) - 1);
      if (!Used)
        continue;
      unsigned First = llvm::countr_zero(Used);
      unsigned Last = llvm::Log2_32(Used);
      unsigned Bytes = 1;
      while (First / Bytes != Last / Bytes)
        Bytes *= 2;
      First -= First % Bytes;
      AccessRecord &New =
          Parts.emplace_back(partOf(Record, Element + First, Bytes, P));
      if (IsInWords || unsigned(llvm::popcount(Used)) != Bytes)
        New.InexactBy |= doubtBy(ModelRule::Sroa);
      Loaded += Bytes;
    }
    if (Loaded == Record.BytesPerLane)
      Parts = {partOf(Record, 0, Record.BytesPerLane, P)};
    llvm::append_range(Result, Parts);
  }
  All = std::move(Result);
}

//===----------------------------------------------------------------------===//
// The end of the budget
//===----------------------------------------------------------------------===//

/// Where the budget ends in the middle of a block, nobody knows what the
/// compiler merges the last accesses with: those that were met before in a
/// whole block go, the others do not make a conflict certain. How often any of
/// them runs in what was not reached is not known.
static void giveUpTornBlock(Records &All) {
  if (All.empty())
    return;
  unsigned Torn = All.back().Block;
  llvm::DenseSet<SiteId> Whole;
  for (const AccessRecord &Record : All)
    if (Record.Block != Torn)
      Whole.insert(Record.Site);
  llvm::erase_if(All, [&](const AccessRecord &Record) {
    return Record.Block == Torn && Whole.count(Record.Site);
  });
  for (AccessRecord &Record : All) {
    Record.IsRepeated = true;
    if (Record.Block == Torn)
      Record.Doubt = ReasonKind::BudgetEnd;
  }
}

void banklint::applyRegions(Trace &T) {
  for (const Region &R : T.Regions)
    if (const auto *Arms = std::get_if<BranchArms>(&R))
      mergeArms(T.Records, *Arms);
    else
      hoistLoads(T.Records, std::get<LoopRecords>(R));
  T.Regions.clear();
  narrowLoads(T.Records, *T.Values);
  if (T.IsTorn)
    giveUpTornBlock(T.Records);
}
