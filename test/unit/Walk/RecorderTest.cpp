//===- RecorderTest.cpp - Where in the code accesses stand ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "State/Recorder.h"
#include "WalkedSource.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Tooling/Tooling.h"
#include "gtest/gtest.h"

using namespace banklint;

namespace {
using Numbers = std::vector<unsigned>;
using Texts = std::vector<std::string>;

std::string kernel(llvm::StringRef Body) {
  return ("__global__ void k(float *out, int n) { __shared__ float s[256];" +
          Body + "}")
      .str();
}

//===----------------------------------------------------------------------===//
// By itself
//===----------------------------------------------------------------------===//

/// A recorder in the middle of a function.
class ARecorder : public testing::Test {
protected:
  ARecorder()
      : Tree(clang::tooling::buildASTFromCodeWithArgs(R"cpp(
          struct alignas(16) Vector { float x, y, z, w; } vectors[4];
          struct Three { float x, y, z; } threes[4];
          struct Mixed { double d; int i; } mixed[4];
          struct Narrow { short a, b; } narrow[4];
          struct Empty {} empty[4];
          short shorts[4]; char chars[4]; double doubles[4]; long longs[4];
          int site[4];
          int function(int i) { return site[i]; }
        )cpp",
                                                      {"-std=c++17"})),
        M(Tree->getASTContext(), P, Memory), Sites(Tree->getASTContext()),
        R(M, Sites) {
    const auto *Function =
        declared<clang::FunctionDecl>("function", Tree->getASTContext());
    Bottom.Function = Function;
    M.Top = &Bottom;
    Body = Function->getBody();
    const auto *Return = llvm::cast<clang::ReturnStmt>(
        *llvm::cast<clang::CompoundStmt>(Body)->body_begin());
    Site = Return->getRetValue()->IgnoreImpCasts();
  }

  Object &shared(llvm::StringRef Name) {
    return Memory.object(declared<clang::VarDecl>(Name, Tree->getASTContext()),
                         Tree->getASTContext());
  }
  AccessRecord *load() {
    return R.record(AccessOperation::Load, RequestKind::Load,
                    &shared("site").Begin, 4, false, Site);
  }
  /// The parts of an element: "bytes of elements at place", and whether it is
  /// widened.
  Texts piecesOf(llvm::StringRef Array) {
    Object &O = shared(Array);
    const size_t First = R.size();
    R.recordRange(
        AccessOperation::Load, &O.Begin,
        Tree->getASTContext().getAsArrayType(O.Type)->getElementType(), Site);
    Texts Unrolls;
    for (const AccessRecord &Record : R.recordsFrom(First))
      Unrolls.push_back(
          std::to_string(Record.BytesPerLane) + " of " +
          std::to_string(Record.ElementBytes) + " at " +
          std::to_string(Record.Where->WithinBytes.constant().same()) +
          (Record.IsWidened ? ", widened" : ""));
    return Unrolls;
  }

  std::unique_ptr<clang::ASTUnit> Tree;
  Pool P;
  SharedMemory Memory;
  Machine M;
  SiteMap Sites;
  Recorder R;
  Machine::Frame Bottom;
  const clang::Stmt *Body = nullptr; ///< of the function
  const clang::Expr *Site = nullptr; ///< an access in it
};

TEST_F(ARecorder, RecordsNothingWhileItPauses) {
  {
    Recorder::Pause Outer(R);
    {
      Recorder::Pause Inner(R);
      EXPECT_FALSE(load());
    }
    EXPECT_FALSE(R.isOn()) << "the outer pause goes on";
    EXPECT_FALSE(load());
    EXPECT_TRUE(piecesOf("vectors").empty());
  }
  EXPECT_TRUE(R.isOn());
  EXPECT_EQ(R.size(), 0u);
  EXPECT_TRUE(load());
  EXPECT_EQ(R.size(), 1u);
}

TEST_F(ARecorder, WritesDownHowTheLanesRun) {
  M.Active = {0xff, Certainty::Guarded, nullptr, Site->getBeginLoc(), true};
  R.Code.Fence = 3;
  R.Code.Exchange = 2;
  R.Code.SlowPath = 1;
  const AccessRecord *New = load();
  ASSERT_TRUE(New);
  EXPECT_EQ(New->Active, 0xffu);
  EXPECT_EQ(New->Confidence, Certainty::Guarded);
  EXPECT_EQ(New->Guard, Sites.at(Site->getBeginLoc()));
  EXPECT_TRUE(New->IsRepeated);
  EXPECT_EQ(New->Fence, 3u);
  EXPECT_EQ(New->Exchange, 2u);
  EXPECT_EQ(New->SlowPath, 1u);
  EXPECT_EQ(Sites.table()[New->Site].Function, "function");
  EXPECT_EQ(Sites.table()[New->Site].Text, "site[i]");
}

