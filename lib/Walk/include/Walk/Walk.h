//===- Walk.h - What the lanes of a warp do ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks a body as the hardware would, all 32 lanes of a warp at once, and
// records every access to shared memory. Branches with known conditions split
// the lanes; the two arms of an unknown condition are walked one after the
// other and joined. Loops are iterated while their condition is known, and are
// otherwise walked once with a symbol for the number of iterations.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_WALK_WALK_H
#define BANKLINT_WALK_WALK_H

#include "Config/LaunchesElsewhere.h"
#include "Trace/Trace.h"
#include "Walk/Memory.h"
#include "Walk/SharedMemory.h"
#include "Walk/SiteMap.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"
#include <optional>

namespace banklint {

/// Three values or numbers, as `threadIdx` and `blockDim` have.
template <typename T> using Triple = std::array<T, 3>;

/// Where a walk begins.
struct WalkInput {
  Triple<Value> ThreadIndex;
  Triple<Value> BlockIndex;
  Triple<Value> BlockDim;
  Triple<Value> GridDim;
  LaneMask Active = AllLanes;
  /// What the launch passes for each parameter, where that is a known number.
  llvm::ArrayRef<std::optional<int64_t>> Arguments;
  /// One entry a warp of the group: what to put in for the warp-shift symbols.
  llvm::SmallVector<Assignment, 8> Warps;
};

/// A launch that host code makes, as the interpreter found it, or a call of a
/// function that launches in another source.
struct LaunchSite {
  const clang::CallExpr *Call = nullptr;
  /// Of a call; null for a launch, which has all the rest but `Passed`.
  const clang::FunctionDecl *Function = nullptr;
  /// By parameter: the scalars that the argument consists of; none where it is
  /// not known.
  llvm::SmallVector<llvm::SmallVector<Value, 3>, 0> Passed;
  /// Null where it is called through a pointer to one of several kernels.
  const clang::FunctionDecl *Kernel = nullptr;
  clang::QualType KernelType;
  Triple<Value> Grid, Block;
  /// By parameter; not numbers where they are not known.
  llvm::SmallVector<Value, 8> Arguments;
};

/// How a walk ended.
enum class WalkEnd {
  Complete,
  WarpsDisagree, ///< the warps of the group have to be walked apart
  OutOfBudget,
};

/// What the walk passes over. The fields of the reason are the trace's.
struct WalkGap {
  clang::SourceLocation Where;
  Reason What;
};

/// What a kernel's walk says beside its trace.
struct KernelWalk {
  WalkEnd End = WalkEnd::Complete;
  /// Where warps disagreed: for each warp the number of its partition, from 0
  /// on. The trace is not of use then.
  llvm::SmallVector<unsigned, 32> Partition;
  /// The kernel certainly stops with an error: it is not made for such blocks.
  bool IsRefused = false;
  /// Of the expressions of a `StrideChange`: those that were evaluated.
  llvm::DenseSet<const clang::Expr *> MetStrides;
  /// An access by which one of them counts in memory that is not shared, or is
  /// stored; null where there is none.
  const clang::Expr *StrideElsewhere = nullptr;
  /// One of them that is perhaps worth something else where it is written as
  /// the change says: `a | b` with bits in common, as a sum.
  const clang::Expr *ChangedValue = nullptr;
  std::vector<WalkGap> Gaps;
};

/// Runs the body of a kernel for one group of warps: the accesses go to `Into`,
/// whose pool has the values of the input. Where `Strides` is given, the source
/// is as that changes it, by units of `Into.StrideUnits`. Says how often code
/// runs unless `Into.Times` is empty, and which numbers count if `Into.Counted`
/// is set. Takes from `StepBudget` what it spends.
KernelWalk walkKernel(clang::ASTContext &Context,
                      const clang::FunctionDecl *Kernel, const WalkInput &Input,
                      const StrideChange *Strides, SharedMemory &Memory,
                      SiteMap &Sites, uint64_t &StepBudget, Trace &Into);

/// What host code launches.
struct HostWalk {
  WalkEnd End = WalkEnd::Complete;
  std::vector<LaunchSite> Launches;
  /// Functions that were called again from within, or too deep: what these
  /// calls do was not walked.
  llvm::SetVector<const clang::FunctionDecl *> PassedOver;
};

/// How the walk of a host function begins.
struct HostInput {
  /// What its parameters count when the program starts, as `argc` does.
  llvm::ArrayRef<std::optional<int64_t>> Counts = {};
  /// What a call in another source passes; may be null.
  const PassedNumbers *Passed = nullptr;
  /// Functions without a body here whose calls are noted among the launches, by
  /// canonical declaration; may be null.
  const llvm::DenseSet<const clang::FunctionDecl *> *Asked = nullptr;
};

/// Runs a function of the host; of its arguments nothing else is known. The
/// values of the launches belong to the pool. `Sites` are those of all walks of
/// the host.
HostWalk walkHost(clang::ASTContext &Context,
                  const clang::FunctionDecl *Function, Pool &P, SiteMap &Sites,
                  const HostInput &Input = {});

} // namespace banklint

#endif // BANKLINT_WALK_WALK_H
