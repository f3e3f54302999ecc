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
/// suppressed", on one line. Behind that stands, where there is any, how much
/// is below the thresholds, in the baseline, outside the diff or not analysed.
void writeSummary(llvm::raw_ostream &OS, const Summary &Totals);

/// A row of verdicts a kernel, in the order of the source, and one for all of
/// them; conflicts that a comment or the baseline covers are among them. An
/// access that two kernels reach is in the row of each. Below stand the reasons
/// for which something was not analysed, and how often:
///
///   kernel                   accesses  conflict-free  conflict  possible ...
///   columns(float *)                1              0         1         0
///   all kernels                     1              0         1         0
///   not analysed: 1
///        1  nothing in this source instantiates it
void writeSummaryTable(llvm::raw_ostream &OS, const Report &R);

/// What the profiler is predicted to count for each kernel and launch shape,
/// for a block and, where the grid is known, for the launch: as numbers, as
/// formulas in what is not known, or as bounds with the reason.
///
///   columns(float *), blocks of 32 (launch at a.cu:6), grid of 1
///                           memory_l1_wavefronts_shared  ...      excess
///     loads                                          32  ...          31   96.9 %
///     ...
///     costliest accesses, by excess
///       a.cu:4:12 load s[threadIdx.x][5]: 31 (96.9 % of its wavefronts)
void writeCounters(llvm::raw_ostream &OS, const Report &R);

/// A line for everything that was not analysed:
/// "x.cu:9:1: error: kernel 'f' not analysed: REASON"; "remark" in place of
/// "error" where the source is not at fault, and these not with `OnlyErrors`.
/// Of a gap without a line only the reason is printed, which is a sentence
/// then. A missing header is one line for all sources, with what needs it and
/// what to do; what may need one has no line of its own.
void writeGaps(llvm::raw_ostream &OS, const Report &R, bool OnlyErrors);

} // namespace banklint

#endif // BANKLINT_REPORT_SUMMARY_H
