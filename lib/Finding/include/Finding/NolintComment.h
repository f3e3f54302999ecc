//===- NolintComment.h - The comment that silences a line -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FINDING_NOLINTCOMMENT_H
#define BANKLINT_FINDING_NOLINTCOMMENT_H

#include "llvm/ADT/StringRef.h"
#include <cstddef>
#include <optional>
#include <string>

namespace banklint {

/// What goes into a line, and where.
struct NolintComment {
  size_t Column = 0; ///< bytes from the beginning of the line
  std::string Text;
};

/// The comment that silences rules, "banklint-a, banklint-b", in a line. Nothing
/// where the line ends within a comment or a raw string.
std::optional<NolintComment> nolintComment(llvm::StringRef Line,
                                           llvm::StringRef Rules);

} // namespace banklint

#endif // BANKLINT_FINDING_NOLINTCOMMENT_H
