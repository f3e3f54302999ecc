//===- HostParse.h - A source parsed once more as its host did --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A host parses a source once, and knows how. What a fix makes of the source is
// parsed here, in the same way: with the host's arguments, files, and
// precompiled preamble.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_TOOL_HOSTPARSE_H
#define BANKLINT_TOOL_HOSTPARSE_H

#include "Check/EditedSource.h"
#include "Cuda/Parse.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <vector>

namespace banklint {

/// The errors of the parse that a preprocessor is for, as far as it has come.
std::shared_ptr<std::vector<SourceError>>
listenForErrors(clang::Preprocessor &PP);

/// Parses what a host's preprocessor has read, with edits. Fails where these
/// are of a file that the source does not consist of.
llvm::Error parseAsHost(const clang::Preprocessor &Host,
                        const EditedParts &Edits, ParsedSourceCallback Parsed);

} // namespace banklint

#endif // BANKLINT_TOOL_HOSTPARSE_H
