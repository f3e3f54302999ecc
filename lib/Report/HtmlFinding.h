//===- HtmlFinding.h - A finding in a page ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_REPORT_HTMLFINDING_H
#define BANKLINT_REPORT_HTMLFINDING_H

#include "HtmlIndex.h"
#include "HtmlMaps.h"
#include "llvm/Support/raw_ostream.h"
#include <cstddef>
#include <string>

namespace banklint {

/// Whether it is certain: a conflict, or one that is only possible.
Verdict verdictOf(const Finding &F);

/// Wavefronts above the ideal that a block spends on it and on all that it
/// stands for: "992", "≥ 31", "?".
std::string excessText(const Finding &F);

/// What filters look at: attributes for whatever stands for a finding.
void writeFilterAttributes(llvm::raw_ostream &OS, const HtmlIndex &Index,
                           const Finding &F);

/// Writes a finding: its message, line and notes; what the worst request asks
/// of the banks now and, where a fix was proved, then; where it runs; and the
/// fixes, the first with its diff.
void writeHtmlFinding(llvm::raw_ostream &OS, const HtmlIndex &Index,
                      HtmlMaps &Maps, size_t Number);

} // namespace banklint

#endif // BANKLINT_REPORT_HTMLFINDING_H
