//===- LibraryLayouts.h - Better layouts of a library's tensors -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a library accesses through its layouts, no edit of the source's
// subscripts moves: what is named is the layout that frees all accesses.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FIX_LIBRARYLAYOUTS_H
#define BANKLINT_FIX_LIBRARYLAYOUTS_H

#include "Candidates/DeclaredArray.h"
#include "Finding/Note.h"

namespace banklint {

using LayoutCure = std::variant<note::LayoutSwizzle, note::LayoutStrides>;

class LibraryLayouts {
public:
  explicit LibraryLayouts(clang::ASTContext &Context) : Context(Context) {}

  /// For each layout that an array has in some kernel and that conflicts, the
  /// least swizzle that frees all accesses, or else the best strides that do.
  std::vector<LayoutCure> curesOf(const DeclaredArray &Array,
                                  uint64_t &StepBudget);

private:
  /// The walk of a kernel once more, with all that it records; null where the
  /// budget does not last.
  const WalkedKernel *walkAgain(const WalkedKernel &Walk, uint64_t &StepBudget);

  clang::ASTContext &Context;
  /// The arrays of a kernel share its walk.
  std::map<const WalkedKernel *, WalkedKernel> Walks;
};

} // namespace banklint

#endif // BANKLINT_FIX_LIBRARYLAYOUTS_H
