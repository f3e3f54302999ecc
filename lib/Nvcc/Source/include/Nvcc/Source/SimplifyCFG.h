//===- SimplifyCFG.h - What arms of branches have in common -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SimplifyCFG, sinkCommonCodeFromPredecessors: what both arms of an if store
// last is stored once, behind it. The text says which stores these are; the
// records, whether they go to one place (Nvcc/Passes/LLVM/SimplifyCFG.cpp).
//
//   if (c) s[t] = f(x); else s[t] = g(x);         one store behind it
//   if (c) s[t] = f(x); else s[t] = 0;            two, outside of loops
//
// And speculativelyExecuteBB: an arm that does no more than load from one or
// two places that are always there is no branch where it is cheap. All lanes
// load, and the value is selected: inexact by cfg.speculate.
//
//   if (threadIdx.x == 0) sum += s[2];
//
// Evidence: lit/merging/branches.cu, stores-of-zero.cu and speculated-loads.cu
// (nvcc 13.0 -O3, sm_90).
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_NVCC_SOURCE_SIMPLIFYCFG_H
#define BANKLINT_NVCC_SOURCE_SIMPLIFYCFG_H

#include "Trace/RecordedCode.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/FunctionExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Allocator.h"

namespace banklint {

/// A store of the one arm, and its like on the other.
using ExprPair = std::pair<const clang::Expr *, const clang::Expr *>;

/// The stores that the arms end with, the last first: one after another, with
/// nothing to compute in between. Only the text is compared: whether it means
/// the same place on both arms is for the walk to say.
llvm::SmallVector<ExprPair, 4>
storesBothEndWith(const clang::IfStmt *S, const clang::ASTContext &Context);

/// Whether each arm keeps its last store, where the `if` is in no loop: the one
/// stores a zero, which takes no register, and the other what it makes first.
bool keepsStoreOfZero(const clang::IfStmt *S);

/// The ifs that an arm of this one ends with: their arms go on to one place in
/// more than two, and nothing is stored for all of them.
llvm::SmallVector<const clang::IfStmt *, 2>
ifsThatEndArms(const clang::IfStmt *S);

/// Where a branch stands.
struct BranchPlace {
  bool IsInLoop;
  const clang::Stmt *Loop; ///< the innermost one; null where there is none
  /// How an access behind it is recorded.
  llvm::function_ref<BranchArms::InsertionPoint()> Behind;
};

/// The stores that arms of branches have in common, as regions of a trace.
class CommonStores {
public:
  using SiteOfFunction = llvm::unique_function<SiteId(const clang::Expr *)>;
  CommonStores(RecordedCode &Recorded, const clang::ASTContext &Context,
               llvm::BumpPtrAllocator &Storage, SiteOfFunction SiteOf)
      : Recorded(Recorded), Context(Context), Storage(Storage),
        SiteOf(std::move(SiteOf)) {}

  /// Before the arms of an if are walked.
  void enter(const clang::IfStmt *S) {
    for (const clang::IfStmt *Last : ifsThatEndArms(S))
      EndArms.insert(Last);
  }
  /// Behind both arms: leaves what is stored once for both.
  void record(const clang::IfStmt *S, BranchArms Arms, const BranchPlace &In);

private:
  struct Sites {
    llvm::ArrayRef<BranchArms::SitePair> Stores;
    bool KeepsStoreOfZero = false; ///< outside of loops
  };
  Sites sitesOf(const clang::IfStmt *S);
  llvm::ArrayRef<BranchArms::SitePair> sitesOf(llvm::ArrayRef<ExprPair> Of);
  void markLinesInLoop(const BranchArms &Arms, const BranchPlace &In);

  RecordedCode &Recorded;
  const clang::ASTContext &Context;
  llvm::BumpPtrAllocator &Storage;
  SiteOfFunction SiteOf;
  llvm::DenseMap<const clang::Stmt *, Sites> Common;
  /// The ifs behind which more than two arms go on.
  llvm::DenseSet<const clang::IfStmt *> EndArms;
};

/// Whether calling a function may do anything beside giving a value.
using ActsFunction = llvm::function_ref<bool(const clang::FunctionDecl *)>;
/// Of an `if` whose arm made the records from one on.
void markSpeculated(const clang::IfStmt *S, size_t FirstRecord,
                    RecordedCode &Recorded, ActsFunction Acts);
/// Likewise of what arms do that set no more than variables, or of `?:`.
void markSpeculated(size_t FirstRecord, RecordedCode &Recorded);

} // namespace banklint

#endif // BANKLINT_NVCC_SOURCE_SIMPLIFYCFG_H
