//===- CheckMemoryTest.cpp - What is kept between edits -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Check/Memory.h"
#include "Cuda/CompileCommand.h"
#include "Cuda/Database.h"
#include "Cuda/Parse.h"
#include "Finding/Finding.h"
#include "Finding/Wording.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <memory>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

using namespace banklint;

namespace {
/// One source, edited and checked again and again.
class CheckMemoryOfASource : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createTemporaryFile("memory", "cu", Path));
  }
  void TearDown() override { EXPECT_FALSE(llvm::sys::fs::remove(Path)); }

  /// The texts of all fixes, by a check that may remember others.
  std::vector<std::string> fixesIn(llvm::StringRef Text,
                                   const std::string &Definition,
                                   const AnalysisOptions &Options = {}) {
    {
      std::error_code Failed;
      llvm::raw_fd_ostream OS(Path, Failed);
      OS << Text;
    }
    ParseOptions Parsing;
    Parsing.CudaPath = "none";
    Parsing.Arguments = {Definition};
    auto Commands = CommandFinder::create(std::move(Parsing),
                                          std::make_shared<const Database>());
    EXPECT_TRUE(bool(Commands));
    auto Found = Commands->commandsFor(Path);
    EXPECT_TRUE(bool(Found));
    std::vector<std::string> Texts;
    llvm::Error Failed = parseDevicePass(
        Found->front(),
        [&](clang::ASTContext &Context, llvm::ArrayRef<SourceError> Errors) {
          EXPECT_TRUE(Errors.empty());
          // The same whatever is defined: what is remembered shows.
          Report R = Memory.check(Context, Errors, Options, "surroundings");
          for (const Finding &F : R.Findings)
            for (const Fix &X : F.Fixes)
              Texts.push_back(std::to_string(F.Span.Begin.Line) + ": " +
                              fixText(X));
        });
    EXPECT_FALSE(bool(Failed));
    return Texts;
  }

  llvm::SmallString<128> Path;
  CheckMemory Memory;
};
} // namespace

/// Rows that are longer by two words help the load, and cost the store.
static const char Source[] = R"(
__global__ void other(float *out) {
  out[0] = 0;
}
__global__ void columns(float *out) {
  __shared__ float t[16][16];
  t[threadIdx.y][threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = t[threadIdx.x / STEP][threadIdx.y];
}
void run(float *out) { columns<<<1, dim3(16, 16)>>>(out); }
)";

TEST_F(CheckMemoryOfASource, MovesALineThatASentenceNames) {
  std::vector<std::string> Before = fixesIn(Source, "-DSTEP=1");
  std::vector<std::string> Rows;
  for (const std::string &Text : Before)
    if (llvm::StringRef(Text).contains("the store at line 7"))
      Rows.push_back(Text);
  ASSERT_EQ(Rows.size(), 1u) << testing::PrintToString(Before);
  EXPECT_TRUE(llvm::StringRef(Rows[0]).starts_with(
      "9: pad the rows of 't' to 18 floats "));

  // An edit of another kernel moves both lines. Without the memory there would
  // be no conflict any more.
  std::string Edited = Source;
  Edited.insert(Edited.find("  out[0] = 0;"), "\n\n");
  std::vector<std::string> After = fixesIn(Edited, "-DSTEP=16");
  ASSERT_EQ(After.size(), Before.size());
  Rows.clear();
  for (const std::string &Text : After)
    if (llvm::StringRef(Text).contains("the store at line 9"))
      Rows.push_back(Text);
  ASSERT_EQ(Rows.size(), 1u) << testing::PrintToString(After);
  EXPECT_TRUE(llvm::StringRef(Rows[0]).starts_with(
      "11: pad the rows of 't' to 18 floats "));
}

/// What a budget leaves out is for the next check.
TEST_F(CheckMemoryOfASource, GoesOnWhereABudgetEnded) {
  std::string Text;
  for (const char *Name : {"first", "second", "third"})
    Text += llvm::formatv(R"(__global__ void {0}(float *out) {{
  __shared__ float t[32][32];
  t[threadIdx.y][threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = t[threadIdx.x][threadIdx.y];
}
void run_{0}(float *out) {{ {0}<<<1, dim3(32, 32)>>>(out); }
)",
                          Name)
                .str();
  AnalysisOptions Options;
  Options.BoundsProofs = true;
  Options.StepBudget = 300;
  std::vector<size_t> Counts;
  for (int Check = 0; Check != 4; ++Check)
    Counts.push_back(fixesIn(Text, "-DX=1", Options).size());
  EXPECT_LT(Counts.front(), 3u);
  EXPECT_EQ(Counts.back(), 3u);
}
