//===- UsesTest.cpp - What is done to an array ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Candidates/Uses.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Tooling/Tooling.h"
#include "gtest/gtest.h"

using namespace banklint;
using namespace clang;

namespace {
/// A source with an array `s`, and its uses.
class Source {
public:
  explicit Source(const std::string &Code)
      : Unit(tooling::buildASTFromCodeWithArgs(
            Code, {"-std=c++17", "-isystem", "/system", "-w"}, "a.cpp",
            "clang-tool", std::make_shared<PCHContainerOperations>(),
            tooling::getClangStripDependencyFileAdjuster(),
            {{"/system/lib.h", "inline void foreign(int *p) { p[0] = 1; }"}})),
        Map(Unit->getASTContext()) {
    EXPECT_FALSE(Unit->getDiagnostics().hasErrorOccurred()) << Code;
    using namespace ast_matchers;
    auto Arrays = match(varDecl(hasName("s")).bind("s"), Unit->getASTContext());
    EXPECT_EQ(Arrays.size(), 1u);
    const auto *Array = Arrays[0].getNodeAs<VarDecl>("s");
    Uses = usesOf(Array, /*Functions=*/{}, Map, Unit->getASTContext());
  }

private:
  std::unique_ptr<ASTUnit> Unit;
  SourceMap Map;

public:
  ArrayUses Uses;
};
} // namespace

/// The texts of all obstacles to rows of `int s[4][8]` in the body of a
/// function `void f(int i, int *other)`.
static std::vector<std::string>
obstacles(const std::string &Body, const std::string &Before = "",
          const std::string &Declaration = "static int s[4][8];") {
  Source S(Before + "\nvoid f(int i, int *other) { " + Declaration + Body +
           " }");
  std::vector<std::string> Texts;
  Texts.reserve(S.Uses.Obstacles.size());
  for (const SourceObstacle &O : S.Uses.Obstacles)
    Texts.push_back(obstacleText(O.what()));
  return Texts;
}

using Texts = std::vector<std::string>;

TEST(Uses, AreFollowedToTheAccesses) {
  EXPECT_EQ(obstacles("s[i][2] = s[i + 1][3]; s[0][0]++; (void)s[1];"),
            Texts());
  EXPECT_EQ(obstacles("int *p = s[1]; p += 2; *p = 1; p[3] = 2;"
                      "*(i ? p : s[2]) = 3; other[0] = *++p;"),
            Texts());
  EXPECT_EQ(obstacles("auto &row = s[i]; row[1] = 2;"), Texts());
  EXPECT_EQ(obstacles("auto *c = (char *)s; c[i] = 1;"), Texts());
  EXPECT_EQ(obstacles("if (s[i] == nullptr || !s[1]) return;"), Texts());
}

TEST(Uses, AreFollowedThroughFunctionsAndMembers) {
  EXPECT_EQ(obstacles("get(s[1])[2] = 1;", "int *get(int *p) { return p; }"),
            Texts());
  EXPECT_EQ(obstacles("View v{s[0]}; v.at(2) = 1;",
                      "struct View { int *p;"
                      "  int &at(int i) { return p[i]; } };"),
            Texts());
  // What the function does is seen, too.
  EXPECT_EQ(obstacles("keep(s[0]);", "int *kept[2];"
                                     "void keep(int *p) { kept[0] = p; }"),
            Texts{"its address is stored where banklint does not follow it"});
}

TEST(Uses, KeepTheLayoutWhereTheyAskForIt) {
  EXPECT_EQ(obstacles("i = sizeof(s[0]);"),
            Texts{"'sizeof' depends on its size"});
  EXPECT_EQ(obstacles("i = sizeof(s[0][0]);"), Texts());
  EXPECT_EQ(obstacles("i = __alignof__(s);"), Texts());
  EXPECT_EQ(obstacles("decltype(s) *p;"), Texts{"'decltype' repeats its type"});
}

TEST(Uses, KeepTheLayoutWhereTheyRepeatIt) {
  EXPECT_EQ(obstacles("g(s);", "void g(int (*rows)[8]) { rows[1][2] = 3; }"),
            Texts{"the type of 'rows' repeats the length of its rows"});
  EXPECT_EQ(obstacles("g(s);", "template <int N> void g(int (&a)[4][N]) "
                               "{ a[1][N - 1] = 0; }"),
            Texts{"'g' is instantiated for the length of its rows"});
  EXPECT_EQ(obstacles("g(s);", "template <int N> void g(int (&a)[4][N]) {}"),
            Texts{});
  EXPECT_EQ(obstacles("auto *p = (int (*)[16])s;"),
            Texts{"it is also accessed as an array of another shape"});
}

TEST(Uses, KeepTheLayoutWhereTheAddressIsAValue) {
  EXPECT_EQ(obstacles("auto n = (unsigned long)s[1];"),
            Texts{"its address is converted to an integer"});
  EXPECT_EQ(obstacles("auto n = other - s[1];"),
            Texts{"the distance of two addresses in it is computed"});
  EXPECT_EQ(obstacles("if (other == s[1]) return;"),
            Texts{"addresses in it are compared"});
  EXPECT_EQ(obstacles("int *a[2]; a[0] = s[1];"),
            Texts{"its address is stored where banklint does not follow it"});
  EXPECT_EQ(obstacles("int *p = s[1]; int **q = &p;"),
            Texts{"a pointer to it is changed elsewhere"});
  EXPECT_EQ(obstacles("[&](auto) { return s[1]; }(0);"), Texts{});
  EXPECT_EQ(obstacles("auto f = +[](int) { return s[1]; };"),
            Texts{"its address is returned"});
  EXPECT_EQ(obstacles("throw s[1];"),
            Texts{"it is used in a way that banklint does not follow"});
}

TEST(Uses, KeepTheLayoutWhereACalleeIsNotSeen) {
  EXPECT_EQ(obstacles("h(s[1]);", "void (*h)(int *);"),
            Texts{"it is passed to a function that is not known"});
  EXPECT_EQ(obstacles("h(s[1]);", "void h(int *);"),
            Texts{"it is passed to 'h', whose code is not visible"});
  EXPECT_EQ(obstacles("foreign(s[1]);", "#include <lib.h>"),
            Texts{"it is passed to 'foreign', which is not part of this "
                  "project"});
  EXPECT_EQ(obstacles("h(0, s[1]);", "void h(int, ...) {}"),
            Texts{"it is passed to 'h'"});
  EXPECT_EQ(obstacles("int *p = s[1]; h(p);", "void h(int *&p) { ++p; }"),
            Texts{"'h' may change a pointer to it"});
}

TEST(Uses, ListWhatMovesAddresses) {
  Source S("void f(int i) { static int s[4][8];"
           "  int *p = s[i]; p[2] = 1; *(p + 3) = 1; p -= 4; }");
  ASSERT_EQ(S.Uses.Steps.size(), 4u);
  unsigned OfArray = 0;
  for (const Step &Move : S.Uses.Steps) {
    OfArray += Move.IsOfArray;
    // A row of 8 * 4 bytes is subscripted, elements of 4 bytes are counted.
    EXPECT_EQ(Move.ElementBytes, Move.IsOfArray ? 32 : 4);
  }
  EXPECT_EQ(OfArray, 1u);
}
