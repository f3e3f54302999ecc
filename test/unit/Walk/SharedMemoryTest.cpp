//===- SharedMemoryTest.cpp - Where a kernel's shared arrays lie ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Walk/SharedMemory.h"
#include "ParsedSource.h"
#include "State/Journal.h"
#include "gtest/gtest.h"

using namespace banklint;
using clang::FunctionDecl;
using testing::Test;

namespace {
using Lines = std::vector<std::string>;

/// Lays out what the kernel `k` of a source uses, and hands it over while the
/// tree lives.
void layOut(llvm::StringRef Text,
            llvm::function_ref<void(SharedMemory &, clang::ASTContext &)> Use) {
  withCuda(Text, [&](clang::ASTContext &Context) {
    SharedMemory Memory;
    llvm::SmallPtrSet<const FunctionDecl *, 8> Reached;
    Memory.layOut(declared<FunctionDecl>("k", Context), Context, Reached);
    Use(Memory, Context);
  });
}

/// "name at place", in the order of their places; the bytes of the static ones
/// last.
Lines placesIn(llvm::StringRef Text) {
  Lines Places;
  layOut(Text, [&](SharedMemory &Memory, clang::ASTContext &) {
    for (const SharedArray *Array : Memory.arrays())
      Places.push_back(
          (Array->Name + " at " + llvm::Twine(Array->PlacementBytes)).str());
    Places.push_back(std::to_string(Memory.staticBytes()));
  });
  return Places;
}

TEST(SharedMemory, PlacesArraysInTheOrderOfTheirDeclaration) {
  EXPECT_EQ(placesIn(R"cuda(
    __global__ void k() {
      __shared__ float z[33];
      __shared__ float a[4];
      __shared__ int scalar;
      scalar = a[0] = z[0] = 1;
    }
  )cuda"),
            (Lines{"z at 0", "a at 132", "scalar at 148", "152"}));
}

TEST(SharedMemory, PlacesEachArrayAtItsAlignment) {
  EXPECT_EQ(placesIn(R"cuda(
    __global__ void k() {
      __shared__ char bytes[5];
      __shared__ double doubles[2];
      __shared__ char more[1];
      __shared__ float4 vectors[1];
      __shared__ short narrow[1];
      __shared__ __align__(128) char tile[2];
      tile[0] = narrow[0] = more[0] = bytes[0] = doubles[0] = vectors[0].x;
    }
  )cuda"),
            (Lines{"bytes at 0", "doubles at 8", "more at 24", "vectors at 32",
                   "narrow at 48", "tile at 128", "130"}));
}

TEST(SharedMemory, PlacesArraysOfTheNamespaceFirst) {
  EXPECT_EQ(placesIn(R"cuda(
    namespace somewhere { __shared__ int outside[3]; }
    __global__ void k() {
      __shared__ int own[2];
      own[0] = 1;
      somewhere::outside[0] = 1;
    }
  )cuda"),
            (Lines{"outside at 0", "own at 12", "20"}));
}

TEST(SharedMemory, PlacesArraysOfCalledFunctionsBehindTheKernels) {
  EXPECT_EQ(placesIn(R"cuda(
    __device__ void inner() { __shared__ int deep[1]; deep[0] = 1; }
    __device__ void helper() {
      __shared__ int theirs[3];
      theirs[0] = 1;
      inner();
    }
    __global__ void k() {
      helper();
      __shared__ int own[2];
      own[0] = 1;
    }
  )cuda"),
            (Lines{"own at 0", "theirs at 8", "deep at 20", "24"}));
}

TEST(SharedMemory, PlacesDynamicMemoryAtAMultipleOf16BehindTheOthers) {
  EXPECT_EQ(placesIn(R"cuda(
    extern __shared__ char dynamic[];
    __global__ void k() {
      dynamic[0] = 1;
      __shared__ int own[9];
      own[0] = 1;
    }
  )cuda"),
            (Lines{"own at 0", "dynamic at 48", "36"}));
}

TEST(SharedMemory, PlacesAllDynamicArraysAtOnePlace) {
  EXPECT_EQ(placesIn(R"cuda(
    extern __shared__ float floats[];
    __global__ void k() {
      extern __shared__ double doubles[];
      __shared__ char own[17];
      doubles[0] = floats[0] = own[0];
    }
  )cuda"),
            (Lines{"own at 0", "floats at 32", "doubles at 32", "17"}));
}

TEST(SharedMemory, LeavesOutWhatTheKernelDoesNotReach) {
  EXPECT_EQ(placesIn(R"cuda(
    __shared__ int unused[100];
    __device__ void other() { __shared__ int theirs[100]; theirs[0] = 1; }
    __global__ void k() { __shared__ int own[1]; own[0] = 1; }
  )cuda"),
            (Lines{"own at 0", "4"}));
}

TEST(SharedMemory, PlacesTheArrayOfEachInstanceOfATemplate) {
  EXPECT_EQ(placesIn(R"cuda(
    template <int N> __device__ int *buffer() {
      __shared__ int mine[N];
      return mine;
    }
    __global__ void k() { buffer<3>()[0] = buffer<5>()[0] = buffer<3>()[1]; }
  )cuda"),
            (Lines{"mine at 0", "mine at 12", "32"}));
}

TEST(SharedMemory, FindsArraysInLambdas) {
  EXPECT_EQ(placesIn(R"cuda(
    __global__ void k() {
      auto f = [] __device__ () { __shared__ int inside[4]; inside[0] = 1; };
      f();
    }
  )cuda"),
            (Lines{"inside at 0", "16"}));
}

TEST(SharedMemory, DescribesTheDimensionsOfAnArray) {
  layOut(R"cuda(
    __global__ void k() {
      __shared__ double grid[2][3][4];
      grid[0][0][0] = 1;
    }
  )cuda",
         [](SharedMemory &Memory, clang::ASTContext &) {
           ASSERT_EQ(Memory.arrays().size(), 1u);
           const SharedArray &Grid = *Memory.arrays()[0];
           EXPECT_EQ(Grid.Extents, (llvm::ArrayRef<int64_t>{2, 3, 4}));
           EXPECT_EQ(Grid.StrideBytes, (llvm::ArrayRef<int64_t>{96, 32, 8}));
           EXPECT_EQ(Grid.SizeBytes, 192);
           EXPECT_EQ(Grid.DeclaredAlignment, 8);
           EXPECT_EQ(Grid.DeclarationId, 1u);
           EXPECT_FALSE(Grid.IsDynamic);
           EXPECT_FALSE(Grid.HasClassElements);
         });
}

