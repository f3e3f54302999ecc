//===- LineMarkers.h - What a text says of its own origin -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_CUDA_LINEMARKERS_H
#define BANKLINT_CUDA_LINEMARKERS_H

namespace clang {
class Preprocessor;
class SourceLocation;
class SourceManager;
} // namespace clang

namespace banklint {

/// Has a file be the system's by where it was found alone: `# 1 "x.h" 3` in it
/// makes no text behind it the system's, in which nothing would be looked for.
void distrustLineMarkers(clang::Preprocessor &Source);

/// Whether it is `#pragma GCC system_header` alone that makes a place the
/// system's: in its file, or in one that includes it.
bool isSystemByPragma(clang::SourceLocation Where,
                      const clang::SourceManager &Sources);

} // namespace banklint

#endif // BANKLINT_CUDA_LINEMARKERS_H
