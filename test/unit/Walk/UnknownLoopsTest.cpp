//===- UnknownLoopsTest.cpp - What loops leave behind ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WalkedSource.h"
#include "gtest/gtest.h"

using namespace banklint;

namespace {
using Texts = std::vector<std::string>;

TEST(TrialOfALoop, DoesNotZeroAnObject) {
  WalkedSource W(R"cuda(
    struct Pair { int a, b; };
    __global__ void k(int n) {
      __shared__ float s[64];
      Pair x;
      int stage = 0; // 0 or 1
      for (int i = 0; i < n; ++i) {
        if (stage >= 2)
          x = Pair();
        stage = 1 - stage;
      }
      s[x.b] = 1;
    }
  )cuda");
  ASSERT_EQ(W.records().size(), 1u);
  EXPECT_TRUE(W[0].Where->Index[0].isVarying()) << "never set";
}

TEST(UnknownLoop, LeavesAVariableAsItsLastTestLeftIt) {
  WalkedSource W(R"cuda(
    __global__ void k(float *out) {
      __shared__ float s[64];
      int i = 0;
      while (out[i++] > 0)
        ;
      s[i] = 1;
    }
  )cuda");
  EXPECT_EQ(W.places(), (Texts{"[k1 + 1]"}));
}

TEST(UnknownLoop, RepeatsTheAccessesOfItsCondition) {
  WalkedSource W(R"cuda(
    __global__ void k(float *out) {
      __shared__ float s[64];
      int i = 0;
      while (s[i] > 0)
        ++i;
    }
  )cuda");
  ASSERT_EQ(W.records().size(), 1u);
  EXPECT_TRUE(W[0].IsRepeated);
}

TEST(TrialOfALoop, KeepsNoAddressesInSharedMemory) {
  WalkedSource W(R"cuda(
    __global__ void k(int n) {
      __shared__ float s[256];
      __shared__ float *table[4];
      for (int i = 0; i < n; ++i)
        table[i & 3] = s + 33 * i;
      __syncthreads();
      table[0][threadIdx.x] = 1;
    }
  )cuda");
  ASSERT_EQ(W.records().size(), 3u);
  EXPECT_EQ(W.place(2), "unknown") << "the fifth iteration wrote another";
}

TEST(UnknownLoop, ThatIsLeftInItsFirstIterationKeepsTheVariables) {
  WalkedSource W(R"cuda(
    __global__ void k(int n) {
      __shared__ float s[256];
      int x = 3;
      for (int i = 0; i < n; ++i) {
        x = 9;
        return;
      }
      s[x] = 1;
    }
  )cuda");
  EXPECT_EQ(W.places(), (Texts{"[3]"}));
}

} // namespace
