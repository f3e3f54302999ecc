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

#ifndef BANKLINT_INTERPRETER_WALK_H
#define BANKLINT_INTERPRETER_WALK_H

#include "Interpreter/Memory.h"
#include "Interpreter/SharedMemory.h"
#include "Interpreter/SiteMap.h"
#include "Trace/Trace.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseSet.h"
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

/// A launch that host code makes, as the interpreter found it.
struct LaunchSite {
  const clang::CallExpr *Call = nullptr;
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
/// is as that changes it, by units of `Into.StrideUnits`. Takes from
/// `StepBudget` what it spends.
KernelWalk walkKernel(clang::ASTContext &Context,
                      const clang::FunctionDecl *Kernel, const WalkInput &Input,
                      const StrideChange *Strides, SharedMemory &Memory,
                      SiteMap &Sites, uint64_t &StepBudget, Trace &Into);

/// What host code launches.
struct HostWalk {
  WalkEnd End = WalkEnd::Complete;
  std::vector<LaunchSite> Launches;
};

/// Runs a function of the host; of its arguments nothing is known but these
/// numbers. The values of the launches belong to the pool.
HostWalk walkHost(clang::ASTContext &Context,
                  const clang::FunctionDecl *Function, Pool &P,
                  llvm::ArrayRef<std::optional<int64_t>> Arguments = {});

} // namespace banklint

#endif // BANKLINT_INTERPRETER_WALK_H
