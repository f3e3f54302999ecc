//===- Prediction.h - What a report says of lines ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_PROFILE_PREDICTION_H
#define BANKLINT_PROFILE_PREDICTION_H

#include "Formulas/Count.h"
#include "Source/AccessKey.h"
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace banklint {

/// Wavefronts, and what they would ideally be.
struct Cost {
  double Wavefronts = 0, Ideal = 0;
};

/// What one operation of a line does, in one kernel under one block shape: all
/// accesses of the line that do it, together.
struct PredictedLine {
  std::string File;
  unsigned Line = 0;
  AccessOperation Operation = AccessOperation::Load;
  std::vector<std::string> Arrays; ///< as the report names them, each once
  /// Of a block, as the profiler counts them; not set where the report lacks
  /// them, or does not know anything.
  std::optional<Count> Wavefronts, Ideal;
  /// Of a block, from the accesses themselves, where all of them are known.
  std::optional<Cost> Block;
  /// Of a request, where all accesses of the line take as much.
  std::optional<Cost> Request;
  /// All accesses are judged without a doubt.
  bool IsExact = true;
  /// Hardware makes all of them, not requests of a warp.
  bool IsByHardware = true;
  bool IsConditional = false; ///< warps make some of them or not
  bool IsConflict = false;    ///< some request certainly conflicts
  bool IsConflictFree = true; ///< none does
  bool IsWide = false;        ///< some lane accesses 8 bytes or more
  std::string Reason;         ///< the first of why it is not exact; may be ""
  /// It also shows what functions do that are called there, which have their
  /// own line.
  bool HasCalls = false;
};

/// A kernel under one launch shape.
struct PredictedKernel {
  std::string Name; ///< as Clang writes it
  std::array<unsigned, 3> Block = {0, 0, 0};
  /// A launch says so, not a setting or a guess.
  bool IsLaunched = false;
  /// Those of the launch that the counts are of, where they are known.
  std::optional<std::array<int64_t, 3>> Grid;
  std::vector<PredictedLine> Lines;
  bool IsPart = false; ///< some code of the kernel was passed over
};

/// What a report predicts.
struct Prediction {
  std::vector<PredictedKernel> Kernels;
  std::vector<std::string> Files; ///< with accesses, each once
};

} // namespace banklint

#endif // BANKLINT_PROFILE_PREDICTION_H
