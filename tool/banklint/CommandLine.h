//===- CommandLine.h - The words of a command line --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which command the words name, and what is said of words that nobody takes.
// What the options mean is for Options.h.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_TOOL_COMMANDLINE_H
#define BANKLINT_TOOL_COMMANDLINE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace banklint {

/// The verb of the command line; that of a run without one has no name.
llvm::cl::SubCommand &chosenVerb();

/// "--fix", "-p".
std::string spelling(const llvm::cl::Option &Option);

llvm::Error isNotTaken(const llvm::cl::SubCommand &Verb,
                       const llvm::Twine &What);

/// Fails where a word is an option, or a list of them, and a file as well:
/// whoever passes names on, as a hook or a shell's `*` does, passes what others
/// have called their files.
llvm::Error checkIsNoFile(llvm::StringRef Word);

/// The words as llvm::cl reads them: `help`, `help explain` and `version` are
/// options for it. The first is the program. Fails where more follows.
llvm::Expected<std::vector<const char *>>
readAsOptions(llvm::ArrayRef<const char *> Words);

/// Fails where an option has no value and needs one, or the other way round,
/// which llvm::cl says by itself on standard error.
llvm::Error checkValues(llvm::ArrayRef<const char *> Words);

/// What the help of the words begins with; llvm::cl names a command below it.
llvm::StringRef overview(llvm::ArrayRef<const char *> Words);

/// What llvm::cl says against the words, as a sentence of ours.
llvm::Error usageError(llvm::StringRef Text,
                       llvm::ArrayRef<const char *> Words);

/// Fails where the first source names no file, and is a command behind an
/// option, nearly one, or one elsewhere.
llvm::Error checkCommand(llvm::StringRef FirstSource);

/// Fails where a source is among the words behind `--`, which are arguments of
/// compilers.
llvm::Error checkPlaceOfSources(llvm::ArrayRef<std::string> BehindDashes);

} // namespace banklint

#endif // BANKLINT_TOOL_COMMANDLINE_H
