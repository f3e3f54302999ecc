//===- Options.h - What the command line asks for ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_TOOL_OPTIONS_H
#define BANKLINT_TOOL_OPTIONS_H

#include "Config/Config.h"
#include "Cuda/CompileCommand.h"
#include "Finding/Grouping.h"
#include "Outputs.h"
#include "Project/Schedule.h"
#include "Project/Sources.h"
#include "Selection.h"
#include "Source/EditedFiles.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace banklint {

/// Where the settings of a source come from, besides the command line.
enum class ConfigurationUse { Nearest, File, None };

/// A run over sources, as the command line asks for it.
struct LintOptions {
  std::vector<std::string> Sources; ///< files and folders; may be empty
  /// A file lists sources: if none is listed or named, none is checked.
  bool HasFileList = false;
  /// The one source is what standard input holds, under the name in `Sources`.
  bool ReadsStandardInput = false;
  EditedFiles Edited; ///< what `readStandardInput` read, by that name
  Shard Part;
  unsigned Jobs = 1; ///< 0 for one a core
  SourceLimits Limits;
  std::string CacheFolder;   ///< "" for none
  bool KeepsHeaders = true;  ///< parsed, in the user's cache folder
  uint64_t HeadersBytes = 0; ///< what these may take
  bool ClearCache = false;
  ParseOptions Parsing;
  Configuration Settings; ///< what the command line says itself
  ConfigurationUse Configured = ConfigurationUse::Nearest;
  std::string ConfigFile; ///< where `Configured` is a file
  bool DumpConfig = false;
  bool VerifyConfig = false;
  std::string ExportCommandsFolder; ///< empty for none
  /// Globs for kernels, for developers.
  std::optional<std::string> DumpedTraces, DumpedRequests;
  bool ListConsulted = false; ///< which rules of the model were consulted
  SelectionOptions Findings;
  std::vector<Output> Outputs;
  FindingOrder Order = FindingOrder::File;
  bool AllAccesses = false;
  bool Fix = false;
  bool UnsafeFixes = false;
  bool AddNolint = false;
  bool EditAnywhere = false;   ///< also outside of the project
  std::string ExportFixesFile; ///< empty for none
  bool Quiet = false;
  bool KernelTotals = false;
  bool Statistics = false;
  Coloring Colors = Coloring::Auto;
  bool ExitZero = false;
  bool AllowIncomplete = false; ///< sources may miss headers
};

/// Reads the command line, whose values `llvm::cl` keeps: what follows `--` are
/// compiler arguments. Fails with a sentence where an option is unknown, its
/// value makes no sense, or the verb does not take it. Asked for help or the
/// version, it prints that and ends the program.
llvm::Error parseCommandLine(int Argc, const char *const *Argv);

/// The words that `--sort` takes, and those of `--color`.
std::vector<llvm::StringRef> orderNames();
std::vector<llvm::StringRef> coloringNames();

/// Reads the source that `-` stands for, where there is one.
llvm::Error readStandardInput(LintOptions &Options);

/// What all verbs that read sources take: how to parse, and how to analyse.
llvm::Expected<LintOptions> sourceOptions(const char *Argv0);

/// The options of `banklint compare`: these, and where the result goes.
llvm::Expected<LintOptions> compareOptions(const char *Argv0);

/// Fails where an option of the verb is about sources, and the verb reads none
/// this time: "--block-dim is about sources, and INSTEAD".
llvm::Error checkNoSources(const llvm::Twine &Instead);

/// The options of a run without a verb, once the command line is read.
llvm::Expected<LintOptions> lintOptions(const char *Argv0);

} // namespace banklint

#endif // BANKLINT_TOOL_OPTIONS_H