TEST(SharedMemory, DescribesDynamicRowsOfStructures) {
  layOut(R"cuda(
    struct Pair { short a, b; };
    __global__ void k() {
      extern __shared__ Pair rows[][10];
      rows[0][0].a = 1;
    }
  )cuda",
         [](SharedMemory &Memory, clang::ASTContext &) {
           ASSERT_EQ(Memory.arrays().size(), 1u);
           const SharedArray &Rows = *Memory.arrays()[0];
           EXPECT_EQ(Rows.Extents, (llvm::ArrayRef<int64_t>{0, 10}));
           EXPECT_EQ(Rows.StrideBytes, (llvm::ArrayRef<int64_t>{40, 4}));
           EXPECT_EQ(Rows.SizeBytes, 0) << "only the launch knows";
           EXPECT_EQ(Rows.DeclaredAlignment, 16)
               << "whatever its type, nvcc declares it so";
           EXPECT_TRUE(Rows.IsDynamic);
           EXPECT_TRUE(Rows.HasClassElements);
         });
}

TEST(SharedMemory, HasOneObjectForEveryDeclarationOfAVariable) {
  layOut(R"cuda(
    extern __shared__ int dynamic[];
    extern __shared__ int dynamic[];
    __global__ void k() { dynamic[0] = 1; }
  )cuda",
         [](SharedMemory &Memory, clang::ASTContext &Context) {
           const auto *Variable = declared<clang::VarDecl>("dynamic", Context);
           Object &First = Memory.object(Variable, Context);
           EXPECT_EQ(&First,
                     &Memory.object(Variable->getMostRecentDecl(), Context));
           EXPECT_EQ(Memory.arrays().size(), 1u);
           EXPECT_EQ(Memory.declarationOf(*First.Array)->getName(), "dynamic");
         });
}

