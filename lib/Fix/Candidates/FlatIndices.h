//===- FlatIndices.h - Indices that run through all rows --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   for (int i = t; i < 1024; i += 256)
//     s[i] = 0;                         s[i + i / 32] = 0;
//
// An index that counts the elements of all rows, without a factor that makes
// these, leaves out what the rows before it are longer by.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FIX_FLATINDICES_H
#define BANKLINT_FIX_FLATINDICES_H

#include "Candidates/DeclaredArray.h"
#include "Finding/Finding.h"
#include "llvm/Support/Error.h"

namespace banklint {

class MacroText;

/// Indices that count rows themselves, and the bytes of what they count.
using FlatIndices = llvm::MapVector<const clang::Expr *, int64_t>;

/// Adds the index of an access to those of its array, in each instance. False
/// where there is none, where it is known already, where the code around it may
/// not change for this array alone, or where the length of a row may mean
/// something else; null if that is written as a number.
bool addFlatIndex(const clang::Expr *Access, const clang::Expr *Length,
                  const DeclaredArray &Array, const SourceMap &Map,
                  const clang::ASTContext &Context,
                  llvm::DenseMap<const clang::VarDecl *, FlatIndices> &To);

/// How the length of a row is written where an array is used: as a number, the
/// name of a variable of the file, or that of a macro which stands for a
/// number; empty where it is anything else.
std::string lengthText(const clang::Expr *Length,
                       const clang::ASTContext &Context);

/// Whether the text of a row's length means beside another expression what it
/// means where it stands, as an operand, too.
bool meansTheSame(const clang::Expr *Length, const clang::Expr *Where,
                  const SourceMap &Map, const clang::ASTContext &Context);

/// Whether an index may be written twice, for this array alone.
bool canBeFlat(const Step &S, const ArrayUses &Uses, const SourceMap &Map,
               const clang::ASTContext &Context);

/// Writes `i + i / Length * Sum`; where terms of the index say which row it is,
/// `t + j + t / Length * Sum`.
llvm::Error editFlatIndex(const clang::Expr *Index,
                          llvm::ArrayRef<const clang::Expr *> RowTerms,
                          const std::string &Length, int64_t Sum,
                          const SourceMap &Map,
                          const clang::ASTContext &Context, Fix &Out,
                          const MacroText &Alike);

} // namespace banklint

#endif // BANKLINT_FIX_FLATINDICES_H
