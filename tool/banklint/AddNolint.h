//===- AddNolint.h - Comments that keep findings silent ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_TOOL_ADDNOLINT_H
#define BANKLINT_TOOL_ADDNOLINT_H

#include "Edit/FixPlan.h"
#include "Finding/Finding.h"
#include "Source/SourceTexts.h"
#include "llvm/ADT/ArrayRef.h"

namespace banklint {

/// Plans a comment, NOLINT with the rule, at the end of each line with a
/// finding or an access that one stands for. Where a line ends in a comment
/// that goes on to the next one, or in a raw string, it gets none. Example: of
/// a line of a macro, `s[t * 32]; \` becomes `s[t * 32]; /* NOLINT(...) */ \`.
FixPlan planNolintComments(llvm::ArrayRef<Finding> Findings,
                           SourceTexts &Texts);

} // namespace banklint

#endif // BANKLINT_TOOL_ADDNOLINT_H
