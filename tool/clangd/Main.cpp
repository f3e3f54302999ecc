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
#include "clang/Basic/Version.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/StringSaver.h"
#include "llvm/Support/raw_ostream.h"
#include <BuiltCommit.h>
#include <cstddef>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

using namespace llvm;

namespace clang::clangd {
int clangdMain(int Argc, char *Argv[]);
} // namespace clang::clangd

/// The words of clangd's command line; those of the environment come first.
static std::vector<std::string> wordsOf(int Argc, char **Argv) {
  std::string Flags = sys::Process::GetEnv("CLANGD_FLAGS").value_or("");
  BumpPtrAllocator Memory;
  StringSaver Saver(Memory);
  SmallVector<const char *> Words;
  cl::TokenizeGNUCommandLine(Flags, Saver, Words);
  Words.append(Argv + 1, Argv + Argc);
  return {Words.begin(), Words.end()};
}

/// The value of the last flag of that name; nothing if there is none.
static std::optional<std::string> valueOf(StringRef Flag,
                                          ArrayRef<std::string> Words) {
  std::optional<std::string> Value;
  for (size_t I = 0; I < Words.size(); ++I) {
    StringRef Word = Words[I];
    auto [Name, Text] = Word.split('=');
    if (!Name.starts_with("-") || Name.ltrim('-') != Flag)
      continue;
    bool IsBehind = !Word.contains('=') && I + 1 < Words.size();
    Value = IsBehind ? Words[I + 1] : Text.str();
  }
  return Value;
}

int main(int Argc, char **Argv) {
  // A trace of a crash would be read by a program that PATH names.
  ::setenv("LLVM_DISABLE_SYMBOLIZATION", "1", /*overwrite=*/1);
  std::string Executable =
      sys::fs::getMainExecutable(Argv[0], reinterpret_cast<void *>(&main));
  SmallString<128> Share(sys::path::parent_path(Executable));
  sys::path::append(Share, "..", "share", "banklint");
  sys::path::remove_dots(Share, /*remove_dot_dot=*/true);
  std::vector<std::string> Words = wordsOf(Argc, Argv);
  banklint::setClangdPaths(
      {Executable, Share.str().str(),
       valueOf("compile-commands-dir", Words).value_or("")});

  if (valueOf("version", Words)) {
    outs() << "banklint-clangd " BANKLINT_VERSION " (" BANKLINT_COMMIT
              "Clang " CLANG_VERSION_STRING ")\n";
    outs().flush();
  }

  std::vector<char *> Arguments(Argv, Argv + Argc);
  std::string Resources =
      "--resource-dir=" + banklint::resourceFolder(Executable);
  if (!valueOf("resource-dir", Words))
    Arguments.insert(Arguments.begin() + 1, Resources.data());
  int Count = int(Arguments.size());
  Arguments.push_back(nullptr);
  return clang::clangd::clangdMain(Count, Arguments.data());
}