TEST_F(ARecorder, SaysWhyAnAddressIsNotKnown) {
  const AccessRecord *New =
      R.record(AccessOperation::Store, RequestKind::Store,
               M.lost(ReasonKind::PointerFromNumber), 4, false, Site);
  ASSERT_TRUE(New);
  EXPECT_FALSE(New->Where);
  EXPECT_EQ(New->Why, ReasonKind::PointerFromNumber);
}

TEST_F(ARecorder, RecordsAGenericLoadWhereTheCompilerCannotSeeTheSpace) {
  Pointer Generic = shared("site").Begin;
  Generic.IsGeneric = true;
  auto KindOf = [&](AccessOperation Operation, RequestKind Kind) {
    return R.record(Operation, Kind, &Generic, 4, false, Site)->Kind;
  };
  EXPECT_EQ(KindOf(AccessOperation::Load, RequestKind::Load),
            RequestKind::GenericLoad);
  EXPECT_EQ(KindOf(AccessOperation::Store, RequestKind::Store),
            RequestKind::Store);
}

TEST_F(ARecorder, MovesValuesInPiecesOfTheirAlignment) {
  EXPECT_EQ(piecesOf("vectors"), (Texts{"16 of 4 at 0"}));
  EXPECT_EQ(piecesOf("threes"),
            (Texts{"4 of 4 at 0", "4 of 4 at 4", "4 of 4 at 8"}));
  EXPECT_EQ(piecesOf("mixed"), (Texts{"8 of 8 at 0", "8 of 4 at 8"}));
  EXPECT_EQ(piecesOf("doubles"), (Texts{"8 of 8 at 0"}));
  EXPECT_EQ(piecesOf("longs"), (Texts{"8 of 8 at 0"}));
  EXPECT_EQ(piecesOf("empty"), (Texts{"1 of 1 at 0"}));
}

TEST_F(ARecorder, MarksNarrowIntegersThatAreWidened) {
  EXPECT_EQ(piecesOf("shorts"), (Texts{"2 of 2 at 0, widened"}));
  EXPECT_EQ(piecesOf("chars"), (Texts{"1 of 1 at 0, widened"}));
  EXPECT_EQ(piecesOf("narrow"), (Texts{"2 of 2 at 0", "2 of 2 at 2"}));
}

TEST_F(ARecorder, RollsBackToAMark) {
  load();
  R.addRegion(LoopRecords{0, 1, NoSite});
  R.CodeSize = 10;
  const unsigned Outer = R.openUnroll(Body, R.newRun());
  const Recorder::Mark Before = R.mark();
  const unsigned TriedArm = R.newArms();
  const unsigned TriedUnroll = R.openUnroll(Body, R.newRun());
  load();
  load();
  R.addRegion(LoopRecords{1, 3, NoSite});
  R.CodeSize = 25;
  R.rollBack(Before);
  EXPECT_EQ(R.size(), 1u);
  EXPECT_EQ(R.CodeSize, 10u);
  EXPECT_EQ(R.Code.Unroll, Outer);
  EXPECT_NE(R.newArms(), TriedArm) << "a number is given out once";
  EXPECT_NE(R.openUnroll(Body, R.newRun()), TriedUnroll);
  Trace Left;
  R.take(Left);
  EXPECT_EQ(Left.Records.size(), 1u);
  EXPECT_EQ(Left.Regions.size(), 1u);
}

TEST_F(ARecorder, GivesBothSidesOfABranchNumbersThatBelongTogether) {
  const unsigned First = R.newArms(), Second = R.newArms();
  EXPECT_EQ(First, 1u);
  EXPECT_EQ(Second, 3u);
  EXPECT_TRUE(areArmsOfOne(First, First + 1));
  EXPECT_FALSE(areArmsOfOne(First + 1, Second));
  EXPECT_TRUE(isElseArm(First + 1) && !isElseArm(First));
}

