//===- BranchArms.cpp - What the text of both arms has in common ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interpreter.h"
#include "Syntax/CommonCode.h"

using namespace banklint;
using namespace clang;

Interpreter::CommonSites Interpreter::commonSitesOf(const IfStmt *S) {
  auto [Known, IsNew] = Common.try_emplace(S);
  if (!IsNew)
    return Known->second;
  auto SitesOf = [&](llvm::ArrayRef<ExprPair> Pairs) {
    llvm::SmallVector<BranchArms::SitePair, 4> Result;
    for (auto [Then, Else] : Pairs)
      Result.push_back({Recorded.Sites.at(Then), Recorded.Sites.at(Else)});
    return llvm::ArrayRef<BranchArms::SitePair>(Result).copy(P.storage());
  };
  CommonSites Code;
  Code.Loads = SitesOf(loadsBothBeginWith(S, Context));
  if (!EndArms.contains(S))
    Code.Stores = SitesOf(storesBothEndWith(S, Context));
  Code.KeepsStoreOfZero = keepsStoreOfZero(S);
  return Known->second = Code;
}

/// Leaves to the compiler model what it does once for both arms.
void Interpreter::recordArms(const IfStmt *S, BranchArms Arms) {
  Arms.End = Recorded.size();
  if (Arms.ElseBegin >= Arms.End || Arms.ThenBegin == Arms.ElseBegin)
    return;
  CommonSites Code = commonSitesOf(S);
  if (Code.KeepsStoreOfZero && !isInLoop())
    Code.Stores = {};
  if (Code.Loads.empty() && Code.Stores.empty())
    return;
  Arms.Loads = Code.Loads;
  Arms.Stores = Code.Stores;
  Arms.Condition = Recorded.Sites.at(S->getCond());
  Arms.Arm = Recorded.Code.Arm;
  Arms.OuterArms = Recorded.Code.OuterArms;
  Arms.Behind = Recorded.besideHere();
  Recorded.addRegion(Arms);
}

llvm::ArrayRef<MergedPaths::OneOfPath> Interpreter::pathSitesOf(
    const Stmt *S, PathAccesses (*Compare)(const Stmt *, const ASTContext &)) {
  if (!Recorded.isOn())
    return {};
  auto [Known, IsNew] = PathSites.try_emplace(S);
  if (!IsNew)
    return Known->second;
  PathAccesses Paths = Compare(S, Context);
  InnerBranches.insert(Paths.Inner.begin(), Paths.Inner.end());
  llvm::SmallVector<MergedPaths::OneOfPath, 4> Accesses;
  for (const PathAccess &Access : Paths.All) {
    llvm::SmallVector<SiteId, 4> Sites;
    for (const Expr *E : Access.OnPaths)
      Sites.push_back(Recorded.Sites.accessAt(E, nullptr));
    Accesses.push_back(
        {llvm::ArrayRef<SiteId>(Sites).copy(P.storage()), Access.IsUncertain});
  }
  return PathSites[S] =
             llvm::ArrayRef<MergedPaths::OneOfPath>(Accesses).copy(P.storage());
}

/// Leaves to the compiler model what it does once for all paths.
void Interpreter::recordPaths(llvm::ArrayRef<MergedPaths::OneOfPath> Accesses,
                              size_t FirstRecord, SiteId Condition) {
  if (Accesses.empty() || Recorded.size() < FirstRecord + 2)
    return;
  MergedPaths Paths;
  Paths.Begin = FirstRecord;
  Paths.End = Recorded.size();
  Paths.Arm = Recorded.Code.Arm;
  Paths.OuterArms = Recorded.Code.OuterArms;
  Paths.Condition = Condition;
  Paths.Behind = Recorded.besideHere();
  Paths.Accesses = Accesses;
  Recorded.addRegion(Paths);
}
