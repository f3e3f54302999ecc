//===- UselessPadding.h - Memory that frees no bank -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FIX_USELESSPADDING_H
#define BANKLINT_FIX_USELESSPADDING_H

#include "Analysis/Kernel.h"
#include "Finding/Finding.h"

namespace banklint {

/// A finding of the rule banklint-useless-padding for each padding that lowers
/// the wavefronts of no access. Empty rows are taken for padding if no access
/// of any kernel can be in them.
std::vector<Finding> findUselessPadding(const Analysis &Found,
                                        clang::ASTContext &Context);

} // namespace banklint

#endif // BANKLINT_FIX_USELESSPADDING_H
