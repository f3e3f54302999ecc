//===- WrittenValues.h - Initializers in the place of variables -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   int i = y * 32 + x;
//   s[i] = in[i];          s[y * (32 + 1) + x] = in[i];
//
// An index that also counts in other memory stays what it is, and is written
// out where the array is used.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FIX_WRITTENVALUES_H
#define BANKLINT_FIX_WRITTENVALUES_H

#include "Candidates/Strides.h"
#include "Finding/Finding.h"
#include "Text/SourceMap.h"
#include "llvm/Support/Error.h"

namespace banklint {

class MacroText;

/// Whether a statement is another one or stands in it. The other may be null.
bool isPartOf(const clang::Stmt *S, const clang::Stmt *Whole);

/// Whether a loop declares a variable in its first part. It may be null.
bool isLoopCounter(const clang::VarDecl *D);

/// Whether a variable holds what it was initialized with wherever it is read,
/// and its initializer is worth the same there, and does nothing else.
bool isWritable(const clang::VarDecl *D, const SourceMap &Map,
                const clang::ASTContext &Context);

/// The load of a writable variable by a name, if the text of its initializer
/// means the same in that place; else null.
const clang::Expr *writableLoad(const clang::DeclRefExpr *Name,
                                const SourceMap &Map,
                                const clang::ASTContext &Context);

/// Whether the initializer is only worth in that place what the variable is
/// with a cast to its type.
bool needsCast(const clang::Expr *Load, const clang::VarDecl *D,
               const SourceMap &Map, const clang::ASTContext &Context);

/// Whether a variable of the file, outside of all namespaces, is meant by its
/// name in a place of a function.
bool isVisibleAt(clang::SourceLocation Place,
                 const clang::FunctionDecl *Function, const clang::VarDecl *D,
                 const clang::ASTContext &Context);

/// What the initializers of the variables that are written out name, and these
/// themselves: other configurations of the source may declare them otherwise.
llvm::SetVector<const clang::NamedDecl *>
namesWritten(llvm::ArrayRef<const clang::VarDecl *> Variables);
llvm::SetVector<const clang::NamedDecl *> namesWritten(const RowStride &S);

/// Edits all factors of indices, for rows that are longer by so many bytes;
/// macros may write what is edited `Alike`.
llvm::Error editIndices(const RowStride &S, int64_t ExtraBytes,
                        const MacroText &Alike, const SourceMap &Map,
                        const clang::ASTContext &Context, Fix &Out);

} // namespace banklint

#endif // BANKLINT_FIX_WRITTENVALUES_H
