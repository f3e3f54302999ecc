//===- ResultBounds.h - What is known of an unknown result ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An operation that cannot be carried out still has bounds, and something that
// divides its result.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_VALUES_RESULTBOUNDS_H
#define BANKLINT_VALUES_RESULTBOUNDS_H

#include "Values/Value.h"
#include <cstdint>

namespace banklint {

/// What the result can be, for operands of these ranges.
Range boundsOfResult(Operation Op, const Value &A, Range Left, const Value &B,
                     Range Right, IntType T);

/// A power of two that divides the result; `A` and `B` divide the operands.
int64_t multipleOfResult(Operation Op, int64_t A, int64_t B);

} // namespace banklint

#endif // BANKLINT_VALUES_RESULTBOUNDS_H
