//===- Statistics.h - Where findings lie, in tables -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_REPORT_STATISTICS_H
#define BANKLINT_REPORT_STATISTICS_H

#include "Finding/Finding.h"
#include "llvm/Support/raw_ostream.h"

namespace banklint {

/// Writes tables of the findings by rule, by array and by kernel, the costliest
/// first, of arrays and kernels the first ten. The cost is that of a block: its
/// wavefronts above the ideal, over all accesses that findings tell of; "?"
/// where that is not known.
void writeStatistics(llvm::raw_ostream &OS, const Report &R);

} // namespace banklint

#endif // BANKLINT_REPORT_STATISTICS_H
