//===- GappedIndices.h - Gaps behind each 128 bytes -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   s[i + i / 32 * 4]              of 32 floats each, a gap of four
//   s[k][t * 8 + j + t * 8 / 32 * 4]
//
// Rows of 128 bytes, whatever the source counts in, that are longer: lanes that
// meet in a bank come to lie apart where no longer row of the source's parts
// them, as those of a register tile's merged loads.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FIX_GAPPEDINDICES_H
#define BANKLINT_FIX_GAPPEDINDICES_H

#include "Candidates/RowForm.h"

namespace banklint {

/// The form with gaps behind each 128 bytes; null where it cannot be edited. A
/// row of the array is a whole number of these. Of an index that counts in a
/// loop only what is the same in each round says how many gaps lie before it,
/// where it may: what stands side by side then still merges. Walks take
/// what they spend from `StepBudget`. The arguments have to outlive the form.
std::unique_ptr<RowForm> gappedForm(const DeclaredArray &Array,
                                    const SourceMap &Map,
                                    clang::ASTContext &Context,
                                    uint64_t &StepBudget);

/// "s[i + i / 32 * 4]", "s[row][column + column / 32 * 4]".
std::string gappedText(const DeclaredArray &Array, const Layout &L);

} // namespace banklint

#endif // BANKLINT_FIX_GAPPEDINDICES_H
