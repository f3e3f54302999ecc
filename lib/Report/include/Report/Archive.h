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
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace banklint {

/// The report as MessagePack, in nested arrays; nothing where a number in it is
/// not finite.
std::optional<std::string> archiveReport(const Report &R);

/// The report that `archiveReport` made `Archived` of; nothing where it is
/// none.
std::optional<Report> restoreReport(llvm::StringRef Archived);

} // namespace banklint

#endif // BANKLINT_REPORT_ARCHIVE_H
