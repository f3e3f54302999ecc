//===- SuppressionTest.cpp - NOLINT comments ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Finding/Suppression.h"
#include "Config/Rules.h"
#include "llvm/ADT/StringRef.h"
#include "gtest/gtest.h"
#include <string>

using namespace banklint;
using llvm::StringRef;

static bool covers(StringRef Line) {
  return Suppressions::parse("a.cu", Line).covers(1, BankConflictRule);
}

TEST(Suppression, AListEndsAtItsFirstParenthesis) {
  EXPECT_TRUE(covers("// NOLINT(banklint-*)"));
  EXPECT_TRUE(covers("// NOLINT(other) NOLINT(banklint-*)"));
  EXPECT_FALSE(covers("// NOLINT(other): f(banklint-*)"));
  EXPECT_TRUE(covers("// NOLINT(banklint-*"));
}

// As clang-tidy has it.
TEST(Suppression, WhatStandsInAListIsNoComment) {
  EXPECT_FALSE(covers("// NOLINT(NOLINT)"));
  EXPECT_FALSE(covers("// NOLINT(other, NOLINT(other)"));
  EXPECT_TRUE(Suppressions::parse("a.cu", "// NOLINT(NOLINTBEGIN(banklint-*)")
                  .errors()
                  .empty());
}

// Each list used to hold all that followed: 7 GB in this line.
TEST(Suppression, ALongLineCostsNoMoreThanItsLength) {
  std::string Line;
  for (unsigned I = 0; I != 50000; ++I)
    Line += "NOLINT(";
  EXPECT_FALSE(covers(Line + ")"));
  EXPECT_TRUE(covers(Line));
}
