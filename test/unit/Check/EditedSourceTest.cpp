//===- EditedSourceTest.cpp - Whether fixes leave a source as it is -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fixes that no proof would let through are put into a report.

#include "Check/EditedSource.h"
#include "../ParsedSource.h"
#include "Finding/Wording.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringExtras.h"

using namespace banklint;

namespace {

/// Replaces one occurrence of a text, counted from 0.
struct Change {
  std::string From, To;
  unsigned Which = 0;
};

/// What is noted of a fix that makes these changes; "" where it stays.
std::string refuted(const std::string &Text, const std::vector<Change> &Changes,
                    unsigned *Parses = nullptr, unsigned Rounds = 1) {
  EditMemory Memory;
  std::string Note;
  llvm::SmallString<128> Path;
  EXPECT_FALSE(llvm::sys::fs::createTemporaryFile("source", "cu", Path));
  llvm::FileRemover Remover(Path);
  {
    std::error_code Failed;
    llvm::raw_fd_ostream OS(Path, Failed);
    OS << Text;
  }
  Fix Made;
  for (const Change &C : Changes) {
    size_t At = Text.find(C.From);
    for (unsigned Skipped = 0; Skipped != C.Which; ++Skipped)
      At = Text.find(C.From, At + 1);
    EXPECT_NE(At, std::string::npos) << C.From;
    Made.Edits.push_back(
        {std::string(Path), unsigned(At), unsigned(C.From.size()), C.To});
  }
  ParseOptions Parsing;
  Parsing.CudaPath = "none";
  Parsing.Arguments.emplace();
  auto Commands = CommandFinder::create(std::move(Parsing),
                                        std::make_shared<const Database>());
  EXPECT_TRUE(bool(Commands));
  const CompileCommand Command =
      llvm::cantFail(Commands->commandsFor(Path)).front();
  auto Refute = [&](clang::ASTContext &Context,
                    llvm::ArrayRef<SourceError> Errors) {
    EXPECT_TRUE(Errors.empty());
    Report R;
    for (unsigned Round = 0; Round != Rounds; ++Round) {
      R.Findings.assign(1, Finding());
      R.Findings[0].Arrays = {"s"};
      R.Findings[0].Fixes = {Made};
      refuteFixes(
          [&](const EditedParts &Edits, ParsedSourceCallback Parsed) {
            if (Parses)
              ++*Parses;
            return parseEdited(Command, Edits, Parsed);
          },
          Context, Errors, {}, R, {&Memory, "surroundings"});
    }
    const Finding &F = R.Findings[0];
    EXPECT_NE(F.Fixes.empty(), F.Notes.empty());
    if (!F.Notes.empty())
      Note = noteText(F.Notes[0]);
  };
  EXPECT_FALSE(bool(parseDevicePass(Command, Refute)));
  return Note;
}

/// A tile that is stored by rows and loaded by columns, from line 3 on.
const std::string Transpose = R"(
__global__ void k(float *out, int n) {
  __shared__ float s[32 * 32];
  s[threadIdx.y * 32 + threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x * 32 + threadIdx.y];
}
void launch(float *out) { k<<<1, dim3(32, 32)>>>(out, 3); }
)";

const std::vector<Change> Whole = {
    {"32 * 32", "33 * 32"}, {"y * 32", "y * 33"}, {"x * 32", "x * 33"}};

TEST(EditedSourceTest, AWholeFixStays) {
  EXPECT_EQ(refuted(Transpose, Whole), "");
}

TEST(EditedSourceTest, WhatHoldsIsRemembered) {
  unsigned Parses = 0;
  EXPECT_EQ(refuted(Transpose, Whole, &Parses, /*Rounds=*/3), "");
  EXPECT_EQ(Parses, 1u);
}

TEST(EditedSourceTest, AnIndexIsMissing) {
  EXPECT_EQ(refuted(Transpose, {{"32 * 32", "33 * 32"}, {"y * 32", "y * 33"}}),
            "no fix for 's': with the edits, this would not read what was "
            "stored for it");
}

TEST(EditedSourceTest, TwoElementsHaveOnePlace) {
  EXPECT_EQ(refuted(Transpose, {{"y * 32", "y * 31"}, {"x * 32", "x * 31"}}),
            "no fix for 's': with the edits, this would not read what was "
            "stored for it");
}

TEST(EditedSourceTest, OtherMemoryIsAccessedElsewhere) {
  EXPECT_EQ(refuted(Transpose, {{"32 * 32", "33 * 32"},
                                {"y * 32", "y * 33"},
                                {"x * 32", "x * 33"},
                                {"out[threadIdx.x]", "out[threadIdx.y]", 1}}),
            "no fix for 's': with the edits, the source would do something "
            "else here");
}

TEST(EditedSourceTest, AnErrorIsMade) {
  EXPECT_EQ(refuted(Transpose, {{"32 * 32", "32 * lines"}}),
            "no fix for 's': Clang rejects the edited source");
}

TEST(EditedSourceTest, AConditionChanges) {
  EXPECT_NE(
      refuted("__global__ void k(float *out, int n) {\n"
              "  __shared__ float s[64];\n"
              "  if (n < 32)\n"
              "    s[threadIdx.x] = 1;\n"
              "  out[0] = s[0];\n"
              "}\n"
              "void launch(float *out, int n) { k<<<1, 32>>>(out, n); }\n",
              {{"n < 32", "n > 32"}}),
      "");
}

} // namespace
