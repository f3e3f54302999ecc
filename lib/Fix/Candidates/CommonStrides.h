//===- CommonStrides.h - Row strides of all instances -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FIX_COMMONSTRIDES_H
#define BANKLINT_FIX_COMMONSTRIDES_H

#include "Candidates/DeclaredArray.h"
#include "Candidates/Strides.h"

namespace banklint {

/// The row strides of all instances of an array whose factors are written in
/// the same places.
using CommonStride = llvm::MapVector<const clang::VarDecl *, RowStride>;

/// In the order of the first instance: the longest rows first. `HasOuter` as of
/// `rowStridesOf`.
std::vector<CommonStride> commonStrides(const DeclaredArray &Array,
                                        const SourceMap &Map,
                                        const clang::ASTContext &Context,
                                        bool HasOuter = false);

/// The places of factors that stand beside another one in an index, as `WM` in
/// `s[row * BM + tile * WM]` where both are 128; the last first.
llvm::SmallVector<clang::SourceLocation, 4>
competingFactors(const CommonStride &Strides, const clang::ASTContext &Context);

CommonStride withoutFactorsAt(const CommonStride &Strides,
                              clang::SourceLocation Place);

} // namespace banklint

#endif // BANKLINT_FIX_COMMONSTRIDES_H
