//===- Junit.h - Findings as the failures of tests --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_REPORT_JUNIT_H
#define BANKLINT_REPORT_JUNIT_H

#include "Files/Paths.h"
#include "Finding/Finding.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace banklint {

/// Writes the report as JUnit's XML, which most servers of continuous
/// integration show: a suite for each file with findings, in which each finding
/// is a test case that fails; what keeps a source from being analysed is an
/// error. Each of the `Analysed` sources that has neither is a suite of one
/// case that passes, and so is the run where it has no suite.
void writeJunit(llvm::raw_ostream &OS, const Report &R,
                llvm::ArrayRef<std::string> Analysed,
                const RepositoryPaths &Paths);

} // namespace banklint

#endif // BANKLINT_REPORT_JUNIT_H
