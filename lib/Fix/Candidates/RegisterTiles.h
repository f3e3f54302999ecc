//===- RegisterTiles.h - Kernels that fill their registers ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel that multiplies matrices keeps a tile of its results in registers,
// 64 or more in each thread, and stands close to the number at which an SM has
// room for one block less. Its loads are unrolled, and an index that gets
// longer takes more registers at each of them.
//
//   float acc[8][8];                            // 128 registers, 2 blocks
//   b[j] = Bs[k * 128 + tx + j];                // 129 with a gap: 1 block
//
// Measured on an H200 (CUDA 13.0): of ten such kernels in public programs six
// got slower by a swizzle or gaps, five of them by more than a quarter, though
// all lost their conflicts. Longer rows take no registers.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FIX_REGISTERTILES_H
#define BANKLINT_FIX_REGISTERTILES_H

#include "Candidates/DeclaredArray.h"

namespace banklint {

/// Whether some kernel that uses an array has so much of its own, in arrays of
/// the functions that it comes to, that longer indices may cost it a block; in
/// blocks of which a thread may have 64 registers, in all of its variables.
bool fillsRegisters(const DeclaredArray &Array,
                    const clang::ASTContext &Context);

} // namespace banklint

#endif // BANKLINT_FIX_REGISTERTILES_H
