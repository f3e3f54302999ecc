//===- ProveEdits.h - Fixes proved for another build ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A fix edits the text of all builds of a source, and was found in one:
//
//   #ifdef USE_DOUBLE
//   using T = double;
//   #else
//   using T = float;
//   #endif
//   __shared__ T tile[32][32];       // -> tile[32][33]
//
// It stays one if the tree of each other build proves the same edits, as far as
// that build compiles what they change.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FIX_PROVEEDITS_H
#define BANKLINT_FIX_PROVEEDITS_H

#include "Analysis/Kernel.h"
#include "Finding/CompiledText.h"
#include "Fix/Propose.h"

namespace banklint {

/// Of the edits that are `Wanted` in another build, those that can be proved in
/// this one, each with all that has to be edited beside it here. They are safe
/// if no access of this build gets worse; they need not make one better.
OtherProof proveEdits(const Analysis &Found, clang::ASTContext &Context,
                      ProofBudget &Budget, llvm::ArrayRef<ProvedEdits> Wanted);

} // namespace banklint

#endif // BANKLINT_FIX_PROVEEDITS_H
