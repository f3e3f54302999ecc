//===- Config.h - What .banklint.yaml says ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every tool reads the same settings, and none of them is the command line's:
//
//   min-ways: 4
//   block-dim:
//     - kernel: 'transpose*'
//       block: 32,8
//   extra-args: [-DTILE=32, -Iinclude]
//   exclude: ['third_party/*']
//   missing-headers: ['torch/*']
//
// A setting that is not given stays unset, so that settings can be laid over
// one another.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_CONFIG_CONFIG_H
#define BANKLINT_CONFIG_CONFIG_H

#include "Config/BlockDims.h"
#include "Files/PathGlobs.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace banklint {

/// The settings of one file, or of a command line.
struct Configuration {
  std::string File; ///< where they stand; "" if in no file

  /// Rules that are switched on or off, by name.
  std::map<std::string, bool> Rules;
  /// A finding needs at least so many wavefronts / ideal in its worst request.
  std::optional<unsigned> MinWays;
  /// A finding needs at least so many wavefronts a block above the ideal.
  std::optional<unsigned> MinExcess;
  /// For kernels whose launch is not visible; the first that matches counts.
  std::vector<BlockDimRule> BlockDims;
  /// Compiler arguments for every source, of nvcc or of Clang. Relative paths
  /// start at the folder of `File`.
  std::vector<std::string> ExtraArguments;
  std::vector<PathGlob> Exclude; ///< sources and headers that are not checked
  /// Globs for headers, as sources name them, that are known to be missing.
  std::vector<std::string> MissingHeaders;
  std::string Baseline; ///< absolute; "" if not given
  std::string GpuArch;  ///< "sm_NN"; "" if not given
  std::string CudaPath; ///< absolute, or "none"; "" if not given

  /// The folder of `File`, "" if there is none.
  llvm::StringRef folder() const;
};

/// Reads the text of `File`. The error says line and column, and the key or
/// rule that was probably meant in place of an unknown one:
/// ".banklint.yaml:3:1: unknown key 'min-way'; did you mean 'min-ways'?".
llvm::Expected<Configuration> parseConfiguration(llvm::StringRef File,
                                                 llvm::StringRef Text);

/// Reads `File` from the disk. `File` is kept as it is named.
llvm::Expected<Configuration> readConfiguration(llvm::StringRef File);

/// `Upper` laid over `Lower`: a single value of `Upper` wins, and its lists
/// come first, or last where the last word counts (compiler arguments).
/// `File` stays that of `Lower`.
Configuration overlay(Configuration Lower, const Configuration &Upper);

/// Writes the settings that are given, as a file that reads back as the same.
void writeConfiguration(llvm::raw_ostream &OS, const Configuration &Settings);

} // namespace banklint

#endif // BANKLINT_CONFIG_CONFIG_H
