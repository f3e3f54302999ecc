//===- ReportFile.h - A JSON report that is read again ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_REPORT_REPORTFILE_H
#define BANKLINT_REPORT_REPORTFILE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

namespace banklint {

/// Parses `Text`, and hands a report of version 1 to `Read`, its object and its
/// list of accesses, each with where it stands. `Read` reports what it cannot
/// read there and returns false. Fails with "'FILE' is no JSON report: REASON".
llvm::Error readReportFile(
    llvm::StringRef File, llvm::StringRef Text,
    llvm::function_ref<
        bool(const llvm::json::Object &Report, llvm::json::Path Path,
             const llvm::json::Array &Accesses, llvm::json::Path OfAccesses)>
        Read);

} // namespace banklint

#endif // BANKLINT_REPORT_REPORTFILE_H
