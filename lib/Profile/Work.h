//===- Work.h - Lines that are being compared -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_PROFILE_WORK_H
#define BANKLINT_PROFILE_WORK_H

#include "Profile/Comparison.h"
#include "Profile/Export.h"
#include "Profile/Prediction.h"
#include "Shapes.h"
#include "Source/AccessKey.h"
#include "llvm/ADT/STLExtras.h"
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace banklint {

/// An instruction, over all launches of a kernel.
struct Part {
  AccessOperation Operation = AccessOperation::Load;
  std::string Opcode;              ///< "LDS.64"
  std::vector<ProfiledLine> Lines; ///< named as in the report
  Measurement Sum;
  std::optional<int64_t> Lanes = 0;
};

/// Wavefronts and ideal over the launches.
using Expectation = std::pair<int64_t, int64_t>;

/// A line that is being judged.
struct Work {
  ComparedLine Line;
  const PredictedLine *Predicted = nullptr;
  std::vector<const Part *> Parts;
  /// What it is predicted to take, if only by what accesses take on average.
  std::optional<Expectation> Expected;
  /// It differs, and nothing explains that yet.
  bool IsOpen = false;

  Measurement measured() const { return Line.Measured.value_or(Measurement()); }
  /// Makes a number of what is expected, which was measured.
  void takeExpected() {
    Line.Wavefronts = Bounds{Expected->first, Expected->first};
    Line.Ideal = Bounds{Expected->second, Expected->second};
  }
  bool isExact() const {
    return Line.Wavefronts && Line.Wavefronts->isExact() && Line.Ideal &&
           Line.Ideal->isExact();
  }
};

using FileMap = std::map<std::string, std::string>;

/// Whether a line is of a file that the report has accesses in, not of a header
/// of a library.
inline bool isKnownFile(const ProfiledLine &Line, const FileMap &Files) {
  return llvm::any_of(
      Files, [&](const auto &Entry) { return Entry.second == Line.File; });
}

inline void addPart(Work &To, const Part &P) {
  To.Parts.push_back(&P);
  if (!To.Line.Measured)
    To.Line.Measured.emplace();
  addTo(*To.Line.Measured, P.Sum);
  if (!llvm::is_contained(To.Line.Instructions, P.Opcode))
    To.Line.Instructions.push_back(P.Opcode);
}

inline void conclude(Work &W, Agreement A) {
  W.Line.Judgement = A;
  W.IsOpen = false;
}

inline void conclude(Work &W, Agreement A, LineCause Why) {
  conclude(W, A);
  W.Line.Causes.push_back(std::move(Why));
}

} // namespace banklint

#endif // BANKLINT_PROFILE_WORK_H
