//===- TypeLayoutsTest.cpp - Sizes, offsets and integer types -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cuda/TypeLayouts.h"
#include "ParsedSource.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Tooling/Tooling.h"
#include "gtest/gtest.h"

using namespace banklint;
using clang::CXXRecordDecl;
using clang::FieldDecl;
using clang::QualType;
using clang::VarDecl;

namespace {
/// Layouts of the types of a text; Clang may reject some of it.
class LayoutsOf {
public:
  explicit LayoutsOf(llvm::StringRef Text)
      : Tree(clang::tooling::buildASTFromCodeWithArgs(
            Text, {"-std=c++17", "-xc++"}, "types.cc", "layouts",
            std::make_shared<clang::PCHContainerOperations>(),
            clang::tooling::getClangStripDependencyFileAdjuster(), {},
            &Silent)),
        Types(Tree->getASTContext()) {}

  QualType typeOf(llvm::StringRef Variable) {
    return declared<VarDecl>(Variable, Tree->getASTContext())->getType();
  }
  const FieldDecl *field(llvm::StringRef Name) {
    return declared<FieldDecl>(Name, Tree->getASTContext());
  }
  const CXXRecordDecl *record(llvm::StringRef Name) {
    return declared<CXXRecordDecl>(Name, Tree->getASTContext());
  }
  int64_t size(llvm::StringRef Variable) {
    return Types.sizeOf(typeOf(Variable));
  }
  int64_t alignment(llvm::StringRef Variable) {
    return Types.alignmentOf(typeOf(Variable));
  }
  std::pair<unsigned, bool> integer(llvm::StringRef Variable) {
    IntType T = Types.intType(typeOf(Variable));
    return {T.Bits, T.IsSigned};
  }
  bool isInteger(llvm::StringRef Variable) {
    return Types.isInteger(typeOf(Variable));
  }

private:
  clang::IgnoringDiagConsumer Silent;
  std::unique_ptr<clang::ASTUnit> Tree;

public:
  TypeLayouts Types;
};

using Integer = std::pair<unsigned, bool>;

TEST(TypeLayouts, GiveSizesAndAlignments) {
  LayoutsOf L(R"cpp(
    char c; short s; double d; int *p; int a[3][5];
    struct Mixed { char c; double d; short s; } mixed;
    struct alignas(16) Vector { float x, y, z, w; } vector;
    struct Empty {} empty;
    int &reference = a[0][0];
  )cpp");
  EXPECT_EQ(L.size("c"), 1);
  EXPECT_EQ(L.size("s"), 2);
  EXPECT_EQ(L.size("d"), 8);
  EXPECT_EQ(L.size("p"), 8);
  EXPECT_EQ(L.size("a"), 60);
  EXPECT_EQ(L.size("mixed"), 24);
  EXPECT_EQ(L.alignment("mixed"), 8);
  EXPECT_EQ(L.size("vector"), 16);
  EXPECT_EQ(L.alignment("vector"), 16);
  EXPECT_EQ(L.size("empty"), 1);
  EXPECT_EQ(L.size("reference"), 4) << "of what it refers to";
  EXPECT_EQ(L.alignment("reference"), 4);
}

TEST(TypeLayouts, GiveTheIntegerThatATypeIs) {
  LayoutsOf L(R"cpp(
    bool flag; signed char c; unsigned short us; long l; unsigned long long ull;
    enum Small : unsigned char { A } small; enum class Plain { B } plain;
    int *p; float f; __int128 wide; _Atomic(unsigned) atomic;
    const int &reference = 1;
  )cpp");
  EXPECT_EQ(L.integer("flag"), Integer(1, false));
  EXPECT_EQ(L.integer("c"), Integer(8, true));
  EXPECT_EQ(L.integer("us"), Integer(16, false));
  EXPECT_EQ(L.integer("l"), Integer(64, true));
  EXPECT_EQ(L.integer("ull"), Integer(64, false));
  EXPECT_EQ(L.integer("small"), Integer(8, false));
  EXPECT_EQ(L.integer("plain"), Integer(32, true));
  EXPECT_EQ(L.integer("p"), Integer(64, false)) << "an address";
  EXPECT_EQ(L.integer("wide"), Integer(64, true)) << "all that a value has";
  for (const char *Name : {"flag", "c", "small", "plain", "wide", "atomic"})
    EXPECT_TRUE(L.isInteger(Name)) << Name;
  for (const char *Name : {"p", "f"})
    EXPECT_FALSE(L.isInteger(Name)) << Name;
  EXPECT_TRUE(L.isInteger("reference"));
}

TEST(TypeLayouts, GiveTheFirstBitOfEveryMember) {
  LayoutsOf L(R"cpp(
    struct Members { char first; int second[2]; int low : 3; int high : 7;
                     char behind; };
  )cpp");
  EXPECT_EQ(L.Types.firstBitOf(L.field("first")), 0u);
  EXPECT_EQ(L.Types.firstBitOf(L.field("second")), 32u);
  EXPECT_EQ(L.Types.firstBitOf(L.field("low")), 96u);
  EXPECT_EQ(L.Types.firstBitOf(L.field("high")), 99u);
  EXPECT_EQ(L.Types.firstBitOf(L.field("behind")), 112u);
}

TEST(TypeLayouts, GiveNeighbouringBitFieldsOneUnit) {
  LayoutsOf L(R"cpp(
    struct Fields { int before; int a : 3; int b : 5; char between;
                    unsigned c : 4; };
  )cpp");
  EXPECT_EQ(L.Types.unitOf(L.field("a")), 4);
  EXPECT_EQ(L.Types.unitOf(L.field("b")), 4);
  EXPECT_EQ(L.Types.unitOf(L.field("c")), 6);
}

TEST(TypeLayouts, BeginAUnitWhereABitFieldDoesNotFitInto64Bits) {
  LayoutsOf L(R"cpp(
    struct Fields { long a : 40; long b : 40; long c : 20; long d : 10; };
  )cpp");
  EXPECT_EQ(L.Types.unitOf(L.field("a")), 0);
  EXPECT_EQ(L.Types.unitOf(L.field("b")), 8);
  EXPECT_EQ(L.Types.unitOf(L.field("c")), 8);
  EXPECT_EQ(L.Types.unitOf(L.field("d")), 16);
}

TEST(TypeLayouts, GiveTheOffsetsOfBases) {
  LayoutsOf L(R"cpp(
    struct First { int a; }; struct Second { double b; };
    struct Both : First, Second { int c; } both; Second second; First first;
  )cpp");
  EXPECT_EQ(L.Types.offsetOf(L.record("Both"), L.typeOf("first")), 0);
  EXPECT_EQ(L.Types.offsetOf(L.record("Both"), L.typeOf("second")), 8);
}

TEST(TypeLayouts, AnswerForTypesWithoutASize) {
  LayoutsOf L(R"cpp(
    struct Unseen; Unseen *p; extern Unseen unseen; extern int open[];
    template <typename T> struct Pattern { T member; int behind; };
    void function(); auto &reference = function;
  )cpp");
  EXPECT_FALSE(L.Types.isSized(QualType()));
  EXPECT_EQ(L.Types.sizeOf(QualType()), 1);
  EXPECT_FALSE(L.Types.isInteger(QualType()));
  for (const char *Name : {"unseen", "open"}) {
    EXPECT_FALSE(L.Types.isSized(L.typeOf(Name))) << Name;
    EXPECT_EQ(L.size(Name), 1) << Name;
    EXPECT_EQ(L.alignment(Name), 1) << Name;
  }
  EXPECT_FALSE(L.Types.hasLayout(L.record("Unseen")));
  EXPECT_EQ(L.size("p"), 8);
  EXPECT_EQ(L.size("reference"), 1) << "a function";
  EXPECT_EQ(L.Types.firstBitOf(L.field("behind")), 0u) << "it is a template";
}

TEST(TypeLayouts, AnswerForTypesThatClangRejected) {
  LayoutsOf L(R"cpp(
    struct Unseen;
    struct Bad { int before; Missing missing; int behind; };
    struct Holder { Unseen unseen; int held; };
    struct Nested { int first; Holder holder; int last; };
    struct Derived : Bad { int own; };
    struct Good { int x; int y; } good;
    Nested nested[2];
  )cpp");
  for (const char *Name : {"Bad", "Holder", "Nested", "Derived"})
    EXPECT_FALSE(L.Types.hasLayout(L.record(Name))) << Name;
  EXPECT_TRUE(L.Types.hasLayout(L.record("Good")));
  for (const char *Name : {"behind", "held", "last", "own"})
    EXPECT_EQ(L.Types.firstBitOf(L.field(Name)), 0u) << Name;
  EXPECT_EQ(L.Types.offsetOf(L.record("Derived"), L.typeOf("good")), 0);
  EXPECT_EQ(L.size("nested"), 1) << "also an array of them has no size";
  EXPECT_EQ(L.Types.firstBitOf(L.field("y")), 32u);
}

TEST(TypeLayouts, TakeTheLowestBitsOfLargeConstants) {
  llvm::APInt Wide(128, 5);
  Wide.setBit(100);
  EXPECT_EQ(numberOf(llvm::APSInt(Wide)), Value(5));
  EXPECT_EQ(numberOf(llvm::APSInt(llvm::APInt(8, 0xff), /*isUnsigned=*/false)),
            Value(-1));
  EXPECT_EQ(numberOf(llvm::APSInt(llvm::APInt(8, 0xff), /*isUnsigned=*/true)),
            Value(255));
}
} // namespace
