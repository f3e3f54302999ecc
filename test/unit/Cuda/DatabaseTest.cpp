//===- DatabaseTest.cpp - compile_commands.json ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cuda/Database.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "gtest/gtest.h"
#include <string>

using namespace banklint;

static std::string mistakeIn(llvm::StringRef Text) {
  llvm::Expected<Database> Read = Database::parse("/p/db.json", Text);
  return Read ? "" : toString(Read.takeError());
}

TEST(Database, KeepsWhatCompilesCuda) {
  llvm::Expected<Database> Read = Database::parse("/p/db.json", R"([
        {"directory": "/p", "file": "b.cu", "command": "nvcc -DX='a b' b.cu"},
        {"directory": "/p/q", "file": "../a.cpp", "arguments": ["nvcc", "-xcu"]},
        {"directory": "/p", "file": "c.cu", "command": "hipcc c.cu"}])");
  ASSERT_TRUE(bool(Read)) << toString(Read.takeError());
  ASSERT_EQ(Read->cudaEntries().size(), 2u);
  EXPECT_EQ(Read->cudaEntries()[0].File, "/p/a.cpp");
  ASSERT_EQ(Read->entriesOf("/p/./b.cu").size(), 1u);
  EXPECT_EQ(Read->entriesOf("/p/b.cu")[0].CommandLine[1], "-DX=a b");
  EXPECT_EQ(Read->path(), "/p/db.json");
}

TEST(Database, WhatIsNoJsonIsSaidInOneSentence) {
  testing::internal::CaptureStderr();
  EXPECT_EQ(mistakeIn("[{\"directory\": \"/p\", \"file").find('\n'),
            std::string::npos);
  EXPECT_EQ(mistakeIn("[{\"directory\": \"/p\", \"file").substr(0, 27),
            "cannot read '/p/db.json': 1");
  EXPECT_EQ(mistakeIn("{}"), "cannot read '/p/db.json': Expected array.");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST(Database, NoTextHasANul) {
  for (llvm::StringRef Entry :
       {R"("directory": "/p\u0000/q", "file": "a.cu", "command": "nvcc a.cu")",
        R"("directory": "/p", "file": "a\u0000.cu", "command": "nvcc a.cu")",
        R"("directory": "/p", "file": "a.cu", "arguments": ["./a\u0000nvcc"])"})
    EXPECT_EQ(mistakeIn(("[{" + Entry + "}]").str()),
              "cannot read '/p/db.json': a text in it has a NUL");
}

TEST(Database, WhatNestsTooDeepIsRefused) {
  for (llvm::StringRef Opener : {"[", "{\"a\": ", "- "}) {
    std::string Text;
    for (unsigned I = 0; I != 100000; ++I)
      Text += Opener;
    EXPECT_EQ(mistakeIn(Text), "cannot read '/p/db.json': it nests deeper "
                               "than 100 levels");
  }
}
