//===- AssignmentTest.cpp - Whole objects, zeroed and copied --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WalkedSource.h"
#include "gtest/gtest.h"

using namespace banklint;

namespace {
using Texts = std::vector<std::string>;

TEST(Assignment, OfAValueInitializedObjectZeroesItsMembers) {
  WalkedSource W(R"cuda(
    struct Pair { int a, b; };
    __global__ void k() {
      __shared__ float s[64];
      Pair x;
      x.a = 5;
      x = Pair();
      s[x.a] = 1;
    }
  )cuda");
  EXPECT_EQ(W.places(), (Texts{"[0]"}));
}

TEST(Assignment, OfAZeroedObjectCopiesItsZeros) {
  WalkedSource W(R"cuda(
    struct Pair { int a, b; };
    __global__ void k() {
      __shared__ float s[64];
      Pair x, zero = Pair();
      x.a = 5;
      x = zero;
      s[x.a] = 1;
    }
  )cuda");
  EXPECT_EQ(W.places(), (Texts{"[0]"}));
}

TEST(Assignment, OfAPartOfAnObjectLeavesTheRest) {
  WalkedSource W(R"cuda(
    struct Pair { int a, b; };
    struct Two { Pair first, second; };
    __global__ void k() {
      __shared__ float s[64];
      Two x;
      x.first.b = 7;
      x.second.a = 5;
      x.second = Pair();
      s[x.first.b + x.second.a] = 1;
    }
  )cuda");
  EXPECT_EQ(W.places(), (Texts{"[7]"}));
}

TEST(Assignment, InSomeLanesLeavesTheOthers) {
  WalkedSource W(R"cuda(
    struct Pair { int a, b; };
    __global__ void k() {
      __shared__ float s[64];
      Pair x = {3, 4};
      if (threadIdx.x < 16)
        x = Pair();
      s[x.a] = 1;
    }
  )cuda");
  EXPECT_EQ(W.places(), (Texts{"[3 * (lane / 16)]"}));
}

TEST(Assignment, OfAnElementOfAZeroedArrayKeepsTheOtherZeros) {
  WalkedSource W(R"cuda(
    __global__ void k() {
      __shared__ float s[64];
      int x[3] = {};
      if (threadIdx.x < 16)
        x[1] = 3;
      s[x[1] + x[2]] = 1;
    }
  )cuda");
  EXPECT_EQ(W.places(), (Texts{"[-3 * (lane / 16) + 3]"}));
}

} // namespace
