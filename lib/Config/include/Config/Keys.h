//===- Keys.h - The keys of .banklint.yaml ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the reader accepts and what the documentation lists are one table.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_CONFIG_KEYS_H
#define BANKLINT_CONFIG_KEYS_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace banklint {

namespace key {
inline constexpr char Rules[] = "rules";
inline constexpr char MinWays[] = "min-ways";
inline constexpr char MinExcess[] = "min-excess";
inline constexpr char BlockDim[] = "block-dim";
inline constexpr char ExtraArgs[] = "extra-args";
inline constexpr char Exclude[] = "exclude";
inline constexpr char MissingHeaders[] = "missing-headers";
inline constexpr char Baseline[] = "baseline";
inline constexpr char GpuArch[] = "gpu-arch";
inline constexpr char CudaPath[] = "cuda-path";
// Of an entry of `block-dim`.
inline constexpr char Kernel[] = "kernel";
inline constexpr char Block[] = "block";
} // namespace key

/// What `min-ways` and `min-excess` are where nobody sets them: nothing is too
/// small.
inline constexpr unsigned DefaultThreshold = 0;

/// A key at the top of a file, in words for its users: code between backticks,
/// otherwise plain text.
struct ConfigurationKey {
  llvm::StringRef Name;    ///< "min-ways"
  llvm::StringRef Value;   ///< what it takes: "number"
  std::string Default;     ///< what holds without it: "`0`"
  llvm::StringRef Meaning; ///< a sentence, without its full stop
};

/// All of them, in the order in which `writeConfiguration` writes them.
std::vector<ConfigurationKey> configurationKeys();

} // namespace banklint

#endif // BANKLINT_CONFIG_KEYS_H
