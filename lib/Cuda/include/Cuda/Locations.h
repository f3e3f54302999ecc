//===- Locations.h - From Clang's locations to plain ones -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_CUDA_LOCATIONS_H
#define BANKLINT_CUDA_LOCATIONS_H

#include "Source/Place.h"
#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/StringRef.h"

namespace clang {
class ASTContext;
class SourceManager;
} // namespace clang

namespace banklint {

/// Where a location stands in its file; that of the macro's use inside one.
/// `#line` directives count for nothing.
SourcePoint pointOf(clang::SourceLocation Where,
                    const clang::ASTContext &Context);

/// The stretch of a file from the beginning of the range's first token to the
/// end of its last; only the beginning where they stand in different files.
SourceSpan spanOf(clang::SourceRange Range, const clang::ASTContext &Context);

/// The file of that name; invalid where the source reads none.
clang::FileID fileNamed(llvm::StringRef Name,
                        const clang::SourceManager &Sources);

} // namespace banklint

#endif // BANKLINT_CUDA_LOCATIONS_H
