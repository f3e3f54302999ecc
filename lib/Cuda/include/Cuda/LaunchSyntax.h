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
// A source with errors is looked at for them, and parsed once more. So are
// launches that have errors in what they pass, or in one of their shapes, as
// where a header is missing: Clang drops them, but what else they say stands.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_CUDA_LAUNCHSYNTAX_H
#define BANKLINT_CUDA_LAUNCHSYNTAX_H

#include "clang/AST/Type.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>
#include <string>

namespace clang {
class CompilerInstance;
} // namespace clang

namespace banklint {

/// The text of a file with the brackets of its launches in one piece, as long
/// as it was: `<< <` is `<<< `. `HasLists` says whether a launch has a list.
/// Nothing where it has neither.
std::optional<std::string> withWholeLaunches(llvm::StringRef Text,
                                             const clang::LangOptions &Options,
                                             bool &HasLists);

/// Where errors stand, from the begin of a file, and whether each is one of a
/// name that is not declared.
using FaultsInFile = llvm::DenseMap<unsigned, bool>;

/// The text of a file with a name that nobody knows in the place of each
/// argument of a launch, or shape, that one of `Faults` stands in, and a class
/// without members in the place of the type of each such parameter of a
/// function for the device; as long as it was. Those of `Faults` that are gone
/// are taken out. Nothing where none is.
std::optional<std::string>
withoutLostArguments(llvm::StringRef Text, const clang::LangOptions &Options,
                     FaultsInFile &Faults);

/// From now on, that name stands for a variable that Clang rejects, and that
/// class is one.
void declareLostArgument(clang::CompilerInstance &Compiler);

/// Whether that class stands in the place of another type.
bool isLost(clang::QualType Type);

/// A message, or the name of a function, with "<unknown>" for that class.
std::string withoutLostTypes(llvm::StringRef Message);

/// From now on, a list that begins the grid or the block of a launch is one of
/// a `dim3`.
void readListsOfLaunches(clang::Preprocessor &Tokens);

} // namespace banklint

#endif // BANKLINT_CUDA_LAUNCHSYNTAX_H
