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
#include "Kernel/Records.h"
#include "Kernel/SharedMemory.h"
#include <map>
#include <memory>

namespace banklint {

struct AnalysisOptions {
  /// For kernels whose launch is not visible; the first that matches counts.
  /// Globs are held against a kernel's own name ("reduce"), the qualified one
  /// ("ns::reduce") and that of reports ("ns::reduce<256>(float *)").
  std::vector<BlockDimRule> BlockDims;
};

/// A kernel walked with one block shape.
struct WalkedKernel {
  const clang::FunctionDecl *Kernel = nullptr;
  LaunchShape Shape;
  std::shared_ptr<SharedMemory> Memory; ///< the same for all shapes
  /// Those with arrays that a padding may change.
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
