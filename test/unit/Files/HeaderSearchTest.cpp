//===- HeaderSearchTest.cpp - Where a project has a header ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Files/HeaderSearch.h"
#include "Files/Paths.h"
#include "FolderTest.h"
#include <fstream>
#include <string>
#include <unistd.h>

using namespace banklint;

namespace {
class HeaderSearchTest : public FolderTest {
protected:
  void make(llvm::StringRef Name) {
    llvm::SmallString<128> Path(path(Name));
    EXPECT_FALSE(
        llvm::sys::fs::create_directories(llvm::sys::path::parent_path(Path)));
    std::ofstream(Path.c_str()).flush();
  }
  void makeFolder(llvm::StringRef Name) {
    EXPECT_FALSE(llvm::sys::fs::create_directories(path(Name)));
  }

  /// Below the folder, as `File` in it would be told; the names below it.
  std::string find(llvm::StringRef Name, llvm::StringRef From = "p",
                   llvm::StringRef File = "p/x.cu") {
    HeaderSearch Search({Name.str()});
    Search.search(path(From), path("p"));
    std::string Places;
    for (llvm::StringRef Place : Search.placesFor(Name, path(File)))
      Places += (Places.empty() ? "" : " ") +
                pathBelow(realPath(path("p")), Place).str();
    return Places;
  }
};
} // namespace

TEST_F(HeaderSearchTest, FindsWhatAnIncludeWouldFind) {
  make("p/Common/a/b.h");
  make("p/Common/nota/b.h");
  make("p/b.h/no.txt"); // a folder
  EXPECT_EQ(find("a/b.h"), "Common/a/b.h");
  EXPECT_EQ(find("./a//b.h"), "Common/a/b.h");
  EXPECT_EQ(find("c.h"), "");
}

TEST_F(HeaderSearchTest, LooksForNoNameThatLeadsUpOrIsAbsolute) {
  make("p/a/b.h");
  EXPECT_EQ(find("../a/b.h"), "");
  EXPECT_EQ(find("a/../a/b.h"), "");
  EXPECT_EQ(find(path("p/a/b.h")), "");
  EXPECT_EQ(find(""), "");
}

TEST_F(HeaderSearchTest, NamesThePlacesNearestToTheFile) {
  make("p/one/utils/u.h");
  make("p/two/utils/u.h");
  EXPECT_EQ(find("u.h"), "one/utils/u.h two/utils/u.h");
  EXPECT_EQ(find("u.h", "p", "p/two/src/x.cu"), "two/utils/u.h");
}

TEST_F(HeaderSearchTest, PrefersTheFolderThatHasMoreOfTheHeaders) {
  make("p/Common/a.h");
  make("p/Common/b.h");
  make("p/src/near/a.h");
  HeaderSearch Search({"a.h", "b.h"});
  Search.search(path("p"), path("p"));
  EXPECT_EQ(Search.placesFor("a.h", path("p/src/x.cu")),
            std::vector<std::string>{realPath(path("p/Common/a.h"))});
}

TEST_F(HeaderSearchTest, GoesUpToTheRootWhereItFindsNothing) {
  make("p/include/u.h");
  makeFolder("p/src/deep");
  EXPECT_EQ(find("u.h", "p/src/deep"), "include/u.h");
  make("u2.h"); // above the root
  EXPECT_EQ(find("u2.h", "p/src/deep"), "");
}

TEST_F(HeaderSearchTest, FollowsNoLinkOutOfTheRoot) {
  makeFolder("p/src");
  make("outside/a.h");
  make("p/real/b.h");
  EXPECT_EQ(symlink("../outside", path("p/linked").c_str()), 0);
  EXPECT_EQ(symlink("../outside/a.h", path("p/a.h").c_str()), 0);
  EXPECT_EQ(symlink(".", path("p/circle").c_str()), 0);
  EXPECT_EQ(symlink("../real/b.h", path("p/src/b.h").c_str()), 0);
  EXPECT_EQ(find("a.h"), "");
  EXPECT_EQ(find("b.h"), "real/b.h src/b.h");
}

TEST_F(HeaderSearchTest, PassesOverHiddenFolders) {
  make("p/.git/h.h");
  EXPECT_EQ(find("h.h"), "");
}

TEST_F(HeaderSearchTest, EndsInATreeOfAnySize) {
  std::string Deep = "p";
  for (unsigned I = 0; I != 40; ++I)
    Deep += "/d";
  make(Deep + "/deep.h");
  EXPECT_EQ(find("deep.h"), "");
  // More files than a folder may have: the others are looked through.
  makeFolder("p/a");
  for (unsigned I = 0; I != 5000; ++I)
    std::ofstream(path("p/a/" + std::to_string(I))).flush();
  make("p/b/c/late.h");
  EXPECT_EQ(find("late.h"), "b/c/late.h");
}

TEST(IncludeFolder, IsWhatTheNameLeavesOfThePlace) {
  EXPECT_EQ(includeFolder("Common/a/b.h", "a/b.h"), "Common");
  EXPECT_EQ(includeFolder("a/b.h", "./a/b.h"), ".");
  EXPECT_EQ(includeFolder("/a/b.h", "a/b.h"), "/");
  EXPECT_EQ(includeFolder("xa/b.h", "a/b.h"), "");
  EXPECT_EQ(includeFolder("other.h", "a/b.h"), "");
}
