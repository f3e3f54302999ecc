//===- LaunchesTest.cpp - With which blocks kernels run -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Launch/Launches.h"
#include "ParsedSource.h"
#include "gtest/gtest.h"

using namespace banklint;
using clang::FunctionDecl;

namespace {
using Lines = std::vector<std::string>;

/// "32x8x1 on 4x?x? with 5,?": the block, the grid and the arguments of a
/// shape, with "?" for what is not known.
std::string textOf(const LaunchShape &Shape) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  auto Print = [&](const std::optional<int64_t> &Number) {
    if (Number)
      OS << *Number;
    else
      OS << '?';
  };
  llvm::interleave(
      Shape.Block, OS, [&](unsigned Extent) { OS << Extent; }, "x");
  OS << " on ";
  llvm::interleave(Shape.Grid, OS, Print, "x");
  if (!Shape.Arguments.empty())
    OS << " with ";
  llvm::interleave(Shape.Arguments, OS, Print, ",");
  return Text;
}

/// The shapes of the launches of one kernel that a source makes.
Lines launchesOf(llvm::StringRef Kernel, llvm::StringRef Text) {
  Lines Shapes;
  withCuda(Text, [&](clang::ASTContext &Context) {
    std::vector<LaunchGap> Gaps;
    const auto *Function = declared<FunctionDecl>(Kernel, Context);
    for (const LaunchShape &Shape :
         findLaunches(Context, Gaps).lookup(Function->getCanonicalDecl()))
      Shapes.push_back(textOf(Shape));
  });
  return Shapes;
}

/// "3: a launch of k has many shapes": the gaps of a source.
Lines gapsOf(llvm::StringRef Text) {
  Lines Texts;
  withCuda(Text, [&](clang::ASTContext &Context) {
    std::vector<LaunchGap> Gaps;
    findLaunches(Context, Gaps);
    for (const LaunchGap &Gap : Gaps)
      Texts.push_back(
          std::to_string(
              Context.getSourceManager().getExpansionLineNumber(Gap.Where)) +
          ": " + (Gap.Kernel ? Gap.Kernel->getNameAsString() : "?") +
          (Gap.Kind == LaunchGap::LongHostWalk ? ", long way"
           : Gap.Kind == LaunchGap::ManyShapes ? ", many shapes"
                                               : ", many arguments"));
  });
  return Texts;
}

//===----------------------------------------------------------------------===//
// findLaunches
//===----------------------------------------------------------------------===//

TEST(FindLaunches, TakesNumbersForDimensionsOfOne) {
  EXPECT_EQ(launchesOf("k", R"cuda(
    __global__ void k() {}
    void host() { k<<<16, 256>>>(); }
  )cuda"),
            (Lines{"256x1x1 on 16x1x1"}));
}

TEST(FindLaunches, FollowsVariablesAndConstants) {
  EXPECT_EQ(launchesOf("k", R"cuda(
    #define ROWS 8
    constexpr int Columns = 32;
    __global__ void k() {}
    void host() {
      const dim3 grid(4, 2);
      dim3 block(Columns, ROWS);
      block.z = 2;
      k<<<grid, block>>>();
    }
  )cuda"),
            (Lines{"32x8x2 on 4x2x1"}));
}

TEST(FindLaunches, GivesNoGridThatIsNotKnown) {
  EXPECT_EQ(launchesOf("k", R"cuda(
    __global__ void k() {}
    void host(int n) {
      dim3 grid((n + 31) / 32, 3);
      k<<<grid, dim3(32, 4)>>>();
    }
  )cuda"),
            (Lines{"32x4x1 on ?x3x1"}));
}

TEST(FindLaunches, FindsNoShapeWhereTheBlockIsNotKnown) {
  EXPECT_EQ(launchesOf("k", R"cuda(
    __global__ void k() {}
    void host(int threads) { k<<<16, threads>>>(); }
  )cuda"),
            Lines());
}

