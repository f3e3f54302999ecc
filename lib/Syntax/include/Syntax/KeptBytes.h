//===- KeptBytes.h - Of which bytes of a number something is made -*- C++ -*-=//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of a number that is loaded and then looked at in whole bytes only, nvcc loads
// those: `s[t] & 255` of an `int` is LDS.U8, `s[t] >> 16` of an `unsigned`
// LDS.U16 two bytes further on, `(int)(s[t] >> 32)` of a `long long` LDS four
// bytes further on. Read off machine code for sm_90, nvcc 13.0.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_SYNTAX_KEPTBYTES_H
#define BANKLINT_SYNTAX_KEPTBYTES_H

#include "clang/AST/Expr.h"
#include <optional>

namespace banklint {

/// The bytes of a number that an operation keeps.
struct KeptBytes {
  const clang::Expr *Of = nullptr; ///< without parentheses and casts
  unsigned First = 0, Count = 0;
};

/// What a shift, a mask, a division or remainder by a power of two, or a cast
/// keeps of a wider number; nothing where it keeps all, or no whole bytes that
/// a load could bring.
std::optional<KeptBytes> keptBytesOf(const clang::Expr *Operation,
                                     const clang::ASTContext &Context);

} // namespace banklint

#endif // BANKLINT_SYNTAX_KEPTBYTES_H
