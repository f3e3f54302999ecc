//===- HtmlSource.h - Sources in a page, with their accesses ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_REPORT_HTMLSOURCE_H
#define BANKLINT_REPORT_HTMLSOURCE_H

#include "HtmlIndex.h"
#include "llvm/Support/raw_ostream.h"
#include <cstddef>

namespace banklint {

/// Writes one file of the page: its lines, in which each access is marked by
/// what is said of it over all kernels, and a table of the accesses. Lines that
/// the report does not speak of are folded; of a long fold only the number of
/// its lines is left.
void writeHtmlSource(llvm::raw_ostream &OS, const HtmlIndex &Index,
                     size_t FileNumber);

/// Writes lines of a file without numbers, with this span marked as a conflict
/// or as what may be one.
void writeHtmlSnippet(llvm::raw_ostream &OS, const HtmlIndex &Index,
                      const SourceSpan &Span, Verdict Judged);

} // namespace banklint

#endif // BANKLINT_REPORT_HTMLSOURCE_H
