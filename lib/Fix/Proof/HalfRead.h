//===- HalfRead.h - What rejected code may do to fixes ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Beside code that Clang rejects a fix is as safe as elsewhere if that code has
// none of the names that the fix depends on (Cuda/LostNames.h): of its kernels,
// of what leads to their launches, and of what its edited lines declare. What
// launches pass is looked at by itself (LaunchOrigins.h).
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FIX_HALFREAD_H
#define BANKLINT_FIX_HALFREAD_H

#include "Candidates/DeclaredArray.h"
#include "Finding/Finding.h"

namespace banklint {

/// Whether code that Clang rejects, or a header that is not found, may launch a
/// kernel, or call what launches it.
bool mayBeLaunchedUnread(const WalkedKernel &Walked, const SourceMap &Map);

/// Whether a fix may depend on code that is not seen. One of dynamic memory
/// does where a kernel calls such code. Any may where Clang rejects something,
/// or a header is not found: not where that names nothing that the fix depends
/// on, nor for edits within plain kernels that reach nothing of it, of an array
/// that is declared with its size and its rows: however they are launched, the
/// elements of a row stay in it.
bool isHalfRead(const DeclaredArray &Array, const Fix &Edits,
                const SourceMap &Map, const clang::ASTContext &Context);

} // namespace banklint

#endif // BANKLINT_FIX_HALFREAD_H
