//===- Constants.h - Numbers that the text gives ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_NVCC_SOURCE_CONSTANTS_H
#define BANKLINT_NVCC_SOURCE_CONSTANTS_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/APSInt.h"
#include <optional>

namespace banklint {

/// The number that an expression of integral type always is, in its type:
/// `sizeof(float) * N`. None where it is no constant, or depends on a
/// template's parameters.
inline std::optional<llvm::APSInt>
constantOf(const clang::Expr *E, const clang::ASTContext &Context) {
  clang::Expr::EvalResult Result;
  if (E->isValueDependent() || !E->getType()->isIntegralOrEnumerationType() ||
      !E->EvaluateAsInt(Result, Context))
    return std::nullopt;
  return Result.Val.getInt();
}

/// The same as 64 bits.
inline std::optional<int64_t> bitsOfConstant(const clang::Expr *E,
                                             const clang::ASTContext &Context) {
  const std::optional<llvm::APSInt> Number = constantOf(E, Context);
  return Number ? std::optional(int64_t(Number->extOrTrunc(64).getZExtValue()))
                : std::nullopt;
}

} // namespace banklint

#endif // BANKLINT_NVCC_SOURCE_CONSTANTS_H
