//===- Words.h - The words of a text ----------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_SOURCE_WORDS_H
#define BANKLINT_SOURCE_WORDS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"

namespace banklint {

/// Adds what a text has of letters, digits and underscores side by side, in
/// comments and literals, too: `s`, `x`, `1` of "s[x] = 1;".
void addWords(llvm::StringRef Text, llvm::StringSet<> &To);

} // namespace banklint

#endif // BANKLINT_SOURCE_WORDS_H
