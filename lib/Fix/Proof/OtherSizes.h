//===- OtherSizes.h - Shared memory in other configurations -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel has at most 48 KB of static shared memory. Longer rows that fit in
// here may not where another configuration has a longer extent, a wider type or
// one more array: it would not compile.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FIX_OTHERSIZES_H
#define BANKLINT_FIX_OTHERSIZES_H

#include "Candidates/DeclaredArray.h"
#include "Text/Mentions.h"

namespace banklint {

/// What makes a kernel's shared memory larger in another configuration that the
/// text knows, if longer rows would then not fit in, or nobody can tell.
/// Values that only a command line gives to a macro are not among these.
std::optional<SourceObstacle>
otherSize(const DeclaredArray &Array, const std::vector<ArrayInKernel> &Uses,
          const Layout &Longer, Mentions &Mentioned, const SourceMap &Map,
          const clang::ASTContext &Context);

} // namespace banklint

#endif // BANKLINT_FIX_OTHERSIZES_H
