//===- SecondReading.h - What clangd's own parse does not show --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A header that is opened alone shows neither the launches of its kernels nor
// the instantiations of its templates. A source that includes it does, and the
// compilation database names that. Templates that nothing instantiates are
// tried in a parse of our own, so that clangd's shows what the source says.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_TOOL_CLANGD_SECONDREADING_H
#define BANKLINT_TOOL_CLANGD_SECONDREADING_H

#include "Analysis/Kernel.h"
#include "Finding/Finding.h"
#include "Tidy/BankConflictCheck.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace banklint {

/// What is to be said of `File`, which now reads as `Text` and of which a parse
/// alone said `First`: that of the first source of the database which includes
/// it, else, where `First` leaves templates untried, that of a parse which does
/// not. Nothing where neither is so, and where there are errors. Costs that
/// parse; the database is read again where it has changed. Safe to call from
/// several threads.
std::optional<OtherReading> readAgain(llvm::StringRef File,
                                      llvm::StringRef Text,
                                      const AnalysisOptions &Options,
                                      const Report &First);

} // namespace banklint

#endif // BANKLINT_TOOL_CLANGD_SECONDREADING_H
