//===- LaunchSyntax.h - Launches as nvcc takes them -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// nvcc takes two ways to write a launch that Clang rejects:
//
//   k<<<grid, {32, 8, 1}>>>(out);     a list in the place of a `dim3`
//   k << <grid, block >> >(out);      brackets with white space in them, as
//                                     formatters of C++ leave them
//
// A source with errors is looked at for them, and parsed once more.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_CUDA_LAUNCHSYNTAX_H
#define BANKLINT_CUDA_LAUNCHSYNTAX_H

#include "clang/Lex/Preprocessor.h"
#include <optional>
#include <string>

namespace banklint {

/// The text of a file with the brackets of its launches in one piece, as long
/// as it was: `<< <` is `<<< `. `HasLists` says whether a launch has a list.
/// Nothing where it has neither.
std::optional<std::string> withWholeLaunches(llvm::StringRef Text,
                                             const clang::LangOptions &Options,
                                             bool &HasLists);

/// From now on, a list that begins the grid or the block of a launch is one of
/// a `dim3`.
void readListsOfLaunches(clang::Preprocessor &Tokens);

} // namespace banklint

#endif // BANKLINT_CUDA_LAUNCHSYNTAX_H
