//===- Kernel.h - Every access of every kernel of a source ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_ANALYSIS_KERNEL_H
#define BANKLINT_ANALYSIS_KERNEL_H

#include "Cuda/LostNames.h"
#include "Cuda/Parse.h"
#include "Finding/Finding.h"
#include "Launch/Launches.h"
#include "Trace/Trace.h"
#include "Values/Limits.h"
#include "Walk/Memory.h"
#include "Walk/SharedMemory.h"
#include "Walk/SiteMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <map>
#include <memory>
#include <set>

namespace banklint {

struct AnalysisOptions {
  /// For kernels whose launch is not visible; the first that matches counts.
  /// Globs are held against a kernel's own name ("reduce"), the qualified one
  /// ("ns::reduce") and that of reports ("ns::reduce<256>(float *)").
  std::vector<BlockDimRule> BlockDims;
  /// Rules that are off unless they are asked for.
  bool FindsUselessPadding = false;
  /// Whether conflicts that hold only for some shapes or values are findings.
  bool ReportsPossible = false;
  /// Statements and expressions that the walks of one source may spend before
  /// each kernel gets less: some ten million a second.
  uint64_t StepBudget = limits::SourceSteps;
  /// Whether the proofs of fixes have to do with what the walks left of that.
  bool BoundsProofs = false;
  /// Whether `Analysis::Counts` is asked for: formulas of what a profiler
  /// counts may take longer than all the rest.
  bool CountsTotals = false;
  /// What other sources of the run do with this one's kernels.
  Elsewhere Others;
  /// Only what host code does is asked for; nothing else is analysed.
  bool OnlyLinks = false;
};

/// A kernel walked with one block shape.
///
/// `Groups` are kept only of kernels with arrays that a padding may change.
struct WalkedKernel : KernelTraces {
  WalkedKernel(const clang::FunctionDecl *Kernel, LaunchShape Shape,
               std::shared_ptr<SharedMemory> Memory,
               std::shared_ptr<SiteMap> SitesOfSource,
               std::shared_ptr<const LostNames> Lost);

  const clang::FunctionDecl *Kernel;
  LaunchShape Shape;
  std::shared_ptr<SharedMemory> Memory;   ///< the same for all shapes
  std::shared_ptr<SiteMap> SitesOfSource; ///< the same for all kernels
  /// What was passed over, and what it is.
  std::map<clang::SourceLocation, Reason> NotUnderstood;
  llvm::BumpPtrAllocator Reasons; ///< their fields
  /// It ends with an error in blocks of this shape.
  bool IsRefused = false;
  std::shared_ptr<const LostNames> Lost; ///< the same for all kernels
  /// Clang rejects code, a type or a constant that it may reach: what is done
  /// with its arrays is not known.
  bool IsHalfRead = false;
  /// Of the expressions of a `StrideChange`: those that a walk met.
  std::set<const clang::Expr *> MetStrides;
  /// Where one of them counts in memory that is not shared, or is stored.
  const clang::Expr *StrideElsewhere = nullptr;
  /// One that is perhaps worth something else, as KernelWalk says.
  const clang::Expr *ChangedValue = nullptr;
  uint64_t Steps = 0; ///< that the walk spent
};

/// Walks a kernel with one of its block shapes once more, as it would be if the
/// source were changed: as `Strides` says, by `StrideUnits` of the group. Takes
/// what it spends from `StepBudget`; the walk is not complete if that ends at
/// 0.
WalkedKernel walkWithStrides(const WalkedKernel &Before,
                             const StrideChange &Strides, uint64_t &StepBudget,
                             clang::ASTContext &Context);

/// The same whatever a launch passes, in a grid of any size: goes where the
/// sizes of the known launches do not lead, as to the other arm of a guard.
WalkedKernel walkOpenWithStrides(const WalkedKernel &Before,
                                 const StrideChange &Strides,
                                 uint64_t &StepBudget,
                                 clang::ASTContext &Context);

/// Sees the trace of each group of warps that the analysis walks. (Nothing sees
/// those of `walkWithStrides`.)
class TraceObserver {
public:
  virtual ~TraceObserver() = default;
  /// Whether traces are to have `Counted`.
  virtual bool asksForNumbers() const { return false; }
  /// As the walk recorded it.
  virtual void recorded(const WalkedKernel &Walked, const Trace &Group) = 0;
  /// Every group of a kernel has been recorded, in one of its blocks.
  virtual void walked(const WalkedKernel &) {}
  /// After its regions are applied: what requests are made of.
  virtual void prepared(const WalkedKernel &Walked, const Trace &Group) = 0;
};

using KernelSet = llvm::SmallPtrSet<const clang::FunctionDecl *, 8>;

/// What all kernels of a source do with shared memory.
struct Analysis {
  std::vector<WalkedKernel> Walked;
  std::vector<Access> Accesses; ///< in the order of the source
  std::vector<NotAnalysed> Gaps;
  std::vector<KernelCount> Counts; ///< by kernel and shape, if asked for
  unsigned Kernels = 0;
  /// Those that were walked, by the name that accesses have; null where several
  /// have it.
  std::map<std::string, const clang::FunctionDecl *> Names;
  uint64_t StepsLeft = 0; ///< of the budget of the source
  /// Those that a larger budget would have walked further.
  KernelSet CutShort;
  /// What other sources of the run may want to know.
  LaunchLinks Links;
};

/// Walks every kernel of a parsed source that has a body, in each of its
/// instantiations and with each of its block shapes. Kernels with errors are
/// named in `Gaps`, as are kernel templates that nothing instantiates. Of those
/// that were tried, see TemplateProbes.h, what conflicts in every try is
/// listed. Deterministic. Kernels in `Known` are passed over, and spend
/// nothing.
Analysis analyseKernels(clang::ASTContext &Context,
                        llvm::ArrayRef<SourceError> Errors,
                        const AnalysisOptions &Options,
                        const KernelSet &Known = {},
                        TraceObserver *Observer = nullptr);

} // namespace banklint

#endif // BANKLINT_ANALYSIS_KERNEL_H