TEST(FindLaunches, LeavesOutBlocksThatNoGPURuns) {
  EXPECT_EQ(launchesOf("k", R"cuda(
    __global__ void k() {}
    void host() {
      k<<<1, 2048>>>();
      k<<<1, dim3(64, 32)>>>();
      k<<<1, 0>>>();
      k<<<1, dim3(32, 32)>>>();
    }
  )cuda"),
            (Lines{"32x32x1 on 1x1x1"}));
}

TEST(FindLaunches, PassesTheIntegersThatAreKnown) {
  EXPECT_EQ(launchesOf("k", R"cuda(
    __global__ void k(float *p, int width, float scale, int n) {}
    void host(float *p, int n) {
      int width = 64;
      k<<<1, 32>>>(p, width + 1, 2.0f, n);
    }
  )cuda"),
            (Lines{"32x1x1 on 1x1x1 with ?,65,?,?"}));
}

TEST(FindLaunches, FollowsWrappers) {
  EXPECT_EQ(launchesOf("k", R"cuda(
    __global__ void k(int n) {}
    static void launch(dim3 block, int n) { k<<<8, block>>>(n); }
    static void between(int threads) { launch(dim3(threads / 2, 2), 7); }
    void host() { between(64); }
  )cuda"),
            (Lines{"32x2x1 on 8x1x1 with 7"}));
}

TEST(FindLaunches, FollowsEachCallOfAWrapper) {
  EXPECT_EQ(launchesOf("k", R"cuda(
    __global__ void k() {}
    void launch(int threads) { k<<<1, threads>>>(); }
    void first() { launch(64); }
    void second() { launch(128); launch(64); }
  )cuda"),
            (Lines{"64x1x1 on 1x1x1", "128x1x1 on 1x1x1"}));
}

TEST(FindLaunches, TellsInstancesOfATemplateApart) {
  llvm::StringRef Source = R"cuda(
    template <int N> __global__ void k() {}
    template <int N> void launch() { k<N><<<1, N * 32>>>(); }
    void host() { launch<2>(); launch<4>(); }
  )cuda";
  withCuda(Source, [](clang::ASTContext &Context) {
    std::vector<LaunchGap> Gaps;
    LaunchTable Table = findLaunches(Context, Gaps);
    Lines Shapes;
    for (const auto &[Kernel, Found] : Table)
      for (const LaunchShape &Shape : Found)
        Shapes.push_back(
            std::to_string((*Kernel->getTemplateSpecializationArgs())[0]
                               .getAsIntegral()
                               .getZExtValue()) +
            ": " + textOf(Shape));
    llvm::sort(Shapes);
    EXPECT_EQ(Shapes, (Lines{"2: 64x1x1 on 1x1x1", "4: 128x1x1 on 1x1x1"}));
  });
}

TEST(FindLaunches, TakesBothSidesOfAConditionThatIsNotKnown) {
  EXPECT_EQ(launchesOf("k", R"cuda(
    __global__ void k() {}
    void host(int n) {
      int threads = n > 1000 ? 256 : 64;
      k<<<1, threads>>>();
    }
  )cuda"),
            (Lines{"64x1x1 on 1x1x1", "256x1x1 on 1x1x1"}));
}

TEST(FindLaunches, GivesOneShapeForLaunchesThatAreAlike) {
  EXPECT_EQ(launchesOf("k", R"cuda(
    __global__ void k(int n) {}
    void host() {
      k<<<4, 64>>>(1);
      k<<<4, 64>>>(1);
      k<<<8, 64>>>(2);
      k<<<9, 64>>>(2);
    }
  )cuda"),
            (Lines{"64x1x1 on 4x1x1 with 1", "64x1x1 on ?x?x? with 2"}))
      << "of several grids none is taken";
}

