//===- EditSetTest.cpp - Which edits go together --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Edit/EditSet.h"
#include "Finding/Finding.h"
#include "gtest/gtest.h"
#include <string>
#include <utility>
#include <vector>

using namespace banklint;

static Edit insertion(unsigned OffsetBytes, const char *Text) {
  return {"a.cu", OffsetBytes, 0, Text};
}
static Edit replacement(unsigned OffsetBytes, unsigned LengthBytes,
                        const char *Text) {
  return {"a.cu", OffsetBytes, LengthBytes, Text};
}

/// What "abcdef" becomes; every edit has to be accepted.
static std::string applied(std::vector<Edit> Edits) {
  EditSet Set;
  for (Edit &E : Edits)
    EXPECT_TRUE(Set.add(std::move(E)));
  return Set.applyTo("abcdef");
}

TEST(EditSet, MakesTheSameInAnyOrderOfAdding) {
  Edit First = replacement(0, 1, "A"), Second = insertion(3, "-"),
       Third = replacement(5, 1, "");
  EXPECT_EQ(applied({First, Second, Third}), "Abc-de");
  EXPECT_EQ(applied({Third, First, Second}), "Abc-de");
  EXPECT_EQ(applied({}), "abcdef");
}

TEST(EditSet, CountsTheSameEditOnce) {
  EXPECT_EQ(applied({insertion(2, "+"), insertion(2, "+")}), "ab+cdef");
  EXPECT_EQ(applied({replacement(2, 2, "+"), replacement(2, 2, "+")}), "ab+ef");
}

TEST(EditSet, RefusesTwoReplacementsOfOneByte) {
  EditSet Set;
  EXPECT_TRUE(Set.add(replacement(1, 3, "x")));
  EXPECT_FALSE(Set.add(replacement(0, 2, "y")));
  EXPECT_FALSE(Set.add(replacement(3, 2, "y")));
  EXPECT_FALSE(Set.add(replacement(1, 3, "y")));
  EXPECT_EQ(Set.applyTo("abcdef"), "axef");
}

TEST(EditSet, InsertsAtTheEdgesOfAReplacementButNotInside) {
  EditSet Set;
  EXPECT_TRUE(Set.add(replacement(1, 3, "x")));
  EXPECT_FALSE(Set.add(insertion(2, "-")));
  EXPECT_TRUE(Set.add(insertion(1, "(")));
  EXPECT_TRUE(Set.add(insertion(4, ")")));
  EXPECT_EQ(Set.applyTo("abcdef"), "a(x)ef");
}

TEST(EditSet, TakesNeighbouringReplacements) {
  EXPECT_EQ(applied({replacement(1, 2, "x"), replacement(3, 2, "y")}), "axyf");
}

TEST(EditSet, InsertsTwoTextsAtOneOffsetOnlyIfTheirOrderDoesNotMatter) {
  EXPECT_EQ(applied({insertion(2, "("), insertion(2, "((")}), "ab(((cdef");
  EditSet Set;
  EXPECT_TRUE(Set.add(insertion(2, " + 1")));
  EXPECT_FALSE(Set.add(insertion(2, " + 2")));
}

TEST(EditSet, EndsWhereItsLastEditDoes) {
  EditSet Set;
  EXPECT_EQ(Set.endBytes(), 0u);
  EXPECT_TRUE(Set.add(replacement(2, 3, "x")));
  EXPECT_TRUE(Set.add(insertion(1, "x")));
  EXPECT_EQ(Set.endBytes(), 5u);
}
