//===- Kernel.h - Every access of every kernel of a source ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_KERNEL_KERNEL_H
#define BANKLINT_KERNEL_KERNEL_H

#include "Cuda/Parse.h"
#include "Finding/Finding.h"
#include "Kernel/Launches.h"
#include "Kernel/SharedMemory.h"
#include <map>
#include <memory>

namespace banklint {

struct AnalysisOptions {
  /// For kernels whose launch is not visible.
  std::optional<BlockExtents> BlockDim;
  /// Whether conflicts that hold only for some shapes or values are findings.
  bool ReportsPossible = false;
  /// Statements and expressions that the walks of one source may spend before
  /// each kernel gets less: some twenty million a second.
  uint64_t StepBudget = 20'000'000;
};

/// The requests of one group of warps, which differ only in what all lanes
/// share.
struct WarpGroupRecords {
  std::unique_ptr<Pool> Values;
  llvm::SmallVector<Assignment, 8> Warps;
  /// The accesses of the source, in program order.
  std::vector<AccessRecord> Records;
  std::vector<LoopPiece> Pieces; ///< what the records' `Piece` counts
  /// What the machine makes of them.
  std::vector<AccessRecord> Requests;
};

/// A kernel walked with one block shape.
struct WalkedKernel {
  const clang::FunctionDecl *Kernel = nullptr;
  LaunchShape Shape;
  std::shared_ptr<SharedMemory> Memory; ///< the same for all shapes
  std::vector<WarpGroupRecords> Groups;
  /// Statements that were passed over, and what they are.
  std::map<clang::SourceLocation, std::string> NotUnderstood;
};

/// What all kernels of a source do with shared memory.
struct Analysis {
  std::vector<WalkedKernel> Walked;
  std::vector<Access> Accesses; ///< in the order of the source
  std::vector<NotAnalysed> Gaps;
  unsigned Kernels = 0;
};

/// Walks every kernel of a parsed source that has a body, in each of its
/// instantiations and with each of its block shapes. Kernels with errors are
/// named in `Gaps`, as are kernel templates that nothing instantiates.
/// Deterministic.
Analysis analyseKernels(clang::ASTContext &Context,
                        llvm::ArrayRef<SourceError> Errors,
                        const AnalysisOptions &Options);

} // namespace banklint

#endif // BANKLINT_KERNEL_KERNEL_H
