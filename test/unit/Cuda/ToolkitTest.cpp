//===- ToolkitTest.cpp - Where the CUDA headers come from -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cuda/Toolkit.h"
#include "Files/PathGlobs.h" // IWYU pragma: keep
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <gtest/gtest.h>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <system_error>
#include <vector>

using namespace banklint;
using Paths = std::vector<std::string>;

namespace {
/// A folder of empty headers, but for the version in cuda.h.
class ToolkitTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("toolkit", Root));
  }
  void TearDown() override {
    EXPECT_FALSE(llvm::sys::fs::remove_directories(Root));
  }

  std::string path(const llvm::Twine &Name) {
    return (Root + "/" + Name).str();
  }

  void add(const llvm::Twine &Name, llvm::StringRef Text = "") {
    std::string Path = path(Name);
    ASSERT_FALSE(
        llvm::sys::fs::create_directories(llvm::sys::path::parent_path(Path)));
    std::error_code EC;
    llvm::raw_fd_ostream(Path, EC) << Text;
    ASSERT_FALSE(EC);
  }

  void addPackagesOf12() {
    add("nvidia/cuda_runtime/include/cuda.h", "#define CUDA_VERSION 12040\n");
    add("nvidia/cuda_nvcc/include/crt/host_config.h");
    add("nvidia/cuda_cccl/include/nv/target");
    add("nvidia/cublas/lib/libcublas.so");
  }

  Paths foldersIn(const llvm::Twine &Folder) {
    llvm::Expected<Toolkit> Found = findToolkit(path(Folder), None);
    if (Found)
      return Found->IncludeFolders;
    return {llvm::toString(Found.takeError())};
  }

  llvm::SmallString<128> Root;
  Wrappers None;
};
} // namespace

TEST_F(ToolkitTest, InstalledInOneFolder) {
  add("cuda/include/cuda.h", "#define CUDA_VERSION 11080\n");
  add("cuda/include/crt/host_config.h");
  EXPECT_EQ(foldersIn("cuda"), Paths{path("cuda/include")});
  EXPECT_EQ(findToolkit(path("cuda"), None)->CudaVersion, 11080u);
}

TEST_F(ToolkitTest, LibrariesOf13StandApart) {
  add("cuda/include/cuda.h");
  add("cuda/include/crt/host_config.h");
  add("cuda/include/cccl/cuda/barrier");
  EXPECT_EQ(foldersIn("cuda"),
            (Paths{path("cuda/include"), path("cuda/include/cccl")}));
}

TEST_F(ToolkitTest, PythonPackagesOf12HaveAFolderEach) {
  addPackagesOf12();
  Paths Expected = {path("nvidia/cuda_runtime/include"),
                    path("nvidia/cuda_cccl/include"),
                    path("nvidia/cuda_nvcc/include")};
  EXPECT_EQ(foldersIn("."), (Paths{path("./nvidia/cuda_runtime/include"),
                                   path("./nvidia/cuda_cccl/include"),
                                   path("./nvidia/cuda_nvcc/include")}));
  EXPECT_EQ(foldersIn("nvidia"), Expected);
  EXPECT_EQ(foldersIn("nvidia/cuda_runtime"), Expected);
  EXPECT_EQ(findToolkit(path("nvidia"), None)->CudaVersion, 12040u);
}

TEST_F(ToolkitTest, PythonPackagesOf13ShareAFolder) {
  add("nvidia/cu13/include/cuda.h", "#define CUDA_VERSION 13000\n");
  add("nvidia/cu13/include/crt/host_config.h");
  EXPECT_EQ(foldersIn("nvidia"), Paths{path("nvidia/cu13/include")});
  EXPECT_EQ(foldersIn("nvidia/cu13"), Paths{path("nvidia/cu13/include")});
}

TEST_F(ToolkitTest, AFolderWithoutIsAnError) {
  EXPECT_EQ(foldersIn("none"), Paths{"no CUDA toolkit in '" + path("none") +
                                     "': it has no readable include/cuda.h"});
}

TEST_F(ToolkitTest, ACompilerIsPartOfItsToolkit) {
  add("cuda/include/cuda.h", "#define CUDA_VERSION 11080\n");
  add("cuda/bin/nvcc");
  ASSERT_FALSE(llvm::sys::fs::setPermissions(path("cuda/bin/nvcc"),
                                             llvm::sys::fs::all_all));
  std::optional<Toolkit> Found = toolkitOfCompiler(path("cuda/bin/nvcc"), None);
  ASSERT_TRUE(Found);
  EXPECT_EQ(Found->CudaVersion, 11080u);
  EXPECT_FALSE(toolkitOfCompiler("nvcc", None));
  EXPECT_FALSE(toolkitOfCompiler(path("cuda/bin/none"), None));
}

TEST_F(ToolkitTest, AScriptIsAskedOnlyWhereItIsAllowed) {
  add("cuda/include/cuda.h", "#define CUDA_VERSION 11080\n");
  add("project/nvcc", ("#!/bin/sh\ntouch " + path("ran") +
                       "\necho '#$ TOP=" + path("cuda") + "'\n"));
  ASSERT_FALSE(llvm::sys::fs::setPermissions(path("project/nvcc"),
                                             llvm::sys::fs::all_all));
  Wrappers Scripts;
  EXPECT_FALSE(toolkitOfCompiler(path("project/nvcc"), Scripts));
  EXPECT_EQ(Scripts.NotAsked, std::set<std::string>{path("project/nvcc")});
  EXPECT_FALSE(llvm::sys::fs::exists(path("ran")));

  llvm::Expected<std::shared_ptr<const PathGlobs>> Allowed =
      queriedDrivers({path("other/*")});
  ASSERT_TRUE(bool(Allowed));
  Scripts.Allowed = *Allowed;
  EXPECT_FALSE(toolkitOfCompiler(path("other/../project/nvcc"), Scripts));
  EXPECT_FALSE(llvm::sys::fs::exists(path("ran")));

  Allowed = queriedDrivers({path("pro*/nvcc")});
  ASSERT_TRUE(bool(Allowed));
  Scripts.Allowed = *Allowed;
  std::optional<Toolkit> Found =
      toolkitOfCompiler(path("project/nvcc"), Scripts);
  ASSERT_TRUE(Found);
  EXPECT_EQ(Found->CudaVersion, 11080u);
  EXPECT_TRUE(llvm::sys::fs::exists(path("ran")));
}

TEST_F(ToolkitTest, ScriptsAreAllowedByAbsolutePaths) {
  auto Failed = queriedDrivers({"*nvcc"});
  ASSERT_FALSE(bool(Failed));
  EXPECT_EQ(
      llvm::toString(Failed.takeError()),
      "'--query-driver=*nvcc' names no absolute path: a relative one would "
      "let a project choose what is run");
}
