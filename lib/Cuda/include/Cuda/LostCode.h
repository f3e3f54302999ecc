//===- LostCode.h - Statements that Clang rejects ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// nvcc takes some code that Clang does not: inline assembly without a comma
// between two operands, functions that only nvcc declares. Of such a statement
// Clang's tree has a part, nothing at all, or a piece of it with another
// meaning. One bad statement is to cost one statement.
//
// So the tree is mended: in the place of each statement of device code that
// Clang rejects, or dropped without a trace, stands a RecoveryExpr that is not
// type-dependent. Its operands are the variables that the text may use, by the
// words in it, and the functions that it may call. So all that looks at the
// tree meets something that it does not know, at the right place. In the head
// of a branch or a loop, and in initialisers, it stands for an expression.
//
// What the text of a lost statement does is not known, but that control goes on
// behind it: no word in it jumps. Where one does, the function is lost: of a
// kernel nothing is left then, and of a function that others call one lost
// statement that returns.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_CUDA_LOSTCODE_H
#define BANKLINT_CUDA_LOSTCODE_H

#include "Cuda/Parse.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <string>
#include <vector>

namespace clang {
class FunctionDecl;
} // namespace clang

namespace banklint {

/// A statement, or an expression in the head of one, that Clang rejects.
struct LostStatement {
  const clang::FunctionDecl *Function; ///< that it stands in
  clang::SourceRange Text;             ///< its tokens, in a file
  /// "Clang rejects it: use of undeclared identifier 'x'".
  std::string Message;
  /// nvcc rejects it, too: of other code it may take what Clang does not.
  bool IsUndeclaredName = false;
};

/// What the mended tree of a source lacks.
struct LostCode {
  std::vector<LostStatement> Statements;
  /// Device functions with lost statements, and lambdas in them: their
  /// canonical declarations.
  llvm::SmallPtrSet<const clang::FunctionDecl *, 4> Functions;
  /// Kernels of which nothing is left, with the error that is why.
  llvm::MapVector<const clang::FunctionDecl *, SourceError> Kernels;
};

/// The text of a function, with the parameters of its template.
clang::SourceRange wholeRangeOf(const clang::FunctionDecl &Function);

/// Whether an error stands in a function, or in the parameters of its template.
/// It may stand behind the body, where a brace is missing.
bool standsIn(const SourceError &Error, const clang::FunctionDecl &Function);

/// Mends the bodies of all device functions of a parsed source that `Errors`
/// stand in, or that use what Clang has rejected elsewhere. In those of host
/// functions, what Clang has dropped without a trace is put in.
LostCode mendTree(clang::ASTContext &Context,
                  llvm::ArrayRef<SourceError> Errors);

} // namespace banklint

#endif // BANKLINT_CUDA_LOSTCODE_H
