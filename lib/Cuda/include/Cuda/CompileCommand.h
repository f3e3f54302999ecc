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

#include "Cuda/Database.h"
#include "Cuda/NvccArguments.h"
#include "Cuda/Toolkit.h"
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
  std::string DatabaseFolder;              ///< -p
  std::string GpuArch;                     ///< --gpu-arch
  std::string CudaPath;                    ///< --cuda-path
  std::vector<std::string> QueriedDrivers; ///< --query-driver
  bool IsQuiet = false;                    ///< no remarks on what is left out
  std::string Executable; ///< of the running program, to find headers beside it
};

/// The architecture whose shared memory was measured, in all its variants. The
/// others are taken to follow the same rules.
inline constexpr llvm::StringLiteral MeasuredGpuArch = "sm_90";

/// True for "sm_90" and "sm_90a".
inline bool isMeasuredGpuArch(llvm::StringRef GpuArch) {
  return GpuArch.starts_with(MeasuredGpuArch);
}

/// One parse.
struct CompileCommand {
  std::string File;    ///< as the user named it
  std::string GpuArch; ///< "sm_90"
  /// What the command says in place of `GpuArch`, "sm_199", where that is not
  /// known; or empty.
  std::string UnknownGpuArch;
  /// For Clang's driver, program name and input included.
  std::vector<std::string> Arguments;
  bool UsesBundledHeaders = false;
  /// Where the headers may be that no argument finds, as nobody has said how
  /// the source is compiled; empty where the arguments are all there is.
  std::string ProjectFolder;
  /// Contents by name, in place of those on the disk.
  std::map<std::string, std::string> EditedFiles;
  /// Macros, behind those of the arguments; nothing for one that is not
  /// defined. Precompiled headers that do not ask for them serve all builds.
  std::map<std::string, std::optional<std::string>> LateMacros;

  /// Looks for headers in one more folder, behind those of all arguments; as
  /// `OnlyQuoted` says, for those in quotes alone. False where it does so.
  bool addFolder(llvm::StringRef Folder, bool OnlyQuoted);
};

/// Finds the compilation database of a run, in `-p` or by the nearest folder at
/// or above `Place`, a file or folder; an empty one where there is none, and
/// where arguments follow `--`. Fails where it cannot be read.
llvm::Expected<std::shared_ptr<const Database>>
findDatabase(const ParseOptions &Options, llvm::StringRef Place);

/// The CUDA sources that a call of a compiler compiles, as it names them: none
/// where it links, or only prints. Fails as `translateArguments` does.
llvm::Expected<std::vector<std::string>>
sourcesOfCall(llvm::ArrayRef<std::string> CommandLine);
/// Clang's own headers: beside the program where it is installed with them,
/// else where Clang was at build time.
std::string resourceFolder(llvm::StringRef Executable);

/// Makes the commands of one run.
class CommandFinder {
public:
  /// Finds the toolkit. An error says which option is wrong: a folder without a
  /// toolkit, an unknown architecture, extra arguments that make no sense.
  static llvm::Expected<CommandFinder>
  create(ParseOptions Options, std::shared_ptr<const Database> Commands);

  /// The commands for `File`: several where the database compiles it several
  /// times with arguments that differ in meaning. A file that the database does
  /// not name, a header say, takes the arguments of the nearest source there.
  /// Where neither the user nor the database names them, the language is C++17,
  /// the file's own folder is searched for headers, and the architecture is
  /// sm_90: not the newest that is known, but the newest whose shared memory
  /// was measured. Headers are those of the nvcc that the command names, unless
  /// `--cuda-path` says otherwise. Arguments that no compiler knows are left
  /// out, with a warning on standard error the first time, and so are those
  /// that may do more than change the meaning of a source. Fails where an
  /// argument lacks its value or an option file is missing.
  llvm::Expected<std::vector<CompileCommand>> commandsFor(llvm::StringRef File);

  /// The command for one of the `sourcesOfCall`, run in `Folder`, the current
  /// one where it is empty. Fails as commandsFor() does.
  llvm::Expected<CompileCommand>
  commandOfCall(llvm::StringRef File, llvm::ArrayRef<std::string> CommandLine,
                llvm::StringRef Folder = "");

private:
  struct Origin;

  CommandFinder() = default;
  std::vector<Origin> originsOf(llvm::StringRef File) const;
  llvm::Expected<ClangArguments> translate(const Origin &From);
  llvm::Expected<Toolkit> headersFor(const Origin &From,
                                     const ClangArguments &User);
  llvm::Expected<CompileCommand> commandFrom(llvm::StringRef File,
                                             const Origin &From);

  ParseOptions Options;
  void remark(const ClangArguments &User);
  void remarkScripts();

  Toolkit Headers;
  Wrappers Scripts;
  ClangArguments Extra;
  std::shared_ptr<const Database> Commands;
  llvm::StringMap<std::optional<Toolkit>> ToolkitsOfCompilers;
  llvm::StringSet<> Warned;
  bool HasRemarkedRefused = false;
};

} // namespace banklint

#endif // BANKLINT_CUDA_COMPILECOMMAND_H
