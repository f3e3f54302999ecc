//===- LaunchesElsewhere.h - Launches by other sources ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A launch that a source does not show may stand in another source of the run,
// or its block may be passed to a function that launches from there. Sources
// are checked apart, so they exchange this, in which functions have the names
// by which the linker knows them. Needs no Clang.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_CONFIG_LAUNCHESELSEWHERE_H
#define BANKLINT_CONFIG_LAUNCHESELSEWHERE_H

#include "Config/BlockDims.h"
#include "llvm/ADT/StringRef.h"
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace banklint {

/// A launch, in one source, of a kernel that another one has the code of.
struct LaunchElsewhere {
  std::string Kernel;
  /// Not set where the kernel is launched with blocks that are not known.
  std::optional<std::array<unsigned, 3>> Block;
  std::array<std::optional<int64_t>, 3> Grid; ///< in blocks, where known
  /// By parameter, where that is a known number.
  std::vector<std::optional<int64_t>> Arguments;
  BlockSource Source; ///< where it stands
};

/// By parameter: the scalars that the argument consists of, in their order,
/// where they are known numbers: {{64}, {32, 8, 1}, {}} for
/// `run(64, dim3(32, 8), pointer)`.
using PassedNumbers = std::vector<std::vector<std::optional<int64_t>>>;

/// A call, in one source, of a function that launches in another one.
struct CallElsewhere {
  std::string Function;
  PassedNumbers Arguments; ///< empty where the call is not followed
};

/// What a source is told of the others.
struct Elsewhere {
  /// Functions and kernels of others, of which they want to know the calls.
  std::vector<std::string> Asked;
  std::vector<LaunchElsewhere> Launches; ///< of its kernels
  std::vector<CallElsewhere> Calls;      ///< of its functions

  bool isEmpty() const {
    return Asked.empty() && Launches.empty() && Calls.empty();
  }
};

/// What a source tells the others.
struct LaunchLinks {
  /// Kernels, and host functions that launch, that it has the code of and that
  /// others reach by these names.
  std::vector<std::string> Defined;
  /// Those of them of which launches or calls elsewhere count.
  std::vector<std::string> Wanted;
  /// Kernels of headers that it launches.
  std::vector<std::string> Launched;
  // As far as it was asked for them:
  std::vector<LaunchElsewhere> Launches;
  std::vector<CallElsewhere> Calls;
};

/// The name of a kernel that several sources may have the code of, in a header:
/// "_ZL4copyPf@/src/copy.cuh:12".
std::string nameOfHeader(llvm::StringRef Function, llvm::StringRef File,
                         unsigned Line);

/// Whether `Name` is one of these.
bool isOfHeader(llvm::StringRef Name);

/// All of it in one text, for hashes.
std::string elsewhereKey(const Elsewhere &Others);

} // namespace banklint

#endif // BANKLINT_CONFIG_LAUNCHESELSEWHERE_H
