//===- OtherMeanings.h - Indices in other configurations --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is proved of indices holds for the configuration that was walked.
// Another one may give a macro, a constant or a variable in them another value,
// without a word of the array: `s[x * STEP + y]`, where the rows are 32 long
// and STEP is 16 elsewhere. The language keeps subscripts of declared rows in
// their rows; of rows that indices make, nothing does.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FIX_OTHERMEANINGS_H
#define BANKLINT_FIX_OTHERMEANINGS_H

#include "Candidates/DeclaredArray.h"
#include "Finding/Finding.h"
#include "Text/Mentions.h"

namespace banklint {

/// What makes the column of an index of an array without declared rows, or the
/// length of its rows, and is something else in another configuration. A length
/// may be, if all edits stand at its name: then it is the same everywhere. Of
/// rows that indices make, so is what keeps threads and loops from the elements
/// behind a row: the extents of blocks, bounds, and guards where blocks are
/// wider than rows.
std::optional<SourceObstacle>
otherMeaning(const DeclaredArray &Array, int64_t RowElements, const Fix &Edits,
             Mentions &Mentioned, const SourceMap &Map,
             const clang::ASTContext &Context);

/// The same for a swizzle, which has other needs: what the extents of the array
/// are made of, or its size in a launch; how wide an access is; and what moves
/// a pointer into the array, if it is not edited. What an index is does not
/// matter. For gaps it does, and how far `BoundedTerms` of it go; null for a
/// swizzle.
std::optional<SourceObstacle>
otherPlaces(const DeclaredArray &Array,
            const std::vector<const clang::Expr *> *BoundedTerms,
            const Fix &Edits, Mentions &Mentioned, const SourceMap &Map,
            const clang::ASTContext &Context);

} // namespace banklint

#endif // BANKLINT_FIX_OTHERMEANINGS_H
