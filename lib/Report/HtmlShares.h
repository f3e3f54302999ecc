//===- HtmlShares.h - What to mend first, on a page -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Excess wavefronts compare accesses of one kernel. Among kernels, those of a
// small one that does nothing else weigh more than the same number in a large
// one: their share of all that the kernel takes says so.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_REPORT_HTMLSHARES_H
#define BANKLINT_REPORT_HTMLSHARES_H

#include "HtmlIndex.h"
#include "llvm/Support/raw_ostream.h"

namespace banklint {

/// Lists five findings at most, by what their excess is of the wavefronts of
/// their kernel; nothing where all findings are no more than that.
void writeFirstFindings(llvm::raw_ostream &OS, const HtmlIndex &Index);

} // namespace banklint

#endif // BANKLINT_REPORT_HTMLSHARES_H
