//===- LineTable.h - On which line machine code has an access ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The line of an access that is spread over several. nvcc's line tables have it
// where the last operand of its address stands, whatever follows that:
//
//   *(s +
//     2 * t   // here
//    ) = x;
//
//   s[2 *
//     t       // here
//    ]
//     .x
//
// A call is one operand, which stands where the call begins; so is a constant
// that the front end works out. Read off the machine code of generated
// accesses. Evidence: lit/merging/lines-of-accesses.cu (nvcc 13.0 -O3, sm_90).
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_NVCC_SOURCE_LINETABLE_H
#define BANKLINT_NVCC_SOURCE_LINETABLE_H

#include "clang/AST/Expr.h"
#include <optional>

namespace banklint {

/// Where line tables have what is loaded from or stored to this place, or the
/// value of this expression; nothing where it is spread over lines and no rule
/// is known.
std::optional<clang::SourceLocation>
placeInLineTables(const clang::Expr &E, const clang::ASTContext &Context);

/// A copy or move assignment that moves the whole object, and is no call in
/// machine code.
bool isTrivialAssignment(const clang::FunctionDecl *Callee);

} // namespace banklint

#endif // BANKLINT_NVCC_SOURCE_LINETABLE_H
