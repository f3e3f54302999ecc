//===- MemberRows.h - Rows that are a member of a class ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   struct Stage { float a[32][32]; float sums[32]; };
//   __shared__ Stage s;              the inner extent of `a` grows, and `sums`
//                                    moves
//   struct Row { float v[32]; };
//   __shared__ Row rows[32];         the extent of `v` grows, and rows move
//
// All objects of the class change. So they have to be this array, and what is
// done to them has to go through the names of members.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FIX_MEMBERROWS_H
#define BANKLINT_FIX_MEMBERROWS_H

#include "Candidates/RowForm.h"

namespace banklint {

/// A form for each member with rows that the walks access, in the order of the
/// class. `Map` has to outlive them.
std::vector<std::unique_ptr<RowForm>> memberRows(const DeclaredArray &Array,
                                                 const SourceMap &Map,
                                                 clang::ASTContext &Context,
                                                 uint64_t &StepBudget);

} // namespace banklint

#endif // BANKLINT_FIX_MEMBERROWS_H
