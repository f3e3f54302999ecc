//===- ClearCache.h - Removes what runs have left ----------------*- C++
//-*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_TOOL_CLEARCACHE_H
#define BANKLINT_TOOL_CLEARCACHE_H

#include "Options.h"
#include "Status.h"

namespace banklint {

/// Removes the parsed headers in the user's cache folder and the results in
/// that of `--cache-dir`, and folders that are empty then. Other files stay.
Status runClearCache(const LintOptions &Options);

} // namespace banklint

#endif // BANKLINT_TOOL_CLEARCACHE_H
