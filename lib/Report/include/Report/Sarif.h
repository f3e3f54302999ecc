//===- Sarif.h - The report as SARIF 2.1.0 ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_REPORT_SARIF_H
#define BANKLINT_REPORT_SARIF_H

#include "Files/Paths.h"
#include "Finding/Finding.h"
#include "Source/SourceTexts.h"
#include "llvm/Support/raw_ostream.h"

namespace banklint {

/// Writes one run: the rules with their pages as help, a result for every
/// finding, silenced ones with their suppression, and a notification for
/// everything that was not analysed. Names of files are relative to
/// `%SRCROOT%`, the root of the repository; columns count UTF-16 code units.
/// (OASIS, "Static Analysis Results Interchange Format Version 2.1.0".)
void writeSarif(llvm::raw_ostream &OS, const Report &R,
                const RepositoryPaths &Paths, SourceTexts &Texts);

} // namespace banklint

#endif // BANKLINT_REPORT_SARIF_H
