//===- Shapes.h - Shapes of launches, and sums ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_PROFILE_SHAPES_H
#define BANKLINT_PROFILE_SHAPES_H

#include "Profile/Comparison.h"
#include <array>
#include <cstdint>
#include <string>

namespace banklint {

using Extents = std::array<unsigned, 3>;

/// Adds what may come from any file: the most that there is, rather than more.
void addTo(int64_t &Sum, int64_t Number);
void addTo(Measurement &Sum, const Measurement &M);

/// Threads of a block, or blocks of a grid; the most that there is, rather than
/// more.
int64_t productOf(const Extents &E);

/// "32x8", without extents of 1 at its end.
std::string shapeText(const Extents &E);

} // namespace banklint

#endif // BANKLINT_PROFILE_SHAPES_H
