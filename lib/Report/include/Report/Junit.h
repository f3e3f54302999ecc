//===- Junit.h - Findings as the failures of tests --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_REPORT_JUNIT_H
#define BANKLINT_REPORT_JUNIT_H

#include "Files/Paths.h"
#include "Finding/Finding.h"
#include "llvm/Support/raw_ostream.h"

namespace banklint {

/// Writes the report as JUnit's XML, which most servers of continuous
/// integration show: a suite for each file with findings, in which each finding
/// is a test case that fails; what keeps a source from being analysed is an
/// error. Where nothing is found, one case passes.
void writeJunit(llvm::raw_ostream &OS, const Report &R,
                const RepositoryPaths &Paths);

} // namespace banklint

#endif // BANKLINT_REPORT_JUNIT_H
