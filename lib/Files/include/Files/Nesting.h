//===- Nesting.h - How deep a text nests ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's readers of JSON and YAML call themselves for what is nested, as deep
// as the text wants: 20 kB of brackets use up the stack. So a text is looked at
// before it is read.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FILES_NESTING_H
#define BANKLINT_FILES_NESTING_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include <cstddef>

namespace banklint {

/// More levels than any text that banklint reads has.
inline constexpr unsigned MaxNesting = 100;

/// More than a command has that a system can start. Of short arguments each
/// takes many times its text.
inline constexpr size_t MaxYamlTextBytes = size_t(1) << 20;

/// Fails with a sentence where brackets nest deeper than `MaxNesting`.
llvm::Error checkJsonNesting(llvm::StringRef Text);

/// As `llvm::json::parse`, but fails with a sentence where brackets nest deeper
/// than `MaxNesting`.
llvm::Expected<llvm::json::Value> parseJson(llvm::StringRef Text);

/// Fails with a sentence where the first document of a YAML text nests deeper
/// than `MaxNesting`, or where a text or a list of texts in it is longer than
/// `MaxYamlTextBytes`. Says nothing about what else is wrong with it.
llvm::Error checkYamlNesting(llvm::StringRef Text);

/// Fails also where it is no YAML, with line and column: for readers of LLVM's
/// that say so on standard error only.
llvm::Error checkYaml(llvm::StringRef Text);

} // namespace banklint

#endif // BANKLINT_FILES_NESTING_H
