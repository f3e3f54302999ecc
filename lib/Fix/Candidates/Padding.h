//===- Padding.h - Parts of an array that nothing touches -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FIX_PADDING_H
#define BANKLINT_FIX_PADDING_H

#include "Candidates/DeclaredArray.h"
#include "Layout/Replay.h"

namespace banklint {

/// A part of an array that nothing touches: the last elements of each row of a
/// dimension, or the last member of a structure.
struct Padding {
  unsigned Dimension = 0;
  int64_t Elements = 0;                     ///< of that dimension
  const clang::FieldDecl *Member = nullptr; ///< if it is one
  int64_t Bytes = 0;                        ///< of the whole array
  LayoutCost With, Without;

  /// No access takes more wavefronts without it, in any kernel or block.
  bool IsUseless = false;
};

/// The member of an array's elements that only moves the others apart, if all
/// uses of the array are understood.
std::optional<Padding> memberPaddingOf(const DeclaredArray &Array,
                                       const SourceMap &Map,
                                       clang::ASTContext &Context);

} // namespace banklint

#endif // BANKLINT_FIX_PADDING_H
