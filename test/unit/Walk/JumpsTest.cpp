//===- JumpsTest.cpp - Statements that are left early ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Statements/Jumps.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Tooling/Tooling.h"
#include "gtest/gtest.h"

using namespace banklint;
using clang::CompoundStmt;
using clang::FunctionDecl;
using clang::Stmt;

/// Calls `Use` with the body of a function whose statements these are; there
/// are an `a`, an `n` and the array `xs`.
static void withBody(llvm::StringRef Statements,
                     llvm::function_ref<void(const CompoundStmt *)> Use) {
  const std::unique_ptr<clang::ASTUnit> Unit =
      clang::tooling::buildASTFromCodeWithArgs(
          ("int f(bool a, int n, int (&xs)[2]) { " + Statements +
           "; return n; }")
              .str(),
          {"-std=c++17"}, "jumps.cc");
  ASSERT_TRUE(Unit && !Unit->getDiagnostics().hasErrorOccurred());
  for (const clang::Decl *D :
       Unit->getASTContext().getTranslationUnitDecl()->decls())
    if (const auto *Function = llvm::dyn_cast<FunctionDecl>(D);
        Function && Function->hasBody())
      Use(llvm::cast<CompoundStmt>(Function->getBody()));
}

/// The kinds of jumps out of the first statement: "bcr".
static std::string jumpsOf(llvm::StringRef Statement) {
  std::string Kinds;
  withBody(Statement, [&](const CompoundStmt *Body) {
    JumpFinder Finder;
    Finder.of(Body); // what is remembered of the whole changes nothing
    const Jumps Out = Finder.of(Body->body_front());
    Kinds += Out.Breaks ? "b" : "";
    Kinds += Out.Continues ? "c" : "";
    Kinds += Out.Returns ? "r" : "";
  });
  return Kinds;
}

/// The jumps of the body of the first statement, a `while`.
static std::string jumpsOfBody(llvm::StringRef Body) {
  std::string Kinds;
  withBody(("while (a) " + Body).str(), [&](const CompoundStmt *Function) {
    JumpFinder Finder;
    const Jumps Out = Finder.of(
        llvm::cast<clang::WhileStmt>(Function->body_front())->getBody());
    Kinds += Out.Breaks ? "b" : "";
    Kinds += Out.Continues ? "c" : "";
    Kinds += Out.Returns ? "r" : "";
  });
  return Kinds;
}

TEST(JumpsTest, LoopsHoldTheirBreaksAndContinues) {
  EXPECT_EQ(jumpsOf("for (;;) { if (a) break; else continue; }"), "");
  EXPECT_EQ(jumpsOf("do { if (a) break; } while (n)"), "");
  EXPECT_EQ(jumpsOf("while (a) { if (n) return 1; break; }"), "r");
  EXPECT_EQ(jumpsOf("for (int x : xs) { n += x; continue; }"), "");
}

TEST(JumpsTest, BodiesOfLoops) {
  EXPECT_EQ(jumpsOfBody("{ if (n) break; }"), "b");
  EXPECT_EQ(jumpsOfBody("if (n) continue"), "c");
  EXPECT_EQ(jumpsOfBody("for (;;) break"), "");
  EXPECT_EQ(jumpsOfBody("{ while (n) { if (a) return 0; break; } continue; }"),
            "cr");
}

TEST(JumpsTest, SwitchesHoldTheirBreaksOnly) {
  EXPECT_EQ(jumpsOfBody("switch (n) { case 1: break; default: continue; }"),
            "c");
  EXPECT_EQ(jumpsOfBody("switch (n) { case 1: return 1; }"), "r");
}

TEST(JumpsTest, LabelsAreLeftToAnywhere) {
  EXPECT_EQ(jumpsOf("if (a) goto end; n = 1; end: n = 2"), "r");
}

TEST(JumpsTest, LambdasHaveJumpsOfTheirOwn) {
  EXPECT_EQ(jumpsOf("[&] { return n; }()"), "");
  EXPECT_EQ(jumpsOf("n = ({ if (a) return 1; 2; })"), "r");
}

TEST(JumpsTest, EarlyReturns) {
  auto ReturnsEarly = [](llvm::StringRef Statements) {
    bool Early = false;
    withBody(Statements, [&](const CompoundStmt *Body) {
      Early = JumpFinder().returnsEarly(Body);
    });
    return Early;
  };
  EXPECT_FALSE(ReturnsEarly("n = 1"));
  EXPECT_TRUE(ReturnsEarly("if (a) return 1"));
  EXPECT_TRUE(ReturnsEarly("return 1"));
}

TEST(JumpsTest, EndsOfCases) {
  auto EndsWithJump = [](llvm::StringRef Statement) {
    bool Ends = false;
    withBody(
        ("while (a) switch (n) { case 0: n = 3; " + Statement + "; }").str(),
        [&](const CompoundStmt *Body) {
          const auto *Loop = llvm::cast<clang::WhileStmt>(Body->body_front());
          const auto *Switch = llvm::cast<clang::SwitchStmt>(Loop->getBody());
          const Stmt *Last = nullptr;
          for (const Stmt *S :
               llvm::cast<CompoundStmt>(Switch->getBody())->body())
            if (!llvm::isa<clang::NullStmt>(S))
              Last = S;
          Ends = endsWithJump(Last);
        });
    return Ends;
  };
  EXPECT_TRUE(EndsWithJump("case 1: break"));
  EXPECT_TRUE(EndsWithJump("[[likely]] case 1: { n = 2; continue; }"));
  EXPECT_TRUE(EndsWithJump("default: case 1: return 2"));
  EXPECT_FALSE(EndsWithJump("case 1: n = 2"));
  EXPECT_FALSE(EndsWithJump("case 1: if (a) break; else return 1"));
  EXPECT_FALSE(EndsWithJump("case 1: {}"));
}
