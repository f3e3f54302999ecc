//===- Compare.h - banklint compare: reports and profiles -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   banklint compare OLD.json NEW.json              two reports
//   banklint compare PROFILE.csv... [SOURCES]       a profile and a prediction
//   banklint compare PROFILE.csv... REPORT.json     the same, of a report
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_TOOL_COMPARE_H
#define BANKLINT_TOOL_COMPARE_H

#include "Options.h"
#include "Status.h"
#include "llvm/Support/CommandLine.h"

namespace banklint {

/// `banklint compare`: true if it is what the command line asks for.
extern llvm::cl::SubCommand CompareCommand;

/// Of two JSON reports, prints the accesses whose wavefronts differ, and gives
/// `Conflicts` where one has become worse. Of a profile, prints what was
/// measured of each line beside what is predicted, and gives `Conflicts` where
/// a difference is not explained.
Status runCompare(LintOptions Options);

} // namespace banklint

#endif // BANKLINT_TOOL_COMPARE_H
