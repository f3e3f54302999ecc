//===- Places.h - Places in arrays whose rows are longer --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_LAYOUT_PLACES_H
#define BANKLINT_LAYOUT_PLACES_H

#include "Layout/Layout.h"

namespace banklint {

/// A place with a number put in for the units of longer strides.
SharedAddress withUnits(const Trace &Group, const SharedAddress &Where,
                        int64_t Units);

/// The offset in the array, in bytes.
Value offsetIn(const Trace &Group, const SharedAddress &Where,
               llvm::ArrayRef<int64_t> StrideBytes);

} // namespace banklint

#endif // BANKLINT_LAYOUT_PLACES_H
