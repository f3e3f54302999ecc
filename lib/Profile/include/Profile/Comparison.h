//===- Comparison.h - Prediction beside measurement -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Launches of one kernel with one block shape are taken together. Of each line
// and operation, what the report predicts for them is held against what their
// machine instructions have taken: wavefronts, and the profiler's ideal.
//
// Where the two differ, the difference may have a cause that the export shows,
// and a prediction that is wrong has none: such a line *differs*. What a report
// leaves open is *open*, whatever was measured, as long as that is within its
// bounds.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_PROFILE_COMPARISON_H
#define BANKLINT_PROFILE_COMPARISON_H

#include "Profile/Export.h"
#include "Profile/Prediction.h"
#include "Source/AccessKey.h"
#include "llvm/Support/Error.h"
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace banklint {

/// How a line's prediction and measurement relate.
enum class Agreement {
  Agrees,
  WithinBounds, ///< between the least and the most that were predicted
  Explained,    ///< they differ, for a cause that the export shows
  Open,         ///< the report does not say, or not for these launches
  Differs,      ///< not explained
};

/// "agrees", "within bounds", "explained", "open", "differs".
const char *agreementName(Agreement A);

/// Why a line does not simply agree, or what is to be known of it.
enum class Cause {
  NotKnown,       ///< the report's reason: `Detail`
  OnlyRequests,   ///< the cost of a request agrees; `Detail`: why not their
                  ///< number
  OtherShape,     ///< analysed for other blocks: `Detail`
  ShapeUnknown,   ///< several analysed shapes fit: `Detail`
  NoKernel,       ///< the report has no such kernel
  NotExecuted,    ///< no warp got there, or no lane passed
  NoInstruction,  ///< there is none, or it stands at another line
  InHeader,       ///< its instructions stand at `Elsewhere`, in a header
  Together,       ///< agrees together with the lines `Elsewhere`
  AmongOthers,    ///< at `Elsewhere`, with those of accesses that are not known
  ProfilersIdeal, ///< the wavefronts agree; the profiler's ideal counts bytes
  NotReported,    ///< the report has no such access
  PartOfKernel,   ///< and says that it passed over code of the kernel
  NotExplained,
};

/// A cause, and what it speaks of.
struct LineCause {
  Cause Kind = Cause::NotExplained;
  std::string Detail = {};
  std::vector<ProfiledLine> Elsewhere = {};
};

/// What was measured.
struct Measurement {
  int64_t Requests = 0, Wavefronts = 0, Ideal = 0;
};

/// Bounds of a number; none above where `Most` is not set.
struct Bounds {
  int64_t Least = 0;
  std::optional<int64_t> Most;

  bool isExact() const { return Most == Least; }
  bool contains(int64_t Number) const {
    return Least <= Number && (!Most || Number <= *Most);
  }
};

/// One operation of a line, in all launches of a kernel and a shape.
struct ComparedLine {
  ProfiledLine At; ///< named as in the report, where it has the file
  AccessOperation Operation = AccessOperation::Load;
  std::vector<std::string> Arrays;
  bool IsPredicted = true;
  bool IsByHardware = false;
  /// Of the launches; not set where that cannot be told.
  std::optional<Bounds> Wavefronts, Ideal;
  std::optional<Cost> Request; ///< of a request, as `PredictedLine::Request`
  std::optional<Measurement> Measured;   ///< not set without an instruction
  std::vector<std::string> Instructions; ///< "LDS.64", each once
  Agreement Judgement = Agreement::Differs;
  std::vector<LineCause> Causes;
};

/// How the shape of a launch is known.
enum class ShapeSource {
  Export,  ///< the raw page says so
  Threads, ///< the one analysed shape that its warps and threads make up
  Unknown,
};

struct ComparedKernel {
  std::string Name; ///< as in the report, else as the profiler writes it
  std::optional<std::array<unsigned, 3>> Block;
  ShapeSource BlockFrom = ShapeSource::Unknown;
  size_t Launches = 0;
  std::optional<int64_t> Blocks;   ///< of all launches
  std::vector<ComparedLine> Lines; ///< in the order of the source
  /// Of the raw page, summed over the launches; other traffic is in them.
  std::vector<std::pair<std::string, int64_t>> Counters;
};

struct Comparison {
  std::vector<ComparedKernel> Kernels; ///< in the order of their first launch
  /// Kernels of the report that were not profiled.
  std::vector<std::string> NotProfiled;

  size_t count(Agreement A) const;
};

/// Holds a profile against a report. Fails with a sentence where the two are of
/// different programs: no kernel, or no file, is in both.
llvm::Expected<Comparison> compareProfile(const Profile &Measured,
                                          const Prediction &Predicted);

} // namespace banklint

#endif // BANKLINT_PROFILE_COMPARISON_H