TEST(SharedMemory, SaysWhichFunctionsTheKernelReaches) {
  withCuda(R"cuda(
    __device__ int leaf() { return 1; }
    __device__ int between() { return leaf(); }
    __device__ int other() { return 2; }
    __global__ void k(int *out) { *out = between(); }
  )cuda",
           [](clang::ASTContext &Context) {
             SharedMemory Memory;
             llvm::SmallPtrSet<const FunctionDecl *, 8> Reached;
             auto Has = [&](llvm::StringRef Name) {
               return Reached.contains(
                   declared<FunctionDecl>(Name, Context)->getCanonicalDecl());
             };
             Memory.layOut(declared<FunctionDecl>("k", Context), Context,
                           Reached);
             EXPECT_TRUE(Has("k") && Has("between") && Has("leaf"));
             EXPECT_FALSE(Has("other"));
           });
}

TEST(SharedMemory, TellsBodiesThatNameSharedMemory) {
  withCuda(R"cuda(
    __shared__ int outside[3];
    __device__ int uses() { return outside[0]; }
    __device__ int declares() { __shared__ int own; return own; }
    __device__ int neither(int *p) { return *p; }
  )cuda",
           [](clang::ASTContext &Context) {
             auto Names = [&](llvm::StringRef Name) {
               return namesSharedMemory(declared<FunctionDecl>(Name, Context));
             };
             EXPECT_TRUE(Names("uses"));
             EXPECT_TRUE(Names("declares"));
             EXPECT_FALSE(Names("neither"));
           });
}

/// Hands over the shared memory of a kernel with the arrays `table` and `data`.
void withTwoArrays(
    llvm::function_ref<void(SharedMemory &, Object &, Object &)> Use) {
  layOut(R"cuda(
    __global__ void k() {
      __shared__ long table[32], data[32];
      table[0] = data[0];
    }
  )cuda",
         [&](SharedMemory &Memory, clang::ASTContext &Context) {
           auto Find = [&](llvm::StringRef Name) -> Object & {
             return Memory.object(declared<clang::VarDecl>(Name, Context),
                                  Context);
           };
           Use(Memory, Find("table"), Find("data"));
         });
}

TEST(SharedMemory, FindsTheOneAddressThatWasKeptAtAPlace) {
  withTwoArrays([](SharedMemory &Memory, Object &Table, Object &Data) {
    Journal Changes;
    const SharedMemory::Place Holder(&Table, 8), First(&Data, 32);
    EXPECT_FALSE(Memory.holdsAddresses());
    Memory.keepAddress(Holder, First, Changes);
    EXPECT_TRUE(Memory.holdsAddresses());
    EXPECT_EQ(Memory.keptAddress(Holder), First);
    EXPECT_FALSE(Memory.keptAddress({&Table, 16}));
    Memory.keepAddress(Holder, First, Changes);
    EXPECT_EQ(Memory.keptAddress(Holder), First) << "the same once more";
    Memory.keepAddress(Holder, SharedMemory::Place(&Data, 64), Changes);
    EXPECT_FALSE(Memory.keptAddress(Holder)) << "one of two";
  });
}

TEST(SharedMemory, ForgetsAddressesThatWereKeptOnTrial) {
  withTwoArrays([](SharedMemory &Memory, Object &Table, Object &Data) {
    Journal Changes;
    const SharedMemory::Place Holder(&Table, 8), First(&Data, 32);
    {
      const Journal::Mark Begin(Changes);
      Memory.keepAddress(Holder, First, Changes);
      Changes.rollBack(Begin.begin());
    }
    EXPECT_FALSE(Memory.holdsAddresses());
    EXPECT_FALSE(Memory.keptAddress(Holder));
    Memory.keepAddress(Holder, First, Changes);
    {
      const Journal::Mark Begin(Changes);
      Memory.keepAddress(Holder, SharedMemory::Place(&Data, 64), Changes);
      Memory.keepOtherAddress(Holder, Changes);
      Memory.keepAddress(std::nullopt, First, Changes);
      Memory.keepOtherAddress(std::nullopt, Changes);
      EXPECT_FALSE(Memory.keptAddress(Holder));
      Changes.rollBack(Begin.begin());
    }
    EXPECT_EQ(Memory.keptAddress(Holder), First);
  });
}

