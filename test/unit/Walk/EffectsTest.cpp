//===- EffectsTest.cpp - What evaluating code does beside its value -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Expressions/Effects.h"
#include "clang/AST/ASTContext.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Tooling/Tooling.h"
#include "gtest/gtest.h"

using namespace banklint;
using clang::FunctionDecl;

static const char Prelude[] = R"(
struct Empty {};
struct Pair { int a, b; int &r; int get() const { return a; }
              int &first() { return a; } int reached() const { return r; } };
int counter;
constexpr int table[2] = {1, 2};
Empty constant;
int unseen(int);
int twice(int x) { return 2 * x; }
int whole(const int &x) { return x; }
int &same(int &x) { return x; }
int &place(int *p, int i) { return p[i]; }
)";

/// Of the function `f` that the declaration makes.
static Conduct conductOf(llvm::StringRef Declaration) {
  const std::unique_ptr<clang::ASTUnit> Unit =
      clang::tooling::buildASTFromCodeWithArgs((Prelude + Declaration).str(),
                                               {"-std=c++17"}, "effects.cc");
  EXPECT_TRUE(Unit && !Unit->getDiagnostics().hasErrorOccurred());
  clang::ASTContext &Context = Unit->getASTContext();
  EffectFinder Finder(Context);
  for (const clang::Decl *D : Context.getTranslationUnitDecl()->decls())
    if (const auto *Function = llvm::dyn_cast<FunctionDecl>(D);
        Function && Function->getName() == "f")
      return Finder.of(Function);
  ADD_FAILURE() << "there is no f";
  return {};
}
static Effect effectOf(llvm::StringRef Declaration) {
  return conductOf(Declaration).What;
}

TEST(Effects, ComputingIsNone) {
  EXPECT_EQ(effectOf("int f(int x) { return x + 1; }"), Effect::None);
  EXPECT_EQ(effectOf("int f(int x) { return twice(x); }"), Effect::None);
  EXPECT_EQ(effectOf("int f(int x) { int y = x; y += 2; return y; }"),
            Effect::None);
  EXPECT_EQ(effectOf("int f(int x) { int y[2] = {}; y[x] = 1; return y[0]; }"),
            Effect::None);
  EXPECT_EQ(effectOf("int f(int i) { return table[i]; }"), Effect::None);
  EXPECT_EQ(effectOf("int f() { int n = 0; while (n < 3) ++n; return n; }"),
            Effect::None);
}

TEST(Effects, WhatIsGivenByReferenceIsLookedAt) {
  const Conduct Of = conductOf("int f(int &x, int &y) { return y; }");
  EXPECT_EQ(Of.What, Effect::ReadsGiven);
  EXPECT_EQ(Of.Looked, 2u);
  EXPECT_EQ(effectOf("int f(int &x) { return whole(x); }"), Effect::ReadsGiven);
  EXPECT_EQ(effectOf("int f(int x) { return whole(x); }"), Effect::None);
  EXPECT_EQ(effectOf("int f(const Pair &p) { return p.get(); }"),
            Effect::ReadsGiven);
  EXPECT_EQ(effectOf("int f(int &x) { int &y = same(x); return y; }"),
            Effect::ReadsGiven);
}

TEST(Effects, ReferencesLeadSomewhere) {
  const Conduct Second = conductOf("int &f(int &, int &y) { return y; }");
  EXPECT_EQ(Second.What, Effect::None);
  EXPECT_EQ(Second.Returned, 2u);
  EXPECT_FALSE(Second.ReturnsOther);
  EXPECT_EQ(conductOf("int &f(int &x) { return same(x); }").Returned, 1u);
  EXPECT_TRUE(conductOf("int &f(int *p) { return *p; }").ReturnsOther);
  EXPECT_TRUE(conductOf("int &f(int *p) { return place(p, 1); }").ReturnsOther);
  EXPECT_TRUE(conductOf("int &f(Pair &p) { return p.r; }").ReturnsOther);
  EXPECT_EQ(conductOf("int &f(Pair &p) { return p.first(); }").Returned, 1u);
}

TEST(Effects, OtherMemoryIsRead) {
  EXPECT_EQ(effectOf("int f(int *p) { return *p; }"), Effect::Reads);
  EXPECT_EQ(effectOf("int f(int *p) { return p[1]; }"), Effect::Reads);
  EXPECT_EQ(effectOf("int f(int *p) { return place(p, 1); }"), Effect::Reads);
  EXPECT_EQ(effectOf("int f(Pair &p) { return p.r; }"), Effect::Reads);
  EXPECT_EQ(effectOf("int f(Pair &p) { return p.reached(); }"), Effect::Reads);
  EXPECT_EQ(effectOf("int f() { return counter; }"), Effect::Reads);
  EXPECT_EQ(effectOf("int f(int *p) { return whole(*p); }"), Effect::Reads);
  EXPECT_EQ(effectOf("Empty f() { return constant; }"), Effect::None);
}

TEST(Effects, WritingActs) {
  EXPECT_EQ(effectOf("void f(int &x) { x = 1; }"), Effect::Acts);
  EXPECT_EQ(effectOf("void f(int *p) { ++*p; }"), Effect::Acts);
  EXPECT_EQ(effectOf("void f() { counter = 1; }"), Effect::Acts);
  EXPECT_EQ(effectOf("int f() { static int n; return n; }"), Effect::Acts);
  EXPECT_EQ(effectOf("int f(int x) { return unseen(x); }"), Effect::Acts);
  EXPECT_EQ(effectOf("void f(Pair &p, Pair &q) { p.a = q.a; }"), Effect::Acts);
  EXPECT_EQ(effectOf("void f(int x) { auto g = [&x] { x = 1; }; g(); }"),
            Effect::Acts);
  EXPECT_EQ(effectOf("int f(volatile int x) { return x; }"), Effect::Acts);
  EXPECT_EQ(effectOf("int f(int x) { return x ? f(x - 1) : 0; }"),
            Effect::Acts);
}

TEST(Effects, DefaultedAssignmentActs) {
  EXPECT_EQ(effectOf("struct S { int a; };"
                     "void f(S &x, S &y) { x = y; }"),
            Effect::Acts);
}

TEST(EmptyTypes, HoldNothing) {
  const std::unique_ptr<clang::ASTUnit> Unit =
      clang::tooling::buildASTFromCodeWithArgs(
          "struct A {}; struct B : A { A a; }; struct C : A { int i; };"
          "union D { A a; }; struct E { virtual void f(); };"
          "struct F { ~F(); };",
          {"-std=c++17"}, "empty.cc");
  clang::ASTContext &Context = Unit->getASTContext();
  std::string Empty;
  EmptyTypes Types;
  for (const clang::Decl *D : Context.getTranslationUnitDecl()->decls())
    if (const auto *Class = llvm::dyn_cast<clang::CXXRecordDecl>(D);
        Class && !Class->isImplicit() &&
        Types.contains(Context.getCanonicalTagType(Class)))
      Empty += Class->getName();
  EXPECT_EQ(Empty, "AB");
}