TEST(FindLaunches, KeepsSixLaunchesThatDifferInTheirArguments) {
  EXPECT_EQ(launchesOf("k", R"cuda(
    __global__ void k(int n) {}
    void host() {
      for (int i = 0; i < 6; ++i)
        k<<<1, 64>>>(i);
    }
  )cuda"),
            (Lines{"64x1x1 on 1x1x1 with 0", "64x1x1 on 1x1x1 with 1",
                   "64x1x1 on 1x1x1 with 2", "64x1x1 on 1x1x1 with 3",
                   "64x1x1 on 1x1x1 with 4", "64x1x1 on 1x1x1 with 5"}));
}

TEST(FindLaunches, TriesSomeOfMoreThanSix) {
  EXPECT_EQ(launchesOf("k", R"cuda(
    __global__ void k(int n) {}
    void host() {
      for (int i = 0; i < 6; ++i)
        k<<<1, 64>>>(i);
      k<<<1, 128>>>(0);
    }
  )cuda"),
            (Lines{"64x1x1 on 1x1x1 with ?", "128x1x1 on 1x1x1 with 0",
                   "64x1x1 on 1x1x1 with 1", "64x1x1 on 1x1x1 with 2",
                   "64x1x1 on 1x1x1 with 3", "64x1x1 on 1x1x1 with 5"}));
}

TEST(FindLaunches, KeepsAllBlocksOfMoreThanSix) {
  EXPECT_EQ(launchesOf("k", R"cuda(
    __global__ void k() {}
    void host() {
      for (int threads = 32; threads <= 256; threads += 32)
        k<<<1, threads>>>();
    }
  )cuda"),
            (Lines{"32x1x1 on 1x1x1", "64x1x1 on 1x1x1", "96x1x1 on 1x1x1",
                   "128x1x1 on 1x1x1", "160x1x1 on 1x1x1", "192x1x1 on 1x1x1",
                   "224x1x1 on 1x1x1", "256x1x1 on 1x1x1"}));
}

TEST(FindLaunches, FollowsAPointerToOneKernel) {
  llvm::StringRef Source = R"cuda(
    __global__ void k(int n) {}
    __global__ void other(int n) {}
    void host() {
      void (*kernel)(int) = k;
      kernel<<<2, 64>>>(3);
      other<<<1, 32>>>(4);
    }
  )cuda";
  EXPECT_EQ(launchesOf("k", Source), (Lines{"64x1x1 on 2x1x1 with 3"}));
  EXPECT_EQ(launchesOf("other", Source), (Lines{"32x1x1 on 1x1x1 with 4"}));
}

TEST(FindLaunches, GivesALaunchThroughAPointerToEveryKernelOfItsType) {
  llvm::StringRef Source = R"cuda(
    __global__ void first(int n) {}
    __global__ void second(int n) {}
    __global__ void otherwise(float x) {}
    __global__ void unnamed(int n) {}
    void host(int which) {
      void (*kernel)(int) = which ? first : second;
      kernel<<<2, 64>>>(3);
      otherwise<<<1, 32>>>(4);
    }
  )cuda";
  EXPECT_EQ(launchesOf("first", Source), (Lines{"64x1x1 on 2x1x1 with 3"}));
  EXPECT_EQ(launchesOf("second", Source), (Lines{"64x1x1 on 2x1x1 with 3"}));
  EXPECT_EQ(launchesOf("otherwise", Source), (Lines{"32x1x1 on 1x1x1 with ?"}));
  EXPECT_EQ(launchesOf("unnamed", Source), Lines());
}

TEST(FindLaunches, FindsLaunchesByTheRuntimesFunction) {
  EXPECT_EQ(launchesOf("k", R"cuda(
    __global__ void k(int n) {}
    void host() {
      int n = 3;
      void *arguments[] = {&n};
      cudaLaunchKernel((const void *)k, dim3(5), dim3(16, 16), arguments, 0, 0);
    }
  )cuda"),
            (Lines{"16x16x1 on 5x1x1"}));
}