TEST(SharedMemory, HasOneViewOfAllOfItForTheSameArrays) {
  withTwoArrays([](SharedMemory &Memory, Object &Table, Object &Data) {
    Object &View = Memory.window(Table, Data);
    EXPECT_EQ(View.Array->Name, "table");
    EXPECT_EQ(View.Array->OtherNames, llvm::ArrayRef<llvm::StringRef>("data"));
    EXPECT_EQ(&View, &Memory.window(Table, Data));
    EXPECT_EQ(&View, &Memory.window(View));
    EXPECT_EQ(&View, &Memory.window(Memory.window(Table), Data));
    EXPECT_EQ(&Memory.window(Table), &Memory.window(Table, Table));
    EXPECT_NE(&View, &Memory.window(Table));
    EXPECT_NE(&View, &Memory.window());
    EXPECT_EQ(&View, &Memory.window(View, Data)) << "it shows that already";
    EXPECT_EQ(&View, &Memory.window(Data, View));
    EXPECT_EQ(&Memory.window(), &Memory.window(Table, Memory.window()));
    EXPECT_TRUE(View.Array->Escapes);
    EXPECT_FALSE(View.Array->isDeclared());
    EXPECT_EQ(Memory.arrays().size(), 2u) << "a view has no place of its own";
  });
}

TEST(SharedMemory, HasAViewForEachOfTwoArraysOfOneName) {
  layOut(R"cuda(
    namespace a { __shared__ int s[32]; }
    namespace b { __shared__ int s[32]; }
    __global__ void k() { a::s[0] = b::s[0]; }
  )cuda",
         [](SharedMemory &Memory, clang::ASTContext &Context) {
           llvm::SmallVector<Object *, 2> Both;
           for (const SharedArray *Array : Memory.arrays())
             Both.push_back(
                 &Memory.object(Memory.declarationOf(*Array), Context));
           ASSERT_EQ(Both.size(), 2u);
           EXPECT_NE(&Memory.window(*Both[0]), &Memory.window(*Both[1]));
           EXPECT_EQ(Memory.window(*Both[0], *Both[1]).Name, "s");
         });
}

// As in machine code of nvcc 13.0 for sm_90.
TEST(SharedMemory, PlacesArraysOfTheNamespaceInTheOrderOfTheirDeclaration) {
  layOut(R"cuda(
    __shared__ int a[1];
    __shared__ double b[1];
    __shared__ int c[3];
    __global__ void k(int n) { c[n] = 3; b[n] = 1; a[n] = 2; }
  )cuda",
         [](SharedMemory &Memory, clang::ASTContext &) {
           std::vector<std::string> Places;
           for (const SharedArray *Array : Memory.arrays())
             Places.push_back(
                 (Array->Name + " at " + llvm::Twine(Array->PlacementBytes))
                     .str());
           EXPECT_EQ(Places, (Lines{"a at 0", "b at 8", "c at 16"}));
         });
}

// As in machine code of nvcc 13.0 for sm_90.
TEST(SharedMemory, PlacesArraysBehindTheOthersThatAreOnlyAssigned) {
  layOut(R"cuda(
    struct Pair { int a, b; };
    __device__ void use(const int *);
    __global__ void k(int n, int *out) {
      __shared__ int dropped[3];
      __shared__ Pair pairs[5];
      __shared__ volatile int seen[1];
      __shared__ int summed[1];
      __shared__ int passed[1];
      __shared__ int chained[1];
      __shared__ int loaded[1];
      dropped[n] = 1;
      pairs[n].b = (n, 3);
      seen[n] = 1;
      summed[n] += 1;
      use(&passed[n]);
      out[n] = chained[n] = 2;
      out[n] = loaded[n];
    }
  )cuda",
         [](SharedMemory &Memory, clang::ASTContext &) {
           Lines Places;
           for (const SharedArray *Array : Memory.arrays())
             Places.push_back(
                 (Array->Name + " at " + llvm::Twine(Array->PlacementBytes))
                     .str());
           EXPECT_EQ(Places, (Lines{"seen at 0", "summed at 4", "passed at 8",
                                    "chained at 12", "loaded at 16",
                                    "dropped at 20", "pairs at 32"}));
         });
}

