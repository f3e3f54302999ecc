//===- Records.h - The accesses of a group of warps -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_TRACE_RECORDS_H
#define BANKLINT_TRACE_RECORDS_H

#include "Trace/Memory.h"
#include <memory>
#include <vector>

namespace banklint {

/// The accesses of one group of warps, which differ only in what all lanes
/// share.
struct WarpGroupRecords {
  std::unique_ptr<Pool> Values;
  llvm::SmallVector<Assignment, 8> Warps;
  /// The accesses of the source, in program order.
  std::vector<AccessRecord> Records;
  std::vector<LoopPiece> Pieces; ///< what the records' `Piece` counts
  /// By how many units the strides are longer, where that is left open.
  const Atom *StrideUnits = nullptr;
};

/// The same with a pool of their own, which holds nothing else: most of what a
/// walk computes no access depends on.
WarpGroupRecords compact(const WarpGroupRecords &Group);

} // namespace banklint

#endif // BANKLINT_TRACE_RECORDS_H
