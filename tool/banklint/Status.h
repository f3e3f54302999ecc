//===- Status.h - What the tool ends with -----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_TOOL_STATUS_H
#define BANKLINT_TOOL_STATUS_H

#include "Files/Shown.h"
#include "llvm/ADT/Twine.h"

namespace banklint {

/// See the table of exit statuses in the documentation.
enum Status { Clean = 0, Conflicts = 1, Misuse = 2, SourceFailed = 3 };

/// Says why the run makes no sense, on standard error, and gives the status.
inline Status fail(const llvm::Twine &Sentence) {
  StderrLine() << "error: " << Sentence;
  return Misuse;
}

} // namespace banklint

#endif // BANKLINT_TOOL_STATUS_H
