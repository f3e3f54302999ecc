//===- SwizzleEdits.h - Swizzles in the source ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   s[r][c ^ (r & 31)]              rows of 32, moved by the row
//   s[r][c ^ (r / 4 & 7) * 4]       in units of four, by every fourth row
//   s[i ^ (i / 32 & 31)]            without rows, by what lies above the banks
//
// Every index of the array gets the same swizzle, so that each element is found
// where it was stored; no memory is added.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FIX_SWIZZLEEDITS_H
#define BANKLINT_FIX_SWIZZLEEDITS_H

#include "Candidates/DeclaredArray.h"
#include "Layout/Layout.h"
#include "Text/Mentions.h"
#include "llvm/Support/Error.h"

namespace banklint {

/// An access with its index moved: "s[y][x ^ (y & 31)]"; with letters of its
/// own where the source has no subscript.
std::string swizzledText(const DeclaredArray &Array, const clang::Expr *Access,
                         const Swizzle &S, const clang::ASTContext &Context);

/// Moves the index of every access: of `s[r][c]`, of `p[i]` and `*(p + i)`.
/// Takes the padding off declared rows, where the layout has none, and lets an
/// array of one dimension grow to whole blocks.
/// Fails with the reason where something cannot be edited. The size of dynamic
/// memory has to be a multiple of `movedBytes` then.
llvm::Error editSwizzle(const DeclaredArray &Array,
                        const std::vector<ArrayInKernel> &InKernels,
                        const Layout &L, Mentions &Mentioned,
                        const SourceMap &Map, const clang::ASTContext &Context,
                        Fix &Out);

/// Takes elements off the ends of declared rows. Fails where an access may
/// reach them, or where that is not known.
llvm::Error editShorterRows(const DeclaredArray &Array, int64_t Elements,
                            const SourceMap &Map,
                            const clang::ASTContext &Context, Fix &Out);

/// The bytes of the blocks that elements of the array move within, at most.
int64_t movedBytes(const DeclaredArray &Array, const Layout &L);

/// By how many elements each row is shorter; below 0, longer.
inline int64_t droppedElements(const Layout &L) {
  return L.ExtraElements.empty() ? 0 : -L.ExtraElements.back();
}

} // namespace banklint

#endif // BANKLINT_FIX_SWIZZLEEDITS_H
