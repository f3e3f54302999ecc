//===- SROA.h - What is looked at of objects that are loaded ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SROA and ADCE: an object in a local variable is taken apart, and the program
// loads of it what it looks at. Here the walk says what that is, part by part;
// Nvcc/Passes/LLVM/SROA.cpp makes loads of the members.
//
//   float4 v = s[t];            of v, only y is looked at: UsedBytes 00f0
//   out[t] = v.y;
//
// A scalar that nobody looks at is inexact by dce, and bytes that may have been
// overwritten before anyone did by sroa. Evidence: lit/merging/members.cu and
// unused-loads.cu (nvcc 13.0 -O3, sm_90).
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_NVCC_SOURCE_SROA_H
#define BANKLINT_NVCC_SOURCE_SROA_H

#include "Trace/AccessRecord.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace banklint {

/// nvcc 13.0 takes local objects apart up to this size, whatever their members:
/// of 2,048 floats it stores the one that was written, of 2,049 it copies all.
inline constexpr int64_t MostApartBytes = 8192;

/// A record that loads a part of an object, or a scalar, into a variable.
struct PartLoad {
  size_t Record;
  /// Tells loads apart, also from those that were taken back.
  unsigned Load, FirstOfObject;
  unsigned ElementBytes; ///< where members are used
  bool IsScalar = false;
};

/// What became of the bytes that a load brought to a local object.
struct LoadUse {
  uint16_t UsedBytes;    ///< those that were looked at
  bool MayBeOverwritten; ///< before anyone did
  bool IsGuessed;        ///< it counts as used whole
};
using UseOfLoad = llvm::function_ref<LoadUse(unsigned Load)>;

/// What the program never looks at is not loaded. An object of which nothing is
/// looked at may go where the walk does not see it.
void applyUses(llvm::MutableArrayRef<AccessRecord> Records,
               llvm::ArrayRef<PartLoad> PartLoads, UseOfLoad UseOf, Pool &P);

} // namespace banklint

#endif // BANKLINT_NVCC_SOURCE_SROA_H
