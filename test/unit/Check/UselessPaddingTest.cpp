//===- UselessPaddingTest.cpp - Which padding frees no bank ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Kernel.h"
#include "Check/Source.h"
#include "Cuda/CompileCommand.h"
#include "Cuda/Database.h"
#include "Finding/Finding.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <memory>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

using namespace banklint;

/// What the rule says of a kernel `k(float *p)` that runs in blocks of 32x32.
static std::vector<std::string> messagesFor(llvm::StringRef Body,
                                            llvm::StringRef Before = "",
                                            bool IsAskedFor = true) {
  llvm::SmallString<128> Path;
  EXPECT_FALSE(llvm::sys::fs::createTemporaryFile("useless", "cu", Path));
  {
    std::error_code Failed;
    llvm::raw_fd_ostream OS(Path, Failed);
    OS << Before << "__global__ void k(float *p) {\n"
       << "int x = threadIdx.x, y = threadIdx.y;\n"
       << Body << "}\nvoid run(float *p) { k<<<1, dim3(32, 32)>>>(p); }\n";
  }
  ParseOptions Parsing;
  Parsing.CudaPath = "none";
  Parsing.Arguments.emplace();
  auto Commands = CommandFinder::create(std::move(Parsing),
                                        std::make_shared<const Database>());
  EXPECT_TRUE(bool(Commands));
  auto Found = Commands->commandsFor(Path);
  EXPECT_TRUE(bool(Found));
  AnalysisOptions Options;
  Options.FindsUselessPadding = IsAskedFor;
  CheckedSource Checked = checkFile(Found->front(), Options);
  EXPECT_TRUE(Checked.IsIntact);
  EXPECT_FALSE(llvm::sys::fs::remove(Path));
  std::vector<std::string> Messages;
  for (const Finding &F : Checked.Result.Findings)
    if (F.Rule == "banklint-useless-padding")
      Messages.push_back(F.Message);
  return Messages;
}

using Messages = std::vector<std::string>;

static const char *const RowsOnly = "__shared__ float s[32][32 + 1];\n"
                                    "s[y][x] = p[x];\n"
                                    "__syncthreads();\n"
                                    "p[x] = s[31 - y][x];\n";

TEST(UselessPadding, IsFoundWhereOnlyRowsAreRead) {
  EXPECT_EQ(messagesFor(RowsOnly),
            Messages{"padding of 1 element a row of 's' does not lower its "
                     "wavefronts: 1 a request with it, 1 without; it takes 128 "
                     "bytes"});
}

TEST(UselessPadding, IsOffUnlessAskedFor) {
  EXPECT_EQ(messagesFor(RowsOnly, "", /*IsAskedFor=*/false), Messages{});
}

TEST(UselessPadding, IsNotWhatFreesColumns) {
  EXPECT_EQ(messagesFor("__shared__ float s[32][33];\n"
                        "s[y][x] = p[x];\n"
                        "__syncthreads();\n"
                        "p[x] = s[x][y];\n"),
            Messages{});
}

TEST(UselessPadding, IsNotWhatIsAccessed) {
  EXPECT_EQ(messagesFor("__shared__ float s[32][32 + 1];\n"
                        "s[y][x] = p[x];\n"
                        "if (x == 0) s[y][32] = 0;\n"
                        "__syncthreads();\n"
                        "p[x] = s[31 - y][x];\n"),
            Messages{});
}

TEST(UselessPadding, IsNotToldWhereAnIndexIsNotKnown) {
  EXPECT_EQ(messagesFor("__shared__ float s[32][32 + 1];\n"
                        "s[y][x] = p[x];\n"
                        "__syncthreads();\n"
                        "p[x] = s[y][int(p[y])];\n"),
            Messages{});
}

TEST(UselessPadding, MayRaiseWavefronts) {
  // Rows of 16 words leave two rows of a warp in different banks; rows of 17
  // let them meet.
  EXPECT_EQ(messagesFor("__shared__ float s[64][17];\n"
                        "s[y * 2 + x / 16][x % 16] = p[x];\n"
                        "__syncthreads();\n"
                        "p[x] = s[63 - y * 2 - x / 16][x % 16];\n"),
            Messages{"padding of 1 element a row of 's' raises its wavefronts: "
                     "2 a request with it, 1 without; it takes 256 bytes"});
}

TEST(UselessPadding, MayBeAMemberThatNothingNames) {
  EXPECT_EQ(messagesFor("__shared__ P s[1024];\n"
                        "s[y * 32 + x].a = p[x];\n"
                        "__syncthreads();\n"
                        "p[x] = s[1023 - y * 32 - x].a;\n",
                        "struct P { float a, b, unused; };\n"),
            Messages{});
  EXPECT_EQ(messagesFor("__shared__ P s[1024];\n"
                        "s[y * 32 + x].a = p[x];\n"
                        "__syncthreads();\n"
                        "p[x] = s[1023 - y * 32 - x].a;\n",
                        "struct P { float a, unused; };\n"),
            Messages{"padding of member 'unused' of 's' raises its wavefronts: "
                     "2 a request with it, 1 without; it takes 4096 bytes"});
}
