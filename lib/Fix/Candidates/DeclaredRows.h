//===- DeclaredRows.h - Rows that an array is declared with -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   float s[32][32]                  the extent grows; of matrix fragments, the
//                                    leading dimension as well
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FIX_DECLAREDROWS_H
#define BANKLINT_FIX_DECLAREDROWS_H

#include "Candidates/RowForm.h"

namespace banklint {

/// The one form of rows that are declared. `Array` and `Map` have to outlive
/// it.
std::unique_ptr<RowForm> declaredRows(const DeclaredArray &Array,
                                      const SourceMap &Map,
                                      clang::ASTContext &Context,
                                      uint64_t &StepBudget);

} // namespace banklint

#endif // BANKLINT_FIX_DECLAREDROWS_H