TEST(FindLaunches, SaysWhereALaunchStands) {
  withCuda("__global__ void k() {}\n"
           "void host() {\n"
           "  k<<<1, 32>>>();\n"
           "}\n",
           [](clang::ASTContext &Context) {
             const auto *Kernel = declared<FunctionDecl>("k", Context);
             std::vector<LaunchGap> Gaps;
             LaunchTable Table = findLaunches(Context, Gaps);
             ASSERT_EQ(Table[Kernel].size(), 1u);
             const LaunchShape &Shape = Table[Kernel][0];
             EXPECT_EQ(Shape.Source.Kind, BlockSource::Launch);
             EXPECT_TRUE(llvm::StringRef(Shape.Source.Name).ends_with(".cu"));
             EXPECT_EQ(Shape.Source.Line, 3u);
             EXPECT_EQ(
                 Context.getSourceManager().getExpansionLineNumber(Shape.Where),
                 3u);
             EXPECT_FALSE(Shape.IsGuess);
           });
}

//===----------------------------------------------------------------------===//
// Limits
//===----------------------------------------------------------------------===//

/// Launches of `k` with the arguments 1, 2, ...
std::string launchesWithArguments(unsigned Count) {
  std::string Text = "__global__ void k(int n) {}\nvoid host() {\n";
  for (unsigned I = 0; I != Count; ++I)
    Text += "k<<<1, 32>>>(" + std::to_string(I) + ");\n";
  return Text + "}\n";
}

TEST(FindLaunches, SaysThatSomeOfManyArgumentsAreTried) {
  EXPECT_EQ(gapsOf(launchesWithArguments(6)), Lines());
  EXPECT_EQ(launchesOf("k", launchesWithArguments(6)).size(), 6u);
  EXPECT_EQ(gapsOf(launchesWithArguments(7)), Lines{"1: k, many arguments"});
  EXPECT_EQ(launchesOf("k", launchesWithArguments(7)),
            (Lines{"32x1x1 on 1x1x1 with ?", "32x1x1 on 1x1x1 with 1",
                   "32x1x1 on 1x1x1 with 2", "32x1x1 on 1x1x1 with 3",
                   "32x1x1 on 1x1x1 with 4", "32x1x1 on 1x1x1 with 6"}));
}

/// A launch with a block that so many conditions have doubled or not.
std::string launchBehindConditions(unsigned Count) {
  std::string Text = "__global__ void k() {}\nvoid host(int *c) {\n"
                     "int threads = 32;\n";
  for (unsigned I = 0; I != Count; ++I)
    Text += "if (c[" + std::to_string(I) +
            "]) threads += " + std::to_string(1 << I) + ";\n";
  return Text + "k<<<1, threads>>>();\n}\n";
}

TEST(FindLaunches, SaysThatALaunchHasManyShapes) {
  EXPECT_EQ(gapsOf(launchBehindConditions(4)), Lines());
  EXPECT_EQ(launchesOf("k", launchBehindConditions(2)).size(), 4u);
  EXPECT_EQ(gapsOf(launchBehindConditions(5)), Lines{"9: k, many shapes"});
  EXPECT_EQ(launchesOf("k", launchBehindConditions(5)), Lines());
}

TEST(FindLaunches, SaysWhichLaunchesLieBehindTheBudget) {
  EXPECT_EQ(gapsOf("__global__ void k() {}\n"
                   "__global__ void late() {}\n"
                   "template <int N> struct Work {\n"
                   "  static int run(int n) {\n"
                   "    return Work<N - 1>::run(n) + Work<N - 1>::run(n + 1);\n"
                   "  }\n"
                   "};\n"
                   "template <> struct Work<0> {\n"
                   "  static int run(int n) { return n * 3 + 1; }\n"
                   "};\n"
                   "void launchLate() { late<<<1, 64>>>(); }\n"
                   "int host(int n) {\n"
                   "  k<<<1, 32>>>();\n"
                   "  n = Work<16>::run(n);\n"
                   "  k<<<1, n>>>();\n"
                   "  k<<<1, 128>>>();\n" // says its block all the same
                   "  launchLate();\n"
                   "  return n;\n"
                   "}\n"),
            (Lines{"15: k, long way"}));
}

