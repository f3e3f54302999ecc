//===- Archive.h - A report kept for later ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Not a format for readers: every member of every object, in the order of its
// declaration, so that a report comes back as it was. A member that is added to
// one of the structures stops the build until it is added here.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_REPORT_ARCHIVE_H
#define BANKLINT_REPORT_ARCHIVE_H

#include "Finding/Finding.h"
#include "llvm/Support/JSON.h"
#include <optional>

namespace banklint {

/// The report as nested arrays; nothing where JSON cannot hold it: a name that
/// is not UTF-8, a number that is not finite.
std::optional<llvm::json::Value> archiveReport(const Report &R);

/// The report that `archiveReport` made `Archived` of; nothing where it is
/// none.
std::optional<Report> restoreReport(const llvm::json::Value &Archived);

} // namespace banklint

#endif // BANKLINT_REPORT_ARCHIVE_H
