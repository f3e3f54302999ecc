//===- CompileCommand.h - How a source is parsed ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the arguments of a source come from, in this order: what the user wrote
// after `--`; the compilation database; defaults. Whatever compiler they were
// meant for, they become arguments for one device pass of Clang.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_CUDA_COMPILECOMMAND_H
#define BANKLINT_CUDA_COMPILECOMMAND_H

#include "Cuda/Toolkit.h"
#include "clang/Tooling/CompilationDatabase.h"
#include "llvm/ADT/StringSet.h"
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace banklint {

/// What the user said about how to parse; empty members were not given.
struct ParseOptions {
  std::optional<std::vector<std::string>> Arguments; ///< those after `--`
  /// Given to every source besides: before those after `--`, which win, and
  /// behind those of the database. Relative paths start at `ExtraFolder`.
  std::vector<std::string> ExtraArguments;
  std::string ExtraFolder;
  std::string DatabaseFolder; ///< -p
  std::string GpuArch;        ///< --gpu-arch
  std::string CudaPath;       ///< --cuda-path
  std::string Executable; ///< of the running program, to find headers beside it
};

/// One parse.
struct CompileCommand {
  std::string File; ///< as the user named it
  /// For Clang's driver, program name and input included.
  std::vector<std::string> Arguments;
  bool UsesBundledHeaders = false;
  /// Contents by name, in place of those on the disk.
  std::map<std::string, std::string> EditedFiles;
};

/// Clang's own headers: beside the program where it is installed with them,
/// else where Clang was at build time.
std::string resourceFolder(llvm::StringRef Executable);

/// Makes the commands of one run.
class CommandFinder {
public:
  /// Finds the toolkit and the compilation database, which is sought in `-p`
  /// or in the nearest folder above `FirstFile`. An error says which option is
  /// wrong: a folder without a toolkit or database, an unknown architecture.
  static llvm::Expected<CommandFinder> create(ParseOptions Options,
                                              llvm::StringRef FirstFile);

  /// The command for `File`. Where neither the user nor the database names
  /// them, the language is C++17, the file's own folder is searched for
  /// headers, and the architecture is sm_90: not the newest that is known, but
  /// the newest whose shared memory was measured. Arguments that no compiler
  /// knows are left out, with a warning on standard error the first time.
  /// Fails where an argument lacks its value or an option file is missing.
  llvm::Expected<CompileCommand> commandFor(llvm::StringRef File);

  /// The command for `File` as a compilation database gives it: the compiler
  /// and its arguments, run in `Folder`. Fails as commandFor() does.
  llvm::Expected<CompileCommand>
  commandOf(llvm::StringRef File, llvm::ArrayRef<std::string> CommandLine,
            llvm::StringRef Folder);

private:
  CommandFinder() = default;
  llvm::Expected<CompileCommand>
  commandFrom(llvm::StringRef File, llvm::ArrayRef<std::string> Arguments,
              llvm::StringRef Folder, bool IsDefault);

  ParseOptions Options;
  Toolkit Headers;
  std::unique_ptr<clang::tooling::CompilationDatabase> Database;
  llvm::StringSet<> Warned;
};

} // namespace banklint

#endif // BANKLINT_CUDA_COMPILECOMMAND_H