//===----------------------------------------------------------------------===//
// Other sources
//===----------------------------------------------------------------------===//

TEST(LaunchesTest, CallsOfOtherSourcesGiveParametersTheirNumbers) {
  withCuda(R"cuda(
    __global__ void k(int n) {}
    void launch(int n, const dim3 &block) { k<<<1, block>>>(n); }
  )cuda",
           [](clang::ASTContext &Context) {
             Elsewhere Others;
             Others.Calls = {{"_Z6launchiRK4dim3", {{{5}, {32, 8, 1}}}},
                             {"_Z6launchiRK4dim3", {{{}, {64, 1, 1}}}}};
             Others.Calls[1].Arguments[0].assign(1, std::nullopt);
             std::vector<LaunchGap> Gaps;
             Lines Shapes;
             for (const LaunchShape &Shape :
                  findLaunches(Context, Gaps, Others)
                      .lookup(declared<FunctionDecl>("k", Context)
                                  ->getCanonicalDecl())) {
               Shapes.push_back(textOf(Shape));
               EXPECT_FALSE(Shape.HasOthers);
               EXPECT_EQ(Shape.CalledElsewhere,
                         std::set<std::string>{"_Z6launchiRK4dim3"});
             }
             EXPECT_EQ(Shapes, (Lines{"32x8x1 on 1x1x1 with 5",
                                      "64x1x1 on 1x1x1 with ?"}));
           });
}

TEST(LaunchesTest, LaunchesOfOtherSourcesStandBesideOwnOnes) {
  withCuda(
      R"cuda(
    __global__ void k(int n) {}
    void own() { k<<<1, 32>>>(1); }
  )cuda",
      [](clang::ASTContext &Context) {
        Elsewhere Others;
        LaunchElsewhere Known;
        Known.Kernel = "_Z1ki";
        Known.Block = {16, 4, 1};
        Known.Arguments = {7};
        Known.Source = {BlockSource::Launch, "main.cu", 3};
        LaunchElsewhere Unknown;
        Unknown.Kernel = "_Z1ki";
        Others.Launches = {Known, Unknown};
        std::vector<LaunchGap> Gaps;
        LaunchTable Table = findLaunches(Context, Gaps, Others);
        const auto &Shapes =
            Table[declared<FunctionDecl>("k", Context)->getCanonicalDecl()];
        ASSERT_EQ(Shapes.size(), 2u);
        EXPECT_EQ(textOf(Shapes[1]), "16x4x1 on ?x?x? with 7");
        EXPECT_EQ(toText(Shapes[1].Source), "launch at main.cu:3");
        EXPECT_TRUE(Shapes[1].Where.isInvalid());
        // Of the other one only that it exists.
        EXPECT_TRUE(Shapes[0].HasOthers);
      });
}

