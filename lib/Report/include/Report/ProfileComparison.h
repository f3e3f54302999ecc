//===- ProfileComparison.h - A profile beside a report ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_REPORT_PROFILECOMPARISON_H
#define BANKLINT_REPORT_PROFILECOMPARISON_H

#include "Profile/Comparison.h"
#include "llvm/Support/raw_ostream.h"

namespace banklint {

/// A line for each operation of a source line, below its kernel, and below it
/// why it does not simply agree. Wavefronts and their ideal are summed over the
/// launches, as the profiler shows them; "32/1 each" is of a request.
///
///   transpose(float *, const float *), blocks of 32x32: 1 launch of 1 block
///     line          operation  array  predicted  measured
///     transpose.cu:8   store      tile       32/32     32/32  agrees
///     transpose.cu:10  load       tile     1024/32   1024/32  agrees
void writeComparison(llvm::raw_ostream &OS, const Comparison &Compared);

/// The same as one JSON object: docs/usage.md says what its fields mean.
void writeComparisonJson(llvm::raw_ostream &OS, const Comparison &Compared);

/// "5 lines agree, 1 is within bounds, 0 are explained, 2 are open, 0 differ".
void writeComparisonSummary(llvm::raw_ostream &OS, const Comparison &Compared);

} // namespace banklint

#endif // BANKLINT_REPORT_PROFILECOMPARISON_H