TEST_F(ARecorder, NamesBlocksThatTurnOutToBeOneByTheirRepresentative) {
  for (unsigned Block : {0, 1, 2, 3}) {
    R.Code.Block = Block;
    load();
  }
  BranchArms Arms, Later;
  Arms.Behind.Block = 2;
  Later.Behind.Block = 3;
  R.addRegion(Arms);
  R.addRegion(Later);
  R.joinBlocks(2, 1);
  R.joinBlocks(1, 0);
  Trace Left;
  R.take(Left);
  Numbers Blocks;
  for (const AccessRecord &Record : Left.Records)
    Blocks.push_back(Record.Block);
  EXPECT_EQ(Blocks, (Numbers{0, 0, 0, 3}));
  EXPECT_EQ(std::get<BranchArms>(Left.Regions[0]).Behind.Block, 0u);
  EXPECT_EQ(std::get<BranchArms>(Left.Regions[1]).Behind.Block, 3u);
}

TEST_F(ARecorder, DoubtsConflictsOfIterationsAtPlacesThatWerePassedBefore) {
  const clang::Expr *Other =
      llvm::cast<clang::ArraySubscriptExpr>(Site)->getBase();
  auto Store = [&](const clang::Expr *At) {
    R.record(AccessOperation::Store, RequestKind::Store, &shared("site").Begin,
             4, false, At);
  };
  Store(Other); // before the loop
  load();       // an iteration that is known
  const size_t Rest = R.size();
  load();
  Store(Other);
  R.doubtRepeats(1, Rest);
  EXPECT_FALSE(R[1].Doubt);
  EXPECT_EQ(R[2].Doubt, ReasonKind::SomeIterations);
  EXPECT_FALSE(R[3].Doubt) << "no iteration passed there";
}

//===----------------------------------------------------------------------===//
// In a walk
//===----------------------------------------------------------------------===//

