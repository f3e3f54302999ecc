//===- RepeatedText.h - Text that is written once more -------- -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FIX_REPEATEDTEXT_H
#define BANKLINT_FIX_REPEATEDTEXT_H

#include "Text/SourceMap.h"
#include <string>

namespace banklint {

/// Whether code reads shared memory: text that does is not written once more,
/// since it may be edited for that.
bool readsShared(const clang::Stmt *S, const SourceMap &Map);

/// Whether a text has no comment, directive or spliced line in it, so that it
/// means the same on one line.
bool isOfOneLine(llvm::StringRef Text);

/// Whether an index may be written, and computed, twice.
bool isRepeatable(const clang::Expr *Index, const clang::ASTContext &Context);

/// Whether an operator beside the expression applies to all of it. (Clang's
/// needParensAfterUnaryOperator knows unary operators only.)
bool isPrimary(const clang::Expr *E);

/// An expression as the source spells it, on one line.
std::string lineOf(const clang::Expr *E, const clang::ASTContext &Context);

/// The same as an operand of any operator.
std::string operandText(const clang::Expr *E, const clang::ASTContext &Context);

} // namespace banklint

#endif // BANKLINT_FIX_REPEATEDTEXT_H
