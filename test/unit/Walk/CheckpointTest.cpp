//===- CheckpointTest.cpp - What is tried leaves no trace -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop whose iterations cannot be counted is first walked on trial, and again
// as often as something is learned: see UnknownLoops.cpp. All but the last of
// these walks is taken back.
//
//===----------------------------------------------------------------------===//

#include "WalkedSource.h"
#include "gtest/gtest.h"

using namespace banklint;

namespace {
using Texts = std::vector<std::string>;

/// A kernel with a body, where `n` is not known.
std::string kernel(llvm::StringRef Body) {
  return ("__global__ void k(float *out, int n) { __shared__ float s[256];" +
          Body + "}")
      .str();
}

/// The conditions of loops with the records of their iterations, and where the
/// arms of branches begin and end.
Texts regions(const WalkedSource &W) {
  Texts Lines;
  for (const Region &R : W.Left.Regions) {
    std::string Line;
    llvm::raw_string_ostream OS(Line);
    if (const auto *Loop = std::get_if<LoopRecords>(&R)) {
      OS << "loop " << W.textAt(Loop->Condition) << ' ' << Loop->Begin << ' '
         << Loop->End;
    } else {
      const auto &Arms = std::get<BranchArms>(R);
      OS << "arms " << Arms.ThenBegin << ' ' << Arms.ElseBegin << ' '
         << Arms.End;
    }
    Lines.push_back(Line);
  }
  return Lines;
}

TEST(TrialOfALoop, RecordsAsMuchAsOneIterationWithoutALoop) {
  llvm::StringRef Body = R"cuda(
    s[i] = 1;
    for (int j = 0; j < 3; ++j)
      s[i + j] = s[i + 4];
    if (threadIdx.x < 4)
      s[i] += 2;
  )cuda";
  WalkedSource Once(kernel(("if (n > 0) { int i = 0;" + Body + "}").str()));
  WalkedSource Loop(
      kernel(("for (int i = 0; i < n; ++i) {" + Body + "}").str()));
  EXPECT_EQ(Once.records().size(), 9u);
  EXPECT_EQ(Loop.texts(), Once.texts());
}

TEST(TrialOfALoop, RecordsOneIterationAsAFunctionOfTheirNumber) {
  WalkedSource W(kernel(R"cuda(
    for (int i = 0; i < n; ++i)
      s[4 * i + threadIdx.x] = 1;
  )cuda"));
  ASSERT_EQ(W.records().size(), 1u);
  EXPECT_EQ(W.place(0), "[lane + 4 * k1]");
  EXPECT_TRUE(W[0].IsRepeated);
  EXPECT_EQ(W[0].Confidence, Certainty::Whole);
  EXPECT_TRUE(W.unrollOf(0).Counter);
}

TEST(TrialOfALoop, LeavesNoRegions) {
  WalkedSource W(kernel(R"cuda(
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < 2; ++j)
        s[i + j] = 1;
      if (threadIdx.x < 4)
        s[3] = i;
      else
        s[3] = i;
    }
  )cuda"));
  EXPECT_EQ(regions(W), (Texts{"loop j<2 0 2", "arms 2 3 4", "loop i<n 0 4"}));
}

