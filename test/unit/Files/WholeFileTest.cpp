//===- WholeFileTest.cpp - Files that are written whole or not at all -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Files/WholeFile.h"
#include "FolderTest.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"
#include <csignal>
#include <fcntl.h>
#include <string>
#include <sys/file.h>
#include <sys/resource.h>
#include <system_error>
#include <unistd.h>

using namespace banklint;
using namespace llvm;

namespace {
class WholeFile : public FolderTest {
protected:
  static std::string textOf(StringRef File) {
    auto Buffer = MemoryBuffer::getFile(File, false, false, true);
    return Buffer ? (*Buffer)->getBuffer().str() : "";
  }
  unsigned fileCount() const {
    unsigned Count = 0;
    std::error_code EC;
    for (sys::fs::directory_iterator I(Folder, EC), End; I != End && !EC;
         I.increment(EC))
      ++Count;
    return Count;
  }
};

/// No file may become larger, as long as it lives.
class FileSizeLimit {
public:
  explicit FileSizeLimit(rlim_t Bytes) {
    std::signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &Before);
    rlimit Limit = {Bytes, Before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &Limit);
  }
  ~FileSizeLimit() { setrlimit(RLIMIT_FSIZE, &Before); }

private:
  rlimit Before;
};
} // namespace

TEST_F(WholeFile, IsAsItWasBeforeAllAreReady) {
  std::string A = file("a", "old"), New = path("new");
  {
    FileBatch Batch;
    ASSERT_FALSE(bool(Batch.add(A, "text")));
    ASSERT_FALSE(bool(Batch.add(New, "text")));
    EXPECT_TRUE(bool(Batch.add(Folder, "text")) /* a folder */);
  }
  EXPECT_EQ(textOf(A), "old");
  EXPECT_EQ(fileCount(), 1u);
}

TEST_F(WholeFile, IsPutBackWhereALaterOneFails) {
  std::string A = file("a", "old"), B = file("b", "old"), New = path("new"),
              Linked = file("linked", "old, and long"), Hard = path("hard"),
              Last = file("z", "old");
  ASSERT_FALSE(sys::fs::create_hard_link(Linked, Hard));
  ASSERT_FALSE(sys::fs::setPermissions(A, sys::fs::perms(0640)));
  FileBatch Batch;
  for (const std::string &File : {A, New, Linked, B, Last})
    ASSERT_FALSE(bool(Batch.add(File, "text")));
  // Nothing can take the place of a folder.
  ASSERT_FALSE(sys::fs::remove(Last));
  ASSERT_FALSE(sys::fs::create_directory(Last));
  Error Failed = Batch.commit();
  ASSERT_TRUE(bool(Failed));
  EXPECT_EQ(toString(std::move(Failed)),
            "cannot write '" + Last + "': Is a directory");
  EXPECT_EQ(textOf(A), "old");
  EXPECT_EQ(*sys::fs::getPermissions(A), sys::fs::perms(0640));
  EXPECT_EQ(textOf(B), "old");
  EXPECT_EQ(textOf(Linked), "old, and long");
  EXPECT_TRUE(sys::fs::equivalent(Linked, Hard));
  EXPECT_FALSE(sys::fs::exists(New));
}

TEST_F(WholeFile, LeavesNothingBesideWhatItWrites) {
  std::string A = file("a", "old"), B = file("b", "old");
  FileBatch Batch;
  ASSERT_FALSE(bool(Batch.add(A, "first")));
  ASSERT_FALSE(bool(Batch.add(B, "second")));
  EXPECT_FALSE(bool(Batch.commit()));
  EXPECT_EQ(textOf(A), "first");
  EXPECT_EQ(textOf(B), "second");
}

TEST_F(WholeFile, LeavesTheTextOfOtherNames) {
  std::string A = file("a", "old"), Hard = path("hard");
  ASSERT_FALSE(sys::fs::create_hard_link(A, Hard));
  EXPECT_FALSE(bool(writeWholeFile(A, "new")));
  EXPECT_EQ(textOf(A), "new");
  EXPECT_EQ(textOf(Hard), "old");
}

TEST_F(WholeFile, ClearsWhatKilledRunsHaveLeft) {
  std::string A = file("a", "old");
  // Of another file, and none of these names.
  for (const char *Name : {"b.banklint-0a1b2c", "a.banklint-0a1b2", "a.orig",
                           "a.banklint-0a1b2c.cu", "a.banklint-0a1b2z"})
    file(Name, "kept");
  std::string Left = file("a.banklint-0a1b2c", "half"),
              Used = file("a.banklint-3d4e5f", "half");
  int FD = ::open(Used.c_str(), O_RDONLY);
  ASSERT_EQ(::flock(FD, LOCK_SH), 0);
  EXPECT_FALSE(bool(writeWholeFile(A, "new")));
  EXPECT_FALSE(sys::fs::exists(Left));
  EXPECT_TRUE(sys::fs::exists(Used));
  EXPECT_EQ(fileCount(), 7u);
  ::close(FD); // as the system does
  EXPECT_FALSE(bool(writeWholeFile(A, "newer")));
  EXPECT_EQ(fileCount(), 6u);
}

TEST_F(WholeFile, HoldsWhatItHasNotFinished) {
  std::string A = file("a", "old"), B = file("b", "old");
  {
    FileBatch First;
    ASSERT_FALSE(bool(First.add(A, "first")));
    ASSERT_FALSE(bool(First.add(B, "first")));
    EXPECT_FALSE(bool(writeWholeFile(A, "second")));
    EXPECT_FALSE(bool(First.commit()));
  }
  EXPECT_EQ(textOf(A), "first");
  EXPECT_EQ(textOf(B), "first");
  EXPECT_EQ(fileCount(), 2u);
}

TEST_F(WholeFile, IsAsItWasWhereThereIsNoRoom) {
  std::string A = file("a", "0123456789"), B = file("b", "0123456789"),
              Hard = path("hard");
  ASSERT_FALSE(sys::fs::create_hard_link(A, Hard));
  for (rlim_t Most : {0, 5, 10, 15}) {
    for (const std::string &File : {A, B}) {
      FileSizeLimit Limit(Most);
      Error Failed = writeWholeFile(File, "abcdefghijklmnopqrst");
      ASSERT_TRUE(bool(Failed));
      EXPECT_EQ(toString(std::move(Failed)),
                "cannot write '" + File + "': File too large");
    }
    EXPECT_EQ(textOf(Hard), "0123456789");
    EXPECT_EQ(textOf(B), "0123456789");
  }
  // Shorter, and still too long.
  FileSizeLimit Limit(5);
  EXPECT_EQ(toString(writeWholeFile(A, "abcdefgh")),
            "cannot write '" + A + "': File too large");
  EXPECT_EQ(textOf(Hard), "0123456789");
}
