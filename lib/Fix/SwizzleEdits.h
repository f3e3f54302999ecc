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

#include "DeclaredArray.h"
#include "Layout/Layout.h"
#include "llvm/Support/Error.h"

namespace banklint {

/// An access with its index moved: "s[y][x ^ (y & 31)]"; with letters of its
/// own where the source has no subscript.
std::string swizzledText(const DeclaredArray &Array, const clang::Expr *Access,
                         const Swizzle &S, const clang::ASTContext &Context);

/// Moves the index of every access. Fails with the reason where some access is
/// not a subscript of the array that can be edited.
llvm::Error editSwizzle(const DeclaredArray &Array, const Swizzle &S,
                        const SourceMap &Map, const clang::ASTContext &Context,
                        Fix &Out);

/// Whether an index may be written, and computed, twice.
bool isRepeatable(const clang::Expr *Index, const clang::ASTContext &Context);

/// An expression as the source spells it, as an operand of any operator.
std::string operandText(const clang::Expr *E, const clang::ASTContext &Context);

} // namespace banklint

#endif // BANKLINT_FIX_SWIZZLEEDITS_H
