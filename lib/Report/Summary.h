//===- Summary.h - What a run met, counted ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_REPORT_SUMMARY_H
#define BANKLINT_REPORT_SUMMARY_H

#include "Finding/Finding.h"
#include "llvm/Support/raw_ostream.h"

namespace banklint {

/// Sets the totals that follow from accesses and findings. An access is counted
/// once for its place and operation, however many kernels and blocks reach it:
/// as a conflict if it is one for any of them, else as possible, else as
/// unknown. A conflict without a finding left at its place was suppressed. The
/// numbers of files, kernels and suppressed findings stay as they are.
void computeTotals(Report &R);

/// "1 file, 2 kernels, 5 accesses: 1 conflict, 0 possible, 1 unknown, 0
/// suppressed", on one line; with what is below the thresholds, if anything is.
void writeSummary(llvm::raw_ostream &OS, const Summary &Totals);

/// A line a kernel, in the order of the source:
/// "transpose(float *, int): 2 accesses: 1 conflict, 0 possible, 0 unknown".
void writeKernelTotals(llvm::raw_ostream &OS, const Report &R);

/// A line for everything that was not analysed:
/// "x.cu:9:1: error: kernel 'f' not analysed: REASON"; "remark" in place of
/// "error" where the source is not at fault, and these not with `OnlyErrors`.
/// Of a gap without a line only the reason is printed, which is a sentence
/// then.
void writeGaps(llvm::raw_ostream &OS, const Report &R, bool OnlyErrors);

} // namespace banklint

#endif // BANKLINT_REPORT_SUMMARY_H
