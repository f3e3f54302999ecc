//===- IndexedRows.h - Rows that the indices of an array make ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   float s[1024], s[r * 32 + c]     the factor in every index grows, and the
//                                    extent
//   extern float s[], s[r * 32 + c]  the factor in every index, and the bytes
//                                    that each launch asks for
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FIX_INDEXEDROWS_H
#define BANKLINT_FIX_INDEXEDROWS_H

#include "Candidates/RowForm.h"

namespace banklint {

/// A form for each length of rows that the indices speak of: none where no
/// index has a constant factor. `Array` and `Map` have to outlive them.
std::vector<std::unique_ptr<RowForm>> indexedRows(const DeclaredArray &Array,
                                                  const SourceMap &Map,
                                                  clang::ASTContext &Context,
                                                  uint64_t &StepBudget);

} // namespace banklint

#endif // BANKLINT_FIX_INDEXEDROWS_H
