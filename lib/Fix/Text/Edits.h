//===- Edits.h - Edits of expressions ---------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FIX_EDITS_H
#define BANKLINT_FIX_EDITS_H

#include "Finding/Finding.h"
#include "clang/AST/Decl.h"
#include "clang/AST/TypeLoc.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"
#include <set>
#include <vector>

namespace banklint {

class MacroText;
class SourceMap;

/// The bracketed extents as the declaration spells them, outermost first. Fewer
/// than the array has where some stand in another declaration of its type; that
/// is looked through where only shared arrays are declared by it.
llvm::SmallVector<clang::ArrayTypeLoc, 3>
extentsOf(const clang::DeclaratorDecl *Array, const SourceMap &Map);

/// What stands in parentheses that are a macro's: its argument.
const clang::Expr *withoutMacroParens(const clang::Expr *E,
                                      const clang::ASTContext &Context);

/// Where an expression stands in a file. Fails with the obstacle where no edit
/// is made: in headers of the system, in an argument that a macro writes more
/// than once, in the body of a macro. These two can be edited where all that
/// they make is edited `Alike`.
llvm::Expected<clang::CharSourceRange>
editableRange(const clang::Expr *E, const SourceMap &Map,
              const clang::ASTContext &Context,
              const MacroText *Alike = nullptr);

/// Inserts text before and behind an expression, which becomes an operand; the
/// fix points at the first that is edited. Fails where an operator beside it
/// may be one of the user's.
llvm::Error surround(const clang::Expr *E, const std::string &Before,
                     const std::string &Behind, const SourceMap &Map,
                     const clang::ASTContext &Context, Fix &Out,
                     const MacroText *Alike = nullptr);

/// Puts text in the place of a range that stands in a file.
llvm::Error replace(clang::CharSourceRange Range, const std::string &Text,
                    const clang::ASTContext &Context, Fix &Out);

/// Whether a place stands in a range of the same file.
bool holds(clang::SourceRange Range, clang::SourceLocation Where,
           const clang::SourceManager &Sources);

/// Where a fix edits something, to be asked of many ranges.
class EditedPlaces {
public:
  EditedPlaces(const Fix &Edits, const clang::ASTContext &Context);

  /// Whether that is in a range, or right behind it; of what a macro writes, in
  /// the text of that.
  bool hasAnyIn(clang::SourceRange Range) const;

private:
  bool hasAnyIn(clang::CharSourceRange Text) const;

  const clang::ASTContext &Context;
  llvm::StringMap<std::vector<unsigned>> OffsetsOf; ///< by file, in order
};

/// Whether a sum has another type than what it is added to: `int` in place of
/// `short` or of an enumeration.
bool isPromoted(const clang::Expr *E, const clang::ASTContext &Context);
/// Whether `+ 1` can follow the expression without parentheses. (Clang's
/// helpers for parentheses know unary operators and member accesses only.)
bool bindsTighterThanSum(const clang::Expr *E);
/// Whether what stands around an expression would take a part of a sum in its
/// place: `n - E`, `-E`, `(int)E`, `E[p]`.
bool isBoundTighterThanSum(const clang::Expr *E, const SourceMap &Map);
/// Makes once the edit that several instances ask for; they share their text,
/// and have to agree on it.
llvm::Error insert(Edit Wanted, Fix &Out);
/// Adds `+ Sum` to an expression that is no operand, within its braces if it
/// has any: the text of a macro or a constant stays.
llvm::Error addToWhole(const clang::Expr *Extent, int64_t Sum,
                       const SourceMap &Map, const clang::ASTContext &Context,
                       Fix &Out, const MacroText *Alike = nullptr);
/// The same to an operand, in parentheses.
llvm::Error addToOperand(const clang::Expr *Factor, int64_t Sum,
                         const SourceMap &Map, const clang::ASTContext &Context,
                         Fix &Out, const MacroText *Alike = nullptr);

/// " + N / Period * Sum": what a number grows by that counts by the period.
std::string shareText(llvm::StringRef Dividend, llvm::StringRef Period,
                      int64_t Sum);
/// Makes `(N + N / Period * Sum)` of an operand.
llvm::Error addShare(const clang::Expr *Factor, const std::string &Period,
                     int64_t Sum, const SourceMap &Map,
                     const clang::ASTContext &Context, Fix &Out,
                     const MacroText &Alike);

/// Whether an index is an exclusive or: `i ^ (i / 32 & 31)`. One swizzle is
/// enough to read; what goes on top of it is for people to write.
bool isSwizzled(const clang::Expr *Index);

/// Whether a text of code has a name in it.
bool hasWord(llvm::StringRef Text, llvm::StringRef Word);

/// An expression as the source spells it.
std::string textOf(const clang::Expr *E, const clang::ASTContext &Context);

/// The factor of a size that is the length of a row: of several with this
/// value, one with the spelling of the indices, else the last. Null if there is
/// none.
const clang::Expr *rowLengthIn(const clang::Expr *Size, int64_t Length,
                               const std::set<std::string> &Spellings,
                               const clang::ASTContext &Context);

/// Scales a size of whole rows: `N * M / 16 * (16 + 4)`. Fails where the last
/// row is not whole.
llvm::Error scaleSize(const clang::Expr *Size, int64_t Length, int64_t Sum,
                      const SourceMap &Map, const clang::ASTContext &Context,
                      Fix &Out);

} // namespace banklint

#endif // BANKLINT_FIX_EDITS_H
