//===- ExportFixes.h - Fixes for clang-apply-replacements -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_TOOL_EXPORTFIXES_H
#define BANKLINT_TOOL_EXPORTFIXES_H

#include "Edit/FixPlan.h"
#include "Finding/Finding.h"
#include "Source/SourceTexts.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"

namespace banklint {

/// Writes the findings, and the plan's edits of each, in the YAML of
/// clang-tidy's --export-fixes. Edits that several findings share stand at the
/// first of them, since clang-apply-replacements would apply each.
void writeExportedFixes(llvm::raw_ostream &OS, llvm::ArrayRef<Finding> Findings,
                        const FixPlan &Plan, SourceTexts &Texts);

} // namespace banklint

#endif // BANKLINT_TOOL_EXPORTFIXES_H
