//===- Hooks.h - Where banklint enters clangd -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_TOOL_CLANGD_HOOKS_H
#define BANKLINT_TOOL_CLANGD_HOOKS_H

#include "Cuda/CompileCommand.h"
#include "Cuda/Database.h"
#include "clang/Tooling/CompilationDatabase.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <memory>
#include <optional>
#include <string>

namespace banklint {

/// Where the parts of banklint and of Clang lie.
struct ClangdPaths {
  std::string Executable;
  std::string Share; ///< the folder `share/banklint`, which holds the headers
  std::string Commands; ///< of `--compile-commands-dir`; "" if not given
};

/// To be called once, before clangd starts.
void setClangdPaths(ClangdPaths Paths);

/// The folder that the user named for the compilation database, or "".
llvm::StringRef commandsFolder();

/// How the command line would parse a file, with that database; nothing if that
/// makes no sense.
std::optional<CompileCommand>
commandIn(std::shared_ptr<const Database> Commands, llvm::StringRef File);

/// Whether a command compiles for a GPU, as that of a CUDA source does.
bool isCudaCommand(const clang::tooling::CompileCommand &Command,
                   llvm::StringRef File);

/// Makes of such a command, nvcc's say, that of a device pass of Clang, as the
/// command line reads the source; one without the project's arguments, where
/// these cannot be translated. Safe to call from several threads.
void translateCommand(clang::tooling::CompileCommand &Command,
                      llvm::StringRef File);

/// Clears up a translated command once clangd has made its changes to what was
/// `Known`: of what a project's `.clangd` adds, that is left which may change
/// the meaning of a source and nothing else; the language is CUDA, also for a
/// header, which Clang has no such language for; and of several architectures
/// the last one named counts, which is the configuration's. The program, whose
/// folder Clang looks for others in, stays the one that was known.
void settleCommand(clang::tooling::CompileCommand &Command,
                   llvm::ArrayRef<std::string> Known, llvm::StringRef File);

/// Leaves of the command of any other source what says how it reads: outputs,
/// plugins and files of further options go, and so does what Clang asks other
/// programs for.
void sortCommand(clang::tooling::CompileCommand &Command, llvm::StringRef File);

} // namespace banklint

#endif // BANKLINT_TOOL_CLANGD_HOOKS_H
