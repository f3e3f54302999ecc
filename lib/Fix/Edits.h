//===- Edits.h - Changes of the source's text -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FIX_EDITS_H
#define BANKLINT_FIX_EDITS_H

#include "Finding/Finding.h"
#include "clang/AST/Decl.h"
#include "clang/AST/TypeLoc.h"
#include "llvm/Support/Error.h"
#include <optional>

namespace banklint {

/// The bracketed extents as the declaration spells them, outermost first. Fewer
/// than the array has where some stand in another declaration of its type.
llvm::SmallVector<clang::ArrayTypeLoc, 3>
extentsOf(const clang::VarDecl *Array);

/// Where an expression stands in a file. Fails with the reason where no edit is
/// made: in the body of a macro, in its arguments, in headers of the system.
llvm::Expected<clang::CharSourceRange>
editableRange(const clang::Expr *E, const clang::ASTContext &Context);

/// Adds `+ Sum` to an expression that stands alone; a macro or a constant stays
/// what it is.
llvm::Error addToWhole(const clang::Expr *Extent, int64_t Sum,
                       const clang::ASTContext &Context, Fix &Out);
/// The same to an operand, in parentheses.
llvm::Error addToOperand(const clang::Expr *Factor, int64_t Sum,
                         const clang::ASTContext &Context, Fix &Out);

/// Rows of `Length` elements that are to be longer.
struct LongerRows {
  int64_t Length = 0;
  int64_t Sum = 0; ///< of one row
  /// Of all of them; not set where instances of the array differ in that.
  std::optional<int64_t> SizeSum;
};

/// Makes a size hold longer rows: in the factor that is the length of a row, or
/// by what all of them take at the end, or else by proportion.
llvm::Error lengthenRows(const clang::Expr *Size, const LongerRows &Rows,
                         const clang::ASTContext &Context, Fix &Out);

} // namespace banklint

#endif // BANKLINT_FIX_EDITS_H
