//===- SourceArchive.h - A checked source as text ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_PROJECT_SOURCEARCHIVE_H
#define BANKLINT_PROJECT_SOURCEARCHIVE_H

#include "Check/Source.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace banklint {

/// What was found in a source as text, from another process or an earlier run;
/// nothing where a number in it is none.
std::optional<std::string> archiveSource(const CheckedSource &Source);

/// The same back again; nothing where the text was not written by this build.
std::optional<CheckedSource> restoreSource(llvm::StringRef Text);

} // namespace banklint

#endif // BANKLINT_PROJECT_SOURCEARCHIVE_H
