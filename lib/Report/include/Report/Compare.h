//===- Compare.h - Two reports held against each other ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Accesses of two JSON reports are matched by fingerprint, kernel and block;
// those that are left, whose text has changed, by kernel, block, array and
// operation, in the order of the source. Without --all-accesses a report lists
// conflicts only: what stands in one of the two has come, or is gone.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_REPORT_COMPARE_H
#define BANKLINT_REPORT_COMPARE_H

#include "Finding/Finding.h"
#include "Source/AccessKey.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <array>
#include <optional>
#include <string>
#include <vector>

namespace banklint {

/// An access as a JSON report has it.
struct ReportedAccess {
  AccessKey Where;
  std::string Kernel, Array, Fingerprint;
  Verdict Judgement = Verdict::Unknown;
  std::array<unsigned, 3> Block = {1, 1, 1};
  std::optional<double> Wavefronts, Ideal; ///< means a request
};

/// Reads the accesses of a report; `Text` is what `File` holds. Fails with a
/// sentence where that is no report of version 1, or holds an operation or a
/// verdict that is not known.
llvm::Expected<std::vector<ReportedAccess>> readReport(llvm::StringRef File,
                                                       llvm::StringRef Text);

/// One access in both reports, or in one.
struct ComparedAccess {
  const ReportedAccess *Old = nullptr, *New = nullptr;

  bool isChanged() const;
  /// More wavefronts a request, or a conflict that was not there.
  bool isWorse() const;
};

/// All accesses of both, those of `New` first. Both must outlive the result.
std::vector<ComparedAccess>
compareReports(const std::vector<ReportedAccess> &Old,
               const std::vector<ReportedAccess> &New);

/// A line an access whose wavefronts have changed:
///
///   a.cu:4:12: load 's' in columns(float *), block 32: 32 -> 1 wavefronts
///
/// "new" stands before, and "gone" behind the arrow where it is in one report.
void writeComparison(llvm::raw_ostream &OS,
                     const std::vector<ComparedAccess> &Compared);

} // namespace banklint

#endif // BANKLINT_REPORT_COMPARE_H
