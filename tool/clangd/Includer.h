//===- Includer.h - A header as a source of its project sees it -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A header that is opened alone shows neither the launches of its kernels nor
// the instantiations of its templates. A source that includes it does, and the
// compilation database names that.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_TOOL_CLANGD_INCLUDER_H
#define BANKLINT_TOOL_CLANGD_INCLUDER_H

#include "Finding/Finding.h"
#include "Kernel/Kernel.h"
#include <optional>

namespace banklint {

/// What is to be said of `Header`, which now reads as `Text`, in the first
/// source of the database that includes it. Nothing where no source does, where
/// it is a source itself, and where the includer has errors. Costs a parse of
/// that source; the database is read again where it has changed. Safe to call
/// from several threads.
std::optional<Report> checkInIncluder(llvm::StringRef Header,
                                      llvm::StringRef Text,
                                      const AnalysisOptions &Options);

} // namespace banklint

#endif // BANKLINT_TOOL_CLANGD_INCLUDER_H
