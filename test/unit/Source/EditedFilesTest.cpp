//===- EditedFilesTest.cpp - Contents that are not on the disk ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Source/EditedFiles.h"
#include "Source/SourceTexts.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <string>

using namespace banklint;
using namespace llvm;

TEST(EditedFiles, TakeThePlaceOfOlderOnes) {
  SmallString<128> Path;
  int FD = -1;
  ASSERT_FALSE(sys::fs::createTemporaryFile("edited", "cu", FD, Path));
  scope_exit Gone([&] { (void)sys::fs::remove(Path); });
  raw_fd_ostream(FD, /*shouldClose=*/true) << "old\n";
  const std::string File = Path.str().str();
  const EditedFiles Edited = {{File, "first\nsecond\n"}};

  EXPECT_EQ(readFile(File, {})->getBuffer(), "old\n");
  EXPECT_EQ(readFile(File, Edited)->getBuffer(), "first\nsecond\n");
  EXPECT_EQ(SourceTexts(Edited).line(File, 2), "second");
  auto Files = overlayFiles(vfs::getRealFileSystem(), Edited);
  auto Read = Files->getBufferForFile(File);
  ASSERT_TRUE(bool(Read));
  EXPECT_EQ((*Read)->getBuffer(), "first\nsecond\n");
}

TEST(EditedFiles, NeedNoFile) {
  const EditedFiles Edited = {{"no/such/folder/a.cu", "text"}};
  EXPECT_EQ(readFile("no/such/folder/a.cu", Edited)->getBuffer(), "text");
  EXPECT_EQ(readFile("no/such/folder/b.cu", Edited), nullptr);
  auto Files = overlayFiles(vfs::getRealFileSystem(), Edited);
  EXPECT_TRUE(Files->exists("no/such/folder/../folder/a.cu"));
  EXPECT_FALSE(Files->exists("no/such/folder/b.cu"));
}
