//===- Accesses.h - From sums to what a report lists ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_ANALYSIS_ACCESSES_H
#define BANKLINT_ANALYSIS_ACCESSES_H

#include "Analysis/Kernel.h"
#include "Cost/AccessSums.h"

namespace banklint {

/// The names of a kernel in reports: see Access.
struct KernelName {
  std::string Full, Short;
};

/// What is said of one place under one kernel, whose name reports print, and
/// one block shape: the sum gets its verdict.
Access accessFor(const SiteKey &Key, const AccessSum &Sum,
                 const WalkedKernel &Walked, const KernelName &Kernel,
                 const clang::ASTContext &Context);

} // namespace banklint

#endif // BANKLINT_ANALYSIS_ACCESSES_H
