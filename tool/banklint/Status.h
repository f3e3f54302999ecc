//===- Status.h - What the tool ends with -----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_TOOL_STATUS_H
#define BANKLINT_TOOL_STATUS_H

#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"

namespace banklint {

/// See the table of exit statuses in the documentation.
enum Status { Clean = 0, Conflicts = 1, Misuse = 2, SourceFailed = 3 };

/// Says why the run makes no sense, on standard error, and gives the status.
inline Status fail(const llvm::Twine &Sentence) {
  llvm::errs() << "banklint: error: " << Sentence << '\n';
  return Misuse;
}

} // namespace banklint

#endif // BANKLINT_TOOL_STATUS_H
