//===- MacroText.h - Text that macros write ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   #define AT(r, c) s[((r) << 5) + (c)]      the text of each index of `s`
//   LOAD(v, AT(y, x + 4))                     of this one `y`, and `x + 4`
//
// What is edited in a macro's body changes wherever the macro is used, and so
// does what is edited in an argument that it writes twice. That is one edit
// where all expressions which the text makes ask for the same.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FIX_MACROTEXT_H
#define BANKLINT_FIX_MACROTEXT_H

#include "Text/SourceMap.h"

namespace banklint {

/// Where the text of an expression stands, as one piece.
struct Spelling {
  clang::CharSourceRange Range; ///< in a file
  /// The macro's use in whose body that is; invalid where it is in none.
  clang::FileID Body;
  /// It, or code around it, is an argument of a macro.
  bool IsInArgument = false;
  /// From where the parser has it to where it is spelled, its begin.
  llvm::SmallVector<clang::SourceLocation, 6> Places;
};

/// The text outside of macros where there is one: the use of a macro that is
/// the whole expression, or the argument that is. None where only a part of a
/// macro's text belongs to the expression.
std::optional<Spelling> spellingOf(clang::SourceRange Tokens,
                                   const clang::ASTContext &Context);

/// The text of an expression where it stands; empty where it has none.
std::string spelledText(const clang::Expr *E, const clang::ASTContext &Context);

/// Whether text of one expression can be repeated beside another one's.
bool isSpelledBeside(const clang::Expr *A, const clang::Expr *B,
                     const clang::ASTContext &Context);

/// Expressions that are edited together.
class MacroText {
public:
  MacroText(llvm::ArrayRef<const clang::Expr *> Edited, const SourceMap &Map,
            const clang::ASTContext &Context);

  /// Whether a text that macros write makes nothing but these expressions.
  bool isEditedOnly(const Spelling &Text) const;

private:
  void add(const clang::Expr *E, unsigned Depth);

  const SourceMap &Map;
  const clang::ASTContext &Context;
  /// By the range of a text: the places of the expressions that it makes.
  llvm::DenseMap<std::pair<clang::SourceLocation, clang::SourceLocation>,
                 llvm::DenseSet<clang::SourceLocation>>
      PlacesOf;
};

} // namespace banklint

#endif // BANKLINT_FIX_MACROTEXT_H