/// Whether the kernel `k`, with this body, may come to shared memory. The
/// source has functions and classes that do so in various ways, called by
/// nobody else.
bool isReachable(llvm::StringRef Body) {
  std::string Text = R"cuda(
    __device__ int *any();
    __device__ void store() { __shared__ int s[32]; s[threadIdx.x] = 1; }
    __device__ int stored() { store(); return 1; }
    __device__ void plain(int *out) { out[threadIdx.x] = 1; }
    extern __shared__ int dynamic[];
    struct Made { __device__ Made() { store(); } };
    struct MadeWith { int x; __device__ MadeWith() : x(stored()) {} };
    struct Heir : MadeWith { using MadeWith::MadeWith; };
    struct Given { int x = stored(); };
    struct Gone { __device__ ~Gone() { store(); } };
    struct HoldsGone { int x; Gone g; };
    struct IsGone : Gone {};
    __device__ Gone gone();
    __device__ void given(int *out, int x = stored()) { *out = x; }
    struct Called { __device__ int operator()(int x) { store(); return x; } };
    struct Converts { __device__ operator int() { return stored(); } };
    struct Base { __device__ virtual void run() {} };
    struct Own { __device__ static void *operator new(size_t, int *p) { store(); return p; } };
    template <typename F> __device__ int apply(F f) { return f(1); }
    __global__ void k(int *out, void (*f)(), Base *b, void (Base::*m)()) {
  )cuda";
  bool Is = false;
  layOut(Text + Body.str() + "}",
         [&](SharedMemory &Memory, clang::ASTContext &) {
           Is = Memory.isReachable();
         });
  return Is;
}

TEST(SharedMemory, IsNotReachableWhereNothingLeadsThere) {
  EXPECT_FALSE(isReachable("plain(out);"));
  EXPECT_FALSE(isReachable("int own[4]; own[0] = *out; out[1] = own[0];"));
  EXPECT_FALSE(
      isReachable("float *p = (float *)out; *p = 1; plain((int *)p);"));
  EXPECT_FALSE(isReachable("out[0] = apply([](int x) { return x; });"));
  EXPECT_FALSE(isReachable(
      R"(asm("ld.global.s32 %0, [%1];" : "=r"(*out) : "l"(out));)"));
}

TEST(SharedMemory, IsReachableByNamesAndCalls) {
  EXPECT_TRUE(isReachable("store();"));
  EXPECT_TRUE(isReachable("out[0] = dynamic[1];"));
  EXPECT_TRUE(isReachable("out[0] = stored();"));
  EXPECT_TRUE(isReachable("given(out);"));
  EXPECT_TRUE(isReachable("out[0] = Called()(3);"));
  EXPECT_TRUE(isReachable("out[0] = apply(Called());"));
  EXPECT_TRUE(isReachable("out[0] = apply([](int) { return stored(); });"));
  EXPECT_TRUE(isReachable("Converts c; out[0] = c;"));
}

TEST(SharedMemory, IsReachableByConstructorsAndDestructors) {
  EXPECT_TRUE(isReachable("Made made;"));
  EXPECT_TRUE(isReachable("MadeWith made;"));
  EXPECT_TRUE(isReachable("Heir h;"));
  EXPECT_TRUE(isReachable("Given g; out[0] = g.x;"));
  EXPECT_TRUE(isReachable("Gone g;"));
  EXPECT_TRUE(isReachable("HoldsGone h;"));
  EXPECT_TRUE(isReachable("IsGone gs[2];"));
  EXPECT_TRUE(isReachable("gone();"));
  EXPECT_TRUE(isReachable("delete (Gone *)out;"));
  EXPECT_TRUE(isReachable("new (out) Own;"));
}

TEST(SharedMemory, IsReachableByWhatHasNoName) {
  EXPECT_TRUE(isReachable("f();"));
  EXPECT_TRUE(isReachable("b->run();"));
  EXPECT_TRUE(isReachable("(b->*m)();"));
  EXPECT_TRUE(
      isReachable(R"(asm("ld.shared.s32 %0, [%1];" : "=r"(*out) : "r"(64));)"));
  EXPECT_TRUE(
      isReachable("out[0] = *(__attribute__((address_space(3))) int *)64;"));
}

} // namespace
