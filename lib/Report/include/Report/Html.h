//===- Html.h - The report as one page --------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_REPORT_HTML_H
#define BANKLINT_REPORT_HTML_H

#include "Finding/Finding.h"
#include "Source/SourceTexts.h"
#include "llvm/Support/raw_ostream.h"

namespace banklint {

/// Writes a page that stands by itself: it loads nothing, and its policy lets
/// it load nothing. From above:
///
///   findings  the costliest first, each with its line, the banks that its
///             worst request asks for now and with the best fix, where it runs,
///             and the fix as a diff
///   kernels   what a block of each does, added up
///   sources   each file with an access or a finding, all accesses marked
///   gaps      what was not analysed
///
/// A script adds filters and moves through the maps by keys; without it, all is
/// there all the same. The same report is the same page, to the last byte.
void writeHtml(llvm::raw_ostream &OS, const Report &R, SourceTexts &Texts);

} // namespace banklint

#endif // BANKLINT_REPORT_HTML_H