TEST(TrialOfALoop, LeavesNoGaps) {
  WalkedSource W(kernel(R"cuda(
    for (int i = 0; i < n; ++i) {
      goto on;
    on:
      s[i] = 1;
    }
  )cuda"));
  EXPECT_EQ(W.Gaps, (Texts{"3: a goto"}));
}

TEST(TrialOfALoop, DoesNotMakeReturnsLessCertain) {
  WalkedSource W(kernel(R"cuda(
    s[0] = 1;
    for (int i = 0; i < n; ++i) {
      s[1] = 1;
      if (out[threadIdx.x] > 0)
        return;
      s[2] = 1;
    }
    s[3] = 1;
  )cuda"));
  ASSERT_EQ(W.texts(), (Texts{"s[0]", "s[1]", "s[2]", "s[3]"}));
  EXPECT_EQ(W[0].Confidence, Certainty::Exact);
  EXPECT_EQ(W[1].Confidence, Certainty::Whole)
      << "nobody has returned on trial";
  EXPECT_EQ(W.lineAt(W[1].Guard), 3u);
  for (size_t Behind : {2, 3}) {
    EXPECT_EQ(W[Behind].Confidence, Certainty::Data);
    EXPECT_EQ(W.lineAt(W[Behind].Guard), 5u) << "where they return";
    EXPECT_EQ(W[Behind].Active, AllLanes);
  }
}

TEST(TrialOfALoop, DoesNotEndLanesThatReturnInIt) {
  WalkedSource W(kernel(R"cuda(
    for (int i = 0; i < n; ++i)
      return;
    s[threadIdx.x] = 1;
  )cuda"));
  ASSERT_EQ(W.records().size(), 1u);
  EXPECT_EQ(W[0].Active, AllLanes);
}

TEST(TrialOfALoop, DoesNotRefuseABlock) {
  WalkedSource W(kernel(R"cuda(
    for (int i = 0; i < n; ++i)
      __trap();
    s[0] = 1;
  )cuda"));
  EXPECT_FALSE(W.Ended.IsRefused) << "n may be 0";
  EXPECT_EQ(W.records().size(), 1u);
}

TEST(TrialOfALoop, DoesNotRefuseABlockForAFailedAssertion) {
  std::string Include = "#include <assert.h>\n";
  WalkedSource InLoop(Include + kernel(R"cuda(
    for (int i = 0; i < n; ++i)
      assert(blockDim.x == 64);
  )cuda"));
  EXPECT_FALSE(InLoop.Ended.IsRefused);
  WalkedSource Ahead(Include + kernel(R"cuda(
    assert(blockDim.x == 64);
    for (int i = 0; i < n; ++i)
      s[i] = 1;
  )cuda"));
  EXPECT_TRUE(Ahead.Ended.IsRefused);
}

TEST(TrialOfALoop, DoesNotHideThatABlockIsRefusedForSure) {
  WalkedSource W(kernel("do __trap(); while (n);"));
  EXPECT_TRUE(W.Ended.IsRefused) << "one iteration there is";
}

TEST(TrialOfALoop, KeepsTheVariablesAsTheyWere) {
  WalkedSource W(kernel(R"cuda(
    int same = 3, changed = 3;
    for (int i = 0; i < n; ++i) {
      int saved = same;
      same = 9;
      changed += 2;
      same = saved;
    }
    s[same] = 1;
    s[changed] = 1;
  )cuda"));
  ASSERT_EQ(W.records().size(), 2u);
  EXPECT_EQ(W.place(0), "[3]");
  EXPECT_EQ(W.place(1), "[2 * k1 + 3]");
}

TEST(TrialOfALoop, FollowsNumbersThatComeRoundAgain) {
  WalkedSource W(kernel(R"cuda(
    int stage = 0;
    for (int i = 0; i < n; ++i) {
      s[64 * stage + threadIdx.x] = 1;
      stage = stage == 2 ? 0 : stage + 1;
    }
  )cuda"));
  ASSERT_EQ(W.records().size(), 1u);
  EXPECT_EQ(W.place(0), "[lane + 64 * k1]");
  const Value &Index = W[0].Where->Index[0];
  ASSERT_EQ(Index.terms().size(), 1u);
  EXPECT_EQ(Index.terms()[0].What->Choices, (llvm::ArrayRef<int64_t>{0, 1, 2}));
}

TEST(TrialOfALoop, MeetsNoExpressionThatIsNeverEvaluated) {
  WalkOptions Options;
  Options.ChangesSevens = true;
  WalkedSource W(kernel(R"cuda(
    for (int i = 0; i < n; ++i) {
      s[7 * i] = 1;
      if (false)
        s[7] = 1;
      for (int j = 3; j < 2; ++j)
        s[7 * j] = 1;
    }
  )cuda"),
                 Options);
  EXPECT_EQ(W.Ended.MetStrides.size(), 1u);
}

TEST(TrialOfALoop, DoesNotCountTowardsTheSizeOfTheCode) {
  // Fifteen stores at a plain subscript are 30 instructions: up to 45 are
  // unrolled four times, up to 85 twice.
  std::string Stores;
  for (int I = 0; I != 15; ++I)
    Stores += "s[i] = 1.f;";
  WalkedSource W(kernel("for (int i = 0; i < n; ++i) {" + Stores + "}"));
  ASSERT_EQ(W.records().size(), 15u);
  EXPECT_EQ(W.unrollOf(0).Degree, 4u);
}

TEST(TrialOfALoop, RecordsNothingWhereTheBudgetEndsInIt) {
  llvm::StringRef Source = R"cuda(
    s[0] = 1;
    for (int i = 0; i < n; ++i) {
      s[1] = 1;
      s[2] = 1;
    }
  )cuda";
  const uint64_t Whole = TestSteps - WalkedSource(kernel(Source)).StepsLeft;
  for (uint64_t Steps : {Whole / 4, Whole / 2, Whole - 1}) {
    WalkOptions Options;
    Options.Steps = Steps;
    WalkedSource W(kernel(Source), Options);
    EXPECT_EQ(W.Ended.End, WalkEnd::OutOfBudget) << Steps << " steps";
    EXPECT_TRUE(W.Left.IsTorn);
    EXPECT_EQ(W.texts(), (Texts{"s[0]"})) << Steps << " steps";
  }
  WalkOptions Enough;
  Enough.Steps = Whole;
  EXPECT_EQ(WalkedSource(kernel(Source), Enough).Ended.End, WalkEnd::Complete);
}

TEST(TrialOfALoop, NestsInThatOfTheLoopAround) {
  WalkedSource W(kernel(R"cuda(
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        for (int m = 0; m < n; ++m)
          s[16 * i + 4 * j + m] = 1;
  )cuda"));
  ASSERT_EQ(W.records().size(), 1u);
  EXPECT_EQ(W.place(0), "[16 * k1 + 4 * k2 + k3]");
  EXPECT_EQ(regions(W),
            (Texts{"loop m<n 0 1", "loop j<n 0 1", "loop i<n 0 1"}));
}

TEST(SecondWalkOfALoop, TakesBackAllThatTheFirstRecorded) {
  // That of `stage` is only learned as the loop is walked.
  WalkedSource W(kernel(R"cuda(
    int stage = 0;
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < 2; ++j)
        s[2 * stage + j] = 1;
      if (threadIdx.x < 4)
        s[9] = i;
      else
        s[9] = i;
      stage = 1 - stage;
      goto on;
    on:;
    }
  )cuda"));
  EXPECT_EQ(W.places(), (Texts{"[2 * k1]", "[2 * k1 + 1]", "[9]", "[9]"}));
  EXPECT_EQ(regions(W), (Texts{"loop j<2 0 2", "arms 2 3 4", "loop i<n 0 4"}));
  EXPECT_EQ(W.Gaps, (Texts{"11: a goto"}));
  EXPECT_EQ(W.alikeBy(&AccessRecord::Unroll), (std::vector<unsigned>(4)));
}

/// `stage` is 0 or 1, which is only learned as the loop is walked: that it may
/// be 2 is thought at first, and taken back.
std::string neverTaken(llvm::StringRef Arm, llvm::StringRef Behind = "") {
  return kernel(("int stage = 0; for (int i = 0; i < n; ++i) {"
                 " if (stage >= 2) {" +
                 Arm + "} stage = 1 - stage; }" + Behind)
                    .str());
}

TEST(SecondWalkOfALoop, TakesBackAddressesThatTheFirstKept) {
  for (llvm::StringRef Arm : {"kept = &s[64];", "kept = out;"}) {
    WalkedSource W("__shared__ float *kept; " +
                   neverTaken(Arm, "kept[threadIdx.x] = 1;"));
    ASSERT_FALSE(W.records().empty());
    EXPECT_EQ(W.texts().front(), "kept") << Arm.str();
    EXPECT_EQ(W.records().size(), 1u) << "nobody kept an address";
  }
}

TEST(SecondWalkOfALoop, TakesBackThatAnArrayEscapes) {
  const std::string Unknown = "__device__ void unknown(float *); ";
  WalkedSource Never(Unknown + neverTaken("unknown(s);", "s[0] = 1;"));
  ASSERT_EQ(Never.records().size(), 1u);
  EXPECT_FALSE(Never[0].Where->Array->Escapes);
  WalkedSource Taken(Unknown + kernel("if (n > 3) unknown(s); s[0] = 1;"));
  ASSERT_FALSE(Taken.records().empty());
  EXPECT_TRUE(Taken[Taken.records().size() - 1].Where->Array->Escapes);
}

/// A function with such a loop, or with one that has no arm, and a kernel that
/// calls it.
std::string calledWith(llvm::StringRef Head, llvm::StringRef Arm,
                       llvm::StringRef Tail, llvm::StringRef Call) {
  return (Head + " int stage = 0; for (int i = 0; i < n; ++i) {" + Arm +
          " stage = 1 - stage; }\n" + Tail +
          "__global__ void k(float *out, int n) { __shared__ float s[256];" +
          Call + " }")
      .str();
}

TEST(SecondWalkOfALoop, TakesBackWhereAParameterIsFirstUsed) {
  auto Source = [](llvm::StringRef Arm) {
    return calledWith("__device__ void f(float p, int n, float *o) {", Arm,
                      " o[1] = p; }", " f(s[threadIdx.x], n, out);");
  };
  WalkedSource Plain(Source("")), Never(Source("if (stage >= 2) o[0] = p;"));
  ASSERT_EQ(Never.records().size(), 1u);
  EXPECT_EQ(Never.lineAt(Never[0].LaterView), 2u);
  EXPECT_EQ(Never.lineAt(Never[0].LaterView), Plain.lineAt(Plain[0].LaterView));
}

TEST(SecondWalkOfALoop, TakesBackTheFirstLineOfACall) {
  auto Source = [](llvm::StringRef Arm) {
    return calledWith(
        "__device__ float f(const float *s, int n) { float v = 0;", Arm,
        " v += s[threadIdx.x]; return v; }", "\n out[0] =\n f(s, n);");
  };
  WalkedSource Plain(Source("")), Never(Source("if (stage >= 2) v += s[i];"));
  ASSERT_EQ(Never.records().size(), 1u);
  EXPECT_EQ(Never.lineAt(Never[0].LaterView), Plain.lineAt(Plain[0].LaterView));
  EXPECT_EQ(Never[0].Calls.size(), Plain[0].Calls.size());
}

TEST(SecondWalkOfALoop, TakesBackThatTheBlockIsRefused) {
  WalkedSource W(neverTaken("__trap();", "s[0] = 1;"));
  EXPECT_FALSE(W.Ended.IsRefused);
}

TEST(SecondWalkOfALoop, TakesBackTheExpressionsThatWereMet) {
  WalkOptions Options;
  Options.ChangesSevens = true;
  WalkedSource W(neverTaken("s[7] = 1;", "s[0] = 1;"), Options);
  EXPECT_TRUE(W.Ended.MetStrides.empty());
}

//===----------------------------------------------------------------------===//
// What the arms of a branch and the breaks of a loop leave
//===----------------------------------------------------------------------===//

/// Where a store behind some code goes. `m` and `a` are not known.
std::string placeBehind(llvm::StringRef Body, llvm::StringRef Index) {
  WalkedSource W(("struct Args { int x, y; };"
                  "__global__ void k(Args a, int m, int n) {"
                  " __shared__ float s[256];" +
                  Body + "s[" + Index + "] = 1; }")
                     .str());
  return W.records().size() == 1 ? W.place(0) : "?";
}

TEST(AnArm, LeavesAnArgumentAsItWasInTheOther) {
  const std::string Either = placeBehind("if (n > 3) m = 32;", "m");
  EXPECT_NE(Either, "[32]");
  EXPECT_NE(Either, "?");
  EXPECT_NE(placeBehind("if (n > 3) a.y = 32;", "a.y"), "[32]");
  EXPECT_EQ(placeBehind("if (n > 3) a.y = 32; else a.y = 32;", "a.y"), "[32]");
}

TEST(AnArm, LeavesAnObjectAsItWasInTheOther) {
  EXPECT_NE(placeBehind("Args b = {}; if (n > 3) b = a;", "b.x"), "[0]");
  EXPECT_NE(placeBehind("Args b; if (n > 3) b = Args(); else b = a;", "b.x"),
            "[0]");
  EXPECT_NE(placeBehind("Args b; if (n > 3) b = a; else b = Args();", "b.x"),
            "[0]");
  EXPECT_EQ(placeBehind("Args b = {}; if (n > 3) b = Args();", "b.x"), "[0]");
  EXPECT_EQ(placeBehind("Args b; if (n > 3) { b = a; b.x = 5; } "
                        "else { b = Args(); b.x = 5; }",
                        "b.x"),
            "[5]");
}

TEST(ABreak, LeavesAnObjectAsItWasThere) {
  EXPECT_NE(placeBehind("Args b = {}; for (int i = 0; i < 4; ++i)"
                        " if (i == n) { b = a; break; }",
                        "b.x"),
            "[0]");
  EXPECT_EQ(placeBehind("Args b = {}; for (int i = 0; i < 4; ++i)"
                        " { b = Args(); if (i == n) break; }",
                        "b.x"),
            "[0]");
}

TEST(ABreak, LeavesWhatWasWrittenBetweenTwoBranches) {
  const std::string Which =
      placeBehind("int x = 1; for (int i = 0; i < 6; ++i) { x = 33;"
                  " if (n == i) { x = 16; if (m > 3) break; x = 32; } }",
                  "x");
  EXPECT_NE(Which, "?");
  for (llvm::StringRef Only : {"[1]", "[33]", "[16]", "[32]"})
    EXPECT_NE(Which, Only);
}

TEST(AnUnknownLoop, ForgetsAnObjectThatItChangesAsAWhole) {
  EXPECT_NE(
      placeBehind("Args b = {}; for (int i = 0; i < n; ++i) b = a;", "b.x"),
      "[0]");
  EXPECT_EQ(placeBehind("Args b = {}; for (int i = 0; i < n; ++i)"
                        " { Args c = {}; c = a; }",
                        "b.x"),
            "[0]");
}

//===----------------------------------------------------------------------===//
// The test of a condition
//===----------------------------------------------------------------------===//

TEST(TestOfACondition, IsTakenBackWhereItIsNotKnown) {
  WalkedSource W(kernel(R"cuda(
    int i = 0;
    while (s[i++] < out[0])
      s[i + 64] = 1;
  )cuda"));
  ASSERT_EQ(W.texts(), (Texts{"s[i++]", "s[i+64]"}));
  EXPECT_EQ(W.place(0), "[k1]");
  EXPECT_EQ(W.place(1), "[k1 + 65]");
}

TEST(TestOfACondition, IsTakenBackBehindIterationsThatAreKnown) {
  WalkedSource W(kernel(R"cuda(
    for (int i = 0; i < 2 || s[i] < 0; ++i)
      s[i + 64] = 1;
  )cuda"));
  ASSERT_EQ(W.texts(), (Texts{"s[i+64]", "s[i+64]", "s[i]", "s[i+64]"}));
  EXPECT_EQ(W.places(), (Texts{"[64]", "[65]", "[k1 + 2]", "[k1 + 66]"}));
  EXPECT_FALSE(W[1].IsRepeated);
  EXPECT_TRUE(W[3].IsRepeated);
}

TEST(TestOfACondition, StaysWhereItIsKnown) {
  WalkedSource W(kernel(R"cuda(
    int i = 0;
    while (out[0] = s[i], i++ < 2)
      s[i + 64] = 1;
    s[i] = 1;
  )cuda"));
  EXPECT_EQ(W.places(), (Texts{"[0]", "[65]", "[1]", "[66]", "[2]", "[3]"}));
}

//===----------------------------------------------------------------------===//
// The host
//===----------------------------------------------------------------------===//

/// What the function `host` launches, as "blocks threads argument"; "?" for
/// what is not known.
Texts launchesIn(llvm::StringRef Text) {
  Texts Lines;
  withCuda(Text, [&](clang::ASTContext &Context) {
    Pool P;
    auto Print = [](const Value &V) {
      return V.isNumber() ? std::to_string(V.constant().same()) : "?";
    };
    SiteMap Sites(Context);
    HostWalk Walk = walkHost(
        Context, declared<clang::FunctionDecl>("host", Context), P, Sites);
    for (const LaunchSite &Site : Walk.Launches)
      Lines.push_back(Print(Site.Grid[0]) + " " + Print(Site.Block[0]) + " " +
                      Print(Site.Arguments[0]));
  });
  return Lines;
}

TEST(TrialOfALoop, LaunchesNothing) {
  EXPECT_EQ(launchesIn(R"cuda(
    __global__ void k(int i) {}
    void host(int n) {
      k<<<1, 32>>>(5);
      for (int i = 0; i < n; ++i)
        k<<<2, 64>>>(i);
    }
  )cuda"),
            (Texts{"1 32 5", "2 64 ?"}));
}

TEST(TestOfACondition, LaunchesNothingWhereItIsTakenBack) {
  EXPECT_EQ(launchesIn(R"cuda(
    __global__ void k(int i) {}
    bool more(int i);
    bool step(int i) { k<<<1, 32>>>(i); return more(i); }
    void host() {
      int i = 0;
      while (step(i))
        i += 4;
    }
  )cuda"),
            (Texts{"1 32 ?"}));
}

/// The bytes that are looked at of the load by an expression, as a mask.
unsigned usedBytesOf(const WalkedSource &W, llvm::StringRef Text) {
  for (size_t I = 0; I != W.records().size(); ++I)
    if (W.textAt(W[I].Site) == Text)
      return W[I].UsedBytes & 0xffff;
  return 0;
}

/// A kernel with an array of objects of four numbers.
std::string ofObjects(llvm::StringRef Body) {
  return ("struct alignas(16) P { float a, b, c, d; };"
          "__global__ void k(float *out, int n) { __shared__ P s[256];"
          "float y = 0;" +
          Body + "}")
      .str();
}

TEST(TrialOfALoop, ForgetsNothingThatWasLookedAtBefore) {
  WalkedSource W(ofObjects(R"cuda(
    int m = 0;
    for (int i = 0; i < n; ++i) {
      m += i;
      P r = s[(threadIdx.x + m) & 255];
      y += r.a;
    }
    P q = s[threadIdx.x];
    y += q.b;
    for (int i = 0; i < n; ++i)
      out[i] += y;
  )cuda"));
  EXPECT_EQ(usedBytesOf(W, "s[threadIdx.x]"), 0x00f0u);
}

TEST(TrialOfALoop, LooksAtNothing) {
  // Only a trial, in which `stage` is unknown, comes to the condition's body.
  WalkedSource W(ofObjects(R"cuda(
    P q = s[threadIdx.x];
    y = q.a;
    int stage = 0;
    for (int i = 0; i < n; ++i) {
      if (stage == 5)
        y += q.d;
      out[i] = y;
      stage = 1 - stage;
    }
  )cuda"));
  EXPECT_EQ(usedBytesOf(W, "s[threadIdx.x]"), 0x000fu);
}
} // namespace