TEST(LaunchesTest, ToldWhatOthersAskFor) {
  withCuda(R"cuda(
    struct Sizes { float scale; int width, height; };
    void launch(int n, Sizes sizes);
    void taken(int n);
    __global__ void k(int n);
    void run(int n) { launch(n, {1, 32, 8}); }
    void both(bool wide) { launch(1, {2, wide ? 64 : 32, 1}); k<<<1, 96>>>(3); }
    auto *address = taken;
  )cuda",
           [](clang::ASTContext &Context) {
             Elsewhere Others;
             Others.Asked = {"_Z6launchi5Sizes", "_Z5takeni", "_Z1ki"};
             LaunchLinks Links;
             std::vector<LaunchGap> Gaps;
             findLaunches(Context, Gaps, Others, &Links);
             EXPECT_EQ(Links.Defined, (Lines{"_Z3runi", "_Z4bothb"}));
             EXPECT_EQ(Links.Wanted, (Lines{"_Z3runi", "_Z4bothb"}));
             Lines Calls;
             for (const CallElsewhere &Call : Links.Calls) {
               std::string &Text = Calls.emplace_back(Call.Function);
               for (const auto &Argument : Call.Arguments) {
                 Text += " (";
                 for (const std::optional<int64_t> &Number : Argument)
                   Text += Number ? std::to_string(*Number) + "," : "?,";
                 Text += ")";
               }
             }
             EXPECT_EQ(Calls,
                       (Lines{"_Z6launchi5Sizes (?,) (?,32,8,)",
                              "_Z6launchi5Sizes (1,) (?,32,1,)",
                              "_Z6launchi5Sizes (1,) (?,64,1,)", "_Z5takeni"}));
             ASSERT_EQ(Links.Launches.size(), 1u);
             EXPECT_EQ(Links.Launches[0].Kernel, "_Z1ki");
             EXPECT_EQ((*Links.Launches[0].Block)[0], 96u);
             EXPECT_EQ(Links.Launches[0].Arguments[0], 3);
           });
}

//===----------------------------------------------------------------------===//
// shapesOf
//===----------------------------------------------------------------------===//

/// "32x8x1, guess: common block shapes"
Lines shapesOf(llvm::StringRef Text, const BlockDimRule *UserWord = nullptr) {
  Lines Shapes;
  withCuda(Text, [&](clang::ASTContext &Context) {
    std::vector<LaunchGap> Gaps;
    for (const LaunchShape &Shape :
         banklint::shapesOf(declared<FunctionDecl>("k", Context),
                            findLaunches(Context, Gaps), UserWord, Context)) {
      std::string Source = Shape.Source.Kind == BlockSource::Launch
                               ? "launch"
                               : toText(Shape.Source);
      Shapes.push_back((llvm::Twine(Shape.Block[0]) + "x" +
                        llvm::Twine(Shape.Block[1]) + "x" +
                        llvm::Twine(Shape.Block[2]) +
                        (Shape.IsGuess ? ", guess" : "") +
                        (Shape.IsFallback ? ", fallback: " : ": ") + Source)
                           .str());
    }
  });
  return Shapes;
}

/// Where only threadIdx.x is read: smaller blocks are for smaller arrays.
const Lines OneDimension = {
    "256x1x1: any one-dimensional block of whole warps",
    "128x1x1, guess, fallback: common block shapes",
    "64x1x1, guess, fallback: common block shapes",
    "32x1x1, guess, fallback: common block shapes",
    "16x1x1, guess, fallback: common block shapes",
    "256x1x1, fallback: any one-dimensional block of whole warps"};

constexpr llvm::StringLiteral ReadsX = R"cuda(
  __global__ void k(float *p) { p[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
)cuda";

TEST(ShapesOf, PrefersALaunchToTheUsersWord) {
  BlockDimRule Rule = {"*", {48, 2, 1}, "--block-dim"};
  EXPECT_EQ(
      shapesOf((ReadsX + "void host(float *p) { k<<<1, 96>>>(p); }").str(),
               &Rule),
      (Lines{"96x1x1: launch"}));
}

TEST(ShapesOf, PrefersTheUsersWordToLaunchBounds) {
  BlockDimRule Rule = {"*", {48, 2, 1}, "--block-dim"};
  EXPECT_EQ(shapesOf(R"cuda(
    __global__ void __launch_bounds__(128) k(float *p) { p[threadIdx.x] = 1; }
  )cuda",
                     &Rule),
            (Lines{"48x2x1: --block-dim"}));
}

TEST(ShapesOf, TakesTheBoundWhereOnlyTheFirstIndexCounts) {
  EXPECT_EQ(shapesOf(R"cuda(
    __global__ void __launch_bounds__(128) k(float *p) { p[threadIdx.x] = 1; }
  )cuda"),
            (Lines{"128x1x1: __launch_bounds__"}));
}

