//===- WaitingLoops.h - Loops that wait for other blocks --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A barrier of all blocks that a kernel makes by hand counts on all of them
// running at once. Where each takes more shared memory, fewer may.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FIX_WAITINGLOOPS_H
#define BANKLINT_FIX_WAITINGLOOPS_H

#include "clang/AST/Decl.h"
#include "llvm/ADT/DenseSet.h"

namespace banklint {

/// The first place in these functions where a thread may wait for what another
/// block does: a loop that reads memory which others may write, and is not seen
/// to end whatever it reads, or a library's function that waits. Null if there
/// is none.
const clang::Stmt *
waitingLoop(const llvm::DenseSet<const clang::FunctionDecl *> &Functions,
            const clang::ASTContext &Context);

} // namespace banklint

#endif // BANKLINT_FIX_WAITINGLOOPS_H
