//===- HomepageTest.cpp - Where banklint is published ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Config/Homepage.h"
#include "llvm/ADT/StringRef.h"
#include "gtest/gtest.h"
#include <string>

using namespace banklint;
using namespace llvm;

TEST(Homepage, HasAPageOfEachRule) {
  const std::string Page =
      pageAddress("https://github.com/o/banklint/", "banklint-nolint");
  EXPECT_TRUE(
      StringRef(Page).starts_with("https://github.com/o/banklint/blob/v"))
      << Page;
  EXPECT_TRUE(StringRef(Page).ends_with("/docs/rules/banklint-nolint.md"))
      << Page;
}

TEST(Homepage, IsNoneWhereNobodyHasPublishedIt) {
  EXPECT_EQ(pageAddress("", "banklint-nolint"), "");
}
