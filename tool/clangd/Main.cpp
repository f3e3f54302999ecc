//===- Main.cpp - clangd with banklint inside -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A complete clangd, in which one more check runs on CUDA sources. How it gets
// there stands in Hooks.cpp.
//
//===----------------------------------------------------------------------===//

#include "Cuda/CompileCommand.h"
#include "Hooks.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

using namespace llvm;

namespace clang::clangd {
int clangdMain(int Argc, char *Argv[]);
}

/// True where the user says where Clang's own headers are.
static bool namesResourceFolder(int Argc, char **Argv) {
  auto Names = [](StringRef Text) { return Text.contains("-resource-dir"); };
  return std::any_of(Argv, Argv + Argc, Names) ||
         Names(sys::Process::GetEnv("CLANGD_FLAGS").value_or(""));
}

int main(int Argc, char **Argv) {
  std::string Executable =
      sys::fs::getMainExecutable(Argv[0], reinterpret_cast<void *>(&main));
  SmallString<128> Share(sys::path::parent_path(Executable));
  sys::path::append(Share, "..", "share", "banklint");
  sys::path::remove_dots(Share, /*remove_dot_dot=*/true);
  banklint::setClangdPaths({Executable, Share.str().str()});

  std::vector<char *> Arguments(Argv, Argv + Argc);
  std::string Resources =
      "--resource-dir=" + banklint::resourceFolder(Executable);
  if (!namesResourceFolder(Argc, Argv))
    Arguments.insert(Arguments.begin() + 1, Resources.data());
  int Count = int(Arguments.size());
  Arguments.push_back(nullptr);
  return clang::clangd::clangdMain(Count, Arguments.data());
}
