//===- Swizzles.h - How swizzles are written --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   s[r][c ^ (r & 31)]              rows of 32, moved by the row
//   s[r][c ^ (r / 4 & 7) * 4]       in units of four, by every fourth row
//   s[i ^ (i / 32 & 31)]            without rows, by what lies above the banks
//
// The same stands in every index of the array, so that each element is found
// where it was put; no memory is added.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FIX_SWIZZLES_H
#define BANKLINT_FIX_SWIZZLES_H

#include "Forms.h"

namespace banklint {

/// The array's accesses as they are, to try swizzles on: rows that indices make
/// need no change. They are those of a walk for one of `Longer`, which have to
/// outlive the result, or else are walked once more. What stands in the way is
/// an obstacle; so is the end of the budget, from which it takes what the walks
/// spend.
std::unique_ptr<RowForm>
formAsItIs(const DeclaredArray &Array,
           llvm::ArrayRef<std::unique_ptr<RowForm>> Longer,
           clang::ASTContext &Context, uint64_t &StepBudget);

/// The access with its index moved: "s[y][x ^ (y & 31)]"; with plain letters
/// where the source does not have it as a subscript.
std::string swizzledText(const DeclaredArray &Array, const clang::Expr *Access,
                         const Swizzle &How, const clang::ASTContext &Context);

/// Moves the index of every access. Fails with the reason where some access is
/// not a subscript of the array that can be edited.
llvm::Error editSwizzle(const DeclaredArray &Array, const Swizzle &How,
                        const SourceMap &Map, const clang::ASTContext &Context,
                        Fix &Out);

} // namespace banklint

#endif // BANKLINT_FIX_SWIZZLES_H