TEST(RecordsOfAWalk, ShareTheBlockOfStraightLineCode) {
  WalkedSource W(kernel(R"cuda(
    s[0] = 1;
    out[0] = n;
    s[1] = 1;
    { s[2] = 1; }
  )cuda"));
  EXPECT_EQ(W.alikeBy(&AccessRecord::Block), (Numbers{0, 0, 0}));
  EXPECT_EQ(W.alikeBy(&AccessRecord::Fence), (Numbers{0, 0, 0}));
  for (const AccessRecord &R : W.records()) {
    EXPECT_EQ(R.Arm, 0u);
    EXPECT_EQ(R.Unroll, 0u);
    EXPECT_TRUE(R.OuterArms.empty());
  }
}

TEST(RecordsOfAWalk, AreApartWhereABarrierFenceOrUnseenCallLiesBetween) {
  WalkedSource W("__device__ void unseen();" + kernel(R"cuda(
    s[0] = 1;
    __syncthreads();
    s[1] = 1;
    __threadfence_block();
    s[2] = 1;
    s[3] = 1;
    unseen();
    s[4] = 1;
  )cuda"));
  EXPECT_EQ(W.alikeBy(&AccessRecord::Fence), (Numbers{0, 1, 2, 2, 3}));
  EXPECT_EQ(W.alikeBy(&AccessRecord::Block), (Numbers{0, 0, 0, 0, 0}));
  EXPECT_EQ(W.alikeBy(&AccessRecord::Exchange), (Numbers{0, 0, 0, 0, 0}));
}

TEST(RecordsOfAWalk, TellShufflesAndAssemblyFromFences) {
  WalkedSource W(kernel(R"cuda(
    s[0] = 1;
    out[0] = __shfl_xor_sync(0xffffffff, n, 1);
    s[1] = 1;
    asm volatile("mov.u32 %0, %1;" : "=r"(n) : "r"(3));
    s[2] = 1;
    asm("mov.u32 %0, %1;" : "=r"(n) : "r"(4));
    s[3] = 1;
  )cuda"));
  EXPECT_EQ(W.alikeBy(&AccessRecord::Exchange), (Numbers{0, 1, 2, 3}))
      << "LLVM merges nothing over assembly, volatile or not";
  EXPECT_EQ(W.alikeBy(&AccessRecord::Fence), (Numbers{0, 0, 0, 0}));
}

TEST(RecordsOfAWalk, HaveABlockForEachArmAndOneBehindThem) {
  WalkedSource W(kernel(R"cuda(
    s[0] = 1;
    if (threadIdx.x < 8)
      s[1] = 1;
    else
      s[2] = 1;
    s[3] = 1;
  )cuda"));
  EXPECT_EQ(W.alikeBy(&AccessRecord::Block), (Numbers{0, 1, 2, 3}));
  EXPECT_EQ(W[0].Arm, 0u);
  EXPECT_EQ(W[1].Arm, 1u);
  EXPECT_EQ(W[2].Arm, 2u);
  EXPECT_EQ(W[3].Arm, 0u);
  EXPECT_EQ(W[1].OuterArms, (llvm::ArrayRef<unsigned>{0}));
  EXPECT_EQ(W[1].Active, 0x000000ffu);
  EXPECT_EQ(W[2].Active, 0xffffff00u);
  EXPECT_EQ(W[3].Active, AllLanes);
}

TEST(RecordsOfAWalk, NameThePathsAroundTheOutermostFirst) {
  WalkedSource W(kernel(R"cuda(
    if (threadIdx.x < 8) {
      if (n)
        s[0] = 1;
      s[1] = 1;
    } else if (n > 2) {
      s[2] = 1;
    }
  )cuda"));
  ASSERT_EQ(W.records().size(), 3u);
  EXPECT_EQ(W[0].OuterArms, (llvm::ArrayRef<unsigned>{0, W[1].Arm}));
  EXPECT_EQ(W[1].OuterArms, (llvm::ArrayRef<unsigned>{0}));
  ASSERT_EQ(W[2].OuterArms.size(), 2u);
  EXPECT_TRUE(areArmsOfOne(W[1].Arm, W[2].OuterArms[1]));
}

TEST(RecordsOfAWalk, StayInOneBlockWhereTheCompilerSeesTheCondition) {
  WalkedSource W(kernel(R"cuda(
    constexpr bool IsFull = true;
    s[0] = 1;
    if (IsFull)
      s[1] = 1;
    else
      s[2] = 1;
    s[3] = 1;
  )cuda"));
  EXPECT_EQ(W.texts(), (Texts{"s[0]", "s[1]", "s[3]"}));
  EXPECT_EQ(W.alikeBy(&AccessRecord::Block), (Numbers{0, 0, 0}));
  EXPECT_EQ(W[1].Arm, 0u);
}

TEST(RecordsOfAWalk, AreStraightLineCodeWhereALoopIsUnrolledWhole) {
  WalkedSource W(kernel(R"cuda(
    s[0] = 1;
    for (int i = 0; i < 3; ++i)
      s[i + 1] = 1;
    s[4] = 1;
  )cuda"));
  EXPECT_EQ(W.places(), (Texts{"[0]", "[1]", "[2]", "[3]", "[4]"}));
  EXPECT_EQ(W.alikeBy(&AccessRecord::Block), (Numbers{0, 0, 0, 0, 0}));
  EXPECT_EQ(W.alikeBy(&AccessRecord::Unroll), (Numbers{0, 0, 0, 0, 0}));
}

TEST(RecordsOfAWalk, ShareAPieceInAsManyIterationsAsAreUnrolled) {
  WalkedSource W(kernel(R"cuda(
    s[0] = 1;
    #pragma unroll 2
    for (int i = 0; i < 5; ++i)
      s[i + 1] = 1;
    s[6] = 1;
  )cuda"));
  EXPECT_EQ(W.alikeBy(&AccessRecord::Unroll), (Numbers{0, 1, 1, 2, 2, 3, 0}));
  EXPECT_EQ(W.alikeBy(&AccessRecord::Block), (Numbers{0, 1, 1, 2, 2, 3, 4}));
  EXPECT_EQ(W.unrollOf(1).Degree, 2u);
  EXPECT_EQ(W.lineAt(W.unrollOf(1).Loop), 4u);
  EXPECT_EQ(W.unrollOf(1).Run, W.unrollOf(3).Run);
  EXPECT_FALSE(W.unrollOf(1).Counter) << "each iteration was walked";
}

TEST(RecordsOfAWalk, AreApartInEachIterationWithoutUnrolling) {
  WalkedSource W(kernel(R"cuda(
    #pragma unroll 1
    for (int i = 0; i < 3; ++i)
      s[i] = 1;
  )cuda"));
  EXPECT_EQ(W.alikeBy(&AccessRecord::Unroll), (Numbers{0, 1, 2}));
  EXPECT_EQ(W.alikeBy(&AccessRecord::Block), (Numbers{0, 1, 2}));
  EXPECT_EQ(W.unrollOf(0).Degree, 1u);
}

TEST(RecordsOfAWalk, HaveAPieceOfTheirOwnEachTimeALoopIsEntered) {
  WalkedSource W(kernel(R"cuda(
    #pragma unroll 1
    for (int i = 0; i < 2; ++i)
      #pragma unroll 1
      for (int j = 0; j < 2; ++j)
        s[2 * i + j] = 1;
  )cuda"));
  EXPECT_EQ(W.places(), (Texts{"[0]", "[1]", "[2]", "[3]"}));
  EXPECT_EQ(W.alikeBy(&AccessRecord::Unroll), (Numbers{0, 1, 2, 3}));
  EXPECT_EQ(W.unrollOf(0).Run, W.unrollOf(1).Run);
  EXPECT_NE(W.unrollOf(1).Run, W.unrollOf(2).Run);
  EXPECT_EQ(W.unrollOf(2).Run, W.unrollOf(3).Run);
}

TEST(RecordsOfAWalk, AreOneIterationOfALoopThatCannotBeCounted) {
  WalkedSource W(kernel(R"cuda(
    s[0] = 1;
    for (int i = 0; i < n; ++i)
      s[i + 1] = 1;
    s[2] = 1;
  )cuda"));
  EXPECT_EQ(W.alikeBy(&AccessRecord::Unroll), (Numbers{0, 1, 0}));
  EXPECT_EQ(W.alikeBy(&AccessRecord::Block), (Numbers{0, 1, 2}));
  const UnrollBlock &Unroll = W.unrollOf(1);
  EXPECT_EQ(Unroll.Degree, 4u);
  EXPECT_TRUE(Unroll.HasEpilogueLoop);
  EXPECT_TRUE(Unroll.Counter);
  EXPECT_FALSE(Unroll.IsUncounted);
  EXPECT_EQ(Unroll.Arm, W[1].Arm);
}

TEST(RecordsOfAWalk, AreNotUnrolledAcrossABarrier) {
  WalkedSource W(kernel(R"cuda(
    for (int i = 0; i < n; ++i) {
      s[i] = 1;
      __syncthreads();
    }
  )cuda"));
  EXPECT_EQ(W.unrollOf(0).Degree, 1u);
  EXPECT_FALSE(W.unrollOf(0).IsUncounted);
}

TEST(RecordsOfAWalk, AreOfAnUncountedUnrollBlockWhereALoopIsLeftEarly) {
  WalkedSource W(kernel(R"cuda(
    for (int i = 0; i < n; ++i) {
      s[i] = 1;
      if (out[i] > 0)
        break;
    }
  )cuda"));
  EXPECT_TRUE(W.unrollOf(0).IsUncounted);
  EXPECT_EQ(W.unrollOf(0).Degree, 1u);
}

TEST(RecordsOfAWalk, NameTheArrayThatAPointerWalksThrough) {
  WalkedSource W(kernel(R"cuda(
    for (float *p = s; p < s + n; p += 32)
      *p = 1;
  )cuda"));
  ASSERT_EQ(W.records().size(), 1u);
  EXPECT_EQ(W.place(0), "[32 * k1]");
  ASSERT_EQ(W.unrollOf(0).Walked.size(), 1u);
  EXPECT_EQ(W.unrollOf(0).Walked[0], W[0].Where->Array->DeclarationId);
}

TEST(RecordsOfAWalk, StandAtTheAccessInACalledFunctionAndNameTheCalls) {
  WalkedSource W(R"cuda(
    __device__ float get(float *p, int i) { return p[i]; }
    __device__ float both(float *p, int i) {
      return get(p, i)
           + get(p, i + 1);
    }
  )cuda" + kernel(R"cuda(
    out[0] = get(s, 1);
    out[1] = both(s, 2);
  )cuda"));
  EXPECT_EQ(W.texts(), (Texts{"p[i]", "p[i]", "p[i]"}));
  EXPECT_EQ(W.places(), (Texts{"[1]", "[2]", "[3]"}));
  auto Calls = [&](size_t Which) {
    Texts Calls;
    for (SiteId Call : W[Which].Calls)
      Calls.push_back(W.textAt(Call));
    return Calls;
  };
  EXPECT_EQ(Calls(0), (Texts{"get(s,1)"}));
  EXPECT_EQ(Calls(1), (Texts{"get(p,i)", "both(s,2)"}));
  EXPECT_EQ(Calls(2), (Texts{"get(p,i+1)"}))
      << "the function around it begins with another line";
  EXPECT_EQ(W.textAt(W[2].LaterView), "both(s,2)");
  EXPECT_EQ(W[0].LaterView, NoSite);
  EXPECT_EQ(W.alikeBy(&AccessRecord::Block), (Numbers{0, 0, 0}));
}

TEST(RecordsOfAWalk, AreAlsoShownAtTheFirstUseOfAParameterLoadedForIt) {
  WalkedSource W(R"cuda(
    __device__ void put(float *p, float v) { p[0] = v; }
  )cuda" + kernel("put(s, s[5]);"));
  ASSERT_EQ(W.texts(), (Texts{"s[5]", "p[0]"}));
  EXPECT_EQ(W.textAt(W[0].LaterView), "v");
}

TEST(RecordsOfAWalk, CarryTheLanesOfEachCaseOfASwitch) {
  WalkedSource W(kernel(R"cuda(
    switch (threadIdx.x % 4) {
    case 0: s[0] = 1; break;
    case 1: s[1] = 1;
    default: s[2] = 1;
    }
    s[3] = 1;
  )cuda"));
  ASSERT_EQ(W.texts(), (Texts{"s[0]", "s[1]", "s[2]", "s[3]"}));
  std::vector<LaneMask> Active;
  for (const AccessRecord &R : W.records())
    Active.push_back(R.Active);
  EXPECT_EQ(Active, (std::vector<LaneMask>{0x11111111, 0x22222222, 0xeeeeeeee,
                                           AllLanes}))
      << "those that fall through run on with the others";
  EXPECT_EQ(W.alikeBy(&AccessRecord::Block), (Numbers{0, 1, 2, 3}));
}

TEST(RegionsOfAWalk, HoldWhatBothArmsHaveInCommon) {
  WalkedSource W(kernel(R"cuda(
    s[0] = 1;
    if (n > 3)
      s[8] = 2;
    else
      s[8] = 3;
    s[1] = 1;
  )cuda"));
  ASSERT_EQ(W.Left.Regions.size(), 1u);
  const auto *Arms = std::get_if<BranchArms>(&W.Left.Regions[0]);
  ASSERT_TRUE(Arms);
  EXPECT_EQ(Arms->ThenBegin, 1u);
  EXPECT_EQ(Arms->ElseBegin, 2u);
  EXPECT_EQ(Arms->End, 3u);
  EXPECT_EQ(Arms->ThenArm, W[1].Arm);
  EXPECT_EQ(Arms->ElseArm, W[2].Arm);
  EXPECT_EQ(Arms->Arm, 0u);
  EXPECT_EQ(Arms->Behind.Block, W[3].Block);
  EXPECT_EQ(Arms->Behind.Confidence, Certainty::Exact);
}

TEST(RegionsOfAWalk, LeaveOutArmsWithNothingInCommon) {
  WalkedSource W(kernel(R"cuda(
    if (n > 3)
      s[0] = out[1];
    else
      out[0] = 2 * s[1];
    if (n > 4)
      s[2] = 1;
  )cuda"));
  EXPECT_EQ(W.records().size(), 3u);
  EXPECT_TRUE(W.Left.Regions.empty());
}

TEST(RegionsOfAWalk, HoldAllIterationsOfALoop) {
  WalkedSource W(kernel(R"cuda(
    s[0] = 1;
    for (int i = 0; i < 2; ++i) {
      s[1] = 1;
      for (int j = 0; j < n; ++j)
        s[2] = 1;
    }
    for (int i = 0; i < 2; ++i)
      out[i] = 1;
  )cuda"));
  ASSERT_EQ(W.Left.Regions.size(), 3u) << "inner ones first";
  auto Loop = [&](size_t Which) {
    const auto &R = std::get<LoopRecords>(W.Left.Regions[Which]);
    return std::tuple(R.Begin, R.End, W.textAt(R.Condition));
  };
  using Expected = std::tuple<size_t, size_t, std::string>;
  EXPECT_EQ(Loop(0), Expected(2, 3, "j<n"));
  EXPECT_EQ(Loop(1), Expected(4, 5, "j<n"));
  EXPECT_EQ(Loop(2), Expected(1, 5, "i<2"));
}
} // namespace