TEST(ShapesOf, GuessesBesideTheBoundWhereTheBlocksSizeIsRead) {
  EXPECT_EQ(shapesOf(R"cuda(
    __global__ void __launch_bounds__(192, 2) k(float *p) {
      p[blockIdx.x * blockDim.x + threadIdx.x] = 1;
    }
  )cuda"),
            (Lines{"192x1x1, guess: __launch_bounds__",
                   "128x1x1, guess: common block shapes",
                   "64x1x1, guess: common block shapes"}));
}

TEST(ShapesOf, EvaluatesBoundsThatDependOnATemplate) {
  EXPECT_EQ(shapesOf(R"cuda(
    template <int N> __global__ void __launch_bounds__(N * 32) k(float *p) {
      p[threadIdx.x] = 1;
    }
    template __global__ void k<5>(float *);
  )cuda"),
            (Lines{"160x1x1: __launch_bounds__"}));
}

TEST(ShapesOf, TakesRowsWithinTheBoundWhereTheSecondIndexIsRead) {
  EXPECT_EQ(shapesOf(R"cuda(
    __global__ void __launch_bounds__(64) k(float *p) {
      p[threadIdx.y * 8 + threadIdx.x] = 1;
    }
  )cuda"),
            (Lines{"8x8x1, guess: common block shapes",
                   "32x2x1, guess: common block shapes"}));
}

TEST(ShapesOf, TakesTheBoundAsOneRowWhereNoCommonShapeFits) {
  EXPECT_EQ(shapesOf(R"cuda(
    __global__ void __launch_bounds__(16) k(float *p) {
      p[threadIdx.y * 8 + threadIdx.x] = 1;
    }
  )cuda"),
            (Lines{"16x1x1, guess: __launch_bounds__"}));
}

TEST(ShapesOf, NeedsOneShapeWhereOnlyTheFirstIndexIsRead) {
  EXPECT_EQ(shapesOf("__global__ void k(float *p) { p[threadIdx.x] = 1; }"),
            OneDimension);
}

TEST(ShapesOf, GuessesFiveSizesWhereTheBlocksSizeIsRead) {
  EXPECT_EQ(shapesOf(ReadsX), (Lines{"256x1x1, guess: common block shapes",
                                     "128x1x1, guess: common block shapes",
                                     "512x1x1, guess: common block shapes",
                                     "1024x1x1, guess: common block shapes",
                                     "64x1x1, guess: common block shapes"}));
}

TEST(ShapesOf, GuessesSixShapesWhereTheSecondIndexIsRead) {
  EXPECT_EQ(shapesOf("__global__ void k(float *p) { p[threadIdx.y] = 1; }"),
            (Lines{"32x32x1, guess: common block shapes",
                   "16x16x1, guess: common block shapes",
                   "32x8x1, guess: common block shapes",
                   "32x16x1, guess: common block shapes",
                   "8x8x1, guess: common block shapes",
                   "64x4x1, guess: common block shapes"}));
}

TEST(ShapesOf, GuessesFourShapesWhereTheThirdIndexIsReadInACalledFunction) {
  EXPECT_EQ(shapesOf(R"cuda(
    __device__ int depth() { return threadIdx.z; }
    __device__ int between() { return depth(); }
    __global__ void k(float *p) { p[between()] = 1; }
  )cuda"),
            (Lines{"8x8x8, guess: common block shapes",
                   "16x16x4, guess: common block shapes",
                   "32x4x4, guess: common block shapes",
                   "4x4x4, guess: common block shapes"}));
}

TEST(ShapesOf, GuessesWhereTheBlockOfALaunchIsNotKnown) {
  EXPECT_EQ(shapesOf("__global__ void k(float *p) { p[threadIdx.x] = 1; }"
                     "void host(float *p, int n) { k<<<1, n>>>(p); }"),
            OneDimension);
}
} // namespace
