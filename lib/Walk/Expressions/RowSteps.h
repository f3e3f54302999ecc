//===- RowSteps.h - Steps over the rows of an array -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_WALK_EXPRESSIONS_ROWSTEPS_H
#define BANKLINT_WALK_EXPRESSIONS_ROWSTEPS_H

#include "Values/Value.h"
#include "Walk/Memory.h"

namespace banklint {

/// A number of elements, and their size.
struct ElementStep {
  Value Count;
  int64_t ElementBytes;
};

/// How a pointer moves by elements of a type. Only elements that are arrays are
/// rows: a class or a vector of the same size stays as large as it is, however
/// long the rows become, so that it is counted in elements of the array.
inline ElementStep stepOver(clang::QualType Element, int64_t ElementBytes,
                            const Pointer &From, const Value &Count, Pool &P) {
  const int64_t Innermost = From.Array && !From.Index.empty()
                                ? From.Array->StrideBytes.back()
                                : ElementBytes;
  if (Element->isArrayType() || ElementBytes <= Innermost ||
      ElementBytes % Innermost)
    return {Count, ElementBytes};
  return {P.mul(Count, Value(ElementBytes / Innermost)), Innermost};
}

} // namespace banklint

#endif // BANKLINT_WALK_EXPRESSIONS_ROWSTEPS_H
