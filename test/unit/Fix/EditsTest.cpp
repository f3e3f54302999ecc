//===- EditsTest.cpp - Edits of expressions -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/Edits.h"
#include "Text/SourceMap.h"
#include "Text/SourceObstacle.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

using namespace banklint;
using namespace clang;

namespace {
/// The value of the variable `n` in a source, and what edits make of its text.
class NumberText {
public:
  explicit NumberText(const std::string &Text, const std::string &Before = "")
      : Code(Before + "\nconstexpr int n = " + Text + ";\n"),
        Unit(tooling::buildASTFromCode(Code, "a.cpp")) {
    EXPECT_FALSE(Unit->getDiagnostics().hasErrorOccurred()) << Code;
    using namespace ast_matchers;
    auto Found = match(varDecl(hasName("n")).bind("n"), context());
    EXPECT_EQ(Found.size(), 1u);
    E = Found[0].getNodeAs<VarDecl>("n")->getInit();
  }

  ASTContext &context() { return Unit->getASTContext(); }
  SourceMap map() { return SourceMap(context()); }

  /// The text after an edit, or the reason why there is none.
  std::string after(llvm::Error Failed) {
    if (Failed)
      return obstacleText(takeObstacle(std::move(Failed)).what());
    std::string Edited = Code;
    llvm::sort(Made.Edits);
    for (const Edit &Each : llvm::reverse(Made.Edits))
      Edited.replace(Each.OffsetBytes, Each.LengthBytes, Each.Text);
    llvm::StringRef Rest = llvm::StringRef(Edited).rsplit("n = ").second;
    return Rest.rsplit(';').first.str();
  }

private:
  std::string Code;
  std::unique_ptr<ASTUnit> Unit;

public:
  const Expr *E;
  Fix Made;
};
} // namespace

static std::string sum(const std::string &Text,
                       const std::string &Before = "") {
  NumberText V(Text, Before);
  return V.after(addToWhole(V.E, 1, V.map(), V.context(), V.Made));
}

static std::string operandSum(const std::string &Text) {
  NumberText V(Text);
  return V.after(addToOperand(V.E, 1, V.map(), V.context(), V.Made));
}

static std::string scaled(const std::string &Text, int64_t Length,
                          int64_t Sum) {
  NumberText V(Text);
  return V.after(scaleSize(V.E, Length, Sum, V.map(), V.context(), V.Made));
}

TEST(Edits, AddToAnExpression) {
  EXPECT_EQ(sum("32"), "32 + 1");
  EXPECT_EQ(sum("4 * 8"), "4 * 8 + 1");
  EXPECT_EQ(sum("33 - 1"), "33 - 1 + 1");
  EXPECT_EQ(sum("1 << 5"), "(1 << 5) + 1");
  EXPECT_EQ(sum("sizeof(int) > 4 ? 16 : 32"),
            "(sizeof(int) > 4 ? 16 : 32) + 1");
}

TEST(Edits, AddToAnOperand) {
  EXPECT_EQ(operandSum("32"), "(32 + 1)");
  EXPECT_EQ(operandSum("4 * 8"), "(4 * 8 + 1)");
  EXPECT_EQ(operandSum("1 << 5"), "((1 << 5) + 1)");
}

TEST(Edits, ScaleASizeOfWholeRows) {
  EXPECT_EQ(scaled("64 * 16", 16, 4), "64 * 16 / 16 * (16 + 4)");
  EXPECT_EQ(scaled("1024 + 1024", 16, 4), "(1024 + 1024) / 16 * (16 + 4)");
  EXPECT_EQ(scaled("1 << 10", 16, 4), "(1 << 10) / 16 * (16 + 4)");
  EXPECT_EQ(scaled("100", 16, 4),
            "its instances would need rows of different lengths");
}

TEST(Edits, KeepMacros) {
  // What a macro makes of several pieces is edited beside its name.
  EXPECT_EQ(sum("N", "#define N 32"), "N + 1");
  EXPECT_EQ(sum("SAME(32)", "#define SAME(x) x"), "SAME(32 + 1)");
  EXPECT_EQ(sum("TWICE(16)", "#define TWICE(x) 2 * x"), "TWICE(16) + 1");
  EXPECT_EQ(sum("4 PLUS", "#define PLUS + 28"), "4 PLUS + 1");
}

TEST(Edits, AreMadeOnceForAllInstances) {
  NumberText V("32");
  EXPECT_FALSE(bool(addToWhole(V.E, 1, V.map(), V.context(), V.Made)));
  EXPECT_EQ(V.after(addToWhole(V.E, 1, V.map(), V.context(), V.Made)),
            "32 + 1");
  EXPECT_EQ(V.after(addToWhole(V.E, 2, V.map(), V.context(), V.Made)),
            "its instances would need rows of different lengths");
}

TEST(Edits, PointAtTheFirst) {
  NumberText V("4 * 8");
  ASSERT_FALSE(bool(addToWhole(V.E, 1, V.map(), V.context(), V.Made)));
  EXPECT_EQ(V.Made.Where.Begin.Line, 2u);
  EXPECT_EQ(V.Made.Where.Begin.Column, 19u); // behind "constexpr int n = "
  EXPECT_EQ(V.Made.Where.EndColumn, 24u);
}

TEST(Edits, FindTheFactorThatIsTheLengthOfARow) {
  NumberText V("A * (2 * B)", "constexpr int A = 16, B = 16, C = 8;");
  auto Found = [&](int64_t Length, const std::set<std::string> &Spellings) {
    const Expr *Factor = rowLengthIn(V.E, Length, Spellings, V.context());
    return Factor ? textOf(Factor, V.context()) : "";
  };
  EXPECT_EQ(Found(16, {"A"}), "A");
  EXPECT_EQ(Found(16, {}), "B"); // the last
  EXPECT_EQ(Found(32, {}), "(2 * B)");
  EXPECT_EQ(Found(8, {"C"}), "");
}
