//===- ReadFileTest.cpp - What is read whole, and what is not -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Files/ReadFile.h"
#include "Files/PrivateFolder.h"
#include "Files/RegularFiles.h"
#include "Files/WholeFile.h"
#include "FolderTest.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"
#include <memory>
#include <string>
#include <sys/stat.h>
#include <system_error>
#include <thread>
#include <unistd.h>

using namespace banklint;
using namespace llvm;

namespace {
class ReadFile : public FolderTest {
protected:
  std::string link(StringRef Name, StringRef Target) const {
    EXPECT_EQ(::symlink(Target.str().c_str(), path(Name).c_str()), 0);
    return path(Name);
  }
  std::string pipe(StringRef Name) const {
    EXPECT_EQ(::mkfifo(path(Name).c_str(), 0600), 0);
    return path(Name);
  }

  /// What was read, or in brackets why not.
  static std::string resultOf(Expected<std::unique_ptr<MemoryBuffer>> Buffer) {
    return Buffer ? (*Buffer)->getBuffer().str()
                  : "(" + toString(Buffer.takeError()) + ")";
  }
};
} // namespace

TEST_F(ReadFile, FollowsLinksToRegularFilesOnly) {
  const std::string A = file("a", "text");
  EXPECT_EQ(resultOf(readRegularFile(A)), "text");
  EXPECT_EQ(resultOf(readRegularFile(link("near", A))), "text");
  EXPECT_EQ(resultOf(readRegularFile(file("empty", ""))), "");
  EXPECT_EQ(resultOf(readRegularFile("/dev/null")), "");
  EXPECT_EQ(resultOf(readRegularFile(link("zero", "/dev/zero"))),
            "(it is not a regular file)");
  EXPECT_EQ(resultOf(readRegularFile(pipe("pipe"))),
            "(it is not a regular file)");
  EXPECT_EQ(resultOf(readRegularFile(Folder)), "(Is a directory)");
  EXPECT_EQ(resultOf(readRegularFile(path("none"))),
            "(No such file or directory)");
  EXPECT_EQ(toString(checkRegularFile(path("pipe"))),
            "it is not a regular file");
  EXPECT_FALSE(bool(checkRegularFile(A)));
}

TEST_F(ReadFile, EndsAtTheLimit) {
  constexpr uint64_t Megabyte = uint64_t(1) << 20;
  const std::string Text(Megabyte, 'x');
  EXPECT_EQ(resultOf(readRegularFile(file("fits", Text), Megabyte)), Text);
  const std::string Large = file("large", Text + "y");
  EXPECT_EQ(resultOf(readRegularFile(Large, Megabyte)),
            "(it is larger than 1 MB)");
  EXPECT_EQ(resultOf(readNamedFile(Large, Megabyte)),
            "(it is larger than 1 MB)");
  EXPECT_EQ(resultOf(readNamedFile("/dev/zero", Megabyte)),
            "(it is larger than 1 MB)");
}

TEST_F(ReadFile, ReadsAPipeThatTheUserNames) {
  const std::string Pipe = pipe("pipe"), Text(3000000, 'x');
  std::thread Writer([&] { consumeError(writeWholeFile(Pipe, Text)); });
  EXPECT_EQ(resultOf(readNamedFile(Pipe)), Text);
  Writer.join();
}

TEST_F(ReadFile, TakesForOwnWhatNobodyElseCanHaveWritten) {
  const std::string A = file("a", "text");
  ASSERT_EQ(::chmod(A.c_str(), 0644), 0);
  EXPECT_EQ(resultOf(readOwnFile(A, MaxFileBytes)), "text");
  EXPECT_EQ(resultOf(readOwnFile(link("link", A), MaxFileBytes)),
            "(Too many levels of symbolic links)");
  EXPECT_EQ(resultOf(readOwnFile(pipe("pipe"), MaxFileBytes)),
            "(it is not a regular file)");
  ASSERT_EQ(::chmod(A.c_str(), 0664), 0);
  EXPECT_EQ(resultOf(readOwnFile(A, MaxFileBytes)),
            "(others may have written it)");
}

TEST_F(ReadFile, APrivateFolderIsTheUsersAlone) {
  const std::string New = path("above/new");
  ASSERT_FALSE(makePrivateFolder(New));
  EXPECT_FALSE(bool(checkPrivateFolder(New)));
  EXPECT_FALSE(bool(checkPrivateFolder(New + "//.")));
  ErrorOr<sys::fs::perms> Permissions = sys::fs::getPermissions(path("above"));
  ASSERT_TRUE(bool(Permissions));
  EXPECT_EQ(*Permissions, sys::fs::owner_all);

  ASSERT_EQ(::chmod(New.c_str(), 0730), 0);
  EXPECT_EQ(toString(checkPrivateFolder(New)),
            "others have permissions on it (chmod 700)");
  ASSERT_EQ(::chmod(New.c_str(), 0755), 0);
  EXPECT_EQ(toString(checkPrivateFolder(New)),
            "others have permissions on it (chmod 700)");
  ASSERT_EQ(::chmod(New.c_str(), 0700), 0);
  EXPECT_EQ(toString(checkPrivateFolder(link("link", New) + "/")),
            "it is a symbolic link");
  EXPECT_EQ(toString(checkPrivateFolder(file("a", ""))), "it is not a folder");
  EXPECT_NE(toString(checkPrivateFolder(path("none"))), "");
  ASSERT_FALSE(sys::fs::create_directories(path("above/.git")));
  EXPECT_EQ(toString(checkPrivateFolder(New)),
            "it lies in '" + path("above") + "', where git checks out files");
}

TEST_F(ReadFile, ReplacesALinkAndLeavesItsTarget) {
  const std::string Target = file("target", "old");
  const std::string Link = link("link", Target);
  ASSERT_FALSE(bool(replaceFile(Link, "new")));
  EXPECT_EQ(resultOf(readOwnFile(Link, MaxFileBytes)), "new");
  EXPECT_EQ(resultOf(readRegularFile(Target)), "old");
  const std::string Pipe = pipe("pipe");
  ASSERT_FALSE(bool(replaceFile(Pipe, "new")));
  EXPECT_EQ(resultOf(readOwnFile(Pipe, MaxFileBytes)), "new");
}

TEST_F(ReadFile, ClangKeepsWhatIsCutOffMeanwhile) {
  const std::string Text(1 << 20, 'x'), File = file("a", Text);
  auto Buffer = regularFiles()->getBufferForFile(File);
  ASSERT_TRUE(bool(Buffer));
  ASSERT_EQ(::truncate(File.c_str(), 0), 0);
  EXPECT_TRUE((*Buffer)->getBuffer() == Text);
}

TEST_F(ReadFile, ClangOpensNoPipe) {
  EXPECT_EQ(regularFiles()->openFileForRead(pipe("pipe")).getError(),
            std::errc::not_supported);
}
