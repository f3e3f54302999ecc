//===- KnownMotionsTest.cpp - Loops that are walked again -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "State/CodeFacts.h"
#include "Walk/SiteMap.h"
#include "WalkedSource.h"
#include "gtest/gtest.h"

using namespace banklint;

namespace {

/// What walks of the kernel `k` of a source leave that know of each other.
struct Again {
  std::vector<std::string> Places; ///< of all walks
  std::vector<uint64_t> Steps;
  unsigned Proved, Refuted;
};

/// Walks a kernel once with each of these.
Again walkWith(llvm::StringRef Text, llvm::ArrayRef<WalkOptions> Walks) {
  Again Result;
  withCuda(Text, [&](clang::ASTContext &Context) {
    SiteMap Map(Context);
    for (const WalkOptions &Options : Walks) {
      const WalkedSource W(Context, Map, Options);
      llvm::append_range(Result.Places, W.places());
      Result.Steps.push_back(Options.Steps - W.StepsLeft);
    }
    Result.Proved = Map.facts().Motions.Proved;
    Result.Refuted = Map.facts().Motions.Refuted;
  });
  return Result;
}

/// Walks a kernel once with each of these as its first argument.
Again walkWith(llvm::StringRef Text,
               llvm::ArrayRef<std::optional<int64_t>> Arguments) {
  std::vector<WalkOptions> Walks(Arguments.size());
  for (auto [Options, Argument] : llvm::zip_equal(Walks, Arguments))
    Options.Arguments = {Argument};
  return walkWith(Text, Walks);
}

/// Walks a kernel for the first warp of a block, and for the second of another.
Again walkTwoWarps(llvm::StringRef Text) {
  std::vector<WalkOptions> Walks(2);
  Walks[1].FirstThread = 32;
  return walkWith(Text, Walks);
}

using Texts = std::vector<std::string>;

TEST(KnownMotions, AreProvedInOneWalk) {
  const Again W = walkWith(R"cuda(
    __global__ void k(int n, float *in) {
      __shared__ float s[64];
      int stage = 0;
      float sum = 0;
      for (int i = 2; i < n; i += 3) {
        sum += s[i] + s[stage];
        stage = 1 - stage;
        in += 2 * n;
      }
      in[0] = sum;
    }
  )cuda",
                           {std::nullopt, std::nullopt});
  EXPECT_EQ(W.Proved, 1u);
  EXPECT_EQ(W.Refuted, 0u);
  EXPECT_EQ(W.Places, (Texts{"[3 * k1 + 2]", "[k1]", "[3 * k1 + 2]", "[k1]"}));
  EXPECT_EQ(W.Steps[0], W.Steps[1]) << "limits do not depend on earlier walks";
}

TEST(KnownMotions, AreRefutedWhereAnotherArgumentMovesOtherwise) {
  const Again W = walkWith(R"cuda(
    __global__ void k(int step, int n) {
      __shared__ float s[64];
      int x = 0;
      for (int i = 0; i < n; ++i) {
        s[x] = 1;
        if (step > 4)
          x += 2;
        else
          x += 5;
      }
    }
  )cuda",
                           {3, 8, 8});
  EXPECT_EQ(W.Refuted, 1u);
  EXPECT_EQ(W.Places, (Texts{"[5 * k1]", "[2 * k1]", "[2 * k1]"}));
}

TEST(KnownMotions, AreOfTheSameBeginning) {
  const Again W = walkWith(R"cuda(
    __global__ void k(int from, int n) {
      __shared__ float s[64];
      int x = from > 4 ? 1 : 0;
      for (int i = 0; i < n; ++i) {
        s[x] = 1;
        x = 1 - x;
      }
      s[x + 8] = 2;
    }
  )cuda",
                           {3, 8});
  EXPECT_EQ(W.Proved, 0u);
}

TEST(KnownMotions, OfOtherWarpsAreProvedWhereTheyAreSteps) {
  const Again W = walkTwoWarps(R"cuda(
    __global__ void k(int n, const int *in) {
      __shared__ float s[64];
      int x = 0;
      for (int i = 0; i < n; ++i) {
        s[x] = 1;
        x += 3;
      }
    }
  )cuda");
  EXPECT_EQ(W.Proved, 1u);
  EXPECT_EQ(W.Places, (Texts{"[3 * k1]", "[3 * k1]"}));
  EXPECT_EQ(W.Steps[0], W.Steps[1]) << "limits do not depend on earlier walks";
}

TEST(KnownMotions, OfOtherWarpsDoNotHoldWhereTheseMoveOtherwise) {
  const Again W = walkTwoWarps(R"cuda(
    __global__ void k(int n) {
      __shared__ float s[64];
      int x = 0;
      for (int i = 0; i < n; ++i) {
        s[x] = 1;
        x += threadIdx.x < 32 ? 2 : 5;
      }
    }
  )cuda");
  EXPECT_EQ(W.Proved, 0u);
  EXPECT_EQ(W.Places, (Texts{"[2 * k1]", "[5 * k1]"}));
}

TEST(KnownMotions, OfOtherWarpsAreNotAskedForWhatFollowsFromTheirNumbers) {
  const Again W = walkTwoWarps(R"cuda(
    __global__ void k(int n) {
      __shared__ float s[64];
      int stage = 0;
      for (int i = 0; i < n; ++i) {
        s[stage] = 1;
        stage = 1 - stage;
      }
    }
  )cuda");
  EXPECT_EQ(W.Proved, 0u);
}

} // namespace
