//===- FolderTest.h - Tests that write files --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_TEST_FILES_FOLDERTEST_H
#define BANKLINT_TEST_FILES_FOLDERTEST_H

#include "Files/WholeFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <gtest/gtest.h>
#include <string>

namespace banklint {

/// A folder that is gone when the test is over.
class FolderTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(
        llvm::sys::fs::createUniqueDirectory("banklint-files", Folder));
  }
  void TearDown() override {
    EXPECT_FALSE(llvm::sys::fs::remove_directories(Folder));
  }

  std::string path(llvm::StringRef Name) const {
    llvm::SmallString<128> Path(Folder);
    llvm::sys::path::append(Path, Name);
    return Path.str().str();
  }
  std::string file(llvm::StringRef Name, llvm::StringRef Text) const {
    EXPECT_FALSE(bool(writeWholeFile(path(Name), Text)));
    return path(Name);
  }

  llvm::SmallString<128> Folder;
};

} // namespace banklint

#endif // BANKLINT_TEST_FILES_FOLDERTEST_H
