//===- RejectedNames.h - Declarations that Clang rejects --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of a declaration with an error in it Clang keeps something else:
//
//   static constexpr int pad = at::kPad;   a constant without a value
//   enum { rows = 32, pad = at::kPad };    one more than the last
//   typedef at::Half half_t;               an `int`
//   struct Vec : at::Vec4 {};              a class without its base
//   int rows(at::Half); int rows(float);   the second answers for the first
//   namespace pads = at::pads;             nothing, so an outer `pads` is meant
//   constexpr int f() { at::g(); ... }     constants without that statement
//
// What is made of these would be told as known. So a source is parsed once more
// with another name in each of them, and in what would stand in its place:
// whatever uses it is rejected, too. A function that has lost a statement is
// walked, but is `constexpr` no more.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_CUDA_REJECTEDNAMES_H
#define BANKLINT_CUDA_REJECTEDNAMES_H

#include "Cuda/Parse.h"
#include "clang/AST/ASTContext.h"
#include "clang/Lex/Preprocessor.h"
#include <map>
#include <set>
#include <string>

namespace banklint {

/// What stands before such a name: no source has it.
inline constexpr llvm::StringLiteral HiddenMark = "$:";

/// Where a token stands, the same in each parse: in the file, and in each of
/// the macros that it comes of.
std::string pathOf(clang::SourceLocation Where,
                   const clang::SourceManager &Sources);

/// Names, and where each of them stands.
using NamesAt = std::map<std::string, std::set<std::string>, std::less<>>;

/// The names of what is declared outside of functions with one of the errors in
/// it: variables, members, enumerators, types, and functions that a call may
/// choose in the place of one. `constexpr` is among them, where a function has
/// it that has lost a statement.
NamesAt namesOfRejected(const clang::ASTContext &Context,
                        llvm::ArrayRef<SourceError> Errors);

/// Whether a header of the system, where nothing is hidden, declares what is
/// found in the place of one of them, as `::float4` of a `float4` in a
/// namespace of the user's, or a member of a base.
bool haveSystemNamesakes(const clang::ASTContext &Context,
                         llvm::ArrayRef<SourceError> Errors);

/// From now on, another name stands in the place of each, or `inline`.
void hideNames(clang::Preprocessor &Source, NamesAt Names);

/// The names as they are written, in a tree that is whole, and in a message.
void showNames(clang::ASTContext &Context);
std::string withShownNames(llvm::StringRef Message);

} // namespace banklint

#endif // BANKLINT_CUDA_REJECTEDNAMES_H
